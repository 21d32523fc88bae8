"""What concrete functions show of themselves: the texts of real TensorFlow 2.21."""

import re

import pytest

import pelton as tf

SCALAR = "TensorSpec(shape=(), dtype=tf.int32, name=None)"
OPEN = "TensorSpec(shape=(None,), dtype=tf.float32, name=None)"
V = tf.Variable(1.0)


class Owner:
    @tf.function
    def method(self, x):
        return x


def _of(function, *args, **kwargs):
    return tf.function(function).get_concrete_function(*args, **kwargs)


ONE = tf.constant(1)
# name: the concrete function, its parameters, what it returns, how many variables it reads, and
# its parameters in one line.
SHOWN = {
    "spec": (
        lambda: _of(lambda x: x * V, tf.TensorSpec([None], tf.float32)),
        [f"x (POSITIONAL_OR_KEYWORD): {OPEN}"],
        OPEN,
        1,
        f"x: {OPEN}",
    ),
    "values and nests": (
        lambda: _of(lambda x, y=2, *, k=None: {"a": x, "b": [x, (x, y)]}, ONE),
        [
            f"x (POSITIONAL_OR_KEYWORD): {SCALAR}",
            "y (POSITIONAL_OR_KEYWORD): Literal[2]",
            "k (KEYWORD_ONLY): Literal[None]",
        ],
        f"Dict[['a', {SCALAR}], ['b', List[{SCALAR}, Tuple[{SCALAR}, {SCALAR}]]]]",
        0,
        f"x: {SCALAR}, y: Literal[2], *, k: Literal[None]",
    ),
    "nothing": (lambda: _of(lambda: None), [], "Literal[None]", 0, ""),
    "extra arguments": (
        lambda: _of(lambda *a, **k: a[0], ONE, z=ONE),
        [f"a_0 (POSITIONAL_ONLY): {SCALAR}", f"z (KEYWORD_ONLY): {SCALAR}"],
        SCALAR,
        0,
        f"a_0: {SCALAR}, /, *, z: {SCALAR}",
    ),
    "method": (
        lambda: Owner().method.get_concrete_function(ONE),
        [f"x (POSITIONAL_OR_KEYWORD): {SCALAR}"],
        SCALAR,
        0,
        f"x: {SCALAR}",
    ),
}


@pytest.mark.parametrize("name", SHOWN)
def test_texts_of_concrete_functions(name):
    make, parameters, returned, reads, line = SHOWN[name]
    concrete = make()
    captured = ["  N: TensorSpec(shape=(), dtype=tf.resource, name=None)"] * reads or ["  None"]
    lines = ["Input Parameters:", *(f"  {one}" for one in parameters), "Output Type:"]
    expected = "\n".join([*lines, f"  {returned}", "Captures:", *captured])
    assert re.sub(r"\d{9,}", "N", str(concrete)) == f"ConcreteFunction {expected}"
    assert concrete.pretty_printed_signature(verbose=False) == f"({line}) -> {returned}"
    assert re.fullmatch(
        re.escape(f"<ConcreteFunction ({line}) -> {returned} at ") + "0x[0-9A-F]+>", repr(concrete)
    )


def test_a_spec_keeps_its_name_among_the_parameters():
    spec = tf.TensorSpec([None], tf.int32, name="q")
    concrete = tf.function(lambda x: x, input_signature=[spec]).get_concrete_function()
    assert f"x (POSITIONAL_OR_KEYWORD): {spec!r}" in str(concrete)
