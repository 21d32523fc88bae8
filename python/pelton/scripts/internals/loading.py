"""Owns ``keras.saving.saved_model.load_context``: whether a model is being loaded, and how."""

from __future__ import annotations


def get_load_options() -> None:
    """None: models are loaded without options."""


def in_load_context() -> bool:
    """False: what layers do does not depend on whether they are being loaded."""
    return False
