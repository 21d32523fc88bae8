"""Owns ragged tensors with row splits of int32: what works on rows does so with splits of int64,
and what it gives has those of int32 again."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton.ragged.ragged_tensor import RaggedTensor

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


_DEEPEST = 4  # lists in arguments; what nests more deeply, or contains itself, is no nest of them


def is_narrow(value: Any, depth: int = 0) -> bool:
    """Whether it is a ragged tensor whose row splits are int32, or has one among its items."""
    if isinstance(value, RaggedTensor):
        return value.row_splits.dtype == _dtypes.int32
    items = value.values() if type(value) is dict else value
    is_nest = type(value) in (dict, list, tuple) and depth < _DEEPEST
    return is_nest and any(is_narrow(item, depth + 1) for item in items)


def with_splits(value: Any, dtype: Any, depth: int = 0) -> Any:
    """The ragged tensors among nested lists, tuples and dicts with row splits of that dtype."""
    if isinstance(value, RaggedTensor):
        return value.with_row_splits_dtype(dtype)
    if depth == _DEEPEST:
        return value
    if type(value) in (list, tuple):
        return type(value)(with_splits(item, dtype, depth + 1) for item in value)
    if type(value) is dict:
        return {key: with_splits(item, dtype, depth + 1) for key, item in value.items()}
    return value


def on_wide(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """``function`` of the arguments, of ragged ones with row splits of int64; what it gives has
    splits of int32 where theirs were."""
    if not is_narrow(args) and not is_narrow(kwargs):
        return function(*args, **kwargs)
    wide = with_splits(args, _dtypes.int64), with_splits(kwargs, _dtypes.int64)
    return with_splits(function(*wide[0], **wide[1]), _dtypes.int32)
