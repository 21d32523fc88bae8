"""Traces without values have the branches and loops of Python code as their own, as AutoGraph's."""

import numpy as np
import pytest

import pelton as tf
from recorded.comparison import assert_does
from recorded.fact_file import load_facts
from recorded.tensors.converted_programs import CASES, START, scalar, traced

ALL = load_facts("tensors/converted")["converted"]


@pytest.mark.parametrize("fact", ALL, ids=lambda fact: fact["code"])
def test_program(fact):
    assert_does(fact, START)


def test_all_programs_are_recorded():
    assert [fact["code"] for fact in ALL] == CASES["converted"]


# What AutoGraph refuses: truth values that become tensors only within a loop, private names.


def loop_without_an_end(n):
    i = 0
    while True:
        i += 1
        if i * i > n:
            break
    return i


def python_loop_left_by_a_tensor(x):
    for step in range(5):
        if x > 20:
            break
        x = x * 2 + step
    return x


def return_from_a_loop(x):
    for i in tf.range(5):
        if i * 2 > x:
            return i
    return -1


def return_on_one_side(x):
    if x > 0:
        if x > 10:
            return x + 1
        x = x * 2
    return x - 3


class Private:
    def __half(self, x):
        if x > 4:
            return x // 2
        return x

    def __call__(self, x):
        return self.__half(x) + 1


OWN = [
    (loop_without_an_end, [30, 0], [6, 1]),
    (python_loop_left_by_a_tensor, [1, 15, 30], [27, 30, 30]),
    (return_from_a_loop, [3, 100], [2, -1]),
    (return_on_one_side, [11, 3, -5], [12, 3, -8]),
    (Private(), [10, 3], [6, 4]),
]


NAMES = [getattr(row[0], "__name__", type(row[0]).__name__) for row in OWN]


@pytest.mark.parametrize(("function", "inputs", "expected"), OWN, ids=NAMES)
def test_more_than_autograph_takes(function, inputs, expected):
    shapes, made = traced(tf, function, scalar(tf), *[[value] for value in inputs])
    assert shapes == [[]]
    np.testing.assert_array_equal([int(one) for one in made], expected)


def none_on_one_side(x):
    y = None
    if x > 0:
        y = x
    return y


def other_dtype_after_a_turn(x):
    y = 1
    while y < x:
        y = y * 1.5
    return y


def bound_on_one_side(x):
    if x > 0:
        y = 1
    return y


def two_dtypes(x):
    if x > 0:
        y = tf.constant(1)
    else:
        y = tf.constant(1.0)
    return y


def test_errors_name_the_variable():
    with pytest.raises(ValueError, match="'y' must also be initialized in the else branch"):
        traced(tf, bound_on_one_side, scalar(tf))
    with pytest.raises(
        TypeError, match="'y' has dtype int32 in the main branch, but dtype float32"
    ):
        traced(tf, two_dtypes, scalar(tf))
    with pytest.raises(ValueError, match="'y' is None at the end of the else branch"):
        traced(tf, none_on_one_side, scalar(tf))
    with pytest.raises(TypeError):
        traced(tf, other_dtype_after_a_turn, scalar(tf))
