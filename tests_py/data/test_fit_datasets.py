"""fit, evaluate and predict take datasets: the same figures as from arrays, pass by pass."""

import numpy as np
import pytest

import pelton as tf

RNG = np.random.default_rng(0)
X = RNG.normal(size=(70, 6)).astype("float32")
Y = RNG.integers(0, 3, 70)


def model():
    tf.keras.utils.set_random_seed(1)
    made = tf.keras.Sequential(
        [tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(3)]
    )
    loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    made.compile("adam", loss, metrics=["accuracy"])
    return made


def dataset(size=16):
    return tf.data.Dataset.from_tensor_slices((X, Y)).batch(size)


def assert_same_figures(one, other):
    assert sorted(one) == sorted(other)
    for name in one:
        np.testing.assert_allclose(one[name], other[name], rtol=1e-5)


@pytest.mark.parametrize("prefetched", [False, True])
def test_fit_is_as_from_arrays(prefetched):
    data = dataset().prefetch(2) if prefetched else dataset()
    kwargs = {"epochs": 3, "verbose": 0}
    ours = model().fit(data, validation_data=dataset(20), **kwargs).history
    kwargs |= {"validation_data": (X, Y), "validation_batch_size": 20}
    arrays = model().fit(X, Y, batch_size=16, shuffle=False, **kwargs)
    assert_same_figures(ours, arrays.history)


def test_evaluate_and_predict():
    made = model()
    assert_same_figures(
        made.evaluate(dataset(), return_dict=True, verbose=0),
        made.evaluate(X, Y, batch_size=16, return_dict=True, verbose=0),
    )
    np.testing.assert_allclose(
        made.predict(dataset(), verbose=0), made.predict(X, verbose=0), rtol=1e-5, atol=1e-6
    )
    only_x = tf.data.Dataset.from_tensor_slices(X).batch(30)
    assert made.predict(only_x, verbose=0).shape == (70, 3)


@pytest.mark.parametrize(("steps", "epochs", "seen"), [(2, 3, 6), (5, 2, 10), (None, 2, 10)])
def test_steps_go_on_through_passes(steps, epochs, seen):
    made = model()
    data = dataset().repeat() if steps else dataset()
    made.fit(data, epochs=epochs, steps_per_epoch=steps, verbose=0)
    assert int(made.optimizer.iterations.numpy()) == seen


def test_a_pass_that_ends_early_warns():
    with pytest.warns(UserWarning, match="ran out of data"):
        model().fit(dataset(), epochs=2, steps_per_epoch=4, verbose=0)


def test_reshuffles_each_epoch():
    seen = []

    def note(x, y):
        return tf.numpy_function(lambda a: seen.append(a.copy()) or a, [x], tf.float32), y

    data = tf.data.Dataset.from_tensor_slices((X, Y)).shuffle(70).batch(70)
    first, second = (next(iter(data))[0].numpy() for _ in range(2))
    assert not np.array_equal(first, second)
    np.testing.assert_array_equal(np.sort(first, axis=0), np.sort(second, axis=0))


def test_class_weights_and_sample_weights():
    weights = {0: 1.0, 1: 0.0, 2: 3.0}
    ours = model().fit(dataset(), class_weight=weights, verbose=0).history
    arrays = model().fit(X, Y, batch_size=16, shuffle=False, class_weight=weights, verbose=0)
    assert_same_figures(ours, arrays.history)
    sample = np.array([weights[label] for label in Y], "float32")
    data = tf.data.Dataset.from_tensor_slices((X, Y, sample)).batch(16)
    assert_same_figures(model().fit(data, verbose=0).history, ours)


def test_several_inputs():
    a, b = tf.keras.Input((6,), name="a"), tf.keras.Input((6,), name="b")
    made = tf.keras.Model({"a": a, "b": b}, tf.keras.layers.Dense(1)(a + b))
    made.compile("sgd", "mse")
    data = tf.data.Dataset.from_tensor_slices(({"a": X, "b": X}, X[:, :1])).batch(16)
    tf.keras.utils.set_random_seed(1)
    start = made.get_weights()
    ours = made.fit(data, verbose=0).history
    made.set_weights(start)
    arrays = made.fit({"a": X, "b": X}, X[:, :1], batch_size=16, shuffle=False, verbose=0).history
    assert_same_figures(ours, arrays)
    assert made.predict(data, verbose=0).shape == (70, 1)


@pytest.mark.parametrize("argument", ["y", "sample_weight"])
def test_targets_beside_a_dataset_are_refused(argument):
    with pytest.raises(ValueError, match=f"`{argument}` should not be passed"):
        model().fit(dataset(), **{argument: Y})


def test_a_validation_split_of_a_dataset_is_refused():
    with pytest.raises(ValueError, match="only supported for tensors or NumPy arrays"):
        model().fit(dataset(), validation_split=0.5)


def test_generators_become_batches():
    def rows():
        yield from zip(X.astype("float64"), Y, strict=True)

    signature = (tf.TensorSpec((6,), tf.float64), tf.TensorSpec((), tf.int64))
    data = tf.data.Dataset.from_generator(rows, output_signature=signature).batch(16)
    ours = model().fit(data, epochs=2, verbose=0).history
    arrays = model().fit(X, Y, batch_size=16, shuffle=False, epochs=2, verbose=0).history
    assert_same_figures(ours, arrays)
