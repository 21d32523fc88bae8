"""PointNet in stock Keras: clouds of points in any order, turned by a network of their own."""

import keras_pelton  # noqa: F401 - sets Keras's backend

import keras  # isort: skip
from keras import layers, ops  # isort: skip

POINTS = 64


def make_clouds(count, seed):
    """Points on balls (0) and in cubes (1), (count, 64, 3), and which."""
    labels = keras.random.randint((count,), 0, 2, seed=seed)
    normal = keras.random.normal((count, POINTS, 3), seed=seed + 1)
    balls = normal / ops.norm(normal, axis=-1, keepdims=True)
    cubes = keras.random.uniform((count, POINTS, 3), -1, 1, seed=seed + 2)
    return ops.where((labels == 1)[:, None, None], cubes, balls), labels


def features(x, widths):
    """The same small network for each point."""
    for width in widths:
        x = layers.Conv1D(width, 1, use_bias=False)(x)
        x = layers.ReLU()(layers.BatchNormalization(momentum=0.8)(x))
    return x


def turned(x):
    """The points times a matrix 3x3 that a network finds for the cloud; at first the identity."""
    seen = layers.GlobalMaxPooling1D()(features(x, [16, 32]))
    identity = keras.initializers.Constant([1.0, 0, 0, 0, 1, 0, 0, 0, 1])
    matrix = layers.Dense(9, kernel_initializer="zeros", bias_initializer=identity)(seen)
    return layers.Dot(axes=(2, 1))([x, layers.Reshape((3, 3))(matrix)])


def make_model():
    """From a cloud to the probabilities of the two kinds."""
    cloud = keras.Input((POINTS, 3))
    x = layers.GlobalMaxPooling1D()(features(turned(cloud), [16, 32]))
    return keras.Model(cloud, layers.Dense(2, activation="softmax")(x))


def main(epochs=6):
    """Trains on generated clouds; the accuracy on others, and whether order matters."""
    keras.utils.set_random_seed(1)
    model = make_model()
    model.compile(
        keras.optimizers.Adam(0.01), "sparse_categorical_crossentropy", metrics=["accuracy"]
    )
    model.fit(*make_clouds(400, seed=1), epochs=epochs, verbose=2)
    clouds, labels = make_clouds(200, seed=10)
    accuracy = model.evaluate(clouds, labels, verbose=0)[1]
    change = model.predict(clouds, verbose=0) - model.predict(ops.flip(clouds, 1), verbose=0)
    print(f"accuracy {accuracy:.3f}; another order changes at most {abs(change).max():.1e}")
    return accuracy, abs(change).max()


if __name__ == "__main__":
    main()
