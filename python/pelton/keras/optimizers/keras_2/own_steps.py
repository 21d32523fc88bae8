"""OptimizerV2: what Keras 2's base class of optimizers, until 2.10, asks derived classes for:
`_create_slots`, `_prepare_local`, `_resource_apply_dense` and `_resource_apply_sparse`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from pelton._core import init_scope
from pelton._core import ops as _ops
from pelton._core import optimizers as _optimizers
from pelton.keras.optimizers.keras_2.hyperparameters import Hyperparameters

# What a class of one's own defines where it is written for this base.
PROTOCOL = frozenset(
    "_create_slots _prepare _prepare_local _resource_apply_dense _resource_apply_sparse".split()
)
_CLIPPING = ("clipnorm", "clipvalue", "global_clipnorm")
_Base = _optimizers.Optimizer


class OptimizerV2(Hyperparameters):
    """Steps as Keras 2 took them; beside it in a class stands one of the engine's optimizers,
    whose variables, count of steps and clipping it uses. `decay` divides the rate by
    1 + decay * steps.

    Raises TypeError for other keywords."""

    _use_locking = True

    def __init__(
        self,
        name: str,
        gradient_aggregator: Callable[..., Any] | None = None,
        gradient_transformers: Sequence[Callable[..., Any]] | None = None,
        **kwargs: Any,
    ) -> None:
        vars(self)["_hyper"] = {}
        self._initial_decay = kwargs.pop("decay", 0.0)
        rate = kwargs.pop("lr", kwargs.pop("learning_rate", None))
        if kwargs.get("weight_decay") is None:  # as the engine's configs have it
            kwargs.pop("weight_decay", None)
        unknown = [key for key in kwargs if key not in _CLIPPING]
        if unknown:
            raise TypeError(
                f"Unexpected keyword argument passed to optimizer: {unknown[0]}. "
                f"[{type(self).__name__}]"
            )
        super().__init__(learning_rate=0.001, name=name, **kwargs)  # type: ignore[call-arg]
        self._name, self._slots, self._weights = name, {}, []
        self._clipping = {key: value for key, value in kwargs.items() if value is not None}
        self._transformers = list(gradient_transformers or ())
        self._aggregator = gradient_aggregator
        if rate is not None:
            self._set_hyper("learning_rate", rate)

    # Slots

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        """Makes what a derived class keeps for each variable, with `add_slot`."""

    def add_slot(
        self, var: Any, slot_name: str, initializer: Any = "zeros", shape: Any = None
    ) -> Any:
        """The slot of a variable, made once: of its shape or `shape`, with what the initializer,
        or a value, gives."""
        slots = self._slots.setdefault(var.ref(), {})
        if slot_name not in slots:
            with init_scope():
                slots[slot_name] = self._slot(var, slot_name, initializer, shape)
            self._weights.append(slots[slot_name])
        return slots[slot_name]

    def _slot(self, var: Any, name: str, initializer: Any, shape: Any) -> Any:
        from pelton.keras import initializers

        is_value = hasattr(initializer, "shape") and hasattr(initializer, "dtype")
        given = (initializer if is_value else var).shape if shape is None else shape
        sizes, value = tuple(given), initializer
        slot = _Base.add_variable(self, sizes, dtype=var.dtype, name=name)  # type: ignore[arg-type]
        if not is_value:
            make = initializers.get(initializer)
            value = make(sizes, dtype=var.dtype) if callable(make) else make
        slot.assign(_ops.cast(value, slot.dtype))
        return slot

    def get_slot(self, var: Any, slot_name: str) -> Any:
        """The slot; raises KeyError where it was not made."""
        return self._slots[var.ref()][slot_name]

    def get_slot_names(self) -> list[str]:
        """The names of the slots, in the order that they were made."""
        return list(dict.fromkeys(name for slots in self._slots.values() for name in slots))

    @property
    def iterations(self) -> Any:
        """The count of steps, which may be that of another optimizer."""
        shared = vars(self).get("_iterations")
        return _Base.iterations.fget(self) if shared is None else shared  # type: ignore[attr-defined]

    @iterations.setter
    def iterations(self, variable: Any) -> None:
        vars(self)["_iterations"] = variable

    @property
    def weights(self) -> list[Any]:
        """The count of steps and the slots."""
        return [self.iterations, *self._weights]

    def add_weight(
        self,
        name: str,
        shape: Any,
        dtype: Any = None,
        initializer: Any = "zeros",
        trainable: bool | None = None,
        **kwargs: Any,
    ) -> Any:
        """A variable of the optimizer's own."""
        with init_scope():
            made = _Base.add_variable(
                self,  # type: ignore[arg-type]
                tuple(shape),
                initializer=initializer,
                dtype=dtype or "float32",
                name=name,
            )
        self._weights.append(made)
        return made

    def _track_trackable(self, trackable: Any, name: str, overwrite: bool = False) -> Any:
        """The object itself: what is set as an attribute is tracked."""
        return trackable

    # Steps

    def _prepare(self, var_list: Sequence[Any]) -> dict[Any, Any]:
        """What `_prepare_local` says for each device and dtype of the variables."""
        state: dict[Any, Any] = {}
        for place in dict.fromkeys((var.device, var.dtype.base_dtype) for var in var_list):
            state[place] = {}
            self._prepare_local(*place, state)
        return state

    def _prepare_local(self, var_device: str, var_dtype: Any, apply_state: dict[Any, Any]) -> None:
        """Writes numbers that all variables of a device and dtype share, such as the rate."""
        if "learning_rate" in self._hyper:
            rate = _ops.identity(self._decayed_lr(var_dtype))
            apply_state[(var_device, var_dtype)]["lr_t"] = rate

    def _fallback_apply_state(self, var_device: str, var_dtype: Any) -> dict[str, Any]:
        state: dict[Any, dict[str, Any]] = {(var_device, var_dtype): {}}
        self._prepare_local(var_device, var_dtype, state)
        return state[(var_device, var_dtype)]

    def _create_all_weights(self, var_list: Sequence[Any]) -> None:
        with init_scope():
            self._create_hypers()
            self._create_slots(var_list)

    def build(self, variables: Sequence[Any]) -> None:
        """Makes the slots of the variables."""
        self._create_all_weights(list(variables))

    def apply(self, grads: Iterable[Any], trainable_variables: Sequence[Any] | None = None) -> None:
        """``apply_gradients`` of gradients and variables."""
        self.apply_gradients(zip(grads, trainable_variables or (), strict=True))

    def apply_gradients(
        self, grads_and_vars: Iterable[Any], name: str | None = None, **kwargs: Any
    ) -> Any:
        """One step by pairs of gradients and variables; the count of steps. Variables without a
        gradient stay. Raises ValueError where no variable has one."""
        pairs = [(grad, var) for grad, var in grads_and_vars if grad is not None]
        if not pairs:
            raise ValueError(f"No gradients provided for any variable. [{type(self).__name__}]")
        variables = [var for _, var in pairs]
        self._create_all_weights(variables)
        state = self._prepare(variables)
        for transform in (self._aggregator, *self._transformers, self._clipped):
            pairs = pairs if transform is None else list(transform(pairs))
        for grad, var in pairs:
            self._apply_to(grad, var, state)
        return self.iterations.assign_add(1)

    def _apply_to(self, grad: Any, var: Any, state: dict[Any, Any]) -> None:
        if hasattr(grad, "indices"):
            method, given = self._resource_apply_sparse_duplicate_indices, (grad.values, var)
            given = (*given, grad.indices)
            args = self._sparse_apply_args
        else:
            method, given = self._resource_apply_dense, (grad, var)
            args = self._dense_apply_args
        method(*given, **({"apply_state": state} if "apply_state" in args else {}))
        if getattr(var, "constraint", None) is not None:
            var.assign(var.constraint(var))

    def _clipped(self, pairs: Sequence[Any]) -> list[Any]:
        import pelton as tf

        grads = [grad for grad, _ in pairs]
        if "clipvalue" in self._clipping:
            size = self._clipping["clipvalue"]
            grads = [tf.clip_by_value(grad, -size, size) for grad in grads]
        if "clipnorm" in self._clipping:
            grads = [tf.clip_by_norm(grad, self._clipping["clipnorm"]) for grad in grads]
        if "global_clipnorm" in self._clipping:
            grads, _ = tf.clip_by_global_norm(grads, self._clipping["global_clipnorm"])
        return [(grad, var) for grad, (_, var) in zip(grads, pairs, strict=True)]

    def get_config(self) -> dict[str, Any]:
        """Name and clipping; derived classes add their numbers."""
        return {"name": self._name, **self._clipping}

    @property
    def _dense_apply_args(self) -> list[str]:
        return list(inspect.signature(self._resource_apply_dense).parameters)

    @property
    def _sparse_apply_args(self) -> list[str]:
        return list(inspect.signature(self._resource_apply_sparse).parameters)

    def _resource_apply_dense(self, grad: Any, var: Any, apply_state: Any = None) -> Any:
        """A step of one variable by a dense gradient."""
        raise NotImplementedError(f"{type(self).__name__} does not define _resource_apply_dense")

    def _resource_apply_sparse(
        self, grad: Any, var: Any, indices: Any, apply_state: Any = None
    ) -> Any:
        """A step of the rows at `indices`, each of which occurs once."""
        raise NotImplementedError(f"{type(self).__name__} does not define _resource_apply_sparse")

    def _resource_apply_sparse_duplicate_indices(
        self, grad: Any, var: Any, indices: Any, **kwargs: Any
    ) -> Any:
        """A step of the rows at `indices`; rows of one index are added first."""
        import pelton as tf

        rows, places = tf.unique(indices)
        sums = tf.math.unsorted_segment_sum(grad, places, tf.shape(rows)[0])
        return self._resource_apply_sparse(sums, var, rows, **kwargs)

    def _resource_scatter_add(self, x: Any, i: Any, v: Any) -> Any:
        import pelton as tf

        return x.scatter_add(tf.IndexedSlices(v, i))

    def _resource_scatter_update(self, x: Any, i: Any, v: Any) -> Any:
        import pelton as tf

        return x.scatter_update(tf.IndexedSlices(v, i))
