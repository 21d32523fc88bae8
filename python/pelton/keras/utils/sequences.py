"""pad_sequences: sequences of several lengths as one array. Knows NumPy arrays only."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    import numpy as np


def pad_sequences(
    sequences: Sequence[Any],
    maxlen: int | None = None,
    dtype: Any = "int32",
    padding: str = "pre",
    truncating: str = "pre",
    value: Any = 0.0,
) -> np.ndarray:
    """The sequences as rows of an array (count, maxlen, ...): shorter ones are filled with `value`,
    longer ones cut, before ("pre") or behind ("post"). `maxlen` is the longest length by default.

    Raises ValueError, naming the position, for what is no sequence and for shapes that differ."""
    import numpy as np

    if not hasattr(sequences, "__len__"):
        raise ValueError("`sequences` must be iterable.")
    rows = [_row(row) for row in sequences]
    longest = max(map(len, rows), default=0) if maxlen is None else maxlen
    inner = next((np.asarray(row).shape[1:] for row in rows if len(row)), ())
    _check_value(dtype, value)
    padded = np.full((len(rows), longest, *inner), value, dtype=dtype)
    for place, row in enumerate(rows):
        if len(row):
            kept = np.asarray(_cut(row, longest, truncating), dtype=dtype)
            if kept.shape[1:] != inner:
                raise ValueError(
                    f"Shape of sample {kept.shape[1:]} of sequence at position {place} is "
                    f"different from expected shape {inner}"
                )
            padded[place, _filled(len(kept), longest, padding)] = kept
    return padded


def _row(row: Any) -> Any:
    try:
        len(row)
    except TypeError as error:
        raise ValueError(
            f"`sequences` must be a list of iterables. Found non-iterable: {row}"
        ) from error
    return row


def _check_value(dtype: Any, value: Any) -> None:
    import numpy as np

    holds_text = dtype is object or np.issubdtype(dtype, np.str_) or np.issubdtype(dtype, np.bytes_)
    if isinstance(value, str) and not holds_text:
        raise ValueError(
            f"`dtype` {dtype} is not compatible with `value`'s type: {type(value)}\n"
            "You should set `dtype=object` for variable length strings."
        )


def _cut(row: Any, longest: int, truncating: str) -> Any:
    if truncating == "pre":
        return row[max(len(row) - longest, 0) :]
    if truncating == "post":
        return row[:longest]
    raise ValueError(f'Truncating type "{truncating}" not understood')


def _filled(count: int, longest: int, padding: str) -> slice:
    if padding == "pre":
        return slice(longest - count, longest)
    if padding == "post":
        return slice(0, count)
    raise ValueError(f'Padding type "{padding}" not understood')


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__)
