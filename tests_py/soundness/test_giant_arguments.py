"""Giant arrays, deep lists and halves of characters where few numbers or names are wanted: refused
by name, without a look at all of them."""

import functools

import numpy as np
import pytest

import pelton as tf

keras = tf.keras
DEEP = functools.reduce(lambda inner, _: [inner], range(3000), 1)
GIANT = np.broadcast_to(np.float32(1), (2**20, 2**20))
RGB_LESS = tf.ones((2, 4, 4, 1))
HALF_A_PAIR = "\ud800"


def model():
    made = keras.Sequential([keras.Input((3,)), keras.layers.Dense(2)])
    made.compile("sgd", "mse")
    return made


CALLS = {
    "tensordot": (
        lambda: tf.tensordot(tf.ones((2, 3)), tf.ones((3, 2)), GIANT),
        TypeError,
        "^tensordot: .*'axes' must be a shorter list",
    ),
    "atrous_conv2d": (
        lambda: tf.nn.atrous_conv2d(RGB_LESS, tf.ones((1, 1, 1, 1)), 1, GIANT),
        ValueError,
        "explicit padding must be",
    ),
    "hstack": (lambda: keras.ops.hstack(GIANT), MemoryError, "^hstack: "),
    "scatter_nd_min": (
        lambda: tf.Variable([1.0]).scatter_nd_min([[0]], {1: None}),
        ValueError,
        "^Variable.scatter_nd_min: ",
    ),
    "rank": (
        lambda: tf.TensorShape([1]).with_rank_at_least(tf.constant(1.5)),
        TypeError,
        "^TensorShape.with_rank_at_least: rank must be an int, got float32",
    ),
    "summary": (
        lambda: model().summary(line_length=2**63),
        ValueError,
        "summary: line_length",
    ),
    "empty_cache": (
        lambda: tf.config.experimental.empty_cache(DEEP),
        TypeError,
        r"device must be a string such as .*, got \[\[\[",
    ),
    "vocabulary": (
        lambda: keras.layers.TextVectorization(vocabulary=GIANT),
        ValueError,
        "`vocabulary` must be a vector",
    ),
    "base_paddings": (
        lambda: tf.required_space_to_batch_paddings([2], [2], base_paddings=GIANT),
        ValueError,
        "required_space_to_batch_paddings: ",
    ),
    "custom_gradient": (
        lambda: tf.custom_gradient(lambda x: None)(1.0),
        TypeError,
        "^custom_gradient: .* must return a result and a function of its gradients, got None",
    ),
    "auto_scale_loss": (
        lambda: keras.Sequential().compile(auto_scale_loss=tf.ones((2, 4))),
        ValueError,
        "auto_scale_loss",
    ),
    "snapshot": (
        lambda: tf.data.Dataset.range(2).snapshot(HALF_A_PAIR),
        ValueError,
        "^Dataset.snapshot: no file can have the path",
    ),
}


@pytest.mark.parametrize(("call", "error", "text"), CALLS.values(), ids=CALLS)
def test_the_error_names_whose_it_is(call, error, text):
    with pytest.raises(error, match=text):
        call()


def test_a_metric_may_hold_lists_nested_deeper_than_calls():
    assert keras.metrics.PrecisionAtRecall(0.5, class_id=DEEP).class_id is DEEP
