"""Arguments of TensorFlow's functions: what they mean there, and what refusals of them name."""

import numpy as np
import pytest

import pelton as tf
from pelton.errors import InvalidArgumentError
from recorded.code_facts import evaluate
from recorded.comparison import assert_same, plain
from recorded.fact_file import load_facts

FACTS = load_facts("ops/arguments")["arguments"]
REFUSED = [case for case in FACTS if "error" in case]
# What our error says, by the beginning of the case's name.
SAYS = {
    "stack": ("stack: ", "axis"),
    "expand": ("expand_dims: ", "'axis' must be an integer"),
    "concat": ("concat: ", "'axis' must be an integer"),
    "fill": ("fill: ", "'dims' must be a vector"),
    "zeros": ("zeros: ", "'shape' must be a vector"),
    "ones": ("ones: ", "'shape' must be a vector"),
    "reshape": ("reshape: ", "'shape' must be a vector"),
    "broadcast_to": ("broadcast_to: ", "'shape' must be a vector"),
    "tile": ("tile: ", "'multiples' must be a vector"),
    "range": ("1.5", "int32"),
    "slice_block": ("slice: ", "begin"),
    "slice_too_many": ("only 3 dims",),
    "slice_index_outside": ("slice index 7 of dimension 0 out of bounds",),
    "slice_ellipses": ("Multiple ellipses",),
    "slice": ("strided_slice: ",),
    "one_hot": ("one_hot: ", "on_value"),
    "linspace": ("linspace: ",),
    "gather_batch_outside": ("gather: indices[0,1] = 7 is not in [0, 3)",),
    "gather_batch_negative": ("gather: indices[0,0] = -1 is not in [0, 3)",),
    "gather": ("batch_gather: ",),
    "matmul": ("matmul: ", "adjoint_"),
    "eye": ("Dimension -1 must be >= 0",),
    "eye_fraction": ("eye: ", "'num_rows' must be an integer, got 2.0"),
    "entropy": ("softmax_cross_entropy_with_logits: ",),
    "conv": ("conv2d: explicit padding must be four pairs",),
    "bias": ("bias_add: ",),
    "set_shape": ("is not compatible with supplied shape",),
}


@pytest.mark.parametrize("case", FACTS, ids=[case["name"] for case in FACTS])
def test_argument(case):
    if "error" not in case:
        found = plain(evaluate(case["code"], tf))
        assert_same(found, case["value"])
        if isinstance(found, np.ndarray):
            assert found.dtype == case["value"].dtype
        return
    with pytest.raises(Exception) as caught:
        evaluate(case["code"], tf)
    names = [base.__name__ for base in type(caught.value).__mro__]
    assert case["error"]["class"] in names, repr(caught.value)
    words = SAYS[max((key for key in SAYS if case["name"].startswith(key)), key=len)]
    assert all(word in str(caught.value) for word in words), str(caught.value)


def test_channels_of_images_have_no_padding():
    x, w = np.ones((1, 4, 4, 2), "float32"), np.ones((2, 2, 2, 3), "float32")
    with pytest.raises(ValueError, match="must be 0 for the batch and the channels"):
        tf.nn.conv2d(x, w, 1, [[0, 0], [1, 1], [1, 1], [1, 0]])


@pytest.mark.parametrize("summarize, shown", [(-1, 10), (-5, 10), (None, 6), (2, 4), (30, 10)])
def test_print_shows_as_many_elements_as_it_is_told(summarize, shown, capsys):
    tf.print(tf.range(10), summarize=summarize)
    printed = capsys.readouterr().err
    assert sum(word.isdigit() for word in printed.strip("[]\n").split()) == shown
    assert ("..." in printed) == (shown < 10)


def test_arguments_hold_in_recorded_functions():
    """Bounds, indices and sizes that are known when the function runs."""

    @tf.function(input_signature=[tf.TensorSpec([None, None]), tf.TensorSpec([None, 2], "int32")])
    def run(x, places):
        rows = tf.shape(x)[0]
        return (
            tf.strided_slice(x, [0, 1], [rows - 1, 3]),
            tf.gather(x, places, batch_dims=1),
            tf.stack(x, axis=1),
            tf.transpose(x, conjugate=True),
            tf.matmul(x, x, adjoint_b=True),
            tf.nn.softmax_cross_entropy_with_logits(tf.ones([1, 1]), x),
        )

    for rows in (2, 4):
        x = np.arange(3.0 * rows, dtype="float32").reshape(rows, 3)
        places = np.stack([np.arange(rows) % 3, np.full(rows, 2)], 1).astype("int32")
        part, picked, stacked, transposed, product, losses = run(x, places)
        np.testing.assert_array_equal(part, x[: rows - 1, 1:3])
        np.testing.assert_array_equal(picked, np.take_along_axis(x, places, 1))
        np.testing.assert_array_equal(stacked, x.T)
        np.testing.assert_array_equal(transposed, x.T)
        np.testing.assert_allclose(product, x @ x.T)
        expected = 3 * np.log(np.exp(x - x.max(1, keepdims=True)).sum(1)) + (
            3 * x.max(1) - x.sum(1)
        )
        np.testing.assert_allclose(losses, expected, rtol=1e-5)
    assert run.experimental_get_tracing_count() == 1


def test_bounds_are_vectors_of_integers():
    for bounds in ([0.5], [[0]], "ab", [None]):
        with pytest.raises(InvalidArgumentError, match="begin must be a vector of integers"):
            tf.strided_slice(tf.range(3), bounds, [1])
