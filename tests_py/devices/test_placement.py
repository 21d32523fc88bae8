"""Where ops and variables run: TensorFlow's eager rules on CPUs and fake GPUs."""

import pytest

from devices.row_player import (
    CPU0,
    GPU0,
    GPU1,
    Only,
    devices_of,
    machines,
    play,
    printed,
    printed_everywhere,
    refused,
    refused_everywhere,
)

X = "with tf.device('/CPU:0'): x = tf.ones([2, 2])\n"
HARD = "tf.config.set_soft_device_placement(False)\n"

PLACED = [  # code, least number of fake GPUs, output
    ("f = tf.function(lambda: tf.exp(tf.random.uniform([3])))\n"
     "for _ in range(4): a = f().device\n"
     "tf.config.set_visible_devices([], 'GPU')\n"
     "for _ in range(4): b = f().device\n"
     "print(a, b, f.experimental_get_tracing_count())", 1, f"{GPU0} {CPU0} 1"),
    ("print(tf.constant([1, 2]).device)", Only(0), CPU0),
    ("print(tf.constant([1, 2]).device)", 2, GPU0),
    ("print(tf.constant(['a']) if 0 else tf.constant(1).backing_device)", 2, GPU0),
    (X + "print(x.device)", 2, CPU0),
    (X + "with tf.device('/GPU:1'): print(tf.identity(x).device)", 2, GPU1),
    (X + "with tf.device('/GPU:1'): print(tf.identity(x).numpy().tolist())", 2,
     "[[1.0, 1.0], [1.0, 1.0]]"),
    (X + "print(tf.reshape(x, [4]).device)", 2, GPU0),
    ("with tf.device('/GPU:1'): x = tf.constant([1.0])\nprint(x.cpu().device)", 2, CPU0),
    (X + "print(x.gpu().device, x.gpu(1).device)", 2, f"{GPU0} {GPU1}"),
    ("with tf.device('/GPU:0'): v = tf.Variable(0)\nprint(v.device)", 2, GPU0),
    ("with tf.device('/GPU:0'): v = tf.Variable(0)\nprint(v.device)", Only(0), CPU0),
    ("v = tf.Variable([1.0])\nprint(v.device)", 2, GPU0),
    ("with tf.device('/GPU:1'): v = tf.Variable([1.0])\nv.assign([2.0])\nprint(v.device)", 2, GPU1),
    ("with tf.device('/GPU:1'): v = tf.Variable([1.0])\n"
     "with tf.device('/CPU:0'): v.assign_add([2.0])\nprint(v.device, v.numpy().tolist())",
     2, f"{GPU1} [3.0]"),
    (X + "with tf.device('/GPU:1'): v = tf.Variable(x)\nprint(v.device, x.device)", 2,
     f"{GPU1} {CPU0}"),
    ("with tf.device('/GPU:1'): x = tf.constant([1.5, 2.5])\nprint(float(x[1]), x)", 2,
     "2.5 tf.Tensor([1.5 2.5], shape=(2,), dtype=float32)"),
    ("v = tf.Variable([[1.0, 2.0]])\nv[0, 1].assign(5.0)\nprint(v.numpy().tolist())", 1,
     "[[1.0, 5.0]]"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "gpus", "expected"), PLACED)
def test_placement(code, gpus, expected):
    assert printed_everywhere(code, gpus) == expected


# names of devices, those of `(CPUs, GPUs)` machines that have none such
MISSING = [("/GPU:0", [(1, 0), (2, 0)]), ("/GPU:*", [(1, 0), (2, 0)])] + [
    (name, machines(0)) for name in ("CPU:7", "/GPU:7", "/device:FOO:0", "/device:Gpu:0")
]


@pytest.mark.parametrize(("name", "where"), MISSING)
@pytest.mark.parametrize("op", ["tf.matmul(x, x)", "tf.identity(x)", "tf.constant([1.5])",
                                "tf.Variable([2.5])", "tf.zeros([2])"])  # fmt: skip
def test_hard_placement_refuses(name, where, op):
    kind, _, index = name.removeprefix("/device:").lstrip("/").partition(":")
    device = f"/job:localhost/replica:0/task:0/device:{kind}:{index.replace('*', '0')}"
    code = X + HARD + f"with tf.device({name!r}): {op}"
    for cpus, gpus in where:
        text = refused(code, "InvalidArgumentError", gpus, cpus)
        types = "GPU, CPU" if gpus else "CPU"
        assert (
            f"Could not satisfy device specification '{device}'. enable_soft_placement=0. "
            f"Supported device types [{types}]. All available devices [{devices_of(cpus, gpus)}]."
        ) in text
        names = play(code, gpus, cpus)["error"][0]
        assert {"RuntimeError", "ValueError", "OpError"} <= set(names)


def test_a_device_of_others_is_unknown_to_copies():
    assert refused(X + "x.gpu()", "RuntimeError") == "GPU:0 unknown device."
    assert refused(X + "x.gpu(7)", "RuntimeError", gpus=2) == "GPU:7 unknown device."


FALLBACK = "with tf.device('/GPU:0'):\n for _ in range(3): tf.abs(tf.constant(-1.0))"


def test_a_fallback_is_told_once_at_info():
    lines = play(FALLBACK, TF_CPP_MIN_LOG_LEVEL="0")["err"].splitlines()
    assert len(lines) == 2 and all("there is no such device" in line for line in lines)
    assert lines[1].startswith(f"op Abs runs on {CPU0} instead of '{GPU0}'")
    for level in ("", "1", "2", "3"):
        assert play(FALLBACK, TF_CPP_MIN_LOG_LEVEL=level)["err"] == ""


POLICY = (
    "with tf.device('/GPU:0'): x = tf.constant([1.0])\n"
    "tf.config.experimental.set_device_policy({!r})\n"
    "with tf.device('/CPU:0'): print(float((x + x)[0]))"
)


def test_silent_policy_copies():
    for policy in ("silent", None):
        done = play(POLICY.format(policy), gpus=1)
        assert (done["out"], done["err"], done["error"]) == ("2.0\n", "", None)


def test_warn_policy_says_so():
    for level, is_said in [("0", True), ("1", True), ("2", False), ("3", False)]:
        said = play(POLICY.format("warn"), gpus=1, TF_CPP_MIN_LOG_LEVEL=level)["err"]
        assert ("This triggers a copy" in said) == is_said, level
    done = play(POLICY.format("warn"), gpus=1)
    assert done["out"] == "2.0\n"
    assert (
        f"before computing AddV2 input #0 was expected to be on {CPU0} but is actually on {GPU0} "
        f"(operation running on {CPU0}). This triggers a copy which can be a performance "
        "bottleneck."
    ) in done["err"].splitlines()


@pytest.mark.parametrize("policy", ["explicit", "silent_for_int32"])
def test_explicit_policies_refuse(policy):
    assert (
        "Tensors on conflicting devices: cannot compute AddV2 as input #0 was expected to be on "
        f"{CPU0} but is actually on {GPU0} (operation running on {CPU0}) Tensors can be copied "
        "explicitly using: `with tf.device(device_name): x = tf.identity(x)` or transparently "
        "copied by using tf.config.experimental.set_device_policy('silent'). Copying tensors "
        "between devices may slow down your model"
    ) in refused_everywhere(POLICY.format(policy), "InvalidArgumentError", gpus=1)


def test_int32_may_be_exempt_and_identity_is():
    int32 = POLICY.replace("[1.0]", "[1]").replace("float(", "int(")
    assert printed_everywhere(int32.format("silent_for_int32"), gpus=1) == "2"
    identity = POLICY.replace("float((x + x)[0])", "tf.identity(x).device")
    assert printed_everywhere(identity.format("explicit"), gpus=1) == CPU0
    copied = identity.replace("tf.identity(x)", "x.cpu()").format("explicit")
    assert printed_everywhere(copied, gpus=1) == CPU0


def test_policies_have_names_and_belong_to_a_thread():
    code = (
        "import threading\ne = tf.config.experimental\nout = [e.get_device_policy()]\n"
        "for p in ('warn', 'explicit', 'silent_for_int32', None):\n"
        " e.set_device_policy(p); out.append(e.get_device_policy())\n"
        "e.set_device_policy('warn')\n"
        "t = threading.Thread(target=lambda: out.append(e.get_device_policy()))\n"
        "t.start(); t.join()\nprint(*out)"
    )
    assert printed_everywhere(code) == "silent warn explicit silent_for_int32 silent silent"
    wrong = "tf.config.experimental.set_device_policy('x')"
    assert refused_everywhere(wrong, "ValueError") == (
        "Invalid argument `device_policy`: 'x'. Please refer to "
        "https://www.tensorflow.org/api_docs/python/tf/config/experimental/set_device_policy "
        "for valid `device_policy` arguments."
    )


def test_copies_are_counted_with_their_op():
    code = (
        "with tf.device('/GPU:0'): x = tf.constant([1.0, 2.0])\n"
        "with tf.device('/CPU:0'):\n for _ in range(3): tf.abs(x)\n"
        "print(tf.debugging.copies(reset=True)[0])\nprint(tf.debugging.copies())"
    )
    assert printed_everywhere(code, gpus=1) == (
        "DeviceCopies(op='Abs', source='/device:GPU:0', target='/device:CPU:0', count=1, bytes=8)"
        "\n[]"
    )


def test_the_placement_log_names_devices():
    code = (
        "tf.debugging.set_log_device_placement(True)\n"
        "with tf.device('/GPU:1'): x = tf.constant([1.0])\n"
        "with tf.device('/CPU:0'): tf.abs(x)\n"
        "tf.debugging.set_log_device_placement(False)\nprint("
        "tf.debugging.get_log_device_placement())"
    )
    for level in ("0", "3"):
        err = play(code, gpus=2, TF_CPP_MIN_LOG_LEVEL=level)["err"].splitlines()
        assert [line for line in err if line.startswith("Executing")] == [
            f"Executing op _EagerConst in device {GPU1}",
            f"Executing op Abs in device {CPU0}",
        ]


PINNED = [  # inputs on the CPU, expression, where it runs with the switch on
    ("tf.constant([1, 2])", "x + x", CPU0),
    ("tf.constant([1, 2], tf.int64)", "tf.reduce_sum(x)", CPU0),
    ("tf.constant([1, 2])", "tf.reshape(x, [2, 1])", CPU0),
    ("tf.range(64)", "x * 2", CPU0),
    ("tf.range(65)", "x * 2", GPU0),
    ("tf.constant([1.0])", "x + x", GPU0),
    ("tf.constant([1, 2])", "tf.zeros(2, tf.int32)", GPU0),
    ("tf.constant([1, 2])", "x + tf.constant(1).gpu()", GPU0),
]


@pytest.mark.parametrize(("inputs", "expression", "device"), PINNED)
def test_small_integers_may_stay_on_the_cpu(inputs, expression, device):
    code = f"with tf.device('/CPU:0'): x = {inputs}\nprint(({expression}).device)"
    assert printed_everywhere(code, 1, TF_EAGER_ENABLE_SMALL_TENSOR_CPU_PINNING="1") == device
    assert printed_everywhere(code, 1) == GPU0
    named = code.replace("print(", "with tf.device('/GPU:0'): print(")
    assert printed(named, gpus=1, TF_EAGER_ENABLE_SMALL_TENSOR_CPU_PINNING="1") == GPU0
