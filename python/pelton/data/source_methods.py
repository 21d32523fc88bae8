"""The methods of Dataset that make datasets of tensors, numbers and Python code."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from pelton import dtypes as _dtypes
from pelton._core import data as _data
from pelton._core import functions as _functions
from pelton.data import arguments as _arguments
from pelton.data import structure as _structure
from pelton.data.specs import DatasetSpec
from pelton.tensors.composite_specs import NoneTensorSpec
from pelton.tensors.spec_of_value import composite_spec
from pelton.tensors.tensor_spec import TensorSpec

if TYPE_CHECKING:
    from pelton.data.dataset import Dataset


def _row_spec(leaf: Any) -> Any:
    if leaf is None:
        return NoneTensorSpec()
    found = composite_spec(leaf)
    return TensorSpec(leaf.shape[1:], leaf.dtype) if found is None else found.row_spec()


def _checked_slices(element: Any) -> list[Any]:
    leaves = list(_functions.flatten(element))
    if not leaves:
        raise ValueError("Invalid `element`. `element` should not be empty.")
    for leaf in leaves:
        if leaf is not None and composite_spec(leaf) is None and leaf.shape.rank == 0:
            raise ValueError("Unbatching a tensor is only supported for rank >= 1")
    return leaves


def _rows_in(leaf: Any) -> int:
    spec = composite_spec(leaf)
    return int(leaf.shape[0] if spec is None else spec.count_of_rows())


def _number_of_rows(leaves: list[Any]) -> int:
    """Of all leaves; raises ValueError where they differ."""
    counts = [_rows_in(leaf) for leaf in leaves if leaf is not None]
    for count in counts[1:]:
        if count != counts[0]:
            raise ValueError(f"Dimensions {counts[0]} and {count} are not compatible")
    return counts[0]


def _counted(first: Any, pace: Any) -> Dataset:
    """Numbers that are no integers, each the sum of the one before and `pace`."""
    from pelton.data.dataset import from_passes

    def begin() -> Iterator[Any]:
        number = first
        while True:
            yield number
            number = number + pace

    return from_passes(begin, TensorSpec((), pace.dtype), "_ScanDataset", -1)


def _of_datasets(datasets: list[Any]) -> Dataset:
    from pelton.data.dataset import check_dataset, from_passes
    from pelton.data.element_methods import common_spec

    spec = check_dataset("tensors", datasets[0]).element_spec
    for other in datasets[1:]:
        spec = common_spec(spec, check_dataset("tensors", other).element_spec)
    held = list(datasets)
    return from_passes(
        lambda: iter(held), DatasetSpec(spec), "_TensorSliceDataset", len(held), held
    )


class SourceMethods:
    """Sources."""

    @staticmethod
    def from_tensors(tensors: Any, name: str | None = None) -> Dataset:
        """One element."""
        from pelton.data.dataset import Dataset

        element = _structure.normalized(tensors)
        node = _data.from_tensors(_structure.leaves_of(element))
        return Dataset(node, _structure.spec_of(element), "_TensorDataset")

    @staticmethod
    def from_tensor_slices(tensors: Any, name: str | None = None) -> Dataset:
        """The rows of tensors; raises ValueError for different lengths and for 0-d tensors.

        A list of datasets gives these datasets, whose elements must have a spec in common:
        TypeError otherwise."""
        from pelton.data.dataset import Dataset

        if isinstance(tensors, list) and tensors and isinstance(tensors[0], Dataset):
            return _of_datasets(tensors)
        element = _structure.normalized(tensors)
        leaves = _checked_slices(element)
        spec = _structure.map_leaves(_row_spec, element)
        if any(composite_spec(leaf) is not None for leaf in leaves):
            from pelton.data.composite_rows import slices

            return slices(element, spec, _number_of_rows(leaves))
        return Dataset(_data.from_tensor_slices(leaves), spec, "_TensorSliceDataset")

    @staticmethod
    def range(*args: Any, output_type: Any = _dtypes.int64, name: str | None = None) -> Dataset:
        """The numbers of Python's range: (stop), (start, stop) or (start, stop, step)."""
        from pelton.data.dataset import Dataset

        if not 1 <= len(args) <= 3:
            raise ValueError(
                "Invalid `args`. The length of `args` should be between 1 and 3 but was "
                f"{len(args)}."
            )
        numbers = [_arguments.integer("args", value) for value in args]
        start, stop, step = (
            (0, *numbers, 1) if len(numbers) == 1 else (*numbers, *[1] * (3 - len(numbers)))
        )
        dtype = _dtypes.as_dtype(output_type)
        node = _data.range(start, stop, step, dtype)
        return Dataset(node, TensorSpec((), dtype), "_RangeDataset")

    @staticmethod
    def from_generator(
        generator: Callable[..., Any],
        output_types: Any = None,
        output_shapes: Any = None,
        args: Any = None,
        output_signature: Any = None,
        name: str | None = None,
    ) -> Dataset:
        """What `generator(*args)` yields; its specs, or dtypes and shapes, must be given."""
        from pelton.data.generator import from_generator

        return from_generator(generator, output_types, output_shapes, args, output_signature)

    @staticmethod
    def random(
        seed: int | None = None,
        rerandomize_each_iteration: bool | None = None,
        name: str | None = None,
    ) -> Dataset:
        """Numbers below 2**32 without end, int64."""
        from pelton.data.random_numbers import random_dataset

        return random_dataset(seed, bool(rerandomize_each_iteration))

    @staticmethod
    def counter(
        start: Any = 0, step: Any = 1, dtype: Any = _dtypes.int64, name: str | None = None
    ) -> Dataset:
        """start, start + step, ... without end."""
        from pelton.data.dataset import Dataset

        first, pace = _functions.convert(start, dtype), _functions.convert(step, dtype)
        if not pace.dtype.is_integer:
            return _counted(first, pace)
        last = _dtypes.int64.max if int(pace) > 0 else _dtypes.int64.min
        node = _data.repeat(_data.range(int(first), last, int(pace) or 1, pace.dtype), -1)
        return Dataset(node, TensorSpec((), pace.dtype), "_ScanDataset")


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
