"""Training on a GPU one of whose calls fails, anywhere: a named error, no memory lost, and the next
training gives what it would have given."""

import pytest

from devices.row_player import printed

TRAIN = """
import gc, os
import numpy as np
os.environ["PELTON_FAKE_GPU_FAULT"] = {fault!r}
k, l = tf.keras, tf.keras.layers
def train():
    k.utils.set_random_seed(1)
    # No bias before the normalisation: its gradient is rounding noise, which Adam makes steps of.
    m = k.Sequential([k.Input((8, 8, 1)), l.Conv2D(4, 3, activation="relu", use_bias=False),
        l.MaxPooling2D(2), l.BatchNormalization(), l.Flatten(), l.Dropout(0.2), l.Dense(3)])
    m.compile(optimizer="adam", loss=k.losses.SparseCategoricalCrossentropy(from_logits=True))
    x, y = np.random.rand(8, 8, 8, 1).astype("float32"), np.arange(8) % 3
    loss = m.fit(x, y, epochs=2, batch_size=4, verbose=0, validation_split=0.5).history["loss"]
    return f"{{loss[-1]:.5f}} {{float(m.predict(x, verbose=0)[0, 0]):.5f}}"
def outcome():
    try:
        return train()
    except Exception as error:
        assert "injected fault: call " in str(error), error
        return type(error).__name__
"""
AGAIN = """
print(outcome())
gc.collect()
print(tf.config.experimental.get_memory_info("GPU:0")["current"])
print(outcome())
"""
CPU_GOES_ON = """
print(outcome())
print(outcome())
with tf.device("CPU:0"): print(outcome())
"""
CALLS = {  # of the first training: those that are made to fail, and the last that there is, or so
    "allocate": (1, 2, 9, 24, 37, 63, 109, 150),
    "launch": (1, 8, 16, 30, 38, 63, 86),
    "copy": (1, 9, 16, 24, 35),
    "synchronize": (1, 2, 4),
}
FAULTS = [(call, at) for call, calls in CALLS.items() for at in calls]


@pytest.fixture(scope="module")
def undisturbed():
    """What the training gives."""
    return printed(TRAIN.format(fault="") + "print(train())", gpus=1)


@pytest.mark.parametrize(("call", "at"), FAULTS)
def test_a_call_that_fails_ends_the_training_and_no_more(call, at, undisturbed):
    code = TRAIN.format(fault=f"{call}:{at}:internal") + AGAIN
    assert printed(code, gpus=1).splitlines() == ["InternalError", "0", undisturbed]


@pytest.mark.parametrize("fault", ["launch:38:device_lost", "synchronize:4:internal:sticky"])
def test_a_gpu_that_is_lost_stays_lost_and_the_cpu_trains(fault, undisturbed):
    first, second, third = printed(TRAIN.format(fault=fault) + CPU_GOES_ON, gpus=1).splitlines()
    assert first == ("InternalError" if "sticky" in fault else "DeviceLostError")
    assert second == "DeviceLostError"
    expected = [float(number) for number in undisturbed.split()]
    assert [float(number) for number in third.split()] == pytest.approx(expected, abs=1e-3)
