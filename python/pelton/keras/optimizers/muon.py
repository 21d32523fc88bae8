"""Muon: matrices step by their momentum made orthogonal, all else by AdamW."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

from pelton._core import ops as _ops
from pelton._core import optimizers as _optimizers
from pelton.keras.optimizers import settings

_Base = _optimizers.Optimizer
_LEAST = 1e-7
_FLAGS = ("exclude_embeddings", "nesterov")
_NUMBERS = tuple(
    "adam_beta_1 adam_beta_2 adam_weight_decay epsilon muon_a muon_b muon_c adam_lr_ratio momentum "
    "ns_steps rms_rate".split()
)
_WRITTEN = tuple(
    "adam_beta_1 adam_beta_2 epsilon exclude_layers muon_a muon_b muon_c adam_lr_ratio momentum "
    "ns_steps nesterov exclude_embeddings adam_weight_decay rms_rate".split()
)
_OPTIONAL = ("weight_decay", "adam_weight_decay", "rms_rate")


class Muon(_Base):
    """Steps of matrices by their momentum, which `ns_steps` steps of Newton and Schulz's iteration,
    a x + (b x x^T + c (x x^T)^2) x, make nearly orthogonal, times `rms_rate` and the root of the
    longer side. Variables that are no matrices, embeddings, and those whose path a pattern of
    `exclude_layers` is found in, step by AdamW at `adam_lr_ratio` times the rate.

    Source: Muon (Jordan et al., 2024), Moonlight (Liu et al., 2025)."""

    def __init__(
        self,
        learning_rate: Any = 0.001,
        adam_beta_1: float = 0.9,
        adam_beta_2: float = 0.999,
        adam_weight_decay: float | None = 0.004,
        epsilon: float = 1e-7,
        weight_decay: float | None = 0.004,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        use_ema: bool = False,
        ema_momentum: float = 0.99,
        ema_overwrite_frequency: int | None = None,
        loss_scale_factor: float | None = None,
        gradient_accumulation_steps: int | None = None,
        name: str | None = None,
        exclude_layers: Sequence[str] | None = None,
        exclude_embeddings: bool = True,
        muon_a: float = 3.4445,
        muon_b: float = -4.775,
        muon_c: float = 2.0315,
        adam_lr_ratio: float = 1,
        momentum: float = 0.95,
        ns_steps: int = 5,
        nesterov: bool = True,
        rms_rate: float | None = 0.2,
        **kwargs: Any,
    ) -> None:
        given = locals()
        shared = {name: given[name] for name in settings.SHARED}
        settings.take_shared(self, _Base, name=name or "muon", **shared, **kwargs)
        # The base decays all weights alike; here the two kinds decay by two numbers.
        settings.take(self, {}, {"weight_decay": weight_decay}, _OPTIONAL)
        self._decay, self.weight_decay = weight_decay, None
        flags = {name: given[name] for name in _FLAGS}
        settings.take(self, flags, {name: given[name] for name in _NUMBERS}, _OPTIONAL)
        self.exclude_layers = list(exclude_layers or [])
        self._undecayed: list[Any] = []  # variables, and patterns of names

    def exclude_from_weight_decay(
        self, var_list: Sequence[Any] | None = None, var_names: Sequence[str] | None = None
    ) -> None:
        """Lets variables, or those in whose names one of the strings is found, keep their size."""
        super().exclude_from_weight_decay(var_list=var_list, var_names=var_names)
        self._undecayed += [*(var_list or []), *(var_names or [])]

    def _decays(self, variable: Any) -> bool:
        return not any(
            re.search(one, variable.name) if isinstance(one, str) else one is variable
            for one in self._undecayed
        )

    def _steps_by_adam(self, variable: Any) -> bool:
        if len(variable.shape) != 2:
            return True
        if self.exclude_embeddings and "embedding" in variable.path.lower():
            return True
        return any(re.search(pattern, variable.path) for pattern in self.exclude_layers)

    def build(self, variables: Sequence[Any]) -> None:
        """Makes the momentums of `variables`, and mean squares of those that step by AdamW."""
        if self.built:
            return
        super().build(variables)
        self._slots = []
        for variable in variables:
            momentum = self.add_variable_from_reference(variable, name="momentum")
            squares = None
            if self._steps_by_adam(variable):
                squares = self.add_variable_from_reference(variable, name="velocity")
            self._slots.append((momentum, squares))

    def update_step(self, gradient: Any, variable: Any, learning_rate: Any) -> None:
        """One step of one variable, which decays before."""
        momentum, squares = self._slots[self._get_variable_index(variable)]
        gradient = _ops.cast(gradient, variable.dtype)
        rate = _ops.cast(learning_rate, variable.dtype)
        decay = self._decay if squares is None else self.adam_weight_decay
        if decay is not None and self._decays(variable):
            self.assign_sub(variable, variable * (rate * decay))
        if squares is None:
            change = self._orthogonal_step(gradient, momentum)
        else:
            change = self._adam_step(gradient, momentum, squares) * self.adam_lr_ratio
        self.assign_sub(variable, rate * change)

    def _orthogonal_step(self, gradient: Any, momentum: Any) -> Any:
        self.assign(momentum, momentum * self.momentum + gradient)
        used = gradient + momentum * self.momentum if self.nesterov else momentum + 0.0
        return self.lr_adjust(self.zeropower_via_newtonschulz5(used, self.ns_steps))

    def lr_adjust(self, x: Any) -> Any:
        """A matrix times `rms_rate` and the root of its longer side; as it is without a rate."""
        if self.rms_rate is None:
            return x
        return x * (math.sqrt(max(x.shape)) * self.rms_rate)

    def zeropower_via_newtonschulz5(self, x: Any, steps: int) -> Any:
        """A matrix after `steps` steps of the iteration; Keras's name."""
        is_tall = x.shape[0] > x.shape[1]
        x = _ops.transpose(x, perm=[1, 0]) if is_tall else x
        x = x / (_ops.sqrt(_ops.reduce_sum(_ops.square(x))) + _LEAST)
        for _ in range(steps):
            square = _ops.matmul(x, x, transpose_b=True)
            mixed = square * self.muon_b + _ops.matmul(square, square) * self.muon_c
            x = x * self.muon_a + _ops.matmul(mixed, x)
        return _ops.transpose(x, perm=[1, 0]) if is_tall else x

    def _adam_step(self, gradient: Any, momentum: Any, squares: Any) -> Any:
        step = _ops.cast(self.iterations + 1, momentum.dtype)
        first, second = (
            1.0 - _ops.pow(_ops.cast(beta, momentum.dtype), step)
            for beta in (self.adam_beta_1, self.adam_beta_2)
        )
        self.assign(momentum, momentum + (gradient - momentum) * (1.0 - self.adam_beta_1))
        grown = (_ops.square(gradient) - squares) * (1.0 - self.adam_beta_2)
        self.assign(squares, squares + grown)
        scale = _ops.sqrt(second) / first
        return momentum * scale / (_ops.sqrt(squares) + self.epsilon)

    def get_config(self) -> dict[str, Any]:
        own = {name: getattr(self, name) for name in _WRITTEN}
        return {**super().get_config(), **own, "weight_decay": self._decay}
