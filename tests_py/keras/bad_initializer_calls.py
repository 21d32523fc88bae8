"""What initializers and regularizers refuse: their rows of the bad-call tables."""

from __future__ import annotations

import numpy as np
from bad_call import INVALID, BadCall, BadRow

from pelton.keras import initializers, regularizers


def made(error, *says, args=(), **kwargs):
    """The constructor refuses the arguments."""
    return BadCall(lambda subject: type(subject)(*args, **kwargs), error, says)


def called(error, *arguments, says=(), arrays=()):
    """The object refuses (shape[, dtype]), or a regularizer (x)."""
    return BadCall(lambda subject: subject(*arguments), error, tuple(says), arrays)


SHAPES = [
    made(TypeError, "unexpected keyword argument 'nothing'", nothing=1),
    called((TypeError, ValueError), "ab", says=["shape='ab'"]),
    called((TypeError, ValueError), (2, "b"), says=["shape=(2, 'b')"]),
    called((ValueError, INVALID), (2, -3), says=["(2, -3)"]),
    called((ValueError, INVALID), (2**40, 2**40), says=["1099511627776"]),
    called((TypeError, ValueError), None, says=["`shape`", "None"]),
    called((TypeError, ValueError), (2, 2), "float33", says=["float33"]),
]
SEEDED = [made(ValueError, "`seed`", "seed=one", seed="one")]
SPREAD = [*SEEDED, made(ValueError, "stddev=wide", stddev="wide")]
GAIN = [made(ValueError, "gain=a", gain="a")]
RANK = "The tensor to initialize must be at least two-dimensional"
OWN = {
    "Constant": [made(ValueError, "value=a", value="a")],
    "GlorotNormal": SEEDED,
    "GlorotUniform": SEEDED,
    "HeNormal": SEEDED,
    "HeUniform": SEEDED,
    "Identity": [*GAIN, called(ValueError, (4,), says=["4"])],
    "LecunNormal": SEEDED,
    "LecunUniform": SEEDED,
    "Ones": [],
    "Orthogonal": [*SEEDED, *GAIN, called(ValueError, (4,), says=[RANK])],
    "RandomNormal": SPREAD,
    "RandomUniform": [*SEEDED, made(ValueError, "minval=low", minval="low")],
    "TruncatedNormal": SPREAD,
    "VarianceScaling": [
        *SEEDED,
        made(ValueError, "scale=0.0", scale=0.0),
        made(ValueError, "mode=fan", mode="fan"),
        made(ValueError, "distribution=cauchy", distribution="cauchy"),
    ],
    "Zeros": [],
}


def rate_calls(name):
    x = np.array([[1, 2]], "int32")
    return [
        made(ValueError, f"argument {name}", "-1.0", **{name: -1.0}),
        made(ValueError, f"argument {name}", "nan", **{name: float("nan")}),
        made(ValueError, f"argument {name}", "inf", **{name: float("inf")}),
        made(ValueError, f"`{name}`", f"{name}=much", **{name: "much"}),
        made(TypeError, "unexpected keyword argument 'rate'", rate=0.1),
        called(INVALID, "text", says=["argument 'x'", "dtype string"]),
        called(ValueError, None, says=["argument `x`", "None"]),
        called(INVALID, x, says=["0.5"], arrays=(x,)),
    ]


RATES = {"L1": "l1", "L2": "l2", "L1L2": "l2", "OrthogonalRegularizer": "factor"}


def rate_of(name):
    return lambda: getattr(regularizers, name)(**{RATES[name]: 0.5})


ROWS = [
    BadRow(
        name,
        getattr(initializers, name),
        lambda made: (made.get_config(), made((3, 3))),
        [*SHAPES, *OWN[name]],
    )
    for name in OWN
]
REGULARIZER_ROWS = [
    BadRow(
        name,
        rate_of(name),
        lambda made: (made.get_config(), made(np.ones((2, 2), "float32"))),
        rate_calls(argument),
    )
    for name, argument in RATES.items()
]
