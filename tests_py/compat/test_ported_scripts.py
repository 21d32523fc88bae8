"""What scripts of TensorFlow 1 meet when they begin with ``import tensorflow.compat.v1 as tf``.

Values are those of TensorFlow 2.21."""

import os

import numpy as np
import pytest

import pelton as tf


def test_datasets_make_iterators(graph_mode):
    v1, session = graph_mode, graph_mode.Session()
    dataset = v1.data.Dataset.range(3)
    assert (dataset.output_types, dataset.output_shapes) == (tf.int64, tf.TensorShape([]))
    assert dataset.output_classes is tf.Tensor
    element = dataset.make_one_shot_iterator().get_next()
    assert [session.run(element) for _ in range(3)] == [0, 1, 2]
    iterator = dataset.map_with_legacy_function(lambda x: x + 5).make_initializable_iterator()
    session.run(iterator.initializer)
    assert session.run(iterator.get_next()) == 5
    iterator = v1.data.Iterator.from_structure(dataset.output_types, dataset.output_shapes)
    session.run(iterator.make_initializer(dataset))
    assert session.run(iterator.get_next()) == 0


def test_datasets_of_placeholders_make_iterators(graph_mode):
    v1, session = graph_mode, graph_mode.Session()
    x = v1.placeholder(tf.float32, [None])
    dataset = v1.data.Dataset.from_tensor_slices(x).map(lambda one: one * 2).batch(2)
    assert dataset.output_types == tf.float32
    iterator = dataset.make_initializable_iterator()
    element = iterator.get_next()
    session.run(iterator.initializer, {x: [1, 2, 3]})
    assert [session.run(element).tolist() for _ in range(2)] == [[2, 4], [6]]
    with pytest.raises(ValueError, match="Cannot capture a placeholder"):
        dataset.make_one_shot_iterator()


def test_initial_values_of_functions_without_a_shape(graph_mode):
    v1, session = graph_mode, graph_mode.Session()
    v = v1.get_variable("v", initializer=lambda: tf.ones([2]))
    session.run(v.initializer)
    assert v.name == "v:0" and session.run(v).tolist() == [1, 1]
    with pytest.raises(ValueError, match="must be fully defined"):
        v1.get_variable("w", initializer=v1.ones_initializer())


def test_values_keep_their_dtypes_as_initial_ones(graph_mode):
    v1 = graph_mode
    given = [tf.constant(3), [1, 2], np.ones(2), 3.5, lambda: tf.constant([1, 2]), True]
    made = [v1.get_variable(f"v{at}", initializer=one) for at, one in enumerate(given)]
    names = ["int32", "int32", "float64", "float32", "int32", "bool"]
    assert [one.dtype.base_dtype.name for one in made] == names
    assert v1.get_variable("k", [2], initializer=v1.ones_initializer()).dtype == tf.float32


@pytest.mark.parametrize(
    "options, shown",
    [
        ({}, "[[1 2 3]...][x][1.5][1][0.1 2 3...]"),
        ({"summarize": 2, "message": "m "}, "m [[1 2...]...][x][1.5][1][0.1 2...]"),
        ({"summarize": 4}, "[[1 2 3][4...]...][x][1.5][1][0.1 2 3 4]"),
        ({"summarize": -1}, "[[1 2 3][4 5 6]][x][1.5][1][0.1 2 3 4]"),
    ],
)
def test_print_shows_the_first_elements(graph_mode, capfd, options, shown):
    v1 = graph_mode
    a = tf.constant([[1, 2, 3], [4, 5, 6]])
    parts = [a, tf.constant("x"), tf.constant(1.5), tf.constant([True]), [0.1, 2.0, 3.0, 4.0]]
    v1.Session().run(v1.Print(a, parts, **options))
    assert capfd.readouterr().err == f"{shown}\n"


def test_operators_are_named_below_their_scope(graph_mode):
    v1 = graph_mode
    x = v1.placeholder(tf.float32, [None, 2], name="x")
    with v1.name_scope("n"):
        made = [x + 1, 2 * x, x - 1, x / 2, x**2, -x]
        with v1.name_scope("m"):
            inner = x + 1
        last = x + 3
    outside = x + 2
    assert [one.name for one in made] == [
        f"n/{name}:0" for name in ("add", "mul", "sub", "truediv", "pow", "Neg")
    ]
    assert [inner.name, last.name, outside.name] == ["n/m/add:0", "n/add_1:0", "add:0"]


def test_nodes_tell_their_values(graph_mode):
    v1 = graph_mode
    x = v1.placeholder(tf.float32, [2], name="x")
    y = v1.nn.relu(x, name="y")
    assert x.op.values()[0] is x and y.op.values()[0] is y
    graph = v1.get_default_graph()
    assert [node.values()[0].name for node in graph.get_operations()] == ["x:0", "y:0"]
    with graph.colocate_with(x.op), graph.container("c"):
        assert graph.is_feedable(x) and graph.is_fetchable(y)


def test_sparse_placeholders_without_a_shape_are_matrices(graph_mode):
    v1, session = graph_mode, graph_mode.Session()
    labels = v1.sparse_placeholder(tf.int32)
    logits = v1.placeholder(tf.float32, [None, None, 4])
    lengths = v1.placeholder(tf.int32, [None])
    loss = v1.nn.ctc_loss(labels, logits, lengths)
    decoded, _ = v1.nn.ctc_greedy_decoder(logits, lengths)
    rate = tf.reduce_mean(tf.edit_distance(tf.cast(decoded[0], tf.int32), labels))
    feeds = {
        labels: v1.SparseTensorValue([[0, 0], [0, 1]], np.array([1, 2], np.int32), [1, 2]),
        logits: np.random.RandomState(0).randn(5, 1, 4),
        lengths: [5],
    }
    found = session.run([loss, rate, v1.sparse_tensor_to_dense(labels)], feeds)
    assert found[0] == pytest.approx([5.363365], rel=1e-5)
    assert found[1] == 1.0 and found[2].tolist() == [[1, 2]]


def test_variables_scatter_by_methods(graph_mode):
    v1, session = graph_mode, graph_mode.Session()
    v = v1.Variable([1.0, 2.0, 3.0])
    session.run(v.initializer)
    assert session.run(v.scatter_nd_add([[0]], [1.0])).tolist() == [2, 2, 3]
    assert session.run(v.scatter_add(tf.IndexedSlices([1.0], [0]))).tolist() == [3, 2, 3]
    assert session.run(v.scatter_nd_update([[2]], [7.0])).tolist() == [3, 2, 7]
    assert session.run([v.gather_nd([[1]]), v.sparse_read([2, 0])])[1].tolist() == [7, 3]


BRANCHES = {
    "numbers": (lambda: 0.5, lambda: 1.0, [0.5, 1.0]),
    "pairs": (lambda: (1, 2.0), lambda: (3, 4.0), [(1, 2.0), (3, 4.0)]),
    "texts": (lambda: "a", lambda: "b", [b"a", b"b"]),
    "arrays": (lambda: [np.int64(1), 2], lambda: [np.int64(3), 4], [[1, 2], [3, 4]]),
}


@pytest.mark.parametrize("first, second, wanted", BRANCHES.values(), ids=BRANCHES)
def test_branches_may_give_plain_values(graph_mode, first, second, wanted):
    v1, session = graph_mode, graph_mode.Session()
    is_true = v1.placeholder(tf.bool, [])
    made = v1.cond(is_true, first, second)
    assert [session.run(made, {is_true: value}) for value in (True, False)] == wanted
    made = v1.case([(is_true, first)], default=second)
    assert [session.run(made, {is_true: value}) for value in (True, False)] == wanted


def test_dropout_by_a_condition(graph_mode):
    v1 = graph_mode
    is_training = v1.placeholder(tf.bool)
    kept = v1.cond(is_training, lambda: 0.5, lambda: 1.0)
    made = v1.nn.dropout(tf.ones([4]), keep_prob=kept)
    assert v1.Session().run(made, {is_training: False}).tolist() == [1, 1, 1, 1]


def test_losses_of_lists(graph_mode):
    v1, session = graph_mode, graph_mode.Session()
    losses = [
        v1.losses.softmax_cross_entropy([[0, 1.0]], [[1.0, 2.0]]),
        v1.losses.sigmoid_cross_entropy([[1.0]], [[2.0]]),
    ]
    assert session.run(losses) == pytest.approx([0.31326166, 0.126928], rel=1e-5)


def test_scopes_have_the_old_attributes(graph_mode):
    v1 = graph_mode
    scope = v1.get_variable_scope()
    assert (scope.partitioner, scope.caching_device, scope.constraint) == (None, None, None)
    with v1.variable_scope("s") as scope:
        scope.set_dtype(tf.float64)
        assert v1.get_variable("v", [1]).dtype == tf.float64
    assert v1.initializers.global_variables is v1.global_variables_initializer
    assert v1.sparse.merge is not None and v1.sparse.reduce_max_sparse is not None
    assert v1.Session().run(v1.initializers.identity(2.0)([2, 2])).tolist() == [[2, 0], [0, 2]]


def test_checkpoint_files(graph_mode, tmp_path):
    v1, session = graph_mode, graph_mode.Session()
    v1.get_variable("v", [1])
    session.run(v1.global_variables_initializer())
    path = v1.train.Saver().save(session, str(tmp_path / "model"))
    assert v1.train.get_checkpoint_mtimes([path, "none"])[0] > 0
    v1.train.update_checkpoint_state(str(tmp_path), path)
    assert v1.train.latest_checkpoint(str(tmp_path)) == path
    v1.train.remove_checkpoint(path)
    assert os.listdir(tmp_path) == ["checkpoint"]


DISTRIBUTIONS = {
    "Normal(0.0, 2.0)": {
        "cdf(0.5)": 0.5987063, "log_cdf(0.5)": -0.5129841, "survival_function(0.5)": 0.4012937,
        "quantile(0.3)": -1.048801, "cross_entropy(d.Normal(1.0, 1.0))": 3.4189386,
    },
    "Beta(2.0, 3.0)": {
        "log_prob(0.3)": 0.5675839, "mean()": 0.4, "entropy()": -0.23490667, "variance()": 0.04,
        "mode()": 1 / 3, "kl_divergence(d.Beta(1.0, 2.0))": 0.12509274,
    },
    "Gamma(2.0, 3.0)": {
        "log_prob(0.5)": 0.0040774345, "mean()": 2 / 3, "entropy()": 0.47860348,
        "variance()": 2 / 9, "kl_divergence(d.Gamma(1.0, 2.0))": 0.16158271,
    },
    "Exponential(2.0)": {"log_prob(0.5)": -0.30685282, "cdf(0.5)": 0.6321205},
    "Laplace(0.0, 1.0)": {"log_prob(0.5)": -1.1931472, "cdf(0.5)": 0.69673467},
    "StudentT(3.0, 0.0, 1.0)": {"log_prob(0.5)": -1.1609743},
    "Dirichlet([1.0, 2.0, 3.0])": {
        "log_prob([0.2, 0.3, 0.5])": 1.5040774, "entropy()": -1.2443442,
        "mean()": [1 / 6, 1 / 3, 1 / 2],
    },
    "Dirichlet([1.0, 2.0])": {"kl_divergence(d.Dirichlet([2.0, 2.0]))": 0.4013877},
    "Bernoulli(probs=0.3)": {"kl_divergence(d.Bernoulli(probs=0.6))": 0.18378694},
    "Uniform(0.0, 2.0)": {"cdf(0.5)": 0.25, "variance()": 1 / 3},
}  # fmt: skip


@pytest.mark.parametrize("made", DISTRIBUTIONS)
def test_distributions(graph_mode, made):
    v1 = graph_mode
    known = {"d": v1.distributions}
    one = eval(f"d.{made}", known)
    asked = DISTRIBUTIONS[made]
    found = v1.Session().run([eval(f"one.{text}", {**known, "one": one}) for text in asked])
    for text, got, wanted in zip(asked, found, asked.values(), strict=True):
        np.testing.assert_allclose(got, wanted, rtol=1e-5, err_msg=text)


@pytest.mark.parametrize("made", [one for one in DISTRIBUTIONS if "Bern" not in one])
def test_samples_have_the_moments(graph_mode, made):
    v1 = graph_mode
    v1.set_random_seed(1)
    one = eval(f"d.{made}", {"d": v1.distributions})
    sample, mean = v1.Session().run([one.sample(20000, seed=3), one.mean()])
    assert sample.shape == (20000, *one.batch_shape.as_list(), *one.event_shape.as_list())
    np.testing.assert_allclose(sample.mean(axis=0), mean, atol=0.06)
