"""Owns the GRU over whole sequences and its gradient in NumPy: the op table's reference."""

import numpy as np

from lstm_reference import kept_steps, none_as, sigmoid


def gru(x, recurrent, bias, h, mask, go_backwards=False, zero_output_for_mask=False):
    batch, time, units = *x.shape[:2], recurrent.shape[0]
    bias = none_as(bias, 3 * units, x.dtype)
    h = none_as(h, (batch, units), x.dtype)
    sequence = np.zeros((batch, time, units), x.dtype)
    saved = np.zeros((batch, time, 5, units), x.dtype)
    for s, (at, keep) in enumerate(kept_steps(mask, batch, time, go_backwards)):
        of_x = np.split(x[:, at], 3, axis=1)
        of_h = np.split(h @ recurrent + bias, 3, axis=1)
        update, reset = sigmoid(of_x[0] + of_h[0]), sigmoid(of_x[1] + of_h[1])
        candidate = np.tanh(of_x[2] + reset * of_h[2])
        h = np.where(keep, update * h + (1 - update) * candidate, h)
        before = sequence[:, s - 1] if s > 0 and not zero_output_for_mask else np.zeros_like(h)
        sequence[:, s] = np.where(keep, h, before)
        for plane, value in enumerate((update, reset, candidate, of_h[2])):
            saved[:, s, plane] = np.where(keep, value, 0)
        saved[:, s, 4] = h
    return sequence, saved, h


def gate_grads(saved, more, before, grad):
    """The gradients of what came from x and from h, and the rest of h before's."""
    update, reset, candidate, inner, _ = saved.swapaxes(0, 1)
    update_more, reset_more, candidate_more, inner_more, _ = more.swapaxes(0, 1)
    of_x = (grad * (1 - update) + candidate_more) * (1 - candidate**2)
    update_grad = (grad * (before - candidate) + update_more) * update * (1 - update)
    reset_grad = (of_x * inner + reset_more) * reset * (1 - reset)
    gates = [update_grad, reset_grad]
    return (
        np.concatenate([*gates, of_x], axis=1),
        np.concatenate([*gates, of_x * reset + inner_more], axis=1),
        grad * update,
    )


def gru_grad(
    recurrent,
    h,
    mask,
    saved,
    sequence_grad,
    saved_grad,
    dh,
    go_backwards=False,
    zero_output_for_mask=False,
    has_bias=True,
):
    batch, time, _, units = saved.shape
    given = h.shape != (0,)
    h, dh = (none_as(a, (batch, units), recurrent.dtype) for a in (h, dh))
    sequence_grad = none_as(sequence_grad, (batch, time, units), recurrent.dtype)
    saved_grad = none_as(saved_grad, saved.shape, saved.dtype)
    x_grad = np.zeros((batch, time, 3 * units), recurrent.dtype)
    weights = np.zeros((units + int(has_bias), 3 * units), recurrent.dtype)
    ones = np.ones((batch, int(has_bias)), recurrent.dtype)
    waiting = np.zeros_like(dh)
    keeps = kept_steps(mask, batch, time, go_backwards)
    for s, (at, keep) in reversed(list(enumerate(keeps))):
        waiting = waiting + sequence_grad[:, s]
        total = dh + saved_grad[:, s, 4] + np.where(keep, waiting, 0)
        waiting = np.where(keep | zero_output_for_mask, 0, waiting)
        before = saved[:, s - 1, 4] if s > 0 else h
        of_x, of_h, rest = gate_grads(saved[:, s], saved_grad[:, s], before, total)
        of_x, of_h = np.where(keep, of_x, 0), np.where(keep, of_h, 0)
        dh = np.where(keep, rest + of_h @ recurrent.T, total)
        x_grad[:, at] = of_x
        weights += np.concatenate([before, ones], axis=1).T @ of_h
    return x_grad, weights, dh if given else np.zeros(0, recurrent.dtype)
