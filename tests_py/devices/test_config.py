"""`tf.config`: lists, visibility, parts, growth and their errors, on CPUs and fake GPUs."""

import pytest

from devices.row_player import (
    GPU0,
    GPU1,
    GPU2,
    Only,
    play,
    printed,
    printed_everywhere,
    refused,
    refused_everywhere,
)

HEAD = (
    "C, E = tf.config, tf.config.experimental\n"
    "gpus, cpus = C.list_physical_devices('GPU'), C.list_physical_devices('CPU')\n"
    "L = C.LogicalDeviceConfiguration\n"
    "ghost = C.PhysicalDevice('/physical_device:GPU:9', 'GPU')\n"
    "def names(*a): print(*(d.name for d in C.list_logical_devices(*a)))\n"
)
STRICT = "C.strict_tf(True)\ntf.constant(1)\n"
GHOST = "PhysicalDevice(name='/physical_device:GPU:9', device_type='GPU')"
CPU = "PhysicalDevice(name='/physical_device:CPU:0', device_type='CPU')"
GPU = "PhysicalDevice(name='/physical_device:GPU:0', device_type='GPU')"

PRINTED = [  # code, least number of fake GPUs, output
    ("print(C.list_physical_devices())", Only(1), f"[{CPU}, {GPU}]"),
    ("print(C.list_physical_devices('GPU'), C.list_physical_devices('FOO'))", Only(0), "[] []"),
    ("print(C.list_logical_devices('GPU'))", Only(1),
     "[LogicalDevice(name='/device:GPU:0', device_type='GPU')]"),
    ("print(C.list_logical_devices('FOO'), C.list_logical_devices(3))", 1, "[] []"),
    ("print(C.list_physical_devices('gpu'), C.get_visible_devices(3))", 1, "[] []"),
    ("print(C.get_visible_devices(), C.get_visible_devices('GPU'))", Only(0), f"[{CPU}] []"),
    ("C.set_visible_devices([], 'GPU'); print(C.get_visible_devices()); names()", 2,
     f"[{CPU}]\n/device:CPU:0"),
    ("C.set_visible_devices(gpus[1], 'GPU'); names('GPU')", 2, "/device:GPU:0"),
    ("C.set_visible_devices(gpus[1:]); names()", Only(2), "/device:GPU:0"),
    ("C.set_visible_devices(cpus[0]); names()", 2, "/device:CPU:0"),
    ("C.set_visible_devices(gpus, 'GPU'); C.set_visible_devices([], 'GPU'); names()", 2,
     "/device:CPU:0"),
    ("tf.constant(1); C.set_visible_devices([], 'GPU'); names('GPU')", 2, ""),
    ("C.set_logical_device_configuration(cpus[0], [L(), L()]); names()", Only(0),
     "/device:CPU:0 /device:CPU:1"),
    ("tf.constant(1); C.set_logical_device_configuration(cpus[0], [L(), L()]); names()", Only(0),
     "/device:CPU:0 /device:CPU:1"),
    ("C.set_logical_device_configuration(gpus[0], [L(10), L(20)]); names()", Only(2),
     "/device:CPU:0 /device:GPU:0 /device:GPU:1 /device:GPU:2"),
    ("E.set_virtual_device_configuration(gpus[0], [E.VirtualDeviceConfiguration(memory_limit=7)])\n"
     "print(E.get_virtual_device_configuration(gpus[0]))\n"
     "print(E.get_memory_statistics('GPU:0')['limit'] >> 20)", 1,
     "[LogicalDeviceConfiguration(memory_limit=7, experimental_priority=None, "
     "experimental_device_ordinal=None)]\n7"),
    ("print(C.get_logical_device_configuration(cpus[0]))", Only(0), "None"),
    ("print(E.get_memory_growth(gpus[0])); E.set_memory_growth(gpus[0], True)\n"
     "print(E.get_memory_growth(gpus[0]), E.get_memory_growth(gpus[1]))", 2, "None\nTrue None"),
    ("E.set_memory_growth(gpus[0], True)\n"  # limit and growth combine, unlike in TensorFlow
     "C.set_logical_device_configuration(gpus[0], [L(10)]); names('GPU')", Only(1),
     "/device:GPU:0"),
    ("E.set_memory_growth(gpus[0], False); names('GPU')", Only(2), "/device:GPU:0 /device:GPU:1"),
    ("print(E.get_device_details(cpus[0]), E.get_device_details(gpus[0]))", 1,
     "{} {'device_name': 'Pelton fake GPU (host memory)', 'compute_capability': (9, 0)}"),
    ("t = C.threading; print(t.get_intra_op_parallelism_threads(), "
     "t.get_inter_op_parallelism_threads())\nt.set_intra_op_parallelism_threads(1)\n"
     "t.set_inter_op_parallelism_threads(2)\nprint(t.get_intra_op_parallelism_threads(), "
     "t.get_inter_op_parallelism_threads())\nt.set_intra_op_parallelism_threads(0)", 0,
     "0 0\n1 2"),
    ("print(E.tensor_float_32_execution_enabled()); E.enable_tensor_float_32_execution(False)\n"
     "print(E.tensor_float_32_execution_enabled())", 0, "True\nFalse"),
    ("print(E.get_synchronous_execution()); E.set_synchronous_execution(False)\n"
     "print(E.get_synchronous_execution())", 0, "True\nFalse"),
    ("print(C.functions_run_eagerly()); C.run_functions_eagerly(True)\n"
     "print(C.functions_run_eagerly(), C.experimental_functions_run_eagerly())", 0,
     "False\nTrue True"),
    ("o = C.optimizer; print(repr(o.get_jit()), o.get_experimental_options()); o.set_jit(True)\n"
     "print(o.get_jit()); o.set_jit(False); o.set_experimental_options({'remapping': True, "
     "'foo': True})\nprint(repr(o.get_jit()), o.get_experimental_options())", 0,
     "'' {'disable_model_pruning': False, 'disable_meta_optimizer': False}\nautoclustering\n"
     "'' {'disable_model_pruning': False, 'disable_meta_optimizer': False, 'remapping': True}"),
    ("print(C.get_soft_device_placement()); C.set_soft_device_placement(False)\n"
     "print(C.get_soft_device_placement())", 0, "True\nFalse"),
    (STRICT + "C.set_visible_devices(cpus[0], 'CPU'); names()", Only(0), "/device:CPU:0"),
    ("C.set_logical_device_configuration(cpus[0], [L(), L()])\n" + STRICT +
     "C.set_logical_device_configuration(cpus[0], [L(), L()]); names()", Only(0),
     "/device:CPU:0 /device:CPU:1"),
    ("print(E.list_physical_devices() == C.list_physical_devices(), E.get_visible_devices() == "
     "C.get_visible_devices(), E.list_logical_devices() == C.list_logical_devices())", 1,
     "True True True"),
]  # fmt: skip

LIST = "logical_devices must be a list of tf.config.LogicalDeviceConfiguration, got "
PART = (
    "LogicalDeviceConfiguration(memory_limit=5, experimental_priority=None, "
    "experimental_device_ordinal=None)"
)
VISIBLE = "Visible devices cannot be modified after being initialized"
VIRTUAL = "Virtual devices cannot be modified after being initialized"
PHYSICAL = "Physical devices cannot be modified after being initialized"
REFUSED = [  # code, least number of fake GPUs, class, text
    ("C.set_visible_devices(ghost, 'GPU')", 1, "ValueError", f"Unrecognized device: {GHOST}"),
    ("C.set_visible_devices(cpus[0], 'GPU')", 1, "ValueError", f"Unrecognized device: {CPU}"),
    ("C.set_visible_devices('CPU:0', 'CPU')", 0, "ValueError", "Unrecognized device: 'CPU:0'"),
    ("C.set_visible_devices(None, 'GPU')", 0, "ValueError", "Unrecognized device: None"),
    ("C.set_visible_devices(gpus, 'gpu')", 1, "ValueError", f"Unrecognized device: {GPU}"),
    ("C.set_visible_devices(3)", 0, "ValueError", "Unrecognized device: 3"),
    (STRICT + "C.set_visible_devices([], 'GPU')", 1, "RuntimeError", VISIBLE),
    ("x = tf.constant(1.0)\nC.set_visible_devices([], 'GPU')", 1, "RuntimeError",
     f"{VISIBLE}: GPU:0 holds 256 bytes of tensors: delete them first, or configure devices "
     "before using them"),
    ("with tf.device('/GPU:1'): v = tf.Variable([1.0])\nC.set_visible_devices(gpus[0], 'GPU')", 2,
     "RuntimeError", f"{VISIBLE}: GPU:1 holds 256 bytes of tensors: delete them first, or "
     "configure devices before using them"),
    ("x = tf.constant([1.0])\nC.set_logical_device_configuration(gpus[0], [L(10)])", 1,
     "RuntimeError", f"{VIRTUAL}: GPU:0 holds 256 bytes of tensors: delete them first, or "
     "configure devices before using them"),
    ("E.set_memory_growth('GPU:0', True)", 1, "ValueError", "Unrecognized device: 'GPU:0'"),
    ("E.set_memory_growth(ghost, True)", 1, "ValueError", f"Unrecognized device: {GHOST}"),
    ("E.get_memory_growth(ghost)", 1, "ValueError", f"Unrecognized device: {GHOST}"),
    ("E.set_memory_growth(cpus[0], True)", 0, "ValueError",
     "Cannot set memory growth on non-GPU and non-Pluggable devices"),
    ("C.strict_tf(); C.set_logical_device_configuration(gpus[0], [L(10)])\n"
     "E.set_memory_growth(gpus[0], True)", 1, "ValueError",
     "Cannot set memory growth on device when virtual devices configured"),
    (STRICT + "E.set_memory_growth(gpus[0], True)", 1, "RuntimeError", PHYSICAL),
    ("C.strict_tf(); E.set_memory_growth(gpus[0], True); C.list_logical_devices()", 2,
     "ValueError", "Memory growth cannot differ between GPU devices"),
    ("x = tf.constant(1.0)\nE.set_memory_growth(gpus[0], False)", 1, "RuntimeError",
     f"{PHYSICAL}: GPU:0 holds 256 bytes of tensors: delete them first, or configure devices "
     "before using them"),
    ("C.set_logical_device_configuration(cpus[0], [L(10)])", 0, "ValueError",
     "Setting memory limit on CPU virtual devices is currently not supported"),
    ("C.set_logical_device_configuration(gpus[0], [L()])", 1, "ValueError",
     "Setting memory limit is required for GPU virtual devices"),
    ("C.set_logical_device_configuration(gpus[0], [L(-5)])", 1, "ValueError",
     "memory_limit must be above 0 MB, got -5"),
    ("C.set_logical_device_configuration(gpus[0], [L(float('nan'))])", 1, "ValueError",
     "memory_limit must be above 0 MB, got nan"),
    ("C.set_logical_device_configuration(gpus[0], [L(10**30)])", 1, "ValueError",
     "the memory limits of physical GPU:0 come to more than the 64 MB that it has"),
    ("C.set_logical_device_configuration(gpus[0], [L(float('inf'))])", 1, "ValueError",
     "the memory limits of physical GPU:0 come to more than the 64 MB that it has"),
    ("C.set_logical_device_configuration(gpus[0], [L(5), L('7')])", 1, "TypeError",
     "memory_limit must be a number of MB, got '7'"),
    ("C.set_logical_device_configuration(gpus[0], L(5))", 1, "TypeError", f"{LIST}{PART}"),
    ("C.set_logical_device_configuration(gpus[0], [5])", 1, "TypeError", f"{LIST}[5]"),
    ("C.set_logical_device_configuration(cpus[0], None)", 0, "TypeError", f"{LIST}None"),
    ("C.set_logical_device_configuration('GPU:0', [L(5)])", 1, "ValueError",
     "Unrecognized device: 'GPU:0'"),
    ("C.set_logical_device_configuration(cpus[0], [L()] * 65)", 0, "ValueError",
     "logical CPU devices must be 1 to 64, got 65"),
    ("C.set_logical_device_configuration(gpus[0], [L(65)])", 1, "ValueError",
     "the memory limits of physical GPU:0 come to more than the 64 MB that it has"),
    ("C.set_logical_device_configuration(gpus[0], [L(40), L(40)])", 1, "ValueError",
     "the memory limits of physical GPU:0 come to more than the 64 MB that it has"),
    ("C.set_logical_device_configuration(cpus[0], [])", 0, "ValueError",
     "logical CPU devices must be 1 to 64, got 0"),
    ("C.set_logical_device_configuration(ghost, [L(10)])", 1, "ValueError",
     f"Unrecognized device: {GHOST}"),
    ("C.get_logical_device_configuration(ghost)", 1, "ValueError",
     f"Unrecognized device: {GHOST}"),
    (STRICT + "C.set_logical_device_configuration(cpus[0], [L(), L()])", Only(0), "RuntimeError",
     VIRTUAL),
    (STRICT + "C.threading.set_intra_op_parallelism_threads(3)", 0, "RuntimeError",
     "Intra op parallelism cannot be modified after initialization."),
    (STRICT + "C.threading.set_inter_op_parallelism_threads(3)", 0, "RuntimeError",
     "Inter op parallelism cannot be modified after initialization."),
    ("C.strict_tf()\nwith tf.device('/CPU:0'): pass\nC.set_visible_devices([], 'GPU')", 1,
     "RuntimeError", VISIBLE),
    ("C.strict_tf()\nC.list_logical_devices()\nC.set_visible_devices([], 'GPU')", 1,
     "RuntimeError", VISIBLE),
    ("C.threading.set_intra_op_parallelism_threads(-1)", 0, "ValueError",
     "set_intra_op_parallelism_threads: num_threads must be 0 to 1024, got -1"),
    ("C.threading.set_intra_op_parallelism_threads(2**40)", 0, "ValueError",
     "set_intra_op_parallelism_threads: num_threads must be 0 to 1024, got 1099511627776"),
    ("C.threading.set_intra_op_parallelism_threads('2')", 0, "TypeError",
     "set_intra_op_parallelism_threads: num_threads must be an int, got '2'"),
    ("C.threading.set_inter_op_parallelism_threads(-1)", 0, "ValueError",
     "set_inter_op_parallelism_threads: num_threads must be 0 to 1024, got -1"),
    ("C.threading.set_inter_op_parallelism_threads(1.5)", 0, "TypeError",
     "set_inter_op_parallelism_threads: num_threads must be an int, got 1.5"),
    ("C.optimizer.set_experimental_options(3)", 0, "TypeError", "options must be a dict, got 3"),
    ("tf.test.is_gpu_available(min_cuda_compute_capability=7)", 0, "TypeError",
     "min_cuda_compute_capability must be a pair of ints, got 7"),
    ("E.get_memory_info(0)", 0, "TypeError",
     "device must be a string such as \"GPU:0\", got 0"),
    ("E.empty_cache(gpus[0])", 1, "TypeError",
     f"device must be a string such as \"GPU:0\", got {GPU}"),
    ("tf.DeviceSpec.from_string(3)", 0, "ValueError",
     "DeviceSpec.from_string: Expecting a string device name. Got <class 'int'>(3)"),
    ("tf.constant(1).gpu(2**40)", 0, "RuntimeError", "GPU:1099511627776 unknown device."),
    ("tf.constant(1).gpu(1 << 16)", 0, "RuntimeError", "GPU:65536 unknown device."),
    ("tf.constant(1).gpu(-1)", 0, "RuntimeError", "GPU:-1 unknown device."),
    ("E.get_device_details('CPU:0')", 0, "ValueError",
     "device must be a tf.config.PhysicalDevice, but got: CPU:0"),
    ("E.get_device_details(ghost)", 0, "ValueError",
     "The PhysicalDevice must be one obtained from calling `tf.config.list_physical_devices`, "
     f"but got: {GHOST}"),
    ("tf.keras.utils.set_memory_growth", 0, "AttributeError",
     "module 'pelton.keras.utils' has no attribute 'set_memory_growth': use "
     "tf.config.experimental.set_memory_growth(gpu, True)"),
    ("C.require_gpu()", Only(0), "RuntimeError", "No GPU can be used: this machine has no GPU"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "gpus", "expected"), PRINTED)
def test_settings(code, gpus, expected):
    assert printed_everywhere(HEAD + code, gpus) == expected


@pytest.mark.parametrize(("code", "gpus", "error", "text"), REFUSED)
def test_refusals(code, gpus, error, text):
    assert refused_everywhere(HEAD + code, error, gpus) == text


def test_strict_mode_is_off_by_default():
    assert printed(HEAD + "tf.constant(1); C.set_visible_devices([], 'GPU'); names()", gpus=1) == (
        "/device:CPU:0"
    )


CREATED = (
    "Created device {} with {} MB memory:  -> device: {}, name: Pelton fake GPU (host memory), pci "
    "bus id: fake:{}, compute capability: 9.0"
)


def test_created_devices_are_told_at_info():
    code = HEAD + "C.set_logical_device_configuration(gpus[0], [L(10), L(20)])"
    first = [(GPU0, 64, 0), (GPU1, 64, 1)]
    then = [(GPU0, 10, 0), (GPU1, 20, 0), (GPU2, 64, 1)]
    expected = [CREATED.format(*row, row[-1]) for row in first + then]
    assert play(code, gpus=2, TF_CPP_MIN_LOG_LEVEL="0")["err"].splitlines() == expected
    for level in ("1", "2", "3", ""):
        assert play(code, gpus=2, TF_CPP_MIN_LOG_LEVEL=level)["err"] == ""


SEED = (
    "Random ops require a seed to be set when determinism is enabled. Please set a seed before "
    "running the op, e.g. by calling tf.random.set_seed(1)."
)
DRAWS = ["tf.random.normal([2])", "tf.random.uniform([2])", "tf.nn.dropout(tf.ones([3]), 0.5)"]


@pytest.mark.parametrize("draw", DRAWS)
def test_determinism_wants_seeds(draw):
    enable = "tf.config.experimental.enable_op_determinism()\n"
    assert SEED in refused(enable + draw, "RuntimeError")
    assert SEED in refused(draw, "RuntimeError", TF_DETERMINISTIC_OPS="1")
    assert SEED in refused(draw, "RuntimeError", TF_CUDNN_DETERMINISTIC="1")
    assert printed(enable + "tf.random.set_seed(1)\n" + draw) == ""
    assert printed(enable + "tf.keras.layers.Dense(2)(tf.ones([1, 2]))") == ""
    assert printed(enable + "tf.random.normal([2], seed=3)") == ""
