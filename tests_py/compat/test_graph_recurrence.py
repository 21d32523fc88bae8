"""Recurrent cells of compat.v1 against NumPy: names of variables, values, lengths, gradients."""

import numpy as np
import pytest

from pelton.nest import flatten


def sigmoid(x):
    return 1.0 / (1.0 + np.exp(-x))


def lstm(x, kernel, bias, units):
    c = h = np.zeros((len(x), units))
    outputs = []
    for row in np.moveaxis(x, 1, 0):
        enter, found, forget, leave = np.split(np.hstack([row, h]) @ kernel + bias, 4, axis=1)
        c = c * sigmoid(forget + 1.0) + sigmoid(enter) * np.tanh(found)
        h = np.tanh(c) * sigmoid(leave)
        outputs.append(h)
    return np.stack(outputs, 1), (c, h)


def gru(x, weights, units):
    gates, gate_bias, kernel, bias = weights
    h = np.zeros((len(x), units))
    outputs = []
    for row in np.moveaxis(x, 1, 0):
        reset, update = np.split(sigmoid(np.hstack([row, h]) @ gates + gate_bias), 2, axis=1)
        h = update * h + (1 - update) * np.tanh(np.hstack([row, reset * h]) @ kernel + bias)
        outputs.append(h)
    return np.stack(outputs, 1), h


X = np.random.default_rng(0).normal(size=(3, 4, 2)).astype(np.float32)


def test_lstm(graph_mode):
    v1 = graph_mode
    x = v1.placeholder(v1.float32, [None, 4, 2])
    outputs, state = v1.nn.dynamic_rnn(v1.nn.rnn_cell.BasicLSTMCell(5), x, dtype=v1.float32)
    kernel, bias = v1.trainable_variables()
    assert kernel.name == "rnn/basic_lstm_cell/kernel:0" and bias.name.endswith("/bias:0")
    assert outputs.shape.as_list() == [None, 4, 5]
    (gradient,) = v1.gradients(v1.reduce_sum(outputs), [kernel])
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        found, last, slope = session.run([outputs, state, gradient], {x: X})
        want, (c, h) = lstm(X, *session.run([kernel, bias]), 5)
    np.testing.assert_allclose(found, want, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(last.c, c, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(last.h, h, rtol=1e-5, atol=1e-6)
    assert slope.shape == (7, 20) and np.abs(slope).max() > 0


def test_gru_time_first_and_static(graph_mode):
    v1 = graph_mode
    x = v1.placeholder(v1.float32, [3, 4, 2])
    cell = v1.nn.rnn_cell.GRUCell(5)
    outputs, _ = v1.nn.dynamic_rnn(
        cell, v1.transpose(x, [1, 0, 2]), dtype=v1.float32, time_major=True
    )
    weights = v1.trainable_variables()
    with v1.variable_scope("rnn", reuse=True):
        steps, state = v1.nn.static_rnn(
            cell, v1.unstack(x, 4, 1), dtype=v1.float32, scope=v1.get_variable_scope()
        )
    assert len(v1.trainable_variables()) == len(weights) == 4
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        found, rows, last = session.run([outputs, steps, state], {x: X})
        want, h = gru(X, session.run(weights), 5)
    np.testing.assert_allclose(np.moveaxis(found, 0, 1), want, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(np.stack(rows, 1), want, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(last, h, rtol=1e-5, atol=1e-6)


def test_rows_end_with_their_lengths(graph_mode):
    v1 = graph_mode
    cells = v1.nn.rnn_cell
    cell = cells.MultiRNNCell([cells.BasicRNNCell(3), cells.DropoutWrapper(cells.LSTMCell(2))])
    outputs, state = v1.nn.dynamic_rnn(cell, X, sequence_length=[4, 2, 0], dtype=v1.float32)
    short, _ = v1.nn.dynamic_rnn(cell, X[1:2, :2], dtype=v1.float32, scope="short")
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        found, last, alone = session.run([outputs, state, short])
    np.testing.assert_allclose(found[1, :2], alone[0], rtol=1e-5, atol=1e-6)
    assert not found[1, 2:].any() and not found[2].any()
    np.testing.assert_array_equal(last[1].h[1], found[1, 1])


def test_both_directions(graph_mode):
    v1 = graph_mode
    cells = [v1.nn.rnn_cell.BasicRNNCell(3) for _ in range(2)]
    (ahead, behind), _ = v1.nn.bidirectional_dynamic_rnn(*cells, X, dtype=v1.float32)
    turned, _ = v1.nn.dynamic_rnn(cells[1], X[:, ::-1], dtype=v1.float32, scope="turned")
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        forwards, backwards, alone = session.run([ahead, behind, turned])
    assert forwards.shape == (3, 4, 3)
    np.testing.assert_allclose(backwards, alone[:, ::-1], rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(("peeps", "width"), [(False, None), (True, None), (True, 3)])
def test_peepholes_projections_and_initializers(graph_mode, peeps, width):
    v1 = graph_mode
    cell = v1.nn.rnn_cell.LSTMCell(
        4, use_peepholes=peeps, num_proj=width, initializer=v1.constant_initializer(0.1),
        cell_clip=0.2,
    )  # fmt: skip
    rows = np.linspace(0, 1, 10, dtype="f").reshape(2, 5)
    _, state = cell(rows, cell.zero_state(2, "float32"))
    output, state = cell(rows, state)
    assert output.shape.as_list() == [2, width or 4]
    c, h = np.zeros((2, 4)), np.zeros((2, width or 4))
    for _ in range(2):
        gate = 0.1 * (rows.sum(1) + h.sum(1))[:, None]
        peep = 0.1 * c * peeps
        c = sigmoid(gate + 1 + peep) * c + sigmoid(gate + peep) * np.tanh(gate)
        c = np.clip(c, -0.2, 0.2)
        h = sigmoid(gate + 0.1 * c * peeps) * np.tanh(c)
        if width:
            h = h @ np.full((4, width), 0.1)
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        found = session.run([output, state.c])
    np.testing.assert_allclose(found[0], h, rtol=1e-5)
    np.testing.assert_allclose(found[1], c, rtol=1e-5)


def test_initializers_of_gru_cells(graph_mode):
    v1 = graph_mode
    start = v1.constant_initializer(0.5)
    cell = v1.nn.rnn_cell.GRUCell(2, kernel_initializer=start, bias_initializer=start)
    cell(np.ones((1, 3), "f"), cell.zero_state(1, "float32"))
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        values = session.run(v1.trainable_variables())
    assert [set(one.ravel().tolist()) for one in values] == [{0.5}] * 4


def test_bad_calls(graph_mode):
    v1 = graph_mode
    cells = v1.nn.rnn_cell
    with pytest.raises(ValueError, match="BasicLSTMCell: `num_units` must be a positive integer"):
        cells.BasicLSTMCell("4")
    with pytest.raises(ValueError, match="Must specify at least one cell"):
        cells.MultiRNNCell([])
    with pytest.raises(ValueError, match=r"must have 3 axes, got shape \(3, \?\)"):
        v1.nn.dynamic_rnn(cells.GRUCell(2), v1.placeholder(v1.float32, [3, None]))
    with pytest.raises(ValueError, match="`inputs` must hold at least one step"):
        v1.nn.static_rnn(cells.GRUCell(2), [])


@pytest.mark.parametrize("lengths", [None, [1, 3]])
def test_a_number_of_steps_that_only_the_run_knows(graph_mode, lengths):
    v1 = graph_mode
    x = v1.placeholder(v1.float32, [None, None, 3])
    values = np.linspace(-1.0, 1.0, 18).reshape(2, 3, 3).astype("float32")
    cell = v1.nn.rnn_cell.LSTMCell(4)
    open_steps = v1.nn.dynamic_rnn(cell, x, sequence_length=lengths, dtype=v1.float32)
    assert open_steps[0].shape == (None, None, 4)
    with v1.variable_scope("", reuse=True):
        known = v1.nn.dynamic_rnn(cell, values, sequence_length=lengths, dtype=v1.float32)
    loss = [v1.reduce_sum(v1.square(state.h)) for _, state in (open_steps, known)]
    slopes = [v1.gradients(one, v1.trainable_variables()) for one in loss]
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        for _ in range(2):
            one, other = session.run([(open_steps, slopes[0]), (known, slopes[1])], {x: values})
            for mine, theirs in zip(flatten(one), flatten(other), strict=True):
                np.testing.assert_allclose(mine, theirs, rtol=1e-5, atol=1e-6)
        assert session.run(open_steps[0], {x: values[:, :2]}).shape == (2, 2, 4)


def test_wrappers_of_cells(graph_mode):
    v1 = graph_mode
    cells = v1.nn.rnn_cell
    plain = cells.BasicRNNCell(3)
    x = v1.constant(X[:, 0])
    state = v1.constant(np.ones((len(X), 3), np.float32))
    outputs = v1.constant(np.ones((len(X), 3), np.float32) / 2)
    added, _ = cells.ResidualWrapper(plain)(outputs, state)
    joined, _ = cells.ResidualWrapper(plain, lambda a, b: a - b)(outputs, state)
    placed, _ = cells.DeviceWrapper(plain, "/CPU:0")(outputs, state)
    lstm = cells.DropoutWrapper(cells.LSTMCell(64), state_keep_prob=0.5)
    _, after = lstm(x, lstm.zero_state(len(X), v1.float32))
    wide = v1.constant(np.ones((len(X), 5), np.float32))
    with v1.variable_scope("wide"), pytest.raises(ValueError, match="ResidualWrapper"):
        cells.ResidualWrapper(cells.BasicRNNCell(5))(outputs, wide)
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        first, one, two, three, last = session.run([outputs, added, joined, placed, after])
    np.testing.assert_allclose(one, first + three, rtol=1e-6)
    np.testing.assert_allclose(two, first - three, rtol=1e-6)
    assert 0.2 < (last.h == 0).mean() < 0.8
    assert (last.c != 0).all()
