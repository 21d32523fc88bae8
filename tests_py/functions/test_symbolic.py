"""Symbolic tensors: what ops, operators and slices give for them, and what reads are told."""

import gc
import subprocess
import sys

import numpy as np
import pytest

import pelton as tf
from pelton import _core


def symbolic(*shape, dtype=tf.float32, name="x"):
    return _core.functions.symbolic(shape, dtype, name)


def test_texts_and_attributes():
    f = tf.function(lambda x: x + 1.0, input_signature=[tf.TensorSpec([None, 3], tf.float32)])
    seen = []
    g = tf.function(
        lambda x: seen.extend([repr(x + 1.0), str(x * 2.0), x.shape.rank, (x + 1.0).name]) or x,
        input_signature=[tf.TensorSpec([None, 3], tf.float32)],
    )
    g.get_concrete_function()
    assert seen == [
        "<tf.Tensor 'add:0' shape=(None, 3) dtype=float32>",
        'Tensor("mul:0", shape=(None, 3), dtype=float32)',
        2,
        "add_1:0",
    ]
    assert f.get_concrete_function().structured_outputs.shape == (None, 3)


def test_set_shape_adds_what_is_known():
    x = symbolic(None, None)
    x.set_shape([None, 4])
    assert x.shape == (None, 4)
    with pytest.raises(ValueError, match=r"Tensor's shape \(None, 4\) is not compatible"):
        x.set_shape([2, 5])
    tf.constant([1.0]).set_shape([1])
    with pytest.raises(ValueError):
        tf.constant([1.0]).set_shape([2])


READS = {
    "bool": (bool, tf.errors.OperatorNotAllowedInGraphError, "tf.cond"),
    "float": (float, TypeError, "tf.cast"),
    "int": (int, TypeError, "tf.cast"),
    "index": (lambda x: [1, 2][x], TypeError, "tf.gather"),
    "numpy": (lambda x: x.numpy(), AttributeError, "no attribute 'numpy'"),
    "asarray": (np.asarray, NotImplementedError, "to a numpy array"),
    "len": (len, TypeError, "tf.shape"),
    "iterate": (list, tf.errors.OperatorNotAllowedInGraphError, "tf.map_fn"),
    "format": (lambda x: f"{x:.2f}", TypeError, "tf.print"),
    "variable": (tf.Variable, TypeError, "symbolic tensor"),
}


@pytest.mark.parametrize("read", READS)
def test_reads_name_tensor_line_and_remedy(read):
    function, error, says = READS[read]
    with pytest.raises(error, match="test_symbolic.py") as caught:
        function(symbolic(None, name=f"input_{read}") + 1.0)
    assert says in str(caught.value) and "add" in str(caught.value)


def test_unhashable_like_any_tensor():
    """In a process without graphs of TensorFlow 1, whose tensors are keys of feed_dict."""
    code = "import pelton; hash(pelton._core.functions.symbolic((2,), 'float32'))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "TypeError: Tensor is unhashable" in done.stderr


def test_known_first_axis_iterates():
    first, second = symbolic(2, None)
    assert first.shape == second.shape == (None,)


def test_a_long_chain_is_dropped_without_recursion():
    x = symbolic(None)
    for _ in range(100_000):
        x = x + 1.0
    del x
    gc.collect()


def test_wrong_shapes_are_refused_with_none_in_the_text():
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"float32 \(None, 3\)"):
        symbolic(None, 3) + symbolic(None, 4)
    with pytest.raises(tf.errors.InvalidArgumentError):
        symbolic(None, 3) @ symbolic(4, 2)


def test_forged_sizes_are_refused():
    for size in (-2, -(2**62) - 5, -(2**63)):
        with pytest.raises((ValueError, OverflowError)):
            tf.zeros([size])
        with pytest.raises((ValueError, OverflowError)):
            tf.reshape(tf.constant([1.0, 2.0]), [size, 1])
        with pytest.raises((ValueError, OverflowError)):
            tf.reshape(symbolic(None), [size, 1])
        with pytest.raises((ValueError, OverflowError)):
            tf.broadcast_to(tf.constant([1.0]), [size])
