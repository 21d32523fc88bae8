"""StackedRNNCells: cells one after the other as one cell."""

from __future__ import annotations

from pelton.keras.layers.call_signature import takes
from pelton.keras.layers.library_layer import LibraryLayer
from pelton.keras.layers.recurrent.cell_states import initial_states, output_size
from pelton.keras.layers.wrapping.wrapper import restored, stored

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


class StackedRNNCells(LibraryLayer):
    """Each cell's output is the next one's input; the states are those of the cells, in a list.

    Raises ValueError for what has no `call` or no `state_size`."""

    def __init__(self, cells: Sequence[Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for cell in cells:
            for name in ("call", "state_size"):
                if not hasattr(cell, name):
                    raise ValueError(
                        f"All cells must have a `{name}`. Received cell without a `{name}`: {cell} "
                        "[StackedRNNCells]"
                    )
        self.cells = list(cells)

    @property
    def state_size(self) -> list[Any]:
        """Each cell's sizes."""
        return [cell.state_size for cell in self.cells]

    @property
    def output_size(self) -> int:
        """The size of the last cell's output."""
        return output_size(self.cells[-1])

    def get_initial_state(self, batch_size: Any = None) -> list[Any]:
        """Each cell's zeros."""
        found = []
        for cell in self.cells:
            states = initial_states(cell, batch_size, self.compute_dtype)
            found.append(states[0] if isinstance(cell.state_size, int) else states)
        return found

    def build(self, input_shape: Any) -> None:
        for cell in self.cells:
            if hasattr(cell, "built") and not cell.built:
                cell.build(input_shape)
            input_shape = (input_shape[0], output_size(cell))

    def call(self, inputs: Any, states: Any, training: bool = False) -> tuple[Any, Any]:
        after = []
        for cell, state in zip(self.cells, states, strict=True):
            is_list = isinstance(state, (list, tuple))
            options = {"training": training} if takes(cell, "training") else {}
            inputs, new = cell(inputs, list(state) if is_list else [state], **options)
            new = list(new) if isinstance(new, (list, tuple)) else [new]
            after.append(new if is_list else new[0])
        return inputs, after

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "cells": [stored(cell) for cell in self.cells]}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: Any = None) -> Any:
        """Of the cells that the config holds."""
        config = dict(config)
        cells = [restored(cell, custom_objects) for cell in config.pop("cells")]
        return cls(cells, **config)
