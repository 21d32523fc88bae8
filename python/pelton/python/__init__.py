"""Owns the import paths below ``tensorflow.python`` that scripts use."""
