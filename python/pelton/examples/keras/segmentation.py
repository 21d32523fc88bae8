"""Segmentation in stock Keras: a small U-Net finds the pixels of bright discs."""

import keras_pelton  # noqa: F401 - sets Keras's backend

import keras  # isort: skip
from keras import layers, ops  # isort: skip

SIZE = 32


def make_images(count, seed):
    """Noisy images (count, 32, 32, 1), each with a disc, and which pixels are of the disc."""
    centers = keras.random.uniform((count, 2, 1, 1), 8, SIZE - 8, seed=seed)
    radii = keras.random.uniform((count, 1, 1), 3, 7, seed=seed + 1)
    rows, columns = ops.meshgrid(ops.arange(SIZE), ops.arange(SIZE), indexing="ij")
    squares = [
        (ops.cast(at, "float32") - centers[:, i]) ** 2 for i, at in enumerate((rows, columns))
    ]
    inside = ops.cast(squares[0] + squares[1] < radii**2, "float32")[..., None]
    noise = keras.random.normal((count, SIZE, SIZE, 1), stddev=0.4, seed=seed + 2)
    return ops.convert_to_numpy(inside + noise), ops.convert_to_numpy(inside)


def convolved(x, filters):
    """Two convolutions, each normalized."""
    for _ in range(2):
        x = layers.Conv2D(filters, 3, padding="same", use_bias=False)(x)
        x = layers.Activation("relu")(layers.BatchNormalization(momentum=0.8)(x))
    return x


def make_model():
    """From an image to the probability of each pixel."""
    image = keras.Input((SIZE, SIZE, 1))
    x, skips = image, []
    for filters in (8, 16):
        x = convolved(x, filters)
        skips.append(x)
        x = layers.MaxPooling2D()(x)
    x = convolved(x, 32)
    for filters in (16, 8):
        x = layers.Conv2DTranspose(filters, 3, strides=2, padding="same")(x)
        x = convolved(layers.Concatenate()([x, skips.pop()]), filters)
    return keras.Model(image, layers.Conv2D(1, 1, activation="sigmoid")(x))


def dice_loss(truth, found):
    """One less the share that both have in common, by image."""
    axes = (1, 2, 3)
    common = ops.sum(truth * found, axis=axes)
    return 1 - (2 * common + 1) / (ops.sum(truth, axis=axes) + ops.sum(found, axis=axes) + 1)


def main(epochs=6):
    """Trains on generated images; the overlap (intersection over union) on others."""
    keras.utils.set_random_seed(1)
    model = make_model()
    overlap = keras.metrics.BinaryIoU(target_class_ids=[1], name="overlap")
    model.compile(keras.optimizers.Adam(0.005), dice_loss, metrics=[overlap])
    model.fit(*make_images(256, seed=1), batch_size=16, epochs=epochs, verbose=2)
    found = model.evaluate(*make_images(64, seed=10), verbose=0)[1]
    print(f"overlap {found:.3f}")
    return found


if __name__ == "__main__":
    main()
