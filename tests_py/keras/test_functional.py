"""Functional models against real Keras: values, logs, configs, refusals and summaries; and what
Pelton's symbolic tensors can beyond Keras's."""

import inspect
import io
import re
import sys

import numpy as np
import pytest
from keras_facts import assert_alike, assert_same, plain

import pelton as tf
from pelton import keras
from pelton.keras import layers as L  # noqa: N812
from recorded.code_facts import evaluate
from recorded.fact_file import load_facts

FACTS = load_facts("models/functional")
VALUES = [case for case in FACTS["cases"] if "value" in case]
ERRORS = [case for case in FACTS["cases"] if "error" in case]


@pytest.fixture(autouse=True)
def fresh_names():
    keras.backend.clear_session()
    keras.utils.set_random_seed(1)


@pytest.mark.parametrize("case", VALUES, ids=lambda case: case["name"])
def test_does_what_keras_does(case):
    assert_same(plain(evaluate(FACTS["start"] + case["code"], tf)), case["value"])


@pytest.mark.parametrize("case", ERRORS, ids=lambda case: case["name"])
def test_refuses_what_keras_refuses(case):
    with pytest.raises(Exception) as caught:
        evaluate(FACTS["start"] + case["code"], tf)
    if case["name"].startswith("symbol_"):  # classes are TensorFlow's, and the line is told
        assert "symbolic" in str(caught.value) and "i:0" in str(caught.value)
        return
    assert_alike(caught.value, case["error"])


@pytest.mark.parametrize("case", FACTS["summaries"], ids=lambda case: case["name"])
def test_prints_keras_summary(case, monkeypatch):
    model = evaluate(case["code"], tf)
    out = io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setenv("COLUMNS", "80")
    model.summary()
    assert out.getvalue().split("\n") == case["lines"]


def test_every_function_works_on_inputs():
    i = keras.Input((4,))
    h = tf.concat([tf.nn.relu(i), tf.exp(-i)], axis=1)
    h = tf.reshape(h, [tf.shape(h)[0], 2, 4]) * tf.constant([1.0, 2.0, 3.0, 4.0])
    model = keras.Model(i, tf.reduce_sum(tf.transpose(h, [0, 2, 1]) @ h, axis=[1, 2]))
    for rows in (3, 5):
        x = np.random.default_rng(rows).normal(size=(rows, 4)).astype(np.float32)
        both = np.concatenate([np.maximum(x, 0), np.exp(-x)], 1).reshape(rows, 2, 4)
        scaled = both * np.float32([1, 2, 3, 4])
        expected = (np.swapaxes(scaled, 1, 2) @ scaled).sum((1, 2))
        assert np.allclose(model(x).numpy(), expected, rtol=1e-4)
        assert np.allclose(model.predict(x, verbose=0), expected, rtol=1e-4)


def test_learns_a_function_of_two_inputs():
    a, b = keras.Input((2,)), keras.Input((2,))
    h = L.Dense(16, activation="tanh")(a) * L.Dense(16, activation="tanh")(b)
    model = keras.Model([a, b], L.Dense(1)(h))
    model.compile(keras.optimizers.Adam(0.02), "mse")
    random = np.random.default_rng(0)
    x = [random.normal(size=(256, 2)).astype(np.float32) for _ in range(2)]
    y = (x[0] * x[1]).sum(1, keepdims=True)
    losses = model.fit(x, y, batch_size=64, epochs=60, verbose=0).history["loss"]
    assert losses[-1] < 0.1 * losses[0]


def test_training_runs_as_one_program():
    a = keras.Input((4,))
    model = keras.Model(a, [L.Dense(2)(L.Dense(3)(a)), L.Dense(1)(a)])
    model.compile("adam", "mse")
    x, y = np.ones((8, 4), np.float32), [np.ones((8, 2)), np.ones((8, 1))]
    model.fit(x, y, batch_size=4, epochs=2, verbose=0)
    text = tf.config.experimental.explain_program(model)
    assert text.startswith("train_step(") and "arena" in text


def test_one_call_runs_no_kernel_where_inputs_are_symbolic():
    calls = []

    class Seen(L.Layer):
        def call(self, x):
            calls.append(type(x))
            return x * 2.0

    layer = Seen()
    out = layer(keras.Input((3,)))
    assert out.shape == (None, 3) and len(calls) == 1
    assert tuple(layer.compute_output_shape((None, 3))) == (None, 3)


BAD_CONFIGS = {
    "unknown source": (lambda c: c["layers"][1].update(name="other"), "is no output|no layer"),
    "cut layers": (lambda c: c["layers"].pop(0), "is called on what no layer"),
    "no such output": (lambda c: c.update(output_layers=["last", 3, 0]), "no output of its layers"),
}


@pytest.mark.parametrize("name", BAD_CONFIGS)
def test_a_config_that_does_not_fit_is_refused(name):
    i = keras.Input((4,), name="i")
    config = keras.Model(i, L.Dense(2, name="last")(i), name="mine").get_config()
    change, message = BAD_CONFIGS[name]
    change(config)
    with pytest.raises(ValueError, match=message):
        keras.Model.from_config(config)


def test_a_config_of_an_unknown_class_is_refused_as_in_keras():
    i = keras.Input((4,), name="i")
    config = keras.Model(i, L.Dense(2, name="last")(i)).get_config()
    config["layers"][1]["class_name"] = "Nothing"
    with pytest.raises(TypeError, match="Could not locate class 'Nothing'"):
        keras.Model.from_config(config)


def of_two():
    a, b = keras.Input((4,), name="a"), keras.Input((3,), name="b")
    model = keras.Model([a, b], L.Dense(1)(L.Concatenate()([a, b])))
    model.compile("sgd", "mse")
    return model


def test_batches_of_a_generator_may_be_nests():
    model = of_two()

    def batches():
        for _ in range(3):
            yield (np.ones((2, 4)), np.ones((2, 3))), np.ones((2, 1))

    assert len(model.fit(batches(), verbose=0).history["loss"]) == 1
    inputs = iter([((np.ones((2, 4)), np.ones((2, 3))),)])
    assert model.predict(inputs, verbose=0).shape == (2, 1)


@pytest.mark.parametrize("method", ["fit", "evaluate", "predict"])
def test_symbolic_tensors_are_no_data(method):
    i = keras.Input((4,), name="i")
    model = keras.Model(i, L.Dense(1)(i))
    model.compile("sgd", "mse")
    arguments = (i,) if method == "predict" else (i, np.ones((2, 1)))
    with pytest.raises(ValueError, match="`x` is a symbolic tensor, which has no values"):
        getattr(model, method)(*arguments)
    with pytest.raises(ValueError, match="`x` is a symbolic tensor"):
        getattr(of_two(), method)([i, i], *arguments[1:])


@pytest.mark.parametrize("wrap", [lambda y: [y], lambda y: (y,)])
def test_a_call_of_a_model_of_one_listed_output_gives_a_tensor(wrap):
    x = keras.Input((3,))
    y = keras.layers.Dense(2)(x)
    model = keras.Model([x], wrap(y))
    data = np.ones((4, 3), "float32")
    assert tuple(model(data).shape) == (4, 2)
    assert model.predict(data, verbose=0).shape == (4, 2)
    assert model.output_shape == (None, 2)
    assert isinstance(model(x), type(wrap(y))) and isinstance(model.output, type(wrap(y)))
    assert tuple(keras.Sequential([model])(data).shape) == (4, 2)
    model.compile("sgd", "mse")
    assert list(model.fit(data, np.ones((4, 2)), verbose=0).history) == ["loss"]


def sum_of(*tensors):
    return L.Add()(tensors) if len(tensors) > 1 else L.ReLU()(*tensors)


@pytest.mark.parametrize(
    ("nest", "given", "expected"),
    [
        (lambda a: a, lambda x: [x], "Expected: a\nReceived: inputs=['Tensor(shape=(2, 3))']"),
        (lambda a, b: {"a": a, "b": b}, lambda x: [x, x], "Expected: {'a': 'a', 'b': 'b'}"),
        (lambda a, b: [a, b], lambda x: {"a": x, "b": x}, None),
        (lambda a, b: [a, b], lambda x: (x, x), None),
        (lambda a: [a], lambda x: x, None),
    ],
)
def test_other_nests_than_the_model_has_are_told(nest, given, expected):
    inputs = [keras.Input((3,), name=name) for name in inspect.signature(nest).parameters]
    model = keras.Model(nest(*inputs), sum_of(*inputs))
    x = given(np.ones((2, 3), np.float32))
    if expected is None:
        model(x)
        return
    with pytest.warns(UserWarning, match=re.escape(expected)):
        model(x)


def test_a_list_for_a_dict_in_another_order_is_refused():
    b, a = keras.Input((3,), name="b"), keras.Input((3,), name="a")
    model = keras.Model({"b": b, "a": a}, L.Subtract()([b, a]))
    with pytest.raises(ValueError, match=re.escape("Expected: {'b': 'b', 'a': 'a'}")):
        model([np.ones((2, 3), np.float32)] * 2)


def test_input_of_a_tensor():
    like = keras.KerasTensor((None, 3), "int32")
    inputs = keras.Input(tensor=like, name="given")
    assert (tuple(inputs.shape), inputs.dtype, inputs.name) == ((None, 3), "int32", "given")
    assert keras.Model(inputs, inputs * 2)(np.array([[1, 2, 3]])).numpy().tolist() == [[2, 4, 6]]
    for wrong in ({"shape": (4,)}, {"batch_size": 2}, {"dtype": "int64"}, {"batch_shape": (1, 3)}):
        with pytest.raises(ValueError, match=f"incompatible `{next(iter(wrong))}`"):
            keras.Input(tensor=like, **wrong)
    with pytest.raises(ValueError, match="must be a KerasTensor"):
        keras.Input(tensor=np.ones(3))
    with pytest.raises(ValueError, match="at the same time"):
        keras.Input((3,), sparse=True, ragged=True)


# An operator on an Input of a dtype, and the dtype that Keras 3.15 gives the result.
OPERATORS = [
    (lambda x: x + 1.5, "int32", "float32"),
    (lambda x: 1.5 - x, "int32", "float32"),
    (lambda x: x / 2, "int32", "float32"),
    (lambda x: x / 255.0, "uint8", "float32"),
    (lambda x: x * keras.Input((3,)), "int32", "float32"),
    (lambda x: x + keras.Input((3,), dtype="float16"), "float32", "float32"),
    (lambda x: x > 1.5, "int32", "bool"),
    (lambda x: x**0.5, "int32", "float32"),
    (lambda x: x % 2.5, "int32", "float32"),
    (lambda x: x // 2, "int32", "int32"),
    (lambda x: x + 1, "bool", "int32"),
    (lambda x: x * np.float32(2), "int32", "float32"),
    (lambda x: x + 1, "float16", "float16"),
    (lambda x: x & True, "bool", "bool"),
]


@pytest.mark.parametrize(("operator", "dtype", "expected"), OPERATORS)
def test_operators_of_symbolic_tensors_promote_as_in_keras(operator, dtype, expected):
    assert keras.backend.standardize_dtype(operator(keras.Input((3,), dtype=dtype)).dtype) == (
        expected
    )


def test_a_model_that_scales_integers_is_saved_and_loaded(tmp_path):
    pixels = keras.Input((3,), dtype="uint8")
    model = keras.Model(pixels, L.Dense(2, kernel_initializer="ones")(pixels / 255.0))
    given = np.array([[255, 0, 51]], np.uint8)
    np.testing.assert_allclose(model.predict(given, verbose=0), [[1.2, 1.2]], rtol=1e-6)
    model.save(tmp_path / "model.keras")
    loaded = keras.models.load_model(tmp_path / "model.keras")
    np.testing.assert_array_equal(loaded.predict(given, verbose=0), model.predict(given, verbose=0))


def test_operators_within_layers_promote_as_tensorflow_does():
    class Half(L.Layer):
        def call(self, inputs):
            return inputs / 2

    assert Half()(keras.Input((3,), dtype="int32")).dtype == "float64"
