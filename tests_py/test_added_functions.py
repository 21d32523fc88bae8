"""Functions of sparse, ragged and string tensors give what TensorFlow gave; transforms over any
axes what NumPy gives."""

import numpy as np
import pytest

import pelton as tf
from recorded.added_function_cases import CASES, START
from recorded.code_facts import evaluate
from recorded.fact_file import load_facts
from test_small_modules import assert_same, plain

FACTS = load_facts("added_functions")
ALL = [fact for group in CASES for fact in FACTS[group]]


@pytest.mark.parametrize("fact", ALL, ids=lambda fact: fact["code"])
def test_call(fact):
    code = f"{START}\n{fact['code']}"
    if "error" not in fact:
        assert_same(plain(evaluate(code, tf)), fact["value"])
        return
    with pytest.raises(Exception) as caught:
        evaluate(code, tf)
    assert fact["error"] in [base.__name__ for base in type(caught.value).__mro__]


def test_all_calls_are_recorded():
    assert [fact["code"] for fact in ALL] == [code for codes in CASES.values() for code in codes]


X = np.random.default_rng(4).normal(size=(2, 3, 4))
TRANSFORMS = [
    ("fftnd", np.fft.fftn, X + 1j * X[::-1]),
    ("ifftnd", np.fft.ifftn, X + 1j * X[::-1]),
    ("rfftnd", np.fft.rfftn, X),
    ("irfftnd", np.fft.irfftn, np.fft.rfftn(X)),
]
ARGUMENTS = [(None, None), (None, [0, 2]), ([4, 5], [1, 2]), ([3, 2, 4], [0, 1, 2]), (None, [-2])]


@pytest.mark.parametrize("norm", [None, "ortho", "forward", "backward"])
@pytest.mark.parametrize(("lengths", "axes"), ARGUMENTS)
@pytest.mark.parametrize(("name", "reference", "x"), TRANSFORMS, ids=lambda v: str(v)[:6])
def test_transform(name, reference, x, lengths, axes, norm):
    found = getattr(tf.signal, name)(x, lengths, axes, norm)
    np.testing.assert_allclose(found, reference(x, lengths, axes, norm), atol=1e-12)


@pytest.mark.parametrize("name", [name for name, _, _ in TRANSFORMS])
def test_transform_refuses(name):
    x = np.zeros((2, 3), np.float32) if name == "rfftnd" else np.zeros((2, 3), np.complex64)
    for arguments in [(None, [2]), ([2, 3], [0]), (None, None, "odd"), ([-1], [0])]:
        with pytest.raises(ValueError, match=name):
            getattr(tf.signal, name)(x, *arguments)


def test_calls_are_traced():
    @tf.function
    def step(x, texts):
        counts = tf.sparse.to_dense(tf.sparse.bincount(x, axis=-1))
        crossed = tf.sparse.cross_hashed([texts, texts], 10)
        return counts, tf.strings.ngrams(texts, 2), crossed.dense_shape

    counts, pairs, shape = step(tf.constant([[1, 1], [0, 2]]), tf.constant([["a", "b"]]))
    assert counts.numpy().tolist() == [[0, 2, 0], [1, 0, 1]]
    assert pairs.numpy().tolist() == [[b"a b"]]
    assert shape.numpy().tolist() == [1, 4]


def test_gradients_pass_through_filled_rows():
    x = tf.Variable([1.0, 2.0])
    with tf.GradientTape() as tape:
        sparse = tf.sparse.SparseTensor([[0, 1], [2, 0]], x, [3, 2])
        filled, _ = tf.sparse.fill_empty_rows(sparse, 5.0)
        total = tf.reduce_sum(tf.square(filled.values))
    np.testing.assert_allclose(tape.gradient(total, x), [2.0, 4.0])
