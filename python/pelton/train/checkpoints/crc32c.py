"""The checksum of TensorFlow's files: CRC-32C, in TensorFlow's masked form, by the engine."""

from __future__ import annotations

from pelton._core import bind_data as _bind_data

_bind_data()

from pelton._core.data import masked_crc32c as masked  # noqa: E402

__all__ = ["masked"]
