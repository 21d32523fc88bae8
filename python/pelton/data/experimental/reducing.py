"""group_by_reducer: one element for each key, made of all elements of that key."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton.data import structure as _structure
from pelton.data.dataset import Dataset, from_passes
from pelton.data.function_methods import _next_state
from pelton.data.functions import UserFunction
from pelton.tensors.tensor_spec import TensorSpec

_KEY = TensorSpec((), _dtypes.int64)


class Reducer:
    """`init_func(key)` gives a state, `reduce_func(state, element)` the next, and
    `finalize_func(state)` an element."""

    def __init__(
        self,
        init_func: Callable[..., Any],
        reduce_func: Callable[..., Any],
        finalize_func: Callable[..., Any],
    ) -> None:
        self._init_func = init_func
        self._reduce_func = reduce_func
        self._finalize_func = finalize_func

    @property
    def init_func(self) -> Callable[..., Any]:
        """Gives the first state of a key."""
        return self._init_func

    @property
    def reduce_func(self) -> Callable[..., Any]:
        """Gives the state after an element."""
        return self._reduce_func

    @property
    def finalize_func(self) -> Callable[..., Any]:
        """Gives the element of a last state."""
        return self._finalize_func


def _check_key(key_func: Callable[..., Any], dataset: Dataset) -> None:
    spec = UserFunction("group_by_reducer", key_func, dataset.element_spec, source=dataset).spec
    if spec != _KEY:
        raise ValueError(
            "Invalid `key_func`. Expected `key_func` to return a scalar tf.int64 tensor, but "
            f"instead `key_func` has output {spec}."
        )


def group_by_reducer(key_func: Callable[..., Any], reducer: Reducer) -> Callable[[Dataset], Any]:
    """One element for each int64 key that `key_func` gives, in the order of the keys. Raises
    ValueError for another key and TypeError for a state of other dtypes than the first."""

    def apply(dataset: Dataset) -> Dataset:
        import pelton as tf

        _check_key(key_func, dataset)

        def begin() -> Iterator[Any]:
            states: dict[int, Any] = {}
            for element in dataset:
                arguments = _structure.arguments(element)
                key = int(_functions.convert(key_func(*arguments)))
                if key not in states:
                    first = reducer.init_func(tf.constant(key, tf.int64))
                    states[key] = _structure.normalized(first)
                state = states[key]
                states[key] = _next_state(state, reducer.reduce_func(state, *arguments))
            for key in sorted(states):
                yield reducer.finalize_func(states[key])

        first = _structure.normalized(reducer.init_func(tf.constant(0, tf.int64)))
        spec = UserFunction(
            "group_by_reducer", reducer.finalize_func, _structure.spec_of(first), unpacks=False
        ).spec
        made = from_passes(begin, spec, "_GroupByReducerDataset", inputs=[dataset])
        made._options = dataset._options
        return made

    return apply
