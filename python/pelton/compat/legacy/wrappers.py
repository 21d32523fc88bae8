"""Owns ``keras.wrappers`` of Keras 2, which holds ``scikit_learn``."""

from pelton.compat.legacy import scikit_learn

__all__ = ["scikit_learn"]
