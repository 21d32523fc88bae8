"""A siamese network in stock Keras: two inputs, one network, a contrastive loss of one's own."""

import keras_pelton  # noqa: F401 - sets Keras's backend

import keras  # isort: skip
from keras import layers, ops  # isort: skip

WIDTH = 8


def make_pairs(count, seed):
    """Pairs of noisy vectors of four kinds, and whether both are of one kind."""
    kinds = keras.random.normal((4, WIDTH), seed=7)
    chosen = keras.random.randint((2, count), 0, 4, seed=seed)
    noise = keras.random.normal((2, count, WIDTH), stddev=0.3, seed=seed + 1)
    first, second = ops.take(kinds, chosen, axis=0) + noise
    return [first, second], ops.cast(chosen[0] == chosen[1], "float32")


def contrastive_loss(same, distance):
    """Pairs of one kind are drawn together, others pushed apart to a distance of 1."""
    apart = ops.square(ops.maximum(1 - distance, 0))
    return ops.mean(same * ops.square(distance) + (1 - same) * apart)


def make_model():
    """The distance of two vectors after the network that both go through."""
    network = keras.Sequential(
        [keras.Input((WIDTH,)), layers.Dense(32, activation="relu"), layers.Dense(4)]
    )
    pair = [keras.Input((WIDTH,)), keras.Input((WIDTH,))]
    difference = network(pair[0]) - network(pair[1])
    squares = ops.sum(ops.square(difference), axis=1, keepdims=True)
    return keras.Model(pair, ops.sqrt(ops.maximum(squares, 1e-7)))


def main(epochs=8):
    """Trains on generated pairs; how many others it tells right."""
    keras.utils.set_random_seed(1)
    model = make_model()
    model.compile(keras.optimizers.Adam(0.01), contrastive_loss)
    pairs, same = make_pairs(800, seed=1)
    model.fit(pairs, same[:, None], epochs=epochs, verbose=2)
    pairs, same = make_pairs(300, seed=5)
    told = model.predict(pairs, verbose=0)[:, 0] < 0.5
    accuracy = float(ops.mean(ops.cast(told == ops.cast(same, "bool"), "float32")))
    print(f"accuracy {accuracy:.3f}")
    return accuracy


if __name__ == "__main__":
    main()
