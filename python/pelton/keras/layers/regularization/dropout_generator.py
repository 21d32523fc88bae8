"""The `seed_generator` of Dropout, whose state is the engine's."""

from __future__ import annotations

from pelton.keras.user_attribute import UserAttribute

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def _generator_of(layer: Any) -> Any:
    """The SeedGenerator that the layer draws by; AttributeError for a `rate` of 0."""
    from pelton.keras.random.seed_generator import SeedGenerator

    state = layer._seed_state
    if state is None:
        raise AttributeError(f"'{type(layer).__name__}' object has no attribute 'seed_generator'")
    found = vars(layer).get("_generator")
    if found is None:
        found = vars(layer)["_generator"] = SeedGenerator._of_state(state, layer.seed)
    return found


def add_to(dropout: type) -> None:
    """Gives the class its attribute."""
    dropout.seed_generator = UserAttribute(_generator_of)  # type: ignore[attr-defined]
