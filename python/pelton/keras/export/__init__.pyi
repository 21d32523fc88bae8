"""Types of pelton.keras.export. Made by `dev.py stubs`; do not edit."""

from pelton.keras.export.archive import ExportArchive as ExportArchive
