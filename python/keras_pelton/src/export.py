"""Owns the refusal of SavedModel export, which Pelton does not write."""

from typing import Any, NoReturn


class PeltonExportArchive:
    """Keras's archive for serving, which there is none of on Pelton."""

    def track(self, resource: Any) -> NoReturn:
        """Raises NotImplementedError."""
        raise NotImplementedError("SavedModel export is not available with the pelton backend.")

    def add_endpoint(
        self, name: str, fn: Any, input_signature: Any = None, **kwargs: Any
    ) -> NoReturn:
        """Raises NotImplementedError."""
        raise NotImplementedError("SavedModel export is not available with the pelton backend.")

    def track_and_add_endpoint(
        self, name: str, resource: Any, input_signature: Any, **kwargs: Any
    ) -> NoReturn:
        """Raises NotImplementedError."""
        raise NotImplementedError("SavedModel export is not available with the pelton backend.")
