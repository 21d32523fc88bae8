"""Dot: products of two tensors along one axis of each, example by example."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.keras.layers.merging.merge import Merge, is_shape
from pelton.keras.layers.open_sizes import reshape

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._core import Tensor

    Shape = tuple[int | None, ...]

_LEAST_SQUARES = 1e-12  # what a sum of squares is at least before it divides


class Dot(Merge):
    """Contracts axis `axes[0]` of the first input with `axes[1]` of the second; both keep their
    batch. With `normalize` both are of length 1 along these axes: cosines.

    Of shapes (batch, a, k) and (batch, b, k) with axes -1 it gives (batch, a, b); of two matrices
    (batch, 1). Raises TypeError and ValueError for other axes, counts and sizes."""

    def __init__(self, axes: int | tuple[int, int], normalize: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if not isinstance(axes, (int, list, tuple)) or isinstance(axes, bool):
            raise TypeError(
                "Invalid type for argument `axes`: it should be a list or an int. "
                f"Received: axes={axes} [Dot]"
            )
        if not isinstance(axes, int):
            if len(axes) != 2:
                raise ValueError(
                    "Invalid format for argument `axes`: it should contain two elements. "
                    f"Received: axes={axes} [Dot]"
                )
            if not all(isinstance(axis, int) for axis in axes):
                raise ValueError(
                    "Invalid format for argument `axes`: list elements should be integers. "
                    f"Received: axes={axes} [Dot]"
                )
        self.axes = axes if isinstance(axes, int) else tuple(axes)
        self.normalize = normalize

    def _shapes(self, input_shape: Any) -> list[Shape]:
        is_pair = isinstance(input_shape, (list, tuple)) and len(input_shape) == 2
        if not is_pair or is_shape(input_shape):
            raise ValueError(
                "A `Dot` layer should be called on a list of 2 inputs. Received: "
                f"input_shape={input_shape} [{self._label()}]"
            )
        return super()._shapes(input_shape)

    def _places(self, shapes: list[Shape]) -> tuple[int, int]:
        """Both axes, counted from the front."""
        axes = (self.axes,) * 2 if isinstance(self.axes, int) else self.axes
        for axis, shape in zip(axes, shapes, strict=True):
            if not -len(shape) < axis < len(shape) or axis == 0:
                raise ValueError(
                    f"Axis {axis} is not an axis behind the batch. Received: axes={self.axes}, "
                    f"input_shape={shapes} [{self._label()}]"
                )
        return axes[0] % len(shapes[0]), axes[1] % len(shapes[1])

    def _merged_shape(self, shapes: list[Shape]) -> Shape:
        if len(shapes) != 2:
            return self._shapes(shapes)[0]  # raises
        (one, other), (first, second) = shapes, self._places(shapes)
        if None not in (one[0], other[0]) and one[0] != other[0]:
            raise ValueError(
                "Cannot do batch_dot on inputs with different batch sizes. Received inputs with "
                f"shapes {one} and {other} [{self._label()}]"
            )
        if None not in (one[first], other[second]) and one[first] != other[second]:
            raise ValueError(
                f"Incompatible input shapes: axis values {one[first]} (at axis {first}) != "
                f"{other[second]} (at axis {second}). Full input shapes: {one}, {other} "
                f"[{self._label()}]"
            )
        kept = one[1:first] + one[first + 1 :] + other[1:second] + other[second + 1 :]
        return (other[0] if one[0] is None else one[0], *(kept or (1,)))

    def _aligned(self, tensors: list[Tensor]) -> list[Tensor]:
        return tensors

    def _merge_function(self, inputs: list[Tensor]) -> Tensor:
        one, other = inputs
        first, second = self._places([tuple(tensor.shape) for tensor in inputs])
        if self.normalize:
            one, other = _of_length_1(one, first), _of_length_1(other, second)
        one, kept_of_one = _as_matrices(one, first)
        other, kept_of_other = _as_matrices(other, second)
        product = _ops.matmul(one, other, transpose_b=True)
        kept = [*kept_of_one, *kept_of_other] or [(product, 1)]
        return reshape(product, [(product, 0), *kept])

    def compute_mask(self, inputs: Any, mask: Any = None) -> None:
        """None: the result has no masked positions."""

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "axes": self.axes, "normalize": self.normalize}


def _of_length_1(x: Tensor, axis: int) -> Tensor:
    squares = _ops.reduce_sum_of_squares(x, axis=[axis], keepdims=True)
    return x * _ops.rsqrt(_ops.maximum(squares, _ops.cast(_LEAST_SQUARES, x.dtype)))


def _as_matrices(x: Tensor, axis: int) -> tuple[Tensor, list[tuple[Tensor, int]]]:
    """(batch, all other axes, the contracted axis), and where the other axes' sizes stand."""
    others = [place for place in range(1, x.ndim) if place != axis]
    kept = [(x, place) for place in others]
    if len(others) == 0:
        return _ops.expand_dims(x, axis=1), kept
    if axis != x.ndim - 1:
        x = _ops.transpose(x, perm=[0, *others, axis])
    if len(others) > 1:
        x = reshape(x, [(x, 0), -1, (x, x.ndim - 1)])
    return x, kept


def dot(inputs: Sequence[Any], axes: int | tuple[int, int] = -1, **kwargs: Any) -> Tensor:
    """The products of two tensors along `axes`, of a new layer Dot(axes, **kwargs)."""
    return Dot(axes=axes, **kwargs)(inputs)
