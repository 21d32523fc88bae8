"""A forecast in stock Keras: windows of a series, an LSTM, and the guess "as it was last"."""

import keras_pelton  # noqa: F401 - sets Keras's backend

import keras  # isort: skip
from keras import layers, ops  # isort: skip

PAST = 24


def make_series(length, seed):
    """Two waves with noise, (length, 1)."""
    time = ops.arange(length, dtype="float32")
    waves = ops.sin(time / 4) + 0.5 * ops.sin(time / 15)
    noise = keras.random.normal((length,), stddev=0.05, seed=seed)
    return ops.convert_to_numpy(waves + noise)[:, None]


def make_windows(series, **options):
    """Batches of windows of PAST values and the value that follows each."""
    return keras.utils.timeseries_dataset_from_array(
        series[:-1], series[PAST:], sequence_length=PAST, batch_size=64, **options
    )


def make_model():
    """From a window to the value that follows."""
    return keras.Sequential([keras.Input((PAST, 1)), layers.LSTM(24), layers.Dense(1)])


def main(epochs=6):
    """Trains on a generated series; the mean error on its end, and that of the last value."""
    keras.utils.set_random_seed(1)
    series = make_series(2000, seed=1)
    train, test = make_windows(series[:1600], shuffle=True, seed=1), make_windows(series[1600:])
    model = make_model()
    model.compile(keras.optimizers.Adam(0.01), "mse", metrics=["mae"])
    stop = keras.callbacks.EarlyStopping("val_loss", patience=3, restore_best_weights=True)
    model.fit(train, validation_data=test, epochs=epochs, callbacks=[stop], verbose=2)
    error = model.evaluate(test, verbose=0)[1]
    last = abs(series[1600 + PAST :] - series[1600 + PAST - 1 : -1]).mean()
    print(f"mean error {error:.3f}; that of the last value {last:.3f}")
    return error, last


if __name__ == "__main__":
    main()
