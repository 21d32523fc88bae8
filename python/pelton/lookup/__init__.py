"""Owns ``tf.lookup``: tables from keys to values, whose keys are found by ``find_keys``."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import FailedPreconditionError, InvalidArgumentError
from pelton.lookup.table import LookupTable as _LookupTable
from pelton.lookup.table import as_key as _as_key
from pelton.names.named_enums import NamedIntEnum

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import DType, Tensor
    from pelton._types import DTypeLike


class KeyValueTensorInitializer:
    """Keys and values as two vectors of one length."""

    def __init__(
        self,
        keys: Any,
        values: Any,
        key_dtype: DTypeLike | None = None,
        value_dtype: DTypeLike | None = None,
        name: str | None = None,
    ) -> None:
        self.keys = _functions.convert(keys, key_dtype)
        self.values = _functions.convert(values, value_dtype)
        if self.keys.ndim != 1 or self.keys.shape != self.values.shape:
            raise ValueError(
                "KeyValueTensorInitializer: keys and values must be vectors of one length, got "
                f"shapes {tuple(self.keys.shape)} and {tuple(self.values.shape)}"
            )

    @property
    def key_dtype(self) -> DType:
        """The DType of the keys."""
        return self.keys.dtype

    @property
    def value_dtype(self) -> DType:
        """The DType of the values."""
        return self.values.dtype


class TextFileIndex(NamedIntEnum):
    """What of a line is a key or a value, where it is no column."""

    WHOLE_LINE = -2
    LINE_NUMBER = -1


class TextFileInitializer(KeyValueTensorInitializer):
    """Keys and values from the lines of a file: columns by number, whole lines or their numbers."""

    def __init__(
        self,
        filename: str,
        key_dtype: DTypeLike,
        key_index: int,
        value_dtype: DTypeLike,
        value_index: int,
        vocab_size: int | None = None,
        delimiter: str = "\t",
        name: str | None = None,
        value_index_offset: int = 0,
    ) -> None:
        content = _ops.read_file(_functions.convert(filename, _dtypes.string)).numpy()
        lines = content.split(b"\n")[:-1] if content.endswith(b"\n") else content.split(b"\n")
        lines = [line.removesuffix(b"\r") for line in lines if content][:vocab_size]

        def column(index: int, dtype: DTypeLike, offset: int) -> Tensor:
            wanted = _dtypes.as_dtype(dtype)
            if index == TextFileIndex.LINE_NUMBER:
                return _functions.convert([n + offset for n in range(len(lines))], wanted)
            parts = lines
            if index != TextFileIndex.WHOLE_LINE:
                rows = [line.split(delimiter.encode()) for line in lines]
                for number, row in enumerate(rows):
                    if index >= len(row):
                        raise InvalidArgumentError(
                            f"Invalid number of columns in {filename} line {number + 1}: expected "
                            f"more than {index}, got {len(row)}"
                        )
                parts = [row[index] for row in rows]
            texts = _functions.convert(parts, _dtypes.string)
            return texts if wanted == _dtypes.string else _ops.string_to_number(texts, wanted)

        super().__init__(
            column(key_index, key_dtype, 0), column(value_index, value_dtype, value_index_offset)
        )


class StaticHashTable(_LookupTable):
    """A table that never changes; FailedPreconditionError where a key has two values."""

    def __init__(
        self,
        initializer: KeyValueTensorInitializer,
        default_value: Any,
        name: str | None = None,
        experimental_is_anonymous: bool = False,
    ) -> None:
        self._keys, self._values = _pairs_of(initializer)
        self._default = _functions.convert(default_value, self._values.dtype)

    @property
    def default_value(self) -> Tensor:
        """What keys get that the table does not have."""
        return self._default


def _pairs_of(initializer: KeyValueTensorInitializer) -> tuple[Tensor, Tensor]:
    """The keys and values; none of an initializer of one's own that has dtypes alone."""
    try:
        key_dtype, value_dtype = initializer.key_dtype, initializer.value_dtype
    except AttributeError:
        raise TypeError(
            "StaticHashTable: initializer must be a KeyValueTensorInitializer or a "
            f"TextFileInitializer, got {type(initializer).__name__}"
        ) from None
    if hasattr(initializer, "keys"):
        return _without_repeats(initializer.keys, initializer.values)
    return _functions.convert([], key_dtype), _functions.convert([], value_dtype)


def _without_repeats(keys: Tensor, values: Tensor) -> tuple[Tensor, Tensor]:
    first: dict[Any, int] = {}
    given = list(zip(keys.numpy().tolist(), values.numpy().tolist(), strict=True))
    for at, (key, value) in enumerate(given):
        before = first.setdefault(key, at)
        if given[before][1] != value:
            raise FailedPreconditionError(
                "HashTable has different value for same key. Key "
                f"{key!r} has {given[before][1]!r} and trying to add value {value!r}"
            )
    if len(first) == len(given):
        return keys, values
    kept = list(first.values())
    return _ops.gather(keys, kept), _ops.gather(values, kept)


class StaticVocabularyTable:
    """Keys to numbers: those of a vocabulary their own, others one of ``num_oov_buckets``."""

    def __init__(
        self,
        initializer: KeyValueTensorInitializer | None,
        num_oov_buckets: int,
        lookup_key_dtype: DTypeLike | None = None,
        name: str | None = None,
        experimental_is_anonymous: bool = False,
    ) -> None:
        if num_oov_buckets <= 0:
            raise ValueError(f"`num_oov_buckets` must be > 0, got {num_oov_buckets}")
        self._buckets = num_oov_buckets
        self._table = None
        if initializer is not None:
            if initializer.key_dtype not in (_dtypes.int64, _dtypes.string):
                raise TypeError(
                    "Invalid `key_dtype`, expected one of (tf.int64, tf.string), but got "
                    f"{initializer.key_dtype!r}."
                )
            if initializer.value_dtype != _dtypes.int64:
                raise TypeError(
                    f"Invalid `value_dtype`, expected int64 but got {initializer.value_dtype!r}"
                )
            self._table = StaticHashTable(initializer, -1)
        kind = initializer.key_dtype if initializer is not None else _dtypes.string
        self._key_dtype = _dtypes.as_dtype(lookup_key_dtype) if lookup_key_dtype else kind

    def _checkpoint_children(self) -> list[tuple[str, Any]]:
        return [] if self._table is None else [("_table", self._table)]

    @property
    def key_dtype(self) -> DType:
        """The DType of the keys."""
        return self._key_dtype

    @property
    def value_dtype(self) -> DType:
        """int64."""
        return _dtypes.int64

    def size(self, name: str | None = None) -> Tensor:
        """The number of keys and buckets, as int64."""
        own = 0 if self._table is None else self._table.size()
        return _functions.convert(own + self._buckets, _dtypes.int64)

    def lookup(self, keys: Any, name: str | None = None) -> Any:
        """The number of each key; of others that of a bucket, by their fingerprint."""
        from pelton.ragged.ragged_tensor import RaggedTensor
        from pelton.sparse.sparse_tensor import SparseTensor

        if isinstance(keys, RaggedTensor):
            return keys.with_flat_values(self.lookup(keys.flat_values))
        if isinstance(keys, SparseTensor):
            return keys.with_values(self.lookup(keys.values))
        given = _as_key(keys, self._key_dtype)
        texts = given if given.dtype == _dtypes.string else _ops.as_string(given)
        buckets = _ops.string_to_hash_bucket_fast(texts, num_buckets=self._buckets)
        if self._table is None:
            return buckets
        found = self._table.lookup(given)
        return _ops.where(found < 0, buckets + self._table.size(), found)

    def __getitem__(self, keys: Any) -> Any:
        return self.lookup(keys)


def __dir__() -> list[str]:
    return sorted({*globals(), "experimental"})


def __getattr__(name: str) -> object:
    if name == "experimental":
        from importlib import import_module

        return import_module("pelton.lookup.experimental")
    from pelton.names.missing_names import missing

    raise missing(__name__, name, __dir__())


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
