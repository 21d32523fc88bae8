"""Makes Keras's optimizers step all variables by one op where the engine has their update rule."""

from __future__ import annotations

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
    "Adagrad.update_step": ("adagrad_step", ("epsilon",), (("_accumulators", None),)),
    "Adadelta.update_step": (
        "adadelta_step",
        ("rho", "epsilon"),
        (("_accumulated_grads", None), ("_accumulated_delta_vars", None)),
    ),
    "Adamax.update_step": (
        "adamax_step",
        ("beta_1", "beta_2", "epsilon"),
        (("_m", None), ("_u", None)),
    ),
    "Nadam.update_step": (
        "nadam_step",
        ("beta_1", "beta_2", "epsilon"),
        (("_momentums", None), ("_velocities", None)),
    ),
    "Lamb.update_step": (
        "lamb_step",
        ("beta_1", "beta_2", "epsilon"),
        (("_momentums", None), ("_velocities", None)),
    ),
    "Ftrl.update_step": (
        "ftrl_step",
        (
            "learning_rate_power",
            "l1_regularization_strength",
            "l2_regularization_strength",
            "l2_shrinkage_regularization_strength",
            "beta",
        ),
        (("_accumulators", None), ("_linears", None)),
    ),
    "Lion.update_step": ("lion_step", ("beta_1", "beta_2"), (("_momentums", None),)),
}
# The rules to which a gradient's slices are more than their sum.
_OF_SLICES = frozenset(
    f"{rule}_step"
    for rule in ("adam", "rmsprop", "adagrad", "adadelta", "adamax", "nadam", "lamb", "ftrl")
)


def teach(base_optimizer: Any) -> None:
    """Replaces ``BaseOptimizer._backend_update_step`` where a rule fits; else it stays Keras's."""
    optimizer = base_optimizer.BaseOptimizer
    others = optimizer._backend_update_step

    import pelton

    def update(self: Any, grads: Any, trainable_variables: Any, learning_rate: Any) -> None:
        rule = _rule_of(self, optimizer)
        variables = [getattr(variable, "_value", None) for variable in trainable_variables]
        if rule is None or not _fit(variables):
            dense = [pelton.convert_to_tensor(g) if _is_in_slices(g) else g for g in grads]
            return others(self, dense, trainable_variables, learning_rate)
        is_read = rule[0] in _OF_SLICES
        pairs = list(zip(grads, trainable_variables, strict=True))
        for in_slices in (False, True):
            own = [pair for pair in pairs if (is_read and _is_in_slices(pair[0])) == in_slices]
            if own:
                _step(self, rule, own, learning_rate, in_slices)

    optimizer._backend_update_step = update
    optimizer._clip_gradients = _clip


def _is_in_slices(gradient: Any) -> bool:
    from pelton._core import functions

    return functions.is_indexed_slices(gradient)


def _step(optimizer: Any, rule: Any, pairs: list[Any], learning_rate: Any, in_slices: bool) -> None:
    """One op for all (gradient, variable) pairs; `in_slices`: all gradients are, or none counts."""
    from keras_pelton.src.core import convert_to_tensor
    from pelton._core import optimizers

    name, settings, slots = rule
    variables = [variable._value for _, variable in pairs]
    dtype = variables[0].dtype.name
    places = [optimizer._get_variable_index(variable) for _, variable in pairs]
    for slot, setting in slots:
        if setting is None or getattr(optimizer, setting):
            variables += [getattr(optimizer, slot)[place]._value for place in places]
    values = [gradient.values if in_slices else gradient for gradient, _ in pairs]
    inputs = [convert_to_tensor(value, dtype) for value in values]
    if in_slices:
        inputs += [gradient.indices for gradient, _ in pairs]
    inputs.append(convert_to_tensor(learning_rate, "float32"))
    inputs.append(convert_to_tensor(optimizer.iterations, "int64"))
    options = {setting: getattr(optimizer, setting) for setting in settings}
    if in_slices:
        options["in_slices"] = True
    optimizers.step(name, variables, inputs, **options)


def _clip(self: Any, grads: Any) -> Any:
    """The gradients clipped as the optimizer is told: of those in slices by these, as Keras on
    TensorFlow does."""
    import pelton

    if self.clipnorm and self.clipnorm > 0:
        return [g if g is None else pelton.clip_by_norm(g, self.clipnorm) for g in grads]
    if self.global_clipnorm and self.global_clipnorm > 0:
        clipped, _ = pelton.clip_by_global_norm(list(grads), self.global_clipnorm)
        return [pelton.convert_to_tensor(g) if _is_in_slices(g) else g for g in clipped]
    if self.clipvalue and self.clipvalue > 0:
        v = self.clipvalue
        return [g if g is None else pelton.clip_by_value(g, -v, v) for g in grads]
    return grads


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
