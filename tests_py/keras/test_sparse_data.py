"""Models of inputs and outputs take sparse samples as if they were dense, models of own code take
ragged rows as they are; figures of real Keras."""

import numpy as np
import pytest

import pelton as tf

X = np.eye(4, 3, dtype="float32")
Y = np.arange(4.0)[:, None]
W = np.array([[0.03771907], [-0.03963146], [0.1921268]], "float32")
LOSS, EVALUATED, PREDICTED = 3.31363, 3.33767, [0.03772, -0.03963, 0.19213, 0.0]


def model():
    made = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
    made.set_weights([W, np.zeros(1)])
    made.compile("sgd", "mse")
    return made


def sparse_dataset():
    samples = (tf.sparse.from_dense(X), Y)
    return tf.data.Dataset.from_tensor_slices(samples).batch(2)


@pytest.mark.parametrize(
    "data",
    [lambda: (tf.sparse.from_dense(X), Y), lambda: (sparse_dataset(),)],
    ids=["array", "set"],
)
def test_fit_evaluate_and_predict(data):
    size = {"batch_size": 2, "shuffle": False} if len(data()) == 2 else {}
    history = model().fit(*data(), validation_data=data() if size else data()[0], verbose=0, **size)
    assert history.history["loss"] == pytest.approx([LOSS], rel=1e-5)
    assert history.history.keys() == {"loss", "val_loss"}
    assert model().evaluate(*data(), verbose=0) == pytest.approx(EVALUATED, rel=1e-5)
    np.testing.assert_allclose(model().predict(data()[0], verbose=0)[:, 0], PREDICTED, atol=1e-5)


def test_matrix_of_scipy():
    matrix = pytest.importorskip("scipy.sparse").csr_matrix(X)
    history = model().fit(matrix, Y, batch_size=2, shuffle=False, verbose=0)
    assert history.history["loss"] == pytest.approx([LOSS], rel=1e-5)


ROWS = [[1, 2, 3], [4], [5, 6], [7, 8, 9, 1]]
LOSSES_OF_ROWS, VAL_LOSSES_OF_ROWS = [0.6035475, 0.5680729], [0.5728276, 0.5403202]
OUTPUTS_OF_ROWS = [-0.11166803, -0.13804841, -0.07625254, 0.07921638]
TABLE = np.arange(20, dtype="float32").reshape(10, 2) / 10 - 1


class MeanOfWords(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.words = tf.keras.layers.Embedding(10, 2)
        self.last = tf.keras.layers.Dense(1)

    def call(self, rows):
        rows = rows.to_tensor() if isinstance(rows, tf.RaggedTensor) else rows
        return self.last(tf.reduce_mean(self.words(rows), axis=1))


def model_of_rows(**options):
    made = MeanOfWords()
    made(np.ones((1, 3), "int32"))
    made.set_weights([TABLE, np.array([[0.5], [-0.25]], "float32"), np.zeros(1)])
    made.compile("sgd", "mse", **options)
    return made


def rows_and_targets():
    return tf.ragged.constant(ROWS), np.array([0.0, 1.0, 0.0, 1.0], "float32")


@pytest.mark.parametrize("options", [{}, {"run_eagerly": True}], ids=["traced", "eager"])
@pytest.mark.parametrize("as_dataset", [False, True])
def test_models_of_own_code_take_ragged_rows(options, as_dataset):
    rows, targets = rows_and_targets()
    data = (rows, targets)
    if as_dataset:
        data = (tf.data.Dataset.from_tensor_slices(data).batch(2),)
    made = model_of_rows(**options)
    sizes = {} if as_dataset else {"batch_size": 2}
    same = {"epochs": 2, "shuffle": False, "verbose": 0, "validation_batch_size": 2}
    history = made.fit(*data, validation_data=(rows, targets), **same, **sizes)
    np.testing.assert_allclose(history.history["loss"], LOSSES_OF_ROWS, rtol=1e-5)
    np.testing.assert_allclose(history.history["val_loss"], VAL_LOSSES_OF_ROWS, rtol=1e-5)
    found = made.predict(data[0], verbose=0, **sizes)
    np.testing.assert_allclose(found[:, 0], OUTPUTS_OF_ROWS, rtol=1e-4)


def test_ragged_inputs_in_a_dict_and_weights_reach_the_step():
    rows, targets = rows_and_targets()
    seen = []

    class Named(MeanOfWords):
        def call(self, inputs):
            seen.append(type(inputs["rows"]).__name__)
            return super().call(inputs["rows"])

    made = Named()
    made.compile("sgd", "mse")
    made.fit({"rows": rows}, targets, sample_weight=np.ones(4), verbose=0)
    assert set(seen) == {"RaggedTensor"}
    sequential = model()
    with pytest.raises(ValueError, match="dense tensors"):
        sequential.fit(tf.data.Dataset.from_tensor_slices((rows, targets)).batch(2), verbose=0)


def test_sparse_inputs():
    """Keras's numbers; what Keras keeps sparse is dense."""
    x = tf.sparse.from_dense(np.array([[1.0, 0, 2, 0], [0, 3.0, 0, 0]], "float32"))
    inputs = tf.keras.Input((4,), sparse=True)
    assert (inputs.sparse, inputs.ragged, tf.keras.Input((4,)).sparse) == (True, False, False)
    assert "sparse=True" in repr(inputs) and not hasattr(tf.ones(2), "sparse")
    dense = tf.keras.layers.Dense(2, kernel_initializer="ones")
    small = tf.keras.Model(inputs, dense(inputs))
    assert small.get_config()["layers"][0]["config"]["sparse"] is True
    assert np.array_equal(small(x), [[3, 3], [3, 3]])
    assert np.array_equal(small.predict(x, verbose=0), [[3, 3], [3, 3]])
    small.compile("sgd", "mse")
    assert small.fit(x, np.ones((2, 2)), verbose=0).history["loss"] == pytest.approx([4.0])
    assert np.allclose(dense.kernel[:, 0], [0.99, 0.97, 0.98, 1])
    both = tf.keras.Model(inputs, tf.keras.layers.concatenate([inputs, inputs]))
    assert np.array_equal(both(x)[1], [0, 3, 0, 0, 0, 3, 0, 0])
    numbers = tf.keras.Input((4,), sparse=True, dtype="int32")
    table = tf.keras.layers.Embedding(5, 2, weights=[np.arange(10.0).reshape(5, 2)])
    rows = tf.keras.Model(numbers, table(numbers))(tf.cast(x, "int32"))
    assert np.array_equal(rows[1], [[0, 1], [6, 7], [0, 1], [0, 1]])
    stack = tf.keras.Sequential([tf.keras.Input((4,), sparse=True), tf.keras.layers.Dense(1)])
    assert stack(x).shape == (2, 1)


def test_ragged_inputs_of_own_layers(monkeypatch):
    """What the graph does once InputLayer takes `ragged`, which the engine refuses as yet."""
    inputs_are_ragged = property(lambda layer: layer.name.startswith("rows"))
    monkeypatch.setattr(tf.keras.layers.InputLayer, "ragged", inputs_are_ragged)

    class Sums(tf.keras.layers.Layer):
        def call(self, x):
            assert isinstance(x, tf.RaggedTensor)
            return tf.cast(tf.expand_dims(tf.reduce_sum(x, 1), 1), "float32")

    rows = tf.ragged.constant([[1, 2, 3], [4], [5, 6]])
    inputs = tf.keras.Input((None,), dtype="int32", name="rows")
    padded = tf.keras.layers.Lambda(lambda x: x.to_tensor(), output_shape=(None,))(inputs)
    dense = tf.keras.layers.Dense(1, kernel_initializer="ones")
    model = tf.keras.Model(inputs, dense(Sums()(inputs)))
    assert model(rows).numpy().tolist() == [[6.0], [4.0], [11.0]]
    assert tf.keras.Model(inputs, padded)(rows).numpy().tolist() == [
        [1, 2, 3],
        [4, 0, 0],
        [5, 6, 0],
    ]
    model.compile("sgd", "mse")
    history = model.fit(rows, np.ones([3, 1]), verbose=0).history
    assert history["loss"] == pytest.approx([44.66666793823242])
    outputs = [[-0.19999993], [-0.17333329], [-0.26666653]]
    np.testing.assert_allclose(model.predict(rows, verbose=0), outputs, rtol=1e-5)
