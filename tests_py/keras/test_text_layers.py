"""StringLookup, IntegerLookup and TextVectorization against recorded Keras, in maps, in models and
in files."""

import numpy as np
import pytest
from keras_facts import assert_same_config

import pelton as tf
from pelton import keras
from pelton.keras import layers as L  # noqa: N812
from recorded.fact_file import load_facts
from recorded.layers.text_layer_cases import arguments, plain

CASES = load_facts("layers/text_layers")["cases"]
EACH = pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c['class']}-{c['kwargs']}")
TEXTS = np.array(["good film", "bad film", "good good", "bad bad awful"])
LABELS = np.array([1, 0, 1, 0], "float32")


@pytest.fixture(autouse=True)
def fresh_names():
    keras.backend.clear_session()


def made(case):
    layer = getattr(L, case["class"])(**arguments(case))
    if case["adapt"] is not None:
        layer.adapt(tf.constant(case["adapt"]))
    return layer


def assert_same_output(found, expected):
    found = plain(found)
    assert found["dtype"] == expected["dtype"]
    if expected["dtype"] == "float32":
        np.testing.assert_allclose(found["values"], expected["values"], rtol=1e-6)
    else:
        assert found["values"] == expected["values"]


@EACH
def test_layer_gives_and_tells_what_keras_does(case):
    layer = made(case)
    assert layer.get_vocabulary() == case["vocabulary"]
    assert layer.vocabulary_size() == case["size"]
    assert_same_config(layer.get_config(), case["config"])
    for x, expected in zip(case["inputs"], case["outputs"], strict=True):
        assert_same_output(layer(tf.constant(x)), expected)


@EACH
def test_maps_of_datasets_and_stored_configs_give_the_same(case):
    layer = made(case)
    if case["adapt"] is None:
        again = type(layer).from_config(layer.get_config())
        assert_same_config(again.get_config(), layer.get_config())
        assert again.get_vocabulary() == layer.get_vocabulary()
    for x, expected in zip(case["inputs"], case["outputs"], strict=True):
        x = tf.constant(x)
        if x.ndim:
            batches = tf.data.Dataset.from_tensor_slices(x).batch(len(x)).map(layer)
            assert_same_output(next(iter(batches)), expected)


@EACH
def test_symbolic_calls_fit_the_outputs_and_files_keep_the_vocabulary(case, tmp_path):
    layer = made(case)
    x = tf.constant(next(x for x in case["inputs"] if isinstance(x, list)))
    inputs = keras.Input(x.shape[1:], dtype=x.dtype)
    model = keras.Model(inputs, layer(inputs))
    given = model(x)
    shapes = zip(model.output_shape, given.shape, strict=True)
    assert all(size in (None, own) for size, own in shapes)
    model.save(tmp_path / "model.keras")
    loaded = keras.models.load_model(tmp_path / "model.keras")
    assert_same_output(loaded(x), plain(given))
    assert loaded.layers[1].get_vocabulary() == layer.get_vocabulary()


def test_ragged_inputs_and_outputs():
    rows = tf.ragged.constant([["a"], ["b", "z"], []])
    assert L.StringLookup(vocabulary=["a", "b"])(rows).to_list() == [[1], [2, 0], []]
    counts = L.StringLookup(vocabulary=["a", "b"], output_mode="count")(rows)
    assert counts.numpy().tolist() == [[0, 1, 0], [1, 0, 1], [0, 0, 0]]
    texts = L.TextVectorization(vocabulary=["a", "b"], ragged=True)
    assert texts(["a b", "b"]).to_list() == [[2, 3], [3]]
    cut = L.TextVectorization(vocabulary=["a", "b"], ragged=True, output_sequence_length=1)
    assert cut(["a b", "b"]).to_list() == [[2], [3]]


def test_sparse_outputs_are_the_dense_ones():
    options = {"vocabulary": ["a", "b"], "output_mode": "count"}
    sparse = L.StringLookup(sparse=True, **options)(tf.constant([["a", "a", "z"]]))
    assert isinstance(sparse, tf.SparseTensor)
    assert tf.sparse.to_dense(sparse).numpy().tolist() == [[1, 2, 0]]


@pytest.mark.parametrize("form", ["list", "array", "tensor", "dataset", "batches", "rows"])
def test_adapts_to_texts_in_each_form(form):
    dataset = tf.data.Dataset.from_tensor_slices(TEXTS)
    data = {
        "list": TEXTS.tolist(),
        "array": TEXTS,
        "tensor": tf.constant(TEXTS),
        "dataset": dataset,
        "batches": dataset.batch(3),
        "rows": [[text] for text in TEXTS.tolist()],
    }[form]
    layer = L.TextVectorization()
    layer.adapt(data)
    assert layer.get_vocabulary() == ["", "[UNK]", "good", "bad", "film", "awful"]
    first = L.TextVectorization()
    first.adapt(dataset.batch(1), steps=1)
    assert first.get_vocabulary(include_special_tokens=False) == ["good", "film"]


@pytest.mark.parametrize("mode", ["int", "multi_hot", "tf_idf"])
def test_a_model_of_texts_trains_and_loads_again(mode, tmp_path):
    layer = L.TextVectorization(output_mode=mode)
    layer.adapt(TEXTS)
    numbers = [L.Embedding(9, 4), L.GlobalAveragePooling1D()] if mode == "int" else []
    model = keras.Sequential(
        [keras.Input((1,), dtype="string"), layer, *numbers, L.Dense(1, activation="sigmoid")]
    )
    model.compile(optimizer=keras.optimizers.Adam(0.1), loss="binary_crossentropy")
    batches = tf.data.Dataset.from_tensor_slices((TEXTS[:, None], LABELS)).batch(2)
    losses = model.fit(batches, epochs=10, verbose=0).history["loss"]
    assert losses[-1] < 0.5 * losses[0]
    model.save(tmp_path / "model.keras")
    loaded = keras.models.load_model(tmp_path / "model.keras")
    x = tf.constant(TEXTS[:, None])
    np.testing.assert_array_equal(loaded.predict(x, verbose=0), model.predict(x, verbose=0))


@keras.saving.register_keras_serializable("test_text_layers")
def without_film(texts):
    return tf.strings.regex_replace(tf.strings.lower(texts), "film", "")


def test_functions_that_standardize_and_split(tmp_path):
    layer = L.TextVectorization(standardize=without_film, split=tf.strings.split)
    layer.adapt(TEXTS)
    assert layer.get_vocabulary(False) == ["good", "bad", "awful"]
    kept = L.TextVectorization(standardize=without_film)
    kept.adapt(TEXTS)
    model = keras.Sequential([keras.Input((1,), dtype="string"), kept])
    model.save(tmp_path / "model.keras")
    loaded = keras.models.load_model(tmp_path / "model.keras")
    assert loaded.layers[0].get_vocabulary() == kept.get_vocabulary()


def test_vocabularies_from_files_and_set_later(tmp_path):
    (tmp_path / "words.txt").write_text("a\nb\n")
    path = str(tmp_path / "words.txt")
    assert L.StringLookup(vocabulary=path)(["b", "z"]).numpy().tolist() == [2, 0]
    layer = L.StringLookup()
    layer.set_vocabulary(["[UNK]", "x"])
    layer.set_vocabulary(["y", "x"])
    assert layer.get_vocabulary() == ["[UNK]", "y", "x"]
    config = {"module": "keras.layers", "class_name": "StringLookup", "registered_name": None}
    config["config"] = {**L.StringLookup().get_config(), "vocabulary": path}
    with pytest.raises(ValueError, match="outside of the model archive"):
        keras.saving.deserialize_keras_object(config, safe_mode=True)


def test_a_refused_vocabulary_leaves_the_old_one():
    layer = L.StringLookup(max_tokens=3)
    layer.set_vocabulary(["a", "b"])
    for wrong in (["x", "x"], ["x", "y", "z"], [], [1]):
        with pytest.raises(ValueError, match="StringLookup"):
            layer.set_vocabulary(wrong)
    assert layer.get_vocabulary() == ["[UNK]", "a", "b"]


def test_bins_that_were_adapted_are_kept_in_files(tmp_path):
    layer = L.Discretization(num_bins=4, output_mode="one_hot")
    layer.adapt(np.arange(12.0).reshape(4, 3))
    inputs = keras.Input((3,))
    model = keras.Model(inputs, layer(inputs))
    model.save(tmp_path / "model.keras")
    loaded = keras.models.load_model(tmp_path / "model.keras")
    assert loaded.layers[1].bin_boundaries == layer.bin_boundaries
    x = np.array([[-1.0, 4.5, 30.0]], "float32")
    np.testing.assert_array_equal(loaded(x), model(x))
