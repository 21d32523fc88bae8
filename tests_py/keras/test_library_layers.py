"""The layers made in Python: what they refuse, their training in models, dropout, states, names."""

import os
import re
import subprocess
import sys

import numpy as np
import pytest
from library_layer_table import ROWS

import pelton as tf
from pelton import keras
from pelton.keras import layers
from pelton.keras.layers.recurrent import dropout_masks
from recorded.fact_file import load_facts

CALLS = (  # the files of facts
    "layers/layer_calls",
    "layers/attention_calls",
    "layers/spatial_calls",
    "layers/preprocessing_calls",
    "layers/augmentation_calls",
    "layers/spectrogram_calls",
    "layers/text_layers",
)
# Made of the user's code, so that their facts are snippets.
OF_CODE = {"Lambda", "Pipeline", "TFSMLayer", "Wrapper"}
RNG = np.random.default_rng(0)
SEQUENCES = RNG.normal(size=(32, 6, 4)).astype("float32")
SUMS = SEQUENCES.sum((1, 2))[:, None]
IDS = RNG.integers(1, 8, (32, 6)).astype("int32")


@pytest.fixture(autouse=True)
def fresh_names():
    keras.backend.clear_session()
    keras.utils.set_random_seed(1)


# Keras has them for tf.keras alone; their test is test_layers_kept_by_tf_keras.py.
KEPT_BY_TF_KERAS = {"ThresholdedReLU", "RandomHeight", "RandomWidth"}


def test_every_lazy_layer_has_a_row_and_facts():
    facts = [case for file in CALLS for case in load_facts(file)["cases"]]
    recorded = {getattr(layers, case["class"]).__name__ for case in facts}
    found = [getattr(layers, name) for name in layers._LAZY]
    lazy = {cls.__name__ for cls in found if isinstance(cls, type)}  # second names are the same
    assert lazy - KEPT_BY_TF_KERAS == set(ROWS) == recorded | OF_CODE
    assert all(len(row) >= 5 for row in ROWS.values())
    assert set(layers._LAZY) <= set(dir(layers))


@pytest.mark.parametrize(
    ("name", "index"), [(name, i) for name, row in ROWS.items() for i in range(len(row))]
)
def test_bad_call_is_refused(name, index):
    case = ROWS[name][index]
    with pytest.raises(case.error) as caught:
        case.call()
    message = str(caught.value)
    for part in case.parts:
        assert part in message, f"{part!r} is not in {message}"
    own_name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
    names = (name, name.lower(), own_name)
    assert any(text in message for text in names), f"does not name the layer: {message}"


def test_star_import_gives_all_names():
    names = {}
    exec("from pelton.keras.layers import *", names)
    assert {*layers._LAZY, "Dense", "Input", "InputSpec", "deserialize"} <= names.keys()


def test_layers_load_on_first_use():
    code = (
        "import sys; from pelton import keras; keras.layers.Dense; "
        "assert not any(m.startswith('pelton.keras.layers.recurrent') for m in sys.modules); "
        "keras.layers.LSTM; assert 'pelton.keras.layers.recurrent.lstm' in sys.modules; "
        "assert 'pelton.keras.layers.attention' not in sys.modules"
    )
    changes = {"PYTHONPATH": ":".join(sys.path)}
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, **changes})


def test_failed_build_leaves_the_layer_as_it_was():
    layer = layers.MultiHeadAttention(2, 3)
    with pytest.raises(ValueError, match="one batch size"):
        layer(SEQUENCES, SEQUENCES[:2])
    assert not layer.built and layer.weights == []
    layer(SEQUENCES, SEQUENCES)
    assert len(layer.weights) == 8


SEQUENTIALS = {
    "LSTM": lambda: [layers.LSTM(8, return_sequences=True), layers.LSTM(8)],
    "LSTM dropout": lambda: [layers.LSTM(8, dropout=0.2, recurrent_dropout=0.1)],
    "LSTM steps": lambda: [layers.LSTM(8, activation="softsign", go_backwards=True)],
    "Masking": lambda: [layers.Masking(), layers.LSTM(8)],
    "GRU": lambda: [layers.GRU(8, dropout=0.1, recurrent_dropout=0.1)],
    "SimpleRNN": lambda: [layers.SimpleRNN(8, return_sequences=True), layers.SimpleRNN(8)],
    "RNN": lambda: [layers.RNN([layers.LSTMCell(8), layers.GRUCell(6)])],
    "Bidirectional": lambda: [layers.Bidirectional(layers.GRU(8))],
    "masked GRU": lambda: [layers.Masking(), layers.Bidirectional(layers.GRU(8))],
    "TimeDistributed": lambda: [
        layers.TimeDistributed(layers.Dense(8, "relu")),
        layers.Lambda(lambda x: 0.5 * x),
        layers.Flatten(),
    ],
    "noise": lambda: [
        layers.GaussianNoise(0.1),
        layers.GaussianDropout(0.1),
        layers.SpatialDropout1D(0.1),
        layers.Permute((2, 1)),
        layers.Flatten(),
    ],
    "SpectralNormalization": lambda: [
        layers.Flatten(),
        layers.SpectralNormalization(layers.Dense(8)),
        layers.PReLU(),
    ],
}


def losses_of(model, x, y):
    model.compile(optimizer=keras.optimizers.Adam(0.02), loss="mse")
    history = model.fit(x, y, epochs=6, batch_size=8, verbose=0)
    assert model.predict(x, verbose=0).shape == (32, 1)
    return history.history["loss"]


@pytest.mark.parametrize("name", SEQUENTIALS)
def test_trains_in_a_sequential(name):
    losses = losses_of(keras.Sequential([*SEQUENTIALS[name](), layers.Dense(1)]), SEQUENCES, SUMS)
    assert losses[-1] < 0.8 * losses[0]


def test_embedding_trains_in_a_sequential():
    model = keras.Sequential([layers.Embedding(8, 4), layers.LSTM(8), layers.Dense(1)])
    losses = losses_of(model, IDS, (IDS % 3).sum(1, keepdims=True).astype("float32"))
    assert losses[-1] < 0.5 * losses[0]


def merged(cls, **kwargs):
    """A functional model with `cls` over two branches."""
    first, second = keras.Input((4,)), keras.Input((4,))
    y = getattr(layers, cls)(**kwargs)([layers.Dense(5)(first), layers.Dense(5)(second)])
    return keras.Model([first, second], layers.Dense(1)(y))


@pytest.mark.parametrize(
    "cls", "Add Subtract Multiply Average Maximum Minimum Concatenate Dot".split()
)
def test_merging_layers_train_in_a_functional_model(cls):
    model = merged(cls, **({"axes": 1} if cls == "Dot" else {}))
    x = [SEQUENCES[:, 0], SEQUENCES[:, 1]]
    y = (x[0] - x[1]).sum(1, keepdims=True)
    losses = losses_of(model, x, y)
    assert losses[-1] < losses[0]


def test_shared_embedding_and_states_train_in_a_functional_model():
    ids, other = keras.Input((6,), dtype="int32"), keras.Input((6,), dtype="int32")
    embedding = layers.Embedding(8, 4)
    _, h, c = layers.LSTM(5, return_state=True)(embedding(ids))
    y = layers.LSTM(5)(embedding(other), initial_state=[h, c])
    model = keras.Model([ids, other], layers.Dense(1)(y))
    losses = losses_of(model, [IDS, IDS[::-1]], (IDS % 2).sum(1, keepdims=True).astype("float32"))
    assert losses[-1] < 0.5 * losses[0]


@pytest.mark.parametrize("time", [6, None])
@pytest.mark.parametrize("dropout", [0.0, 0.2])
def test_transformer_block_trains_in_a_functional_model(time, dropout):
    x = keras.Input((time, 4))
    y = layers.MultiHeadAttention(2, 4, dropout=dropout)(x, x, use_causal_mask=True)
    y = layers.LayerNormalization()(layers.Add()([x, y]))
    model = keras.Model(x, layers.Dense(1)(layers.LSTM(8)(y)))
    losses = losses_of(model, SEQUENCES, SUMS)
    assert losses[-1] < 0.8 * losses[0]


def test_stateful_goes_on_where_the_call_before_ended():
    whole = layers.LSTM(3, return_sequences=True)
    expected = whole(SEQUENCES).numpy()
    parts = layers.LSTM(3, return_sequences=True, stateful=True)
    parts.build((32, 3, 4))
    parts.set_weights(whole.get_weights())
    found = np.concatenate([parts(SEQUENCES[:, :3]), parts(SEQUENCES[:, 3:])], axis=1)
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6)
    assert len(parts.weights) == 3 and parts.states[0].shape == (32, 3)
    parts.reset_states()
    np.testing.assert_array_equal(parts(SEQUENCES[:, :3]).numpy(), found[:, :3])


@pytest.mark.parametrize("time", [3, None])
def test_stateful_goes_on_within_functions(time):
    layer = layers.LSTM(3, stateful=True)
    layer.build((32, 3, 4))
    run = tf.function(lambda x: layer(x), input_signature=[tf.TensorSpec((32, time, 4))])
    x = SEQUENCES[:, :3]
    found = [run(x).numpy(), run(x).numpy()]
    layer.reset_states()
    for one in found:
        np.testing.assert_allclose(one, layer(x).numpy(), rtol=1e-5, atol=1e-6)
    layer.reset_states()
    layer(keras.Input((3, 4), batch_size=32))
    assert not layer.states[0].numpy().any()


def test_stateful_trains():
    layer = layers.LSTM(4, stateful=True)
    model = keras.Sequential([keras.Input((6, 4), batch_size=8), layer, layers.Dense(1)])
    model.compile(optimizer="adam", loss="mse")
    model.fit(SEQUENCES, SUMS, epochs=2, batch_size=8, verbose=0, shuffle=False)
    assert np.abs(layer.states[0].numpy()).max() > 0


def test_dropout_draws_anew_in_training_only():
    x = tf.ones((64, 5, 4))
    for layer in (layers.LSTM(3, dropout=0.5), layers.LSTM(3, recurrent_dropout=0.5)):
        plain = layer(x).numpy()
        assert np.array_equal(plain, layer(x).numpy())
        first, second = layer(x, training=True).numpy(), layer(x, training=True).numpy()
        assert not np.array_equal(first, second) and not np.array_equal(first, plain)
        same = [layers.LSTM.from_config({**layer.get_config(), "seed": 4}) for _ in range(2)]
        for one in same:
            one.build(x.shape)
            one.set_weights(layer.get_weights())
        once, again = (one(x, training=True).numpy() for one in same)
        assert np.array_equal(once, again) and not np.array_equal(once, first)


def test_training_reaches_cells_called_with_two_arguments():
    cell, x, h = layers.LSTMCell(3, dropout=0.5), tf.ones((64, 4)), tf.ones((64, 3))
    plain, _ = cell(x, [h, h])
    dropped, _ = cell(x, [h, h], training=True)
    assert not np.array_equal(plain.numpy(), dropped.numpy())


def test_dropout_of_attention_scores():
    layer = layers.MultiHeadAttention(1, 2, dropout=0.5, seed=3)
    x = tf.constant(SEQUENCES)
    plain = layer(x, x).numpy()
    assert np.array_equal(plain, layer(x, x).numpy())
    first, second = layer(x, x, training=True).numpy(), layer(x, x, training=True).numpy()
    assert not np.array_equal(first, second)
    _, scores = layer(x, x, training=True, return_attention_scores=True)
    np.testing.assert_allclose(scores.numpy().sum(-1), 1, rtol=1e-5)


def test_input_dropout_is_one_mask_for_all_steps():
    cell = layers.LSTM(3, dropout=0.5).cell
    (mask,), of_state = dropout_masks.drawn(cell, tf.ones((4000, 2)), tf.ones((4000, 3)))
    noise = mask.numpy()
    assert of_state is None
    assert set(np.unique(noise)) == {0.0, 2.0} and abs(noise.mean() - 1) < 0.05


def test_fused_and_stepwise_attention_agree():
    layer = layers.MultiHeadAttention(2, 4)
    mask = RNG.random((32, 6, 6)) > 0.3
    mask[:, :, 0] = True
    fused = layer(SEQUENCES, SEQUENCES, attention_mask=mask, use_causal_mask=True)
    plain, _ = layer(
        SEQUENCES,
        SEQUENCES,
        attention_mask=mask,
        use_causal_mask=True,
        return_attention_scores=True,
    )
    np.testing.assert_allclose(fused.numpy(), plain.numpy(), rtol=1e-4, atol=1e-5)


def test_subclass_keeps_its_own_module():
    class Mine(layers.LSTM):
        pass

    stored = layers.serialize(Mine(2))
    assert stored["registered_name"] == "Mine"
    assert isinstance(layers.deserialize(stored, {"Mine": Mine}), Mine)


def test_embedding_takes_its_table():
    table = RNG.normal(size=(8, 3)).astype("float32")
    layer = layers.Embedding(8, 3, weights=[table])
    assert layer.built
    np.testing.assert_array_equal(layer(IDS).numpy(), table[IDS])


def attentive():
    """A functional model of most layers: two inputs, keywords, several outputs of a call."""
    ids, other = keras.Input((6,), dtype="int32"), keras.Input((5, 3))
    x = layers.Embedding(8, 4, embeddings_initializer="normal")(ids)
    y, scores = layers.MultiHeadAttention(2, 3)(x, value=other, return_attention_scores=True)
    z = layers.Concatenate()([layers.Add()([x, y]), layers.Multiply()([x, y])])
    sequence, h, c = layers.LSTM(4, return_sequences=True, return_state=True)(z)
    last = layers.LSTM(4)(sequence, initial_state=[h, c])
    return keras.Model([ids, other], [layers.Dot(1)([last, h]), scores])


def test_functional_config_makes_the_same_model():
    model = attentive()
    again = keras.Model.from_config(model.get_config())
    again.set_weights(model.get_weights())
    x = [IDS, SEQUENCES[:, :5, :3]]
    for found, expected in zip(again(x), model(x), strict=True):
        np.testing.assert_array_equal(found.numpy(), expected.numpy())
    assert again.get_config() == model.get_config()


def test_sequential_config_and_clone_make_the_same_model():
    model = keras.Sequential(
        [keras.Input((6,), dtype="int32"), layers.Embedding(8, 4), layers.LSTM(3)]
    )
    for again in (
        keras.Sequential.from_config(model.get_config()),
        keras.models.clone_model(model),
    ):
        again.set_weights(model.get_weights())
        np.testing.assert_array_equal(again(IDS).numpy(), model(IDS).numpy())


def test_summary_shows_the_shapes(capsys):
    attentive().summary()
    printed = capsys.readouterr().out
    assert "(None, 6, 4)" in printed and "(None, 1)" in printed and "multi_head" in printed


def test_the_shape_that_a_lambda_is_given():
    x, y = keras.Input((5,)), keras.Input((5,))
    half = keras.layers.Lambda(lambda x: x[:, :2], output_shape=(2,))
    both = keras.layers.Lambda(lambda pair: pair[0] + pair[1], output_shape=(5,))
    same = keras.layers.Lambda(lambda x: 2 * x, output_shape=lambda shape: shape)
    assert half(x).shape == (None, 2) and both([x, y]).shape == (None, 5)
    assert half.compute_output_shape((None, 5)) == (None, 2)
    assert both.compute_output_shape([(None, 5), (None, 5)]) == (None, 5)
    assert same.compute_output_shape((None, 5)) == (None, 5)
    free = keras.layers.Lambda(lambda x: x[:, :3])
    assert tuple(free.compute_output_shape((None, 5))) == (None, 3)


def test_ids_from_the_end_of_a_table():
    layer = layers.Embedding(5, 2, weights=[np.arange(10.0).reshape(5, 2)])
    ids = np.array([[-1, -5, 0]])
    assert np.array_equal(layer(ids)[0], [[8, 9], [0, 1], [0, 1]])
    with pytest.raises(IndexError, match="not in"):
        layer(np.array([-6]))
    model = keras.Sequential([layer, layers.Flatten(), layers.Dense(1, kernel_initializer="ones")])
    model.compile("sgd", "mse")
    assert np.array_equal(layer(ids.astype("uint8") * 0)[0, 0], [0, 1])
    model.fit(np.array([[-1, -2, 0]]), np.array([[0.0]]), verbose=0)
    changed = [[-0.62, 0.38], [2, 3], [4, 5], [5.38, 6.38], [7.38, 8.38]]
    assert np.allclose(layer.embeddings, changed, atol=1e-5)


def test_leaky_relu_of_integers_is_in_float32():
    y = layers.LeakyReLU()(np.array([[-2, 3]]))
    assert y.dtype == tf.float32
    assert np.allclose(y, [[-0.6, 3]])
