"""Owns ``map_fn`` of and to ragged and sparse tensors and their kin: rows by their specs.

Within a trace rows of ragged tensors are added to their parts in one step of the program; other
composites have the function that calls it run as Python code."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.functions.traced_structure import check_alike
from pelton.nest import flatten, map_structure, pack_sequence_as
from pelton.tensors.composite_specs import PartsSpec
from pelton.tensors.composite_value import CompositeValue

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def has_composites(elems: Any, signature: Any) -> bool:
    """Whether rows are taken from, or become, values that are made of several tensors."""
    is_given = any(isinstance(leaf, CompositeValue) for leaf in flatten(elems))
    return is_given or any(isinstance(leaf, PartsSpec) for leaf in flatten(signature))


def _rows_of(leaf: Any) -> list[Any]:
    if isinstance(leaf, CompositeValue):
        return list(leaf._type_spec.rows_of(leaf))
    tensor = _functions.convert(leaf)
    if not tensor.shape.rank:
        raise ValueError(f"map_fn: elems must have rows, got {leaf!r}")
    return list(_ops.unstack(tensor))


def _rows(elems: Any) -> list[Any]:
    """The nests of rows; raises ValueError where the numbers of rows differ."""
    columns = [_rows_of(leaf) for leaf in flatten(elems)]
    if len({len(column) for column in columns}) != 1:
        raise ValueError(f"map_fn: elems must have equally many rows, got {elems!r}")
    return [pack_sequence_as(elems, row) for row in zip(*columns, strict=True)]


def _one(declared: Any, value: Any) -> Any:
    """A value as the signature declares it; raises TypeError for another dtype, ValueError for what
    is no such composite."""
    if not isinstance(declared, PartsSpec):
        dtype = getattr(declared, "dtype", declared)
        value = _functions.convert_like(value, dtype)
        if value.dtype != dtype:
            raise TypeError(f"map_fn: fn gave {value.dtype!r} where {dtype!r} was declared")
        return value
    if declared.value_type is Tensor:
        value = _functions.convert_like(value, declared.dtype)
    if not isinstance(value, declared.value_type) or not declared.is_compatible_with(value):
        raise ValueError(f"map_fn: fn gave {value!r} where {declared!r} was declared")
    return value


def _declared(signature: Any, value: Any) -> list[Any]:
    """The leaves of what the function gave."""
    check_alike("map_fn", "fn_output_signature", signature, value, is_strict=True)
    pairs = zip(flatten(signature), flatten(value), strict=True)
    return [_one(*pair) for pair in pairs]


def _stacked(declared: Any, values: list[Any]) -> Any:
    if isinstance(declared, PartsSpec):
        return declared.stacked(values)
    if values:
        return _ops.stack(values, axis=0)
    shape = getattr(declared, "shape", ())
    return _ops.zeros([0, *(size or 0 for size in shape)], getattr(declared, "dtype", declared))


def _stacked_as_they_are(*values: Any) -> Any:
    """Results of no declared kind: of several lengths, the rows of a ragged tensor."""
    if not all(isinstance(value, CompositeValue) for value in values):
        if len({tuple(_functions.convert(value).shape) for value in values}) == 1:
            return _ops.stack(list(values), axis=0)
        from pelton.ragged.construction import stack_rows

        return stack_rows([_functions.convert(value) for value in values])
    spec = values[0]._type_spec.most_specific_common_supertype([v._type_spec for v in values[1:]])
    return spec.stacked(values)


def map_rows(fn: Callable[[Any], Any], elems: Any, signature: Any) -> Any:
    """``map_fn`` of such elements, or to such results."""
    if _functions.is_tracing() and signature is not None:
        found = _TracedMap(fn, elems, signature).value()
        if found is not None:
            return found[0]
    rows = _rows(elems)
    if signature is None:
        if not rows:
            raise ValueError(f"map_fn: {elems!r} has no rows, and there is no fn_output_signature")
        return map_structure(_stacked_as_they_are, *(fn(row) for row in rows))
    results = [_declared(signature, fn(row)) for row in rows]
    columns = zip(*results, strict=True) if results else [()] * len(flatten(signature))
    pairs = zip(flatten(signature), columns, strict=True)
    return pack_sequence_as(signature, [_stacked(leaf, list(column)) for leaf, column in pairs])


class _TracedMap:
    """``map_fn`` as one step of a program."""

    def __init__(self, fn: Callable[[Any], Any], elems: Any, signature: Any) -> None:
        from pelton.ragged.ragged_tensor_spec import RaggedTensorSpec
        from pelton.ragged.row_parts import GrowingParts

        self._fn, self._elems, self._signature = fn, elems, signature
        self._leaves, self._declared = flatten(elems), flatten(signature)
        is_ragged = [isinstance(spec, RaggedTensorSpec) for spec in self._declared]
        self._growing = [
            GrowingParts(spec) if ragged else None
            for spec, ragged in zip(self._declared, is_ragged, strict=True)
        ]
        composites = [leaf for leaf in self._leaves if isinstance(leaf, CompositeValue)]
        self._is_possible = all(hasattr(one._type_spec, "row_at") for one in composites) and all(
            ragged or not isinstance(spec, PartsSpec)
            for spec, ragged in zip(self._declared, is_ragged, strict=True)
        )

    def _count(self) -> Any:
        first = self._leaves[0]
        if isinstance(first, CompositeValue):
            return first.nrows()
        return _ops.shape(first, out_type="int64")[0]

    def _row(self, place: Any) -> Any:
        def one(leaf: Any) -> Any:
            if isinstance(leaf, CompositeValue):
                return leaf._type_spec.row_at(leaf, place)
            return _ops.gather(leaf, place)

        return pack_sequence_as(self._elems, [one(leaf) for leaf in self._leaves])

    def _with_row(self, grown: list[Any], place: Any) -> list[Any]:
        """What grows with one row more, then what is stacked."""
        made = _declared(self._signature, self._fn(self._row(place)))
        rest, states, stacked = list(grown), [], []
        for one, growing in zip(made, self._growing, strict=True):
            if growing is not None:
                size = len(growing.none() or ())
                state, one = growing.with_row(rest[:size], one)
                rest, states = rest[size:], states + state
            stacked.append(one)
        return states + stacked

    def value(self) -> list[Any] | None:
        """What the loop gives, in a list; None where it cannot be traced."""
        from pelton.ops.array.sizes import scalar_size

        growing = [one for one in self._growing if one is not None]
        shapes, starts = [one.shapes() for one in growing], [one.none() for one in growing]
        if not self._is_possible or None in shapes or None in starts:
            return None
        state = [tensor for start in starts for tensor in start or ()]
        places = _ops.iota(scalar_size(self._count()), "int64")
        found = _functions.trace_loop(
            "map_fn",
            None,
            lambda *tensors: self._with_row(list(tensors[:-1]), tensors[-1]),
            state,
            [places],
            [shape for some in shapes for shape in some or ()],
        )
        if found is None:
            return None
        rest, stacked, leaves = list(found[: len(state)]), list(found[len(state) :]), []
        for one, own in zip(stacked, self._growing, strict=True):
            if own is not None:
                size = len(own.none() or ())
                one, rest = own.value(rest[:size], one), rest[size:]
            leaves.append(one)
        return [pack_sequence_as(self._signature, leaves)]
