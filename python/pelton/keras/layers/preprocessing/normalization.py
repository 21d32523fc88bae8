"""Normalization: features with mean 0 and variance 1, as data or arguments say."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.keras.layers import library_layer
from pelton.keras.layers.library_layer import LibraryLayer

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    import numpy as np

    from pelton._core import Tensor


class Normalization(LibraryLayer):
    """(x - mean) / sqrt(variance) with a mean and variance for each place of the axes `axis`, those
    of the data given to `adapt`, or `mean` and `variance`; with `invert` the opposite.

    Raises ValueError for axes that inputs do not have, or whose size is not known."""

    _allow_non_tensor_positional_args = True

    def __init__(
        self,
        axis: Any = -1,
        mean: Any = None,
        variance: Any = None,
        invert: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.axis = self._axes(axis)
        self.input_mean, self.input_variance = mean, variance
        self.invert = invert
        self.supports_masking = True
        if (mean is None) != (variance is None):
            raise ValueError(
                "When setting values directly, both `mean` and `variance` must be set. Received: "
                f"mean={mean} and variance={variance} [{type(self).__name__}]"
            )
        if mean is not None:
            self._check_given()

    def _axes(self, axis: Any) -> tuple[int, ...]:
        axes = () if axis is None else (axis,) if isinstance(axis, int) else axis
        if not isinstance(axes, (list, tuple)) or not all(isinstance(one, int) for one in axes):
            raise ValueError(
                "`axis` must be an integer, a tuple of integers or None. Received: "
                f"axis={axis} [{type(self).__name__}]"
            )
        return tuple(axes)

    def _given(self) -> list[np.ndarray]:
        import numpy as np

        found = []
        for name in ("mean", "variance"):
            value = getattr(self, f"input_{name}")
            try:
                found.append(np.asarray(value, "float64"))
            except (TypeError, ValueError):
                raise ValueError(
                    f"`{name}` must be a number or an array of numbers. Received: "
                    f"{name}={value!r} [{type(self).__name__}]"
                ) from None
        return found

    def _check_given(self) -> None:
        mean, variance = self._given()
        if mean.shape != variance.shape:
            raise ValueError(
                "When setting values directly, `mean` and `variance` must have the same shape. "
                f"Received: mean shape {mean.shape} and variance shape {variance.shape} "
                f"[{type(self).__name__}]"
            )
        if mean.ndim > len(self.axis):
            raise ValueError(
                "The rank of `mean` must be less than or equal to the number of axes "
                f"({len(self.axis)}). Received: mean shape {mean.shape} for axis {self.axis} "
                f"[{type(self).__name__}]"
            )

    def build(self, input_shape: Any) -> None:
        if input_shape is None:
            raise ValueError(
                f"{type(self).__name__} '{self.name}': inputs must be a tensor of numbers"
            )
        shape = tuple(input_shape)
        if any(not -len(shape) <= axis < len(shape) for axis in self.axis):
            raise ValueError(
                "All `axis` values must be in the range [-ndim, ndim). Received inputs with "
                f"ndim={len(shape)}, while axis={self.axis} [{type(self).__name__}]"
            )
        kept = sorted(axis % len(shape) for axis in self.axis)
        for axis in kept:
            if shape[axis] is None:
                raise ValueError(
                    "All `axis` values to be kept must have a known shape. Received "
                    f"axis={self.axis}, inputs.shape={shape}, with unknown axis at index {axis} "
                    f"[{type(self).__name__}]"
                )
        self._kept = kept
        self._built_for = shape
        self._row_shape = [shape[axis] if axis in kept else 1 for axis in range(len(shape))]
        if self.input_mean is None:
            sizes = tuple(shape[axis] for axis in kept)
            self.adapt_mean = self._statistic("mean", sizes, "zeros")
            self.adapt_variance = self._statistic("variance", sizes, "ones")
            self.count = self._statistic("count", (), "zeros", "int64")
        else:
            self._rows = tuple(self._row(value) for value in self._given())

    def _statistic(self, name: str, shape: Any, start: str, dtype: Any = None) -> Any:
        return self.add_weight(
            name=name, shape=shape, initializer=start, dtype=dtype, trainable=False
        )

    def _row(self, value: np.ndarray) -> Tensor:
        """A given value as a tensor that broadcasts over inputs."""
        import numpy as np

        sizes = [1] * len(self._row_shape)
        for place in range(1, value.ndim + 1):
            sizes[self._kept[-place]] = value.shape[-place]
        try:
            row = np.broadcast_to(value.reshape(sizes), self._row_shape)
        except ValueError:
            raise ValueError(
                f"`mean` and `variance` of shape {value.shape} do not fit inputs of shape "
                f"{self._built_for} with axis {self.axis} [{type(self).__name__}]"
            ) from None
        return _ops.cast(np.ascontiguousarray(row), self.compute_dtype)

    def adapt(self, data: Any) -> None:
        """Sets mean and variance to those of an array, a dataset or batches, over all axes but
        `axis`. Raises ValueError for empty data and other shapes, TypeError for what has none."""
        if self.input_mean is not None:
            raise ValueError(
                "Cannot `adapt` a Normalization layer that is initialized with static `mean` and "
                f"`variance`. [{type(self).__name__} '{self.name}']"
            )
        from pelton.keras.layers.preprocessing.moments import Moments

        moments = Moments(self)
        moments.read(data)
        self.adapt_mean.assign(moments.mean)
        self.adapt_variance.assign(moments.variance)

    def _statistics(self) -> Any:
        """Mean and variance as tensors that broadcast over inputs."""
        if self.input_mean is not None:
            return self._rows
        weights = (self.adapt_mean, self.adapt_variance)
        return tuple(_ops.reshape(self._read(weight), self._row_shape) for weight in weights)

    @property
    def mean(self) -> Any:
        """The mean as a tensor that broadcasts over inputs; None before build."""
        return self._statistics()[0] if self.built else None

    @property
    def variance(self) -> Any:
        """The variance as a tensor that broadcasts over inputs; None before build."""
        return self._statistics()[1] if self.built else None

    def call(self, inputs: Any) -> Tensor:
        x = _ops.cast(library_layer.as_tensor(self, "inputs", inputs), self.compute_dtype)
        mean, variance = self._statistics()
        deviation = _ops.maximum(_ops.sqrt(variance), 1e-7)
        if self.invert:
            return mean + x * deviation
        return (x - mean) / deviation

    def compute_output_shape(self, input_shape: Any) -> Any:
        return tuple(input_shape)

    def get_config(self) -> dict[str, Any]:
        own: dict[str, Any] = {"axis": self.axis, "invert": self.invert}
        own["mean"] = own["variance"] = None
        if self.input_mean is not None:
            own["mean"], own["variance"] = (value.tolist() for value in self._given())
        return {**super().get_config(), **own}
