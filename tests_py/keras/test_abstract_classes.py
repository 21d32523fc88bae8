"""Abstract classes of users derive from layers, models, losses, metrics, optimizers and parts."""

import abc
import typing

import pytest

import pelton as tf

keras = tf.keras
CLASSES = [
    keras.layers.Layer, keras.Model, keras.Sequential, keras.layers.Dense, keras.layers.RNN,
    keras.losses.Loss, keras.losses.MeanSquaredError, keras.metrics.Metric, keras.metrics.Mean,
    keras.optimizers.Optimizer, keras.optimizers.Adam, keras.initializers.Initializer,
    keras.regularizers.Regularizer, keras.constraints.Constraint,
    keras.optimizers.schedules.LearningRateSchedule, keras.callbacks.Callback, tf.Module,
]  # fmt: skip


@pytest.mark.parametrize("base", CLASSES, ids=lambda base: base.__name__)
def test_abstract_class(base):
    class Abstract(base, metaclass=abc.ABCMeta):
        @abc.abstractmethod
        def one(self): ...

        @abc.abstractmethod
        def two(self): ...

    class Also(Abstract, abc.ABC):
        def one(self): ...

    message = "Can't instantiate abstract class Abstract with abstract methods one, two"
    with pytest.raises(TypeError, match=message):
        Abstract()
    with pytest.raises(TypeError, match="class Also with abstract method two"):
        Also()
    assert issubclass(Also, base) and not issubclass(base, Also)


def test_model_and_layer_of_abstract_classes():
    class Base(keras.Model, abc.ABC):
        def __init__(self, units, **options):
            super().__init__(**options)
            self.dense = keras.layers.Dense(units)

        @abc.abstractmethod
        def call(self, x): ...

    class Plain(Base):
        def call(self, x):
            return self.dense(x)

    class Twice(abc.ABC):
        @abc.abstractmethod
        def call(self, x): ...

    class Layer(Twice, keras.layers.Layer):
        def call(self, x):
            return 2 * x

    model = Plain(2, name="mine")
    assert model(tf.ones([1, 3])).shape == (1, 2) and model.name == "mine"
    model.compile("sgd", "mse")
    model.fit(tf.ones([4, 3]), tf.ones([4, 2]), verbose=0)
    assert isinstance(model, Base) and isinstance(Layer(), Twice)
    assert float(keras.Sequential([Layer()])(tf.ones([1]))[0]) == 2.0


def test_classes_made_by_type_know_their_module():
    assert type("Made", (keras.layers.Layer,), {}).__module__ == __name__


@pytest.mark.parametrize("base", CLASSES[:-1], ids=lambda base: base.__name__)
def test_generic_classes_and_mixins_hear_of_derived_classes(base):
    kinds = {}

    class Mixin:
        def __init_subclass__(cls, kind=None, **options):
            super().__init_subclass__(**options)
            kinds[cls.__name__] = kind

    class Generic(base, typing.Generic[typing.TypeVar("T")], Mixin, abc.ABC): ...

    class Whole(Generic[int], kind="whole"): ...

    assert kinds == {"Generic": None, "Whole": "whole"}
    with pytest.raises(TypeError):

        class Wrong(base, no_such=1): ...
