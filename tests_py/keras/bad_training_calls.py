"""What a model's training methods and its data refuse: their rows of the bad-call tables."""

from __future__ import annotations

import numpy as np
from bad_call import INVALID, BadCall, BadRow

import pelton as tf

L = tf.keras.layers
X = np.linspace(-1, 1, 40, dtype="float32").reshape(10, 4)
Y = (np.arange(10) % 3).astype("int32")
LATE = np.where(np.arange(10) == 7, 5, Y).astype("int32")  # the eighth label is out of range


def trained():
    """A model with weights, moving averages, slots and figures that a refused call may not move."""
    model = tf.keras.Sequential(
        [tf.keras.Input((4,)), L.Dense(5), L.BatchNormalization(), L.Dropout(0.5), L.Dense(3)]
    )
    loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    own = tf.keras.metrics.SparseCategoricalAccuracy(name="own")
    model.compile("adam", loss, metrics=["accuracy", own], weighted_metrics=["accuracy"])
    model.fit(X, Y, batch_size=5, verbose=0)
    return model


def weights_and_steps(model):
    return model.weights, model.optimizer.variables, model.built, [m.name for m in model.metrics]


def everything(model):
    """Also the figures: for calls on one batch, which start no run."""
    return weights_and_steps(model), [metric.variables for metric in model.metrics]


class FourParts:
    """Batches of more than x, y and weights."""

    def __iter__(self):
        yield X, Y, Y, Y


def refused(error, call, *says, arrays=()):
    return BadCall(call, error, says, arrays)


WIDE = np.ones((10, 5), "float32")
DEEP = np.ones((10, 4, 4), "float32")
HUGE = np.ones((10, 7), "int32")
DATA = [  # whatever takes x (and y)
    (ValueError, (X, Y[:7]), {}, ("10", "7")),
    (ValueError, (WIDE, Y), {}, ("(", "5)", "4")),
    (ValueError, (DEEP, Y), {}, ("4, 4)",)),
    (ValueError, (None, Y), {}, ("`x`", "None")),
    (ValueError, ("data", Y), {}, ("x='data'", "str")),
    (ValueError, (X, np.array(["a"] * 10)), {}, ("`y`", "<U1")),
    (ValueError, (np.array([object()] * 10), Y), {}, ("`x`", "object")),
    (ValueError, ([X, X], Y), {}, ("`x`", "2 arrays", "(10, 4)")),
    (ValueError, (X, {"out": Y}), {}, ("`y`", "['out']")),
    (ValueError, (X, Y), {"sample_weight": np.ones(3)}, ("10", "3")),
    (INVALID, (X, Y - 1), {}, ("label value of -1 ", "at batch position", "[0, 3)")),
    (ValueError, (X, HUGE), {}, ("target.shape=", "7)")),
]
BATCH = [
    *DATA,
    (INVALID, (X, LATE), {}, ("label value of 5 ", "position 7", "[0, 3)")),
]
# In a run the position is that within its batch.
RUN = [
    *DATA,
    (INVALID, (X, LATE), {"batch_size": 10}, ("label value of 5 ", "[0, 3)")),
    (ValueError, (X, Y), {"batch_size": -2}, ("`batch_size`", "-2")),
    (TypeError, (X, Y), {"batch_size": 2.5}, ("`batch_size`", "2.5")),
    (ValueError, (FourParts(),), {}, ("4",)),
]
FIT = [
    (ValueError, (X, Y), {"validation_split": 1.5}, ("validation_split", "1.5")),
    (ValueError, (X, Y), {"validation_data": (X, Y, Y, Y)}, ("validation_data", "4")),
    (ValueError, (X, Y), {"validation_freq": 0}, ("validation_freq=0",)),
    (ValueError, (X, Y), {"validation_freq": "often"}, ("validation_freq=often",)),
    (ValueError, (X, Y), {"steps_per_epoch": -1}, ("`steps_per_epoch`", "-1")),
    (TypeError, (X, Y), {"class_weight": [1.0]}, ("`class_weight`", "[1.0]")),
    (ValueError, (X, Y), {"class_weight": {"a": 1.0}}, ("`class_weight`", "'a'")),
    (ValueError, (X, Y), {"shuffle": "some"}, ("`shuffle`", "'some'")),
    (TypeError, (X, Y), {"callbacks": [3]}, ("callbacks", "position 0", "int")),
]
PREDICT = [
    (ValueError, (WIDE,), {}, ("5)",)),
    (ValueError, (None,), {}, ("`x`", "None")),
    (ValueError, ("data",), {}, ("x='data'",)),
    (ValueError, ([X, X],), {}, ("`x`", "2 arrays")),
    (ValueError, ({"a": X},), {}, ("`x`", "['a']")),
    (ValueError, (DEEP,), {}, ("4, 4)",)),
]
COMPILE = [
    (ValueError, ("adamm", "mse"), {}, ("adamm",)),
    (ValueError, (3, "mse"), {}, ("3",)),
    (ValueError, ("sgd", "nope"), {}, ("nope",)),
    (ValueError, ("sgd", 3), {}, ("loss", "3")),
    (ValueError, ("sgd", ["mse", "mae"]), {}, ("`loss`", "2 entries")),
    (ValueError, ("sgd", "mse"), {"metrics": "mae"}, ("metrics=mae",)),
    (ValueError, ("sgd", "mse"), {"metrics": [3]}, ("metric", "3")),
    (ValueError, ("sgd", "mse"), {"loss_weights": [1.0, 2.0]}, ("`loss_weights`", "2")),
    (ValueError, ("sgd", "mse"), {"steps_per_execution": 0}, ("steps_per_execution=0",)),
    (TypeError, ("sgd",), {"losses": "mse"}, ("losses",)),
]


def rows():
    quiet = {"verbose": 0}
    for name, table, options, state in (
        ("fit", [*RUN, *FIT], quiet, weights_and_steps),
        ("evaluate", RUN, quiet, weights_and_steps),
        ("predict", PREDICT, quiet, everything),
        ("train_on_batch", BATCH, {}, everything),
        ("test_on_batch", BATCH, {}, everything),
        ("predict_on_batch", PREDICT, {}, everything),
        ("compile", COMPILE, {}, everything),
    ):
        calls = [
            refused(
                error,
                lambda model, name=name, args=args, kwargs={**kwargs, **options}: getattr(
                    model, name
                )(*args, **kwargs),
                *says,
            )
            for error, args, kwargs, says in table
        ]
        # The messages name arguments, not the method, as Keras's do.
        yield BadRow(name, trained, state, calls, names=("",))


ROWS = list(rows())
