"""What the raw ops of optimizers do to variables, as their kernels do it."""

from __future__ import annotations

from pelton._core import ops as _ops

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def momentum(var: Any, accum: Any, lr: Any, grad: Any, share: Any, is_nesterov: bool) -> None:
    """Sums of gradients, times the rate."""
    accum.assign(accum * share + grad)
    change = grad * lr + accum * share * lr if is_nesterov else accum * lr
    var.assign_sub(change)


def keras_momentum(var: Any, accum: Any, lr: Any, grad: Any, share: Any, is_nesterov: bool) -> None:
    """Sums of steps."""
    accum.assign(accum * share - grad * lr)
    var.assign_add(accum * share - grad * lr if is_nesterov else accum + 0)


def adam(var: Any, m: Any, v: Any, numbers: tuple[Any, ...], grad: Any, is_nesterov: bool) -> None:
    """Adam with powers of its betas: (beta1_power, beta2_power, lr, beta1, beta2, epsilon)."""
    first, second, lr, beta1, beta2, epsilon = (_ops.cast(one, var.dtype) for one in numbers)
    rate = lr * _ops.sqrt(1 - second) / (1 - first)
    m.assign_add((grad - m) * (1 - beta1))
    v.assign_add((_ops.square(grad) - v) * (1 - beta2))
    mean = m * beta1 + grad * (1 - beta1) if is_nesterov else m
    var.assign_sub(mean * rate / (_ops.sqrt(v) + epsilon))


def adagrad(var: Any, accum: Any, lr: Any, epsilon: Any, grad: Any, updates: bool) -> None:
    """Steps over the roots of sums of squares, to which the gradient's are added first."""
    if updates:
        accum.assign_add(_ops.square(grad))
    var.assign_sub(grad * lr / (_ops.sqrt(accum) + epsilon))


def rms_prop(var: Any, ms: Any, mom: Any, numbers: tuple[Any, ...], grad: Any) -> None:
    """RMSprop with momentum: (lr, rho, momentum, epsilon)."""
    lr, rho, share, epsilon = (_ops.cast(one, var.dtype) for one in numbers)
    ms.assign_add((_ops.square(grad) - ms) * (1 - rho))
    mom.assign(mom * share + grad * lr * _ops.rsqrt(ms + epsilon))
    var.assign_sub(mom)


def proximal_adagrad(var: Any, accum: Any, lr: Any, l1: Any, l2: Any, grad: Any) -> None:
    """Adagrad, shrunk by both penalties."""
    accum.assign_add(_ops.square(grad))
    rate = _ops.rsqrt(accum) * lr
    var.assign(_shrunk(var - grad * rate, rate, l1, l2))


def proximal_gradient_descent(var: Any, alpha: Any, l1: Any, l2: Any, delta: Any) -> None:
    """A step of gradient descent, shrunk by both penalties."""
    rate = _ops.cast(alpha, var.dtype)
    var.assign(_shrunk(var - delta * rate, rate, l1, l2))


def _shrunk(value: Any, rate: Any, l1: Any, l2: Any) -> Any:
    l1, l2 = _ops.cast(l1, value.dtype), _ops.cast(l2, value.dtype)
    size = _ops.maximum(_ops.abs(value) - rate * l1, _ops.zeros_like(value))
    return _ops.sign(value) * size / (rate * l2 + 1)
