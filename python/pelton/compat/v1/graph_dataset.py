"""Owns GraphDataset, a dataset made with tensors of a graph, whose values only a session knows."""

from __future__ import annotations

import functools

from pelton._core import functions as _functions
from pelton.compat.v1.graph import at_once, is_active
from pelton.compat.v1.operation import is_of_operation
from pelton.nest import flatten, pack_sequence_as

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

_SOURCES = "from_tensors from_tensor_slices range list_files".split()


class GraphDataset:
    """``make(values of inputs)`` is the dataset. Transformations of it are GraphDatasets too."""

    def __init__(self, make: Callable[[list[Any]], Any], inputs: Sequence[Any]) -> None:
        self._make = make
        self.inputs = list(inputs)
        self.element_spec = self.with_values([_example(one) for one in inputs]).element_spec

    def with_values(self, values: list[Any]) -> Any:
        """The dataset for these values of the inputs."""
        with at_once():
            return self._make(values)

    def __getattr__(self, name: str) -> Any:
        from pelton.data import Dataset

        if name.startswith("_") or not hasattr(Dataset, name):
            raise AttributeError(f"'Dataset' object has no attribute {name!r}")

        def transformed(*args: Any, **kwargs: Any) -> GraphDataset:
            count = len(self.inputs)
            function, more = _split([list(args), kwargs])

            def make(values: list[Any]) -> Any:
                given, named = function(values[count:])
                return getattr(self._make(values[:count]), name)(*given, **named)

            return GraphDataset(make, [*self.inputs, *more])

        return transformed

    def __iter__(self) -> Any:
        raise RuntimeError(
            "`tf.data.Dataset` only supports Python-style iteration in eager mode or within "
            "tf.function."
        )


def _example(tensor: Any) -> Any:
    """A value of the tensor's dtype and shape, with 1 for unknown sizes."""
    from pelton.ops.array.creation import ones, zeros

    sizes = [] if tensor.shape.rank is None else [1 if one is None else one for one in tensor.shape]
    if tensor.dtype == "string":
        return zeros(sizes, tensor.dtype)
    return ones(sizes, tensor.dtype)  # sizes of batches are not 0


def _split(arguments: Any) -> tuple[Callable[[list[Any]], Any], list[Any]]:
    """(what puts values in the stead of the graph's tensors, those tensors)."""
    leaves = flatten(arguments)
    places = [place for place, one in enumerate(leaves) if is_of_operation(_tensor(one))]

    def filled(values: list[Any]) -> Any:
        made = list(leaves)
        for place, value in zip(places, values, strict=True):
            made[place] = value
        return pack_sequence_as(arguments, made)

    return filled, [_tensor(leaves[place]) for place in places]


def _tensor(leaf: Any) -> Any:
    return leaf.value() if hasattr(leaf, "initialized_value") else leaf


def takes_graph_tensors(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that makes a dataset; in graphs a GraphDataset where it is given their tensors."""

    @functools.wraps(function)
    def made(*args: Any, **kwargs: Any) -> Any:
        if not is_active():
            return function(*args, **kwargs)
        filled, inputs = _split([list(args), kwargs])
        if not inputs:
            return function(*args, **kwargs)

        def make(values: list[Any]) -> Any:
            given, named = filled(values)
            return function(*given, **named)

        return GraphDataset(make, inputs)

    return made


def install_sources() -> None:
    """The sources of ``Dataset`` take tensors of graphs from now on."""
    from pelton.data import Dataset

    for name in _SOURCES:
        setattr(Dataset, name, staticmethod(takes_graph_tensors(getattr(Dataset, name))))


def values_of(arrays: Sequence[Any]) -> list[Any]:
    """Arrays as tensors."""
    return [_functions.convert(one) for one in arrays]
