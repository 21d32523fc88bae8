"""The recorded facts are whole: readable, signed by what made them, small, and free of repeats."""

import ast
import json

import numpy as np
import pytest

from recorded.code_facts import ADDRESS, evaluate
from recorded.differences import DIFFERENCES
from recorded.fact_file import FOLDER, decode_array, encode_array, load_facts
from recorded.training.fixed_weights import fixed_weights

FILES = sorted(f"{path.parent.name}/{path.stem}" for path in FOLDER.glob("*/*.json"))
PLACES = {name.rsplit("/", 1)[-1]: name for name in FILES}
SIZE_LIMIT = 9_000_000


@pytest.mark.parametrize("name", FILES)
def test_file_says_what_made_it(name):
    text = (FOLDER / f"{name}.json").read_text(encoding="utf-8")
    made_by = json.loads(text)["made_by"]
    assert next(iter(json.loads(text))) == "made_by"
    assert (FOLDER.parents[1] / made_by["script"]).is_file()
    assert made_by["keras"] and made_by["tensorflow"]


@pytest.mark.parametrize("name", FILES)
def test_case_names_are_unique(name):
    for entries in load_facts(name).values():
        if isinstance(entries, list) and isinstance(entries[0], dict) and "name" in entries[0]:
            names = [entry["name"] for entry in entries]
            assert len(names) == len(set(names))


def test_files_stay_small():
    assert sum((FOLDER / f"{name}.json").stat().st_size for name in FILES) < SIZE_LIMIT


@pytest.mark.parametrize("dtype", ["bool", "uint8", "int64", "float16", "float32", "float64"])
def test_arrays_survive_the_round_trip(dtype):
    array = (np.arange(6).reshape(2, 3) / 3 * 2).astype(dtype)
    back = decode_array(json.loads(json.dumps(encode_array(array))))
    assert back.dtype == array.dtype and back.shape == array.shape
    assert np.array_equal(back, array)


def test_layer_gradients_have_the_shapes_of_what_they_belong_to():
    checked = 0
    for case in load_facts("layers/layers")["cases"]:
        values = {weight["name"]: weight["value"] for weight in case.get("weights", [])}
        for name, gradient in case.get("weight_gradients", {}).items():
            if gradient is not None:  # as where the output is one of integers in between
                assert gradient.shape == values[name].shape, case["name"]
                checked += 1
        if case.get("input_gradient") is not None:
            assert case["input_gradient"].shape == case["input"].shape, case["name"]
            checked += 1
    assert checked > 100


@pytest.mark.parametrize("name", FILES)
def test_nothing_of_the_recording_machine_is_left(name):
    text = (FOLDER / f"{name}.json").read_text(encoding="utf-8")
    assert 'File \\"' not in text
    assert "site-packages" not in text and "/home/" not in text
    assert not ADDRESS.search(text)


@pytest.mark.parametrize("name", ["errors", "tensors", "placements", "fit"])
def test_snippets_are_python(name):
    count = 0
    for entries in load_facts(PLACES[name]).values():
        for entry in entries if isinstance(entries, list) else []:
            if isinstance(entry, dict):
                ast.parse(entry.get("code", "None"))
                count += "code" in entry
    assert count > 50


def test_snippet_values_are_those_of_the_last_line():
    assert evaluate("a = np.ones(3)\na.sum() + tf", 1) == 4
    assert evaluate("a = 1", None) is None


def test_fixed_weights_are_the_recorded_ones():
    facts = load_facts("training/training")
    weights = fixed_weights(facts["weight_shapes"])
    assert sum(weight.size for weight in weights) == 93_322
    sums = [weight.sum(dtype="float64") for weight in weights]
    assert np.allclose(sums, facts["weight_sums"], rtol=1e-12)


def test_training_falls_the_same_in_both_float_types():
    facts = load_facts("training/training")
    single, double = (np.array(run["losses"]) for run in facts["runs"])
    assert len(single) == 188 and single[94:].mean() < 0.12 * single[0]
    assert np.abs(single / double - 1)[:60].max() < 0.002
    epochs = [losses.reshape(facts["epochs"], -1).mean(axis=1) for losses in (single, double)]
    assert np.abs(epochs[0] / epochs[1] - 1).max() < 0.01


# Where the facts of a table of differences are, when not in the file of that name.
SOURCES = {
    "pipeline texts": ("data/pipelines", None),
    "tensor texts": ("tensors/tensors", None),
    "training": ("training/errors", "training"),
    "layer errors": ("training/errors", "layers"),
}


@pytest.mark.parametrize("family", DIFFERENCES)
def test_differences_are_of_recorded_cases_and_say_why(family):
    file, section = SOURCES.get(family, (PLACES.get(family), None))
    facts = load_facts(file)
    entries = [facts[section]] if section else [v for v in facts.values() if isinstance(v, list)]
    names = {
        entry.get("name", entry.get("code"))
        for section in entries
        for entry in section
        if isinstance(entry, dict)
    }
    assert DIFFERENCES[family].keys() <= names
    for reason in DIFFERENCES[family].values():
        assert (reason if isinstance(reason, str) else reason[1]).strip()
