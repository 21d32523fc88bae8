"""Calls of a Sequential on several inputs at once: a list or dict, which its first layer takes."""

from __future__ import annotations

from pelton.keras.layers.call_signature import takes

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def call(self: Any, inputs: Any, training: bool | None = None) -> Any:
    """What the last layer gives; each layer gets what the one before it gave."""
    result = inputs
    for layer in self.layers:
        keywords = {"training": training} if takes(layer, "training") else {}
        result = layer(result, **keywords)
    self.built = True
    return result
