"""Merge, the base of the layers that combine a list of tensors: checks, shapes, ranks, masks."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.keras.layers.library_layer import LibraryLayer

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor

    Shape = tuple[int | None, ...]


def is_shape(value: Any) -> bool:
    """Whether `value` is one shape: sizes or None, no list of shapes."""
    return isinstance(value, (list, tuple)) and not any(
        isinstance(item, (list, tuple)) for item in value
    )


class Merge(LibraryLayer):
    """Combines tensors elementwise: each broadcasts to the common shape; lower ranks get axes of
    size 1 behind the batch. Takes a list or tuple of tensors."""

    supports_masking = True

    def build(self, input_shape: Any) -> None:
        shapes = self._shapes(input_shape)
        self._check(shapes)
        self._build_shapes = [tuple(shape) for shape in shapes]

    @property
    def input_shape(self) -> list[Shape]:
        """The shapes that the layer was built for; raises AttributeError before."""
        if not self.built:
            raise AttributeError(
                f"The layer {self.name} has never been called and thus has no defined input shape."
            )
        return self._build_shapes

    def _is_made_of_ops(self) -> bool:
        return True

    def get_build_config(self) -> dict[str, Any] | None:
        shapes = vars(self).get("_build_shapes")
        return None if shapes is None else {"input_shape": shapes}

    def _shapes(self, input_shape: Any) -> list[Shape]:
        """`input_shape` as a list of shapes; raises ValueError for one shape and other things."""
        is_list = isinstance(input_shape, (list, tuple)) and len(input_shape) > 0
        if not is_list or not all(
            isinstance(shape, (list, tuple)) and is_shape(shape) for shape in input_shape
        ):
            raise ValueError(
                f"A merge layer should be called on a list of inputs. Received: "
                f"input_shape={input_shape} (not a list of shapes) [{self._label()}]"
            )
        return [tuple(shape) for shape in input_shape]

    def _label(self) -> str:
        return f"{type(self).__name__} '{self.name}'"

    def _check(self, shapes: list[Shape]) -> None:
        self._merged_shape(shapes)

    def _merged_shape(self, shapes: list[Shape]) -> Shape:
        batches = {shape[0] for shape in shapes if shape} - {None}
        if len(batches) > 1 or (len(shapes) > 1 and not all(shapes)):
            raise ValueError(
                "Cannot merge tensors with different batch sizes. Received tensors with shapes "
                f"{shapes} [{self._label()}]"
            )
        merged = shapes[0][1:]
        for shape in shapes[1:]:
            merged = self._broadcast(merged, shape[1:])
        return (batches.pop() if batches else None, *merged) if shapes[0] else ()

    def _broadcast(self, one: Shape, other: Shape) -> Shape:
        rank = max(len(one), len(other))
        sizes: list[int | None] = []
        first, second = (1,) * (rank - len(one)) + one, (1,) * (rank - len(other)) + other
        for a, b in zip(first, second, strict=True):
            if a is None or b is None:
                sizes.append(None)
            elif a != b and 1 not in (a, b):
                raise ValueError(
                    f"Inputs have incompatible shapes. Received shapes {one} and {other} "
                    f"[{self._label()}]"
                )
            else:
                sizes.append(b if a == 1 else a)
        return tuple(sizes)

    def compute_output_shape(self, input_shape: Any) -> Shape:
        return self._merged_shape(self._shapes(input_shape))

    def call(self, inputs: Any) -> Tensor:
        tensors = self._tensors(inputs)
        self._check([tuple(tensor.shape) for tensor in tensors])
        return self._merge_function(self._aligned(tensors))

    def _aligned(self, tensors: list[Tensor]) -> list[Tensor]:
        """The tensors with axes of size 1 behind the batch where others have more axes."""
        rank = max(tensor.ndim for tensor in tensors)
        aligned = []
        for tensor in tensors:
            while tensor.ndim < rank:
                tensor = _ops.expand_dims(tensor, axis=1)
            aligned.append(tensor)
        return aligned

    def _tensors(self, inputs: Any) -> list[Tensor]:
        """The inputs in one dtype: the floating one among them, else the first's."""
        if not isinstance(inputs, (list, tuple)) or not all(
            hasattr(tensor, "shape") for tensor in inputs
        ):
            raise ValueError(
                f"A merge layer should be called on a list of tensors. Received: inputs={inputs} "
                f"[{self._label()}]"
            )
        floating = [tensor.dtype for tensor in inputs if tensor.dtype.is_floating]
        dtype = (floating or [inputs[0].dtype])[0]
        return [tensor if tensor.dtype == dtype else _ops.cast(tensor, dtype) for tensor in inputs]

    def _merge_function(self, inputs: list[Tensor]) -> Tensor:
        """What the aligned tensors make; classes derived from the library's have their own."""
        raise NotImplementedError

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        """The positions that some input has, where all inputs have masks; else None."""
        masks = self._masks(inputs, mask)
        if masks is None or any(one is None for one in masks):
            return None
        combined = masks[0]
        for one in masks[1:]:
            combined = _ops.logical_or(combined, one)
        return combined

    def _masks(self, inputs: Any, mask: Any) -> list[Any] | None:
        """`mask` as a list with one of each input, or None; raises ValueError where it is none."""
        if mask is None:
            return None
        for name, value in (("mask", mask), ("inputs", inputs)):
            if not isinstance(value, (list, tuple)):
                raise ValueError(f"`{name}` should be a list. Received: {value} [{self._label()}]")
        if len(mask) != len(inputs):
            raise ValueError(
                "The lists `inputs` and `mask` should have the same length. Received: "
                f"{len(inputs)} inputs and {len(mask)} masks [{self._label()}]"
            )
        return [
            one if one is None or one.dtype == "bool" else _ops.cast(one, "bool") for one in mask
        ]
