"""Metrics of several labels, of gains, with given states and inside one another; optimizers' and
layers' arguments that are checked as in Keras. Areas and shares are Keras 3.15's."""

import numpy as np
import pytest

import pelton as tf
from pelton import keras

metrics = keras.metrics
T = np.array([[1, 0, 1], [0, 1, 1], [1, 1, 0], [0, 0, 1]], "float32")
P = np.array([[0.9, 0.3, 0.4], [0.2, 0.6, 0.8], [0.4, 0.7, 0.5], [0.6, 0.1, 0.3]], "float32")
# (arguments of AUC, the area)
AREAS = (
    ({"multi_label": True}, 0.694444),
    ({"multi_label": True, "num_labels": 3, "curve": "PR"}, 0.855406),
    ({"multi_label": True, "label_weights": [1.0, 2.0, 0.0]}, 0.916667),
    ({"label_weights": [1.0, 2.0, 0.5]}, 0.907692),
    ({"curve": "PRGAIN"}, 0.428333),
)


@pytest.mark.parametrize("arguments, area", AREAS, ids=[str(a) for a, _ in AREAS])
def test_areas_of_several_labels(arguments, area):
    metric = metrics.AUC(**arguments)
    assert float(metric.result()) == 0.0
    metric.update_state(T, P)
    assert float(metric.result()) == pytest.approx(area, abs=2e-5)
    again = metrics.AUC.from_config(metric.get_config())
    again.update_state(T, P)
    assert float(again.result()) == float(metric.result())
    metric.reset_state()
    assert float(metric.result()) == 0.0


BAD_AREAS = (
    ({"num_labels": 2}, "`num_labels` is needed only"),
    ({"multi_label": True, "num_labels": 2}, "2 labels"),
    ({"multi_label": True, "label_weights": [1.0]}, "`label_weights` has 1"),
)


@pytest.mark.parametrize("arguments, text", BAD_AREAS)
def test_labels_that_do_not_fit(arguments, text):
    with pytest.raises(ValueError, match=text):
        metrics.AUC(**arguments).update_state(T, P)


def test_equal_predictions_count_in_their_order():
    metric = metrics.Precision(top_k=2)
    metric.update_state([[1, 0, 1]], [[0.2, 0.2, 0.2]])
    assert float(metric.result()) == 0.5
    with pytest.raises(ValueError, match="must be a 2D array"):
        metrics.Recall(class_id=1).update_state([1, 0], [0.5, 0.2])


@pytest.mark.parametrize("bad", [{"beta": 2}, {"beta": -1.0}, {"threshold": 1}, {"threshold": 1.5}])
def test_scores_take_floats_within_their_range(bad):
    with pytest.raises(ValueError, match=f"Invalid `{next(iter(bad))}` argument value"):
        metrics.FBetaScore(**bad)


def test_given_states_leave_the_metric_as_it_is():
    metric = metrics.Mean()
    metric.update_state([4.0])
    state = metric.stateless_update_state([tf.constant(2.0), tf.constant(1.0)], [3.0, 4.0])
    assert [float(one) for one in state] == [9.0, 3.0]
    assert float(metric.stateless_result(state)) == 3.0
    assert [float(one) for one in metric.stateless_reset_state()] == [0.0, 0.0]
    assert float(metric.result()) == 4.0
    with pytest.raises(ValueError, match="expected 2 variables"):
        metric.stateless_result([1.0])


def test_variables_and_metrics_in_containers_are_the_metrics_own():
    metric = metrics.Mean()
    metric.more = {"a": [keras.Variable(0.0)], "b": (metrics.Sum(), keras.Variable(1.0))}
    assert len(metric.variables) == 5


def test_weights_of_an_optimizer_are_set():
    optimizer = keras.optimizers.SGD(0.5, momentum=0.9)
    with pytest.raises(ValueError, match="not yet been built"):
        optimizer.set_weights([])
    optimizer.build([keras.Variable([1.0, 2.0])])
    optimizer.set_weights([np.array(3), np.array(0.25), np.array([1.0, 2.0])])
    assert int(optimizer.iterations) == 3 and float(optimizer.learning_rate) == 0.25
    with pytest.raises(ValueError, match=r"has shape \(2,\) not compatible"):
        optimizer.set_weights([np.array(7), np.array(0.5), np.ones(3)])
    assert int(optimizer.iterations) == 3


NOISE = ((3, "tuple or list"), ((2, 1.5), "integers or None"), ((2, 0), "positive"))


@pytest.mark.parametrize("shape, text", NOISE)
def test_noise_shapes_are_checked(shape, text):
    with pytest.raises(ValueError, match=f"`noise_shape`. Expected .*{text}"):
        keras.layers.Dropout(0.5, noise_shape=shape)
    assert keras.layers.Dropout(0.5, noise_shape=[2, 1]).noise_shape == (2, 1)


def test_examples_alone_of_their_label_do_not_count_in_circle():
    labels, points = [1, 1, 2], tf.constant([[1.0, 0.0], [0.6, 0.8], [0.0, 1.0]])
    values = keras.losses.Circle(reduction=None)(labels, points).numpy()
    assert values[2] == 0.0
    mean = float(keras.losses.Circle()(labels, points))
    assert mean == pytest.approx(values[:2].mean(), rel=1e-5)


class Within(metrics.Metric):
    """A count of batches beside a metric inside, `depth` deep."""

    def __init__(self, depth=0, **kwargs):
        super().__init__(**kwargs)
        self.inside = {"it": [Within(depth - 1, name=f"a{depth}") if depth else metrics.Mean("m")]}
        self.count = self.add_weight(name="t", initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        (inside,) = self.inside["it"]
        given = (y_true, y_pred) if isinstance(inside, Within) else (y_true,)
        inside.update_state(*given)
        self.count.assign_add(1.0)

    def result(self):
        return self.inside["it"][0].result() + self.count


def test_metrics_three_deep():
    metric = Within(3, name="top")
    metric.update_state(np.array([1.0, 3.0]), np.array([1.0, 2.0]))
    assert float(metric.result()) == 6
    paths = ["top/t", "a3/t", "a2/t", "a1/t", "m/total", "m/count"]
    assert [variable.path for variable in metric.variables] == paths
    metric.reset_state()
    assert float(metric.result()) == 0
    model = keras.Sequential([keras.layers.Dense(1, kernel_initializer="ones")])
    model.compile("sgd", "mse", metrics=[Within(3, name="top")])
    history = model.fit(np.ones((4, 2)), np.ones((4, 1)), epochs=2, batch_size=2, verbose=0)
    assert history.history["top"] == [9.0, 9.0]


def test_a_loss_without_reduction():
    model = keras.Sequential([keras.layers.Dense(1, kernel_initializer="ones")])
    model.compile("sgd", keras.losses.MeanSquaredError(reduction=None))
    x, y = np.ones((4, 2)), np.ones((4, 1))
    history = model.fit(x, y, batch_size=2, verbose=0).history
    assert history["loss"] == pytest.approx([0.8872], rel=1e-5)
    assert model.evaluate(x, y, verbose=0) == pytest.approx(0.5996953, rel=1e-5)
    assert model.test_on_batch(x, y) == pytest.approx(0.5996953, rel=1e-5)
