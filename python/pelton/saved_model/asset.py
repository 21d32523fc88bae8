"""Asset: a file that a saved model takes along."""

from __future__ import annotations

import os
from typing import Any


class Asset:
    """A file by its path; tf.saved_model.save copies it, and after loading the path is the copy's.

    Raises TypeError for what is no path."""

    def __init__(self, path: Any) -> None:
        if isinstance(path, bytes):
            path = os.fsdecode(path)
        try:
            self._path = os.fspath(path)
        except TypeError:
            raise TypeError(f"Asset: `path` must be a path, got {type(path).__name__}") from None

    @property
    def asset_path(self) -> Any:
        """The path as a tensor of dtype string."""
        from pelton.ops.array.creation import constant

        return constant(self._path)

    def __fspath__(self) -> str:
        return self._path

    def __repr__(self) -> str:
        return f"Asset({self._path!r})"


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
