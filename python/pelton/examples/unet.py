"""A U-Net that finds discs in noisy images: segmentation with skip connections."""

import pelton as tf

SIZE = 32


def make_data(count, seed):
    """Images (count, 32, 32, 1) of a disc under noise, and the masks of the discs."""
    draws = tf.random.Generator.from_seed(seed)
    rows, columns = tf.meshgrid(tf.range(SIZE), tf.range(SIZE), indexing="ij")
    rows, columns = tf.cast(rows, tf.float32), tf.cast(columns, tf.float32)
    middles = draws.uniform((count, 2, 1, 1), 8, SIZE - 8)
    radii = draws.uniform((count, 1, 1), 4, 8)
    away = (rows - middles[:, 0]) ** 2 + (columns - middles[:, 1]) ** 2
    masks = tf.cast(away < radii**2, tf.float32)[..., None]
    return 0.6 * masks + draws.normal(masks.shape, stddev=0.3), masks


def convolved(x, filters):
    """Two convolutions with batch normalization."""
    layers = tf.keras.layers
    for _ in range(2):
        x = layers.Conv2D(filters, 3, padding="same", use_bias=False)(x)
        x = layers.ReLU()(layers.BatchNormalization(momentum=0.9)(x))
    return x


def make_model():
    """Down twice, up twice; each way up also sees what the way down had."""
    layers = tf.keras.layers
    x = image = tf.keras.Input((SIZE, SIZE, 1))
    skips = []
    for filters in (8, 16):
        x = convolved(x, filters)
        skips.append(x)
        x = layers.MaxPooling2D()(x)
    x = convolved(x, 32)
    for filters, skip in zip((16, 8), reversed(skips), strict=True):
        x = layers.Conv2DTranspose(filters, 2, strides=2)(x)
        x = convolved(layers.concatenate([x, skip]), filters)
    return tf.keras.Model(image, layers.Conv2D(1, 1, activation="sigmoid")(x))


def main(epochs=5, count=320):
    """Trains on generated images; the intersection over union of the discs in others."""
    tf.keras.utils.set_random_seed(1)
    images, masks = make_data(count, seed=1)
    model = make_model()
    overlap = tf.keras.metrics.BinaryIoU(target_class_ids=[1], threshold=0.5, name="overlap")
    model.compile(tf.keras.optimizers.Adam(0.005), "binary_crossentropy", metrics=[overlap])
    model.fit(images, masks, batch_size=16, epochs=epochs)
    _, found = model.evaluate(*make_data(64, seed=2), verbose=0)
    print(f"intersection over union {found:.3f}")
    return found


if __name__ == "__main__":
    main()
