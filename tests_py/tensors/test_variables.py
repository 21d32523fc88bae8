"""Slices, updates and open shapes of variables against NumPy; refused calls change nothing."""

import gc
import weakref

import numpy as np
import pytest

import pelton as tf
from pelton._core import runtime

SLICES = [
    np.s_[0],
    np.s_[-1, 2],
    np.s_[1:3],
    np.s_[:, ::-2],
    np.s_[..., 1],
    np.s_[::-1, 1:4, 0],
    np.s_[2:2],
    np.s_[:, None, 1],
    np.s_[None, ..., None],
    np.s_[()],
]


@pytest.mark.parametrize("index", SLICES, ids=str)
@pytest.mark.parametrize("dtype", ["float32", "int8", "bool", "complex128", "bfloat16"])
def test_slice_assignment(index, dtype):
    expected = np.arange(40, dtype="float64").reshape(4, 5, 2)
    variable = tf.Variable(tf.cast(expected, dtype))
    part = expected[index]
    value = np.arange(part.size, dtype="float64").reshape(part.shape) % 2
    if part.ndim > 1 and part.shape[-1] > 0:
        value = value[..., :1]  # broadcasts
    expected[index] = value
    returned = variable[index].assign(tf.cast(value, dtype))
    assert returned is variable
    want = tf.cast(expected, dtype).numpy()
    np.testing.assert_array_equal(variable.numpy(), want)


def test_a_slice_is_a_tensor():
    variable = tf.Variable([1.0, 2.0])
    part = variable[0]
    assert isinstance(part, tf.Tensor) and tf.is_tensor(part) and float(part + 1) == 2.0
    assert repr(part) == repr(tf.constant(1.0)) and part.numpy() == 1.0
    variable.assign([5.0, 6.0])
    assert float(part) == 1.0
    part.assign(9.0)
    assert variable.numpy().tolist() == [9.0, 6.0] and float(part) == 1.0


def test_tensor_cannot_be_derived_from():
    with pytest.raises(TypeError, match="not an acceptable base type"):
        type("Mine", (tf.Tensor,), {})


def test_a_slice_keeps_its_variable_alive():
    variable = tf.Variable([1.0, 2.0])
    alive = weakref.ref(variable)
    part = variable[0]
    del variable
    gc.collect()
    assert part.assign(3.0).numpy().tolist() == [3.0, 2.0]
    del part
    gc.collect()
    assert alive() is None


def test_assigning_a_slice_writes_in_place():
    variable = tf.Variable(tf.zeros([1 << 20]))
    runtime.reset_memory_stats(0)
    before = runtime.memory_info(0)["peak"]
    for i in range(3):
        variable[i].assign(float(i))
    assert runtime.memory_info(0)["peak"] - before < 1 << 16
    kept = variable[2:]
    kept.assign(tf.ones([(1 << 20) - 2]))
    assert runtime.memory_info(0)["peak"] - before > 1 << 20
    assert float(kept[0]) == 2.0 and float(variable[2]) == 1.0


def test_a_slice_of_an_older_shape_is_assigned_by_its_index():
    variable = tf.Variable([1.0, 2.0, 3.0], shape=[None])
    variable_slice = variable[2].assign
    variable.assign([1.0])
    with pytest.raises(ValueError, match="out of bounds"):
        variable_slice(5.0)
    variable.assign([1.0, 2.0, 3.0, 4.0])
    assert variable_slice(5.0).numpy().tolist() == [1.0, 2.0, 5.0, 4.0]


def test_readers_keep_the_old_value():
    variable = tf.Variable(tf.zeros([4]))
    before = variable.value()
    variable[1:3].assign(1.0)
    variable.assign_add(tf.ones([4]))
    assert before.numpy().tolist() == [0.0] * 4
    assert variable.numpy().tolist() == [1.0, 2.0, 2.0, 1.0]


def test_the_gradient_of_a_read_before_an_update():
    variable = tf.Variable([1.0, 2.0])
    with tf.GradientTape() as tape:
        y = variable * variable
        variable[0].assign(10.0)
    np.testing.assert_array_equal(tape.gradient(y, variable).numpy(), [2.0, 4.0])


def variable_of(kind):
    made = {
        "plain": lambda: tf.Variable([[1.0, 2.0], [3.0, 4.0]]),
        "open": lambda: tf.Variable([[1.0, 2.0], [3.0, 4.0]], shape=[None, 2]),
    }
    return made[kind]()


BAD_UPDATES = [
    ("plain", lambda v: v[0].assign([1.0, 2.0, 3.0]), "Cannot broadcast input shape [3]"),
    ("plain", lambda v: v[0].assign([[1.0], [2.0]]), "into final shape [2]"),
    ("plain", lambda v: v[2].assign(1.0), "slice index 2 of dimension 0 out of bounds"),
    ("plain", lambda v: v[0, 0, 0].assign(1.0), "input has only 2 dims"),
    ("plain", lambda v: v[0].assign(tf.constant([1, 2])), "Expected float32 got int32"),
    ("plain", lambda v: v[0].assign("a"), "'a' to EagerTensor of dtype float"),
    ("plain", lambda v: v[0].assign(), "value"),
    ("plain", lambda v: v[0].assign(1.0, 2, 3, 4, 5), "assign"),
    ("plain", lambda v: v[0].assign(1.0, wrong=2), "wrong"),
    ("plain", lambda v: v[tf.constant([True, False])].assign(1.0), "assign"),
    ("plain", lambda v: v["a"].assign(1.0), "valid indices"),
    ("plain", lambda v: v.assign([1.0]), "(2, 2)"),
    ("plain", lambda v: v.assign_add([1.0]), "shapes must be equal"),
    ("plain", lambda v: v.assign_sub(tf.ones([2, 2], tf.float64)), "float64"),
    ("plain", lambda v: v.assign_add(), "delta"),
    ("plain", lambda v: v.assign_add([[None]]), "object"),
    ("open", lambda v: v.assign([1.0, 2.0]), "(None, 2)"),
    ("open", lambda v: v.assign([[1.0, 2.0, 3.0]]), "(None, 2)"),
    ("open", lambda v: v.assign(tf.ones([3, 2], tf.int32)), "got int32"),
    ("open", lambda v: v[:, 5].assign(1.0), "out of bounds"),
    ("open", lambda v: v.assign_add([[1.0, 2.0]]), "shapes must be equal"),
]


@pytest.mark.parametrize(("kind", "update", "says"), BAD_UPDATES)
def test_a_refused_update_changes_nothing(kind, update, says):
    variable = variable_of(kind)
    with pytest.raises((ValueError, TypeError, AttributeError)) as caught:
        update(variable)
    assert says in str(caught.value)
    assert variable.numpy().tolist() == [[1.0, 2.0], [3.0, 4.0]]
    assert variable.assign([[5.0, 6.0], [7.0, 8.0]]).numpy().tolist() == [[5.0, 6.0], [7.0, 8.0]]


@pytest.mark.parametrize("shape", [[3], [None, None], "ab", [-1], [2.5], 7, [[1]]])
def test_refused_shapes(shape):
    with pytest.raises((ValueError, TypeError)):
        tf.Variable([1.0, 2.0], shape=shape)


def test_the_value_is_a_method_of_variables_and_an_attribute_of_weights():
    layer = tf.keras.layers.Dense(2)
    layer.build([None, 3])
    optimizer = tf.keras.optimizers.SGD(0.5)
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(layer.kernel.value)
    assert tape.gradient(loss, layer.kernel).numpy().tolist() == [[1.0, 1.0]] * 3
    assert tf.Variable(2.0).value().numpy() == 2.0
    assert tf.keras.Variable(2.0).value.numpy() == 2.0
    assert optimizer.learning_rate.value.numpy() == 0.5
    with pytest.raises(AttributeError):
        layer.kernel.value = 1.0


def test_an_open_size_follows_the_value():
    variable = tf.Variable(tf.zeros([0, 2]), shape=[None, 2])
    for rows in (3, 1, 0):
        variable.assign(tf.ones([rows, 2]))
        assert tuple(variable.value().shape) == (rows, 2)
        assert variable.shape.as_list() == [None, 2]


def test_an_update_stays_on_the_variables_device():
    with tf.device("/CPU:0"):
        variable = tf.Variable([1.0, 2.0])
    variable.assign_add([1.0, 1.0])
    variable[0].assign(7.0)
    assert variable.device.endswith("device:CPU:0")
    assert variable.numpy().tolist() == [7.0, 3.0]
