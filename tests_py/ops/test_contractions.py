"""tf.einsum and tf.tensordot as functions: their arguments, and as steps of traced functions."""

import inspect

import numpy as np
import pytest

import pelton as tf
from pelton._core import op_info, ops

A = np.arange(6, dtype=np.float32).reshape(2, 3)
B = np.arange(12, dtype=np.float32).reshape(3, 4)


def test_the_equation_is_an_argument_of_its_own():
    np.testing.assert_array_equal(tf.einsum("ij,jk->ik", A, B), A @ B)
    np.testing.assert_array_equal(tf.linalg.einsum("ij", A, name="x", optimize="optimal"), A)
    assert str(inspect.signature(ops.einsum)) == "(inputs, equation, name=None)"
    assert op_info("einsum")["attrs"] == [("equation", "str", None, True)]
    with pytest.raises(TypeError, match="Invalid keyword arguments for einsum: bad. Valid"):
        tf.einsum("ij", A, bad=1)
    with pytest.raises(TypeError, match="missing required argument: 'equation'"):
        ops.einsum([A])


@pytest.mark.parametrize("axes", [1, [[1], [0]], (np.array([1]), [0]), np.int64(1), tf.constant(1)])
def test_axes_may_be_anything_that_nests(axes):
    np.testing.assert_array_equal(tf.tensordot(A, B, axes), A @ B)
    assert op_info("tensordot")["attrs"] == [("axes", "constant", None, True)]


def test_both_are_traced_with_unknown_sizes_and_have_gradients():
    @tf.function(input_signature=[tf.TensorSpec([None, 3]), tf.TensorSpec([3, None])])
    def product(a, b):
        return tf.einsum("ij,jk->ik", a, b) + tf.tensordot(a, b, 1)

    for rows in (1, 2, 0):
        a = np.ones((rows, 3), np.float32)
        np.testing.assert_array_equal(product(a, B), 2 * a @ B)
    with tf.GradientTape() as tape:
        x = tf.constant(A)
        tape.watch(x)
        y = product(x, B)
    np.testing.assert_allclose(tape.gradient(y, x), 2 * np.ones((2, 4)) @ B.T)


def test_axes_are_known_while_a_function_is_traced():
    with pytest.raises(TypeError, match="argument 'axes' must be known while a function is traced"):
        tf.function(tf.tensordot).get_concrete_function(A, B, tf.TensorSpec([], tf.int32))


def test_many_different_equations_are_refused_at_last_and_nothing_breaks():
    """Texts are kept for good, so there is a limit to all of them."""
    code = (
        "import pelton as tf\n"
        "try:\n"
        "    for i in range(1100):\n"
        "        try: tf.einsum(f'{i}'.rjust(65000), tf.ones(()))\n"
        "        except ValueError as e: assert 'incorrect format' in str(e)\n"
        "except tf.errors.ResourceExhaustedError as e: print(str(e)[:60])\n"
        "print(tf.einsum('->', tf.ones(())).numpy())\n"
    )
    import subprocess
    import sys

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    first, last = done.stdout.splitlines()
    assert first.startswith("einsum: attributes hold 67") and last == "1.0", done.stderr
