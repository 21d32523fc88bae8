"""What initializers have beside their arguments: copies of themselves, and the numbers by which
those of Glorot, He and LeCun scale variances."""

from __future__ import annotations

from pelton._core import initializers as _core

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

# Scale and fans of the families.
_FAMILIES = {"Glorot": (1.0, "fan_avg"), "He": (2.0, "fan_in"), "Lecun": (1.0, "fan_in")}


def clone(self: Any) -> Any:
    """Another one of the same config."""
    return type(self).from_config(self.get_config())


def _scale(value: float) -> property:
    def scale(self: Any) -> float:
        """What variances are scaled by."""
        return value

    return property(scale)


def _word(value: str) -> property:
    def word(self: Any) -> str:
        """The argument of VarianceScaling."""
        return value

    return property(word)


def add_to_classes() -> None:
    """Gives the engine's classes these attributes."""
    _core.Initializer.clone = clone
    for family, (scale, mode) in _FAMILIES.items():
        for ending, distribution in (("Uniform", "uniform"), ("Normal", "truncated_normal")):
            cls = getattr(_core, family + ending)
            cls.scale, cls.mode = _scale(scale), _word(mode)
            cls.distribution = _word(distribution)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__)
