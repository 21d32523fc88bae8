"""Types of pelton.lookup. Made by `dev.py stubs`; do not edit."""

from pelton._core import DType
from pelton._core import FailedPreconditionError as FailedPreconditionError
from pelton._core import InvalidArgumentError as InvalidArgumentError
from pelton._core import Tensor
from pelton._types import DTypeLike
from pelton.lookup.table import LookupTable
from pelton.names.named_enums import NamedIntEnum as NamedIntEnum
from typing import Any


class KeyValueTensorInitializer:
    def __init__(
        self,
        keys: Any,
        values: Any,
        key_dtype: DTypeLike | None = None,
        value_dtype: DTypeLike | None = None,
        name: str | None = None,
    ) -> None: ...
    @property
    def key_dtype(self) -> DType: ...
    @property
    def value_dtype(self) -> DType: ...

class StaticHashTable(LookupTable):
    def __init__(
        self,
        initializer: KeyValueTensorInitializer,
        default_value: Any,
        name: str | None = None,
        experimental_is_anonymous: bool = False,
    ) -> None: ...
    @property
    def default_value(self) -> Tensor: ...

class StaticVocabularyTable:
    def __init__(
        self,
        initializer: KeyValueTensorInitializer | None,
        num_oov_buckets: int,
        lookup_key_dtype: DTypeLike | None = None,
        name: str | None = None,
        experimental_is_anonymous: bool = False,
    ) -> None: ...
    @property
    def key_dtype(self) -> DType: ...
    @property
    def value_dtype(self) -> DType: ...
    def size(self, name: str | None = None) -> Tensor: ...
    def lookup(self, keys: Any, name: str | None = None) -> Any: ...
    def __getitem__(self, keys: Any) -> Any: ...

class TextFileIndex(NamedIntEnum):
    WHOLE_LINE = -2
    LINE_NUMBER = -1

class TextFileInitializer(KeyValueTensorInitializer):
    def __init__(
        self,
        filename: str,
        key_dtype: DTypeLike,
        key_index: int,
        value_dtype: DTypeLike,
        value_index: int,
        vocab_size: int | None = None,
        delimiter: str = '\t',
        name: str | None = None,
        value_index_offset: int = 0,
    ) -> None: ...
