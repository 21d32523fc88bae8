"""Owns transformations whose passes are Python code: scans, groups by key, distinct elements."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pelton._core import Tensor
from pelton._core import functions as _functions
from pelton.data import structure as _structure
from pelton.data.batch_methods import _unbatched_spec, batched_spec
from pelton.nest import flatten
from pelton.tensors.tensor_spec import TensorSpec


def derived(dataset: Any, begin: Any, spec: Any, kind: str, cardinality: int = -2) -> Any:
    """The dataset of the passes that begin() gives, made of another, whose settings it has."""
    from pelton.data.dataset import from_passes

    made = from_passes(begin, spec, kind, cardinality, [dataset])
    made._options = dataset._options
    return made


def _arguments(element: Any) -> tuple[Any, ...]:
    return _structure.arguments(element)


def rebatched_in_turn(dataset: Any, sizes: list[int], drops_remainder: bool) -> Any:
    """The rows of the elements in batches of these sizes in turn."""
    row, _ = _unbatched_spec(dataset.element_spec)
    rows = dataset.unbatch()

    def begin() -> Iterator[Any]:
        from itertools import cycle

        from pelton.data import composite_rows

        iterator = iter(rows)
        for size in cycle(sizes):
            taken = [row for _, row in zip(range(size), iterator, strict=False)]
            if not taken or (drops_remainder and len(taken) < size):
                return
            yield composite_rows.stacked(row, taken)

    return derived(dataset, begin, batched_spec(row, None), "_RebatchDataset")


def scanned(dataset: Any, initial_state: Any, function: Callable[..., Any]) -> Any:
    """The elements that function(state, element) -> (state, element) gives."""
    from pelton.data.function_methods import _next_state
    from pelton.data.functions import UserFunction

    def step(state: Any, element: Any) -> Any:
        given = function(state, element)
        if not isinstance(given, (tuple, list)) or len(given) != 2:
            raise TypeError(
                "Invalid `scan_func`. `scan_func` should return a pair consisting of new state and "
                f"the output value but its return type is {type(given)}."
            )
        return _next_state(state, given[0]), given[1]

    state_spec = _structure.spec_of(initial_state)
    while True:
        found = UserFunction("scan", step, (state_spec, dataset.element_spec)).spec
        made, wider = found[1], _wider(state_spec, found[0])
        if wider == state_spec:
            break
        state_spec = wider

    def begin() -> Iterator[Any]:
        state = initial_state
        for element in dataset:
            state, output = step(state, element)
            yield output

    return derived(dataset, begin, made, "_ScanDataset", dataset._node.cardinality)


def _wider(state_spec: Any, given: Any) -> Any:
    """The spec of states that have the sizes of one or of the other."""
    leaves = [
        one.most_specific_common_supertype([other]) if isinstance(one, TensorSpec) else one
        for one, other in zip(
            _structure.specs_in(state_spec), _structure.specs_in(given), strict=True
        )
    ]
    return _functions.pack(state_spec, leaves)


def window_of(dataset: Any, elements: list[Any]) -> Any:
    """A dataset of elements that are there already."""
    from pelton.data.dataset import from_passes

    return from_passes(lambda: iter(elements), dataset.element_spec, "_VariantDataset")


def _int64(value: Any) -> Any:
    """A key or a size as a tensor of int64. Raises ValueError for a tensor of another dtype,
    TypeError for a text or a fraction."""
    if isinstance(value, Tensor):
        if value.dtype.name != "int64":
            raise ValueError(
                f"Tensor conversion requested dtype int64 for Tensor with dtype {value.dtype.name}:"
                f" {value!r}"
            )
        return value
    if isinstance(value, (str, bytes, float)):
        raise TypeError(f"Expected int64, but got {value} of type '{type(value).__name__}'.")
    return _functions.convert(value, "int64")


def _size(value: Any) -> int:
    """The size of a window. Raises InvalidArgumentError below 1."""
    size = int(_int64(value))
    if size < 1:
        from pelton.errors import InvalidArgumentError

        raise InvalidArgumentError(f"Window size must be greater than zero, but got {size}.")
    return size


def _check_keys(dataset: Any, key_func: Callable[..., Any]) -> None:
    """Raises ValueError where the keys of elements are no single integers."""
    from pelton.data.functions import UserFunction

    made = UserFunction("group_by_window", key_func, dataset.element_spec, source=dataset).spec
    is_one = isinstance(made, TensorSpec) and made.shape.rank in (None, 0)
    if not is_one or made.dtype.name != "int64":
        raise ValueError(
            "Invalid `key_func`. `key_func` must return a single `tf.int64` scalar tensor but its "
            f"return type is {made}."
        )


def _window_dataset(made: Any) -> Any:
    from pelton.data.dataset import Dataset

    if not isinstance(made, Dataset):
        given = _structure.spec_of(_structure.normalized(made))
        raise TypeError(
            "Invalid `reduce_func`. `reduce_func` must return a single `tf.data.Dataset` object "
            f"but its return type is {given}."
        )
    return made


def grouped_by_window(
    dataset: Any, key_func: Callable[..., Any], reduce_func: Callable[..., Any], size_func: Any
) -> Any:
    """The datasets of full windows, then of what is left of each key in the order of the keys."""
    import pelton as tf

    def key_of(*element: Any) -> Any:
        return _int64(key_func(*element))

    _check_keys(dataset, key_of)

    def reduced(key: int, elements: list[Any]) -> Any:
        made = reduce_func(tf.constant(key, tf.int64), window_of(dataset, elements))
        return _window_dataset(made)

    def begin() -> Iterator[Any]:
        windows: dict[int, list[Any]] = {}
        sizes: dict[int, int] = {}
        for element in dataset:
            key = int(key_of(*_arguments(element)))
            window = windows.setdefault(key, [])
            if not window:
                sizes[key] = _size(size_func(tf.constant(key, tf.int64)))
            window.append(element)
            if len(window) >= sizes[key]:
                yield from reduced(key, windows.pop(key))
        for key in sorted(windows):
            yield from reduced(key, windows[key])

    spec = reduced(0, []).element_spec
    return derived(dataset, begin, spec, "_GroupByWindowDataset")


def _identity(element: Any) -> tuple[Any, ...]:
    """What equal elements of one tensor have in common."""
    (tensor,) = flatten(element)
    shape = tuple(tensor.shape.as_list())
    if tensor.dtype.name == "string":
        import numpy as np

        return shape, tuple(np.asarray(tensor.numpy()).reshape(-1).tolist())
    return shape, tensor.numpy().tobytes()


def unique(dataset: Any) -> Any:
    """Each element at its first appearance; raises TypeError for elements of several tensors."""
    specs = _structure.specs_in(dataset.element_spec)
    if len(specs) != 1 or not isinstance(specs[0], TensorSpec):
        raise TypeError(
            f"`tf.data.Dataset.unique` requires elements of one tensor, got {dataset.element_spec}."
        )

    def begin() -> Iterator[Any]:
        seen = set()
        for element in dataset:
            identity = _identity(element)
            if identity not in seen:
                seen.add(identity)
                yield element

    return derived(dataset, begin, dataset.element_spec, "_UniqueDataset")
