"""Owns the LSTM over whole sequences and its gradient in NumPy: the op table's reference."""

import numpy as np


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def none_as(given, shape, dtype):
    """An operand, or zeros for one that is not given."""
    return np.zeros(shape, dtype) if given.shape == (0,) else given


def kept_steps(mask, batch, time, backwards):
    """The times in the order of the steps, and for each the rows that are not masked."""
    times = range(time)[::-1] if backwards else range(time)
    mask = np.ones((batch, time), bool) if mask.shape == (0,) else mask
    return [(at, mask[:, at, None]) for at in times]


def lstm(x, kernel, recurrent, bias, h, c, mask, go_backwards=False, zero_output_for_mask=False):
    batch, time, units = *x.shape[:2], recurrent.shape[0]
    bias = none_as(bias, 4 * units, x.dtype)
    h, c = (none_as(state, (batch, units), x.dtype) for state in (h, c))
    sequence = np.zeros((batch, time, units), x.dtype)
    saved = np.zeros((batch, time, 5, units), x.dtype)
    for s, (at, keep) in enumerate(kept_steps(mask, batch, time, go_backwards)):
        z = np.split(x[:, at] @ kernel + h @ recurrent + bias, 4, axis=1)
        i, f, g, o = sigmoid(z[0]), sigmoid(z[1]), np.tanh(z[2]), sigmoid(z[3])
        c = np.where(keep, f * c + i * g, c)
        h = np.where(keep, o * np.tanh(c), h)
        before = sequence[:, s - 1] if s > 0 and not zero_output_for_mask else np.zeros_like(h)
        sequence[:, s] = np.where(keep, h, before)
        for plane, gate in enumerate((i, f, g, o)):
            saved[:, s, plane] = np.where(keep, gate, 0)
        saved[:, s, 4] = c
    return sequence, saved, h, c


def states_before(h, c, sequence, saved, keeps):
    """h and c that each step began with."""
    pairs = []
    for s, (_, keep) in enumerate(keeps):
        pairs.append((h, c))
        h, c = np.where(keep, sequence[:, s], h), saved[:, s, 4]
    return pairs


def gate_grads(saved, saved_grad, c_before, dh, dc):
    """The gradients of what the gates were computed from, and of c before the step."""
    i, f, g, o, cell = saved.swapaxes(0, 1)
    di, df, dg, do, more = saved_grad.swapaxes(0, 1)
    squashed = np.tanh(cell)
    dc = dc + more + dh * o * (1 - squashed**2)
    z = [
        (dc * g + di) * i * (1 - i),
        (dc * c_before + df) * f * (1 - f),
        (dc * i + dg) * (1 - g**2),
        (dh * squashed + do) * o * (1 - o),
    ]
    return np.concatenate(z, axis=1), dc * f


def lstm_grad(
    x, kernel, recurrent, *others, go_backwards=False, zero_output_for_mask=False, **wanted
):
    h, c, mask, sequence, saved, sequence_grad, saved_grad, dh, dc = others
    batch, time, units = sequence.shape
    given = h.shape != (0,), c.shape != (0,)
    h, c, dh, dc = (none_as(a, (batch, units), x.dtype) for a in (h, c, dh, dc))
    sequence_grad = none_as(sequence_grad, sequence.shape, x.dtype)
    saved_grad = none_as(saved_grad, saved.shape, saved.dtype)
    keeps = kept_steps(mask, batch, time, go_backwards)
    before = states_before(h, c, sequence, saved, keeps)
    ones = np.ones((batch, int(wanted.get("has_bias", True))), x.dtype)
    rows = x.shape[2] + units + ones.shape[1]
    x_grad, weights = np.zeros_like(x), np.zeros((rows, 4 * units), x.dtype)
    waiting = np.zeros_like(dh)
    for s, (at, keep) in reversed(list(enumerate(keeps))):
        waiting = waiting + sequence_grad[:, s]
        total = dh + np.where(keep, waiting, 0)
        waiting = np.where(keep | zero_output_for_mask, 0, waiting)
        z, dc_before = gate_grads(saved[:, s], saved_grad[:, s], before[s][1], total, dc)
        z = np.where(keep, z, 0)
        dh = np.where(keep, z @ recurrent.T, dh)
        dc = np.where(keep, dc_before, dc + saved_grad[:, s, 4])
        x_grad[:, at] = z @ kernel.T
        weights += np.concatenate([x[:, at], before[s][0], ones], axis=1).T @ z
    none = np.zeros(0, x.dtype)
    return (
        x_grad if wanted.get("input_needed", True) else none,
        weights,
        dh if given[0] else none,
        dc if given[1] else none,
    )
