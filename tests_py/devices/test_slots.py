"""Memory that ends, or a GPU that fails, while an optimizer makes its slots: it has all of them or
none, and the next step makes them and steps as if nothing had been."""

import os
import resource
import subprocess
import sys

import pytest

from devices.row_player import PYTHON, printed

OPTIMIZERS = {
    "SGD": "momentum=0.9",
    "RMSprop": "momentum=0.9, centered=True",
    "Adam": "amsgrad=True",
    "AdamW": "use_ema=True",
    "Adamax": "gradient_accumulation_steps=2",
    "Nadam": "",
    "Adagrad": "",
    "Adadelta": "",
    "Ftrl": "use_ema=True, gradient_accumulation_steps=2",
    "Lion": "",
    "Lamb": "",
}
# Each allocation of build() fails once, until there are no more.
STEPS = """
import numpy as np
from pelton._core import runtime
def made():
    return [tf.Variable([1.0, 2.0]), tf.Variable([[3.0]])]
def stepped(optimizer, variables):
    for _ in range(2):
        optimizer.apply([tf.ones_like(v) for v in variables], variables)
    return [v.numpy().tolist() for v in [*variables, *optimizer.variables[1:]]]
wanted = stepped(tf.keras.optimizers.{name}({options}), made())
at = 0
while True:
    at += 1
    optimizer, variables = tf.keras.optimizers.{name}({options}), made()
    before = len(optimizer.variables)
    runtime.set_fake_gpu_fault(0, f"allocate:{{at}}:resource_exhausted")
    try:
        optimizer.build(variables)
        break
    except MemoryError:
        assert (optimizer.built, len(optimizer.variables)) == (False, before)
    finally:
        runtime.set_fake_gpu_fault(0, None)
    np.testing.assert_array_equal(
        np.concatenate([np.ravel(x) for x in stepped(optimizer, variables)]),
        np.concatenate([np.ravel(x) for x in wanted]))
print(at > 1)
"""
TRAIN = """
import numpy as np
from pelton._core import runtime
K, x, y = tf.keras, np.ones((4, 3), "float32"), np.ones((4, 2), "float32")
failed = 0
for at in range(1, 120, 3):
    m = K.Sequential([K.Input((3,)), K.layers.Dense(4, "relu"), K.layers.Dense(2)])
    m.compile("adam", "mse")
    runtime.set_fake_gpu_fault(0, f"{call}:{{at}}:internal")
    try:
        m.fit(x, y, verbose=0)
    except tf.errors.InternalError:
        failed += 1
    runtime.set_fake_gpu_fault(0, None)
    m.fit(x, y, verbose=0)
    assert len(m.optimizer.variables) == 10, len(m.optimizer.variables)
    assert np.isfinite(m.predict(x, verbose=0)).all()
print(failed > 0)
"""
CPU = """
import os
import resource
import pelton as tf
optimizer, v = tf.keras.optimizers.Adam(), tf.Variable(tf.zeros([64 << 20]))
pages = int(open("/proc/self/statm").read().split()[0])
resource.setrlimit(resource.RLIMIT_AS, (pages * 4096 + (384 << 20), resource.RLIM_INFINITY))
try:
    optimizer.build([v])
    print("built")
except MemoryError:
    print(optimizer.built, len(optimizer.variables))
resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY,) * 2)
optimizer.apply([tf.ones([64 << 20])], [v])
print(len(optimizer.variables), round(float(v[0]), 6))
"""


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_a_build_that_fails_leaves_no_slots(name):
    code = STEPS.format(name=name, options=OPTIMIZERS[name])
    assert printed(code, gpus=1) == "True"


@pytest.mark.parametrize("call", ["allocate", "launch", "copy"])
def test_training_goes_on_after_a_fault_while_slots_are_made(call):
    assert printed(TRAIN.format(call=call), gpus=1) == "True"


@pytest.mark.skipif("ASAN_OPTIONS" in os.environ, reason="the sanitizer needs more memory")
def test_memory_of_the_host_that_ends_leaves_no_slots():
    if resource.getrlimit(resource.RLIMIT_AS)[1] != resource.RLIM_INFINITY:
        pytest.skip("the address space is limited already")
    done = subprocess.run(
        [sys.executable, "-c", CPU],
        env={"PYTHONPATH": str(PYTHON)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.stdout.split(), done.stderr) == (["False", "2", "4", "-0.001"], "")
