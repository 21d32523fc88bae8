"""What restore() returns: whether all was found, asked for by the user."""

from __future__ import annotations

from typing import Any


class LoadStatus:
    """What became of a restore."""

    def __init__(self, unused: list[str], unmatched: list[str]) -> None:
        self._unused = unused
        self._unmatched = unmatched

    def assert_consumed(self) -> LoadStatus:
        """Raises AssertionError unless every value found its variable and the other way round."""
        if self._unused:
            raise AssertionError(
                f"Unresolved object in checkpoint: no variables for {self._unused}"
            )
        return self.assert_existing_objects_matched()

    def assert_existing_objects_matched(self) -> LoadStatus:
        """Raises AssertionError unless every live variable found its value."""
        if self._unmatched:
            raise AssertionError(
                f"Objects without values in the checkpoint: {', '.join(self._unmatched)}"
            )
        return self

    def assert_nontrivial_match(self) -> LoadStatus:
        """The same as assert_existing_objects_matched here."""
        return self.assert_existing_objects_matched()

    def expect_partial(self) -> LoadStatus:
        """Says that not all need match; nothing warns here in any case."""
        return self

    def run_restore_ops(self, session: Any = None) -> None:
        """Nothing is left to do: restore() has assigned the values."""

    def initialize_or_restore(self, session: Any = None) -> None:
        """Nothing is left to do: restore() has assigned the values."""


class NothingRestored(LoadStatus):
    """Of restore(None)."""

    def __init__(self) -> None:
        super().__init__([], [])

    def assert_existing_objects_matched(self) -> LoadStatus:
        """Raises AssertionError: there was no checkpoint."""
        raise AssertionError("No checkpoint specified (save_path=None); nothing is being restored.")
