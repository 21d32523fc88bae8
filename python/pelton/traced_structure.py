"""Owns the nested values that traced branches and loops take and give, as lists of tensors."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton.nest import flatten, pack_sequence_as
from pelton.tensor_array import TensorArray

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


class Leaves:
    """A structure and its tensors; of a ``TensorArray`` the one of all its elements.

    None stays what it is."""

    def __init__(self, structure: Any) -> None:
        self.structure = structure
        self._leaves = flatten(structure)
        self.tensors = [_tensor(leaf) for leaf in self._leaves if leaf is not None]

    def is_like(self, other: Leaves) -> bool:
        """Whether both have leaves of the same kinds at the same places."""
        kinds = [
            [None if leaf is None else isinstance(leaf, TensorArray) for leaf in one._leaves]
            for one in (self, other)
        ]
        try:
            pack_sequence_as(self.structure, other._leaves)
        except ValueError:
            return False
        return kinds[0] == kinds[1]

    def pack(self, tensors: Iterable[Any]) -> Any:
        """The same structure of other tensors."""
        rest = iter(tensors)
        leaves = [None if leaf is None else _like(leaf, next(rest)) for leaf in self._leaves]
        return pack_sequence_as(self.structure, leaves)

    def converted(self, structure: Any, what: str) -> list[Any]:
        """The tensors of another such structure, numbers with these tensors' dtypes.

        Raises ValueError for another number of leaves, TypeError for other kinds of leaves."""
        leaves = flatten(structure)
        if len(leaves) != len(self._leaves):
            raise ValueError(
                f"{what}: the two structures don't have the same nested structure: "
                f"{self.structure!r} and {structure!r}"
            )
        known = iter(self.tensors)
        out = []
        for own, leaf in zip(self._leaves, leaves, strict=True):
            if isinstance(own, TensorArray) is not isinstance(leaf, TensorArray):
                raise TypeError(f"{what}: {leaf!r} stands where {own!r} was")
            if own is None:
                continue
            dtype = next(known).dtype
            out.append(
                _tensor(leaf)
                if isinstance(leaf, TensorArray)
                else _functions.convert_like(leaf, dtype)
            )
        return out


def _tensor(leaf: Any) -> Any:
    return leaf.stack() if isinstance(leaf, TensorArray) else _functions.convert(leaf)


def _like(leaf: Any, tensor: Any) -> Any:
    return leaf._with_elements(tensor) if isinstance(leaf, TensorArray) else tensor
