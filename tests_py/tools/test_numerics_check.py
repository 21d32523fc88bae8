"""tf.debugging.enable_check_numerics: which op gave NaN or infinities, in functions and fit too."""

import threading

import numpy as np
import pytest

import pelton as tf

L = tf.keras.layers


@pytest.fixture
def checked():
    tf.debugging.enable_check_numerics()
    tf.debugging.enable_check_numerics()  # once is enough to end both
    yield
    tf.debugging.disable_check_numerics()


BAD = {
    "log": (
        lambda: tf.math.log(tf.constant([[1.0, 0.0], [-1.0, 2.0]])),
        ('"Log"', "shape: (2, 2)", "-Inf elements: 1", "+NaN elements: 1", "index (0, 1)"),
    ),
    "of infinity": (
        lambda: tf.constant([1.0, np.inf]) + 1.0,
        ('"AddV2"', "+Inf elements: 1", "index (1,)", "Tensor had +Inf values"),
    ),
    "halves": (
        lambda: tf.constant([6e4], tf.float16) * 2.0,
        ('"Mul"', "'float16'", "+Inf elements: 1"),
    ),
    "double": (
        lambda: tf.sqrt(tf.constant(-1.0, tf.float64)),
        ('"Sqrt"', "'float64'", "shape: ()", "index ()"),
    ),
    "function": (lambda: tf.function(lambda x: tf.sqrt(x) * 2.0)(tf.constant([-1.0])), ('"Sqrt"',)),
    "gradient": (lambda: slope(tf.constant(0.0)), ("+Inf elements: 1",)),
}


def slope(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.sqrt(x)
    return tape.gradient(y, x)


@pytest.mark.parametrize("case", BAD)
def test_says_which_op_and_where(checked, case):
    call, texts = BAD[case]
    with pytest.raises(tf.errors.InvalidArgumentError, match="Detected Infinity or NaN") as caught:
        call()
    assert all(text in str(caught.value) for text in texts), str(caught.value)


def test_functions_and_steps_that_were_traced_before():
    twice = tf.function(lambda x: tf.math.log(x) * 2.0)
    model = tf.keras.Sequential(
        [tf.keras.Input((3,)), L.Dense(2, kernel_initializer="ones"), L.Lambda(tf.math.log)]
    )
    model.compile("sgd", "mse")
    x, y = np.ones((8, 3), "float32"), np.ones((8, 2), "float32")
    for _ in range(3):
        assert np.isnan(twice(tf.constant(-1.0)))
        model.fit(-100 * x, y, verbose=0)
    tf.debugging.enable_check_numerics()
    try:
        for call in (lambda: twice(tf.constant(-1.0)), lambda: model.fit(-100 * x, y, verbose=0)):
            with pytest.raises(tf.errors.InvalidArgumentError, match="Detected Infinity"):
                call()
        assert float(twice(tf.constant(1.0))) == 0.0
    finally:
        tf.debugging.disable_check_numerics()
    assert np.isnan(twice(tf.constant(-1.0)))


def test_what_is_not_computed_and_other_threads(checked):
    bad = tf.constant([1.0, np.nan])
    assert np.isnan(tf.concat([bad, bad], 0)[1:2].numpy()) and tf.reshape(bad, (2, 1)).shape[0] == 2
    assert tf.cast(tf.constant([3]), tf.int64).numpy().tolist() == [3]
    made = []
    thread = threading.Thread(target=lambda: made.append(float(tf.sqrt(tf.constant(-1.0)))))
    thread.start()
    thread.join()
    assert np.isnan(made[0])


def test_on_another_device(checked):
    with tf.device("CPU:0"), pytest.raises(tf.errors.InvalidArgumentError, match="Sqrt"):
        tf.sqrt(tf.constant(-1.0))
