"""Layers whose weights have not been made: nobody reads what is not there."""

import numpy as np
import pytest
from layer_table import ROWS

from pelton.keras import layers

WITH_WEIGHTS = [row for row in ROWS if row.cls.__name__ not in ("InputLayer", "Input")]


def by_name(rows):
    return pytest.mark.parametrize("row", rows, ids=lambda row: row.name)


def input_of(row):
    return np.ones([size or 2 for size in row.input_shape], "float32")


def has_weights(row):
    layer = row.cls(**row.kwargs)
    layer.build(row.input_shape)
    return bool(layer.weights)


@by_name(WITH_WEIGHTS)
def test_call_before_build(row):
    """`call` by hand does not build; it computes, or says that weights are missing."""
    layer = row.cls(**row.kwargs)
    if not has_weights(row):
        layer.call(input_of(row))
        return
    with pytest.raises(ValueError, match=f"{type(layer).__name__}.*has no weights yet"):
        layer.call(input_of(row))


@by_name(WITH_WEIGHTS)
def test_build_that_makes_no_weights(row):
    """A subclass whose `build` forgets super().build()."""

    class Forgetful(row.cls):
        def build(self, input_shape):
            pass

    layer = Forgetful(**row.kwargs)
    if not has_weights(row):
        layer(input_of(row))
        return
    with pytest.raises(ValueError, match="Forgetful.*has no weights yet"):
        layer(input_of(row))


def test_a_built_layer_calls_by_hand():
    layer = layers.Dense(2, kernel_initializer="ones")
    layer.build((None, 3))
    assert layer.call(np.ones((1, 3), "float32")).numpy().tolist() == [[3, 3]]


@pytest.mark.parametrize("shapes", [[(2,), (2,)], {"a": (2, 3)}, [None, [2, 3]]], ids=str)
def test_layers_without_weights_are_built_by_several_shapes(shapes):
    """Keras's: what `build` of a layer without one of its own is given only marks it."""
    layer = layers.Layer()
    layer.build(shapes)
    assert layer.built and layer.weights == []
