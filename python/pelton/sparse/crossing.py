"""Owns crossed features: each combination of the values that the rows of several inputs have."""

from __future__ import annotations

import itertools

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError
from pelton.functions.host_steps import on_arrays
from pelton.sparse.sparse_tensor import SparseTensor

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


_KEY = 0xDECAFCAFFE
_BITS = 2**64 - 1
_MULTIPLIER = 0xC6A4A7935BD1E995


def fingerprints(strings: Any) -> list[int]:
    """FarmHash's 64-bit fingerprints: the ones that lie in 0 to 2**63 - 2 modulo 2**63 - 1, and
    which of them by what they leave modulo 4."""
    wide = 2**63 - 1
    large = _ops.string_to_hash_bucket_fast(strings, num_buckets=wide).numpy().ravel().tolist()
    small = _ops.string_to_hash_bucket_fast(strings, num_buckets=4).numpy().ravel().tolist()
    return [
        next(n for n in (a, a + wide, a + 2 * wide) if n % 4 == b and n <= _BITS)
        for a, b in zip(large, small, strict=True)
    ]


def _mixed(value: int) -> int:
    return value ^ (value >> 47)


def joined_fingerprint(first: int, second: int) -> int:
    """The fingerprint of two fingerprints, after TensorFlow's FingerprintCat64."""
    found = first ^ _MULTIPLIER
    found ^= _mixed(second * _MULTIPLIER & _BITS) * _MULTIPLIER & _BITS
    found = found * _MULTIPLIER & _BITS
    return _mixed(_mixed(found) * _MULTIPLIER & _BITS)


def _rows(op: str, inputs: Any) -> list[Any]:
    """Row numbers, values and number of rows of each input, three tensors for each."""
    from pelton.ragged.ragged_tensor import RaggedTensor

    if not isinstance(inputs, (list, tuple)) or not inputs:
        raise TypeError(f"{op}: Inputs must be a list, got {type(inputs).__name__}")
    found: list[Any] = []
    for x in inputs:
        if isinstance(x, SparseTensor):
            found += [x.indices[:, 0], x.values, x.dense_shape[0]]
        elif isinstance(x, RaggedTensor):
            found += [x.value_rowids(), x.values, x.nrows()]
        else:
            dense = _functions.convert(x)
            if dense.ndim != 2:
                raise InvalidArgumentError(f"{op}: inputs must be matrices, got {dense.shape}")
            size = _ops.shape(dense, _dtypes.int64)
            rows = _ops.iota(size[0] * size[1], _dtypes.int64) // _ops.maximum(size[1], 1)
            found += [rows, _ops.reshape(dense, [-1]), size[0]]
        if found[-2].dtype.is_floating:
            found[-2] = _ops.cast(found[-2], _dtypes.int64)
        if not (found[-2].dtype.is_integer or found[-2].dtype == _dtypes.string):
            raise TypeError(f"{op}: inputs must be integers or strings, got {found[-2].dtype.name}")
    return found


def _by_row(arrays: Any, values_of: Any) -> list[list[list[Any]]]:
    """For each row, the values that each input has there."""
    count = int(arrays[2])
    if any(int(n) != count for n in arrays[2::3]):
        raise InvalidArgumentError(
            f"cross: inputs must have the same number of rows, got {[int(n) for n in arrays[2::3]]}"
        )
    table: list[list[list[Any]]] = [[[] for _ in arrays[::3]] for _ in range(count)]
    for place, (rows, values) in enumerate(zip(arrays[::3], arrays[1::3], strict=True)):
        for row, value in zip(rows.tolist(), values_of(values), strict=True):
            table[row][place].append(value)
    return table


def _crossed(op: str, inputs: Any, values_of: Any, combine: Any, dtype: Any) -> list[Tensor]:
    """Number of each row, place in its row and value of all combinations; the shape."""
    found = _rows(op, inputs)

    def run(*arrays: Any) -> Any:
        import numpy as np

        made: list[Any] = []
        places: list[list[int]] = []
        table = _by_row(arrays, values_of)
        for row, values in enumerate(table):
            combined = [combine(one) for one in itertools.product(*values)]
            places += [[row, at] for at in range(len(combined))]
            made += combined
        width = max((at + 1 for _, at in places), default=0)
        kind = object if dtype == _dtypes.string else np.int64
        shape = np.array([len(table), width], np.int64)
        return np.array(places, np.int64).reshape(-1, 2), np.array(made, kind), shape

    outputs = [(_dtypes.int64, [None, 2]), (dtype, [None]), (_dtypes.int64, [2])]
    return on_arrays("SparseCross", found, run, outputs)


def _texts(values: Any) -> list[bytes]:
    return [x if isinstance(x, bytes) else str(x).encode() for x in values.tolist()]


def _numbers(values: Any) -> list[int]:
    if values.dtype.kind in "iu":
        return [value & _BITS for value in values.tolist()]
    return fingerprints(_functions.convert(values.tolist() or [b""], _dtypes.string))[: len(values)]


def cross_texts(op: str, inputs: Any, separator: str | None) -> list[Tensor]:
    """The crossed values as texts: places, values and shape."""
    between = ("_X_" if separator is None else separator).encode()
    return _crossed(op, inputs, _texts, between.join, _dtypes.string)


def cross_numbers(op: str, inputs: Any, num_buckets: int, hash_key: int | None) -> list[Tensor]:
    """The crossed values as numbers of buckets: places, values and shape."""
    key = _KEY if hash_key is None else int(hash_key)
    if num_buckets < 0:
        raise ValueError(f"{op}: num_buckets must be non-negative, got {num_buckets}")

    def combine(values: Any) -> int:
        found = key
        for value in values:
            found = joined_fingerprint(found, value)
        return found % (num_buckets or 2**63 - 1)

    return _crossed(op, inputs, _numbers, combine, _dtypes.int64)


def _sparse_first(inputs: Any) -> Any:
    """In TensorFlow's order: the sparse ones stand before the dense ones."""
    if not isinstance(inputs, (list, tuple)):
        return inputs
    return sorted(inputs, key=lambda x: not isinstance(x, SparseTensor))


def cross(inputs: Any, name: str | None = None, separator: str | None = None) -> SparseTensor:
    """The combinations of the values of each row, joined by `separator` (None: "_X_").

    `inputs`: matrices, dense or sparse, of integers or strings, with the same number of rows."""
    return SparseTensor(*cross_texts("cross", _sparse_first(inputs), separator))


def cross_hashed(
    inputs: Any, num_buckets: int = 0, hash_key: int | None = None, name: str | None = None
) -> SparseTensor:
    """The combinations of the values of each row as numbers of `num_buckets` buckets; 0: as
    hashes from 0 to 2**63 - 2. TensorFlow's numbers for the same `hash_key`."""
    return SparseTensor(
        *cross_numbers("cross_hashed", _sparse_first(inputs), num_buckets, hash_key)
    )
