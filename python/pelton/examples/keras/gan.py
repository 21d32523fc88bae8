"""A GAN in stock Keras with a `train_step` of its own: points on a ring, made from noise."""

import keras_pelton  # noqa: F401 - sets Keras's backend

import keras  # isort: skip
from keras import layers, ops  # isort: skip

import pelton as tf

WIDTH = 8


def make_points(count, seed):
    """Points (count, 2) around a circle of radius 2."""
    angles = keras.random.uniform((count,), 0, 6.2832, seed=seed)
    ring = 2 * ops.stack([ops.cos(angles), ops.sin(angles)], axis=1)
    return ring + keras.random.normal((count, 2), stddev=0.1, seed=seed + 1)


def network(size, outputs, name):
    """A network of two hidden layers."""
    hidden = [layers.Dense(64), layers.LeakyReLU(0.2), layers.Dense(64), layers.LeakyReLU(0.2)]
    return keras.Sequential([keras.Input((size,)), *hidden, layers.Dense(outputs)], name=name)


class Gan(keras.Model):
    """Two networks that train against each other, each by its own optimizer."""

    def __init__(self):
        super().__init__()
        self.generator = network(WIDTH, 2, "generator")
        self.discriminator = network(2, 1, "discriminator")
        self.seeds = keras.random.SeedGenerator(1)
        self.figures = [keras.metrics.Mean(name="d_loss"), keras.metrics.Mean(name="g_loss")]

    def compile(self, d_optimizer, g_optimizer, loss):
        super().compile()
        self.d_optimizer, self.g_optimizer, self.loss_fn = d_optimizer, g_optimizer, loss

    @property
    def metrics(self):
        return self.figures

    def made(self, count):
        """`count` points made from noise."""
        return self.generator(keras.random.normal((count, WIDTH), seed=self.seeds))

    def train_step(self, real):
        count = ops.shape(real)[0]
        ones, zeros = ops.ones((count, 1)), ops.zeros((count, 1))
        with tf.GradientTape() as tape:
            scores = self.discriminator(ops.concatenate([real, self.made(count)]))
            d_loss = self.loss_fn(ops.concatenate([ones, zeros]), scores)
        weights = self.discriminator.trainable_weights
        self.d_optimizer.apply_gradients(zip(tape.gradient(d_loss, weights), weights, strict=True))
        with tf.GradientTape() as tape:
            g_loss = self.loss_fn(ones, self.discriminator(self.made(count)))
        weights = self.generator.trainable_weights
        self.g_optimizer.apply_gradients(zip(tape.gradient(g_loss, weights), weights, strict=True))
        for figure, value in zip(self.figures, (d_loss, g_loss), strict=True):
            figure.update_state(value)
        return {figure.name: figure.result() for figure in self.figures}


def main(epochs=30):
    """Trains on generated points; how far made ones lie from the circle, and how widely spread."""
    keras.utils.set_random_seed(1)
    model = Gan()
    model.compile(
        keras.optimizers.Adam(0.001, beta_1=0.5),
        keras.optimizers.Adam(0.001, beta_1=0.5),
        keras.losses.BinaryCrossentropy(from_logits=True),
    )
    model.fit(
        ops.convert_to_numpy(make_points(2048, seed=1)), batch_size=64, epochs=epochs, verbose=2
    )
    points = model.made(500)
    away = float(ops.mean(ops.abs(ops.norm(points, axis=1) - 2)))
    spread = float(ops.min(ops.std(points, axis=0)))
    print(f"made points lie {away:.3f} from the circle and spread over {spread:.2f}")
    return away, spread


if __name__ == "__main__":
    main()
