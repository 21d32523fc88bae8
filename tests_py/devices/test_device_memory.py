"""Device memory: reports, limits, out of memory, faults and the environment's part in it."""

import pytest

from devices.row_player import GPU0, play, printed, printed_everywhere, refused, refused_everywhere

HEAD = "E = tf.config.experimental\n"
MEGABYTE = 1 << 20

INFO_ERRORS = [  # name, text with two logical CPUs and no GPU
    ("GPU", "Failed parsing device name: 'GPU'. Note a valid device string should at least contain "
     'a device type and a device index, like "GPU:0".'),
    ("foo", "Failed parsing device name: 'foo'. Note a valid device string should at least contain "
     'a device type and a device index, like "GPU:0".'),
    ("CPU:*", "Failed parsing device name: 'CPU:*'. Note a valid device string should at least "
     'contain a device type and a device index, like "GPU:0".'),
    ("GPU:0", "No matching devices found for 'GPU:0'"),
    ("cpu:0", "No matching devices found for 'cpu:0'"),
    ("/job:worker", "No matching devices found for '/job:worker'"),
    ("/CPU:*", "Multiple devices match the provided string '/CPU:*': "
     "'/job:localhost/replica:0/task:0/device:CPU:0' and "
     "'/job:localhost/replica:0/task:0/device:CPU:1'."),
    ("", "Multiple devices match the provided string '': "
     "'/job:localhost/replica:0/task:0/device:CPU:0' and "
     "'/job:localhost/replica:0/task:0/device:CPU:1'."),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text"), INFO_ERRORS)
@pytest.mark.parametrize("function", ["get_memory_info", "reset_memory_stats", "get_memory_usage"])
def test_names_of_one_device(name, text, function):
    assert refused(HEAD + f"E.{function}({name!r})", "ValueError", cpus=2) == text


@pytest.mark.parametrize("name", ["GPU:0", "/GPU:0", "/device:GPU:0",
                                  "/job:localhost/replica:0/task:0/device:GPU:0"])  # fmt: skip
def test_memory_is_counted(name):
    code = HEAD + (
        f"n = {name!r}\nx = tf.constant([0.0] * 1024)\nprint(E.get_memory_info(n))\n"
        "del x\nprint(E.get_memory_info(n), E.get_memory_usage(n))\n"
        "E.reset_memory_stats(n); print(E.get_memory_info(n))\n"
        "print(E.get_memory_statistics(n)); E.empty_cache(n)\n"
        "print(E.get_memory_statistics(n)['cached'])"
    )
    assert printed_everywhere(code, gpus=1).splitlines() == [
        "{'current': 4096, 'peak': 4096}",
        "{'current': 0, 'peak': 4096} 0",
        "{'current': 0, 'peak': 0}",
        "{'current': 0, 'peak': 0, 'cached': 2097152, 'limit': 0}",
        "0",
    ]


def test_cpus_are_counted_too_but_not_under_strict_tf():
    code = HEAD + "x = tf.zeros([1 << 18]); print(E.get_memory_info('CPU:0')['current'] >= 1 << 20)"
    assert printed_everywhere(code.replace("x =", "with tf.device('CPU:0'): x =")) == "True"
    strict = HEAD + "tf.config.strict_tf()\n"
    assert refused(strict + "E.get_memory_info('CPU:0')", "ValueError") == (
        "Allocator stats not available for device 'CPU:0'"
    )
    assert refused(strict + "E.reset_memory_stats('CPU:0')", "ValueError") == (
        "Cannot reset memory stats for device 'CPU:0'"
    )


OOM = (
    "with tf.device('/CPU:0'): x, y = tf.zeros([5, 1 << 20]), tf.zeros([13 << 20])\n"
    "kept = [x.gpu()]\n"
)


def test_out_of_memory_says_what_fills_the_gpu():
    for error in ("ResourceExhaustedError", "MemoryError"):
        assert refused_everywhere(OOM + "y.gpu()", error, gpus=1) == (
            "OOM when allocating tensor with shape[13631488] and type float on "
            "/job:localhost/replica:0/task:0/device:GPU:0 by allocator GPU_0: requested 54525952 "
            "bytes, in use 20971520, cached 0, limit none; largest live tensors: float32 "
            "(5, 1048576) 20971520 bytes"
        )


def test_after_out_of_memory_a_smaller_tensor_fits():
    code = OOM + (
        "for _ in range(100):\n"
        " try: y.gpu()\n"
        " except MemoryError: pass\n"
        " else: print('it fitted')\n"
        "print(float(x.gpu().cpu()[0, 0])); kept.clear(); print(y.gpu().shape)"
    )
    assert printed_everywhere(code, gpus=1) == "0.0\n(13631488,)"


def test_a_limit_is_a_cap():
    code = (
        "g = tf.config.list_physical_devices('GPU')[0]\n"
        "L = tf.config.LogicalDeviceConfiguration\n"
        "tf.config.set_logical_device_configuration(g, [L(memory_limit=1)])\n"
        "with tf.device('/CPU:0'): x = tf.zeros([(1 << 18) + 1])\nx.gpu()"
    )
    assert "limit 1048576;" in refused_everywhere(code, "MemoryError", gpus=1)
    assert printed_everywhere(code.replace(" + 1", ""), gpus=1) == ""


def test_without_growth_all_is_taken_at_first_use():
    code = HEAD + (
        "E.set_memory_growth(tf.config.list_physical_devices('GPU')[0], False)\n"
        "print(E.get_memory_statistics('GPU:0')['cached'])\nx = tf.constant(1.0)\n"
        "print(E.get_memory_statistics('GPU:0')['cached'] > 60 << 20)"
    )
    assert printed_everywhere(code, gpus=1) == "0\nTrue"
    done = play(code, gpus=1, TF_FORCE_GPU_ALLOW_GROWTH="true")
    assert done["out"] == "0\nFalse\n"
    assert done["err"] == (
        "Overriding allow_growth setting because the TF_FORCE_GPU_ALLOW_GROWTH environment "
        "variable is set. Original config value was 0.\n"
    )


def test_memory_of_another_process_is_missing():
    code = (
        "from pelton._core import runtime\nruntime.take_fake_gpu_memory(0, 60 << 20)\n"
        "with tf.device('/CPU:0'): x = tf.zeros([5, 1 << 18])\n"
    )
    assert "requested 5242880 bytes" in refused_everywhere(code + "x.gpu()", "MemoryError", 1)
    freed = code + "runtime.take_fake_gpu_memory(0, -(60 << 20)); print(x.gpu().shape)"
    assert printed_everywhere(freed, gpus=1) == "(5, 262144)"


LOST = (
    "with tf.device('/GPU:0'): x = tf.constant([1.0])\n"
    "for _ in range(2):\n"
    " try: x.numpy()\n"
    " except Exception as e: print(type(e).__name__)\n"
    " else: print('worked')\n"
    "with tf.device('/CPU:0'): print(float(tf.constant([3.0])[0]))"
)


@pytest.mark.parametrize(
    ("fault", "outcome"),
    [
        ("copy:2:internal", "InternalError worked 3.0"),
        ("synchronize:1:internal:sticky", "InternalError DeviceLostError 3.0"),
        ("copy:2:device_lost", "DeviceLostError DeviceLostError 3.0"),
        ("copy:2:unimplemented", "UnimplementedError worked 3.0"),
    ],
)
def test_faults_strike_where_planned_and_the_cpu_goes_on(fault, outcome):
    assert printed(LOST, gpus=1, PELTON_FAKE_GPU_FAULT=fault).split() == outcome.split()


BAD_VARIABLES = [
    ({"PELTON_FAKE_GPUS": "x"}, "PELTON_FAKE_GPUS must be a number from 0 to 16, got 'x'"),
    ({"PELTON_FAKE_GPUS": "17"}, "PELTON_FAKE_GPUS must be a number from 0 to 16, got '17'"),
    (
        {"PELTON_FAKE_GPU_MEMORY": "lots"},
        "PELTON_FAKE_GPU_MEMORY must be a number of bytes from 1M, such as 512M or 2G, got 'lots'",
    ),
    (
        {"PELTON_FAKE_GPU_FAULT": "copy:0:internal"},
        "a fake GPU's fault counts calls from 1, got '0'",
    ),
]


@pytest.mark.parametrize(("variables", "text"), BAD_VARIABLES)
def test_bad_variables_are_errors_at_first_use(variables, text):
    gpus = int(variables.get("PELTON_FAKE_GPUS", "1") == "1")
    code = "tf.config.list_physical_devices()"
    assert refused(code, "ValueError", gpus, **variables) == text


VISIBLE = [("1", 1), ("0,1", 2), ("-1", 0), ("", 0), ("0,9,1", 1), ("1,1", 0), ("GPU-1", 1)]


@pytest.mark.parametrize(("shown", "count"), VISIBLE)
def test_cuda_visible_devices(shown, count):
    code = "print(len(tf.config.list_physical_devices('GPU')))"
    assert printed(code, gpus=2, CUDA_VISIBLE_DEVICES=shown) == str(count)
    late = f"import os; os.environ['CUDA_VISIBLE_DEVICES'] = {shown!r}\n"
    assert printed(late + code, gpus=2) == str(count)


def test_a_gpu_can_be_required():
    code = "tf.constant(1)"
    assert refused(code, "RuntimeError", PELTON_REQUIRE_GPU="1").startswith(
        "PELTON_REQUIRE_GPU is set, but no GPU can be used"
    )
    assert printed(code + "\ntf.config.require_gpu()", gpus=1, PELTON_REQUIRE_GPU="1") == ""


def test_tf32_can_be_switched_off_outside():
    code = "print(tf.config.experimental.tensor_float_32_execution_enabled())"
    assert printed(code, NVIDIA_TF32_OVERRIDE="0") == "False"


IGNORED = [  # TensorFlow's variables, with right and wrong values
    ("TF_GPU_THREAD_MODE", "global", "gpu_private", "gpu_shared", "x"),
    ("TF_GPU_THREAD_COUNT", "2", "-1"),
    ("TF_XLA_FLAGS", "--tf_xla_auto_jit=2", "--tf_xla_auto_jit=2 --tf_xla_cpu_global_jit"),
    ("XLA_FLAGS", "--xla_gpu_cuda_data_dir=/nowhere"),
    ("TF_GPU_ALLOCATOR", "cuda_malloc_async", "x"),
    ("TF_MIN_GPU_MULTIPROCESSOR_COUNT", "8", "1000"),
    ("TF_ENABLE_ONEDNN_OPTS", "0", "1"),
    ("TF_USE_LEGACY_KERAS", "1"),
    ("KERAS_BACKEND", "tensorflow", "jax"),
    ("TF_CONFIG", '{"cluster": {"worker": ["a:1"]}, "task": {"type": "worker", "index": 0}}'),
]  # fmt: skip


@pytest.mark.parametrize(("name", "values"), [(row[0], row[1:]) for row in IGNORED])
def test_variables_without_an_effect_are_accepted(name, values):
    code = "k = tf.keras.layers.Dense(1)(tf.ones([2, 3]))\nprint(k.shape, k.device)"
    for value in values:
        done = play(code, gpus=1, **{name: value})
        assert (done["out"], done["err"], done["error"]) == (f"(2, 1) {GPU0}\n", "", None), value
