"""Owns index shuffles: the place that an index has in a permutation which a seed names.

The permutation is that of the cipher Simon over blocks of as few bits as hold the greatest index,
at least 16, applied until a number within the range comes out."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton.errors import InvalidArgumentError
from pelton.names.named_refusals import name_refusals as _name_refusals

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor

_SEQUENCE = 0x7369F885192C0EF5  # the constants of the cipher's key schedule
_COMPLEMENT = 0xFFFFFFFC


def _turned(value: int, left: int, bits: int) -> int:
    """The word turned to the left."""
    return (value << left | value >> (bits - left)) & ((1 << bits) - 1)


def _round_keys(key: list[int], rounds: int, bits: int) -> list[int]:
    mask = (1 << bits) - 1
    keys = [word & mask for word in key]
    for i in range(3, rounds):
        bit = _SEQUENCE >> (i - 3) & 1
        last = keys[i - 1]
        turned = _turned(last, bits - 3, bits) ^ _turned(last, bits - 4, bits)
        keys.append((_COMPLEMENT & mask) ^ bit ^ keys[i - 3] ^ turned)
    return keys


def _mixed(x: int, bits: int) -> int:
    return (_turned(x, 1, bits) & _turned(x, 8, bits)) ^ _turned(x, 2, bits)


def _encrypted(value: int, keys: list[int], bits: int) -> int:
    left, right = value >> bits, value & ((1 << bits) - 1)
    for first, second in zip(keys[::2], keys[1::2], strict=False):
        left ^= _mixed(right, bits) ^ first
        right ^= _mixed(left, bits) ^ second
    return left << bits | right


def _place(index: int, key: list[int], most: int, rounds: int) -> int:
    size = max(most - 1, 1).bit_length()  # the bits of the block: even, 16 at least
    bits = max(size + size % 2, 16) // 2
    keys = _round_keys(key, rounds, bits)
    place = _encrypted(index, keys, bits)
    while place > most:
        place = _encrypted(place, keys, bits)
    return place


def _rows(name: str, value: Any, width: int, count: int | None = None) -> list[list[int]]:
    import numpy as np

    given = np.asarray(value)
    rows = given.reshape(-1, width) if given.size % width == 0 else None
    if rows is None or (count is not None and len(rows) not in (1, count)):
        raise InvalidArgumentError(
            f"random_index_shuffle: {name} must have {width} numbers for all or each of the "
            f"indices, got shape {given.shape}"
        )
    found: list[list[int]] = rows.tolist()
    return found * (count or 1) if len(found) == 1 else found


def random_index_shuffle(
    index: Any, seed: Any, max_index: Any, rounds: int = 4, name: str | None = None
) -> Tensor:
    """Where ``index`` stands in the permutation of 0 to ``max_index`` that ``seed`` names.

    ``index``: an integer or a vector of them, of whose dtype the result is; ``seed``: three numbers
    for all or for each; ``rounds``: even, at least 4. Raises InvalidArgumentError for other shapes
    and for an index outside of the range. Within a trace it is called on the host.
    """
    if rounds < 4 or rounds % 2:
        raise InvalidArgumentError("random_index_shuffle: rounds must be even and 4 or more")
    given = [_functions.convert(value) for value in (index, seed, max_index)]
    dtype = given[0].dtype

    def shuffled(tensors: Any) -> list[Any]:
        import numpy as np

        values, seeds, most = (tensor.numpy() for tensor in tensors)
        flat = values.reshape(-1).tolist()
        keys = _rows("seed", seeds, 3, len(flat))
        limits = _rows("max_index", most, 1, len(flat))
        keys = [[word & 0xFFFFFFFF for word in key] for key in keys]
        made = []
        for one, key, (limit,) in zip(flat, keys, limits, strict=False):
            if not 0 <= one <= limit:
                raise InvalidArgumentError(
                    f"random_index_shuffle: index {one} is not within 0 to max_index {limit}"
                )
            made.append(_place(one, key, limit, rounds))
        shape = values.shape
        return [np.reshape(np.asarray(made, dtype.as_numpy_dtype), shape)]

    if dtype not in (_dtypes.int32, _dtypes.uint32, _dtypes.int64, _dtypes.uint64):
        raise InvalidArgumentError(f"random_index_shuffle: index has dtype {dtype.name}")
    outputs = [(dtype, given[0].shape)]
    found: Tensor = _functions.compute("random_index_shuffle", given, shuffled, outputs)[0]
    return found


_name_refusals(__name__)
