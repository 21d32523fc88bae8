"""tf.saved_model.experimental: the names that options are made with."""

from __future__ import annotations

from pelton.names.named_enums import NamedEnum


class VariablePolicy(NamedEnum):
    """How variables on several devices are stored; here each has one value, so all are alike."""

    NONE = None
    SAVE_VARIABLE_DEVICES = "save_variable_devices"
    EXPAND_DISTRIBUTED_VARIABLES = "expand_distributed_variables"


__all__ = ["VariablePolicy"]
