"""What `compile` keeps of an earlier one, how metrics see a softmax, and class weights of models
with several inputs: numbers are Keras 3.15's on TensorFlow 2.21."""

import numpy as np
import pytest

import pelton as tf
from pelton import keras

X = np.arange(12.0).reshape(4, 3) / 12
Y = np.eye(2)[[0, 1, 1, 0]]


def dense():
    layer = keras.layers.Dense(2, kernel_initializer="ones")
    return keras.Sequential([keras.Input((3,)), layer])


def test_a_loss_and_metrics_stay_where_a_later_compile_gives_none():
    model = dense()
    model.compile("sgd", "mse", loss_weights=2.0, metrics=["mae"])
    before = model.evaluate(X, Y, return_dict=True, verbose=0)
    model.compile("adam")
    assert model.evaluate(X, Y, return_dict=True, verbose=0) == before
    model.compile("adam", "mae", weighted_metrics=["mse"])
    after = model.evaluate(X, Y, return_dict=True, verbose=0)
    assert sorted(after) == ["loss", "mse"]
    assert after["loss"] == pytest.approx(before["mae"])


@pytest.mark.parametrize("again", [{}, {"metrics": True}])
def test_metrics_start_anew_in_the_first_training_after_a_later_compile(again):
    """Of a model with several outputs, whose metrics are made with the first batch."""
    end = keras.Input((3,))
    model = keras.Model(end, [keras.layers.Dense(2, name=name)(end) for name in "ab"])
    metrics = {"a": [keras.metrics.MeanAbsoluteError(name="mae")]}
    model.compile(keras.optimizers.SGD(0.5), ["mse", "mse"], metrics=metrics)
    model.fit(X, [Y, Y], verbose=0)
    model.compile(keras.optimizers.SGD(0.0), ["mse", "mse"], **{name: metrics for name in again})
    found = model.fit(X, [Y, Y], verbose=0).history["a_mae"]
    assert found == pytest.approx([np.abs(model.predict(X, verbose=0)[0] - Y).mean()], rel=1e-5)


@pytest.mark.parametrize("shape", [(3,), (4, 4, 3)])
@pytest.mark.parametrize("kind", ["sparse_categorical", "categorical"])
def test_a_cross_entropy_as_metric_takes_the_logits_behind_a_softmax(kind, shape):
    """Where probabilities round to zero the loss and the metric of the same name agree."""
    rng = np.random.RandomState(0)
    x = rng.randn(6, *shape).astype("float32") * 12
    y = rng.randint(0, 3, (6, *shape[:-1]))
    target = np.eye(3)[y] if kind == "categorical" else y[..., None]
    model = keras.Sequential([keras.Input(shape), keras.layers.Softmax()])
    model.compile("sgd", f"{kind}_crossentropy", metrics=[f"{kind}_crossentropy", "accuracy"])
    for _ in range(2):
        found = model.evaluate(x, target, batch_size=2, verbose=0, return_dict=True)
        assert found[f"{kind}_crossentropy"] == pytest.approx(found["loss"], rel=1e-5)
        assert found["loss"] > 5


def two_inputs():
    ends = [keras.Input((2,)), keras.Input((3,))]
    joined = keras.layers.concatenate(ends)
    model = keras.Model(ends, keras.layers.Dense(3, activation="softmax")(joined))
    model.set_weights([np.ones_like(w) * np.arange(3) for w in model.get_weights()])
    return model


@pytest.mark.parametrize("sparse", [False, True])
def test_class_weights_of_several_inputs(sparse):
    model = two_inputs()
    model.compile("sgd", ("sparse_" if sparse else "") + "categorical_crossentropy")
    x, labels = [np.ones((6, 2)), np.ones((6, 3))], np.array([0, 1, 2, 0, 1, 2])
    y = labels if sparse else np.eye(3)[labels]
    weights = {0: 1.0, 1: 2.0, 2: 3.0}
    found = model.fit(x, y, class_weight=weights, verbose=0).history["loss"]
    assert found == pytest.approx([8.004962921142578])
    halves = model.fit(x, y, class_weight=weights, validation_split=0.5, verbose=0).history
    assert np.isfinite(halves["loss"] + halves["val_loss"]).all()


def test_class_weights_of_several_inputs_are_refused_beside_others():
    model = two_inputs()
    model.compile("sgd", "categorical_crossentropy")
    x, y = [np.ones((4, 2)), np.ones((4, 3))], np.eye(3)[[0, 1, 2, 0]]
    given = {"class_weight": {0: 1.0}, "sample_weight": np.ones(4), "validation_split": 0.5}
    with pytest.raises(ValueError, match="You cannot `class_weight` and `sample_weight`"):
        model.fit(x, y, **given)


def test_labels_of_a_connectionist_loss_may_have_any_length():
    class Loss(keras.layers.Layer):
        def call(self, labels, logits):
            rows = keras.ops.shape(labels)[0]
            sizes = [n * keras.ops.ones((rows,), "int32") for n in (labels.shape[1] or 2, 5)]
            return keras.ops.ctc_loss(labels, logits, *sizes, mask_index=0)

    labels, logits = keras.Input((None,), dtype="int32"), keras.Input((5, 4))
    model = keras.Model([labels, logits], Loss()(labels, logits))
    rng = np.random.RandomState(0)
    x = [np.array([[1, 2], [3, 3]]), rng.randn(2, 5, 4).astype("float32")]
    expected = keras.ops.ctc_loss(x[0].astype("int32"), x[1], [2, 2], [5, 5])
    np.testing.assert_allclose(model(x), expected, rtol=1e-6)


def test_training_takes_every_other_order_of_a_shuffled_dataset():
    """Keras makes an iterator where an epoch of known length ends, and another one for the next."""
    rows = np.arange(8.0)[:, None]
    seen = []

    class Listening(keras.Model):
        def train_step(self, data):
            seen.append(data[0].numpy().ravel().astype(int).tolist())
            return super().train_step(data)

    end = keras.Input((1,))
    model = Listening(end, keras.layers.Dense(1)(end))
    model.compile("sgd", "mse", run_eagerly=True)
    keras.utils.set_random_seed(3)
    dataset = tf.data.Dataset.from_tensor_slices((rows, rows)).shuffle(8, seed=3).batch(8)
    model.fit(dataset, epochs=3, verbose=0)
    model.fit(dataset, verbose=0)
    assert seen == [
        [1, 6, 4, 5, 2, 3, 0, 7],
        [7, 5, 1, 2, 6, 3, 4, 0],
        [0, 5, 6, 3, 4, 2, 1, 7],
        [7, 1, 5, 6, 2, 3, 0, 4],
    ]
