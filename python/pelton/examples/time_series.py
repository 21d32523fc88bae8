"""The next value of a series from the last 24: windows as a data set, normalization, a GRU."""

import pelton as tf

WINDOW = 24


def make_series(length, seed):
    """A daily and a slow rhythm with noise, as temperatures by the hour."""
    hours = tf.range(length, dtype=tf.float32)
    noise = tf.random.Generator.from_seed(seed).normal((length,), stddev=0.3)
    return 15 + 6 * tf.sin(hours * 0.2618) + 4 * tf.sin(hours * 0.02) + noise


def windows(series):
    """Batches of 24 values in a row and the value that follows them."""
    return tf.keras.utils.timeseries_dataset_from_array(
        series[:-WINDOW, None], series[WINDOW:], sequence_length=WINDOW, batch_size=32
    )


def make_model(series):
    """The network works on values around zero; its output is put back to degrees."""
    layers = tf.keras.layers
    scaled = layers.Normalization(axis=None)
    scaled.adapt(series)
    degrees = layers.Normalization(axis=None, invert=True)
    degrees.adapt(series)
    return tf.keras.Sequential(
        [tf.keras.Input((WINDOW, 1)), scaled, layers.GRU(16), layers.Dense(1), degrees]
    )


def main(epochs=8):
    """Trains on one series; mean absolute errors on a later one, of the network and of a guess
    that the next value is the last one."""
    tf.keras.utils.set_random_seed(1)
    train, test = make_series(1500, seed=1), make_series(500, seed=2)
    model = make_model(train)
    slower = tf.keras.optimizers.schedules.ExponentialDecay(0.02, 100, 0.8)
    model.compile(tf.keras.optimizers.Adam(slower), "mse", metrics=["mae"])
    model.fit(windows(train), epochs=epochs, verbose=2)
    _, error = model.evaluate(windows(test), verbose=0)
    guess = float(tf.reduce_mean(tf.abs(test[WINDOW:] - test[WINDOW - 1 : -1])))
    print(f"mean absolute error {error:.3f} degrees; of the last value {guess:.3f}")
    return error, guess


if __name__ == "__main__":
    main()
