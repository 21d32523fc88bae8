"""The methods of Dataset that call a function for each element."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pelton import dtypes as _dtypes
from pelton._core import data as _data
from pelton._core import functions as _functions
from pelton.data import arguments as _arguments
from pelton.data import structure as _structure
from pelton.data.functions import UserFunction
from pelton.data.specs import DatasetSpec
from pelton.errors import InvalidArgumentError
from pelton.tensors.tensor_spec import TensorSpec

if TYPE_CHECKING:
    from pelton.data.dataset import Dataset


def _predicate(transformation: str, function: Any, dataset: Any) -> Any:
    """A function that gives one boolean; raises ValueError for another result."""
    made = UserFunction(transformation, function, dataset.element_spec, source=dataset)
    spec = made.spec
    if not isinstance(spec, TensorSpec) or spec.dtype != _dtypes.bool or spec.shape.rank != 0:
        raise ValueError(
            "Invalid `predicate`. `predicate` must return a `tf.bool` scalar tensor, but its "
            f"return type is {spec}."
        )
    return made.handle


def _dataset_function(transformation: str, function: Any, dataset: Any) -> Any:
    """A function that gives a dataset, and the spec of its elements; TypeError for another."""
    made = UserFunction(
        transformation, function, dataset.element_spec, source=dataset, gives_dataset=True
    )
    if not isinstance(made.spec, DatasetSpec):
        raise TypeError(
            f"`map_func` must return a `Dataset` object. {transformation} got one that returns "
            f"{made.spec}."
        )
    return made.handle, made.spec.element_spec


def _calls(num_parallel_calls: Any) -> int:
    """How many calls may run at once."""
    calls = _arguments.integer("num_parallel_calls", num_parallel_calls)
    text = "num_parallel_calls must be greater than zero."
    return calls if calls == _arguments.AUTOTUNE else _arguments.at_least(text, calls, 1)


def cycle_of(cycle_length: Any, name: str = "cycle_length") -> int:
    """How many datasets are open at once, given as `name`; InvalidArgumentError below 1."""
    import os

    length = -1 if cycle_length is None else _arguments.integer(name, cycle_length)
    if length == _arguments.AUTOTUNE:
        return os.cpu_count() or 1
    return _arguments.at_least(f"{name} must be greater than zero.", length, 1)


def _check_calls(calls: int, cycle_length: Any) -> None:
    """Raises InvalidArgumentError for more calls at once than open datasets."""
    cycle = -1 if cycle_length is None else _arguments.integer("cycle_length", cycle_length)
    if _arguments.AUTOTUNE not in (calls, cycle) and calls > cycle:
        raise InvalidArgumentError(
            "If `cycle_length` is set to a fixed value, `num_parallel_calls` must be either "
            "`tf.data.AUTOTUNE` or a value less than or equal to `cycle_length`. However, "
            f"`num_parallel_calls` is {calls} but `cycle_length` is {cycle}."
        )


class FunctionMethods:
    """Functions of elements. A tuple's parts are passed by position."""

    _node: Any
    _derived: Any
    element_spec: Any

    def map(
        self,
        map_func: Callable[..., Any],
        num_parallel_calls: Any = None,
        deterministic: bool | None = None,
        synchronous: bool | None = None,
        use_unbounded_threadpool: bool = False,
        name: str | None = None,
    ) -> Dataset:
        """`map_func` of each element, traced once where that is possible. With
        `num_parallel_calls` several calls run at once; elements keep their order."""
        function = UserFunction("map", map_func, self.element_spec, source=self)
        if num_parallel_calls is None:
            node = _data.map(self._node, function.handle)
            return self._derived(node, "_MapDataset", function.spec)
        calls = _calls(num_parallel_calls)
        node = _data.parallel_map(self._node, function.handle, calls)
        return self._derived(node, "_ParallelMapDataset", function.spec)

    def filter(self, predicate: Callable[..., Any], name: str | None = None) -> Dataset:
        """The elements for which `predicate` is true."""
        handle = _predicate("filter", predicate, self)
        return self._derived(_data.filter(self._node, handle), "_FilterDataset")

    def take_while(self, predicate: Callable[..., Any], name: str | None = None) -> Dataset:
        """The elements up to the first for which `predicate` is false."""
        handle = _predicate("take_while", predicate, self)
        return self._derived(_data.take_while(self._node, handle), "_TakeWhileDataset")

    def flat_map(self, map_func: Callable[..., Any], name: str | None = None) -> Dataset:
        """The elements of the datasets that `map_func` gives, one dataset after the other."""
        handle, spec = _dataset_function("flat_map", map_func, self)
        node = _data.interleave(self._node, handle, 1, 1)
        return self._derived(node, "_FlatMapDataset", spec)

    def interleave(
        self,
        map_func: Callable[..., Any],
        cycle_length: Any = None,
        block_length: Any = None,
        num_parallel_calls: Any = None,
        deterministic: bool | None = None,
        name: str | None = None,
    ) -> Dataset:
        """The elements of the datasets that `map_func` gives, `block_length` in turn from each of
        `cycle_length` datasets (default: the number of CPUs). Passes use one thread, whatever
        `num_parallel_calls` is."""
        handle, spec = _dataset_function("interleave", map_func, self)
        block = 1 if block_length is None else _arguments.integer("block_length", block_length)
        _arguments.at_least("block_length must be greater than zero.", block, 1)
        node = _data.interleave(self._node, handle, cycle_of(cycle_length), block)
        is_parallel = num_parallel_calls is not None
        if is_parallel:
            _check_calls(_calls(num_parallel_calls), cycle_length)
        kind = "_ParallelInterleaveDataset" if is_parallel else "_InterleaveDataset"
        return self._derived(node, kind, spec)

    def reduce(
        self, initial_state: Any, reduce_func: Callable[..., Any], name: str | None = None
    ) -> Any:
        """What `reduce_func(state, element)` gives for the last element, from `initial_state` on.
        Raises TypeError where a state has other dtypes than the one before."""
        first = state = _structure.normalized(initial_state)
        is_empty = True
        for element in self:  # type: ignore[attr-defined]
            is_empty = False
            state = _next_state(state, reduce_func(state, element))
        if is_empty:
            _check_step(first, reduce_func, self.element_spec)
        return state

    def scan(
        self, initial_state: Any, scan_func: Callable[..., Any], name: str | None = None
    ) -> Dataset:
        """`scan_func(state, element)` gives the next state and an element, in turn."""
        from pelton.data.regrouping import scanned

        return scanned(self, _structure.normalized(initial_state), scan_func)


def _check_step(state: Any, function: Callable[..., Any], element_spec: Any) -> None:
    """Raises TypeError where the function would give a state of other dtypes."""
    spec = (_structure.spec_of(state), element_spec)
    UserFunction("reduce", lambda state, x: _next_state(state, function(state, x)), spec)


def _next_state(state: Any, given: Any) -> Any:
    made = _structure.normalized(tuple(given) if isinstance(given, list) else given)
    before, after = _functions.flatten(state), _functions.flatten(made)
    if len(before) != len(after):
        raise TypeError(
            f"The element structure for the new state must match the initial state. Expected "
            f"{_structure.spec_of(state)} but got {_structure.spec_of(made)}."
        )
    for one, other in zip(before, after, strict=True):
        kinds = [getattr(part, "dtype", type(part)) for part in (one, other)]
        if one is not None and kinds[0] != kinds[1]:
            raise TypeError(
                "The element types for the new state must match the initial state. Expected "
                f"{kinds[0]} but got {kinds[1]}."
            )
    return made


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
