"""Owns what ``importlib.metadata`` says of the distribution `tensorflow` under ``pelton.run``."""

from __future__ import annotations

import importlib.metadata

from pelton.version import VERSION

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class SpokenTensorFlow(importlib.metadata.Distribution):
    """The TensorFlow that is spoken: a name and a version, and no files."""

    def read_text(self, filename: str) -> str | None:
        """The text of its METADATA; None for other files."""
        if filename != "METADATA":
            return None
        return f"Metadata-Version: 2.1\nName: tensorflow\nVersion: {VERSION}\n"

    def locate_file(self, path: Any) -> Any:
        """The path itself: there are no files."""
        return path
