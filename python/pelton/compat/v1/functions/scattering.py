"""Owns ``tf.scatter_update`` and its fellows: parts of variables that are assigned or changed."""

from __future__ import annotations

from pelton._core import ops as _ops

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def _scattered(ref: Any, places: Any, updates: Any, kind: str) -> Any:
    """A node that changes the variable at the places, rows of which are its first axes."""
    from pelton.ops.array import indexing

    given = _ops.cast(updates, ref.dtype)
    old = ref.value()
    if kind in ("mul", "div"):
        ones = old * 0 + 1
        factors = indexing.tensor_scatter_nd_update(ones, places, given)
        return ref.assign(old * factors if kind == "mul" else old / factors)
    change = getattr(indexing, f"tensor_scatter_nd_{kind}")
    return ref.assign(change(old, places, given))


def _rows(ref: Any, indices: Any, updates: Any, kind: str) -> Any:
    return _scattered(ref, _ops.expand_dims(indices, -1), updates, kind)


def scatter_update(ref: Any, indices: Any, updates: Any, use_locking: bool = True,
                   name: str | None = None) -> Any:  # fmt: skip
    """ref[indices] = updates; gives the variable's new value."""
    return _rows(ref, indices, updates, "update")


def scatter_add(ref: Any, indices: Any, updates: Any, use_locking: bool = False,
                name: str | None = None) -> Any:  # fmt: skip
    """ref[indices] += updates; gives the variable's new value."""
    return _rows(ref, indices, updates, "add")


def scatter_sub(ref: Any, indices: Any, updates: Any, use_locking: bool = False,
                name: str | None = None) -> Any:  # fmt: skip
    """ref[indices] -= updates; gives the variable's new value."""
    return _rows(ref, indices, updates, "sub")


def scatter_mul(ref: Any, indices: Any, updates: Any, use_locking: bool = False,
                name: str | None = None) -> Any:  # fmt: skip
    """ref[indices] *= updates, of different indices; gives the variable's new value."""
    return _rows(ref, indices, updates, "mul")


def scatter_div(ref: Any, indices: Any, updates: Any, use_locking: bool = False,
                name: str | None = None) -> Any:  # fmt: skip
    """ref[indices] /= updates, of different indices; gives the variable's new value."""
    return _rows(ref, indices, updates, "div")


def scatter_max(ref: Any, indices: Any, updates: Any, use_locking: bool = False,
                name: str | None = None) -> Any:  # fmt: skip
    """ref[indices] = maximum of it and updates; gives the variable's new value."""
    return _rows(ref, indices, updates, "max")


def scatter_min(ref: Any, indices: Any, updates: Any, use_locking: bool = False,
                name: str | None = None) -> Any:  # fmt: skip
    """ref[indices] = minimum of it and updates; gives the variable's new value."""
    return _rows(ref, indices, updates, "min")


def scatter_nd_update(ref: Any, indices: Any, updates: Any, use_locking: bool = True,
                      name: str | None = None) -> Any:  # fmt: skip
    """The elements or slices at `indices` (..., depth) become updates; gives the new value."""
    return _scattered(ref, indices, updates, "update")


def scatter_nd_add(ref: Any, indices: Any, updates: Any, use_locking: bool = False,
                   name: str | None = None) -> Any:  # fmt: skip
    """The updates are added to the elements or slices at `indices`; gives the new value."""
    return _scattered(ref, indices, updates, "add")


def scatter_nd_sub(ref: Any, indices: Any, updates: Any, use_locking: bool = False,
                   name: str | None = None) -> Any:  # fmt: skip
    """The updates are taken from the elements or slices at `indices`; gives the new value."""
    return _scattered(ref, indices, updates, "sub")


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
