"""Sessions of compat.v1: fetches, feeds, variables, control inputs and their errors."""

import numpy as np
import pytest

import pelton as tf


def test_fetches_of_every_form(graph_mode):
    v1 = graph_mode
    a = v1.placeholder(v1.float32, (), name="a")
    v = v1.Variable(2.0, name="v")
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        named = v1.multiply(a, 3.0, name="triple")
        found = session.run({"x": [a + v, v], "y": (named, "a:0"), "none": v.initializer}, {a: 1.0})
        assert found == {"x": [3.0, 2.0], "y": (3.0, 1.0), "none": None}
        assert isinstance(found["x"][0], np.float32)
        assert session.run("triple:0", {"a:0": 2.0}) == 6.0
        assert session.run(v1.constant([1, 2])).tolist() == [1, 2]
        assert named.eval({a: 5.0}) == 15.0
        assert v.eval() == 2.0


def test_later_runs_are_one_traced_program(graph_mode):
    v1 = graph_mode
    x = v1.placeholder(v1.float32, [None, 2])
    calls = []

    def doubled(value):
        calls.append(1)
        return value * 2.0

    from pelton.compat.v1.deferred import node

    y = node("Doubled", None, doubled, x)
    session = v1.Session()
    for number in range(5):
        assert session.run(y, {x: [[number, 1.0]]}).tolist() == [[2.0 * number, 2.0]]
    # Once for its shape, once op by op, once while it was traced.
    assert len(calls) == 3


def test_each_session_has_its_own_variables(graph_mode):
    v1 = graph_mode
    v = v1.Variable(1.0)
    add = v.assign_add(1.0)
    init = v1.global_variables_initializer()
    one, two = v1.Session(), v1.Session()
    one.run(init)
    with pytest.raises(tf.errors.FailedPreconditionError, match="uninitialized value Variable"):
        two.run(v)
    two.run(init)
    assert [one.run(add) for _ in range(3)] == [2.0, 3.0, 4.0]
    assert (one.run(v), two.run(v)) == (4.0, 1.0)
    v.load(7.0, two)
    assert two.run(v) == 7.0


def test_random_initial_values_are_drawn_by_the_initializer(graph_mode):
    v1 = graph_mode
    v = v1.Variable(v1.random_normal([100]))
    init = v1.global_variables_initializer()
    session = v1.Session()
    session.run(init)
    first = session.run(v)
    np.testing.assert_array_equal(session.run(v), first)
    session.run(init)
    assert (session.run(v) != first).all()


def test_draws_differ_from_run_to_run(graph_mode):
    v1 = graph_mode
    drawn = v1.random_uniform([50])
    session = v1.Session()
    assert (session.run(drawn) != session.run(drawn)).all()


def test_control_inputs_run_first(graph_mode):
    v1 = graph_mode
    v = v1.Variable(1.0)
    add = v1.assign_add(v, 1.0)
    with v1.control_dependencies([add]):
        after = v1.identity(v)
        read = v.read_value()
        grouped = v1.group(after, read)
    session = v1.InteractiveSession()
    session.run(v1.global_variables_initializer())
    assert session.run(after) == 2.0
    assert session.run(read) == 3.0
    assert grouped.run() is None
    assert v.eval() == 4.0
    session.close()
    assert v1.get_default_session() is None


def test_gradients_of_tensors_and_variables(graph_mode):
    v1 = graph_mode
    a = v1.placeholder(v1.float32, ())
    v = v1.Variable(3.0)
    y = v * a * a
    first = v1.gradients(y, [a, v])
    second = v1.gradients(first[0], a)[0]
    assert v1.gradients(a * 2.0, v) == [None]
    session = v1.Session()
    session.run(v1.global_variables_initializer())
    assert session.run(first, {a: 2.0}) == [12.0, 4.0]
    assert session.run(second, {a: 2.0}) == 6.0


@pytest.mark.parametrize(("value", "expected"), [(3.0, 6.0), (-3.0, 3.0)])
def test_branches(graph_mode, value, expected):
    v1 = graph_mode
    a = v1.placeholder(v1.float32, ())
    count = v1.Variable(0.0)
    found = v1.cond(a > 0.0, lambda: a * 2.0, lambda: count.assign_add(1.0) - a - 1.0)
    gradient = v1.gradients(found, a)[0]
    session = v1.Session()
    session.run(v1.global_variables_initializer())
    assert session.run(found, {a: value}) == expected
    assert session.run(count) == (0.0 if value > 0 else 1.0)
    assert session.run(gradient, {a: value}) == (2.0 if value > 0 else -1.0)


def test_loops(graph_mode):
    v1 = graph_mode
    a = v1.placeholder(v1.float32, ())
    scale = v1.Variable(2.0)
    total = v1.while_loop(
        lambda i, s: i < 5, lambda i, s: (i + 1, s + a * scale), [v1.constant(0), v1.constant(0.0)]
    )
    session = v1.Session()
    session.run(v1.global_variables_initializer())
    for number in (2.0, 3.0):
        assert session.run(total, {a: number}) == [5, 10.0 * number]


ERRORS = [  # what is run (with a placeholder of shape (None, 2)), class, text
    (lambda s, x: s.run(x), ValueError, "You must feed a value for placeholder tensor 'x'"),
    (lambda s, x: s.run(x, {x: [1.0]}), ValueError, "Cannot feed value of shape (1,) for"),
    (lambda s, x: s.run(3.0), TypeError, "Argument `fetch` = 3.0 has invalid type"),
    (lambda s, x: s.run("nothing:0"), ValueError, "cannot be interpreted as a Tensor"),
    (lambda s, x: s.run(x, {x: tf.ones((1, 2))}), TypeError, "cannot be a tf.Tensor object"),
    (lambda s, x: s.run(x, {3: 1.0}), TypeError, "Cannot interpret feed_dict key as Tensor: 3"),
    (lambda s, x: (s.close(), s.run(x)), RuntimeError, "Attempted to use a closed Session."),
    (lambda s, x: s.run(x, "ab"), TypeError, "`feed_dict` must be a dictionary, got 'ab'"),
    (lambda s, x: s.run(x, {x: 10**400}), OverflowError, "fed for Tensor x:0"),
    (lambda s, x: s.run(x, {x: object()}), TypeError, "fed for Tensor x:0"),
    (lambda s, x: s.make_callable(x, 7), TypeError, "Argument `feed_list` must be a list or tuple"),
    (lambda s, x: s.make_callable(x, [[x]]), TypeError, "`feed_list` must hold tensors, got [<"),
    (lambda s, x: s.make_callable(x, [x])(), ValueError, "for each of 1 tensors of `feed_list`"),
    (lambda s, x: type(s)(graph=(1,)), TypeError, '`graph` must be a tf.Graph, but got "tuple"'),
    (lambda s, x: type(s)(graph=()), TypeError, '`graph` must be a tf.Graph, but got "tuple"'),
    (lambda s, x: type(s)(7), TypeError, '`target` must be a string, but got "int"'),
]


@pytest.mark.parametrize(("call", "kind", "text"), ERRORS)
def test_refused(graph_mode, call, kind, text):
    x = graph_mode.placeholder(graph_mode.float32, [None, 2], name="x")
    with pytest.raises(kind) as caught:
        call(graph_mode.Session(), x)
    assert text in str(caught.value)


def test_graphs_of_their_own(graph_mode):
    v1 = graph_mode
    graph = v1.Graph()
    with graph.as_default():
        x = v1.placeholder(v1.float32, [2], name="x")
        y = x * 2.0
        with v1.Session() as session:
            assert session.graph is graph
            assert session.run(y, {x: [1, 2]}).tolist() == [2.0, 4.0]
    assert graph.get_tensor_by_name("x:0") is not None
    with pytest.raises(KeyError, match="not in the graph"):
        v1.get_default_graph().get_operation_by_name("x")
    graph.finalize()
    with pytest.raises(RuntimeError, match="finalized"), graph.as_default():
        v1.placeholder(v1.float32, [2])


def test_eager_code_refuses_placeholders():
    import pelton.compat.v1 as v1

    assert tf.executing_eagerly()
    with pytest.raises(RuntimeError, match="not compatible with eager execution"):
        v1.placeholder(tf.float32, [2])
    with v1.Graph().as_default():
        assert not tf.executing_eagerly()
        assert v1.placeholder(tf.float32, [2]).shape == (2,)


def test_tensorflow_itself_builds_graphs_too(graph_mode):
    v = tf.Variable(1.0)
    assert isinstance(v, type(graph_mode.Variable(1.0)))
    assert tf.constant(1.0).name == "Const:0"
    graph_mode.enable_v2_behavior()
    assert tf.Variable(2.0).numpy() == 2.0
    assert tf.constant(1.0).numpy() == 1.0
