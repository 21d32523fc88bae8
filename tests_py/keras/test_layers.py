"""Every layer against recorded Keras: outputs, gradients, weights, config, shapes and refusals."""

import builtins
import re

import numpy as np
import pytest
from keras_facts import assert_close, assert_same_config, plain, rebuilt
from layer_row import MADE
from layer_table import ROWS

import pelton as tf
from pelton._core import layers as core_layers
from pelton.keras import layers
from recorded.differences import DIFFERENCES
from recorded.fact_file import load_facts

# As Keras does.
pytestmark = pytest.mark.filterwarnings("ignore:You passed `rms_scaling=True`")

FACTS = load_facts("layers/layers")
CASES = FACTS["cases"] + load_facts("layers/spatial_layers")["cases"]
DIFFERS = DIFFERENCES["layers"]


@pytest.fixture(autouse=True)
def fresh_names():
    tf.keras.backend.clear_session()


def by_name(rows):
    return pytest.mark.parametrize("row", rows, ids=lambda row: row.name)


def test_every_layer_has_a_row():
    classes = {
        cls.__name__
        for cls in vars(core_layers).values()
        if isinstance(cls, type) and issubclass(cls, core_layers.Layer)
    }
    models = {"Model", "Sequential"}
    assert classes - models - {"Layer"} == {row.name for row in ROWS}


def test_every_row_has_five_bad_calls_and_facts():
    for row in ROWS:
        assert len(row.bad) >= 5, row.name
        found = [case for case in CASES if case["class"] == row.name]
        assert found or row.name == "InputLayer", row.name
        assert all(case["name"].startswith(row.facts) for case in found), row.name


@by_name(ROWS)
def test_shapes_without_data(row):
    layer = row.cls(**row.kwargs)
    assert tuple(layer.compute_output_shape(row.input_shape)) == row.output_shape
    layer.build(row.input_shape)
    assert layer.built
    assert tuple(layer.compute_output_shape(row.input_shape)) == row.output_shape


@by_name([row for row in ROWS if row.name != "InputLayer"])
def test_works_on_symbolic_inputs(row):
    i = tf.keras.Input(row.input_shape[1:])
    layer = row.cls(**row.kwargs)
    model = tf.keras.Model(i, layer(i))
    assert model.output_shape == row.output_shape
    for batch in (2, 3):
        sizes = (batch, *(5 if size is None else size for size in row.input_shape[1:]))
        x = np.random.default_rng(batch).normal(size=sizes).astype("float32")
        assert np.array_equal(model(x).numpy(), layer(x).numpy())


@pytest.mark.parametrize("rank", [3, 4])
def test_dense_over_more_axes_of_symbolic_inputs(rank):
    i = tf.keras.Input((4, None, 3)[: rank - 2] + (3,))
    layer = layers.Dense(2, activation="relu")
    model = tf.keras.Model(i, layer(i))
    assert model.output_shape == (*i.shape[:-1], 2)
    for rows in (1, 5):
        x = np.random.default_rng(rows).normal(size=(rows, 4, 6, 3)[: rank - 1] + (3,))
        x = x.astype("float32")
        assert np.array_equal(model(x).numpy(), layer(x).numpy())


@by_name(ROWS)
def test_config_makes_the_same_layer(row):
    layer = row.cls(**row.kwargs, name="mine")
    config = layer.get_config()
    again = row.cls.from_config(config)
    assert again.get_config() == config and again.name == "mine"
    assert layers.deserialize(layers.serialize(layer)).get_config() == config


@pytest.mark.parametrize(
    ("row", "index"),
    [(row, i) for row in ROWS for i in range(len(row.bad))],
    ids=lambda value: value.name if hasattr(value, "name") else str(value),
)
def test_bad_call_is_refused(row, index):
    case = row.bad[index]
    MADE.clear()
    with pytest.raises(case.error) as caught:
        case.call()
    message = str(caught.value)
    for part in case.parts:
        assert part in message, f"{part!r} is not in {message}"
    own_name = "'" + re.sub(r"(?<=[a-z])(?=[A-Z])", "_", row.name).lower()
    assert row.name in message or own_name in message, f"does not name the layer: {message}"
    if MADE:
        text = f"shape={MADE[-1].shape}, dtype={MADE[-1].dtype}"
        assert text in message, f"lacks {text!r}: {message}"


def call(layer, case, x):
    return layer(x, training=case["training"]) if "training" in case else layer(x)


def tolerance(case):
    dtypes = {case["input"].dtype.name, case["output"].dtype.name}
    if "mixed" in str(case["kwargs"].get("dtype")) or dtypes & {"float16", "bfloat16"}:
        coarse = "bfloat16" in dtypes or "bfloat16" in str(case["kwargs"].get("dtype"))
        return {"rtol": 0.02, "atol": 0.02} if coarse else {"rtol": 3e-3, "atol": 3e-3}
    return {"rtol": 1e-4, "atol": 1e-5}


def run(case):
    """The layer after its call, its output, and gradients by input and weights."""
    layer = rebuilt(case)
    x = tf.constant(case["input"])
    with tf.GradientTape() as tape:
        tape.watch(x)
        output = call(layer, case, x)
        if "output_gradient" in case:
            total = tf.reduce_sum(tf.cast(output, "float32") * case["output_gradient"])
    if "output_gradient" not in case:
        return layer, output, None
    return layer, output, tape.gradient(total, [x, *layer.trainable_weights])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_layer_computes_what_keras_does(case):
    if "error" in case:
        return check_refusal(case)
    layer, output, gradients = run(case)
    limits = tolerance(case)
    assert output.numpy().dtype == case["output"].dtype
    assert_close(output, case["output"], **limits)
    for name, value in case.get("weights_after", {}).items():
        found = next(weight for weight in layer.weights if weight.name == name)
        assert_close(found, value, **limits)
    if "losses" in case:
        assert_close(np.array([loss.numpy() for loss in layer.losses]), case["losses"], **limits)
    if gradients is not None:
        check_gradients(case, layer, gradients, limits)


def check_gradients(case, layer, gradients, limits):
    if case["input_gradient"] is not None:
        used = case["input"] != 0 if case["name"] in DIFFERS else slice(None)
        assert_close(gradients[0].numpy()[used], case["input_gradient"][used], **limits)
    for weight, gradient in zip(layer.trainable_weights, gradients[1:], strict=True):
        assert_close(gradient, case["weight_gradients"][weight.name], **limits)


def check_refusal(case):
    if case["name"] in DIFFERS:
        return check_channels_first(case)
    with pytest.raises(getattr(builtins, case["error"]["class"])) as caught:
        layer = rebuilt(case)
        call(layer, case, tf.constant(case["input"]))
    first = case["error"]["message"].split(":")[0]
    assert first in str(caught.value) or "dtype" in str(caught.value)


def check_channels_first(case):
    """The same as transposing to channels last and back."""
    first = layers.Conv2D(**case["kwargs"])
    x = case["input"]
    found = first(x).numpy()
    last = layers.Conv2D(**{**case["kwargs"], "data_format": "channels_last"})
    last.build(x.transpose(0, 2, 3, 1).shape)
    last.set_weights(first.get_weights())
    assert_close(last(x.transpose(0, 2, 3, 1)).numpy().transpose(0, 3, 1, 2), found)


@pytest.mark.parametrize("case", [c for c in CASES if "error" not in c], ids=lambda c: c["name"])
def test_layer_tells_what_keras_tells(case):
    layer = rebuilt(case)
    shape = (None, *case["input"].shape[1:])
    assert list(layer.compute_output_shape(shape)) == case["output_shape"]
    assert layer.count_params() == case["count_params"]
    assert repr(layer) == case["repr"]
    assert_same_config(layer.get_config(), case["config"])
    assert list(layer.get_config()) == list(case["config"])
    recorded = [(w["name"], w["path"], w["trainable"]) for w in case["weights"]]
    assert [(w.name, w.path, w.trainable) for w in layer.weights] == recorded


def test_input_layers():
    first, second, tensor = FACTS["input_layers"]
    for facts, layer in (
        (first, layers.InputLayer(shape=(28, 28, 1))),
        (second, layers.InputLayer(shape=(4,), batch_size=8, dtype="int32", name="ids")),
    ):
        assert repr(layer) == facts["repr"]
        assert plain(layer.get_config()) == facts["config"]
        assert layer.weights == []
    symbol = tf.keras.Input((3,))
    assert list(symbol.shape) == tensor["shape"] and symbol.dtype == tensor["dtype"]
    assert repr(symbol).split(", name=")[0] == tensor["repr"].split(", name=")[0]


def test_layer_normalization_tells_its_axes_sorted_once_it_is_built():
    layer = layers.LayerNormalization(axis=(3, 1))
    assert layer.get_config()["axis"] == [3, 1]
    layer.build((None, 4, 5, 6))
    assert layer.get_config()["axis"] == [1, 3] and layer.gamma.shape == (4, 6)
    single = layers.LayerNormalization(center=False)
    assert single.get_config()["axis"] == -1
    single.build((None, 4))
    assert single.get_config()["axis"] == [-1] and single.beta is None


def test_layer_normalization_warns_of_rms_scaling():
    with pytest.warns(UserWarning, match="use `keras.layers.RMSNormalization` instead"):
        layers.LayerNormalization(rms_scaling=True)


def test_dropout_drops_in_training_only():
    tf.random.set_seed(3)
    x = tf.ones((200, 200))
    layer = layers.Dropout(0.25)
    assert np.array_equal(layer(x).numpy(), x.numpy())
    y = layer(x, training=True).numpy()
    assert set(np.unique(y)) == {np.float32(0), np.float32(1 / 0.75)}
    assert abs((y == 0).mean() - 0.25) < 0.01
    columns = layers.Dropout(0.5, noise_shape=(None, 1))(x, training=True).numpy()
    assert np.all(columns == columns[:, :1])
    assert not layers.Dropout(1.0)(x, training=True).numpy().any()


def test_failed_build_leaves_no_weights():
    layer = layers.Conv2D(2, 5)
    with pytest.raises(ValueError, match="zero or negative"):
        layer(np.ones((1, 3, 3, 1)))
    assert layer.weights == [] and not layer.built
    layer(np.ones((1, 6, 6, 1)))
    assert [tuple(weight.shape) for weight in layer.weights] == [(5, 5, 1, 2), (2,)]
