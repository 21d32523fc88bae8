"""Activation functions without parameters."""

from __future__ import annotations

from pelton._core import activations as _core
from pelton.names.named_refusals import named

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable

    from pelton._core import Tensor
    from pelton._types import TensorLike


def _plain(name: str, text: str) -> Callable[[TensorLike], Tensor]:
    def function(x: TensorLike) -> Tensor:
        return _core.apply(name, x)

    function.__name__ = function.__qualname__ = name
    function.__module__ = "pelton.keras.activations"
    function.__doc__ = text
    return named(function)


exponential = _plain("exponential", "exp(x).")
hard_sigmoid = _plain("hard_sigmoid", "relu6(x + 3) / 6.")
hard_silu = _plain("hard_silu", "x * hard_sigmoid(x).")
hard_swish = hard_silu
hard_tanh = _plain("hard_tanh", "x clipped to [-1, 1].")
linear = _plain("linear", "x itself.")
log_sigmoid = _plain("log_sigmoid", "-softplus(-x).")
mish = _plain("mish", "x * tanh(softplus(x)).")
relu6 = _plain("relu6", "x clipped to [0, 6].")
selu = _plain("selu", "Scaled exponential linear unit (Klambauer et al., 2017).")
sigmoid = _plain("sigmoid", "1 / (1 + exp(-x)).")
silu = _plain("silu", "x * sigmoid(x).")
swish = silu
softplus = _plain("softplus", "log(1 + exp(x)).")
softsign = _plain("softsign", "x / (1 + |x|).")
sparse_plus = _plain("sparse_plus", "0 below -1, (x + 1)^2 / 4 between, x above 1.")
sparse_sigmoid = _plain("sparse_sigmoid", "0 below -1, (x + 1) / 2 between, 1 above 1.")
tanh = _plain("tanh", "Hyperbolic tangent.")
tanh_shrink = _plain("tanh_shrink", "x - tanh(x).")
