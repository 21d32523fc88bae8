"""SpectralNormalization: a layer whose kernel is divided by its largest singular value."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.keras.layers.input_spec import InputSpec
from pelton.keras.layers.library_layer import as_tensor
from pelton.keras.layers.wrapping.wrapper import Wrapper

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor

_LEAST_SQUARES = 1e-12


def _unit(x: Tensor) -> Tensor:
    squares = _ops.reduce_sum(x * x, keepdims=True)
    return x * _ops.rsqrt(_ops.maximum(squares, _ops.cast(_LEAST_SQUARES, x.dtype)))


class SpectralNormalization(Wrapper):
    """`layer`, whose `kernel` (or `embeddings`) is divided in each training call by its largest
    singular value, found by `power_iterations` steps from the call before.

    Raises ValueError for a layer without such a weight and for iterations that are no positive
    integer."""

    def __init__(self, layer: Any, power_iterations: int = 1, **kwargs: Any) -> None:
        super().__init__(layer, **kwargs)
        if not isinstance(power_iterations, int) or power_iterations <= 0:
            raise ValueError(
                "`power_iterations` should be greater than zero. Received: "
                f"`power_iterations={power_iterations}` [SpectralNormalization]"
            )
        self.power_iterations = power_iterations

    def build(self, input_shape: Any) -> None:
        from pelton.keras.initializers import TruncatedNormal

        super().build(input_shape)
        self.input_spec = InputSpec(min_ndim=1, axes={-1: input_shape[-1]})
        kernel = getattr(self.layer, "kernel", getattr(self.layer, "embeddings", None))
        if kernel is None:
            raise ValueError(
                f"{type(self.layer).__name__} object has no attribute 'kernel' nor 'embeddings' "
                f"[SpectralNormalization '{self.name}']"
            )
        self.kernel = kernel
        self.vector_u = self.add_weight(
            name="vector_u",
            shape=(1, kernel.shape[-1]),
            initializer=TruncatedNormal(stddev=0.02),
            trainable=False,
        )

    def call(self, inputs: Any, training: bool = False) -> Any:
        if training:
            self._normalize()
        x = as_tensor(self, "inputs", inputs)
        y = self.layer(x)
        return _ops.cast(y, x.dtype) if x.dtype.is_floating else y

    def _normalize(self) -> None:
        """Assigns kernel and vector; a kernel of zeros stays as it is."""
        kernel = _functions.convert(self.kernel)
        flat = _ops.reshape(kernel, [-1, kernel.shape[-1]])
        u = v = _functions.convert(self.vector_u)
        for _ in range(self.power_iterations):
            v = _unit(_ops.matmul(u, flat, transpose_b=True))
            u = _unit(_ops.matmul(v, flat))
        u, v = _ops.stop_gradient(u), _ops.stop_gradient(v)
        sigma = _ops.reshape(_ops.matmul(_ops.matmul(v, flat), u, transpose_b=True), [])
        is_zero = _ops.equal(_ops.reduce_max(_ops.abs(flat)), 0.0)
        one = _ops.ones_like(sigma)
        self.vector_u.assign(_ops.where(is_zero, _functions.convert(self.vector_u), u))
        self.kernel.assign(kernel / _ops.where(is_zero, one, sigma))

    def compute_output_shape(self, input_shape: Any) -> Any:
        return self.layer.compute_output_shape(input_shape)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "power_iterations": self.power_iterations}
