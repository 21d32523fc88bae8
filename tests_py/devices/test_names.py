"""Device names: what `tf.device` and `tf.DeviceSpec` accept, with the texts of TensorFlow 2.21."""

import pytest

import pelton as tf
from devices.row_player import (
    CPU0,
    CPU1,
    GPU0,
    GPU1,
    HEAD,
    devices_of,
    machines,
    play,
    printed,
    printed_everywhere,
    refused,
    refused_everywhere,
)

ON = "with tf.device({name!r}): print(tf.constant([1.0, 2.0]).device)"

PLACED = [  # name, device on two logical CPUs, device on CPU:0 and two or four GPUs
    ("cpu:0", CPU0, CPU0),
    ("cpu:1", CPU1, GPU0),
    ("/CPU:1", CPU1, GPU0),
    ("/CpU:1", CPU1, GPU0),
    ("cpu: 1", CPU1, GPU0),
    ("cpu:01", CPU1, GPU0),
    ("device:cpu:1", CPU1, GPU0),
    ("/cpu:*", CPU0, CPU0),
    ("/device:CPU:*", CPU0, CPU0),
    (f"{HEAD}/cpu:1", CPU1, GPU0),
    (f"{HEAD}/device:CPU:1", CPU1, GPU0),
    ("//CPU:0", CPU0, CPU0),
    ("CPU:0/", CPU0, CPU0),
    ("job:localhost", CPU0, CPU0),
    ("/job:localhost", CPU0, CPU0),
    ("", CPU0, CPU0),
    ("gpu:0", CPU0, GPU0),
    ("/gpu:1", CPU0, GPU1),
    ("GPU", CPU0, GPU0),
    ("/GPU", CPU0, GPU0),
    ("/GPU:*", CPU0, GPU0),
    ("/device:GPU:1", CPU0, GPU1),
    ("/device:gpu:1", CPU0, GPU1),
    ("/GPU:7", CPU0, GPU0),
    ("/CPU:3", CPU0, GPU0),
    ("/device:Gpu:0", CPU0, GPU0),
    ("/device:FOO:0", CPU0, GPU0),
    ("/device:*:1", CPU1, GPU1),
    ("epu:0", CPU0, GPU0),
    ("tpu", CPU0, GPU0),
    ("custom:0", CPU0, GPU0),
    ("/device:CPU:99999999999", CPU0, GPU0),
]

PARSE = "is encountered while parsing the device spec"
REFUSED = [
    ("/foo:0", "ValueError", f"Unknown attribute 'foo' {PARSE}: '/foo:0'."),
    ("/device:GPU", "ValueError", f"Unknown attribute 'device' {PARSE}: '/device:GPU'."),
    ("*", "ValueError", f"Unknown attribute '*' {PARSE}: '*'."),
    (" ", "ValueError", f"Unknown attribute ' ' {PARSE}: ' '."),
    ("CPU:0:1", "ValueError", f"Unknown attribute 'CPU' {PARSE}: 'CPU:0:1'."),
    ("XPU:0", "ValueError", f"Unknown attribute 'XPU' {PARSE}: 'XPU:0'."),
    (
        "/device:cpu:1:2",
        "ValueError",
        f"Unknown attribute 'device' {PARSE}: '/device:cpu:1:2'.",
    ),
    (
        "/CPU:0/GPU:0",
        "ValueError",
        "Multiple device types are not allowed while parsing the device spec: /CPU:0/GPU:0.",
    ),
    ("/device:GPU:x", "ValueError", "invalid literal for int() with base 10: 'x'"),
    ("GPU:x", "ValueError", "invalid literal for int() with base 10: 'x'"),
    ("/task:x", "ValueError", "invalid literal for int() with base 10: 'x'"),
    ("/replica:a", "ValueError", "invalid literal for int() with base 10: 'a'"),
    ("CPU:", "ValueError", "invalid literal for int() with base 10: ''"),
    ("cpu:1.0", "ValueError", "invalid literal for int() with base 10: '1.0'"),
    (
        "CPU:-1",
        "InvalidArgumentError",
        f"Malformed device specification '{HEAD}/device:CPU:-1'",
    ),
    (3, "ValueError", "Expecting a string device name. Got <class 'int'>(3)"),
    (b"CPU:0", "ValueError", "Expecting a string device name. Got <class 'bytes'>(b'CPU:0')"),
]


@pytest.mark.parametrize(("name", "on_cpus", "on_gpus"), PLACED, ids=lambda v: str(v)[-22:])
def test_names_place_constants(name, on_cpus, on_gpus):
    code = ON.format(name=name)
    assert printed_everywhere(code, gpus=2) == on_gpus
    assert printed(code, gpus=1) == (GPU0 if on_gpus == GPU1 else on_gpus)
    assert printed(code, cpus=2) == on_cpus
    assert printed(code) == CPU0


@pytest.mark.parametrize(("name", "error", "text"), REFUSED, ids=lambda v: str(v)[:20])
def test_names_are_refused_on_entry(name, error, text):
    scope = f"with tf.device({name!r}): print('entered')"
    assert refused_everywhere(scope, error) == text


def test_a_function_is_no_device():
    code = "with tf.device(lambda op: '/CPU:0'): pass"
    assert refused_everywhere(code, "RuntimeError") == "tf.device does not support functions."


def test_a_physical_device_is_no_device_of_ops():
    code = "with tf.device(tf.config.list_physical_devices()[0]): pass"
    text = refused_everywhere(code, "ValueError")
    assert text.startswith("Expecting a string device name. Got <class ")


@pytest.mark.parametrize("name", ["/job:worker", "/task:5", "/replica:3"])
@pytest.mark.parametrize("soft", [True, False])
def test_other_processes_are_out_of_reach(name, soft):
    code = (
        f"x = tf.ones([2, 2])\ntf.config.set_soft_device_placement({soft})\n"
        f"with tf.device({name!r}): tf.matmul(x, x)"
    )
    spec = tf.DeviceSpec.from_string(f"{HEAD}/device:CPU:0").make_merged_spec(
        tf.DeviceSpec.from_string(name)
    )
    for cpus, gpus in machines(0):
        types = "GPU, CPU" if gpus else "CPU"
        assert (
            f"Could not satisfy device specification '{spec.to_string()}'. enable_soft_placement="
            f"{int(soft)}. Supported device types [{types}]. All available devices "
            f"[{devices_of(cpus, gpus)}]."
        ) in refused(code, "InvalidArgumentError", gpus, cpus)


def test_objects_name_devices():
    code = "with tf.device({}): print(tf.constant(1).device)"
    assert printed(code.format("tf.DeviceSpec(device_type='GPU', device_index=1)"), gpus=2) == GPU1
    assert printed(code.format("tf.config.list_logical_devices()[-1]"), gpus=2) == GPU1


SPECS = [
    ("/job:w/replica:1/task:2/device:gpu:3", "/job:w/replica:1/task:2/device:GPU:3"),
    ("GPU:*", "/device:GPU:*"),
    ("GPU", "/device:GPU:*"),
    ("/GPU:1", "/device:GPU:1"),
    ("", ""),
    ("/job:a:b", None),
]


@pytest.mark.parametrize(("name", "full"), SPECS)
def test_spec_from_string(name, full):
    if full is None:
        with pytest.raises(ValueError, match="Unknown attribute 'job'"):
            tf.DeviceSpec.from_string(name)
    else:
        spec = tf.DeviceSpec.from_string(name)
        assert spec.to_string() == full
        assert tf.DeviceSpec().parse_from_string(name) == spec


def test_spec_parts_and_changes():
    spec = tf.DeviceSpec.from_string("/job:a/task:1/GPU:2")
    assert (spec.job, spec.replica, spec.task, spec.device_type, spec.device_index) == (
        "a", None, 1, "GPU", 2,
    )  # fmt: skip
    assert repr(spec) == (
        "<DeviceSpec(job=a, replica=None, task=1, device_type=GPU, device_index=2)>"
    )
    assert spec.replace(job="x").to_string() == "/job:x/task:1/device:GPU:2"
    merged = spec.make_merged_spec(tf.DeviceSpec(device_type="CPU"))
    assert merged.to_string() == "/job:a/task:1/device:CPU:2"
    assert tf.DeviceSpec(device_index=1).to_string() == ""
    assert tf.DeviceSpec(device_type="gpu").device_type == "GPU"


def test_spec_equality_and_immutability():
    one = tf.DeviceSpec.from_string("GPU:1")
    other = tf.DeviceSpec(device_type="GPU", device_index=1)
    assert one == other and hash(one) == hash(other)
    assert one != tf.DeviceSpec() and tf.DeviceSpec() != 3
    with pytest.raises(AttributeError):
        one.job = "x"
    with pytest.raises(ValueError, match="invalid literal for int"):
        tf.DeviceSpec(replica="x")
    with pytest.raises(TypeError, match="foo"):
        tf.DeviceSpec().replace(foo=1)


SCOPES = [
    ("with tf.device('/GPU:1'):\n with tf.device('GPU'): print(tf.constant(1).device)", GPU1),
    ("with tf.device('/GPU:1'):\n with tf.device('CPU:0'): print(tf.constant(1).device)", CPU0),
    ("with tf.device('/GPU:1'):\n with tf.device(None): print(tf.constant(1).device)", GPU0),
    (
        "with tf.device('/CPU:0'):\n with tf.device('/GPU:1'): pass\n print(tf.constant(1).device)",
        CPU0,
    ),
    (
        "on = tf.device('/GPU:1')\nwith on:\n with on: pass\n print(tf.constant(1).device)",
        GPU1,
    ),
    (
        "import threading\nfound = []\nwith tf.device('/GPU:1'):\n"
        " t = threading.Thread(target=lambda: found.append(tf.constant(1).device))\n"
        " t.start(); t.join()\nprint(found[0])",
        GPU0,
    ),
    (
        "try:\n with tf.device('/GPU:1'): raise KeyError\nexcept KeyError: pass\n"
        "print(tf.constant(1).device)",
        GPU0,
    ),
]


@pytest.mark.parametrize(("code", "device"), SCOPES)
def test_scopes_nest(code, device):
    assert printed_everywhere(code, gpus=2) == device


def test_scopes_end_in_order():
    code = (
        "a, b = tf.device('CPU:0'), tf.device('CPU:0')\n"
        "a.__enter__(); b.__enter__(); a.__exit__(None, None, None)"
    )
    text = "Exiting device scope without proper scope nesting"
    assert refused_everywhere(code, "RuntimeError") == text
    assert play("tf.device('CPU:0').__exit__(None, None, None)")["error"][1] == text
