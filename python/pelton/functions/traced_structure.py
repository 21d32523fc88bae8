"""Owns the nested values that traced branches and loops take and give, as lists of tensors."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton.nest import flatten, is_nested, pack_sequence_as
from pelton.tensor_shape import TensorShape
from pelton.tensors.composite_value import CompositeValue, composite_type_spec
from pelton.tensors.tensor_array import TensorArray

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any


def outline(structure: Any) -> str:
    """The containers of ``structure`` with a dot for each leaf: ``(., {'a': .})``."""
    if isinstance(structure, dict):
        return "{" + ", ".join(f"{k!r}: {outline(v)}" for k, v in structure.items()) + "}"
    if not is_nested(structure):
        return "."
    inner = ", ".join(outline(part) for part in structure)
    if isinstance(structure, list):
        return f"[{inner}]"
    return f"({inner},)" if len(structure) == 1 else f"({inner})"


def _difference(one: Any, other: Any, is_strict: bool) -> type[Exception] | None:
    """ValueError where nesting, lengths or keys differ, TypeError where containers' types do."""
    if not is_nested(one) or not is_nested(other):
        return None if is_nested(one) == is_nested(other) else ValueError
    is_dict = isinstance(one, dict)
    if is_dict is not isinstance(other, dict) or (is_strict and type(one) is not type(other)):
        return TypeError
    if one.keys() != other.keys() if is_dict else len(one) != len(other):
        return ValueError
    pairs = [(one[k], other[k]) for k in one] if is_dict else zip(one, other, strict=True)
    found = (_difference(a, b, is_strict) for a, b in pairs)
    return next((error for error in found if error is not None), None)


def check_alike(
    what: str, argument: str, expected: Any, returned: Any, is_strict: bool = False
) -> None:
    """Raises ValueError unless what a function ``returned`` is nested as ``argument`` is.

    TypeError where only the containers' types differ; lists and tuples are alike unless
    `is_strict`."""
    error = _difference(expected, returned, is_strict)
    if error is not None:
        raise error(
            f"{what}: {argument} and what the function returned don't have the same nested "
            f"structure: {outline(expected)} and {outline(returned)}"
        )


class Leaves:
    """A structure and its tensors; of a ``TensorArray`` those that it is carried as, of ragged and
    sparse tensors and their kin the parts.

    None stays what it is."""

    def __init__(self, structure: Any) -> None:
        self.structure = structure
        self._leaves = flatten(structure)
        self._specs = [composite_type_spec(leaf) for leaf in self._leaves]
        self.parts = [tensors_of(leaf) for leaf in self._leaves if leaf is not None]
        self.tensors = [tensor for part in self.parts for tensor in part]

    def is_like(self, other: Leaves) -> bool:
        """Whether both have leaves of the same kinds at the same places.

        The specs of composites become those of which both are cases."""
        if _difference(self.structure, other.structure, True) is not None:
            return False
        if [_kind(leaf) for leaf in self._leaves] != [_kind(leaf) for leaf in other._leaves]:
            return False
        for place, (own, given) in enumerate(zip(self._specs, other._specs, strict=True)):
            if own is None:
                continue
            self._specs[place] = own.most_specific_common_supertype([given])
            if self._specs[place] is None:
                return False
        return True

    def pack(self, tensors: Iterable[Any]) -> Any:
        """The same structure of other tensors."""
        rest = iter(tensors)
        leaves = [_like(*pair, rest) for pair in zip(self._leaves, self._specs, strict=True)]
        return pack_sequence_as(self.structure, leaves)

    def shapes(self, invariants: list[Any] | None = None) -> list[list[int | None]] | None:
        """What shapes the tensors may have in a loop, `invariants` being a shape or spec per leaf;
        none where all stay as they are, and None where a rank is unknown."""
        places = [place for place, leaf in enumerate(self._leaves) if leaf is not None]
        is_growing = any(_kind(leaf) == "growing" for leaf in self._leaves)
        if invariants is None and not is_growing:
            return []
        shapes: list[list[int | None]] = []
        given = [None] * len(places) if invariants is None else invariants
        for place, (tensor, *_), one in zip(places, self.parts, given, strict=True):
            leaf = self._leaves[place]
            if isinstance(leaf, TensorArray):
                shapes += leaf._state_shapes()
                continue
            if self._specs[place] is not None:
                found = self._part_shapes(place, one)
            else:
                shape = one if isinstance(one, TensorShape) else getattr(one, "shape", None)
                found = [tensor.shape if shape is None else shape]
            if any(shape.rank is None for shape in found):
                return None
            shapes += [shape.as_list() for shape in found]
        return shapes

    def _part_shapes(self, place: int, invariant: Any) -> list[TensorShape]:
        """Those of the parts of a composite, whose spec is `invariant` from now on."""
        if isinstance(invariant, TensorShape):
            self._specs[place] = self._specs[place]._with_shape(invariant)
        elif invariant is not None:
            self._specs[place] = invariant
        return [spec.shape for spec in self._specs[place].part_specs()]

    def converted(
        self, structure: Any, what: str, argument: str, is_strict: bool = False
    ) -> list[Any]:
        """The tensors of what a function returned, numbers with these tensors' dtypes.

        Raises as ``check_alike``, and TypeError for other kinds of leaves."""
        check_alike(what, argument, self.structure, structure, is_strict)
        leaves = flatten(structure)
        known = iter(self.parts)
        out = []
        for own, leaf in zip(self._leaves, leaves, strict=True):
            if _kind(own) != _kind(leaf):
                raise TypeError(f"{what}: {leaf!r} stands where {own!r} was")
            if own is None:
                continue
            dtype = next(known)[0].dtype
            is_tensor = _kind(leaf) == "tensor"
            out += [_functions.convert_like(leaf, dtype)] if is_tensor else tensors_of(leaf)
        return out


def _kind(leaf: Any) -> Any:
    """What stands for a leaf in a trace."""
    if isinstance(leaf, CompositeValue):
        return type(leaf), len(leaf._type_spec.part_specs())
    if isinstance(leaf, TensorArray):
        return "growing" if leaf._grows else "array"
    return None if leaf is None else "tensor"


def tensors_of(leaf: Any) -> list[Any]:
    """What a leaf is carried as: a composite's parts, an array's state, one tensor."""
    if isinstance(leaf, CompositeValue):
        return [_functions.convert(part) for part in leaf._type_spec.parts_of(leaf)]
    return leaf._state() if isinstance(leaf, TensorArray) else [_functions.convert(leaf)]


def _like(leaf: Any, spec: Any, rest: Iterator[Any]) -> Any:
    """A leaf of this kind of the tensors that come next."""
    if leaf is None:
        return None
    if spec is not None:
        return spec.of_parts([next(rest) for _ in spec.part_specs()])
    if not isinstance(leaf, TensorArray):
        return next(rest)
    return leaf._with_state([next(rest) for _ in range(2 if leaf._grows else 1)])
