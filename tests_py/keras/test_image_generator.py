"""ImageDataGenerator, its iterators and the changes of images: batches, names, warnings and
refusals against real Keras's, and models that train on them."""

import sys
import warnings

import numpy as np
import pytest
from keras_facts import assert_alike, assert_same, plain

import pelton as tf
from pelton import keras
from pelton.keras.preprocessing import image
from recorded.code_facts import evaluate
from recorded.fact_file import load_facts

pytest.importorskip("PIL")

FACTS = load_facts("data/image_generator")


@pytest.fixture(autouse=True)
def fresh_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("case", FACTS["cases"], ids=lambda case: case["name"])
def test_gives_what_keras_gives(case):
    pytest.importorskip("scipy")
    if "frame(" in case["code"]:
        pytest.importorskip("pandas")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            value = evaluate(FACTS["start"] + case["code"], tf)
        except Exception as error:
            if "error" not in case:
                raise
            assert_alike(error, case["error"])
            return
    assert "error" not in case, f"Keras refuses: {case['error']}"
    assert_same(plain(value), case["value"])
    told = [str(one.message) for one in caught if issubclass(one.category, UserWarning)]
    assert told == case.get("warnings", [])


def test_without_scipy_the_message_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "scipy", None)
    with pytest.raises(ImportError, match=r"pelton\[augmentation\]"):
        image.random_rotation(np.ones((3, 4, 4)), 20)
    plain_one = image.ImageDataGenerator(rescale=0.5).flow(np.ones((2, 4, 4, 1)))
    assert np.array_equal(next(plain_one), np.full((2, 4, 4, 1), 0.5, "float32"))


def test_says_what_it_found(capsys):
    pillow = pytest.importorskip("PIL.Image")
    for name in "ab":
        (folder := __import__("pathlib").Path("pictures") / name).mkdir(parents=True)
        pillow.new("RGB", (3, 3)).save(folder / "1.png")
    image.ImageDataGenerator().flow_from_directory("pictures")
    assert capsys.readouterr().out == "Found 2 images belonging to 2 classes.\n"
    with pytest.raises(ValueError, match="Invalid class_mode: no; expected one of"):
        image.ImageDataGenerator().flow_from_directory("pictures", class_mode="no")


def brightness_data():
    """Dark images of class 0 and bright ones of class 1."""
    draws = np.random.RandomState(0)
    labels = np.arange(40) % 2
    return draws.uniform(0, 100, (40, 4, 4, 1)) + 150 * labels[:, None, None, None], labels


def test_models_train_on_it():
    x, y = brightness_data()
    generator = image.ImageDataGenerator(rescale=1 / 255, horizontal_flip=True)
    keras.utils.set_random_seed(1)
    model = keras.Sequential(
        [keras.Input((4, 4, 1)), keras.layers.Flatten(), keras.layers.Dense(1, "sigmoid")]
    )
    model.compile(keras.optimizers.Adam(0.1), "binary_crossentropy", metrics=["accuracy"])
    batches = generator.flow(x, y, batch_size=16, seed=1)
    history = model.fit(batches, epochs=8, validation_data=batches, verbose=0)
    assert history.history["val_accuracy"][-1] == 1.0
    ordered = generator.flow(x, y, batch_size=16, shuffle=False)
    assert model.evaluate(ordered, verbose=0, return_dict=True)["accuracy"] == 1.0
    guesses = model.predict(generator.flow(x, batch_size=16, shuffle=False), verbose=0)
    assert np.array_equal(guesses[:, 0] > 0.5, y == 1)
    assert model.fit(batches, steps_per_epoch=2, verbose=0).params["steps"] == 2


def test_a_pass_takes_each_row_once_and_draws_a_new_order_after_it():
    seen = []

    class Listening(image.NumpyArrayIterator):
        def _get_batches_of_transformed_samples(self, index_array):
            seen.append(sorted(index_array.tolist()))
            return super()._get_batches_of_transformed_samples(index_array)

    x, y = brightness_data()
    batches = Listening(x, y, image.ImageDataGenerator(), batch_size=10, shuffle=True)
    model = keras.Sequential(
        [keras.Input((4, 4, 1)), keras.layers.Flatten(), keras.layers.Dense(1)]
    )
    model.compile("sgd", "mse")
    model.fit(batches, epochs=2, verbose=0)
    first, second = seen[:4], seen[4:8]
    assert len(seen) == 8 and sorted(sum(first, [])) == sorted(sum(second, [])) == list(range(40))
    assert sorted(first) != sorted(second)
