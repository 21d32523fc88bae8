"""What every built layer refuses, whatever its class; calls of one class are in layer_table."""

from __future__ import annotations

import numpy as np
from bad_call import BadCall, BadRow
from layer_table import ROWS as LAYERS

OBJECTS = np.array([object(), None])


def built(row):
    """The row's layer after a call on ones, and the input."""
    layer = row.cls(**row.kwargs, name="tried")
    x = np.ones([2 if size is None else size for size in row.input_shape], "float32")
    layer(x)
    return layer, x


def state(made):
    layer, _ = made
    return layer.weights, layer.get_config(), layer.built, len(layer.losses), layer.name


def refused(error, call, *says, arrays=()):
    return BadCall(lambda made: call(*made), error, says, arrays)


CALLS = [
    refused(ValueError, lambda layer, x: layer("text"), "Only input tensors", "text"),
    refused(ValueError, lambda layer, x: layer(None), "Got 'None'", "'tried'"),
    refused(TypeError, lambda layer, x: layer(), "missing a required argument: 'inputs'"),
    refused(TypeError, lambda layer, x: layer(x, mode=1), "unexpected keyword argument 'mode'"),
    refused(ValueError, lambda layer, x: layer(x, True), "Only input tensors", "True"),
    refused((TypeError, ValueError), lambda layer, x: layer(OBJECTS), "object"),
    refused((TypeError, ValueError), lambda layer, x: layer([[1.0], [1.0, 2.0]]), "input"),
    refused(
        ValueError,
        lambda layer, x: layer.set_weights([*layer.get_weights(), x]),
        "the layer was expecting",
    ),
    refused(
        (TypeError, ValueError),
        lambda layer, x: layer.set_weights([*layer.get_weights(), "text"]),
    ),
    refused(
        ValueError,
        lambda layer, x: layer.set_weights([np.ones((9, 9))] * len(layer.weights) or [x]),
    ),
]
ROWS = [
    BadRow(row.name, lambda row=row: built(row), state, CALLS, names=("'tried'", "Layer tried"))
    for row in LAYERS
]
