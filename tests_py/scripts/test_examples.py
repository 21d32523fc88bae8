"""The example scripts learn what they are about, the quickstart notebook runs, and the page for
people who come from TensorFlow is true."""

import importlib
import json
import operator
import pathlib
import re

import numpy as np
import pytest

import pelton as tf
import pelton.examples

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = pathlib.Path(pelton.examples.__file__).parent
NOTEBOOK = ROOT / "docs" / "quickstart.ipynb"


def gan_learns(main):
    history, made, images = main(epochs=2, count=2400)
    assert set(history) == {"discriminator_loss", "generator_loss"}
    assert np.isfinite([*history.values()]).all()
    assert history["discriminator_loss"][1] < history["discriminator_loss"][0] < 0.8
    assert made.shape == (16, *images.shape[1:])
    # The noise of an untrained network has a mean of a half; digits are dark.
    assert np.mean(made) < 0.35


def autoencoder_learns(main):
    before, after = main(epochs=2)
    assert after < 0.6 * before


def time_series_learns(main):
    error, guess = main(epochs=5)
    assert error < 0.7 * guess


def at_least(limit, **options):
    def check(main):
        assert main(**options) >= limit

    return check


PAGE = "mnist_cnn imdb_lstm text_transformer autoencoder gan unet time_series dqn".split()
CHECKS = {
    "autoencoder": autoencoder_learns,
    "dqn": at_least(0.7),
    "gan": gan_learns,
    "imdb_lstm": at_least(0.85, epochs=5),
    "mnist_cnn": at_least(0.85, epochs=2),
    "text_transformer": at_least(0.9, epochs=3),
    "time_series": time_series_learns,
    "unet": at_least(0.6, epochs=4, count=192),
}


def test_each_script_is_checked_and_short():
    scripts = sorted(path for path in FOLDER.glob("*.py") if path.stem != "__init__")
    assert [path.stem for path in scripts] == sorted(CHECKS)
    long = [path.name for path in scripts if len(path.read_text().splitlines()) >= 120]
    assert not long, long


@pytest.mark.parametrize("name", CHECKS)
def test_the_script_learns(name):
    CHECKS[name](importlib.import_module(f"pelton.examples.{name}").main)


def test_the_quickstart_notebook_runs():
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert notebook["nbformat"] == 4
    code = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(code) >= 5
    names = {"__name__": "notebook"}
    for number, source in enumerate(code):
        exec(compile(source, f"<cell {number}>", "exec"), names)
    assert names["accuracy"] > 0.85
    assert abs(float(names["slope"]) - 3) < 0.1 and abs(float(names["start"]) - 2) < 0.1


def test_the_page_for_people_from_tensorflow_is_true():
    page = (ROOT / "docs" / "coming_from_tensorflow.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE) == PAGE
    (missing,) = re.findall(r"^- These names are not there: (.*?)\.$", page, re.MULTILINE | re.S)
    names = re.findall(r"`tf\.([\w.]+)`", missing)
    assert len(names) == 5
    for name in names:
        with pytest.raises(AttributeError):
            operator.attrgetter(name)(tf)
    variable = first = tf.Variable(1.0)
    variable += 1
    assert isinstance(variable, tf.Tensor) and float(first) == 1
    with tf.GradientTape() as tape:
        picked = tf.gather(first_rows := tf.Variable([[1.0], [2.0]]), [1])
    assert isinstance(tape.gradient(picked, first_rows), tf.IndexedSlices)
    assert float(tf.function(lambda x: x + 1, jit_compile=True)(tf.constant(1.0))) == 2
