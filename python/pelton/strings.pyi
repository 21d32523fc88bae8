"""Types of pelton.strings. Made by `dev.py stubs`; do not edit."""

from collections.abc import Sequence
from pelton._core import OutOfRangeError as OutOfRangeError
from pelton._core import Tensor
from pelton._types import DTypeLike
from pelton._types import TensorLike
from pelton.ops.text_rows import ngrams as ngrams
from pelton.ops.text_rows import to_hash_bucket as to_hash_bucket
from pelton.ops.text_rows import unsorted_segment_join as unsorted_segment_join
from pelton.ops.unicode_scripts import unicode_script as unicode_script
from typing import Any

def as_string(
    input: TensorLike,
    precision: int = -1,
    scientific: bool = False,
    shortest: bool = False,
    width: int = -1,
    fill: str = '',
    name: str | None = None,
) -> Tensor: ...
def bytes_split(input: TensorLike, name: str | None = None) -> Any: ...
def format(
    template: str,
    inputs: Any,
    placeholder: str = '{}',
    summarize: int = 3,
    name: str | None = None,
) -> Tensor: ...
def join(inputs: Sequence[Any], separator: str = '', name: str | None = None) -> Tensor: ...
def length(input: TensorLike, unit: str = 'BYTE', name: str | None = None) -> Tensor: ...
def lower(input: TensorLike, encoding: str = '', name: str | None = None) -> Tensor: ...
def reduce_join(
    inputs: Any,
    axis: Any = None,
    keepdims: bool = False,
    separator: str = '',
    name: str | None = None,
) -> Tensor: ...
def regex_full_match(input: TensorLike, pattern: str, name: str | None = None) -> Tensor: ...
def regex_replace(
    input: TensorLike,
    pattern: str,
    rewrite: str,
    replace_global: bool = True,
    name: str | None = None,
) -> Tensor: ...
def split(
    input: TensorLike,
    sep: str | None = None,
    maxsplit: int = -1,
    name: str | None = None,
) -> Any: ...
def strip(input: TensorLike, name: str | None = None) -> Tensor: ...
def substr(
    input: TensorLike,
    pos: TensorLike,
    len: TensorLike,
    unit: str = 'BYTE',
    name: str | None = None,
) -> Tensor: ...
def to_hash_bucket_fast(input: TensorLike, num_buckets: int, name: str | None = None) -> Tensor: ...
def to_hash_bucket_strong(
    input: TensorLike,
    num_buckets: int,
    key: Sequence[int],
    name: str | None = None,
) -> Tensor: ...
def to_number(input: TensorLike, out_type: DTypeLike = ..., name: str | None = None) -> Tensor: ...
def unicode_decode(
    input: TensorLike,
    input_encoding: str,
    errors: str = 'replace',
    replacement_char: int = 65533,
    replace_control_characters: bool = False,
    name: str | None = None,
) -> Any: ...
def unicode_decode_with_offsets(
    input: TensorLike,
    input_encoding: str,
    errors: str = 'replace',
    replacement_char: int = 65533,
    replace_control_characters: bool = False,
    name: str | None = None,
) -> tuple[Any, Any]: ...
def unicode_encode(
    input: Any,
    output_encoding: str,
    errors: str = 'replace',
    replacement_char: int = 65533,
    name: str | None = None,
) -> Tensor: ...
def unicode_split(
    input: TensorLike,
    input_encoding: str,
    errors: str = 'replace',
    replacement_char: int = 65533,
    name: str | None = None,
) -> Any: ...
def unicode_split_with_offsets(
    input: TensorLike,
    input_encoding: str,
    errors: str = 'replace',
    replacement_char: int = 65533,
    name: str | None = None,
) -> tuple[Any, Any]: ...
def unicode_transcode(
    input: TensorLike,
    input_encoding: str,
    output_encoding: str,
    errors: str = 'replace',
    replacement_char: int = 65533,
    replace_control_characters: bool = False,
    name: str | None = None,
) -> Tensor: ...
def upper(input: TensorLike, encoding: str = '', name: str | None = None) -> Tensor: ...
