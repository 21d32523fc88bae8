"""Owns what classes derived from Keras 2's read of their bases: `_name`, `_compute_dtype`,
`_activity_regularizer`; states and masks of recurrent cells."""

from __future__ import annotations

import functools

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_CELLS = ("SimpleRNNCell", "GRUCell", "LSTMCell", "StackedRNNCells")
_OF_LAYERS: dict[str, Callable[[Any], Any]] = {
    "_dtype": lambda layer: layer.variable_dtype,
    "_compute_dtype": lambda layer: layer.compute_dtype,
    "_compute_dtype_object": lambda layer: _dtype_of(layer.compute_dtype),
    "_dtype_policy": lambda layer: layer.dtype_policy,
    "_activity_regularizer": lambda layer: getattr(layer, "activity_regularizer", None),
    "dynamic": lambda layer: False,
}


def _dtype_of(name: str) -> Any:
    from pelton import as_dtype

    return as_dtype(name)


def _floating(metric: Any) -> str:
    """The metric's dtype; floatx of one that counts, as Keras 2 had it."""
    from pelton.keras.config import floatx

    found: str = metric.dtype
    return floatx() if found.startswith("int") else found


def _set_name(thing: Any, name: str) -> None:
    thing.name = name


def _names(ends: str) -> Any:
    """The names of a model's inputs or outputs: of the layers that they are of."""
    from pelton.keras.user_attribute import UserAttribute

    def read(model: Any) -> list[str]:
        tensors = getattr(model, ends)
        return [tensor._keras_history.operation.name for tensor in tensors]

    return UserAttribute(read)


def _with_dtype(get_initial_state: Callable[..., Any]) -> Callable[..., Any]:
    """get_initial_state(inputs, batch_size, dtype) of a cell, which takes the size alone today."""

    @functools.wraps(get_initial_state)
    def call(self: Any, inputs: Any = None, batch_size: Any = None, dtype: Any = None) -> Any:
        from pelton import cast
        from pelton.nest import map_structure

        if inputs is not None and not hasattr(inputs, "shape"):
            inputs, batch_size = None, inputs
        elif inputs is not None and len(inputs.shape) == 0:
            inputs, batch_size = None, inputs
        if inputs is not None:
            batch_size, dtype = inputs.shape[0], inputs.dtype
        states = get_initial_state(self, batch_size)
        if dtype is None:
            return states
        states = map_structure(lambda one: cast(one, dtype), states)
        return states[0] if len(states) == 1 else states

    return call


def _mask(like: Any, share: float, training: Any, count: int) -> Any:
    """One mask, or several, of a share of elements to drop; None where nothing is dropped."""
    from pelton import nn, ones_like

    if not share or not training:
        return None
    masks = [nn.dropout(ones_like(like), share) for _ in range(count)]
    return masks if count > 1 else masks[0]


def get_dropout_mask_for_cell(self: Any, inputs: Any, training: Any, count: int = 1) -> Any:
    """What a cell multiplies its inputs by; None where nothing is dropped."""
    return _mask(inputs, self.dropout, training, count)


def get_recurrent_dropout_mask_for_cell(
    self: Any, inputs: Any, training: Any, count: int = 1
) -> Any:
    """What a cell multiplies its states by; None where nothing is dropped."""
    return _mask(inputs, self.recurrent_dropout, training, count)


def install_attributes() -> None:
    """Gives layers, models, metrics, cells and optimizers these."""
    from pelton import keras
    from pelton.keras.models.functional import Functional
    from pelton.keras.user_attribute import UserAttribute

    layer, metric = keras.layers.Layer, keras.metrics.Metric
    for kind in (layer, metric):
        kind._name = property(lambda thing: thing.name, _set_name)
    metric._dtype = UserAttribute(_floating)
    for name, read in _OF_LAYERS.items():
        setattr(layer, name, UserAttribute(read))
    for ends in ("inputs", "outputs"):  # which may be set
        setattr(Functional, ends, UserAttribute(vars(Functional)[ends].fget))
    keras.Model.input_names, keras.Model.output_names = _names("inputs"), _names("outputs")
    for name in _CELLS:
        cell = getattr(keras.layers, name)
        cell.get_initial_state = _with_dtype(cell.get_initial_state)
        if name != "StackedRNNCells":
            cell.get_dropout_mask_for_cell = get_dropout_mask_for_cell
            cell.get_recurrent_dropout_mask_for_cell = get_recurrent_dropout_mask_for_cell
            for reset in ("reset_dropout_mask", "reset_recurrent_dropout_mask"):
                if not hasattr(cell, reset):
                    setattr(cell, reset, lambda self: None)
