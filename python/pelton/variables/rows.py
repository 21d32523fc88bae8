"""Owns the methods of ``tf.Variable`` that read or change some of its rows or elements."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.names.named_refusals import named_method

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pelton._core import Tensor, Variable


def _change(variable: Variable, name: str, places: Any, values: Any) -> Variable:
    from pelton._core import functions
    from pelton.ops.array import indexing

    change = getattr(indexing, f"tensor_scatter_nd_{name}")
    updates = functions.convert_like(values, variable.dtype)
    return variable.assign(change(variable.read_value(), places, updates))


def _slices(method: str, sparse_delta: Any) -> tuple[Any, Any]:
    """Indices and values; raises TypeError for what is no IndexedSlices."""
    from pelton.tensors.indexed_slices import IndexedSlices

    if not isinstance(sparse_delta, IndexedSlices):
        raise TypeError(
            f"Variable.{method}: sparse_delta must be an IndexedSlices, got {sparse_delta!r}"
        )
    return sparse_delta.indices, sparse_delta.values


def _of_rows(name: str, change: str, text: str) -> Callable[..., Any]:
    def method(self: Any, sparse_delta: Any, use_locking: bool = False,
               name: str | None = None) -> Any:  # fmt: skip
        indices, values = _slices(method.__name__, sparse_delta)
        return _change(self, change, _ops.expand_dims(indices, -1), values)

    return _named(method, name, f"{text} of the rows ``sparse_delta.indices``; gives itself.")


def _of_elements(name: str, change: str, text: str) -> Callable[..., Any]:
    def method(self: Any, indices: Any, updates: Any, name: str | None = None) -> Any:
        return _change(self, change, indices, updates)

    return _named(method, name, f"{text} of what ``indices`` (n..., depth) name; gives itself.")


def _scaled(name: str, change: str, text: str) -> Callable[..., Any]:
    """Products and quotients, whose factors of one row multiply: one row after the other."""

    def method(self: Any, sparse_delta: Any, use_locking: bool = False,
               name: str | None = None) -> Any:  # fmt: skip
        from pelton import math
        from pelton._core import functions

        indices, values = _slices(method.__name__, sparse_delta)
        values = functions.convert_like(values, self.dtype)
        factors = math.unsorted_segment_prod(values, indices, self.shape[0])
        old = self.read_value()
        return self.assign(old * factors if change == "mul" else old / factors)

    return _named(method, name, f"{text} of the rows ``sparse_delta.indices``; gives itself.")


def _named(method: Any, name: str, text: str) -> Callable[..., Any]:
    method.__name__, method.__qualname__, method.__doc__ = name, f"Variable.{name}", text
    return named_method(method)


scatter_add = _of_rows("scatter_add", "add", "Adds ``sparse_delta.values`` to the values")
scatter_sub = _of_rows("scatter_sub", "sub", "Takes ``sparse_delta.values`` from the values")
scatter_min = _of_rows("scatter_min", "min", "Keeps the smaller")
scatter_max = _of_rows("scatter_max", "max", "Keeps the larger")
scatter_update = _of_rows("scatter_update", "update", "Replaces the values")
scatter_mul = _scaled("scatter_mul", "mul", "Multiplies the values")
scatter_div = _scaled("scatter_div", "div", "Divides the values")
scatter_nd_add = _of_elements("scatter_nd_add", "add", "Adds ``updates`` to the values")
scatter_nd_sub = _of_elements("scatter_nd_sub", "sub", "Takes ``updates`` from the values")
scatter_nd_min = _of_elements("scatter_nd_min", "min", "Keeps the smaller")
scatter_nd_max = _of_elements("scatter_nd_max", "max", "Keeps the larger")
scatter_nd_update = _of_elements("scatter_nd_update", "update", "Replaces the values")


def sparse_read(self: Variable, indices: Any, name: str | None = None) -> Tensor:
    """The rows that ``indices`` name, as ``tf.gather``."""
    from pelton.ops.array.basic import gather

    return gather(self, indices)


def gather_nd(self: Variable, indices: Any, name: str | None = None) -> Tensor:
    """What ``indices`` (n..., depth) name, as ``tf.gather_nd``."""
    from pelton.ops.array.indexing import gather_nd

    return gather_nd(self, indices)


@property
def handle(self: Variable) -> Variable:
    """What raw ops take of a variable: the variable itself."""
    return self


def batch_scatter_update(self: Variable, sparse_delta: Any, use_locking: bool = False,
                         name: str | None = None) -> Variable:  # fmt: skip
    """Replaces along the last axis of the indices, once for each of the axes before it."""
    from pelton.ops.array.rearranging import meshgrid

    indices, values = _slices("batch_scatter_update", sparse_delta)
    axes = [_ops.range(0, size) for size in indices.shape]
    before = meshgrid(*axes, indexing="ij")[:-1]
    places = [_ops.cast(axis, indices.dtype) for axis in before]
    return _change(self, "update", _ops.stack([*places, indices], -1), values)
