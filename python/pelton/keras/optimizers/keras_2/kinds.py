"""The optimizers of Keras 2 until 2.10 that programs derive theirs from: their steps by Keras 2's
protocol."""

from __future__ import annotations

from typing import Any

import pelton as tf
from pelton._core import optimizers as _optimizers
from pelton.keras.optimizers.keras_2.own_steps import OptimizerV2


class _Kind(OptimizerV2):
    """Slots by name with what they begin with, numbers, and a step as a function of values."""

    _kept: tuple[str, ...] = ()
    _numbers: tuple[str, ...] = ()
    _flags: tuple[str, ...] = ("epsilon",)  # attributes that are no hyperparameters
    _steps_all_rows = True  # by a gradient of some rows, as if the others' were 0

    def _take(self, name: str, learning_rate: Any, numbers: dict[str, Any], kwargs: Any) -> None:
        super().__init__(name, **kwargs)
        self._set_hyper("learning_rate", kwargs.get("lr", learning_rate))
        self._set_hyper("decay", self._initial_decay)
        for key, value in numbers.items():
            self._set_hyper(key, value)

    def _create_slots(self, var_list: Any) -> None:
        for slot_name in self._kept:
            for var in var_list:
                self.add_slot(var, slot_name, self._beginning(slot_name))

    def _beginning(self, slot_name: str) -> Any:
        return "zeros"

    def _prepare_local(self, var_device: str, var_dtype: Any, apply_state: dict[Any, Any]) -> None:
        super()._prepare_local(var_device, var_dtype, apply_state)
        state = apply_state[(var_device, var_dtype)]
        for name in self._numbers:
            state[f"{name}_t" if name.startswith("beta") else name] = self._get_hyper(
                name, var_dtype
            )
        if "epsilon" in self._flags:
            state["epsilon"] = tf.constant(self.epsilon, var_dtype)

    def _numbers_of(self, var: Any, apply_state: Any) -> dict[str, Any]:
        place = (var.device, var.dtype.base_dtype)
        return (apply_state or {}).get(place) or self._fallback_apply_state(*place)

    def _step(self, grad: Any, value: Any, kept: list[Any], now: dict[str, Any]) -> list[Any]:
        """The value and what is kept after a step by `grad`, all of one shape."""
        raise NotImplementedError

    def _resource_apply_dense(self, grad: Any, var: Any, apply_state: Any = None) -> Any:
        held = [var, *(self.get_slot(var, name) for name in self._kept)]
        values = [one.read_value() for one in held]
        made = self._step(grad, values[0], values[1:], self._numbers_of(var, apply_state))
        for one, value in zip(held, made, strict=True):
            one.assign(value)
        return var

    def _resource_apply_sparse(
        self, grad: Any, var: Any, indices: Any, apply_state: Any = None
    ) -> Any:
        if self._steps_all_rows:
            dense = tf.scatter_nd(indices[:, None], grad, tf.shape(var, out_type=indices.dtype))
            return self._resource_apply_dense(dense, var, apply_state=apply_state)
        held = [var, *(self.get_slot(var, name) for name in self._kept)]
        values = [tf.gather(one, indices) for one in held]
        made = self._step(grad, values[0], values[1:], self._numbers_of(var, apply_state))
        for one, value in zip(held, made, strict=True):
            self._resource_scatter_update(one, indices, value)
        return var

    def get_config(self) -> dict[str, Any]:
        """All arguments but clipping that is off."""
        names = ("learning_rate", "decay", *self._numbers)
        own = {name: self._serialize_hyperparameter(name) for name in names}
        return {
            **super().get_config(),
            **own,
            **{name: getattr(self, name) for name in self._flags},
        }


class AdamV2(_Kind):
    """Adam. Source: Adam (Kingma and Ba, 2014), section 2's efficient form."""

    _kept = ("m", "v")
    _numbers = ("beta_1", "beta_2")
    _flags = ("epsilon", "amsgrad")

    def __init__(
        self, learning_rate: Any = 0.001, beta_1: Any = 0.9, beta_2: Any = 0.999,
        epsilon: float = 1e-7, amsgrad: bool = False, name: str = "Adam", **kwargs: Any,
    ) -> None:  # fmt: skip
        self._take(name, learning_rate, {"beta_1": beta_1, "beta_2": beta_2}, kwargs)
        self.epsilon, self.amsgrad = 1e-7 if epsilon is None else epsilon, amsgrad
        if amsgrad:
            self._kept = ("m", "v", "vhat")

    def _prepare_local(self, var_device: str, var_dtype: Any, apply_state: dict[Any, Any]) -> None:
        super()._prepare_local(var_device, var_dtype, apply_state)
        state = apply_state[(var_device, var_dtype)]
        step = tf.cast(self.iterations + 1, var_dtype)
        for beta in self._numbers:
            state[f"{beta}_power"] = tf.pow(state[f"{beta}_t"], step)
            state[f"one_minus_{beta}_t"] = 1 - state[f"{beta}_t"]
        share = tf.sqrt(1 - state["beta_2_power"]) / (1 - state["beta_1_power"])
        state["lr"] = state["lr_t"] * share

    def _step(self, grad: Any, value: Any, kept: list[Any], now: dict[str, Any]) -> list[Any]:
        mean = kept[0] + (grad - kept[0]) * now["one_minus_beta_1_t"]
        square = kept[1] + (tf.square(grad) - kept[1]) * now["one_minus_beta_2_t"]
        largest = [tf.maximum(kept[2], square)] if self.amsgrad else []
        root = tf.sqrt(largest[0] if largest else square)
        return [value - now["lr"] * mean / (root + now["epsilon"]), mean, square, *largest]


class AdamaxV2(_Kind):
    """Adamax. Source: Adam (Kingma and Ba, 2014), section 7.1."""

    _kept = ("m", "v")
    _numbers = ("beta_1", "beta_2")
    _steps_all_rows = False

    def __init__(
        self, learning_rate: Any = 0.001, beta_1: Any = 0.9, beta_2: Any = 0.999,
        epsilon: float = 1e-7, name: str = "Adamax", **kwargs: Any,
    ) -> None:  # fmt: skip
        self._take(name, learning_rate, {"beta_1": beta_1, "beta_2": beta_2}, kwargs)
        self.epsilon = 1e-7 if epsilon is None else epsilon

    def _step(self, grad: Any, value: Any, kept: list[Any], now: dict[str, Any]) -> list[Any]:
        power = tf.pow(now["beta_1_t"], tf.cast(self.iterations + 1, value.dtype))
        mean = kept[0] + (grad - kept[0]) * (1 - now["beta_1_t"])
        largest = tf.maximum(now["beta_2_t"] * kept[1], tf.abs(grad))
        rate = now["lr_t"] / (1 - power)
        return [value - rate * mean / (largest + now["epsilon"]), mean, largest]


class SGDV2(_Kind):
    """Gradient descent with momentum."""

    _numbers = ("momentum",)
    _flags = ("nesterov",)

    def __init__(
        self, learning_rate: Any = 0.01, momentum: float = 0.0, nesterov: bool = False,
        name: str = "SGD", **kwargs: Any,
    ) -> None:  # fmt: skip
        self._take(name, learning_rate, {"momentum": momentum}, kwargs)
        if isinstance(momentum, (int, float)) and not 0 <= momentum <= 1:
            raise ValueError("`momentum` must be between [0, 1].")
        has_momentum = callable(momentum) or hasattr(momentum, "dtype") or momentum > 0
        self.nesterov, self._kept = nesterov, ("momentum",) if has_momentum else ()
        self._steps_all_rows = not has_momentum

    def _step(self, grad: Any, value: Any, kept: list[Any], now: dict[str, Any]) -> list[Any]:
        if not kept:
            return [value - now["lr_t"] * grad]
        speed = now["momentum"] * kept[0] - now["lr_t"] * grad
        change = now["momentum"] * speed - now["lr_t"] * grad if self.nesterov else speed
        return [value + change, speed]


class RMSpropV2(_Kind):
    """RMSprop, with momentum and, centered, with the variance in place of the mean square."""

    _numbers = ("rho", "momentum")
    _flags = ("epsilon", "centered")

    def __init__(
        self, learning_rate: Any = 0.001, rho: float = 0.9, momentum: float = 0.0,
        epsilon: float = 1e-7, centered: bool = False, name: str = "RMSprop", **kwargs: Any,
    ) -> None:  # fmt: skip
        self._take(name, learning_rate, {"rho": rho, "momentum": momentum}, kwargs)
        self.epsilon, self.centered = 1e-7 if epsilon is None else epsilon, centered
        self._has_momentum = callable(momentum) or hasattr(momentum, "dtype") or momentum > 0
        parts = {"rms": True, "momentum": self._has_momentum, "mg": centered}
        self._kept = tuple(name for name, is_kept in parts.items() if is_kept)
        self._steps_all_rows = not self._has_momentum

    def _step(self, grad: Any, value: Any, kept: list[Any], now: dict[str, Any]) -> list[Any]:
        held, rho = dict(zip(self._kept, kept, strict=True)), now["rho"]
        held["rms"] = rho * held["rms"] + (1 - rho) * tf.square(grad)
        below = held["rms"]
        if self.centered:
            held["mg"] = rho * held["mg"] + (1 - rho) * grad
            below = below - tf.square(held["mg"])
        if self._has_momentum:  # as TensorFlow's op has it, with epsilon within the root
            change = now["lr_t"] * grad / tf.sqrt(below + now["epsilon"])
            change = held["momentum"] = now["momentum"] * held["momentum"] + change
        else:
            change = now["lr_t"] * grad / (tf.sqrt(below) + now["epsilon"])
        return [value - change, *(held[name] for name in self._kept)]


class AdagradV2(_Kind):
    """Adagrad. Source: Adaptive Subgradient Methods (Duchi et al., 2011)."""

    _kept = ("accumulator",)
    _flags = ("epsilon", "initial_accumulator_value")

    def __init__(
        self, learning_rate: Any = 0.001, initial_accumulator_value: float = 0.1,
        epsilon: float = 1e-7, name: str = "Adagrad", **kwargs: Any,
    ) -> None:  # fmt: skip
        self._take(name, learning_rate, {}, kwargs)
        self.initial_accumulator_value = initial_accumulator_value
        self.epsilon = 1e-7 if epsilon is None else epsilon

    def _beginning(self, slot_name: str) -> Any:
        from pelton.keras import initializers

        return initializers.Constant(self.initial_accumulator_value)

    def _step(self, grad: Any, value: Any, kept: list[Any], now: dict[str, Any]) -> list[Any]:
        total = kept[0] + tf.square(grad)
        return [value - now["lr_t"] * grad / (tf.sqrt(total) + now["epsilon"]), total]


class AdadeltaV2(_Kind):
    """Adadelta. Source: ADADELTA (Zeiler, 2012)."""

    _kept = ("accum_grad", "accum_var")
    _numbers = ("rho",)
    _steps_all_rows = False

    def __init__(
        self, learning_rate: Any = 0.001, rho: float = 0.95, epsilon: float = 1e-7,
        name: str = "Adadelta", **kwargs: Any,
    ) -> None:  # fmt: skip
        self._take(name, learning_rate, {"rho": rho}, kwargs)
        self.epsilon = 1e-7 if epsilon is None else epsilon

    def _step(self, grad: Any, value: Any, kept: list[Any], now: dict[str, Any]) -> list[Any]:
        rho, epsilon = now["rho"], now["epsilon"]
        squares = rho * kept[0] + (1 - rho) * tf.square(grad)
        change = tf.sqrt(kept[1] + epsilon) / tf.sqrt(squares + epsilon) * grad
        changes = rho * kept[1] + (1 - rho) * tf.square(change)
        return [value - now["lr_t"] * change, squares, changes]


STEPS: dict[Any, type] = {
    _optimizers.Adam: AdamV2,
    _optimizers.Adamax: AdamaxV2,
    _optimizers.SGD: SGDV2,
    _optimizers.RMSprop: RMSpropV2,
    _optimizers.Adagrad: AdagradV2,
    _optimizers.Adadelta: AdadeltaV2,
    _optimizers.Optimizer: OptimizerV2,
}


class _AnyKind(type(_optimizers.Optimizer)):  # type: ignore[misc]
    """The class of the base, which all that step by the protocol are of."""

    def __instancecheck__(cls, thing: Any) -> bool:
        return cls.__subclasscheck__(type(thing))

    def __subclasscheck__(cls, kind: Any) -> bool:
        whole = cls.__module__ == __name__ and cls.__name__ == "Optimizer"
        return issubclass(kind, OptimizerV2) if whole else super().__subclasscheck__(kind)


def _with_steps(base: Any) -> Any:
    kind = _AnyKind if base is _optimizers.Optimizer else type(base)
    return kind(base.__name__, (STEPS[base], base), {"__module__": __name__})


# keras.optimizers.legacy: what classes are derived from.
LEGACY: dict[str, Any] = {base.__name__: _with_steps(base) for base in STEPS}
