"""What TensorFlow 1's functions and raw ops do that libraries still call, by TensorFlow 2.21."""

import inspect

import numpy as np

import pelton as tf


def test_a_vector_as_the_condition_chooses_rows():
    x, y = tf.reshape(tf.range(6), [3, 2]), -tf.ones([3, 2], tf.int32)
    chosen = tf.compat.v1.where([True, False, True], x, y)
    assert chosen.numpy().tolist() == [[0, 1], [-1, -1], [4, 5]]
    assert tf.compat.v1.where([[True, False]], [[1, 2]], [[3, 4]]).numpy().tolist() == [[1, 4]]
    assert tf.compat.v1.where([False, True]).numpy().tolist() == [[1]]


def test_fused_batch_norm():
    x = tf.reshape(tf.range(8, dtype=tf.float32), [2, 1, 2, 2])
    given = {"x": x, "scale": [1.0, 2.0], "offset": [0.0, 1.0], "mean": [0.5, 1.0]}
    made = tf.raw_ops.FusedBatchNormV2(**given, variance=[4.0, 1.0], is_training=False, epsilon=0.0)
    np.testing.assert_allclose(made.y[0, 0], [[-0.25, 1.0], [0.75, 5.0]])
    made = tf.raw_ops.FusedBatchNormV3(**given, variance=[4.0, 1.0], exponential_avg_factor=0.5)
    np.testing.assert_allclose(made.batch_mean, [1.75, 2.5])
    np.testing.assert_allclose(made.batch_variance, [5.333333, 3.833333], rtol=1e-6)
    np.testing.assert_allclose(made.reserve_space_2, [5.0, 5.0])


def test_functions_have_signatures():
    assert str(inspect.signature(tf.exp)) == "(x, name=None)"
    wanted = "(input_tensor, axis=None, keepdims=False, name=None)"
    assert str(inspect.signature(tf.reduce_sum)) == wanted


def test_what_a_called_object_has_its_function_has():
    class Scaled:
        def __init__(self):
            self.scale = 3.0

        def __call__(self, x):
            return x * self.scale

    made = tf.function(Scaled())
    assert made.scale == 3.0 and float(made(tf.constant(2.0))) == 6.0


def test_functions_can_be_decorated_before_they_run():
    @tf.function
    def twice(x):
        return 2.0 * x

    twice._decorate(lambda function: lambda x: function(x) + 1.0)
    assert float(twice(tf.constant(4.0))) == 9.0


def test_modules_give_paths():
    class Inner(tf.Module):
        def __init__(self):
            super().__init__()
            self.kept = {"b": tf.Variable(1.0), "a": [tf.Variable(2.0)]}

    class Outer(tf.Module):
        def __init__(self):
            super().__init__()
            self.inner = Inner()

    found = Outer()._flatten(predicate=lambda leaf: isinstance(leaf, tf.Variable), with_path=True)
    assert [path for path, _ in found] == [("inner", "kept", "a", 0), ("inner", "kept", "b")]


def test_small_functions_that_libraries_call():
    assert tf.compat.dimension_value(tf.compat.v1.Dimension(3)) == tf.compat.dimension_value(3) == 3
    assert tf.compat.dimension_at_index(tf.TensorShape([4, None]), 0).value == 4
    assert isinstance(np.int32(1), tf.compat.integral_types) and "__add__" in (
        tf.Tensor.OVERLOADABLE_OPERATORS
    )
    drawn = tf.random.stateless_categorical([[0.0, 0.0]], 3, seed=[1, 2], dtype=None)
    assert drawn.dtype == tf.int64
