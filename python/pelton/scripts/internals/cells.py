"""Owns what packages import from below ``tensorflow.python`` of recurrent cells."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def _concat(prefix: Any, suffix: Any, static: bool = False) -> Any:
    """The sizes of `prefix`, then those of `suffix`: numbers, shapes or tensors; `static`: as a
    list of numbers and None, else a tensor. Raises ValueError where sizes are open then."""
    from pelton._core import Tensor, ops
    from pelton._core import functions as _functions

    parts = [one if isinstance(one, Tensor) else _sizes(one) for one in (prefix, suffix)]
    if static:
        return [size for part in parts for size in _sizes(part)]
    if any(not isinstance(part, Tensor) and None in part for part in parts):
        raise ValueError(f"Provided a prefix or suffix of None: {prefix} and {suffix}")
    tensors = [_functions.convert(part, "int32") for part in parts]
    return ops.concat([ops.reshape(one, [-1]) for one in tensors], 0)


def _sizes(shape: Any) -> list[Any]:
    if hasattr(shape, "numpy"):
        return [int(size) for size in shape.numpy().reshape(-1)]
    if hasattr(shape, "as_list"):
        return list(shape.as_list())
    return list(shape) if isinstance(shape, (list, tuple)) else [shape]


def _like_rnncell(cell: Any) -> bool:
    """Whether an object has what a cell of ``tf.compat.v1.nn.rnn_cell`` has."""
    names = ("output_size", "state_size")
    has_state = hasattr(cell, "zero_state") or hasattr(cell, "get_initial_state")
    return all(hasattr(cell, name) for name in names) and has_state and callable(cell)


def assert_like_rnncell(cell_name: str, cell: Any) -> None:
    """Raises TypeError for what is no cell."""
    if not _like_rnncell(cell):
        raise TypeError(f"The argument {cell_name!r} ({cell}) is not an RNNCell")
