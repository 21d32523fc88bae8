"""Arguments larger than what is there: an answer or an error of TensorFlow's at once, never a
wait for nothing, and no number that passed the end of int64."""

import numpy as np
import pytest

import pelton as tf

MOST, GIANT = 2**63 - 1, np.broadcast_to(np.float32(1), (2**20, 2**20))
errors, infinite = tf.errors, tf.data.INFINITE_CARDINALITY


def counted(count):
    return tf.data.Dataset.range(count)


COUNTS = {
    "repeat": (lambda: counted(3).repeat(2**62), infinite),
    "repeated repeat": (lambda: counted(3).repeat(2**40).repeat(2**40), infinite),
    "batches of these": (lambda: counted(3).repeat(2**62).batch(2), infinite),
    "concatenate": (lambda: counted(MOST - 1).concatenate(counted(MOST - 1)), infinite),
    "range": (lambda: counted(MOST), infinite),
    "just below": (lambda: counted(MOST - 1), MOST - 1),
    "unbatch": (lambda: counted(2**62).batch(3, drop_remainder=True).unbatch(), 2**62 - 1),
    "window": (lambda: counted(9).window(2**40, 1, 2**40, drop_remainder=True), 0),
}


@pytest.mark.parametrize("name", COUNTS)
def test_counts_of_elements_end_at_infinity(name):
    make, expected = COUNTS[name]
    assert int(make().cardinality()) == expected


def sparse(*sizes):
    return tf.SparseTensor(np.zeros((0, len(sizes)), "int64"), np.zeros(0, "float32"), sizes)


def unfold(*window, **settings):
    return tf.keras.ops.unfold(tf.ones((1, 2, 5, 5)), *window, **settings)


OVERFLOW = "concat: Encountered overflow from large input shape"
REFUSED = {
    "sparse axis": (
        lambda: tf.sparse.concat(0, [sparse(2**62, 2)] * 2),
        errors.InternalError,
        OVERFLOW,
    ),
    "sparse product": (
        lambda: tf.sparse.concat(0, [sparse(2**62, 2**62), sparse(1, 2**62)]),
        errors.InternalError,
        OVERFLOW,
    ),
    "window of pixels": (
        lambda: unfold(2**31),
        errors.InvalidArgumentError,
        "unfold: Computed output size would be negative",
    ),
    "window of none": (lambda: unfold(0), errors.OutOfRangeError, "kernel_size is out of range"),
    "holes of none": (
        lambda: unfold(2, dilation=0),
        errors.OutOfRangeError,
        "dilation is out of range",
    ),
    "steps of none": (lambda: unfold(2, stride=-1), errors.OutOfRangeError, "stride is out of ra"),
    "default of a column": (
        lambda: tf.io.decode_csv(["1"], GIANT),
        errors.InvalidArgumentError,
        "record_defaults must be at most one value each",
    ),
    "blocks": (
        lambda: tf.linalg.LinearOperatorBlockLowerTriangular(GIANT),
        ValueError,
        "row i must have i . 1 blocks, got rows of .1048576.",
    ),
    "columns": (
        lambda: tf.io.decode_csv(["1"], [[1.0]], select_cols=range(10**10)),
        TypeError,
        "Expected list for 'select_cols' argument to 'decode_csv' Op, not range",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_is_refused_at_once(name):
    call, error, text = REFUSED[name]
    with pytest.raises(error, match=text):
        call()


@pytest.mark.parametrize("stride", [2, 2**31])
def test_windows_that_just_do_not_fit(stride):
    assert unfold(6, stride=stride).shape == (1, 72, 0)


ONES = tf.ones(2)
NUMBERS = {
    "sum": (lambda: ONES + 2**64, "float32", [2.0**64] * 2),
    "sum in half precision": (lambda: tf.cast(ONES, "float16") + 2**64, "float16", [np.inf] * 2),
    "comparison": (lambda: ONES < 2**200, "bool", [True, True]),
    "argument": (lambda: tf.maximum(ONES, -(2**64)), "float32", [1.0, 1.0]),
    "constant": (lambda: tf.constant([1, 2**64], tf.float32), "float32", [1.0, 2.0**64]),
    "beside a float": (lambda: tf.constant([[1.5], [2**64]]), "float32", [[1.5], [2.0**64]]),
    "unsigned": (lambda: tf.constant(2**64 - 1, tf.uint64), "uint64", 2**64 - 1),
    "sum of unsigned": (lambda: tf.constant([1], tf.uint64) + 2**63, "uint64", [2**63 + 1]),
    "value": (lambda: tf.Variable(1.0).assign(2**64), "float32", 2.0**64),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_integers_beyond_64_bits_are_floats_beside_floats(name):
    make, dtype, expected = NUMBERS[name]
    value = make().numpy()
    assert value.dtype == dtype
    assert value.tolist() == expected


@pytest.mark.parametrize("dtype", [None, tf.int32, tf.int64, tf.uint8, tf.bfloat16, tf.complex64])
def test_integers_beyond_64_bits_are_refused_elsewhere(dtype):
    with pytest.raises(ValueError, match="sequence with out-of-range integer to Tensor"):
        tf.constant(2**64, dtype)


def test_integers_beyond_floats_are_refused():
    with pytest.raises(ValueError, match="out-of-range integer"):
        tf.constant(10**400, tf.float32)
    with pytest.raises(ValueError, match="out-of-range integer"):
        tf.constant(2**64, tf.uint64)
