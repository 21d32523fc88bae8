"""Texts as NumPy arrays into fit, evaluate and predict: what a tensor of strings gives."""

import numpy as np
import pytest

import pelton as tf
from pelton import keras

TEXTS = ["the cat sat", "a dog ran", "the dog sat", "cat and dog"] * 4
LABELS = np.array([0, 1, 0, 1] * 4, "float32")
FORMS = {
    "str": np.array(TEXTS),
    "bytes": np.array([text.encode() for text in TEXTS]),
    "objects": np.array(TEXTS, dtype=object),
    "a column": np.array(TEXTS)[:, None],
    "a column of objects": np.array(TEXTS, dtype=object)[:, None],
}


def layers():
    words = keras.layers.TextVectorization(max_tokens=20, output_sequence_length=4)
    words.adapt(TEXTS)
    return [
        words,
        keras.layers.Embedding(20, 4),
        keras.layers.GlobalAveragePooling1D(),
        keras.layers.Dense(1, "sigmoid"),
    ]


class Subclassed(keras.Model):
    def __init__(self):
        super().__init__()
        self.inner = keras.Sequential(layers())

    def call(self, x):
        return self.inner(x)


def functional():
    first = out = keras.Input((1,), dtype="string")
    for layer in layers():
        out = layer(out)
    return keras.Model(first, out)


MODELS = {
    "sequential": lambda: keras.Sequential(layers()),
    "with Input": lambda: keras.Sequential([keras.Input((1,), dtype="string"), *layers()]),
    "functional": functional,
    "subclassed": Subclassed,
}


def trained(make, x):
    """The history, the scores and the predictions of a short training."""
    keras.utils.set_random_seed(1)
    model = make()
    model.compile(keras.optimizers.Adam(0.1), "binary_crossentropy", metrics=["accuracy"])
    history = model.fit(x, LABELS, batch_size=4, epochs=3, validation_split=0.25, verbose=0)
    model.train_on_batch(x, LABELS)
    scores = [model.evaluate(x, LABELS, verbose=0), model.test_on_batch(x, LABELS)]
    predictions = model.predict(x, batch_size=5, verbose=0)
    assert np.allclose(model.predict_on_batch(x), predictions)
    return history.history, scores, predictions


@pytest.mark.parametrize("model", MODELS)
def test_arrays_of_texts_train_as_a_tensor_of_strings(model):
    history, scores, predictions = trained(MODELS[model], tf.constant(TEXTS))
    assert history["loss"][-1] < history["loss"][0]
    for form, array in FORMS.items():
        other_history, other_scores, other_predictions = trained(MODELS[model], array)
        for name, figures in history.items():
            assert other_history[name] == pytest.approx(figures), (form, name)
        assert np.allclose(other_scores, scores) and np.allclose(other_predictions, predictions)


def test_texts_beside_numbers():
    text = keras.Input((1,), dtype="string", name="text")
    number = keras.Input((2,), name="number")
    out = text
    for layer in layers()[:-1]:
        out = layer(out)
    out = keras.layers.Dense(1)(keras.layers.Concatenate()([out, number]))
    model = keras.Model({"text": text, "number": number}, out)
    model.compile("sgd", "mse")
    x = {"text": FORMS["objects"], "number": np.ones((16, 2), "float32")}
    assert model.fit(x, LABELS, verbose=0).history["loss"][0] > 0
    assert model.predict(x, verbose=0).shape == (16, 1)


def test_predicted_strings():
    words = keras.layers.StringLookup(vocabulary=["a", "b"], invert=True)
    model = keras.Sequential([keras.Input((2,), dtype="int64"), words])
    found = model.predict(np.array([[0, 1], [2, 1]] * 20), batch_size=7, verbose=0)
    assert found.dtype == object and found.tolist() == [[b"[UNK]", b"a"], [b"b", b"a"]] * 20


@pytest.mark.parametrize(
    "x, y, told",
    [
        (FORMS["str"], FORMS["str"], "`y` holds <U11, expected numbers"),
        (TEXTS, LABELS, "`x` holds <U11, expected numbers"),
        (np.array([*TEXTS[1:], 3], dtype=object), LABELS, "`x` holds object, expected numbers"),
    ],
    ids=["labels", "a list", "objects of several kinds"],
)
def test_what_is_refused(x, y, told):
    model = functional()
    model.compile("sgd", "mse")
    before = model.get_weights()
    with pytest.raises(ValueError, match=told):
        model.fit(x, y, verbose=0)
    assert all(np.array_equal(*pair) for pair in zip(before, model.get_weights(), strict=True))
