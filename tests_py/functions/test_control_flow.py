"""tf.cond, while_loop and their like, and tf.print, eagerly and inside tf.function."""

import io

import numpy as np
import pytest

import pelton as tf

CASES = {
    "cond": lambda x: tf.cond(tf.reduce_sum(x) > 0, lambda: x * 2, lambda: x - 1),
    "switch": lambda x: tf.switch_case(tf.cast(x[0], tf.int32), [lambda: x, lambda: x * 10]),
    "switch by number": lambda x: tf.switch_case(7, {3: lambda: x, 1: lambda: -x}),
    "default": lambda x: tf.switch_case(7, [lambda: x], default=lambda: x * 5),
    "while": lambda x: tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y * 2), [0, x])[1],
    "most": lambda x: tf.while_loop(lambda y: True, lambda y: y + 1, [x], maximum_iterations=4)[0],
    "map": lambda x: tf.map_fn(lambda row: row * row, x),
    "map nest": lambda x: tf.map_fn(
        lambda row: row[0] - row[1], (x, x * 3), fn_output_signature=x.dtype
    ),
}
EXPECTED = {
    "cond": [[2, 4], [-3, -1]],
    "switch": [[10, 20], [-20, 0]],
    "switch by number": [[1, 2], [-2, 0]],
    "default": [[5, 10], [-10, 0]],
    "while": [[8, 16], [-16, 0]],
    "most": [[5, 6], [2, 4]],
    "map": [[1, 4], [4, 0]],
    "map nest": [[-2, -4], [4, 0]],
}


@pytest.mark.parametrize("name", CASES)
def test_control_flow(name):
    recorded = tf.function(CASES[name])
    for values, expected in zip([[1.0, 2.0], [-2.0, 0.0]], EXPECTED[name], strict=True):
        for f in (CASES[name], recorded, recorded):
            assert f(tf.constant(values)).numpy().tolist() == expected


REFUSED = {
    "cond": (lambda: tf.cond(True, 3, lambda: 1), TypeError, "'true_fn' must be callable."),
    "switch": (lambda: tf.switch_case(0, [3]), TypeError, "branch 0 must be callable"),
    "no branches": (lambda: tf.switch_case(0, []), ValueError, "at least one branch"),
    "while": (lambda: tf.while_loop(3, 4, [1]), TypeError, "must be callable"),
    "no variables": (lambda: tf.while_loop(bool, bool, []), ValueError, "must be provided"),
    "map": (lambda: tf.map_fn(bool, (tf.ones(2), tf.ones(3))), ValueError, "equally many rows"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_bad_input(name):
    call, kind, text = REFUSED[name]
    with pytest.raises(kind, match=text):
        call()


def test_gradients_through_loops():
    x = tf.Variable(2.0)
    with tf.GradientTape() as tape:
        y = tf.while_loop(lambda i, z: i < 3, lambda i, z: (i + 1, z * x), [0, x])[1]
    assert float(tape.gradient(y, x)) == 32.0


def test_print_shows_values_at_each_call():
    out = io.StringIO()

    @tf.function
    def f(x):
        tf.print("x:", x, {"a": x[0]}, sep="|", output_stream=out)
        return x

    f(tf.constant([1.0, 2.5]))
    f(tf.constant([3.0, 4.0]))
    assert out.getvalue() == "x:|[1 2.5]|{'a': 1}\nx:|[3 4]|{'a': 3}\n"
    assert "print(v0, v" in tf.config.experimental.explain_program(f)


PRINTED = {
    "[0 1 2 ... 7 8 9]": lambda: tf.range(10),
    "[[1 0]\n [0 1]]": lambda: tf.cast(tf.eye(2), tf.int32),
    "[1 0]": lambda: tf.constant([True, False]),
    "0.333333343": lambda: tf.constant(1 / 3),
    "1.1": lambda: tf.constant(1.1),
    "[1e-10 nan inf]": lambda: tf.constant([1e-10, np.nan, np.inf]),
    "3": lambda: tf.Variable(3),
}


@pytest.mark.parametrize("text", PRINTED)
def test_printed_texts(text, capsys):
    tf.print(PRINTED[text]())
    assert capsys.readouterr().err == text + "\n"


def test_nothing_is_converted():
    convert = tf.autograph.experimental.do_not_convert
    assert convert(np.abs) is np.abs
    assert convert()(np.abs) is np.abs
