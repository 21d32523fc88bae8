"""map_fn, scan and the folds in layers of functional models whose batch size is open: shapes and
values are NumPy's."""

import numpy as np
import pytest

import pelton as tf
from pelton import keras

ROWS = np.arange(24, dtype="float32").reshape(2, 4, 3)


def scanned_by_time(x):
    by_time = tf.scan(lambda total, row: total + row, tf.transpose(x, (1, 0, 2)))
    return tf.transpose(by_time, (1, 0, 2))


def ctc_of_one_label(x):
    """Of equal logits: ten of 81 paths through four times are blanks around one label."""
    label = tf.cast(tf.ones_like(x[:, :1, 0]), "int32")
    return keras.ops.ctc_loss(label, x * 0, label[:, 0], label[:, 0] * 4)


CASES = {
    "map_fn": (lambda x: tf.map_fn(lambda row: row * 2, x), (None, 4, 3), ROWS * 2),
    "map_fn_of_less": (
        lambda x: tf.map_fn(lambda row: tf.reduce_sum(row, 0), x),
        (None, 3),
        ROWS.sum(1),
    ),
    "scan": (
        lambda x: tf.scan(lambda total, row: total + row, x),
        (None, 4, 3),
        ROWS.cumsum(0),
    ),
    "scan_from": (
        lambda x: tf.scan(lambda total, row: total + tf.reduce_sum(row), x, tf.constant(1.0)),
        (None,),
        ROWS.sum((1, 2)).cumsum() + 1,
    ),
    "foldl": (lambda x: tf.foldl(lambda a, row: a - row, x)[None], (1, 4, 3), ROWS[:1] - ROWS[1:]),
    "foldr": (lambda x: tf.foldr(lambda a, row: a - row, x)[None], (1, 4, 3), ROWS[1:] - ROWS[:1]),
    "ctc_loss": (ctc_of_one_label, (None,), np.full(2, np.log(81 / 10))),
    "scan_by_time": (scanned_by_time, (None, 4, 3), ROWS.cumsum(1)),
}


@pytest.mark.parametrize("name", CASES)
def test_loops_over_rows_of_an_open_batch(name):
    function, shape, expected = CASES[name]
    inputs = keras.Input((4, 3))
    outputs = keras.layers.Lambda(function)(inputs)
    assert tuple(outputs.shape) == shape
    model = keras.Model(inputs, outputs)
    np.testing.assert_allclose(model(ROWS).numpy(), expected, rtol=1e-6)
    np.testing.assert_allclose(model.predict_on_batch(ROWS), expected, rtol=1e-6)


def test_a_layer_with_such_a_loop_trains():
    class Gram(keras.layers.Layer):
        def call(self, x):
            return tf.map_fn(lambda row: tf.matmul(row, row, transpose_a=True), x)

    inputs = keras.Input((4, 3))
    model = keras.Model(inputs, keras.layers.Dense(1)(Gram()(inputs)))
    model.compile(keras.optimizers.Adam(0.1), "mse")
    history = model.fit(ROWS / 24, np.ones((2, 3, 1), "float32"), epochs=20, verbose=0)
    assert history.history["loss"][-1] < history.history["loss"][0]


def test_a_loop_over_an_input_outside_of_layers_is_not_connected():
    inputs = keras.Input((4, 3))
    with pytest.raises(ValueError, match="not connected"):
        keras.Model(inputs, tf.map_fn(lambda row: row * 2, inputs))
