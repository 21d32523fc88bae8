"""Rows of the optimizer steps, whose operands are parameters, gradients and slots in groups."""

import math

import numpy as np

from op_table.op_case import FLOATS, Bad, In, OpCase
from pelton import constant
from pelton._core import ops

W = np.ones((2, 3), np.float32)
RATE = 0.1


def stepped(name):
    """The step as a function of its operands, the last of which is how many steps there were; it
    returns what it wrote: copies of them. `numbers` stand for rate and count in bad calls."""

    def call(*operands, learning_rate=RATE, step=None, numbers=None, **attrs):
        del step  # of the reference: it counts from 1
        if numbers is None:
            *operands, before = operands
            numbers = (np.float64(learning_rate), before)
        copies = [ops.identity(operand) for operand in operands]
        getattr(ops, name)([*copies, *map(constant, numbers)], **attrs)
        return copies

    return call


def per_parameter(update):
    """`update` of one parameter's operands, for the groups of two parameters: parameters, slots,
    gradients and, of gradients in slices, their rows. Gradients may have parts, along one more axis
    in front."""

    def one(w, *others, in_slices=False, **attrs):
        *slots, g = others[:-1] if in_slices else others
        power = np.abs if update is adamax else np.square
        if in_slices:
            total, p = np.zeros_like(w), np.zeros_like(w)
            np.add.at(total, others[-1], g)
            np.add.at(p, others[-1], power(g))
        else:
            total = g if g.ndim == w.ndim else g.sum(0)
            p = power(total)
        new = update(w, total, p, *slots, **attrs)
        return (new[0], *new[2:], g, *others[len(slots) + 1 :])

    def call(*operands, **attrs):
        results = [one(*operands[:-1][i::2], **attrs) for i in range(2)]
        return [part for pair in zip(*results, strict=True) for part in pair]

    return call


def sgd(w, g, p, m=None, *, learning_rate, momentum=0.0, nesterov=False):
    if m is None:
        return w - learning_rate * g, g
    m = momentum * m - learning_rate * g
    return w + (momentum * m - learning_rate * g if nesterov else m), g, m


def rmsprop(w, g, p, v, *slots, learning_rate, rho, momentum=0.0, epsilon, centered=False):
    slots = list(slots)
    v = rho * v + (1 - rho) * p
    spread = v + epsilon
    if centered:
        slots[-1] = rho * slots[-1] + (1 - rho) * g
        spread = spread - slots[-1] ** 2
    step = learning_rate * g / np.sqrt(spread)
    if momentum:
        slots[0] = step = momentum * slots[0] + step
    return (w - step, g, v, *slots)


def adam(w, g, p, m, v, *most, learning_rate, beta_1, beta_2, epsilon, step, amsgrad=False):
    # The powers are of the rounded betas, as in Keras.
    rest_1, rest_2 = (1 - float(np.float32(beta)) ** step for beta in (beta_1, beta_2))
    alpha = learning_rate * math.sqrt(rest_2) / rest_1
    m = m + (g - m) * (1 - beta_1)
    v = v + (p - v) * (1 - beta_2)
    most = tuple(np.maximum(h, v) for h in most)
    return (w - m * alpha / (np.sqrt(most[0] if amsgrad else v) + epsilon), g, m, v, *most)


def adagrad(w, g, p, total, *, learning_rate, epsilon=1e-7):
    total = total + p
    return w - learning_rate * g / np.sqrt(total + epsilon), g, total


def adadelta(w, g, p, squares, changes, *, learning_rate, rho, epsilon):
    squares = rho * squares + (1 - rho) * p
    length = np.sqrt(changes + epsilon) / np.sqrt(squares + epsilon)
    changes = rho * changes + (1 - rho) * length**2 * p
    return w - learning_rate * length * g, g, squares, changes


def adamax(w, g, p, m, norm, *, learning_rate, beta_1, beta_2, epsilon, step):
    m = m + (g - m) * (1 - beta_1)
    norm = np.maximum(beta_2 * norm, p)
    rate = learning_rate / (1 - float(np.float32(beta_1)) ** step)
    return w - rate * m / (norm + epsilon), g, m, norm


def nadam(w, g, p, m, v, *, learning_rate, beta_1, beta_2, epsilon, step):
    def momentum(i):
        return beta_1 * (1 - 0.5 * 0.96**i)

    product = math.prod(momentum(i) for i in range(1, step + 1))
    m = m + (g - m) * (1 - beta_1)
    v = v + (p - v) * (1 - beta_2)
    of_m = momentum(step + 1) / (1 - product * momentum(step + 1))
    of_g = (1 - momentum(step)) / (1 - product)
    spread = np.sqrt(v / (1 - float(np.float32(beta_2)) ** step)) + epsilon
    return w - learning_rate * (of_m * m + of_g * g) / spread, g, m, v


def ftrl(w, g, p, squares, linear, *, learning_rate, learning_rate_power=-0.5, **strengths):
    l1, l2 = (strengths.get(f"l{i}_regularization_strength", 0.0) for i in (1, 2))
    shrinkage = strengths.get("l2_shrinkage_regularization_strength", 0.0)
    before, squares = squares**-learning_rate_power, squares + p
    after = squares**-learning_rate_power
    linear = linear + g + 2 * shrinkage * w - (after - before) / learning_rate * w
    divisor = after / learning_rate + 2 * l2 + strengths.get("beta", 0.0) / learning_rate
    return (np.clip(linear, -l1, l1) - linear) / divisor, g, squares, linear


def lion(w, g, p, m, *, learning_rate, beta_1, beta_2):
    direction = beta_1 * m + (1 - beta_1) * g
    return w - learning_rate * np.sign(direction), g, beta_2 * m + (1 - beta_2) * g


def lamb(w, g, p, m, v, *, learning_rate, beta_1, beta_2, epsilon, step):
    rests = (1 - float(np.float32(beta)) ** step for beta in (beta_1, beta_2))
    m = m + (g - m) * (1 - beta_1)
    v = v + (p - v) * (1 - beta_2)
    of_m, of_v = rests
    direction = m / of_m / (np.sqrt(v / of_v) + epsilon)
    norms = [np.sqrt((x.astype(np.float64) ** 2).sum()) for x in (w, direction)]
    ratio = float(norms[0] / norms[1]) if all(norms) else 1.0
    return w - ratio * learning_rate * direction, g, m, v


def case(name, update, slots, errors=(), parts=(), **attrs):
    """A row with two parameters; `slots`: the range of each slot's numbers; `parts`: how many parts
    each gradient has, none: it is whole; with `in_slices`, how many slices."""
    in_slices = attrs.get("in_slices", False)

    def gradients_of(shapes):
        if not in_slices:
            return [In((*parts[i : i + 1], *shapes[i]), -2, 2) for i in range(2)]
        values = [In((count, *shape[1:])) for count, shape in zip(parts, shapes, strict=True)]
        last_rows = [max(shape[0] - 1, 0) for shape in shapes]
        pairs = zip(parts, last_rows, ("int32", "int64"), strict=True)
        return values + [In((count,), 0, last, dtype) for count, last, dtype in pairs]

    def operands(*shapes):
        ranges = ((-2, 2), *slots)
        gradients = gradients_of(shapes)
        before = attrs.get("step", 1) - 1
        count = In((), before, before, "int64")
        return (*(In(shape, *pair) for pair in ranges for shape in shapes), *gradients, count)

    return OpCase(
        name,
        per_parameter(update),
        (
            operands((2, 3), (5,)),
            operands((3, 1), (1, 2)) if in_slices else operands((), (0, 2)),
            operands((40, 50), (1,)),
        ),
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
    rate, count = np.float32(0.1), np.int64(0)
    usual = {**attrs, "numbers": (rate, count)}
    return (
        Bad((W,) * (groups + 1), usual, says=("operands per parameter", "got")),
        Bad((*good[1:], shorter), usual, says=("gradient 0 is float32 (3, 2)",)),
        Bad((*good[1:], W[None][:0]), usual, says=("gradient 0 is float32 (0, 2, 3)",)),
        Bad((*good[1:], W[None, None]), usual, says=("gradient 0 is float32 (1, 1, 2, 3)",)),
        Bad((*good[1:], other), usual, says=("gradient 0 is float64 (2, 3)",)),
        Bad([W.astype(np.int64)] * groups, usual, says=("one floating dtype",)),
        Bad(
            [W.astype(np.int32)] * groups,
            usual,
            says=("int32 (2, 3)",),
        ),
        Bad((), usual, says=("there are no parameters",)),
        Bad(good, {**attrs, "numbers": (count, count)}, says=("the rate is int64 ()",)),
        Bad(good, {**attrs, "numbers": (rate, rate)}, says=("the step is float32 ()",)),
        Bad(good, {**attrs, "numbers": (W, count)}, says=("the rate is float32 (2, 3)",)),
        Bad(good, {**usual, "warmup": 1.0}, TypeError, ("warmup",)),
    )


def refused_slices(values, rows, says):
    usual = {"in_slices": True, "numbers": (np.float32(0.1), np.int64(0))}
    return Bad((W, W, W, values, rows), usual, says=(says,))


REFUSED_SLICES = (
    refused_slices(W, np.array([0, 2]), "rows(1,) = 2 is not in [0, 2)"),
    refused_slices(W, np.array([-1, 0]), "rows(0,) = -1 is not in [0, 2)"),
    refused_slices(W, np.array([0]), "is in slices float32 (2, 3) of rows int64 (1,)"),
    refused_slices(W[:, :2], np.array([0, 1]), "gradient 0 is float32 (2, 2)"),
    refused_slices(W[0], np.array([0, 1]), "is in slices float32 (3,)"),
    refused_slices(W, W[0], "of rows float32 (3,)"),
    refused_slices(W, W[:, 0].copy(), "rows 0 are float32 (2,), not int32 or int64"),
)
LION_IN_SLICES = Bad(
    (W,) * 4,
    {"in_slices": True, "numbers": (np.float32(0.1), np.int64(0))},
    says=("this rule reads gradients alone",),
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
        refused(4),
        **ADAM,
    ),
    case("adam_step", adam, MOMENTUM + SQUARE * 2, refused(5, amsgrad=True), amsgrad=True, **ADAM),
    case("sgd_step", sgd, (), parts=(2,)),
    case("sgd_step", sgd, MOMENTUM, parts=(3, 1), momentum=0.9, nesterov=True),
    case("rmsprop_step", rmsprop, SQUARE + MOMENTUM, parts=(2, 2), momentum=0.9, **RMSPROP),
    case("adam_step", adam, MOMENTUM + SQUARE, parts=(2, 3), **ADAM),
    case("adagrad_step", adagrad, SQUARE, refused(3)),
    case("adagrad_step", adagrad, SQUARE, parts=(2,), epsilon=0.1),
    case("adadelta_step", adadelta, SQUARE * 2, refused(4), rho=0.9, epsilon=0.1),
    case("adamax_step", adamax, MOMENTUM + SQUARE, refused(4), **ADAM),
    case("nadam_step", nadam, MOMENTUM + SQUARE, refused(4), **ADAM),
    case("nadam_step", nadam, MOMENTUM + SQUARE, **{**ADAM, "step": 1}),
    case("ftrl_step", ftrl, SQUARE + MOMENTUM, refused(4)),
    case(
        "ftrl_step",
        ftrl,
        SQUARE + MOMENTUM,
        parts=(2,),
        learning_rate_power=-0.25,
        l1_regularization_strength=0.5,
        l2_regularization_strength=0.1,
        l2_shrinkage_regularization_strength=0.2,
        beta=0.5,
    ),
    case("lion_step", lion, MOMENTUM, (*refused(3), LION_IN_SLICES), beta_1=0.9, beta_2=0.5),
    case("lamb_step", lamb, MOMENTUM + SQUARE, refused(4), **ADAM),
    case("lamb_step", lamb, MOMENTUM + SQUARE, parts=(2, 3), **{**ADAM, "step": 1}),
    case("adam_step", adam, MOMENTUM + SQUARE, REFUSED_SLICES, (7, 4), in_slices=True, **ADAM),
    case(
        "adam_step", adam, MOMENTUM + SQUARE * 2, (), (0, 9), in_slices=True, amsgrad=True, **ADAM
    ),
    case("rmsprop_step", rmsprop, SQUARE, parts=(5, 3), in_slices=True, **RMSPROP),
    case("adagrad_step", adagrad, SQUARE, parts=(5, 3), in_slices=True),
    case("adadelta_step", adadelta, SQUARE * 2, parts=(5, 3), in_slices=True, rho=0.9, epsilon=0.1),
    case("adamax_step", adamax, MOMENTUM + SQUARE, parts=(5, 3), in_slices=True, **ADAM),
    case("nadam_step", nadam, MOMENTUM + SQUARE, parts=(5, 3), in_slices=True, **ADAM),
    case("ftrl_step", ftrl, SQUARE + MOMENTUM, parts=(5, 3), in_slices=True),
    case("lamb_step", lamb, MOMENTUM + SQUARE, parts=(5, 3), in_slices=True, **ADAM),
]
