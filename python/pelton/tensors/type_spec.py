"""Owns TypeSpec: what the specs of tensors, datasets and composites share."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class TypeSpec:
    """The class above TensorSpec and its kin: what a value looks like, without the value."""

    __slots__ = ()

    def _serialize(self) -> tuple[Any, ...]:
        """What the spec's class makes an equal one of."""
        raise NotImplementedError(f"{type(self).__name__} cannot be serialized")

    def most_specific_compatible_type(self, other: Any) -> Any:
        """The narrowest spec of which this one and the other are cases; ValueError for none."""
        found = self.most_specific_common_supertype([other])  # type: ignore[attr-defined]
        if found is None:
            raise ValueError(f"No TypeSpec is compatible with both {self} and {other}")
        return found


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
