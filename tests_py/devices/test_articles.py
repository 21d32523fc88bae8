"""Scripts of articles about devices, as a TensorFlow user runs them: without a GPU and on fakes."""

import os
import re
import subprocess
import sys

import pytest

from devices.row_player import CLEARED, CPU0, GPU0, GPU1, PYTHON

LOGGED_ADD = """
import tensorflow as tf
tf.debugging.set_log_device_placement(True)
a = tf.constant([1.0, 2.0, 3.0], shape=[3], name="a")
b = tf.constant([1.0, 2.0, 3.0], shape=[3], name="b")
print((a + b).numpy())
"""
TWO_SCOPES = """
import tensorflow as tf
with tf.device("/cpu:0"):
    a = tf.constant([1.0, 2.0, 3.0])
    b = tf.constant([1.0, 2.0, 3.0])
with tf.device("/gpu:1"):
    c = a + b
print(a.device, b.device, c.device, c.numpy())
"""
HARD_VARIABLE = """
import tensorflow as tf
tf.config.set_soft_device_placement(False)
try:
    with tf.device("/gpu:0"):
        a_gpu = tf.Variable(0, name="a_gpu")
    print(a_gpu.device)
except tf.errors.InvalidArgumentError as error:
    print(error)
"""
SOFT_VARIABLE = """
import tensorflow as tf
assert tf.config.get_soft_device_placement()
with tf.device("/gpu:0"):
    a_gpu = tf.Variable(0, name="a_gpu")
print(a_gpu.device)
"""
KERNELS = """
import tensorflow as tf
from tensorflow.python.framework import kernels
found = kernels.get_registered_kernels_for_op("VarHandleOp").kernel
print(sorted({kernel.device_type for kernel in found}))
"""
VISIBLE_IN_CHILDREN = """
import os, subprocess, sys
code = "import tensorflow as tf; print(len(tf.config.list_physical_devices('GPU')))"
for ids in ("1", "0,1", "-1"):
    environment = {**os.environ, "CUDA_VISIBLE_DEVICES": ids}
    subprocess.run([sys.executable, "-c", code], env=environment, check=True)
"""
VISIBLE_BY_SCRIPT = """
import os
os.environ["CUDA_VISIBLE_DEVICES"] = "2"
import tensorflow as tf
print(tf.config.list_physical_devices("GPU"))
"""
MEMORY_LIMIT = """
import tensorflow as tf
gpus = tf.config.list_physical_devices("GPU")
if gpus:
    tf.config.set_logical_device_configuration(
        gpus[0], [tf.config.LogicalDeviceConfiguration(memory_limit=1024)])
print(tf.config.list_logical_devices("GPU"))
"""
DEVICE_LIST = """
import tensorflow as tf
print("GPU Available:", tf.config.list_physical_devices("GPU"))
from tensorflow.python.client import device_lib
print(device_lib.list_local_devices())
"""
DETERMINISM = """
import tensorflow as tf
from tensorflow.keras import mixed_precision
policy = mixed_precision.Policy("mixed_float16")
mixed_precision.set_global_policy(policy)
tf.keras.utils.set_random_seed(1)
tf.config.experimental.enable_op_determinism()
layer = tf.keras.layers.Dense(4)
print(layer(tf.ones((2, 3))).dtype, layer.kernel.dtype, policy.compute_dtype,
      policy.variable_dtype)
"""
VISIBLE_DEVICES = """
import tensorflow as tf
tf.config.set_visible_devices(tf.config.list_physical_devices("GPU"), "GPU")
tf.config.set_visible_devices([], "GPU")
print(tf.config.get_visible_devices())
"""
NUMBER_OF_GPUS = """
import tensorflow as tf
print("Num GPUs Available: ", len(tf.config.list_physical_devices("GPU")))
"""
TWO_DEVICES = """
import tensorflow as tf
with tf.device("/CPU:0"):
    cpu_output = tf.math.reduce_sum(tf.random.normal([1000, 1000]))
with tf.device("/GPU:0"):
    gpu_output = tf.math.reduce_sum(tf.random.normal([1000, 1000]))
print(cpu_output.device, gpu_output.device)
"""
LOGGED_PRODUCT = """
import tensorflow as tf
tf.debugging.set_log_device_placement(True)
a = tf.constant([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
b = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
print(tf.matmul(a, b))
"""
PRODUCT = "tf.Tensor(\n[[22. 28.]\n [49. 64.]], shape=(2, 2), dtype=float32)\n"
TRAINING = """
import tensorflow as tf
from tensorflow.keras.datasets import mnist
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Conv2D, MaxPooling2D, Flatten, Dense
(x, y), _ = mnist.load_sample()
x, y = x[:16, ..., tf.newaxis] / 255.0, y[:16]
def build():
    m = Sequential([
        Conv2D(32, (3, 3), activation="relu"), MaxPooling2D((2, 2)),
        Conv2D(64, (3, 3), activation="relu"), MaxPooling2D((2, 2)),
        Conv2D(64, (3, 3), activation="relu"), Flatten(), Dense(64, activation="relu"), Dense(10)])
    m.compile(optimizer="adam", metrics=["accuracy"],
              loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    return m
tf.keras.utils.set_random_seed(7)
with tf.device("/CPU:0"):
    m = build()
    history = m.fit(x, y, epochs=2, batch_size=8, validation_data=(x, y), verbose=0).history
print({w.device for w in m.weights})
print(*(f"{value:.3f}" for values in history.values() for value in values))
"""
GROWTH = """
import tensorflow as tf
gpus = tf.config.list_physical_devices("GPU")
if gpus:
    try:
        for gpu in gpus:
            tf.config.experimental.set_memory_growth(gpu, True)
    except RuntimeError as error:
        print(error)
"""

CPU_ENTRY = """[name: "/device:CPU:0"
device_type: "CPU"
memory_limit: 268435456
locality {
}
incarnation: N
xla_global_id: -1
]"""
GPU_ENTRY = """, name: "/device:GPU:0"
device_type: "GPU"
memory_limit: 1048576
locality {
  bus_id: 1
  links {
  }
}
incarnation: N
physical_device_desc: "device: 0, name: Pelton fake GPU (host memory), pci bus id: fake:0, \
compute capability: 9.0"
xla_global_id: -1
]"""


def physical(*names):
    return [f"PhysicalDevice(name='/physical_device:{n}', device_type='{n[:3]}')" for n in names]


def logical(*names):
    return [f"LogicalDevice(name='/device:{n}', device_type='{n[:3]}')" for n in names]


def listed(texts):
    return f"[{', '.join(texts)}]"


CPU_ONLY = listed(physical("CPU:0"))
NO_GPU = (
    f"Could not satisfy device specification '{GPU0}'. enable_soft_placement=0. "
    f"Supported device types [CPU]. All available devices [{CPU0}]."
)
DTYPES = "<dtype: 'float16'> float32 float16 float32"
# script: what it prints without a GPU (as TensorFlow does) and on two fake ones
ROWS = {
    "two_scopes": (
        TWO_SCOPES,
        f"{CPU0} {CPU0} {CPU0} [2. 4. 6.]",
        f"{CPU0} {CPU0} {GPU1} [2. 4. 6.]",
    ),
    "hard_variable": (HARD_VARIABLE, NO_GPU, GPU0),
    "soft_variable": (SOFT_VARIABLE, CPU0, GPU0),
    # TensorFlow also names DEFAULT and XLA_CPU, which Pelton has not.
    "kernels": (KERNELS, "['CPU', 'GPU']", "['CPU', 'GPU']"),
    "visible_in_children": (VISIBLE_IN_CHILDREN, "0\n0\n0", "1\n2\n0"),
    "visible_by_script": (VISIBLE_BY_SCRIPT, "[]", "[]"),
    "memory_limit": (MEMORY_LIMIT, "[]", listed(logical("GPU:0", "GPU:1"))),
    "determinism": (DETERMINISM, DTYPES, DTYPES),
    "visible_devices": (VISIBLE_DEVICES, CPU_ONLY, CPU_ONLY),
    "growth": (GROWTH, "", ""),
    "number_of_gpus": (NUMBER_OF_GPUS, "Num GPUs Available:  0", "Num GPUs Available:  2"),
    "two_devices": (TWO_DEVICES, f"{CPU0} {CPU0}", f"{CPU0} {GPU0}"),
}


def run(script, tmp_path, **variables):
    path = tmp_path / "script.py"
    path.write_text(script)
    environment = {name: v for name, v in os.environ.items() if name not in CLEARED}
    return subprocess.run(
        [sys.executable, "-m", "pelton.run", str(path)],
        env={**environment, "PYTHONPATH": str(PYTHON), **variables},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )


@pytest.mark.parametrize("name", ROWS)
def test_without_a_gpu(name, tmp_path):
    script, expected, _ = ROWS[name]
    done = run(script, tmp_path)
    assert done.stdout.strip() == expected and done.stderr == ""


@pytest.mark.parametrize("name", ROWS)
def test_on_fake_gpus(name, tmp_path):
    script, _, expected = ROWS[name]
    done = run(script, tmp_path, PELTON_FAKE_GPUS="2")
    assert done.stdout.strip() == expected and done.stderr == ""


LOGGED = [(LOGGED_ADD, "[2. 4. 6.]\n", "AddV2"), (LOGGED_PRODUCT, PRODUCT, "MatMul")]


@pytest.mark.parametrize(("script", "printed", "last"), LOGGED, ids=["add", "product"])
@pytest.mark.parametrize(("count", "device"), [(0, CPU0), (1, GPU0)])
def test_logged_ops(script, printed, last, count, device, tmp_path):
    done = run(script, tmp_path, **({"PELTON_FAKE_GPUS": str(count)} if count else {}))
    assert done.stdout == printed
    assert done.stderr.splitlines() == [
        f"Executing op {op} in device {device}" for op in ("_EagerConst", "_EagerConst", last)
    ]


def test_the_article_s_network_trains_where_it_says(tmp_path):
    """With the scope on the CPU in spite of a GPU, without it on the GPU, to the same figures."""
    on_cpu = run(TRAINING, tmp_path, PELTON_FAKE_GPUS="1").stdout.splitlines()
    free = TRAINING.replace('with tf.device("/CPU:0"):', "if True:")
    on_gpu = run(free, tmp_path, PELTON_FAKE_GPUS="1").stdout.splitlines()
    assert on_cpu[0] == f"{{{CPU0!r}}}" and on_gpu[0] == f"{{{GPU0!r}}}"
    found, expected = ([float(x) for x in lines[1].split()] for lines in (on_gpu, on_cpu))
    assert len(expected) == 8 and found == pytest.approx(expected, abs=0.01)


@pytest.mark.parametrize("count", [0, 1])
def test_device_list(count, tmp_path):
    fakes = {"PELTON_FAKE_GPUS": "1", "PELTON_FAKE_GPU_MEMORY": "1048576"} if count else {}
    first, rest = run(DEVICE_LIST, tmp_path, **fakes).stdout.split("\n", 1)
    gpus = physical("GPU:0")[:count]
    assert first == f"GPU Available: {listed(gpus)}"
    entries = CPU_ENTRY if count == 0 else CPU_ENTRY.removesuffix("]") + GPU_ENTRY
    assert re.sub(r"incarnation: \d+", "incarnation: N", rest) == entries + "\n"
