"""Symbolic tensors that leave the trace they belong to, in a list or an attribute, are refused
where they are used: TypeError, as TensorFlow's eager ops do, with name and trace."""

import pytest

import pelton as tf

ONE = tf.constant(1.0)
SCALAR = tf.TensorSpec([], tf.float32)


def of_concrete_function(out):
    tf.function(lambda x: out.append(x * 2) or x).get_concrete_function(SCALAR)


def of_argument(out):
    tf.function(lambda x: out.append(x) or x).get_concrete_function(SCALAR)


def of_variable(out):
    v = tf.Variable(2.0)
    tf.function(lambda x: out.append(v.read_value()) or x * v).get_concrete_function(SCALAR)


def of_open_size(out):
    spec = [tf.TensorSpec([None], tf.float32)]
    tf.function(lambda x: out.append(x + 1) or x, input_signature=spec)(tf.ones(3))


def of_loop(out):
    def body(i, x):
        out.append(x + 1)
        return i + 1, x * 2

    tf.function(lambda x: tf.while_loop(lambda i, _: i < 3, body, (0, x)))(ONE)


def of_branch(out):
    def then(x):
        out.append(x * 3)
        return x

    f = tf.function(lambda x: tf.cond(x > 0, lambda: then(x), lambda: x))
    f.get_concrete_function(SCALAR)


def of_map(out):
    tf.function(lambda x: tf.map_fn(lambda row: out.append(row + 1) or row, x))(tf.ones(3))


# How a tensor leaves, its name and whose it is.
SOURCES = {
    "a function": (of_concrete_function, "'mul:0'", "the function of_concrete_function.<locals>"),
    "an argument": (of_argument, "'x:0'", "the function of_argument"),
    "a variable's value": (of_variable, "'Variable", "the function of_variable"),
    "a function of open sizes": (of_open_size, "'add:0'", "the function of_open_size"),
    "a loop": (of_loop, "'add:0'", "the body of a branch or loop"),
    "a branch": (of_branch, "'mul:0'", "the body of a branch or loop"),
    "a map": (of_map, "'add:0'", "the body of a branch or loop"),
}


def in_tape(leaked):
    with tf.GradientTape() as tape:
        tape.watch(ONE)
        return ONE * tf.reduce_sum(leaked)


USES = {
    "an op": lambda leaked: tf.reduce_sum(leaked) + 1,
    "an operator": lambda leaked: leaked + 1.0,
    "a slice": lambda leaked: leaked[..., None],
    "a function": lambda leaked: tf.function(lambda x: x * leaked)(ONE),
    "a concrete function": lambda leaked: tf.function(lambda x: x * leaked).get_concrete_function(
        SCALAR
    ),
    "a result": lambda leaked: tf.function(lambda x: leaked)(ONE),
    "an argument": lambda leaked: tf.function(lambda x: x * 2)(leaked),
    "an argument that is returned": lambda leaked: tf.function(lambda x: x)(leaked),
    "a branch": lambda leaked: tf.function(
        lambda x: tf.cond(x > 0, lambda: tf.reduce_sum(leaked), lambda: x)
    )(ONE),
    "a tape": in_tape,
    "a layer": lambda leaked: tf.keras.layers.Dense(2)(tf.reshape(leaked, [1, 1])),
}


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("source", SOURCES)
def test_what_has_left_its_trace_is_refused(source, use):
    leave, name, owner = SOURCES[source]
    leaked = []
    leave(leaked)
    with pytest.raises(TypeError, match="is out of scope and cannot be used here") as caught:
        USES[use](leaked[0])
    text = str(caught.value)
    assert f"symbolic tensor {name}" in text and f"the trace of {owner}" in text
    assert "Return it from there and use what the call gives" in text


def test_the_body_of_a_loop_within_its_function():
    seen = []

    @tf.function
    def f(x):
        tf.while_loop(lambda i, _: i < 3, lambda i, y: seen.append(y) or (i + 1, y * 2), (0, x))
        return seen[0] + x

    with pytest.raises(TypeError, match="the body of a branch or loop, which has ended"):
        f(ONE)


def test_what_stays_usable():
    """Symbols of graphs of layers, of an outer function in an inner body, and first results."""
    x = tf.keras.Input((3,))
    y = tf.keras.layers.Dense(2)(tf.nn.relu(x) * 2)
    model = tf.keras.Model(x, y + 1)
    assert model(tf.ones([1, 3])).shape == (1, 2)

    @tf.function(input_signature=[SCALAR])
    def outer(a):
        doubled = a * 2

        @tf.function
        def inner(b):
            return tf.cond(b > 0, lambda: b + doubled, lambda: doubled)

        return inner(a) + inner(doubled)

    assert float(outer(ONE)) == 3.0 + 4.0
    kept = []
    first = tf.function(lambda a: kept.append(a * 2) or a)
    first(ONE)  # traced on values: what it computed is a tensor like any other
    assert float(kept[0]) == 2.0
