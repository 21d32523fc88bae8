"""Owns ``tf.UnconnectedGradients``; a module of its own, so that importing pelton loads no enum."""

from pelton.names.named_enums import NamedEnum


class UnconnectedGradients(NamedEnum):
    """What the gradient of a source is when the target does not depend on it."""

    NONE = "none"
    ZERO = "zero"
