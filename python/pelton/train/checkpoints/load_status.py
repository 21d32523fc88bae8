"""What restore() returns: whether all was found, asked for by the user."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pelton.train.checkpoints.restoration import Restoration


class LoadStatus:
    """What became of a restore."""

    def __init__(self, restoration: Restoration | None = None) -> None:
        self._restoration = restoration

    def assert_consumed(self) -> LoadStatus:
        """Raises AssertionError unless every value found its variable and the other way round."""
        unused = self._restoration.unused_values() if self._restoration else []
        if unused:
            raise AssertionError(f"Unresolved object in checkpoint: no variables for {unused}")
        return self.assert_existing_objects_matched()

    def assert_existing_objects_matched(self) -> LoadStatus:
        """Raises AssertionError unless every live variable found its value."""
        unmatched = self._restoration.unmatched_objects if self._restoration else []
        if unmatched:
            names = ", ".join(unmatched)
            raise AssertionError(f"Objects without values in the checkpoint: {names}")
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

    def assert_existing_objects_matched(self) -> LoadStatus:
        """Raises AssertionError: there was no checkpoint."""
        raise AssertionError("No checkpoint specified (save_path=None); nothing is being restored.")
