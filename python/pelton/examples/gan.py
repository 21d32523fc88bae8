"""A generative adversarial network with a train_step of its own: two models, two optimizers."""

import pelton as tf

CODE = 16


def make_generator():
    """From noise to an image of 28x28 with values in 0 to 1."""
    layers = tf.keras.layers
    return tf.keras.Sequential(
        [
            tf.keras.Input((CODE,)),
            layers.Dense(7 * 7 * 16, activation="relu"),
            layers.Reshape((7, 7, 16)),
            layers.Conv2DTranspose(16, 4, strides=2, padding="same", activation="relu"),
            layers.Conv2DTranspose(1, 4, strides=2, padding="same", activation="sigmoid"),
        ]
    )


def make_discriminator():
    """From an image to a logit: how real it looks."""
    layers = tf.keras.layers
    return tf.keras.Sequential(
        [
            tf.keras.Input((28, 28, 1)),
            layers.Conv2D(16, 4, strides=2, padding="same"),
            layers.LeakyReLU(negative_slope=0.2),
            layers.Conv2D(32, 4, strides=2, padding="same"),
            layers.LeakyReLU(negative_slope=0.2),
            layers.Flatten(),
            layers.Dense(1),
        ]
    )


class GAN(tf.keras.Model):
    """The discriminator learns to tell images apart, the generator to mislead it."""

    def __init__(self):
        super().__init__()
        self.generator, self.discriminator = make_generator(), make_discriminator()
        self.seen = tf.keras.metrics.Mean(name="discriminator_loss")
        self.made = tf.keras.metrics.Mean(name="generator_loss")

    def compile(self, generator_optimizer, discriminator_optimizer, loss):
        """Takes an optimizer for each of the two."""
        super().compile()
        self.generator_optimizer = generator_optimizer
        self.discriminator_optimizer = discriminator_optimizer
        self.loss_function = loss

    @property
    def metrics(self):
        return [self.seen, self.made]

    def call(self, noise):
        return self.generator(noise)

    def train_step(self, images):
        count = tf.shape(images)[0]
        noise = tf.random.normal((count, CODE))
        with tf.GradientTape() as tape:
            both = tf.concat([images, self.generator(noise, training=True)], axis=0)
            # 0.9 in place of 1: a discriminator that is never too sure.
            wanted = tf.concat([0.9 * tf.ones((count, 1)), tf.zeros((count, 1))], axis=0)
            seen = self.loss_function(wanted, self.discriminator(both, training=True))
        weights = self.discriminator.trainable_weights
        self.discriminator_optimizer.apply_gradients(
            zip(tape.gradient(seen, weights), weights, strict=True)
        )
        with tf.GradientTape() as tape:
            fakes = self.discriminator(self.generator(noise, training=True), training=True)
            made = self.loss_function(tf.ones((count, 1)), fakes)
        weights = self.generator.trainable_weights
        self.generator_optimizer.apply_gradients(
            zip(tape.gradient(made, weights), weights, strict=True)
        )
        self.seen.update_state(seen)
        self.made.update_state(made)
        return {metric.name: metric.result() for metric in self.metrics}


def main(epochs=3, count=2000):
    """Trains on images that come with the package; the history, made images and real ones."""
    tf.keras.utils.set_random_seed(1)
    (x_train, _), _ = tf.keras.datasets.mnist.load_sample()
    images = tf.constant(x_train[:count, ..., None] / 255, tf.float32)
    model = GAN()
    adam = tf.keras.optimizers.Adam
    loss = tf.keras.losses.BinaryCrossentropy(from_logits=True)
    model.compile(adam(0.001, beta_1=0.5), adam(0.0005, beta_1=0.5), loss)
    history = model.fit(images, batch_size=64, epochs=epochs)
    made = model.generator(tf.random.normal((16, CODE)))
    print(f"made images {made.shape}, mean brightness {float(tf.reduce_mean(made)):.3f}")
    return history.history, made, images


if __name__ == "__main__":
    main(epochs=20, count=6000)
