"""Neural style in stock Keras: an image is changed until a network sees one image's content and
another one's style in it. The network is random, which is enough for generated patterns."""

import keras_pelton  # noqa: F401 - sets Keras's backend

import keras  # isort: skip
from keras import layers, ops  # isort: skip

import pelton as tf

SIZE = 32
STYLE_WEIGHT, CONTENT_WEIGHT, SMOOTHNESS = 1.0, 0.05, 1e-4


def make_images():
    """A disc, the content, and stripes, the style: both (1, 32, 32, 3)."""
    at = ops.arange(SIZE, dtype="float32")
    rows, columns = ops.meshgrid(at, at, indexing="ij")
    disc = ops.cast((rows - 16) ** 2 + (columns - 16) ** 2 < 80, "float32")
    stripes = 0.5 + 0.5 * ops.sin((rows + columns) * 1.2)
    colors = ops.convert_to_tensor([1.0, 0.6, 0.2])
    return disc[None, ..., None] * ops.ones((3,)), stripes[None, ..., None] * colors


def make_extractor():
    """What three convolutions see, by the layer's name."""
    x = image = keras.Input((SIZE, SIZE, 3))
    for block, filters in enumerate((16, 24, 32)):
        x = layers.Conv2D(filters, 3, padding="same", activation="relu", name=f"block{block}")(x)
        if block < 2:
            x = layers.AveragePooling2D(2)(x)
    model = keras.Model(image, x)
    return keras.Model(image, {f"block{i}": model.get_layer(f"block{i}").output for i in range(3)})


def gram(features):
    """How the channels go together, of (1, height, width, channels)."""
    rows = ops.reshape(features, (-1, features.shape[-1]))
    return ops.matmul(ops.transpose(rows), rows) / rows.shape[0]


def unevenness(image):
    """The squared differences of neighbours."""
    down = ops.sum(ops.square(image[:, 1:] - image[:, :-1]))
    return down + ops.sum(ops.square(image[:, :, 1:] - image[:, :, :-1]))


def main(steps=120):
    """Changes the content image; the style's loss at first and at last."""
    keras.utils.set_random_seed(1)
    content, style = make_images()
    extractor = make_extractor()
    grams = {name: gram(found) for name, found in extractor(style).items()}
    wanted = extractor(content)["block2"]
    image = keras.Variable(content)
    optimizer = keras.optimizers.Adam(keras.optimizers.schedules.ExponentialDecay(0.05, 50, 0.9))

    @tf.function
    def step():
        with tf.GradientTape() as tape:
            found = extractor(image.value)
            styled = sum(ops.mean((gram(found[name]) - grams[name]) ** 2) for name in grams)
            kept = ops.mean((found["block2"] - wanted) ** 2)
            loss = STYLE_WEIGHT * styled + CONTENT_WEIGHT * kept
            loss += SMOOTHNESS * unevenness(image.value)
        optimizer.apply_gradients([(tape.gradient(loss, image.value), image)])
        image.assign(ops.clip(image.value, 0.0, 1.0))
        return styled

    losses = [float(step()) for _ in range(steps)]
    print(f"loss of style {losses[0]:.4f} at first, {losses[-1]:.4f} at last")
    return losses[0], losses[-1]


if __name__ == "__main__":
    main()
