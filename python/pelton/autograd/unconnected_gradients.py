"""Owns ``tf.UnconnectedGradients``; a module of its own, so that importing pelton loads no enum."""

import enum


class UnconnectedGradients(enum.Enum):
    """What the gradient of a source is when the target does not depend on it."""

    NONE = "none"
    ZERO = "zero"
