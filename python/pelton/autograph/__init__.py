"""Owns ``tf.autograph``: there is nothing to convert, functions run as the Python that they are."""

from __future__ import annotations

from pelton.autograph import experimental

__all__ = ["experimental"]
