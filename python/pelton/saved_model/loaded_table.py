"""What a saved model holds of a table: its parts, which are variables of no module."""

from __future__ import annotations

from typing import Any


class LoadedTable:
    """The parts of a table of `tf.lookup`, which the stored functions read."""

    def _checkpoint_children(self) -> list[tuple[str, Any]]:
        return list(vars(self).items())
