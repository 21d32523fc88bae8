"""What a trace of tf.function depends on, part by part: each row changes one thing between calls,
and the calls before, under and after the change give what the Python code gives."""

import contextlib
import itertools
from collections import namedtuple
from typing import Any, NamedTuple

import numpy as np
import pytest

import pelton as tf
from changed_settings import changed, floatx, soft_placement
from key_parts import fields_of, methods_of

CALLS = 4  # traced, compiled, run, run
Pair = namedtuple("Pair", "first second")
Other = namedtuple("Other", "first second")


class Case(NamedTuple):
    """A function that is called with `before`, then `after` within `scope`, then `before`."""

    function: Any
    before: Any = ()  # positional arguments
    after: Any = None  # those of `before` where there are none
    scope: Any = contextlib.nullcontext
    traces: int = 2
    named: bool = False  # arguments are keywords
    reduce_retracing: bool = False


ONE = tf.constant([1.0, 2.0, 3.0])
INTS, THREE = tf.constant([1, 2, 3]), tf.constant(3.0)
FIRST, SECOND = tf.Variable([1.0, 2.0]), tf.Variable([5.0, 7.0])


def owner(factor):
    made = type("Owner", (), {})()
    made.factor = factor
    return made


def double(x):
    return x * 2


def weighted(nest):
    """Each element of a nest by the number of elements in it."""
    if not isinstance(nest, list):
        return nest
    return sum(weighted(item) for item in nest) * len(nest)


def attribute(target, name, value):
    return lambda: changed(lambda: getattr(target, name), lambda v: setattr(target, name, v), value)


def of_shape(size):
    """A function of a variable of open shape, and how another shape comes into it."""
    variable = tf.Variable([1.0, 2.0], shape=tf.TensorShape([None]))
    change = changed(variable.numpy, variable.assign, np.ones(size, np.float32))
    return Case(lambda: variable * float(len(variable.value())), scope=lambda: change)


def of_trainable():
    variable = tf.Variable(2.0)

    def gradient(x):
        with tf.GradientTape() as tape:
            y = variable * x
        return tape.gradient(y, variable, unconnected_gradients="zero")

    return Case(gradient, (tf.constant(3.0),), scope=attribute(variable, "trainable", False))


def of_values():
    """What a trace reads anew in each run."""
    variable = tf.Variable([1.0, 2.0])
    change = changed(variable.numpy, variable.assign, [9.0, 8.0])
    return Case(lambda x: x * variable, (2.0,), scope=lambda: change, traces=1)


def of_rate():
    optimizer, weight = tf.keras.optimizers.SGD(0.5), tf.Variable(0.0)

    def step(x):
        weight.assign(1.0)
        optimizer.apply([x], [weight])
        return weight * 1

    change = attribute(optimizer, "learning_rate", 0.25)
    return Case(step, (tf.constant(1.0),), scope=change, traces=1)


def of_module(value):
    module = tf.Module()
    module.weight = tf.Variable([value, 1.0])
    return module


def eager_functions(on):
    return changed(tf.config.functions_run_eagerly, tf.config.run_functions_eagerly, on)


def of_guard():
    def branch(x):
        return x * 2 if tf.reduce_sum(x) > 0 else x - 1

    return Case(branch, (ONE,), (-ONE,), traces=1)  # two paths of one signature


def of_mean():
    def mean(x):
        return tf.reduce_sum(x) / tf.cast(tf.shape(x)[0], tf.float32)

    return Case(mean, (ONE,), (tf.ones(7),), reduce_retracing=True)


RAGGED = tf.ragged.constant([[1.0, 2.0], [3.0]])
SPARSE = tf.sparse.from_dense([[0.0, 1.0], [2.0, 0.0]])


def ragged_sums(x):
    return tf.reduce_sum(x * 2, axis=1)


TURNED = tf.transpose(tf.reshape(tf.range(9.0), [3, 3]))

# By what they change: a part of the key as the C++ headers name it, and how.
CASES = {
    "tensor: dtype": lambda: Case(double, (ONE,), (INTS,)),
    "tensor: half": lambda: Case(double, (tf.cast(ONE, "float16"),), (tf.cast(ONE, "bfloat16"),)),
    "tensor: size": lambda: Case(double, (ONE,), (tf.ones(5),)),
    "tensor: rank": lambda: Case(tf.reduce_sum, (ONE,), (tf.ones([3, 1]),)),
    "tensor: order": lambda: Case(lambda x, y: x - y, (ONE, ONE[:1]), (ONE[:1], ONE)),
    "tensor: value": lambda: Case(double, (ONE,), (ONE * -3,), traces=1),
    "tensor: strides": lambda: Case(double, (tf.ones([3, 3]),), (TURNED,), traces=1),
    "tensor: array": lambda: Case(double, (ONE,), (np.float32([4, 5, 6]),), traces=1),
    "tensor: array's dtype": lambda: Case(double, (np.ones(3, "f4"),), (np.ones(3, "f8"),)),
    "tensor: NumPy's number": lambda: Case(double, (tf.constant(1.0),), (np.float32(4),), traces=1),
    "tensor: the same one twice": lambda: Case(
        lambda x, y: x * 2 + y, (ONE, ONE), (ONE, ONE + 1), traces=1
    ),
    "tensors: in place of a number": lambda: Case(
        lambda x: ONE * x * (2 if isinstance(x, float) else 3), (tf.constant(1.0),), (1.0,)
    ),
    "open_shapes: size": of_mean,
    "composite: rows": lambda: Case(ragged_sums, (RAGGED,), (tf.ragged.constant([[1.0]]),)),
    "composite: class": lambda: Case(lambda x: x.values * 2, (SPARSE,), (RAGGED,)),
    "shapes: of parts, which are open": lambda: Case(
        ragged_sums, (RAGGED,), (tf.ragged.constant([[1.0], [2.0, 3.0, 4.0]]),), traces=1
    ),
    "specs: what is static": lambda: Case(
        lambda x: x.values * float(x.shape[1]),
        (SPARSE,),
        (tf.sparse.from_dense([[0.0, 1, 1]] * 2),),
    ),
    "number: value": lambda: Case(lambda x, n: x * n, (ONE, 2), (ONE, 3)),
    "number: sign of zero": lambda: Case(lambda x, n: x / n, (ONE, 0.0), (ONE, -0.0)),
    "number: not a number": lambda: Case(lambda x, n: x * n, (ONE, 1.0), (ONE, float("nan"))),
    "number: type": lambda: Case(lambda x, n: x * n + type(n)(1), (ONE, 2), (ONE, 2.0)),
    "number: truth": lambda: Case(lambda x, n: x if n is True else -x, (ONE, 1), (ONE, True)),
    "number: large": lambda: Case(lambda x, n: x + n % 7, (ONE, 2**80), (ONE, 2**80 + 1)),
    "number: complex": lambda: Case(lambda x, n: x * n.imag, (ONE, 1j), (ONE, 2j)),
    "number: None": lambda: Case(lambda x, n: x if n is None else x * n, (ONE, None), (ONE, 2)),
    "text: value": lambda: Case(lambda x, op: getattr(tf, op)(x), (ONE, "exp"), (ONE, "sqrt")),
    "text: bytes": lambda: Case(lambda x, s: x * len(str(s)), (ONE, "a"), (ONE, b"a")),
    "items: length": lambda: Case(weighted, ([ONE],), ([ONE, ONE],)),
    "items: depth": lambda: Case(weighted, ([ONE, [ONE]],), ([[ONE], ONE],)),
    "items: list or tuple": lambda: Case(
        lambda x: x[0] * (2 if isinstance(x, list) else 3), ([ONE],), ((ONE,),)
    ),
    "items: named tuple": lambda: Case(
        lambda x: x.first * (2 if isinstance(x, Pair) else 3), (Pair(ONE, 1),), (Other(ONE, 1),)
    ),
    "dict: key": lambda: Case(
        lambda x: x["a"] * 2 if "a" in x else x["b"] * 3, ({"a": ONE},), ({"b": ONE},)
    ),
    "dict: value": lambda: Case(
        lambda x: x["a"] * x["n"], ({"a": ONE, "n": 1},), ({"a": ONE, "n": 2},)
    ),
    "dict: order": lambda: Case(
        lambda x: x["a"] - x["b"], ({"a": ONE, "b": THREE},), ({"b": THREE, "a": ONE},), traces=1
    ),
    "object: identity": lambda: Case(
        lambda x, o: x * o.factor, (ONE, owner(2.0)), (ONE, owner(3.0))
    ),
    "objects: tf.Module": lambda: Case(
        lambda x, m: x * m.weight, (2.0, of_module(2.0)), (2.0, of_module(5.0))
    ),
    "variables: identity": lambda: Case(lambda x, v: x * v, (2.0, FIRST), (2.0, SECOND)),
    "call: keywords": lambda: Case(
        lambda **named: sum(named.values()), {"a": ONE}, {"a": ONE, "b": ONE}, named=True
    ),
    "context: floatx": lambda: Case(
        lambda x: tf.cast(x, tf.keras.config.floatx()) / 3, (ONE,), scope=lambda: floatx("float64")
    ),
    "context: device scope": lambda: Case(
        lambda x: tf.zeros(3) + x, (ONE,), scope=lambda: tf.device("/CPU:0")
    ),
    "trainable: of a variable": of_trainable,
    "shape: of a variable": lambda: of_shape(5),
    "variable: value": of_values,
    "soft: placement": lambda: Case(double, (ONE,), scope=lambda: soft_placement(False), traces=1),
    "nothing: a value that decides": of_guard,
    "nothing: an optimizer's rate": of_rate,
    "nothing: functions run eagerly": lambda: Case(
        double, (ONE,), scope=lambda: eager_functions(True), traces=1
    ),
    "nothing: a tape": lambda: Case(double, (ONE,), scope=tf.GradientTape, traces=1),
}

# What is no part of a row's name above: where it is shown instead.
ELSEWHERE = {
    "bytes": "all of them",
    "scoped": "context: device scope",
    "is_open": "open_shapes: size, shapes: of parts",
    "open_specs": "functions/test_composites.py",
    "request": "context: device scope",
    "devices": "devices/test_placement.py",
}


def leaves(result):
    return [np.asarray(leaf) for leaf in tf.nest.flatten(result)]


def check(function, case, arguments):
    """CALLS calls give what the Python function gives."""
    for _ in range(CALLS):
        args, named = ((), arguments) if case.named else (arguments, {})
        both = leaves(function(*args, **named)), leaves(case.function(*args, **named))
        for got, expected in zip(*both, strict=True):
            assert got.dtype == expected.dtype and got.shape == expected.shape
            np.testing.assert_allclose(got.astype("f8"), expected.astype("f8"), rtol=1e-6)


@pytest.mark.parametrize("name", CASES)
def test_each_part_of_the_signature(name):
    case = CASES[name]()
    function = tf.function(case.function, reduce_retracing=case.reduce_retracing)
    check(function, case, case.before)
    assert function.experimental_get_tracing_count() == 1
    with case.scope():
        check(function, case, case.before if case.after is None else case.after)
    check(function, case, case.before)
    assert function.experimental_get_tracing_count() == case.traces
    assert "not recorded" not in tf.config.experimental.explain_program(function)


def test_every_part_has_a_row():
    trace = "bindings/program/"
    parts = [
        *methods_of(trace + "signature.h", "Signature", "add_"),
        *fields_of(trace + "signature.h", "Signature"),
        *fields_of(trace + "concrete_function.h", "Guard"),
        *fields_of("program/exec/replay.h", "Guard"),
    ]
    assert len(parts) >= 20
    shown = {name.split(":")[0] for name in itertools.chain(CASES)} | set(ELSEWHERE)
    assert [part for part in parts if part not in shown] == []


def test_the_training_flag_of_the_call_around():
    drop = tf.keras.layers.Dropout(1 - 1e-9)
    inner = tf.function(lambda x: drop(x))

    class Around(tf.keras.layers.Layer):
        def call(self, inputs):
            return inner(inputs)

    layer, x = Around(), tf.ones([4, 4])
    for training, total in itertools.product((False, True), (0, 1)):
        for _ in range(CALLS):
            assert float(tf.reduce_sum(layer(x, training=training))) == (0 if training else 16)
        assert total in (0, 1)
    assert inner.experimental_get_tracing_count() == 2


def test_attributes_of_python_objects_are_as_they_were_while_tracing():
    """As in TensorFlow: a change of Python state is seen by the next trace."""
    made = owner(2.0)
    function = tf.function(lambda x: x * made.factor)
    for _ in range(CALLS):
        assert function(ONE).numpy().tolist() == [2, 4, 6]
    made.factor = 3.0
    assert function(ONE).numpy().tolist() == [2, 4, 6]
    assert function(ONE[:2]).numpy().tolist() == [3, 6]


def test_seeds_set_between_runs_begin_anew():
    """As in TensorFlow: ops keep the seed of their trace, and begin anew at each set_seed."""
    tf.random.set_seed(1)
    function = tf.function(lambda: tf.random.uniform([3]))
    drawn = []
    for seed in (1, 2, 1, 3):
        tf.random.set_seed(seed)
        drawn.append([function().numpy().tolist() for _ in range(CALLS)])
    assert drawn[0] == drawn[1] == drawn[2] == drawn[3] and drawn[0][0] != drawn[0][1]
    assert function.experimental_get_tracing_count() == 1


@pytest.mark.parametrize("is_open", [False, True])
def test_masks_stay_inside_of_functions(is_open):
    """As in TensorFlow: neither arguments nor results of functions carry masks."""
    embed, lstm = tf.keras.layers.Embedding(5, 3, mask_zero=True), tf.keras.layers.LSTM(2)
    words = tf.constant([[1, 2, 0], [3, 0, 0]])
    vectors = embed(words)
    assert vectors._keras_mask is not None
    spec = [tf.TensorSpec([None, 3], "int32")] if is_open else None
    out = tf.function(lambda words: {"vectors": embed(words)}, input_signature=spec)
    into = tf.function(lambda x: (x, lstm(x)))
    for _ in range(CALLS):
        assert out(words)["vectors"]._keras_mask is None
        same, last = into(vectors)
        assert same._keras_mask is None
        np.testing.assert_allclose(last, lstm(tf.identity(vectors)), rtol=1e-5)
    assert vectors._keras_mask is not None
