"""The methods of Dataset that choose, order and keep elements and look at none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pelton import dtypes as _dtypes
from pelton._core import data as _data
from pelton._core import functions as _functions
from pelton.data import arguments as _arguments
from pelton.data import seeds as _seeds
from pelton.data import structure as _structure
from pelton.nest import assert_same_structure
from pelton.tensors.composite_specs import PartsSpec
from pelton.tensors.tensor_spec import TensorSpec

if TYPE_CHECKING:
    from pelton.data.dataset import Dataset

_BAD_BUFFER = "buffer_size must be greater than zero or UNKNOWN_CARDINALITY"
_BAD_PREFETCH = "buffer_size must be >= 0 or set buffer_size to be -1 for auto-tuning"
# What AUTOTUNE keeps ready: one being used, one waiting.
_AUTOTUNED_AHEAD = 2


def common_spec(first: Any, second: Any) -> Any:
    """The narrowest structure of specs that both are cases of; raises TypeError for none."""
    error = TypeError(f"Incompatible dataset elements:\n  {first} vs.   {second}")
    try:
        assert_same_structure(first, second)
    except (TypeError, ValueError):
        raise error from None
    one, other = _structure.specs_in(first), _structure.specs_in(second)
    found = []
    for a, b in zip(one, other, strict=True):
        has_shape = isinstance(a, (TensorSpec, PartsSpec))
        common = a.most_specific_common_supertype([b]) if has_shape else a
        if common is None or (not has_shape and a != b):
            raise error
        found.append(common)
    return _functions.pack(first, found)


def _zipped_nodes(structure: Any) -> list[Any]:
    from pelton.data.dataset import Dataset

    bad = (
        "Invalid input to `zip`. Inputs are expected to be (nested) structures of "
        "`tf.data.Dataset` objects"
    )
    if isinstance(structure, list):
        raise TypeError(
            f"{bad}. Python `list` is not supported and you should use `tuple` instead."
        )
    if isinstance(structure, dict):
        structure = tuple(structure[key] for key in sorted(structure))
    if isinstance(structure, tuple):
        return [node for part in structure for node in _zipped_nodes(part)]
    if not isinstance(structure, Dataset):
        raise TypeError(f"{bad} but encountered object of type {type(structure)}.")
    return [structure._node]


def _merged_options(datasets: Any) -> Any:
    """The settings of all these datasets, of the last one where they differ; None for none."""
    merged = None
    for dataset in datasets:
        if dataset._options is not None:
            merged = dataset._options if merged is None else merged.merge(dataset._options)
    return merged


class ElementMethods:
    """Transformations that look at no element."""

    _node: Any
    _derived: Any
    element_spec: Any

    @staticmethod
    def zip(*args: Any, datasets: Any = None, name: str | None = None) -> Dataset:
        """Elements of several datasets side by side, as many as the shortest has."""
        from pelton.data.dataset import Dataset

        if not args and datasets is None:
            raise TypeError("Must pass at least one dataset to `zip`.")
        if args and datasets is not None:
            raise TypeError("Both `*args` and `datasets` cannot be set.")
        structure = datasets if datasets is not None else args[0] if len(args) == 1 else args
        node = _data.zip(_zipped_nodes(structure))
        spec = _structure.map_leaves(lambda dataset: dataset.element_spec, structure)
        settings = _merged_options(_functions.flatten(structure))
        return Dataset(node, spec, "_ZipDataset", settings)

    def take(self, count: Any, name: str | None = None) -> Dataset:
        """The first `count` elements, all for -1."""
        node = _data.take(self._node, _arguments.integer("count", count))
        return self._derived(node, "_TakeDataset")

    def skip(self, count: Any, name: str | None = None) -> Dataset:
        """All but the first `count` elements, none for -1."""
        node = _data.skip(self._node, _arguments.integer("count", count))
        return self._derived(node, "_SkipDataset")

    def repeat(self, count: Any = None, name: str | None = None) -> Dataset:
        """The elements `count` times, or without end."""
        times = -1 if count is None else _arguments.integer("count", count)
        return self._derived(_data.repeat(self._node, times), "_RepeatDataset")

    def shard(self, num_shards: Any, index: Any, name: str | None = None) -> Dataset:
        """Elements index, index + num_shards, ..."""
        shards = _arguments.at_least(
            f"Number of shards must be greater than zero (currently num_shards = {num_shards}).",
            _arguments.integer("num_shards", num_shards),
            1,
        )
        place = _arguments.integer("index", index)
        text = f"Index must be between 0 and {shards - 1} (currently index = {place})."
        _arguments.at_least(text, place, 0)
        _arguments.at_least(text, shards - 1 - place, 0)
        return self._derived(_data.shard(self._node, shards, place), "_ShardDataset")

    def concatenate(self, dataset: Dataset, name: str | None = None) -> Dataset:
        """The elements of this dataset, then those of the other; raises TypeError where they
        differ in nesting or dtype."""
        spec = common_spec(self.element_spec, dataset.element_spec)
        node = _data.concatenate(self._node, dataset._node)
        made = self._derived(node, "_ConcatenateDataset", spec)
        made._options = _merged_options([self, dataset])
        return made

    def enumerate(self, start: Any = 0, name: str | None = None) -> Dataset:
        """(number, element), numbers counting from `start`, int64."""
        first = _arguments.integer("start", start)
        numbers = _data.range(first, _dtypes.int64.max, 1, _dtypes.int64)
        node = _data.zip([_data.repeat(numbers, -1), self._node])
        spec = (TensorSpec((), _dtypes.int64), self.element_spec)
        return self._derived(node, "_ZipDataset", spec)

    def shuffle(
        self,
        buffer_size: Any,
        seed: int | None = None,
        reshuffle_each_iteration: bool | None = True,
        name: str | None = None,
    ) -> Dataset:
        """The elements drawn at random from a buffer of `buffer_size`, in the order that
        TensorFlow draws for the same seeds; UNKNOWN_CARDINALITY: a buffer of all."""
        size = _arguments.integer("buffer_size", buffer_size)
        if size != _arguments.UNKNOWN_CARDINALITY:
            _arguments.at_least(_BAD_BUFFER, size, 1)
        reshuffles = reshuffle_each_iteration is None or bool(reshuffle_each_iteration)
        node = _data.shuffle(self._node, size, *_seeds.pair(seed), reshuffles)
        return self._derived(node, "_ShuffleDataset")

    def cache(self, filename: Any = "", name: str | None = None) -> Dataset:
        """The elements of the first whole pass, kept in memory, or in files named `filename`..."""
        if not isinstance(filename, str) or filename:
            from pelton.data.element_files import cached_in_files

            return cached_in_files(self, filename)
        return self._derived(_data.cache(self._node), "CacheDataset")

    def prefetch(self, buffer_size: Any, name: str | None = None) -> Dataset:
        """Up to `buffer_size` elements are made ahead, by a thread of each pass; None: AUTOTUNE."""
        wanted = _arguments.AUTOTUNE if buffer_size is None else buffer_size
        size = _arguments.at_least(
            _BAD_PREFETCH, _arguments.integer("buffer_size", wanted), _arguments.AUTOTUNE
        )
        ahead = _AUTOTUNED_AHEAD if size == _arguments.AUTOTUNE else size
        node = _data.prefetch(self._node, ahead) if ahead > 0 else self._node
        return self._derived(node, "_PrefetchDataset")

    def ignore_errors(self, log_warning: bool = False, name: str | None = None) -> Dataset:
        """The elements that raise no error."""
        node = _data.ignore_errors(self._node, bool(log_warning))
        return self._derived(node, "_IgnoreErrorsDataset")


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
