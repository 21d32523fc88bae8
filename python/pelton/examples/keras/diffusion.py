"""Denoising diffusion in stock Keras: a network learns to take noise away, step by step."""

import keras_pelton  # noqa: F401 - sets Keras's backend

import keras  # isort: skip
from keras import layers, ops  # isort: skip

STEPS = 20


def make_points(count, seed):
    """Points (count, 2) on a circle of radius 2."""
    angles = keras.random.uniform((count,), 0, 6.2832, seed=seed)
    return 2 * ops.stack([ops.cos(angles), ops.sin(angles)], axis=1)


def signal_parts():
    """How much of the points' variance is left after each step, from nearly all to nearly none."""
    return ops.cos(0.5 * 3.1416 * (ops.arange(STEPS, dtype="float32") + 1) / (STEPS + 1)) ** 2


def make_model():
    """From a noisy point and its step to the noise in it."""
    point, step = keras.Input((2,)), keras.Input((), dtype="int32")
    x = layers.Concatenate()([point, layers.Embedding(STEPS, 16)(step)])
    for _ in range(2):
        x = layers.Dense(64, activation="silu")(x)
    return keras.Model([point, step], layers.Dense(2)(x))


def make_points_from_noise(model, count, seed):
    """Goes from noise back to points, one step after the other."""
    parts = signal_parts()
    x = keras.random.normal((count, 2), seed=seed)
    for step in reversed(range(STEPS)):
        noise = model([x, ops.full((count,), step, dtype="int32")])
        clean = (x - ops.sqrt(1 - parts[step]) * noise) / ops.sqrt(parts[step])
        left = parts[step - 1] if step else ops.ones(())
        x = ops.sqrt(left) * clean + ops.sqrt(1 - left) * noise
    return x


def main(epochs=20):
    """Trains on generated points; the mean distance of made points from the circle."""
    keras.utils.set_random_seed(1)
    points = make_points(4000, seed=1)
    steps = keras.random.randint((4000,), 0, STEPS, seed=2)
    noise = keras.random.normal((4000, 2), seed=3)
    parts = ops.take(signal_parts(), steps)[:, None]
    noisy = ops.sqrt(parts) * points + ops.sqrt(1 - parts) * noise
    model = make_model()
    model.compile(keras.optimizers.Adam(0.005), "mse")
    model.fit([noisy, steps], noise, batch_size=128, epochs=epochs, verbose=2)
    made = make_points_from_noise(model, 200, seed=4)
    radii = ops.sqrt(ops.sum(made**2, axis=1))
    away = float(ops.mean(ops.abs(radii - 2)))
    print(f"made points lie {away:.3f} from the circle")
    return away


if __name__ == "__main__":
    main()
