"""Every function of keras.ops against facts of real Keras: values, dtypes, gradients, traces."""

import sys

import numpy as np
import pytest

import pelton as tf
from recorded.fact_file import load_facts
from recorded.ops.ops_cases.calls import call, cast_sample, first_sample, weights_of
from recorded.ops.ops_cases.samples import SAMPLES

K = tf.keras.ops
FAMILIES = ("core", "numpy", "nn", "math", "linalg", "image")
RECORDED = {family: load_facts(f"ops/ops_{family}") for family in FAMILIES}
# Functions whose reference is not Keras on TensorFlow (test_ops_by_numpy.py), and those without a
# name in keras.ops.
WITHOUT_ROW = {"vectorize", "sparsemax", "compute_homography_matrix", "remat"}


FACTS = [
    fact for recorded in RECORDED.values() for facts in recorded["cases"].values() for fact in facts
]


def _ids(facts):
    return [fact["call"] for fact in facts]


def _tensors(samples=SAMPLES):
    return {name: tf.constant(value) for name, value in samples.items()}


def _leaves(made):
    return [leaf for leaf in tf.nest.flatten(made) if leaf is not None]


def _check_equal(made, expected, tolerance=2e-5):
    made, expected = _leaves(made), _leaves(expected)
    assert len(made) == len(expected)
    for one, fact in zip(made, expected, strict=True):
        if not isinstance(fact, np.ndarray):
            assert one == fact
            continue
        array = np.asarray(one)
        assert array.dtype == fact.dtype
        assert array.shape == fact.shape
        np.testing.assert_allclose(array, fact, rtol=tolerance, atol=tolerance, equal_nan=True)


@pytest.mark.parametrize("fact", FACTS, ids=_ids(FACTS))
def test_value_and_dtype_are_those_of_keras(fact):
    _check_equal(call(fact["call"], K, _tensors()), fact["value"])


def _dtypes(text, name, dtype):
    samples = {**SAMPLES, name: cast_sample(SAMPLES[name], dtype)}
    try:
        made = _leaves(call(text, K, _tensors(samples)))
    except (TypeError, ValueError):
        return "error"
    return " ".join(leaf.dtype.name if tf.is_tensor(leaf) else "-" for leaf in made)


@pytest.mark.parametrize("fact", [f for f in FACTS if "dtypes" in f], ids=lambda f: f["call"])
def test_dtypes_are_those_of_keras(fact):
    name = first_sample(fact["call"])
    expected = {dtype: kind for dtype, kind in fact["dtypes"].items() if kind != "error"}
    made = {dtype: _dtypes(fact["call"], name, dtype) for dtype in expected}
    assert made == expected


DIFFERENTIABLE = [f for f in FACTS if f.get("gradient") is not None]


@pytest.mark.parametrize("fact", DIFFERENTIABLE, ids=_ids(DIFFERENTIABLE))
def test_gradient_is_that_of_keras(fact):
    name, tensors = first_sample(fact["call"]), _tensors()
    with tf.GradientTape() as tape:
        tape.watch(tensors[name])
        made = _leaves(call(fact["call"], K, tensors))
        made = [leaf for leaf in made if tf.is_tensor(leaf) and leaf.dtype.is_floating]
        total = sum(tf.reduce_sum(leaf * weights_of(leaf.shape, leaf.dtype.name)) for leaf in made)
    _check_equal(tape.gradient(total, tensors[name]), fact["gradient"], 1e-4)


TRACED = [f for f in FACTS if first_sample(f["call"]) and isinstance(f["value"], np.ndarray)]


@pytest.mark.parametrize("fact", TRACED, ids=_ids(TRACED))
def test_a_trace_gives_the_same(fact):
    name = first_sample(fact["call"])
    traced = tf.function(lambda sample: call(fact["call"], K, {**_tensors(), name: sample}))
    _check_equal(traced(tf.constant(SAMPLES[name])), fact["value"])


def _package(family):
    return K if family in ("core", "math") else getattr(K, family)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_name_of_keras_is_there(family):
    there = {name for name in dir(_package(family)) if not name.startswith("_")}
    assert set(RECORDED[family]["names"]) - there == set()


@pytest.mark.parametrize("family", FAMILIES)
def test_every_function_has_a_row(family):
    package = sys.modules[f"pelton.keras.ops.{family}"]
    functions = {
        name
        for name, value in vars(package).items()
        if callable(value) and not name.startswith("_")
    }
    assert functions - RECORDED[family]["cases"].keys() == functions & WITHOUT_ROW


def test_tile_by_counts_that_a_trace_does_not_know():
    @tf.function
    def tiled(x):
        sizes = K.shape(x)
        counts = K.concatenate([K.expand_dims(sizes[0], -1), [1, 2]], 0)
        return K.tile(K.ones((1, 2, 2)), counts)

    run = tiled.get_concrete_function(tf.TensorSpec([None, 4]))
    assert run(tf.zeros((3, 4))).shape == (3, 2, 4)
