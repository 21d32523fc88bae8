"""Models of inputs and outputs take sparse samples as if they were dense; figures of real Keras."""

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
