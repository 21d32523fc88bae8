"""tf.debugging: each assert passes and fails as TensorFlow 2.21's, eagerly and in traces."""

import numpy as np
import pytest

import pelton as tf

D = tf.debugging
NAN, INF = float("nan"), float("inf")
PAIRS = {  # what holds, what does not, and the symbol of the text
    "assert_equal": (([1, 2], [1, 2]), ([1, 2], [1, 3]), "=="),
    "assert_none_equal": (([1, 2], [3, 1]), ([1, 2], [2, 2]), "!="),
    "assert_greater": (([3, 4], [2, 3]), ([1, 2], [2, 2]), ">"),
    "assert_greater_equal": (([3, 4], [3, 3]), ([1, 2], [2, 2]), ">="),
    "assert_less": (([1, 2], 3), ([1, 2], [2, 2]), "<"),
    "assert_less_equal": (([1, 2], [2, 2]), ([1, 2], [0, 2]), "<="),
}
SIGNS = {  # what holds, what does not, and the text's relation
    "assert_negative": ([-1, -2], [-1, 0], "x < 0"),
    "assert_positive": ([1, 2], [1, 0], "x > 0"),
    "assert_non_negative": ([0, 2], [-1, 0], "x >= 0"),
    "assert_non_positive": ([0, -2], [1, 0], "x <= 0"),
}
STATIC = [  # name, arguments, class, text
    ("assert_integer", ([1.0],), TypeError, 'Expected "x" to be integer type.'),
    ("assert_rank", ([1.0], 2), ValueError, "must have rank 2.  Received rank 1, shape (1,)"),
    ("assert_rank", ([1.0], [1, 2]), ValueError, "Rank must be a scalar."),
    ("assert_rank_at_least", ([1.0], 2), ValueError, "must have rank at least 2."),
    ("assert_rank_in", ([1.0], [2, 3]), ValueError, "must have rank in (2, 3)."),
    ("assert_scalar", ([1.0],), ValueError, "Expected scalar shape, saw shape: (1,)."),
    ("assert_type", ([1.0], tf.int32), TypeError, "must be of type tf.int32; got tf.float32"),
    ("assert_proper_iterable", (5,), TypeError, 'Expected argument "values" to be iterable.'),
    ("assert_proper_iterable", (tf.ones(1),), TypeError, 'to be a "proper" iterable.'),
    ("assert_same_float_dtype", ([tf.constant(1)],), ValueError, "Expected floating point type"),
    ("assert_all_finite", ([1.0, NAN], "bad"), ValueError, "bad : Tensor had NaN values"),
    ("check_numerics", ([1.0, INF], "bad"), ValueError, "bad : Tensor had Inf values"),
    ("check_numerics", ([NAN, INF], "bad"), ValueError, "had Inf and NaN values"),
    ("check_numerics", ([1], "bad"), ValueError, "must be of a floating dtype, got int32"),
    ("assert_near", ([1.0, 2.0], [1.0, 3.0]), ValueError, "x and y not equal to tolerance"),
    ("Assert", (False, ["a", tf.range(5)]), ValueError, "Summarized data: b'a'\n0, 1, 2, ..."),
    ("Assert", (tf.constant(False), [1]), ValueError, "'tf.Tensor(False, shape=(), dtype=bool)'"),
    ("assert_shapes", ([(tf.ones((2, 3)), ("N", 4))],), ValueError, "dimension 1 must have size 4"),
    ("assert_shapes", ([(tf.ones((2, 3)), ("N",))],), ValueError, "must have rank in (0, 1)."),
    (
        "assert_shapes",
        ([(tf.ones((2, 3)), "NQ"), (tf.ones((2, 4)), "NQ")],),
        ValueError,
        "Specified by tensor shape=(2, 3) dtype=float32 dimension 1.",
    ),
]
PASS = [
    ("assert_integer", ([1],)),
    ("assert_rank", ([1.0], 1)),
    ("assert_rank_at_least", ([[1.0]], 1)),
    ("assert_rank_in", ([1.0], [1, 3])),
    ("assert_scalar", (1.0,)),
    ("assert_type", (tf.ones(2), tf.float32)),
    ("assert_proper_iterable", ([1],)),
    ("assert_same_float_dtype", ([tf.ones(1), tf.zeros(2)], tf.float32)),
    ("assert_all_finite", ([1.0], "bad")),
    ("check_numerics", ([1.0], "bad")),
    ("assert_near", ([1.0], [1.0000001])),
    ("Assert", (True, [1])),
    ("assert_shapes", ([(tf.ones((2, 3)), (..., 3)), (tf.ones((3,)), (3,)), (1.0, ())],)),
]


@pytest.mark.parametrize("name", PAIRS)
def test_comparisons(name):
    good, bad, symbol = PAIRS[name]
    check = getattr(D, name)
    assert check(*good) is None
    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        check(*bad, message="mine")
    lines = str(caught.value).split("\n")
    assert lines[:2] == ["mine", f"Condition x {symbol} y did not hold."]
    assert "First 2 elements of x:" in lines


@pytest.mark.parametrize("name", SIGNS)
def test_signs(name):
    good, bad, relation = SIGNS[name]
    check = getattr(D, name)
    assert check(good) is None
    with pytest.raises(tf.errors.InvalidArgumentError, match="mine") as caught:
        check(bad, message="mine")
    assert f"Condition {relation} did not hold element-wise:" in str(caught.value)


@pytest.mark.parametrize(("name", "arguments", "kind", "text"), STATIC)
def test_refused(name, arguments, kind, text):
    with pytest.raises(kind) as caught:
        getattr(D, name)(*arguments)
    assert text in str(caught.value)


@pytest.mark.parametrize(("name", "arguments"), PASS)
def test_passed(name, arguments):
    getattr(D, name)(*arguments)


def test_every_assert_has_rows():
    checks = {name for name in D.__all__ if name.startswith(("assert", "Assert", "check_"))}
    failing = {*PAIRS, *SIGNS, *(row[0] for row in STATIC)}
    passing = {*PAIRS, *SIGNS, *(row[0] for row in PASS)}
    assert failing == checks
    assert passing == checks


def test_differing_elements_are_listed():
    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        D.assert_equal([[1, 2], [3, 4]], [[1, 0], [3, 0]])
    assert str(caught.value) == (
        "Condition x == y did not hold.\nIndices of first 2 different values:\n[[0 1]\n [1 1]]\n"
        "Corresponding x values:\n[2 4]\nCorresponding y values:\n[0 0]\n"
        "First 3 elements of x:\n[1 2 3]\nFirst 3 elements of y:\n[1 0 3]"
    )


def test_a_trace_checks_in_each_run():
    runs = []

    @tf.function
    def doubled(x):
        runs.append(1)
        D.assert_less(x, 5.0)
        D.check_numerics(x, "x is bad")
        return 2.0 * x

    assert doubled(tf.constant([1.0])).numpy() == [2.0]
    assert doubled(tf.constant([4.0])).numpy() == [8.0]
    with pytest.raises(tf.errors.InvalidArgumentError, match="x < y did not hold"):
        doubled(tf.constant([7.0]))
    with pytest.raises(tf.errors.InvalidArgumentError, match="x is bad : Tensor had Inf"):
        doubled(tf.constant([-INF]))
    assert len(runs) == 1


def test_first_bad_index():
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"shape \(2, 2\), first at index \(1"):
        D.check_numerics(np.array([[0, 1], [np.nan, 3]], np.float64), "m")


def test_is_numeric_tensor():
    assert D.is_numeric_tensor(tf.constant(1))
    assert not D.is_numeric_tensor(tf.constant(True))
    assert not D.is_numeric_tensor(1)


def test_assertions_of_layers_wait_for_values():
    class Checked(tf.keras.layers.Layer):
        def call(self, x):
            tf.debugging.assert_less(x, tf.cast(10, x.dtype))
            tf.debugging.assert_non_negative(x)
            tf.debugging.Assert(tf.reduce_all(x < 10), [x])
            tf.debugging.assert_rank(x, 2)
            return tf.debugging.check_numerics(tf.cast(x, tf.float32), "x") + 1

    given = tf.keras.Input((3,), dtype="int32")
    model = tf.keras.Model(given, Checked()(given))
    assert model(tf.ones([1, 3], tf.int32)).numpy().tolist() == [[2.0, 2.0, 2.0]]
    for wrong in (11, -1):
        with pytest.raises(tf.errors.InvalidArgumentError):
            model(tf.fill([1, 3], wrong))
    assert model.predict(np.ones((2, 3), "int32"), verbose=0).shape == (2, 3)
