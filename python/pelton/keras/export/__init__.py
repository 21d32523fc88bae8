"""keras.export: models as saved models. Loads on first use."""

from __future__ import annotations

from pelton.keras.export.archive import ExportArchive as ExportArchive

__all__ = ["ExportArchive"]
