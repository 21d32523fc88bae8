"""Odd arguments, data and returned values that once ended in another's words or in no error: the
class is TensorFlow's or Keras's, and the text says whose it is and what was given."""

import numpy as np
import pytest

import pelton as tf

keras = tf.keras
X, Y = np.ones((4, 3), "float32"), np.ones((4, 2), "float32")


def model():
    made = keras.Sequential([keras.Input((3,)), keras.layers.Dense(2, name="d")])
    made.compile("sgd", "mse")
    return made


def ragged(ids, rows=None):
    return lambda: tf.RaggedTensor.from_value_rowids([1, 2, 3], ids, rows)


CALLS = {
    "batch_size": (
        lambda: model().fit(X, Y, batch_size=2**70, verbose=0),
        OverflowError,
        "`batch_size` must be below",
    ),
    "no path": (lambda: model().save(None), ValueError, "filepath=None"),
    "descending rows": (ragged([2, 1, 0]), tf.errors.InvalidArgumentError, "rowids descends"),
    "negative row": (ragged([-1, 0, 1]), tf.errors.InvalidArgumentError, "-1, which is no row"),
    "row too high": (ragged([0, 1, 2], 2), tf.errors.InvalidArgumentError, "there are 2 rows"),
    "no rows": (lambda: tf.foldl(max, tf.zeros((0, 3))), ValueError, "foldl: elems has no rows"),
    "method": (
        lambda: tf.data.Dataset.range(2).concatenate(1),
        AttributeError,
        "concatenate: .*; got 1",
    ),
    "function": (
        lambda: tf.audio.encode_wav([1.0, 2.0], tf.ones(2)),
        ValueError,
        "encode_wav: ",
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_the_error_is_of_its_class_and_names_whose_it_is(name):
    call, error, text = CALLS[name]
    with pytest.raises(error, match=text):
        call()


def test_maps_and_folds_of_no_rows():
    rows = tf.zeros((0, 3))
    spec = tf.TensorSpec((3,), tf.float32)
    assert tf.map_fn(lambda x: x, rows).shape == (0,)
    assert tf.map_fn(lambda x: x, rows, fn_output_signature=spec).shape == (0, 3)
    number, row = tf.map_fn(lambda x: (1, x), rows, fn_output_signature=(tf.int32, spec))
    assert (number.dtype, number.shape, row.shape) == (tf.int32, (0,), (0, 3))
    assert tf.foldl(lambda a, x: a + x, rows, tf.ones(3)).numpy().tolist() == [1.0, 1.0, 1.0]
    assert tf.scan(lambda a, x: a + x, rows, tf.ones(3)).shape == (0, 3)
    traced = tf.function(lambda v: tf.map_fn(lambda x: 2 * x, v))
    assert traced(rows).shape == (0, 3)


def test_what_a_users_function_raises_keeps_its_text():
    def raises(*_):
        raise ValueError("mine")

    with pytest.raises(ValueError, match=r"^mine$"):
        tf.data.Dataset.range(2).map(raises)
