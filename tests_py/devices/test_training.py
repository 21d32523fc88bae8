"""A model trains on GPUs as on the CPU: the same seed gives the same numbers."""

import json

import pytest

from devices.row_player import CPU0, CPU1, GPU0, GPU1, GPU3, printed, printed_everywhere

# No bias before the normalisation: its gradient is rounding noise, which Adam makes steps of.
TRAIN = """
import json
import numpy as np
k = tf.keras
k.utils.set_random_seed(1)
x = np.random.rand(96, 8, 8, 1).astype("float32")
y = np.random.randint(0, 3, 96)
def build():
    l = k.layers
    m = k.Sequential([k.Input((8, 8, 1)), l.Conv2D(4, 3, activation="relu", use_bias=False),
        l.MaxPooling2D(2), l.BatchNormalization(), l.Flatten(), l.Dropout(0.2), l.Dense(3)])
    m.compile(optimizer=OPTIMIZER, metrics=["accuracy"],
        loss=k.losses.SparseCategoricalCrossentropy(from_logits=True))
    return m
with tf.device(DEVICE):
    m = build()
    history = m.fit(x, y, epochs=2, batch_size=32, verbose=0, validation_split=0.25).history
    history["again"] = m.fit(tf.constant(x), tf.constant(y), verbose=0).history["loss"]
    history["predicted"] = m.predict(x[:2], verbose=0).ravel().tolist()
print(m.weights[0].device)
print(json.dumps({name: [float(v) for v in values] for name, values in history.items()}))
"""


def train(optimizer, device, gpus, cpus=1):
    code = TRAIN.replace("OPTIMIZER", repr(optimizer)).replace("DEVICE", repr(device))
    where, history = printed(code, gpus, cpus).splitlines()
    return where, json.loads(history)


@pytest.mark.parametrize("optimizer", ["sgd", "rmsprop", "adam", "lamb"])
def test_training_on_gpus_gives_the_cpu_s_numbers(optimizer):
    home, expected = train(optimizer, "/CPU:0", 0)
    assert home == CPU0
    for device, gpus, cpus, where in [
        (None, 1, 1, GPU0), ("/GPU:1", 2, 1, GPU1), ("/GPU:3", 4, 1, GPU3), ("/CPU:0", 1, 1, CPU0),
        ("/CPU:1", 0, 2, CPU1),
    ]:  # fmt: skip
        found_where, found = train(optimizer, device, gpus, cpus)
        assert found_where == where
        assert found.keys() == expected.keys()
        for name, values in expected.items():
            assert found[name] == pytest.approx(values, rel=1e-3, abs=1e-5), name


def test_gradients_of_variables_on_two_gpus():
    code = (
        "with tf.device('/GPU:0'): a = tf.Variable([[1.0, 2.0], [3.0, 4.0]])\n"
        "with tf.device('/GPU:1'): b = tf.Variable([[1.0, 0.0], [0.0, 2.0]])\n"
        "with tf.GradientTape() as tape: y = tf.reduce_sum(tf.matmul(a, b) * tf.reshape(a, [2, 2]))"
        "\nprint([g.numpy().tolist() for g in tape.gradient(y, [a, b])])"
    )
    expected = [[[2.0, 8.0], [6.0, 16.0]], [[10.0, 14.0], [14.0, 20.0]]]
    assert printed_everywhere(code, gpus=2) == str(expected)


RECORDED = """
import json
import numpy as np
k = tf.keras
k.utils.set_random_seed(1)
x = np.random.rand(32, 8, 8, 1).astype("float32")
y = np.random.randint(0, 3, 32)
with tf.device(DEVICE):
    l = k.layers
    m = k.Sequential([k.Input((8, 8, 1)), l.Conv2D(4, 3, activation="relu"), l.MaxPooling2D(2),
        l.Flatten(), l.Dropout(0.2), l.Dense(3)])
    optimizer = k.optimizers.Adam(0.01)
    of = k.losses.SparseCategoricalCrossentropy(from_logits=True)
    mean = k.metrics.Mean()
    def step(x, y):
        with tf.GradientTape() as tape:
            loss = of(y, m(x, training=True))
        variables = m.trainable_variables
        optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        mean.update_state(loss)
        return loss
    recorded = tf.function(step)
    losses = [float((recorded if RECORDED else step)(x, y)) for _ in range(8)]
    losses.append(float(mean.result()))
recordings = recorded.experimental_get_tracing_count()
print(json.dumps([m.weights[0].device, recordings, losses]))
"""


def run_steps(device, machine, recorded):
    code = RECORDED.replace("DEVICE", repr(device)).replace("RECORDED", repr(recorded))
    cpus, gpus = machine
    return json.loads(printed(code, gpus, cpus))


@pytest.mark.parametrize(
    ("device", "machine", "where"),
    [("/CPU:0", (1, 0), CPU0), ("/CPU:1", (2, 0), CPU1), (None, (1, 1), GPU0),
     ("/GPU:1", (1, 2), GPU1), ("/GPU:3", (1, 4), GPU3)],
)  # fmt: skip
def test_recorded_steps_are_the_eager_ones_on_every_device(device, machine, where):
    _, none, eager = run_steps(device, machine, recorded=False)
    found_where, recordings, losses = run_steps(device, machine, recorded=True)
    assert (found_where, none) == (where, 0)
    assert recordings in (1, 2)  # the first call makes the optimizer's variables
    assert losses == pytest.approx(eager, rel=1e-4, abs=1e-6)


def test_a_recorded_function_keeps_its_device_scopes():
    code = (
        "@tf.function\n"
        "def f(x):\n"
        "    with tf.device('/GPU:1'): y = x * 2.0\n"
        "    with tf.device('/CPU:0'): return y, x + 1.0\n"
        "for _ in range(4): y, z = f(tf.constant([1.0, 2.0]))\n"
        "print(y.device[-5:], z.device[-5:], y.numpy(), z.numpy())"
    )
    assert printed_everywhere(code, gpus=2) == "GPU:1 CPU:0 [2. 4.] [2. 3.]"
