"""Moving averages, coordinators, operations of the engine's ops and other nodes of compat.v1."""

import threading

import numpy as np
import pytest

from pelton import errors


def test_moving_average_follows_the_variable(graph_mode):
    v1 = graph_mode
    x = v1.Variable(0.0, name="x")
    average = v1.train.ExponentialMovingAverage(0.9)
    with v1.control_dependencies([v1.assign_add(x, 1.0)]):
        step = average.apply([x])
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        found = []
        for _ in range(4):
            session.run(step)
            found.append(float(session.run(average.average(x))))
    expected, shadow = [], 0.0
    for value in (1.0, 2.0, 3.0, 4.0):
        shadow -= 0.1 * (shadow - value)
        expected.append(shadow)
    assert found == pytest.approx(expected)
    assert average.average_name(x) == "x/ExponentialMovingAverage"
    names = average.variables_to_restore()
    assert list(names) == ["x/ExponentialMovingAverage"] and list(names.values()) == [x]


def test_moving_average_begins_fast_with_a_count(graph_mode):
    v1 = graph_mode
    x, count = v1.Variable(0.0), v1.Variable(2, trainable=False)
    average = v1.train.ExponentialMovingAverage(0.999, num_updates=count)
    step = average.apply([x])
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        x.load(8.0, session)
        session.run(step)
        assert session.run(average.average(x)) == pytest.approx(8.0 * (1 - 3 / 12))


def test_moving_average_refuses_what_is_no_floating_variable(graph_mode):
    average = graph_mode.train.ExponentialMovingAverage(0.9)
    for wrong in (graph_mode.Variable(1), 3.0):
        with pytest.raises(TypeError, match=r"ExponentialMovingAverage\.apply"):
            average.apply([wrong])


def test_coordinator_stops_threads_and_raises_their_error(graph_mode):
    coordinator = graph_mode.train.Coordinator()
    rounds = []

    def work():
        with coordinator.stop_on_exception():
            while not coordinator.should_stop():
                rounds.append(1)
                if len(rounds) == 5:
                    raise KeyError("five")

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    with pytest.raises(KeyError, match="five"):
        coordinator.join(threads)
    assert coordinator.joined and not any(thread.is_alive() for thread in threads)
    coordinator.clear_stop()
    coordinator.request_stop(errors.OutOfRangeError("the end"))
    coordinator.join()  # a clean stop


def test_graphs_without_queues_start_no_threads(graph_mode):
    v1 = graph_mode
    coordinator = v1.train.Coordinator()
    with v1.Session() as session:
        threads = v1.train.start_queue_runners(sess=session, coord=coordinator)
        assert session.run(v1.constant(1.5)) == 1.5
    coordinator.request_stop()
    coordinator.join(threads)
    assert threads == []


def test_coordinator_names_threads_that_go_on(graph_mode):
    coordinator, end = graph_mode.train.Coordinator(), threading.Event()
    thread = threading.Thread(target=end.wait, name="stubborn")
    thread.start()
    coordinator.request_stop()
    with pytest.raises(RuntimeError, match="stubborn"):
        coordinator.join([thread], stop_grace_period_secs=0.05)
    end.set()
    thread.join()


def test_ops_of_the_engine_have_operations(graph_mode):
    v1 = graph_mode
    x = v1.placeholder(v1.float32, [2])
    y = v1.reduce_mean(x * 2.0)
    assert y.name == f"{y.op.name}:0" and y.op.type == "Mean" and len(y.op.inputs) == 1
    with v1.Session() as session:
        assert session.run([y.op, y], {x: [1.0, 2.0]}) == [None, 3.0]
        y.op.run({x: [1.0, 2.0]})
        with v1.control_dependencies([y.op]):
            assert session.run(v1.identity(x), {x: [1.0, 2.0]}).tolist() == [1.0, 2.0]


def test_first_states_may_be_fed(graph_mode):
    v1 = graph_mode
    cell = v1.nn.rnn_cell.MultiRNNCell([v1.nn.rnn_cell.BasicLSTMCell(2) for _ in range(2)])
    first = cell.zero_state(1, v1.float32)
    _, after = cell(v1.ones([1, 3]), first)
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        state = session.run(after)
        fed = {first[0].c: state[0].c, first[1].h: state[1].h}
        assert (session.run(after, fed)[0].c != state[0].c).any()
        assert (session.run(first)[0].c == np.zeros((1, 2))).all()


def test_static_bidirectional_rnn(graph_mode):
    v1 = graph_mode
    rows = np.random.default_rng(0).normal(size=(3, 2, 4)).astype("float32")
    cells = [v1.nn.rnn_cell.BasicRNNCell(units) for units in (2, 3)]
    outputs, first, second = v1.nn.static_bidirectional_rnn(*cells, list(rows), dtype=v1.float32)
    kernels = v1.trainable_variables()
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        found, *states, fw, fb, bw, bb = session.run([outputs, first, second, *kernels])
    ahead, behind = np.zeros((2, 2)), np.zeros((2, 3))
    expected = np.zeros((3, 2, 5))
    for number in range(3):
        ahead = np.tanh(np.hstack([rows[number], ahead]) @ fw + fb)
        behind = np.tanh(np.hstack([rows[2 - number], behind]) @ bw + bb)
        expected[number, :, :2], expected[2 - number, :, 2:] = ahead, behind
    np.testing.assert_allclose(found, expected, atol=1e-6)
    np.testing.assert_allclose(states[0], ahead, atol=1e-6)
    np.testing.assert_allclose(states[1], behind, atol=1e-6)


@pytest.mark.parametrize(("value", "expected"), [(1.0, 1), (3.0, 2), (9.0, 3)])
def test_case(graph_mode, value, expected):
    v1 = graph_mode
    x = v1.placeholder(v1.float32, [])
    pairs = [(x < 2.0, lambda: v1.constant(1)), (x < 5.0, lambda: v1.constant(2))]
    chosen = v1.case(pairs, default=lambda: v1.constant(3))
    with v1.Session() as session:
        assert session.run(chosen, {x: value}) == expected
    with pytest.raises(ValueError, match="`default`"):
        v1.case(pairs)


def test_functions_of_datasets_make_no_nodes(graph_mode):
    v1 = graph_mode
    numbers = v1.data.Dataset.range(3)
    scaled = numbers.map(lambda x: v1.cast(x, v1.float32) * v1.constant(2.0) + v1.ones([2]))
    element = v1.data.make_one_shot_iterator(scaled).get_next()
    with v1.Session() as session:
        assert [session.run(element).tolist() for _ in range(3)] == [[1, 1], [3, 3], [5, 5]]
