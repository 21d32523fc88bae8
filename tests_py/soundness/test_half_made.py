"""What is said of objects whose __init__ has not run; torture/half_made.py tries all uses."""

import pytest

import pelton as tf

keras = tf.keras


class WeightFirst(keras.layers.Layer):
    def __init__(self):
        self.w = self.add_weight(shape=(2,))
        super().__init__()


class NeverCalled(keras.layers.Layer):
    def __init__(self, units):
        self.units = units


class OptimizerWithout(keras.optimizers.SGD):
    def __init__(self):
        self.learning_rate = 0.1


@pytest.mark.parametrize(
    "use",
    [
        WeightFirst,
        OptimizerWithout,
        lambda: repr(keras.layers.Dense.__new__(keras.layers.Dense)),
        lambda: keras.layers.Dense.__new__(keras.layers.Dense)(tf.ones((1, 2))),
        lambda: keras.optimizers.SGD.__new__(keras.optimizers.SGD).iterations,
        lambda: keras.metrics.Mean.__new__(keras.metrics.Mean).result(),
    ],
)
def test_the_error_says_what_was_forgotten(use):
    with pytest.raises(RuntimeError, match=r"you forgot to call `super\(\).__init__\(\)`"):
        use()


def test_an_init_that_never_calls_the_engines_says_so():
    with pytest.raises(RuntimeError, match="In layer .NeverCalled., you forgot"):
        NeverCalled(3)


def test_plain_attributes_may_come_first():
    class Early(keras.layers.Layer):
        def __init__(self, units):
            self.units = units
            self.sizes = [1, 2]
            self.supports_masking = True  # which super().__init__() sets, as in Keras
            super().__init__()

    layer = Early(3)
    assert layer.units == 3
    assert list(layer.sizes) == [1, 2]
    assert layer.name.startswith("early")
