"""The MNIST CNN as a jitted training step of plain JAX: JAX's contestant.

Does what Keras's `fit` does: a new permutation per epoch, Adam, running loss and accuracy. What is
compiled for is compiled in the first turn.
"""

import os

from mnist_job import arguments, epoch_turn, load

OPTIONS = arguments()
os.environ["JAX_PLATFORMS"] = "cpu"

from worker import serve  # noqa: E402

KERNELS = ((3, 3, 1, 32), (3, 3, 32, 64), (3, 3, 64, 64), (576, 64), (64, 10))


def initial(np):
    """Glorot-uniform kernels and zero biases."""
    generator = np.random.default_rng(0)
    weights = []
    for shape in KERNELS:
        taps = int(np.prod(shape[:-2]))
        limit = np.sqrt(6 / (taps * (shape[-2] + shape[-1])))
        weights.append(generator.uniform(-limit, limit, shape).astype("float32"))
        weights.append(np.zeros(shape[-1], "float32"))
    return weights


def max_pool(x):
    """The greatest of each 2x2; XLA's gradient of `reduce_window` takes five times as long."""
    count, height, width, channels = x.shape
    x = x[:, : height // 2 * 2, : width // 2 * 2]
    return x.reshape(count, height // 2, 2, width // 2, 2, channels).max((2, 4))


def logits_of(jax, weights, x):
    """The article's network."""
    lax, relu = jax.lax, jax.nn.relu
    for layer in range(3):
        layout = ("NHWC", "HWIO", "NHWC")
        x = lax.conv_general_dilated(
            x, weights[2 * layer], (1, 1), "VALID", dimension_numbers=layout
        )
        x = relu(x + weights[2 * layer + 1])
        if layer < 2:
            x = max_pool(x)
    x = relu(x.reshape(len(x), -1) @ weights[6] + weights[7])
    return x @ weights[8] + weights[9]


def adam(jnp, weights, gradients, state):
    """The new weights and state (steps, both moments), with Keras's settings."""
    steps = state[0] + 1
    alpha = 0.001 * jnp.sqrt(1 - 0.999**steps) / (1 - 0.9**steps)
    new = []
    for w, g, m, v in zip(weights, gradients, *state[1:], strict=True):
        m, v = m + 0.1 * (g - m), v + 0.001 * (g * g - v)
        new.append((w - alpha * m / (jnp.sqrt(v) + 1e-7), m, v))
    weights, first, second = (list(part) for part in zip(*new, strict=True))
    return weights, (steps, first, second)


def make_step(jax):
    """The jitted step: rows of the images in, new weights, state and running sums out."""
    jnp = jax.numpy

    def loss_of(weights, x, y):
        logits = logits_of(jax, weights, x)
        rows = jnp.arange(len(y))
        return -jax.nn.log_softmax(logits)[rows, y].mean(), (logits.argmax(1) == y).sum()

    def step(weights, state, sums, images, labels, rows):
        x, y = images[rows], labels[rows]
        gradient = jax.value_and_grad(loss_of, has_aux=True)
        (loss, right), gradients = gradient(weights, x, y)
        weights, state = adam(jnp, weights, gradients, state)
        return weights, state, (sums[0] + loss * len(rows), sums[1] + right)

    return jax.jit(step, donate_argnums=(0, 1, 2))


def prepare():
    """Returns the turn of one epoch over float32 images that are already in memory."""
    import jax
    import numpy as np

    jnp = jax.numpy
    (x_train, y_train), (x_test, y_test) = load(OPTIONS.data, OPTIONS.steps * OPTIONS.batch_size)
    images = jnp.asarray(x_train[..., None].astype("float32") / 255)
    labels, count = jnp.asarray(y_train), len(x_train)
    step, generator = make_step(jax), np.random.default_rng(1)
    weights = [jnp.asarray(value) for value in initial(np)]
    state = (jnp.zeros(()), *([jnp.zeros_like(w) for w in weights] for _ in range(2)))
    held = [weights, state]

    def train_epoch():
        order, sums = generator.permutation(count), (jnp.zeros(()), jnp.zeros((), "int32"))
        for start in range(0, count, OPTIONS.batch_size):
            rows = order[start : start + OPTIONS.batch_size]
            *held[:], sums = step(*held, sums, images, labels, rows)
        return float(sums[0]) / count

    def last_facts():
        answer = jax.jit(lambda weights, x: logits_of(jax, weights, x).argmax(1))
        right = 0
        for start in range(0, len(x_test), 1000):
            x = x_test[start : start + 1000, ..., None].astype("float32") / 255
            right += int((np.asarray(answer(held[0], x)) == y_test[start : start + 1000]).sum())
        return {"test_accuracy": right / len(x_test)}

    return epoch_turn(train_epoch, count), {"version": jax.__version__}, last_facts


if __name__ == "__main__":
    serve(prepare)
