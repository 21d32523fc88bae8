"""The examples of stock Keras on Pelton learn what they are about, all in one process of theirs."""

import importlib.util
import json
import pathlib
import subprocess
import sys

import pytest

import pelton.examples

if importlib.util.find_spec("keras") is None:
    pytest.skip("Keras is not installed", allow_module_level=True)

FOLDER = pathlib.Path(pelton.examples.__file__).parent / "keras"
NAMES = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__")
RUN = """
import importlib, json, sys
for name in sys.argv[1:]:
    found = importlib.import_module(f"pelton.examples.keras.{name}").main()
    found = found if isinstance(found, tuple) else (found,)
    plain = [[*value.shape] if getattr(value, "shape", ()) else float(value) for value in found]
    print("FOUND", json.dumps([name, plain]))
import keras
assert keras.backend.backend() == "pelton"
"""


def transfer(is_kept, frozen, tuned):
    return is_kept == 1 and tuned > max(frozen, 0.85)


CHECKS = {
    "diffusion": lambda away: away < 0.35,  # a normal distribution of that width lies 0.9 away
    "dqn": lambda steps: steps == 7,
    "gan": lambda away, spread: away < 0.4 and spread > 0.7,  # noise at first lies 1 away
    "neural_style": lambda first, last: last < 0.6 * first,
    "pointnet": lambda accuracy, change: accuracy > 0.9 and change < 1e-4,
    "segmentation": lambda overlap: overlap > 0.85,
    "siamese": lambda accuracy: accuracy > 0.95,
    "text_classification": lambda accuracy: accuracy > 0.85,
    "time_series": lambda error, last: error < 0.6 * last,
    "transfer_learning": transfer,
    "translation": lambda accuracy: accuracy > 0.9,
    "vae": lambda first, last, made: last < 0.4 * first and made == [4, 12, 12, 1],
}


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    done = subprocess.run(
        [sys.executable, "-c", RUN, *CHECKS],
        capture_output=True,
        text=True,
        timeout=300,
        cwd=FOLDER.parents[2],
    )
    assert done.returncode == 0, done.stderr[-3000:]
    lines = [line for line in done.stdout.splitlines() if line.startswith("FOUND ")]
    return dict(json.loads(line.removeprefix("FOUND ")) for line in lines)


@pytest.mark.parametrize("name", NAMES)
def test_the_script_learns(name, found):
    assert CHECKS[name](*found[name]), found[name]


def test_each_script_is_short():
    assert NAMES == sorted(CHECKS)
    assert all(len((FOLDER / f"{name}.py").read_text().splitlines()) < 120 for name in NAMES)
