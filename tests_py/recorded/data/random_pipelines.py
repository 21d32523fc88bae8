"""Random pipelines: `code_of(number)` is the code of one, the same for every library and process.

A pipeline is a source and up to eight transformations, chosen among those that suit its elements,
now and then with arguments that are refused. In scope: `tf`, `np` and `D` for tf.data.Dataset."""

import random
from typing import NamedTuple

COUNT = 2000
START = "D = tf.data.Dataset\n"
DEEPEST = 8

# Kinds of elements: a number, a vector of numbers, a pair of numbers, a dict of two numbers.
NUMBER, VECTOR, PAIR, DICT = "number", "vector", "pair", "dict"

SOURCES = [
    (NUMBER, "D.range({n})"),
    (NUMBER, "D.range({n}, {n} + 7, 2)"),
    (NUMBER, "D.range({n}, -3, -2)"),
    (NUMBER, "D.from_tensor_slices(np.arange({n}) * 3 % 7)"),
    (NUMBER, "D.random(seed={seed}).take({n}).map(lambda x: x % 100)"),
    (NUMBER, "D.counter({n}, 3).take({n})"),
    (NUMBER, "D.from_generator(lambda: iter(range({n})), "
     "output_signature=tf.TensorSpec((), tf.int64))"),
    (VECTOR, "D.from_tensor_slices(np.arange(3 * {n}).reshape(-1, 3))"),
    (VECTOR, "D.from_generator(lambda: ([k] * (k % 4) for k in range({n})), "
     "output_signature=tf.TensorSpec([None], tf.int64))"),
    (PAIR, "D.from_tensor_slices((np.arange({n}), np.arange({n})[::-1].copy()))"),
    (PAIR, "D.zip(D.range({n}), D.range({n}).shuffle({small}, seed={seed}))"),
    (DICT, "D.from_tensor_slices({{'a': np.arange({n}), 'b': np.arange({n}) % 3}})"),
]  # fmt: skip

# Of any elements: (code, whether it gives a dataset of known kind: the same).
ANY = [
    ".take({n})", ".skip({small})", ".take(-1)", ".repeat({small}).take(30)", ".repeat().take({n})",
    ".shard({small}, 0)", ".shuffle({n}, seed={seed})", ".shuffle({small}, seed={seed})",
    ".shuffle({small}, seed={seed}, reshuffle_each_iteration=False).repeat(2)", ".cache()",
    ".shuffle({small}, seed={seed}).cache().repeat(2)", ".prefetch({small})",
    ".prefetch(tf.data.AUTOTUNE)", ".ignore_errors()", ".enumerate({n}).map(lambda i, *x: x[0])",
    ".apply(lambda d: d.skip(1))", ".with_options(tf.data.Options())",
    ".batch({small}).unbatch()",
]  # fmt: skip

# kind: [(the kind of what comes, code)].
OF = {
    NUMBER: [
        (NUMBER, ".map(lambda x: x * {small} + 1)"),
        (NUMBER, ".map(lambda x: tf.where(x % 2 == 0, x, -x), num_parallel_calls=2)"),
        (NUMBER, ".map(lambda x: tf.cond(x > 4, lambda: x - 4, lambda: x * 2))"),
        (NUMBER, ".map(lambda x: 12 // (x - {n}))"),
        (NUMBER, ".filter(lambda x: x % {small} != 1)"),
        (NUMBER, ".take_while(lambda x: x != {n})"),
        (NUMBER, ".flat_map(lambda x: D.range(x % 4))"),
        (NUMBER, ".interleave(lambda x: D.range(x, x + 3), cycle_length={small}, "
         "block_length={small})"),
        (NUMBER, ".interleave(lambda x: D.from_tensors(x).repeat(x % 3), {small}, "
         "num_parallel_calls=2)"),
        (NUMBER, ".scan(np.int64(0), lambda s, x: (s + x, s))"),
        (NUMBER, ".concatenate(D.range({small}))"),
        (NUMBER, ".unique()"),
        (NUMBER, ".window({small}, {small}).flat_map(lambda w: w)"),
        (VECTOR, ".batch({small})"),
        (VECTOR, ".batch({small}, drop_remainder=True)"),
        (VECTOR, ".batch({small}, num_parallel_calls=2)"),
        (VECTOR, ".map(lambda x: tf.fill([tf.abs(x) % 4], x))"),
        (VECTOR, ".map(lambda x: tf.stack([x, x + 1]))"),
        (VECTOR, ".window({small}, 1, drop_remainder=True).flat_map(lambda w: w.batch({small}))"),
        (VECTOR, ".group_by_window(lambda x: x % {small}, lambda k, w: w.batch(3), 3)"),
        (VECTOR, ".padded_batch({small})"),
        (PAIR, ".map(lambda x: (x, x + {n}))"),
        (PAIR, ".enumerate()"),
        (DICT, ".map(lambda x: {{'b': x, 'a': x * x}})"),
        (NUMBER, ".map(lambda x: tf.ensure_shape(tf.py_function(lambda y: y + 1, [x], tf.int64), "
         "[]))"),
    ],
    VECTOR: [
        (VECTOR, ".map(lambda x: x + {small})"),
        (VECTOR, ".map(lambda x: x[::-1])"),
        (VECTOR, ".map(lambda x: tf.concat([x, x], 0))"),
        (VECTOR, ".rebatch({small})"),
        (VECTOR, ".rebatch({small}, drop_remainder=True)"),
        (VECTOR, ".padded_batch({small}).map(lambda x: tf.reshape(x, [-1]))"),
        (VECTOR, ".padded_batch({small}, padded_shapes=[9], padding_values=np.int64(-1))"
         ".map(lambda x: x[0])"),
        (VECTOR, ".batch({small}).map(lambda x: x[0])"),
        (VECTOR, ".filter(lambda x: tf.size(x) > 1)"),
        (VECTOR, ".bucket_by_sequence_length(lambda x: tf.size(x), [2, 4], [2, 3, 1])"
         ".map(lambda x: x[-1])"),
        (NUMBER, ".unbatch()"),
        (NUMBER, ".map(lambda x: tf.reduce_sum(x))"),
        (NUMBER, ".flat_map(lambda x: D.from_tensor_slices(x))"),
        (NUMBER, ".flat_map(D.from_tensor_slices)"),
    ],
    PAIR: [
        (NUMBER, ".map(lambda a, b: a + {small} * b)"),
        (PAIR, ".map(lambda a, b: (b, a))"),
        (PAIR, ".filter(lambda a, b: a <= b)"),
        (PAIR, ".concatenate(D.from_tensors((np.int64(1), np.int64({n}))))"),
        (DICT, ".map(lambda a, b: {{'a': a, 'b': b}})"),
        (NUMBER, ".flat_map(lambda a, b: D.from_tensors(a).concatenate(D.from_tensors(b)))"),
        (VECTOR, ".batch({small}).map(lambda a, b: a - b)"),
        (NUMBER, ".scan(np.int64(1), lambda s, x: (s + x[0], s + x[1]))"),
    ],
    DICT: [
        (NUMBER, ".map(lambda d: d['a'] - d['b'])"),
        (DICT, ".map(lambda d: {{**d, 'a': d['a'] + 1}})"),
        (DICT, ".filter(lambda d: d['b'] != {small})"),
        (PAIR, ".map(lambda d: (d['a'], d['b']))"),
        (VECTOR, ".batch({small}).map(lambda d: d['b'])"),
        (NUMBER, ".window({small}).flat_map(lambda w: w['a'])"),
    ],
}  # fmt: skip

TWO = [
    (NUMBER, "D.choose_from_datasets([{one}, {other}], D.range(2).repeat({small}))"),
    (NUMBER, "D.choose_from_datasets([{one}, {other}], D.range(2).repeat(9), False)"),
    (PAIR, "D.zip({one}, {other})"),
    (NUMBER, "{one}.concatenate({other})"),
]

REFUSED = [
    ".batch(0)", ".shard(2, 5)", ".take(None)", ".window(0)", ".shuffle(0)", ".prefetch(-2)",
    ".map(5)", ".filter(lambda *x: 3)", ".map(lambda *x: object())",
    ".apply(lambda d: 3)", ".concatenate(D.from_tensors('a'))", ".repeat('b')", ".unbatch()",
    ".interleave(lambda *x: D.range(2), cycle_length=0)", ".map(lambda: 1)",
    ".reduce(np.int64(0), lambda s, *x: 1.5)", ".padded_batch(2, padded_shapes=[1, 1, 1])",
]  # fmt: skip


class Choices(NamedTuple):
    """What pipelines are made of."""

    sources: list
    any: list
    of: dict
    two: list
    refused: list


CHOICES = Choices(SOURCES, ANY, OF, TWO, REFUSED)


def _filled(draws, code):
    n, small, seed = draws.randrange(0, 14), draws.randrange(1, 5), draws.randrange(100)
    return code.format(n=n, small=small, seed=seed)


def _number(draws, choices):
    sources = [code for kind, code in choices.sources if kind == NUMBER]
    return _filled(draws, draws.choice(sources))


def _start(draws, choices):
    if draws.random() < 0.15:
        kind, code = draws.choice(choices.two)
        parts = {"one": _number(draws, choices), "other": _number(draws, choices)}
        return kind, code.format(**parts, small=draws.randrange(1, 5))
    kind, code = draws.choice(choices.sources)
    return kind, _filled(draws, code)


def code_of(number, choices=CHOICES):
    """The code of pipeline `number`."""
    draws = random.Random(number)
    kind, code = _start(draws, choices)
    for _ in range(draws.randrange(DEEPEST + 1)):
        if draws.random() < 0.02:
            code += draws.choice(choices.refused)
        elif draws.random() < 0.45:
            step = draws.choice(choices.any)
            if kind == PAIR and "*x" in step:
                step = ".enumerate({n}).map(lambda i, x: x)"
            code += _filled(draws, step)
        else:
            kind, step = draws.choice(choices.of[kind])
            code += _filled(draws, step)
    return code
