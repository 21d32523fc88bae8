"""What optimizers refuse: the optimizer rows of the bad-call tables."""

from __future__ import annotations

import numpy as np
from bad_call import INVALID, BadCall, BadRow

import pelton as tf
from pelton.keras import optimizers


class Stepped:
    """An optimizer after one step, with its variables; `fresh` has not seen any."""

    def __init__(self, cls):
        self.cls = cls
        self.kernel = tf.Variable(np.full((2, 3), 2.0, "float32"), name="kernel")
        self.bias = tf.Variable(np.full(3, 1.0, "float32"), name="bias")
        self.optimizer = cls(learning_rate=0.5)
        self.optimizer.apply([tf.ones((2, 3)), tf.ones((3,))], [self.kernel, self.bias])
        self.fresh = cls()

    def state(self):
        values = [self.kernel, self.bias, *self.optimizer.variables, *self.fresh.variables]
        config = self.optimizer.get_config()
        return values, self.optimizer.iterations, self.fresh.built, config, self.fresh.get_config()


def made(error, *says, **kwargs):
    """The constructor refuses `kwargs`."""
    return BadCall(lambda subject: subject.cls(**kwargs), error, says)


def used(error, call, *says, arrays=()):
    """`call(stepped)` is refused."""
    return BadCall(call, error, says, arrays)


def stranger():
    return tf.Variable(np.zeros(3, "float32"), name="stranger")


ARGUMENTS = [
    made(ValueError, "learning_rate=fast", learning_rate="fast"),
    made(ValueError, "learning_rate=1", learning_rate=1),
    made(ValueError, "Only one of", "clipnorm=1.0", clipnorm=1.0, clipvalue=1.0),
    made(ValueError, "gradient_accumulation_steps=1", ">= 2", gradient_accumulation_steps=1),
    made(ValueError, "ema_momentum=-1.0", use_ema=True, ema_momentum=-1.0),
    made(ValueError, "`weight_decay`", "weight_decay=much", weight_decay="much"),
    made(ValueError, "`name`", "name=3", name=3),
    made(ValueError, "not recognized", "'nothing'", nothing=1),
]
STEPS = [
    used(
        INVALID,
        lambda s: s.optimizer.apply([tf.ones((4, 4)), None], [s.kernel, s.bias]),
        "'kernel'",
        "(2, 3)",
        "(4, 4)",
        "float32",
    ),
    used(
        INVALID,
        lambda s: s.fresh.apply([tf.ones((2, 3)), tf.ones((4,))], [s.kernel, s.bias]),
        "'bias'",
        "(3,)",
        "(4,)",
        "float32",
    ),
    used(ValueError, lambda s: s.optimizer.apply([tf.ones((2, 3))]), "1 gradients", "2 trainable"),
    used(ValueError, lambda s: s.fresh.apply([tf.ones((2, 3))]), "must already be built"),
    used(
        ValueError,
        lambda s: s.fresh.apply([tf.ones((2, 3))], [s.kernel, s.bias]),
        "1 gradients for 2 variables",
    ),
    used(
        ValueError,
        lambda s: s.fresh.apply([None, None], [s.kernel, s.bias]),
        "No gradients provided",
    ),
    used(
        ValueError,
        lambda s: s.optimizer.apply([tf.ones((3,))], [stranger()]),
        "Unknown variable",
        "stranger",
        "shape=(3,)",
        "float32",
    ),
    used(
        INVALID,
        lambda s: s.optimizer.apply(["text", None], [s.kernel, s.bias]),
        "'kernel'",
        "a gradient of string",
    ),
    used(
        TypeError,
        lambda s: s.optimizer.apply_gradients([(tf.ones((2, 3)), "kernel")]),
        "argument `variables[0]`",
        "str",
    ),
    used(
        ValueError,
        lambda s: s.optimizer.apply_gradients([(tf.ones((2, 3)), s.kernel, 1)]),
        "(gradient, variable) pairs",
        "length 3",
    ),
]
OWN = {
    "Adafactor": [
        made(ValueError, "epsilon_1=small", epsilon_1="small"),
        made(ValueError, "clip_threshold=None", clip_threshold=None),
        made(ValueError, "relative_step=maybe", relative_step="maybe"),
    ],
    "Muon": [
        made(ValueError, "momentum=a", momentum="a"),
        made(ValueError, "ns_steps=None", ns_steps=None),
        made(ValueError, "nesterov=maybe", nesterov="maybe"),
    ],
    "ScheduleFreeAdamW": [
        made(ValueError, "beta_1=a", beta_1="a"),
        made(ValueError, "epsilon=small", epsilon="small"),
        made(ValueError, "warmup_steps=None", warmup_steps=None),
    ],
    "SGD": [
        made(ValueError, "`momentum`", "between [0, 1]", momentum=2.0),
        made(ValueError, "momentum=small", momentum="small"),
        made(ValueError, "nesterov=maybe", nesterov="maybe"),
    ],
    "RMSprop": [
        made(ValueError, "rho=a", rho="a"),
        made(ValueError, "epsilon=small", epsilon="small"),
        made(ValueError, "centered=maybe", centered="maybe"),
    ],
    "Adam": [
        made(ValueError, "beta_1=a", beta_1="a"),
        made(ValueError, "epsilon=small", epsilon="small"),
        made(ValueError, "amsgrad=maybe", amsgrad="maybe"),
    ],
    "AdamW": [
        made(ValueError, "`weight_decay` must be a float", weight_decay=None),
        made(ValueError, "beta_1=a", beta_1="a"),
    ],
    "Adamax": [made(ValueError, "beta_2=a", beta_2="a")],
    "Nadam": [made(ValueError, "beta_2=a", beta_2="a")],
    "Adagrad": [made(ValueError, "initial_accumulator_value=a", initial_accumulator_value="a")],
    "Adadelta": [made(ValueError, "rho=a", rho="a")],
    "Ftrl": [
        made(ValueError, "positive or zero", "=-1.0", initial_accumulator_value=-1.0),
        made(ValueError, "negative or zero", "=0.5", learning_rate_power=0.5),
        made(ValueError, "positive or zero", "=-1.0", l1_regularization_strength=-1.0),
    ],
    "Lion": [
        made(ValueError, "must be in the [0, 1] range", "beta_1=0.0", beta_1=0.0),
        made(ValueError, "must be in the [0, 1] range", "beta_1=2.0", beta_1=2.0),
    ],
    "Lamb": [made(ValueError, "beta_2=a", beta_2="a")],
}
ROWS = [
    BadRow(
        name,
        lambda name=name: Stepped(getattr(optimizers, name)),
        Stepped.state,
        [*ARGUMENTS, *OWN[name], *STEPS],
    )
    for name in OWN
]
