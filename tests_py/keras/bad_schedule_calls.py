"""What learning rate schedules refuse: their rows of the bad-call tables."""

from __future__ import annotations

from typing import Any

from bad_call import BadCall, BadRow

import pelton as tf
from pelton.keras import optimizers
from pelton.keras.optimizers import schedules

GOOD: dict[str, dict[str, Any]] = {
    "ExponentialDecay": {"initial_learning_rate": 0.5, "decay_steps": 10, "decay_rate": 0.9},
    "InverseTimeDecay": {"initial_learning_rate": 0.5, "decay_steps": 10, "decay_rate": 0.9},
    "PolynomialDecay": {"initial_learning_rate": 0.5, "decay_steps": 10},
    "CosineDecay": {"initial_learning_rate": 0.5, "decay_steps": 10},
    "CosineDecayRestarts": {"initial_learning_rate": 0.5, "first_decay_steps": 10},
    "PiecewiseConstantDecay": {"boundaries": [5, 6], "values": [1.0, 0.5, 0.25]},
}


class Used:
    """A schedule that an optimizer has made a step by."""

    def __init__(self, name):
        self.cls = getattr(schedules, name)
        self.name = name
        self.schedule = self.cls(**GOOD[name])
        self.variable = tf.Variable([1.0, 2.0])
        self.optimizer = optimizers.SGD(self.schedule)
        self.optimizer.apply([tf.ones((2,))], [self.variable])

    def state(self):
        rates = [self.schedule(step) for step in range(12)]
        return rates, self.schedule.get_config(), self.variable, self.optimizer.iterations


def made(*says, **kwargs):
    """The constructor refuses the good arguments with these in their place."""
    return BadCall(lambda used: used.cls(**{**GOOD[used.name], **kwargs}), ValueError, says)


def called(step):
    """The call with `step` is refused."""
    return BadCall(lambda used: used.schedule(step), (TypeError, ValueError))


def steps_rows(argument):
    """What the argument that is a number of steps may not be."""
    return [
        made(f"`{argument}` must be > 0", f"{argument}=0", **{argument: 0}),
        made(f"`{argument}` must be > 0", f"{argument}=-2.5", **{argument: -2.5}),
        made(f"`{argument}` must be > 0", f"{argument}=nan", **{argument: float("nan")}),
        made(f"`{argument}` should be a number", f"{argument}=ten", **{argument: "ten"}),
        made(f"`{argument}` should be a number", f"{argument}=None", **{argument: None}),
    ]


def number_rows(*arguments):
    """What the arguments that are plain numbers may not be."""
    return [
        made(f"`{argument}` should be a number", f"{argument}={value}", **{argument: value})
        for argument in arguments
        for value in ("fast", [0.5, 0.25], "0.5")
    ]


RATE = "initial_learning_rate"
BAD = {
    "ExponentialDecay": [*steps_rows("decay_steps"), *number_rows(RATE, "decay_rate")],
    "InverseTimeDecay": [*steps_rows("decay_steps"), *number_rows(RATE, "decay_rate")],
    "PolynomialDecay": [
        *steps_rows("decay_steps"),
        *number_rows(RATE, "end_learning_rate", "power"),
    ],
    "CosineDecay": [
        *steps_rows("decay_steps"),
        *number_rows(RATE, "alpha", "warmup_target", "warmup_steps"),
    ],
    "CosineDecayRestarts": [
        *steps_rows("first_decay_steps"),
        *steps_rows("t_mul"),
        *number_rows(RATE, "m_mul", "alpha"),
    ],
    "PiecewiseConstantDecay": [
        made("1 less than the length of values", "of length 1", "of length 3", boundaries=[5]),
        made("1 less than the length of values", boundaries=[], values=[]),
        made("`boundaries` must not fall", "[6, 5]", boundaries=[6, 5]),
        made("`boundaries` should be a list of numbers", "boundaries=5", boundaries=5),
        made("`boundaries` should be a list of numbers", boundaries=["a", "b"]),
        made("`values` should be a list of numbers", "values=0.5", values=0.5),
        made("`values` should be a list of numbers", values="123"),
    ],
}
ROWS = [BadRow(name, lambda name=name: Used(name), Used.state, BAD[name]) for name in BAD]
