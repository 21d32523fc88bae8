"""Owns ``tf.custom_gradient``: functions that bring their gradient along."""

from __future__ import annotations

import functools

from pelton._core import Variable, record_custom
from pelton._core.functions import convert, zeros
from pelton.gradient_tape import GradientTape
from pelton.names.named_refusals import shown
from pelton.nest import flatten, pack_sequence_as

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pelton._core import Tensor


def _takes_variables(function: Callable[..., Any]) -> bool:
    import inspect  # costs a fifth of `import pelton`

    parameters = inspect.signature(function).parameters.values()
    return any(p.name == "variables" or p.kind is p.VAR_KEYWORD for p in parameters)


def _check_takes_variables(grad_fn: Any, variables: list[Variable]) -> None:
    if not callable(grad_fn):
        raise TypeError(f"grad_fn must be callable, got {grad_fn!r}: unsupported callable")
    if variables and not _takes_variables(grad_fn):
        raise TypeError(
            "@tf.custom_gradient grad_fn must accept keyword argument 'variables', since function "
            f"uses variables: {variables}"
        )


def _checked_grads(returned: Any, count: int) -> list[Tensor | None]:
    grads = flatten(returned)
    if len(grads) != count:
        raise ValueError(
            f"custom_gradient function expected to return {count} gradients, but returned "
            f"{len(grads)} instead."
        )
    return [None if grad is None else convert(grad) for grad in grads]


def _backward(
    grad_fn: Callable[..., Any],
    input_count: int,
    variables: list[Variable],
    results: list[Tensor],
) -> Callable[[list[Tensor | None]], list[Tensor | None]]:
    """``grad_fn`` as the tape calls it: a list of output gradients in, one of input gradients out.

    Outputs that nothing arrived for count as zero.
    """
    kinds = [(result.shape, result.dtype) for result in results]

    def run(arrived: list[Tensor | None]) -> list[Tensor | None]:
        output_grads = [
            zeros(*kind) if grad is None else grad
            for grad, kind in zip(arrived, kinds, strict=True)
        ]
        if not variables:
            return _checked_grads(grad_fn(*output_grads), input_count)
        input_grads, variable_grads = grad_fn(*output_grads, variables=variables)
        if len(variable_grads) != len(variables):
            raise ValueError(
                "Must return gradient for each variable from @custom_gradient grad_fn."
            )
        return _checked_grads(input_grads, input_count) + _checked_grads(
            list(variable_grads), len(variables)
        )

    return run


def _pair(f: Any, made: Any) -> tuple[Any, Any]:
    """A result and what gives its gradients. Raises TypeError for what has no items, ValueError for
    another number of them."""
    text = f"custom_gradient: {f!r} must return a result and a function of its gradients, got "
    if not hasattr(made, "__iter__"):
        raise TypeError(f"{text}{shown(made)}")
    try:
        result, grad_fn = made
    except ValueError:
        raise ValueError(f"{text}{shown(made)}") from None
    return result, grad_fn


def _takes_an_instance(f: Callable[..., Any]) -> bool:
    """Whether `f` is the function of a method, written in a class: its first argument is none of
    those with gradients."""
    code = getattr(f, "__code__", None)
    return (
        code is not None and code.co_argcount > 0 and code.co_varnames[0] == "self"
        and "." in f.__qualname__.rpartition("<locals>")[2]
    )  # fmt: skip


def custom_gradient(f: Callable[..., Any] | None = None) -> Callable[..., Any]:
    """Decorates ``f(*args) -> (result, grad_fn)``: tapes take the gradient from ``grad_fn``.

    ``grad_fn(*output_grads)`` gives one gradient per argument (None: not connected); where ``f``
    reads trainable variables, ``grad_fn(*output_grads, variables=list)`` gives those and a list for
    the variables. Keyword arguments of ``f`` get no gradient. Ops in ``f`` and ``grad_fn`` are
    recorded, so that second order works. Raises TypeError where ``grad_fn`` cannot take variables,
    ValueError for a wrong number of gradients. Behaves as TensorFlow's decorator.
    """
    if f is None:
        return custom_gradient
    if not callable(f):
        raise TypeError(f"custom_gradient decorates a function, got {f!r}")

    is_method = _takes_an_instance(f)

    @functools.wraps(f)
    def decorated(*args: Any, **kwargs: Any) -> Any:
        inputs = [convert(leaf) for leaf in flatten(args[1:] if is_method else args)]
        with GradientTape() as watcher:
            made = f(*args, **kwargs)
        result, grad_fn = _pair(f, made)
        given = [leaf for leaf in flatten([args, kwargs]) if isinstance(leaf, Variable)]
        variables = [
            variable
            for variable in watcher.watched_variables()
            if all(variable is not leaf for leaf in given)
        ]
        _check_takes_variables(grad_fn, variables)
        results = [convert(leaf) for leaf in flatten(result)]
        outputs = record_custom(
            [*inputs, *(variable.read_value() for variable in variables)],
            results,
            _backward(grad_fn, len(inputs), variables, results),
        )
        return pack_sequence_as(result, outputs)

    return decorated


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
