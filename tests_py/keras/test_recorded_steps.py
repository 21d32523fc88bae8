"""Whole recorded training steps: every loss, optimizer, metric and layer as computed by calls,
over several steps with a smaller last batch; run to run the same."""

import numpy as np
import pytest
from recorded_models import FEATURES, LAYERS, LOSSES, OPTIMIZERS, compare, figures, make

import pelton as tf
from pelton import keras
from pelton._core import layers as core_layers

explain = tf.config.experimental.explain_program


def check_recorded(**choices):
    recorded = make(False, **choices)
    compare(figures(*recorded), figures(*make(True, **choices)))
    return explain(recorded[0])


@pytest.mark.parametrize("name", LAYERS)
def test_steps_of_every_layer(name):
    text = check_recorded(inner=LAYERS[name])
    assert text.count("arena") == 6 and "not recorded" not in text


def test_every_layer_has_a_row():
    built_in = {layer.__name__ for name, layer in vars(core_layers).items() if name[0].isupper()}
    assert built_in - {"InputLayer", "Model", "Sequential"} <= set(LAYERS)


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_steps_of_every_optimizer(name):
    assert check_recorded(optimizer=name).count("arena") == 6


@pytest.mark.parametrize("name", LOSSES)
def test_steps_of_every_loss_and_metric(name):
    assert check_recorded(loss=name).count("arena") == 6


def classes(module, base):
    """The names of the classes that `module` has of `base`, some of them loaded on use."""
    found = [getattr(module, name) for name in dir(module)]
    found = {value for value in found if isinstance(value, type) and issubclass(value, base)}
    return {cls.__name__ for cls in found - {base}}


def test_every_loss_and_optimizer_has_a_row():
    losses, optimizers = keras.losses, keras.optimizers
    other_targets = {"CTC", "Circle"}  # sequences and embeddings: rows of recorded/losses.json
    assert classes(losses, losses.Loss) - other_targets - set(LOSSES) == set()
    # test_loss_scale.py, test_multi_optimizer.py and test_optimizers.py
    around_others = {"LossScaleOptimizer", "MultiOptimizer", "ScheduleFreeAdamW"}
    assert classes(optimizers, optimizers.Optimizer) - around_others - set(OPTIMIZERS) == set()


def test_runs_are_the_same_bit_for_bit():
    inner = lambda: [*LAYERS["Conv2D"](), *LAYERS["Dropout"]()]  # noqa: E731
    first, second = (figures(*make(False, inner=inner)) for _ in range(2))
    for a, b in zip(first, second, strict=True):
        np.testing.assert_array_equal(a, b)


def test_batches_of_both_sizes_live_side_by_side():
    model, x, y, weight = make(False)
    figures(model, x, y, weight)
    text = explain(model)
    assert f"train float32 (8, {FEATURES})" in text and f"train float32 (5, {FEATURES})" in text
    assert "softmax(" in text and "matmul(" in text and "outputs" in text
