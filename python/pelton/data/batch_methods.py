"""The methods of Dataset that put elements together and take them apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pelton import dtypes as _dtypes
from pelton._core import data as _data
from pelton._core import functions as _functions
from pelton.data import arguments as _arguments
from pelton.data import structure as _structure
from pelton.data.specs import DatasetSpec
from pelton.tensor_shape import TensorShape
from pelton.tensors.composite_specs import PartsSpec
from pelton.tensors.tensor_spec import TensorSpec

if TYPE_CHECKING:
    from pelton.data.dataset import Dataset

_BAD_BATCH = "Batch size must be greater than zero."


def batch_size_of(value: Any) -> int:
    """A batch size; raises InvalidArgumentError below 1."""
    return _arguments.at_least(_BAD_BATCH, _arguments.integer("batch_size", value), 1)


def batched_spec(spec: Any, rows: int | None) -> Any:
    """The spec of a batch of such elements."""

    def batched(leaf: Any) -> Any:
        if isinstance(leaf, PartsSpec):
            return leaf.batched(rows)
        if not isinstance(leaf, TensorSpec):
            return leaf
        if leaf.shape.rank is None:
            return TensorSpec(None, leaf.dtype)
        return TensorSpec([rows, *leaf.shape], leaf.dtype)

    return _structure.map_leaves(batched, spec)


def _unbatched_spec(spec: Any) -> tuple[Any, int]:
    """The spec of a row, and how many rows there are, -1 where that is not known."""
    rows = -1

    def note(found: int | None) -> None:
        nonlocal rows
        if found is None:
            return
        if rows not in (-1, found):
            raise ValueError(
                "`unbatch()` is only supported for datasets of elements whose components have a "
                f"matching leading dimension. Encountered both {rows} and {found}."
            )
        rows = found

    def unbatched(leaf: Any) -> Any:
        if not isinstance(leaf, (TensorSpec, PartsSpec)):
            return leaf
        if isinstance(leaf, PartsSpec):
            note(leaf.count_of_rows())
            return leaf.row_spec()
        if leaf.shape.rank is None:
            return TensorSpec(None, leaf.dtype)
        if leaf.shape.rank == 0:
            raise ValueError("Cannot unbatch an input with scalar components.")
        note(leaf.shape[0])
        return TensorSpec(leaf.shape[1:], leaf.dtype)

    return _structure.map_leaves(unbatched, spec), rows


def _padded_shape(given: Any, spec: TensorSpec, place: int) -> TensorShape:
    if given is None and spec.shape.rank is None:
        raise ValueError(
            f"You must provide `padded_shapes` argument because component {place} has unknown rank."
        )
    if given is None:
        return spec.shape
    sizes = [None if size is None or int(size) < 0 else int(size) for size in given]
    known = spec.shape
    fits = known.rank is None or (
        known.rank == len(sizes)
        and all(a is None or b is None or b <= a for a, b in zip(sizes, known, strict=True))
    )
    if not fits:
        raise ValueError(
            f"The padded shape {TensorShape(sizes)} is not compatible with the shape {known} of "
            "the corresponding input component."
        )
    return TensorShape(sizes)


def _padding_value(given: Any, spec: TensorSpec) -> Any:
    import pelton as tf

    if given is None:
        return tf.zeros((), spec.dtype)
    value = _functions.convert(given)
    if isinstance(given, int) and value.dtype != spec.dtype:
        value = tf.cast(value, spec.dtype)
    if value.dtype != spec.dtype:
        raise TypeError(
            f"Invalid `padding_values`. `padding_values` values type {value.dtype} does not "
            f"match type {spec.dtype} of the corresponding input component."
        )
    if value.shape.rank != 0:
        raise ValueError(
            f"Invalid `padding_values`. `padding_values` shape should be a scalar, but got "
            f"{value.shape}."
        )
    return value


def shapes_by_leaf(given: Any, spec: Any) -> list[Any]:
    """A shape or None for each leaf of `spec`: of nested shapes, or one for a lone leaf."""
    if given is None:
        return [None] * len(_structure.specs_in(spec))
    if isinstance(spec, dict):
        return [leaf for key in sorted(spec) for leaf in shapes_by_leaf(given[key], spec[key])]
    if isinstance(spec, tuple):
        if not isinstance(given, (tuple, list)) or len(given) != len(spec):
            raise TypeError(
                f"`padded_shapes` {given!r} is not nested as the elements are: {spec!r}"
            )
        parts = zip(given, spec, strict=True)
        return [leaf for part in parts for leaf in shapes_by_leaf(*part)]
    if isinstance(given, (list, tuple)):
        given = [None if isinstance(size, int) and size == -1 else size for size in given]
    return [TensorShape(given)]


def _values_by_leaf(given: Any, spec: Any) -> list[Any]:
    if isinstance(spec, dict) and isinstance(given, dict):
        return [leaf for key in sorted(spec) for leaf in _values_by_leaf(given[key], spec[key])]
    if isinstance(spec, tuple) and isinstance(given, tuple):
        parts = zip(given, spec, strict=True)
        return [leaf for part in parts for leaf in _values_by_leaf(*part)]
    return [given] * len(_structure.specs_in(spec))


class BatchMethods:
    """Batches, windows and their rows."""

    _node: Any
    _derived: Any
    element_spec: Any

    def batch(
        self,
        batch_size: Any,
        drop_remainder: bool = False,
        num_parallel_calls: Any = None,
        deterministic: bool | None = None,
        name: str | None = None,
    ) -> Dataset:
        """`batch_size` elements each, stacked; the last batch may be smaller unless dropped."""
        size, drops = batch_size_of(batch_size), _arguments.boolean("drop", drop_remainder)
        spec = batched_spec(self.element_spec, size if drops else None)
        kind = "_BatchDataset" if num_parallel_calls is None else "_ParallelBatchDataset"
        if _structure.has_parts(self.element_spec):
            from pelton.data.composite_rows import batches

            return batches(self, size, drops, spec, kind)
        return self._derived(_data.batch(self._node, size, drops), kind, spec)

    def ragged_batch(
        self,
        batch_size: Any,
        drop_remainder: bool = False,
        row_splits_dtype: Any = _dtypes.int64,
        name: str | None = None,
    ) -> Dataset:
        """As batch, of tensors of different sizes: those with open sizes become ragged tensors."""
        from pelton.data.ragged_batches import ragged_batched

        size, drops = batch_size_of(batch_size), bool(drop_remainder)
        return ragged_batched(self, size, drops, row_splits_dtype)

    def sparse_batch(self, batch_size: Any, row_shape: Any, name: str | None = None) -> Dataset:
        """As batch, of tensors of different sizes: all that they hold, as a sparse tensor whose
        rows have `row_shape`, with the largest sizes of the batch where that is open. Raises
        TypeError for elements that are not one tensor, DataLossError for larger ones."""
        from pelton.data.ragged_batches import sparse_batched

        return sparse_batched(self, batch_size_of(batch_size), row_shape)

    def padded_batch(
        self,
        batch_size: Any,
        padded_shapes: Any = None,
        padding_values: Any = None,
        drop_remainder: bool = False,
        name: str | None = None,
    ) -> Dataset:
        """As batch, with elements padded at their ends: to `padded_shapes`, or as large as the
        largest of the batch where a size is None or -1."""
        specs = _structure.specs_in(self.element_spec)
        if any(isinstance(spec, DatasetSpec) for spec in specs):
            raise TypeError("`padded_batch` is not supported for elements that are datasets")
        for one in specs:
            if isinstance(one, PartsSpec):
                raise TypeError(
                    "`padded_batch` is only supported for datasets that produce tensor elements "
                    "but type spec of elements in the input dataset is not a subclass of "
                    f"TensorSpec: `{one!r}`."
                )
        size, drops = batch_size_of(batch_size), bool(drop_remainder)
        wanted = shapes_by_leaf(padded_shapes, self.element_spec)
        shapes = [_padded_shape(*pair, i) for i, pair in enumerate(zip(wanted, specs, strict=True))]
        given = _values_by_leaf(padding_values, self.element_spec)
        values = [_padding_value(*pair) for pair in zip(given, specs, strict=True)]
        padded = [TensorSpec(*pair) for pair in zip(shapes, (s.dtype for s in specs), strict=True)]
        spec = batched_spec(_functions.pack(self.element_spec, padded), size if drops else None)
        node = _data.padded_batch(self._node, size, drops, shapes, values)
        return self._derived(node, "_PaddedBatchDataset", spec)

    def unbatch(self, name: str | None = None) -> Dataset:
        """The rows of the elements."""
        spec, rows = _unbatched_spec(self.element_spec)
        if _structure.has_parts(self.element_spec):
            from pelton.data.composite_rows import unbatched

            return unbatched(self, spec)
        return self._derived(_data.unbatch(self._node, rows), "_UnbatchDataset", spec)

    def rebatch(
        self, batch_size: Any, drop_remainder: bool = False, name: str | None = None
    ) -> Dataset:
        """The rows of the elements in batches of another size, or of several in turn."""
        row, rows = _unbatched_spec(self.element_spec)
        drops = bool(drop_remainder)
        if isinstance(batch_size, (list, tuple)):
            sizes = [batch_size_of(size) for size in batch_size]
            if len(set(sizes)) != 1:
                from pelton.data.regrouping import rebatched_in_turn

                return rebatched_in_turn(self, sizes, drops)
            batch_size = sizes[0]
        size = batch_size_of(batch_size)
        is_even = drops or (rows > 0 and rows % size == 0)
        spec = batched_spec(row, size if is_even else None)
        if _structure.has_parts(self.element_spec):
            from pelton.data.composite_rows import batches

            return batches(self.unbatch(), size, drops, spec, "_RebatchDataset")
        return self._derived(_data.rebatch(self._node, size, drops), "_RebatchDataset", spec)

    def window(
        self,
        size: Any,
        shift: Any = None,
        stride: Any = 1,
        drop_remainder: bool = False,
        name: str | None = None,
    ) -> Dataset:
        """Datasets of `size` elements, each `shift` further (default: size), taking every
        `stride`-th."""
        numbers = {}
        for what, value in (("size", size), ("shift", shift), ("stride", stride)):
            number = numbers["size"] if value is None else _arguments.integer(what, value)
            text = f"Window {what} must be greater than zero."
            numbers[what] = _arguments.at_least(text, number, 1)
        if _structure.has_parts(self.element_spec):
            from pelton.data.composite_rows import windows

            return windows(self, *numbers.values(), bool(drop_remainder))
        spec = _structure.map_leaves(DatasetSpec, self.element_spec)
        node = _data.window(self._node, *numbers.values(), bool(drop_remainder))
        return self._derived(node, "_WindowDataset", spec)


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
