"""Ops called with ragged tensors: what TensorFlow 2.21 gives, and what is refused."""

import numpy as np
import pytest

import pelton as tf

ROWS = [[1, 2], [3], [], [4, 5, 6]]
NESTED = [[[1], [2, 3]], [], [[4, 5, 6]]]


def rt(dtype=None):
    return tf.ragged.constant(ROWS, dtype)


def deep(dtype=None):
    return tf.ragged.constant(NESTED, dtype)


def texts():
    return tf.ragged.constant([["a", "Bb"], [], ["ccc"]])


# call, what TensorFlow gives (as nested lists); it refuses the mask of rows, and map_fn without a
# signature
GIVEN = {
    "add scalar": (lambda: tf.add(rt(), 1), [[2, 3], [4], [], [5, 6, 7]]),
    "add ragged": (lambda: tf.add(rt(), rt()), [[2, 4], [6], [], [8, 10, 12]]),
    "add nested": (lambda: deep() + 1, [[[2], [3, 4]], [], [[5, 6, 7]]]),
    "maximum": (lambda: tf.maximum(2, rt()), [[2, 2], [3], [], [4, 5, 6]]),
    "equal": (lambda: tf.equal(rt(), 2), [[False, True], [False], [], [False, False, False]]),
    "cast": (lambda: tf.cast(rt(), tf.float32), [[1.0, 2.0], [3.0], [], [4.0, 5.0, 6.0]]),
    "where": (lambda: tf.where(rt() > 2, rt(), 0), [[0, 0], [3], [], [4, 5, 6]]),
    "clip": (lambda: tf.clip_by_value(rt(), 2, 4), [[2, 2], [3], [], [4, 4, 4]]),
    "square": (lambda: tf.square(rt()), [[1, 4], [9], [], [16, 25, 36]]),
    "zeros_like": (lambda: tf.zeros_like(rt()), [[0, 0], [0], [], [0, 0, 0]]),
    "one_hot": (lambda: tf.one_hot(tf.ragged.constant([[1], []]), 2), [[[0.0, 1.0]], []]),
    "sum": (lambda: tf.reduce_sum(rt(), axis=1), [3, 3, 0, 15]),
    "sum of all": (lambda: tf.reduce_sum(rt()), 21),
    "sum of columns": (lambda: tf.reduce_sum(rt(), axis=0), [8, 7, 6]),
    "sum, keepdims": (lambda: tf.reduce_sum(rt(), axis=1, keepdims=True), [[3], [3], [0], [15]]),
    "sum of inner rows": (lambda: tf.reduce_sum(deep(), axis=2), [[1, 5], [], [15]]),
    "sum of middle": (lambda: tf.reduce_sum(deep(), axis=1), [[3, 3], [], [4, 5, 6]]),
    "sum of outer": (lambda: tf.reduce_sum(deep(), axis=0), [[5, 5, 6], [2, 3]]),
    "sum of two axes": (lambda: tf.reduce_sum(deep(), axis=[1, 2]), [6, 0, 15]),
    "mean": (lambda: tf.reduce_mean(rt(tf.float32)[:2], axis=1), [1.5, 3.0]),
    "mean of two axes": (lambda: tf.reduce_mean(deep(tf.float32)[:1], axis=[1, 2]), [2.0]),
    "max": (lambda: tf.reduce_max(rt()[:2], axis=-1), [2, 3]),
    "min": (lambda: tf.reduce_min(rt(), axis=0), [1, 2, 6]),
    "prod": (lambda: tf.reduce_prod(rt(), axis=1), [2, 3, 1, 120]),
    "any": (lambda: tf.reduce_any(rt() > 2, axis=1), [False, True, False, True]),
    "all": (lambda: tf.reduce_all(rt() > 2, axis=1), [False, True, True, True]),
    "variance": (lambda: tf.math.reduce_variance(rt(tf.float32)[:2], axis=1), [0.25, 0.0]),
    "concat rows": (lambda: tf.concat([rt(), [[9]]], 0), [*ROWS, [9]]),
    "concat": (
        lambda: tf.concat([rt(), rt()], axis=1),
        [[1, 2, 1, 2], [3, 3], [], [4, 5, 6, 4, 5, 6]],
    ),
    "concat nested": (
        lambda: tf.concat([deep(), deep()], axis=-1),
        [[[1, 1], [2, 3, 2, 3]], [], [[4, 5, 6, 4, 5, 6]]],
    ),
    "stack": (lambda: tf.stack([rt(), rt()]), [ROWS, ROWS]),
    "stack behind": (
        lambda: tf.stack([rt(), rt() + 9], axis=1)[:2],
        [[[1, 2], [10, 11]], [[3], [12]]],
    ),
    "tile": (lambda: tf.tile(rt()[:2], [2, 2]), [[1, 2, 1, 2], [3, 3]] * 2),
    "expand first": (lambda: tf.expand_dims(rt(), 0), [ROWS]),
    "expand": (lambda: tf.expand_dims(rt(), 1), [[row] for row in ROWS]),
    "expand last": (lambda: tf.expand_dims(rt(), -1), [[[v] for v in row] for row in ROWS]),
    "gather": (lambda: tf.gather(rt(), [3, 0]), [[4, 5, 6], [1, 2]]),
    "gather one": (lambda: tf.gather(rt(), 3), [4, 5, 6]),
    "gather table": (lambda: tf.gather(rt(), [[3, 1], [2, 0]]), [[[4, 5, 6], [3]], [[], [1, 2]]]),
    "gather by ragged": (lambda: tf.gather([10, 20, 30], rt()[:2] - 1), [[10, 20], [30]]),
    "embedding": (
        lambda: tf.nn.embedding_lookup(tf.constant([[0.0], [1.0], [2.0], [3.0]]), rt()[:2]),
        [[[1.0], [2.0]], [[3.0]]],
    ),
    "mask of values": (lambda: tf.ragged.boolean_mask(rt(), rt() > 2), [[], [3], [], [4, 5, 6]]),
    "mask of rows": (
        lambda: tf.boolean_mask(rt(), [True, False, False, True]),
        [[1, 2], [4, 5, 6]],
    ),
    "size": (lambda: tf.size(rt()), 6),
    "rank": (lambda: tf.rank(deep()), 3),
    "reverse rows": (lambda: tf.reverse(rt(), [0]), ROWS[::-1]),
    "reverse": (lambda: tf.reverse(rt(), [1]), [row[::-1] for row in ROWS]),
    "map_fn": (lambda: tf.map_fn(tf.reduce_sum, rt()), [3, 3, 0, 15]),
    "length": (lambda: tf.strings.length(texts()), [[1, 2], [], [3]]),
    "upper": (lambda: tf.strings.upper(texts()), [[b"A", b"BB"], [], [b"CCC"]]),
    "join": (lambda: tf.strings.join([texts(), "!"]), [[b"a!", b"Bb!"], [], [b"ccc!"]]),
    "reduce_join": (
        lambda: tf.strings.reduce_join(texts(), axis=1, separator="-"),
        [b"a-Bb", b"", b"ccc"],
    ),
    "regex": (lambda: tf.strings.regex_replace(texts(), "c", "d"), [[b"a", b"Bb"], [], [b"ddd"]]),
    "add_n": (lambda: tf.add_n([rt(), rt()]), [[2, 4], [6], [], [8, 10, 12]]),
    "dropout": (lambda: tf.nn.dropout(rt(tf.float32), 0.0), ROWS),
}  # fmt: skip


def listed(value):
    if isinstance(value, tf.RaggedTensor):
        return value.to_list()
    return value.numpy().tolist()


@pytest.mark.parametrize("name", GIVEN)
def test_what_ops_give(name):
    call, expected = GIVEN[name]
    assert listed(call()) == expected


def test_softmax_of_rows():
    made = tf.nn.softmax(rt(tf.float32))
    for row, given in zip(made.to_list(), ROWS, strict=True):
        powers = np.exp(given)
        np.testing.assert_allclose(row, powers / powers.sum(), rtol=1e-6)


def test_means_of_nothing_are_nan():
    assert np.isnan(tf.reduce_mean(rt(tf.float32), axis=1).numpy()).tolist() == [False] * 2 + [
        True,
        False,
    ]


def test_gradients_reach_the_values():
    values = tf.Variable([1.0, 2.0, 3.0, 4.0])
    with tf.GradientTape() as tape:
        x = tf.RaggedTensor.from_row_lengths(values, [1, 0, 3])
        y = tf.reduce_sum(tf.square(tf.concat([x, x], axis=1)), axis=1) * [1.0, 1.0, 10.0]
    np.testing.assert_array_equal(tape.gradient(y, values), [4.0, 80.0, 120.0, 160.0])


REFUSED = {
    "op": (lambda: tf.sort(rt()), ValueError, "sort: a RaggedTensor is not taken here"),
    "matmul": (lambda: tf.matmul(rt(), rt()), ValueError, "matmul: a RaggedTensor is not taken"),
    "axis": (lambda: tf.reduce_sum(rt(), axis=2), ValueError, "reduce_sum: axis=2 out of bounds"),
    "rows": (
        lambda: tf.add(rt(), rt()[:3]),
        tf.errors.InvalidArgumentError,
        "must have the same rows",
    ),
    "tensor": (lambda: tf.convert_to_tensor(rt()), ValueError, "unsupported type .RaggedTensor."),
    "multiples": (lambda: tf.tile(rt(), [2]), ValueError, "tile: multiples must have 2 numbers"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name):
    call, kind, text = REFUSED[name]
    with pytest.raises(kind, match=text):
        call()
