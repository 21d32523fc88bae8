"""keras.export: models as saved models. Loads on first use."""

from __future__ import annotations

from pelton.keras.export.archive import ExportArchive as ExportArchive
from pelton.keras.missing_names import lookup as _lookup

__all__ = ["ExportArchive"]

__getattr__ = _lookup(__name__)
