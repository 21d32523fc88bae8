"""Owns ``tf.scatter_update`` and its fellows: rows of variables that are assigned or changed."""

from __future__ import annotations

from pelton._core import ops as _ops

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def _scatter(ref: Any, indices: Any, updates: Any, change: Callable[..., Any]) -> Any:
    rows = _ops.expand_dims(indices, -1)
    return ref.assign(change(ref.value(), rows, _ops.cast(updates, ref.dtype)))


def scatter_update(ref: Any, indices: Any, updates: Any, use_locking: bool = True,
                   name: str | None = None) -> Any:  # fmt: skip
    """ref[indices] = updates; gives the variable's new value."""
    from pelton.ops.array.indexing import tensor_scatter_nd_update

    return _scatter(ref, indices, updates, tensor_scatter_nd_update)


def scatter_add(ref: Any, indices: Any, updates: Any, use_locking: bool = False,
                name: str | None = None) -> Any:  # fmt: skip
    """ref[indices] += updates; gives the variable's new value."""
    from pelton.ops.array.indexing import tensor_scatter_nd_add

    return _scatter(ref, indices, updates, tensor_scatter_nd_add)


def scatter_sub(ref: Any, indices: Any, updates: Any, use_locking: bool = False,
                name: str | None = None) -> Any:  # fmt: skip
    """ref[indices] -= updates; gives the variable's new value."""
    from pelton.ops.array.indexing import tensor_scatter_nd_sub

    return _scatter(ref, indices, updates, tensor_scatter_nd_sub)
