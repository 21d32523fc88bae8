"""``tf.experimental.extension_type``: what takes extension types apart."""

from __future__ import annotations

from pelton.tensors.extension_type import as_dict

__all__ = ["as_dict"]
