"""What restore() returns: whether all was found, asked for by the user."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pelton.train.checkpoints.restoration import Restoration


_MOST_SHOWN = 10


class LoadStatus:
    """What became of a restore."""

    def __init__(self, restoration: Restoration | None = None) -> None:
        self._restoration = restoration

    def assert_consumed(self) -> LoadStatus:
        """Raises AssertionError unless every value found its variable and the other way round."""
        self.assert_existing_objects_matched()
        unused = self._restoration.unused_values() if self._restoration else []
        if unused:
            name, key = unused[0]
            path = key.split("/.ATTRIBUTES/")[0].replace("/", ".")
            more = f" ({len(unused) - 1} more)" if len(unused) > 1 else ""
            raise AssertionError(
                f'Unresolved object in checkpoint (root).{path}: attributes {{\n  name: "{name}"\n'
                f'  checkpoint_key: "{key}"\n}}{more}'
            )
        return self

    def assert_existing_objects_matched(self) -> LoadStatus:
        """Raises AssertionError unless every live variable found its value."""
        unmatched = self._restoration.unmatched_objects if self._restoration else []
        if unmatched:
            shown = unmatched[:_MOST_SHOWN]
            raise AssertionError(
                f"Found {len(unmatched)} Python objects that were not bound to checkpointed "
                f"values, likely due to changes in the Python program. Showing {len(shown)} of "
                f"{len(unmatched)} unmatched objects: {shown}"
            )
        return self

    def assert_nontrivial_match(self) -> LoadStatus:
        """Raises AssertionError where no value found its variable."""
        if self._restoration and not self._restoration.has_matches:
            raise AssertionError(
                "Nothing except the root object matched a checkpointed value. Typically this means "
                "that the checkpoint does not match the Python program. The following objects have "
                f"no matching checkpointed value: {self._restoration.unmatched_objects}"
            )
        return self

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
