"""Rows of the optimizer steps, whose operands are parameters, gradients and slots in groups."""

import math

import numpy as np

from op_table.op_case import FLOATS, Bad, In, OpCase
from pelton._core import ops

W = np.ones((2, 3), np.float32)
RATE = 0.1


def stepped(name):
    """The step as a function of its operands that returns what it wrote: copies of them."""

    def call(*operands, **attrs):
        copies = [ops.identity(operand) for operand in operands]
        getattr(ops, name)(copies, **attrs)
        return copies

    return call


def per_parameter(update):
    """`update` of one parameter's operands, for the groups of two parameters. Gradients may have
    parts, along one more axis in front."""

    def one(w, g, *slots, **attrs):
        new = update(w, g if g.ndim == w.ndim else g.sum(0), *slots, **attrs)
        return (new[0], g, *new[2:])

    def call(*operands, **attrs):
        results = [one(*operands[i::2], **attrs) for i in range(2)]
        return [part for pair in zip(*results, strict=True) for part in pair]

    return call


def sgd(w, g, m=None, *, learning_rate, momentum=0.0, nesterov=False):
    if m is None:
        return w - learning_rate * g, g
    m = momentum * m - learning_rate * g
    return w + (momentum * m - learning_rate * g if nesterov else m), g, m


def rmsprop(w, g, v, *slots, learning_rate, rho, momentum=0.0, epsilon, centered=False):
    slots = list(slots)
    v = rho * v + (1 - rho) * g * g
    spread = v + epsilon
    if centered:
        slots[-1] = rho * slots[-1] + (1 - rho) * g
        spread = spread - slots[-1] ** 2
    step = learning_rate * g / np.sqrt(spread)
    if momentum:
        slots[0] = step = momentum * slots[0] + step
    return (w - step, g, v, *slots)


def adam(w, g, m, v, *most, learning_rate, beta_1, beta_2, epsilon, step, amsgrad=False):
    # The powers are of the rounded betas, as in Keras.
    rest_1, rest_2 = (1 - float(np.float32(beta)) ** step for beta in (beta_1, beta_2))
    alpha = learning_rate * math.sqrt(rest_2) / rest_1
    m = m + (g - m) * (1 - beta_1)
    v = v + (g * g - v) * (1 - beta_2)
    most = tuple(np.maximum(h, v) for h in most)
    return (w - m * alpha / (np.sqrt(most[0] if amsgrad else v) + epsilon), g, m, v, *most)


def case(name, update, slots, errors=(), parts=(), **attrs):
    """A row with two parameters; `slots`: the range of each slot's numbers; `parts`: how many parts
    each gradient has, none: it is whole."""

    def operands(*shapes):
        ranges = ((-2, 2), *slots)
        gradients = [In((*parts[i : i + 1], *shapes[i]), -2, 2) for i in range(2)]
        others = [In(shape, *pair) for pair in ranges for shape in shapes]
        return (*others[:2], *gradients, *others[2:])

    return OpCase(
        name,
        per_parameter(update),
        (operands((2, 3), (5,)), operands((), (0, 2)), operands((40, 50), (1,))),
        FLOATS,
        attrs={"learning_rate": RATE, **attrs},
        kind="composed",
        errors=errors,
        fn=stepped(name),
    )


def refused(groups, **attrs):
    """Bad calls of a step of `groups` operands per parameter."""
    good = [W] * groups
    shorter, other = np.ones((3, 2), np.float32), np.ones((2, 3), np.float64)
    return (
        Bad((W,) * (groups + 1), attrs, says=("operands per parameter", "got")),
        Bad((W, shorter, *good[2:]), attrs, says=("gradient 0 is float32 (3, 2)",)),
        Bad((W, W[None][:0], *good[2:]), attrs, says=("gradient 0 is float32 (0, 2, 3)",)),
        Bad((W, W[None, None], *good[2:]), attrs, says=("gradient 0 is float32 (1, 1, 2, 3)",)),
        Bad((W[None], W, *good[2:]), attrs, says=("gradient 0 is float32 (2, 3)",)),
        Bad((W, other, *good[2:]), attrs, says=("was expected to be a float tensor",)),
        Bad([W.astype(np.int32)] * groups, attrs, says=("has dtype int32",)),
        Bad((), attrs, ValueError, ("is empty",)),
        Bad(good, {**attrs, "learning_rate": "fast"}, TypeError, ("must be",)),
    )


MOMENTUM = ((-1, 1),)
SQUARE = ((0.5, 1),)  # a velocity above any squared mean
MEAN = ((-0.1, 0.1),)
RMSPROP = {"rho": 0.9, "epsilon": 0.1}
ADAM = {"beta_1": 0.9, "beta_2": 0.99, "epsilon": 0.01, "step": 3}

CASES = [
    case("sgd_step", sgd, (), refused(2)),
    case("sgd_step", sgd, MOMENTUM, refused(3, momentum=0.9), momentum=0.9),
    case("sgd_step", sgd, MOMENTUM, momentum=0.9, nesterov=True),
    case("rmsprop_step", rmsprop, SQUARE, refused(3), **RMSPROP),
    case("rmsprop_step", rmsprop, SQUARE + MOMENTUM, momentum=0.9, **RMSPROP),
    case("rmsprop_step", rmsprop, SQUARE + MEAN, centered=True, **RMSPROP),
    case(
        "rmsprop_step",
        rmsprop,
        SQUARE + MOMENTUM + MEAN,
        refused(5, momentum=0.9, centered=True),
        momentum=0.9,
        centered=True,
        **RMSPROP,
    ),
    case(
        "adam_step",
        adam,
        MOMENTUM + SQUARE,
        (
            *refused(4),
            Bad([W] * 4, {"step": 0}, says=("step counts from 1, got 0",)),
            Bad([W] * 4, {"step": 1.5}, TypeError, ("must be",)),
        ),
        **ADAM,
    ),
    case("adam_step", adam, MOMENTUM + SQUARE * 2, refused(5, amsgrad=True), amsgrad=True, **ADAM),
    case("sgd_step", sgd, (), parts=(2,)),
    case("sgd_step", sgd, MOMENTUM, parts=(3, 1), momentum=0.9, nesterov=True),
    case("rmsprop_step", rmsprop, SQUARE + MOMENTUM, parts=(2, 2), momentum=0.9, **RMSPROP),
    case("adam_step", adam, MOMENTUM + SQUARE, parts=(2, 3), **ADAM),
]
