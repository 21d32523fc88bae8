"""What an error in a `call` written in Python says, and which shapes `build` and
`compute_output_shape` of the user's get: as Keras 3.15 has them."""

import numpy as np
import pytest

import pelton as tf

keras = tf.keras
L = keras.layers
HEAD = (
    "Exception encountered when calling {0}.call().\n\n\x1b[1m{1}\x1b[0m\n\n"
    "Arguments received by {0}.call():\n"
)


class Failing(L.Layer):
    def __init__(self, error, **kwargs):
        super().__init__(**kwargs)
        self.error = error

    def call(self, x, mask=None, training=False, k=3):
        raise self.error


class OddError(Exception):
    def __init__(self, one, two):
        super().__init__(one, two)

    def __str__(self):
        return "odd"


class Around(L.Layer):
    def __init__(self):
        super().__init__()
        self.inner = Failing(ValueError("boom"))

    def call(self, inputs):
        return self.inner(inputs["a"], k=[inputs["b"]])


def text_of(call, error=ValueError):
    with pytest.raises(error) as caught:
        call()
    return str(caught.value)


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (ValueError("boom"), ValueError),
        (OddError(1, 2), RuntimeError),
        (KeyError("boom"), KeyError),
    ],
)
def test_errors_name_layer_and_arguments(error, kind):
    layer = Failing(error)
    with pytest.raises(kind) as caught:
        layer(tf.ones((2, 3)), k=5)
    head = HEAD.format("Failing", error.args[0] if kind is RuntimeError else "boom")
    received = "  • x=tf.Tensor(shape=(2, 3), dtype=float32)\n  • mask=None\n  • training=False\n"
    assert caught.value.args[0] == f"{head}{received}  • k=5"


def test_only_the_innermost_layer_is_named():
    a, b = np.ones((2, 2), "float32"), np.ones((3,), "float32")
    text = text_of(lambda: Around()({"a": a, "b": b}))
    assert text.startswith("Exception encountered when calling Failing.call().")
    assert "  • k=['tf.Tensor(shape=(3,), dtype=float32)']" in text
    assert "Around" not in text


def test_calls_on_symbolic_tensors_say_what_to_write():
    layer = Failing(ValueError("boom"), name="f")
    text = text_of(lambda: layer(keras.Input((2,), name="i")))
    start = (
        "Could not automatically infer the output shape / dtype of 'f' (of type Failing). Either "
        "the `Failing.call()` method is incorrect, or you need to implement the "
        "`Failing.compute_output_spec() / compute_output_shape()` method. Error encountered:\n\n"
        "boom"
    )
    assert text == HEAD.format("Failing", start) + (
        "  • args=('<KerasTensor shape=(None, 2), dtype=float32, sparse=False, ragged=False, "
        "name=i>',)\n  • kwargs={'training': 'False', 'mask': 'None'}"
    )


def test_errors_in_a_sequential_are_noted_and_interrupts_are_not():
    model = keras.Sequential([L.Dense(2), Failing(ValueError("boom"))])
    assert "Failing.call()" in text_of(lambda: model(np.ones((1, 2), "float32")))
    with pytest.raises(KeyboardInterrupt) as caught:
        Failing(KeyboardInterrupt("stop"))(tf.ones((1,)))
    assert caught.value.args == ("stop",)


class TwoInputs(L.Layer):
    def build(self, query_shape, memory_shape):
        self.seen = query_shape, memory_shape

    def call(self, query, memory=None):
        return query


class BadSuffix(TwoInputs):
    def build(self, query_shape, memory):
        self.seen = None


class UnknownName(TwoInputs):
    def build(self, query_shape, other_shape):
        self.seen = None


def test_build_gets_the_shapes_that_it_names():
    layer = TwoInputs()
    layer(tf.ones((2, 3)), memory=tf.ones((2, 5, 1)))
    assert layer.seen == ((2, 3), (2, 5, 1))
    layer = TwoInputs()
    layer(keras.Input((3,)), memory=keras.Input((5, 1)))
    assert layer.seen == ((None, 3), (None, 5, 1))


@pytest.mark.parametrize(
    ("cls", "part"),
    [(BadSuffix, "does not end in `_shape`"), (UnknownName, "does not have argument `other`")],
)
def test_build_with_other_names_is_refused(cls, part):
    text = text_of(lambda: cls()(tf.ones((2, 3)), memory=tf.ones((2,))))
    assert text.startswith("For a `build()` method with more than one argument") and part in text


class BySpec(L.Layer):
    def call(self, x):
        raise RuntimeError("not asked")

    def compute_output_spec(self, x):
        return keras.KerasTensor((*x.shape[:-1], 7), "int32")


class ByShape(L.Layer):
    def call(self, x):
        raise RuntimeError("not asked")

    def compute_output_shape(self, input_shape):
        return [(*input_shape[:-1], 7), input_shape]


def test_own_specs_and_shapes_go_before_call():
    spec = BySpec()(keras.Input((3,)))
    assert (tuple(spec.shape), spec.dtype.name) == ((None, 7), "int32")
    first, second = ByShape()(keras.Input((3,)))
    assert (tuple(first.shape), tuple(second.shape)) == ((None, 7), (None, 3))
    assert BySpec().compute_output_shape((None, 3)) == (None, 7)


def test_a_sequential_without_input_takes_nests():
    class Summed(L.Layer):
        def call(self, inputs):
            return sum(inputs.values()) if isinstance(inputs, dict) else sum(inputs)

    model = keras.Sequential([Summed(), L.Dense(1, kernel_initializer="ones")])
    x = np.ones((2, 3), "float32")
    for nest in ({"a": x, "b": x}, [x, x]):
        assert model(nest).numpy().tolist() == [[6.0], [6.0]]
    with pytest.raises(ValueError, match="expects 1 input"):
        keras.Sequential([keras.Input((3,)), L.Dense(1)])([x, x])
