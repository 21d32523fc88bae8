"""Concatenate: tensors behind one another along an axis, and their masks."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.keras.layers.merging.merge import Merge, is_shape

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._core import Tensor

    Shape = tuple[int | None, ...]


class Concatenate(Merge):
    """Concatenates a list of tensors along `axis`; all other sizes must be equal.

    Raises ValueError for an axis that is no integer, for what is no list, and for shapes that
    differ elsewhere or have no such axis."""

    def __init__(self, axis: int = -1, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if not isinstance(axis, int) or isinstance(axis, bool):
            raise ValueError(f"`axis` must be an integer. Received: axis={axis} [Concatenate]")
        self.axis = axis

    def _shapes(self, input_shape: Any) -> list[Shape]:
        if not isinstance(input_shape, (list, tuple)) or is_shape(input_shape):
            raise ValueError(
                "A `Concatenate` layer should be called on a list of at least 1 input. Received: "
                f"input_shape={input_shape} [{self._label()}]"
            )
        return super()._shapes(input_shape)

    def _merged_shape(self, shapes: list[Shape]) -> Shape:
        rank = len(shapes[0])
        fits = all(len(shape) == rank for shape in shapes) and -rank <= self.axis < rank
        merged: list[int | None] = []
        for place, sizes in enumerate(zip(*shapes, strict=False) if fits else ()):
            known = {size for size in sizes if size is not None}
            if place == self.axis % rank:
                merged.append(None if None in sizes else sum(sizes))
            else:
                fits = fits and len(known) <= 1
                merged.append(known.pop() if known else None)
        if not fits:
            raise ValueError(
                "A `Concatenate` layer requires inputs with matching shapes except for the "
                f"concatenation axis. Received: input_shape={shapes}, axis={self.axis} "
                f"[{self._label()}]"
            )
        return tuple(merged)

    def _aligned(self, tensors: list[Tensor]) -> list[Tensor]:
        return tensors

    def _merge_function(self, inputs: list[Tensor]) -> Tensor:
        return _ops.concat(inputs, axis=self.axis)

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        """The masks along the same axis; seen where some is on that axis. None without masks."""
        masks = self._masks(inputs, mask)
        if masks is None or all(one is None for one in masks):
            return None
        from pelton.keras import ops
        from pelton.keras.ops.graph_calls import as_operation

        full = []
        for tensor, one in zip(inputs, masks, strict=True):
            if one is None:
                one = as_operation(ops.ones_like, tensor, dtype="bool")
            elif one.ndim < tensor.ndim:
                nowhere = as_operation(ops.zeros_like, tensor, dtype="bool")
                one = as_operation(ops.expand_dims, one, axis=-1)
                one = as_operation(ops.logical_or, one, nowhere)
            full.append(one)
        joined = as_operation(ops.concatenate, full, axis=self.axis)
        return as_operation(ops.any, joined, axis=-1, keepdims=False)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "axis": self.axis}


def concatenate(inputs: Sequence[Any], axis: int = -1, **kwargs: Any) -> Tensor:
    """The tensors behind one another along `axis`, of a new layer Concatenate(axis, **kwargs)."""
    return Concatenate(axis=axis, **kwargs)(inputs)
