"""Function: the operations between symbolic inputs and outputs, as one operation."""

from __future__ import annotations

from typing import Any

from pelton._core import functions as _functions
from pelton.keras.keras_tensor import KerasTensor, bare
from pelton.keras.models import graph as _graph
from pelton.keras.models.functional import Functional
from pelton.keras.operation import Operation
from pelton.nest import assert_same_structure, flatten, map_structure


def _shape_of(value: Any) -> tuple[int | None, ...]:
    import numpy as np

    return tuple(value.shape) if hasattr(value, "shape") else np.shape(value)


class Function(Operation):
    """Function(inputs, outputs): what leads from symbolic tensors, or nests of them, to others.

    A call takes values in the inputs' structure and gives the outputs in theirs; it runs the
    operations between the two, without weights or training of its own. Raises ValueError for inputs
    and outputs that do not belong to one graph, and for calls with values of another structure,
    rank or size."""

    def __init__(self, inputs: Any, outputs: Any, name: str | None = None) -> None:
        super().__init__(name=name)
        self._graph = Functional(inputs, outputs, name=self.name)

    @property
    def inputs(self) -> list[Any]:
        """The symbolic inputs, flat."""
        return list(self._graph.inputs)

    @property
    def outputs(self) -> list[Any]:
        """The symbolic outputs, flat."""
        return list(self._graph.outputs)

    @property
    def operations(self) -> list[Any]:
        """The operations between inputs and outputs, in the order in which they run."""
        return list(self._graph.operations)

    def call(self, inputs: Any) -> Any:
        """The outputs for values of the inputs."""
        self._check(inputs)
        return self._in_structure(self._graph(inputs))

    def symbolic_call(self, inputs: Any) -> Any:
        outputs = self.compute_output_spec(inputs)
        return _graph.note_call(self, (inputs,), {}, outputs)

    def compute_output_spec(self, inputs: Any) -> Any:
        """Symbolic tensors like the outputs for such inputs."""
        self._check(inputs)
        return bare(self._in_structure(self._graph(bare(inputs))))

    def compute_output_shape(self, input_shape: Any) -> Any:
        """The outputs' shapes for those of the inputs, as tuples in the outputs' structure."""
        like = vars(self._graph)["_nested_inputs"][0]
        shapes = [input_shape] if _functions.is_symbolic(like) else _shapes_in(input_shape)
        dtypes = [tensor.dtype for tensor in self.inputs]
        leaves = [KerasTensor(*pair) for pair in zip(shapes, dtypes, strict=True)]
        found = self._graph(leaves if len(leaves) > 1 else leaves[0])
        return map_structure(lambda tensor: tuple(tensor.shape), self._in_structure(found))

    def _in_structure(self, found: Any) -> Any:
        outputs = vars(self._graph)["_nested_inputs"][1]
        alone = isinstance(outputs, (list, tuple)) and not isinstance(found, (list, tuple))
        return type(outputs)([found]) if alone else found

    def _check(self, inputs: Any) -> None:
        like = vars(self._graph)["_nested_inputs"][0]
        try:
            assert_same_structure(like, inputs, check_types=False)
        except (TypeError, ValueError):
            raise ValueError(
                f"{type(self).__name__} was called with an invalid input structure. Expected input "
                f"structure: {like}. Received input structure: {inputs}"
            ) from None
        for wanted, value in zip(flatten(like), flatten(inputs), strict=True):
            shape, sizes = _shape_of(value), tuple(wanted.shape)
            pairs = zip(shape, sizes, strict=False)
            if len(shape) != len(sizes) or any(
                None not in pair and len({*pair}) > 1 for pair in pairs
            ):
                raise ValueError(
                    f"{type(self).__name__} was passed incompatible inputs. For input "
                    f"'{wanted.name}', expected shape {sizes}, but received a tensor with shape "
                    f"{shape}."
                )


def _shapes_in(nest: Any) -> list[Any]:
    """The shapes in a nest of them, in the order of its leaves."""
    if isinstance(nest, dict):
        return [shape for key in sorted(nest) for shape in _shapes_in(nest[key])]
    if all(size is None or isinstance(size, int) for size in nest):
        return [tuple(nest)]
    return [shape for part in nest for shape in _shapes_in(part)]


Function.__module__ = "pelton.keras"
