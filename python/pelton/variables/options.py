"""Owns the enumerations that ``tf.Variable`` and ``tf.gradients`` take."""

from pelton.names.named_enums import NamedEnum


class VariableSynchronization(NamedEnum):
    """When copies of a variable on several devices are brought together."""

    AUTO = 0
    NONE = 1
    ON_WRITE = 2
    ON_READ = 3


class VariableAggregation(NamedEnum):
    """How copies of a variable on several devices are brought together."""

    NONE = 0
    SUM = 1
    MEAN = 2
    ONLY_FIRST_REPLICA = 3


class AggregationMethod:
    """How gradients that arrive at one tensor are added: one way here, whatever is said."""

    ADD_N = 0
    DEFAULT = 0
    EXPERIMENTAL_TREE = 1
    EXPERIMENTAL_ACCUMULATE_N = 2
