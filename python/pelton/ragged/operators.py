"""Owns the operators of ragged tensors: those of tensors, on the innermost values."""

from __future__ import annotations

import operator

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any


def map_flat_values(op: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """``op`` of the innermost values of the ragged tensors among ``args``, which share rows.

    A scalar or a tensor beside them is passed as it is; a column (rows, 1) is spread over rows.
    """
    from pelton._core import functions as _functions
    from pelton._core import ops as _ops
    from pelton.errors import InvalidArgumentError
    from pelton.ragged.ragged_tensor import RaggedTensor

    ragged = [a for a in leaves((*args, *kwargs.values())) if isinstance(a, RaggedTensor)]
    if not ragged:
        return op(*args, **kwargs)
    first = ragged[0]
    for other in ragged[1:]:
        pairs = list(zip(first.nested_row_splits, other.nested_row_splits, strict=False))
        is_traced = any(_functions.is_symbolic(s) for pair in pairs for s in pair)
        if other.ragged_rank != first.ragged_rank or not (
            is_traced or all(a.numpy().tolist() == b.numpy().tolist() for a, b in pairs)
        ):
            raise InvalidArgumentError(
                f"Ragged tensors must have the same rows, got {first!r} and {other!r}"
            )

    def flat(value: Any) -> Any:
        if isinstance(value, RaggedTensor):
            return value.flat_values
        if type(value) in (list, tuple) and any(isinstance(v, RaggedTensor) for v in value):
            return [flat(v) for v in value]
        shape = getattr(value, "shape", None)
        if shape is not None and len(shape) == 2 and shape[1] == 1 and first.ragged_rank == 1:
            return _ops.gather(_ops.reshape(value, [-1]), first.value_rowids())
        return value

    made = op(*[flat(a) for a in args], **{key: flat(a) for key, a in kwargs.items()})
    return first.with_flat_values(made)


def leaves(values: Iterable[Any]) -> Iterator[Any]:
    """The values, and those in lists and tuples among them."""
    for value in values:
        if type(value) in (list, tuple):
            yield from value
        else:
            yield value


def _broadcast(op: Callable[[Any, Any], Any], x: Any, y: Any) -> Any:
    from pelton.ragged.broadcasting import elementwise
    from pelton.ragged.narrow_splits import on_wide

    return on_wide(elementwise, op, x, y)


def _binary(name: str) -> Callable[[Any, Any], Any]:
    function = getattr(operator, name)
    return lambda self, other: _broadcast(function, self, other)


def _reflected(name: str) -> Callable[[Any, Any], Any]:
    function = getattr(operator, name)
    return lambda self, other: _broadcast(function, other, self)


def _unary(name: str) -> Callable[[Any], Any]:
    function = getattr(operator, name)
    return lambda self: map_flat_values(function, self)


class RaggedOperators:
    """The operators, each made of the function of its name."""

    __hash__ = None  # type: ignore[assignment]

    def __iter__(self) -> Any:
        return (self[i] for i in range(len(self)))  # type: ignore[arg-type,index]


for _name in "add sub mul truediv floordiv mod pow and or xor".split():
    _function = _name + "_" if _name in ("and", "or") else _name
    setattr(RaggedOperators, f"__{_name}__", _binary(_function))
    setattr(RaggedOperators, f"__r{_name}__", _reflected(_function))
for _name in "eq ne lt le gt ge".split():
    setattr(RaggedOperators, f"__{_name}__", _binary(_name))
for _name in "neg abs invert".split():
    setattr(RaggedOperators, f"__{_name}__", _unary(_name))
