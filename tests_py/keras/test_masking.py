"""Masks that tensors carry from layer to layer: who makes them, takes them, passes them on."""

import warnings

import numpy as np
import pytest

import pelton as tf
from pelton import keras
from pelton.keras import layers
from pelton.keras.layers.library_layer import LibraryLayer

IDS = np.array([[3, 1, 0, 0], [2, 0, 4, 0], [1, 2, 3, 4]], "int32")
SEEN = IDS != 0


@pytest.fixture
def words():
    return layers.Embedding(5, 3, mask_zero=True)


def mask_of(tensor):
    found = tensor._keras_mask
    return None if found is None else found.numpy()


def same(found, expected):
    np.testing.assert_allclose(found.numpy(), expected.numpy(), rtol=1e-6, atol=1e-7)


def test_embedding_masks_id_0(words):
    assert np.array_equal(mask_of(words(IDS)), SEEN)
    assert mask_of(layers.Embedding(5, 3)(IDS)) is None
    assert mask_of(tf.constant(IDS)) is None


def test_masking_masks_its_value():
    x = np.repeat(IDS[..., None], 2, axis=-1).astype("float32")
    assert np.array_equal(mask_of(layers.Masking()(x)), SEEN)
    assert np.array_equal(mask_of(layers.Masking(mask_value=2.0)(x)), IDS != 2)


def test_lstm_takes_the_mask(words):
    x, layer = words(IDS), layers.LSTM(4)
    same(layer(x), layer(tf.constant(x.numpy()), mask=SEEN))
    assert np.abs(layer(x).numpy() - layer(tf.constant(x.numpy())).numpy()).max() > 1e-6


def test_a_given_mask_is_taken_instead(words):
    x, layer = words(IDS), layers.LSTM(4)
    same(layer(x, mask=~SEEN), layer(tf.constant(x.numpy()), mask=~SEEN))


def test_sequences_keep_the_mask_and_last_outputs_have_none(words):
    x = words(IDS)
    assert np.array_equal(mask_of(layers.LSTM(4, return_sequences=True)(x)), SEEN)
    assert mask_of(layers.LSTM(4)(x)) is None
    sequence, h, c = layers.LSTM(4, return_sequences=True, return_state=True)(x)
    assert np.array_equal(mask_of(sequence), SEEN)
    assert mask_of(h) is None and mask_of(c) is None


@pytest.mark.parametrize(
    "make",
    [
        lambda: layers.Dense(2),
        lambda: layers.Dropout(0.5),
        lambda: layers.Activation("relu"),
        lambda: layers.LayerNormalization(),
    ],
)
def test_layers_that_support_masks_pass_them_on(words, make):
    assert np.array_equal(mask_of(make()(words(IDS))), SEEN)


LOST = pytest.warns(UserWarning, match="was passed an input with a mask attached to it")


@pytest.mark.parametrize(
    ("make", "is_lost"),
    [
        (layers.Flatten, True),
        (lambda: layers.Conv1D(2, 2), True),
        (lambda: layers.Lambda(lambda x: x * 2), True),
        (lambda: layers.Dense(2), False),
        (lambda: layers.LSTM(2), False),
        (lambda: layers.Bidirectional(layers.GRU(2, return_sequences=True)), False),
        (lambda: layers.TimeDistributed(layers.Dense(2)), False),
        (layers.GlobalAveragePooling1D, False),
        (lambda: lambda x: layers.MultiHeadAttention(2, 2)(x, x), False),
        (lambda: lambda x: layers.Concatenate()([x, x]), False),
        (lambda: lambda x: keras.ops.mean(x, axis=1), False),
    ],
)
def test_lost_masks_are_told(words, make, is_lost):
    inputs = keras.Input((4,), dtype="int32")
    for x in (words(IDS), words(inputs)):
        layer = make()
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            layer(x)
        assert [str(one.message).split("'")[0] for one in found] == ["Layer "] * is_lost


def test_other_layers_do_not(words):
    class Plain(layers.Layer):
        def call(self, x):
            return x + 1.0

    class Own(layers.Layer):
        def call(self, x, mask=None):
            return x + tf.cast(mask, x.dtype)[..., None]

        def compute_mask(self, x, mask=None):
            return tf.logical_not(mask)

    x = words(IDS)
    with LOST:
        assert mask_of(Plain()(x)) is None
    y = Own()(x)
    assert np.array_equal(mask_of(y), ~SEEN)
    same(y, tf.constant(x.numpy() + SEEN[..., None]))


@pytest.mark.parametrize("base", [layers.Layer, LibraryLayer])
def test_layers_in_python_say_whether_they_support_masks(words, base):
    class Twice(base):
        def __init__(self, supports=None):
            super().__init__()
            if supports is not None:
                self.supports_masking = supports

        def call(self, inputs):
            return inputs * 2

    with LOST:
        assert not Twice().supports_masking and mask_of(Twice()(words(IDS))) is None
    assert not Twice(False).supports_masking and Twice(True).supports_masking
    assert np.array_equal(mask_of(Twice(True)(words(IDS))), SEEN)


def test_merging_layers_join_masks(words):
    x, bare = words(IDS), tf.ones((3, 4, 3))
    other = words(IDS[::-1])
    assert np.array_equal(mask_of(layers.Add()([x, other])), SEEN | SEEN[::-1])
    assert mask_of(layers.Add()([x, bare])) is None
    longer = layers.Concatenate(axis=1)([x, bare])
    assert np.array_equal(mask_of(longer), np.concatenate([SEEN, np.ones((3, 4), bool)], 1))


def test_attention_takes_the_masks_of_values_and_gives_that_of_queries(words):
    values, queries = words(IDS), words(IDS[::-1])
    layer = layers.MultiHeadAttention(2, 3)
    y = layer(queries, values)
    assert np.array_equal(mask_of(y), SEEN[::-1])
    bare = tf.constant(queries.numpy()), tf.constant(values.numpy())
    shown = SEEN[::-1][:, :, None] & SEEN[:, None, :]  # a masked query sees nothing
    same(y, layer(*bare, attention_mask=shown))
    same(y[0], layer(*bare, value_mask=SEEN)[0])


def expected_of(model_layers, ids):
    """What embedding, LSTM and Dense make of ids, by masks given by hand."""
    embedding, lstm, dense = model_layers
    x = tf.constant(embedding(ids).numpy())
    return dense(lstm(x, mask=ids != 0))


def test_models_carry_masks(words):
    parts = [words, layers.LSTM(4), layers.Dense(1)]
    sequential = keras.Sequential(parts)
    same(sequential(IDS), expected_of(parts, IDS))
    ids = keras.Input((4,), dtype="int32")
    functional = keras.Model(ids, parts[2](parts[1](parts[0](ids))))
    same(functional(IDS), expected_of(parts, IDS))
    for model in (sequential, functional):
        found = model.predict(IDS, verbose=0)
        np.testing.assert_allclose(found, expected_of(parts, IDS).numpy(), rtol=1e-5, atol=1e-6)


def test_masked_steps_get_no_gradient_in_fit(words):
    model = keras.Sequential([words, layers.LSTM(4), layers.Dense(1)])
    model(IDS)
    before = words.embeddings.numpy().copy()
    model.compile(optimizer=keras.optimizers.SGD(1.0), loss="mse")
    model.fit(IDS, np.ones((3, 1), "float32"), epochs=2, verbose=0)
    changed = np.abs(words.embeddings.numpy() - before).max(axis=1) > 0
    assert not changed[0] and changed[1:].all()


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("reduction", ["sum_over_batch_size", "sum", None])
def test_losses_leave_masked_values_out(reduction, weighted):
    random = np.random.default_rng(3)
    y_true, y_pred = random.normal(size=(2, 3, 4, 5)).astype("float32")
    weights = random.uniform(size=(3, 4)).astype("float32") if weighted else None
    mask = SEEN.astype("float32")
    predictions = tf.constant(y_pred)
    predictions._keras_mask = tf.constant(SEEN)
    found = keras.losses.MeanSquaredError(reduction=reduction)(y_true, predictions, weights)
    values = ((y_true - y_pred) ** 2).mean(-1)
    scale = mask * (mask.size / mask.sum() if reduction == "sum_over_batch_size" else 1.0)
    values = values * scale * (weights if weighted else 1.0)
    expected = {"sum_over_batch_size": np.mean, "sum": np.sum, None: np.asarray}[reduction](values)
    np.testing.assert_allclose(found.numpy(), expected, rtol=1e-5)


def test_weighted_metrics_leave_masked_values_out():
    y_true, y_pred = np.zeros((3, 4, 1), "float32"), np.arange(12.0, dtype="float32")
    predictions = tf.constant(y_pred.reshape(3, 4, 1))
    predictions._keras_mask = SEEN
    metric = keras.metrics.MeanSquaredError()
    metric.update_state(y_true, predictions, np.ones((3, 4), "float32"))
    expected = (y_pred.reshape(3, 4) ** 2)[SEEN].mean()
    assert metric.result().numpy() == pytest.approx(expected, rel=1e-5)


def test_a_mask_of_itself_is_no_cycle():
    x = tf.constant([True, False])
    x._keras_mask = x
    assert x._keras_mask.numpy().tolist() == [True, False]
    assert x._keras_mask._keras_mask is None
    x._keras_mask = None
    assert x._keras_mask is None
    with pytest.raises(ValueError, match="unsupported type"):
        x._keras_mask = object()


@pytest.mark.parametrize("kind", ["metrics", "weighted_metrics"])
@pytest.mark.parametrize("metric", ["mae", "mse", "python", "MeanSquaredError"])
def test_metrics_of_recorded_steps_leave_masked_values_out(kind, metric):
    """The steps that are traced, and those that run from the trace, as op by op."""
    choices = {
        "python": lambda: lambda y_true, y_pred: tf.reduce_mean(tf.abs(y_true - y_pred), axis=-1),
        "MeanSquaredError": keras.metrics.MeanSquaredError,
    }
    x = np.random.default_rng(2).normal(size=(8, 5, 3)).astype("float32")
    x[:, 3:] = 0
    y = np.ones((8, 5, 1), "float32")
    figures = []
    for eagerly in (False, True):
        keras.utils.set_random_seed(1)
        model = keras.Sequential([keras.Input((5, 3)), layers.Masking()])
        chosen = choices.get(metric, lambda: metric)()
        model.add(layers.LSTM(2, return_sequences=True))
        model.add(layers.Dense(1))
        model.compile("sgd", "mse", run_eagerly=eagerly, **{kind: [chosen]})
        steps = [model.train_on_batch(x, y) for _ in range(5)]
        figures.append(steps + [model.test_on_batch(x, y) for _ in range(4)])
    np.testing.assert_allclose(figures[0], figures[1], rtol=1e-5)
    bare = np.abs(1 - model.predict(x, verbose=0))[:, :3]
    expected = (bare if metric in ("mae", "python") else bare**2).mean()
    assert figures[0][-1][1] == pytest.approx(expected, rel=1e-4)


class SeesMask(keras.layers.Layer):
    def call(self, inputs, mask=None):
        assert mask is not None
        return inputs * tf.cast(mask, "float32")[..., None]


def test_symbolic_calls_have_the_mask(words):
    ids = keras.Input((None,), dtype="int32")
    x = layers.Dense(3)(words(ids))
    assert x._keras_mask.shape.as_list() == [None, None] and x._keras_mask.dtype == tf.bool
    with LOST:
        model = keras.Model(ids, SeesMask()(x))
    with LOST:
        found = model(IDS).numpy()
    assert np.array_equal(np.any(found != 0, axis=-1), SEEN)
    assert layers.LSTM(4)(x)._keras_mask is None


@pytest.mark.parametrize("name", ["Flatten", "Reshape", "ReLU"])
def test_built_in_layers_with_a_compute_mask_of_ones_own(words, name):
    class Masked(getattr(layers, name)):
        def __init__(self, *arguments):
            super().__init__(*arguments)
            self.supports_masking = True

        def compute_mask(self, inputs, mask=None):
            return None if mask is None else mask[:, :1]

    arguments = {"Reshape": ((12,),)}.get(name, ())
    built_in, x = getattr(layers, name)(*arguments), words(IDS)
    found = Masked(*arguments)(x)
    same(found, built_in(tf.constant(x.numpy())))
    assert np.array_equal(mask_of(found), SEEN[:, :1])
    symbolic = keras.Input((4,), dtype="int32")
    model = keras.Model(symbolic, Masked(*arguments)(words(symbolic)))
    assert model.output_shape[1:] == found.shape[1:]
    same(model(IDS), found)


def _shapes():
    images, steps = tf.ones((2, 8, 8, 3)), tf.ones((2, 4, 3))
    return {
        "Flatten": (steps,),
        "Reshape": ((12,), steps),
        "Conv1D": (2, 2, steps),
        "Conv2D": (2, 2, images),
        "DepthwiseConv2D": (2, images),
        "SeparableConv2D": (2, 2, images),
    }


@pytest.mark.parametrize("name", _shapes())
def test_built_in_layers_whose_call_is_extended(name):
    class Counted(getattr(layers, name)):
        calls = 0

        def call(self, inputs):
            self.calls += 1
            return super().call(inputs)

    *arguments, x = _shapes()[name]
    layer = Counted(*arguments)
    assert layer(x).shape == getattr(layers, name)(*arguments)(x).shape
    assert layer.calls == 1


@pytest.mark.parametrize("make", [lambda base: base(5, 3), lambda base: base(5, 3, mask_zero=True)])
def test_masking_of_derived_embeddings_can_be_set(make):
    class Own(layers.Embedding):
        def __init__(self, *args, **kwargs):
            super().__init__(*args, **kwargs)
            self.supports_masking = True

    layer = make(Own)
    assert layer.supports_masking
    expected = SEEN if layer.mask_zero else None
    assert np.array_equal(mask_of(layer(IDS)), expected)


def test_masking_of_lambdas_can_be_set(words):
    layer = layers.Lambda(lambda x: x * 2)
    assert not layer.supports_masking
    layer.supports_masking = True
    x = words(IDS)
    assert mask_of(layer(x)) is None
    assert layers.Lambda(lambda x: x, mask=lambda x, mask: mask).supports_masking


def test_own_compute_mask_of_several_inputs_gets_a_mask_or_none_for_each(words):
    class Joined(layers.Layer):
        seen = ()

        def call(self, inputs):
            return inputs[0] + inputs[1]

        def compute_mask(self, inputs, mask=None):
            self.seen += (mask,)
            return mask[0]

    layer, plain = Joined(), tf.ones((3, 4, 3))
    layer([plain, plain])
    assert mask_of(layer([words(IDS), plain])).tolist() == SEEN.tolist()
    layer([keras.Input((4, 3)), keras.Input((4, 3))])
    assert layer.seen[0] == [None, None] and layer.seen[2] == [None, None]
    assert layer.seen[1][1] is None
