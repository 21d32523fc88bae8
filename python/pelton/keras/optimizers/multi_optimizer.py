"""MultiOptimizer: an optimizer for each group of variables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pelton._core import optimizers as _optimizers
from pelton.keras import object_config
from pelton.keras.optimizers.optimizer_map import wrapper_name

_Base = _optimizers.Optimizer


class MultiOptimizer(_Base):
    """Steps each variable by the optimizer that `optimizer_map`, an OptimizerMap or a function of
    the variable, gives for it. `optimizers` lists them; each has its own learning rate.

    `loss_scale_factor` goes before those of the optimizers. Building raises ValueError for what is
    no optimizer or steps by others."""

    def __init__(
        self, optimizer_map: Any, loss_scale_factor: float | None = None, name: str | None = None
    ) -> None:
        super().__init__(learning_rate=0.0, loss_scale_factor=loss_scale_factor, name=name)
        self._optimizer_map = optimizer_map
        self._inner: list[Any] = []
        self._places: dict[Any, int] = {}
        values = getattr(optimizer_map, "values", None)
        default = getattr(optimizer_map, "default_optimizer", None)
        for one in [*(values() if values else ()), *([default] if default is not None else ())]:
            self._place_of(one)

    def _place_of(self, optimizer: Any) -> int:
        for place, known in enumerate(self._inner):
            if known is optimizer:
                return place
        optimizer.loss_scale_factor = self.loss_scale_factor
        self._inner.append(optimizer)
        return len(self._inner) - 1

    @property
    def optimizers(self) -> list[Any]:
        """The optimizers, in the order of the map, the default one last."""
        return self._inner

    def build(self, variables: Sequence[Any]) -> None:
        """Makes the slots of each optimizer for its variables."""
        if self.built:
            return
        for variable in variables:
            chosen = self._optimizer_map(variable)
            if not isinstance(chosen, _Base):
                raise ValueError(
                    f"Optimizer for variable {variable} is not an Optimizer instance. "
                    "[MultiOptimizer]"
                )
            name = wrapper_name(chosen)
            if name is not None:
                raise ValueError(f"{name} cannot be used inside an MultiOptimizer.")
            self._places[variable.ref()] = self._place_of(chosen)
        for optimizer, group in zip(self._inner, self._groups(variables), strict=True):
            if group and not optimizer.built:
                optimizer.build(group)
        super().build(variables)

    def _groups(self, variables: Sequence[Any], values: Sequence[Any] | None = None) -> list[Any]:
        """The variables of each optimizer, or the values that belong to them."""
        groups: list[list[Any]] = [[] for _ in self._inner]
        for variable, value in zip(variables, values or variables, strict=True):
            groups[self._places[variable.ref()]].append(value)
        return groups

    def apply(self, grads: Iterable[Any], trainable_variables: Sequence[Any] | None = None) -> None:
        """One step of each optimizer that has gradients among these. Raises ValueError where
        their number is not that of the variables."""
        import pelton as tf

        gradients = list(grads)
        if not gradients:
            return
        if trainable_variables is None:
            if not self.built:
                raise ValueError(
                    "When passing `grads` without `variables`, the optimizer must already be built "
                    "on a list of variables. Call `optimizer.build(trainable_variables)` first. "
                    "[MultiOptimizer]"
                )
            trainable_variables = self._trainable_variables
        variables = list(trainable_variables)
        if not self.built:
            with tf.init_scope():
                self.build(variables)
        if len(gradients) != len(self._places):
            raise ValueError(
                "Gradients must match trainable variables one-to-one. Received "
                f"{len(gradients)} gradients and {len(self._places)} variables. [MultiOptimizer]"
            )
        groups = zip(self._groups(variables, gradients), self._groups(variables), strict=True)
        for optimizer, (own_gradients, own) in zip(self._inner, groups, strict=True):
            if own:
                optimizer.apply(own_gradients, own)
        self.iterations.assign_add(1)

    def apply_gradients(self, grads_and_vars: Iterable[Any]) -> Any:
        """`apply` of (gradient, variable) pairs; the number of steps."""
        gradients, variables = zip(*grads_and_vars, strict=True)
        self.apply(gradients, variables)
        return self.iterations

    def finalize_variable_values(self, var_list: Sequence[Any]) -> None:
        """Those of each optimizer."""
        for optimizer, group in zip(self._inner, self._groups(var_list), strict=True):
            if group:
                optimizer.finalize_variable_values(group)

    @property
    def variables(self) -> list[Any]:
        """The count of steps, then the variables of each optimizer."""
        return [*super().variables[:1], *(one for opt in self._inner for one in opt.variables)]

    @property
    def learning_rate(self) -> Any:
        """Raises AttributeError: each optimizer has its own."""
        raise AttributeError(
            "Learning rate cannot be accessed on a MultiOptimizer. Access the learning rate on the "
            "individual sub-optimizers instead."
        )

    @learning_rate.setter
    def learning_rate(self, value: Any) -> None:
        raise AttributeError(
            "Learning rate cannot be set on a MultiOptimizer. Set the learning rate on the "
            "individual sub-optimizers instead."
        )

    @property
    def loss_scale_factor(self) -> Any:
        """By what scale_loss multiplies, the same for all optimizers; None: by nothing."""
        return _Base.loss_scale_factor.fget(self)

    @loss_scale_factor.setter
    def loss_scale_factor(self, value: float | None) -> None:
        _Base.loss_scale_factor.fset(self, value)
        for optimizer in self._inner:
            optimizer.loss_scale_factor = value

    def get_config(self) -> dict[str, Any]:
        """The map with the optimizers' configs, or the function."""
        return {
            "optimizer_map": object_config.describe("keras.optimizers", self._optimizer_map),
            "loss_scale_factor": self.loss_scale_factor,
            "name": self.name,
        }

    @classmethod
    def from_config(cls, config: Mapping[str, Any], custom_objects: Any = None) -> MultiOptimizer:
        """The reverse of get_config."""
        from pelton.keras.saving.deserialize_object import deserialize_keras_object

        settings = dict(config)
        described = settings.pop("optimizer_map")
        return cls(deserialize_keras_object(described, custom_objects=custom_objects), **settings)
