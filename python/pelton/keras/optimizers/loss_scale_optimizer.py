"""LossScaleOptimizer: scales the loss so that float16 gradients do not vanish, and skips steps
whose gradients are not finite. Knows no model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pelton._core import optimizers as _optimizers
from pelton.keras.hooks import is_library

_Base = _optimizers.Optimizer
# What configs of older versions hold beside the class's own settings, which change nothing.
_NEUTRAL = {
    "weight_decay": None,
    "clipnorm": None,
    "global_clipnorm": None,
    "clipvalue": None,
    "use_ema": False,
    "ema_momentum": 0.99,
    "ema_overwrite_frequency": None,
    "loss_scale_factor": None,
    "gradient_accumulation_steps": None,
}


class LossScaleOptimizer(_Base):
    """Steps by `inner_optimizer` with gradients divided by a scale, by which `scale_loss`
    multiplies: doubled after `dynamic_growth_steps` steps with finite gradients, halved where one
    is not finite, and the step is then skipped."""

    def __init__(
        self,
        inner_optimizer: Any,
        initial_scale: float | None = 2.0**15,
        dynamic_growth_steps: int | None = 2000,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        """Raises TypeError for what is no optimizer, ValueError for `dynamic=False` and for
        settings that belong to the inner optimizer."""
        _check_inner(inner_optimizer)
        _check_others(kwargs)
        super().__init__(learning_rate=0.0, name=name)
        self.inner_optimizer = inner_optimizer
        self.initial_scale = _scale(initial_scale)
        self.dynamic_growth_steps = _growth_steps(dynamic_growth_steps)
        self.dynamic = True
        # One of the two scales; the other would scale twice.
        inner_optimizer.loss_scale_factor = None
        self.step_counter = self.add_variable((), dtype="int64", name="step_counter")
        self.dynamic_scale = self.add_variable((), dtype="float32", name="dynamic_scale")
        self.dynamic_scale.assign(self.initial_scale)
        self._unscales = True

    def build(self, variables: Any) -> None:
        """Makes the inner optimizer's slots for `variables`."""
        super().build(variables)
        if not self.inner_optimizer.built:
            self.inner_optimizer.build(variables)

    def apply(self, grads: Iterable[Any], trainable_variables: Sequence[Any] | None = None) -> None:
        """One step with gradients of the scaled loss, skipped where one is not finite."""
        import pelton as tf

        gradients = _listed("apply", "grads", grads)
        if not gradients:
            return None
        if trainable_variables is None and not self.built:
            raise ValueError(
                f"{type(self).__name__}.apply: without `trainable_variables` the optimizer must "
                "be built before. Call `optimizer.build(trainable_variables)` first"
            )
        given_variables = (
            self._trainable_variables if trainable_variables is None else trainable_variables
        )
        variables = _listed("apply", "trainable_variables", given_variables)
        if not self.built:
            with tf.init_scope():
                self.build(variables)
        finite = [tf.reduce_all(tf.math.is_finite(g)) for g in gradients if g is not None]
        if not finite:
            return self.inner_optimizer.apply(gradients, variables)  # which refuses
        is_finite = tf.reduce_all(tf.stack(finite))
        given = self._divided(gradients) if self._unscales else gradients
        if is_library(type(self.inner_optimizer)):
            self._step_where(is_finite, given, variables)
        else:
            self._step_on_host(is_finite, given, variables)
        self._move_scale(is_finite)

    def _step_where(self, is_finite: Any, gradients: list[Any], variables: list[Any]) -> None:
        import pelton as tf

        def step() -> Any:
            self.inner_optimizer.apply(gradients, variables)
            return tf.constant(0)

        tf.cond(is_finite, step, lambda: tf.constant(0))

    def _step_on_host(self, is_finite: Any, gradients: list[Any], variables: list[Any]) -> None:
        """Of an optimizer written in Python, which no branch of a trace can hold."""
        import pelton as tf

        held = [i for i, gradient in enumerate(gradients) if gradient is not None]

        def step(finite: Any, *values: Any) -> None:
            if finite:
                given = [None] * len(gradients)
                for i, value in zip(held, values, strict=True):
                    given[i] = value
                self.inner_optimizer.apply(given, variables)

        tf.py_function(step, [is_finite, *(gradients[i] for i in held)], [])

    def _move_scale(self, is_finite: Any) -> None:
        import pelton as tf

        steps = self.step_counter + 1
        grows = tf.logical_and(is_finite, steps >= self.dynamic_growth_steps)
        factor = tf.where(is_finite, tf.where(grows, 2.0, 1.0), 0.5)
        keeps = tf.logical_and(is_finite, tf.logical_not(grows))
        self.step_counter.assign(tf.where(keeps, steps, tf.zeros_like(steps)))
        self.dynamic_scale.assign(self.dynamic_scale * factor)

    def apply_gradients(self, grads_and_vars: Iterable[Any]) -> Any:
        """`apply` of (gradient, variable) pairs; the inner optimizer's count of steps."""
        gradients, variables = [], []
        for number, pair in enumerate(_listed("apply_gradients", "grads_and_vars", grads_and_vars)):
            if not isinstance(pair, (tuple, list)) or len(pair) != 2:
                raise ValueError(
                    f"{type(self).__name__}.apply_gradients: grads_and_vars[{number}] must be a "
                    f"(gradient, variable) pair, got {type(pair).__name__}"
                )
            gradients.append(pair[0])
            variables.append(pair[1])
        self.apply(gradients, variables)
        return self.iterations

    def _divided(self, gradients: Iterable[Any]) -> list[Any]:
        import pelton as tf

        def over_scale(gradient: Any) -> Any:
            if isinstance(gradient, tf.IndexedSlices):
                return gradient.with_values(over_scale(gradient.values))
            return gradient / tf.cast(self.dynamic_scale, gradient.dtype)

        return [None if g is None else over_scale(g) for g in gradients]

    def scale_loss(self, loss: Any) -> Any:
        """`loss` times the scale; `apply` divides by it."""
        from pelton.keras import ops

        self._unscales = True
        return ops.multiply(loss, self.dynamic_scale)

    def get_scaled_loss(self, loss: Any) -> Any:
        """Keras 2's name of scale_loss; a function that gives a loss becomes one that gives the
        scaled loss."""
        if callable(loss) and not hasattr(loss, "dtype"):
            return lambda: self.scale_loss(loss())
        return self.scale_loss(loss)

    def get_unscaled_gradients(self, grads: Iterable[Any]) -> list[Any]:
        """The gradients divided by the scale, None for None. `apply` then takes gradients as they
        are, until scale_loss is called again."""
        import pelton as tf

        listed = _listed("get_unscaled_gradients", "grads", grads)
        unscaled = self._divided([None if g is None else tf.convert_to_tensor(g) for g in listed])
        self._unscales = False
        return unscaled

    @property
    def loss_scale(self) -> Any:
        """The scale as it is now: 0-d, float32."""
        return self.dynamic_scale.read_value()

    @property
    def dynamic_counter(self) -> Any:
        """Keras 2's name of step_counter."""
        return self.step_counter

    @property
    def variables(self) -> Any:
        """The own variables, then the inner optimizer's."""
        return [*super().variables, *self.inner_optimizer.variables]

    @property
    def learning_rate(self) -> Any:
        """The inner optimizer's."""
        return self.inner_optimizer.learning_rate

    @learning_rate.setter
    def learning_rate(self, value: Any) -> None:
        self.inner_optimizer.learning_rate = value

    @property
    def iterations(self) -> Any:
        """Steps that the inner optimizer made: those skipped are not counted."""
        return self.inner_optimizer.iterations

    def finalize_variable_values(self, var_list: Any) -> None:
        """The inner optimizer's."""
        self.inner_optimizer.finalize_variable_values(var_list)

    def get_config(self) -> dict[str, Any]:
        """The settings, with the inner optimizer's config."""
        from pelton.keras.saving.serialize_object import serialize_keras_object

        return {
            "name": self.name,
            "inner_optimizer": serialize_keras_object(self.inner_optimizer),
            "initial_scale": self.initial_scale,
            "dynamic_growth_steps": self.dynamic_growth_steps,
        }

    @classmethod
    def from_config(
        cls, config: Mapping[str, Any], custom_objects: Any = None
    ) -> LossScaleOptimizer:
        """The reverse of get_config."""
        from pelton.keras.optimizers import deserialize

        if not isinstance(config, Mapping):
            raise TypeError(
                "LossScaleOptimizer.from_config: argument `config`: expected a dict, got "
                f"{type(config).__name__}"
            )
        settings = dict(config)
        inner = settings.pop("inner_optimizer", None)
        if isinstance(inner, Mapping):
            inner = deserialize(dict(inner), custom_objects)
        return cls(inner, **settings)


def _listed(method: str, argument: str, value: Any) -> list[Any]:
    if not isinstance(value, Iterable):
        raise TypeError(
            f"LossScaleOptimizer.{method}: argument `{argument}`: expected a list, got "
            f"{type(value).__name__}"
        )
    return list(value)


def _check_inner(inner: Any) -> None:
    if not isinstance(inner, _Base):
        raise TypeError(
            "LossScaleOptimizer: argument `inner_optimizer`: expected an optimizer, got "
            f"{type(inner).__name__}"
        )
    if isinstance(inner, LossScaleOptimizer):
        raise ValueError("LossScaleOptimizer: `inner_optimizer` is a LossScaleOptimizer already")


def _check_others(others: dict[str, Any]) -> None:
    if not others.pop("dynamic", True):
        raise ValueError(
            "LossScaleOptimizer does not support `dynamic=False`. Instead, set `loss_scale_factor` "
            "on the `inner_optimizer`."
        )
    unknown = [name for name in others if name not in _NEUTRAL]
    if unknown:
        names = ", ".join(f"`{name}`" for name in unknown)
        raise ValueError(f"LossScaleOptimizer does not support arguments: {names}.")
    for name, value in others.items():
        if value != _NEUTRAL[name]:
            raise ValueError(
                f"LossScaleOptimizer does not support `{name}`. Instead, set it on the "
                "`inner_optimizer`."
            )


def _scale(value: Any) -> float:
    import math
    import numbers

    if value is None:
        return 2.0**15
    if not isinstance(value, numbers.Real) or isinstance(value, bool):
        raise TypeError(
            "LossScaleOptimizer: argument `initial_scale`: expected a number, got "
            f"{type(value).__name__}"
        )
    if not (value > 0 and math.isfinite(value)):
        raise ValueError(
            f"LossScaleOptimizer: `initial_scale` must be positive and finite, got {value}"
        )
    return float(value)


def _growth_steps(value: Any) -> int:
    import numbers

    if value is None:
        return 2000
    if not isinstance(value, numbers.Integral) or isinstance(value, bool):
        raise TypeError(
            "LossScaleOptimizer: argument `dynamic_growth_steps`: expected an int, got "
            f"{type(value).__name__}"
        )
    if value < 1:
        raise ValueError(
            f"LossScaleOptimizer: `dynamic_growth_steps` must be positive, got {value}"
        )
    return int(value)
