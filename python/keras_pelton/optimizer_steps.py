"""Makes Keras's optimizers step all variables by one op where the engine has their update rule."""

from __future__ import annotations

import functools
from typing import Any

# By Keras's update_step: the engine's rule, its settings, and the slots as it wants them, each with
# the setting that must be set for it to be there.
_RULES = {
    "Adam.update_step": (
        "adam_step",
        ("beta_1", "beta_2", "epsilon", "amsgrad"),
        (("_momentums", None), ("_velocities", None), ("_velocity_hats", "amsgrad")),
    ),
    "SGD.update_step": ("sgd_step", ("momentum", "nesterov"), (("momentums", "momentum"),)),
    "RMSprop.update_step": (
        "rmsprop_step",
        ("rho", "momentum", "epsilon", "centered"),
        (("_velocities", None), ("_momentums", "momentum"), ("_average_gradients", "centered")),
    ),
}


def teach(base_optimizer: Any) -> None:
    """Replaces ``BaseOptimizer._backend_update_step`` where a rule fits; else it stays Keras's."""
    optimizer = base_optimizer.BaseOptimizer
    others = optimizer._backend_update_step

    def update(self: Any, grads: Any, trainable_variables: Any, learning_rate: Any) -> None:
        rule = _rule_of(self, optimizer)
        variables = [getattr(variable, "_value", None) for variable in trainable_variables]
        if rule is None or not _fit(variables):
            return others(self, grads, trainable_variables, learning_rate)
        from keras_pelton.src.core import convert_to_tensor
        from pelton._core import optimizers

        name, settings, slots = rule
        places = [self._get_variable_index(variable) for variable in trainable_variables]
        for slot, setting in slots:
            if setting is None or getattr(self, setting):
                variables += [getattr(self, slot)[place]._value for place in places]
        dtype = variables[0].dtype.name
        inputs = [convert_to_tensor(gradient, dtype) for gradient in grads]
        inputs.append(convert_to_tensor(learning_rate, "float32"))
        inputs.append(convert_to_tensor(self.iterations, "int64"))
        options = {setting: getattr(self, setting) for setting in settings}
        optimizers.step(name, variables, inputs, **options)

    optimizer._backend_update_step = update
    optimizer.__init__ = _counting_in_int64(optimizer.__init__)


def _counting_in_int64(own: Any) -> Any:
    """The constructor, whose "int" for the number of steps is int64, as in Keras on TensorFlow."""

    @functools.wraps(own)
    def init(self: Any, *args: Any, **kwargs: Any) -> None:
        from keras.src.backend.common import dtypes

        kinds = dtypes.PYTHON_DTYPES_MAP
        before = kinds["int"]
        kinds["int"] = "int64"
        try:
            own(self, *args, **kwargs)
        finally:
            kinds["int"] = before

    return init


def _rule_of(optimizer: Any, base: Any) -> Any:
    """The rule that stands for what an optimizer does; None for a class of somebody's own."""
    own = type(optimizer)
    is_keras = own.update_step.__module__.startswith("keras.src.optimizers.")
    is_plain = all(getattr(own, name) is getattr(base, name) for name in ("assign", "assign_add"))
    found = _RULES.get(own.update_step.__qualname__) if is_keras and is_plain else None
    from keras.src.backend.common.stateless_scope import in_stateless_scope

    return None if in_stateless_scope() else found


def _fit(variables: list[Any]) -> bool:
    """Whether one op can step the variables: all of one floating dtype, on one device."""
    import pelton

    if not all(isinstance(variable, pelton.Variable) for variable in variables):
        return False
    kinds = {(variable.dtype.name, variable.device) for variable in variables}
    return len(kinds) == 1 and kinds.pop()[0] in ("float32", "float64")
