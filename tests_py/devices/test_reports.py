"""What scripts ask by other ways: tf.test, build info, device_lib, kernels, the doctor."""

import json
import os
import subprocess
import sys

import pytest

from devices.row_player import CPU0, GPU0, GPU1, PYTHON, Only, printed, printed_everywhere

PRINTED = [  # code, least number of fake GPUs, output
    ("t = tf.test; print(t.is_gpu_available(), repr(t.gpu_device_name()))", Only(0), "False ''"),
    ("t = tf.test; print(t.is_gpu_available(), repr(t.gpu_device_name()))", 2,
     "True '/device:GPU:0'"),
    ("t = tf.test; print(t.is_gpu_available(cuda_only=True), "
     "t.is_gpu_available(min_cuda_compute_capability=(9, 5)))", 1, "False False"),
    ("t = tf.test; print(t.is_built_with_rocm(), t.is_built_with_xla(), "
     "t.is_built_with_cuda() == t.is_built_with_gpu_support() == "
     "tf.sysconfig.get_build_info()['is_cuda_build'])", 0, "False False True"),
    ("print(list(tf.sysconfig.get_build_info()))", 0,
     "['is_cuda_build', 'is_rocm_build', 'is_tensorrt_build']"),
    ("from pelton.python.framework import kernels\n"
     "print(sorted({k.device_type for k in "
     "kernels.get_registered_kernels_for_op('VarHandleOp').kernel}))", 0, "['CPU', 'GPU']"),
    ("from pelton.python.framework import kernels\n"
     "print(repr(kernels.get_registered_kernels_for_op('Foo')), "
     "len(kernels.get_registered_kernels_for_op('Foo').kernel))", 0, " 0"),
    ("from pelton.python.framework import kernels\n"
     "k = kernels.get_registered_kernels_for_op('MatMul').kernel[0]\n"
     "print(k.op, k.device_type, 'float' in k.constraint[0].allowed_types)\n"
     "print(str(k).splitlines()[:3])", 0,
     "MatMul CPU True\n['kernel {', '  op: \"MatMul\"', '  device_type: \"CPU\"']"),
    ("from pelton.python.framework import kernels\n"
     "print({'CPU', 'GPU'} == {k.device_type for k in "
     "kernels.get_all_registered_kernels().kernel})", 0, "True"),
    # TensorFlow's takes all memory of all GPUs.
    ("E = tf.config.experimental\nfor gpu in tf.config.list_physical_devices('GPU'): "
     "E.set_memory_growth(gpu, False)\n"
     "from pelton.python.client import device_lib\ndevice_lib.list_local_devices()\n"
     "print({sum(E.get_memory_statistics(d.name)[k] for k in ('current', 'peak', 'cached')) "
     "for d in tf.config.list_logical_devices('GPU')})", 1, "{0}"),
    # The listings of the articles, as they print with two GPUs.
    ("with tf.device('/cpu:0'):\n a = tf.constant([1.0, 2.0, 3.0]); b = tf.constant([1.0] * 3)\n"
     "with tf.device('/gpu:1'): c = tf.identity(a)\n"
     "print(a.device, b.device, c.device, c.numpy())", 2, f"{CPU0} {CPU0} {GPU1} [1. 2. 3.]"),
    ("tf.config.set_soft_device_placement(False)\n"
     "with tf.device('/gpu:0'): a_gpu = tf.Variable(0, name='a_gpu')\nprint(a_gpu.device)", 2,
     GPU0),
    ("print('Num GPUs Available: ', len(tf.config.list_physical_devices('GPU')))", Only(2),
     "Num GPUs Available:  2"),
    ("for gpu in tf.config.list_physical_devices('GPU'):\n"
     " tf.config.experimental.set_memory_growth(gpu, True)\n"
     "print(tf.constant(1).device)", 2, GPU0),
]  # fmt: skip


@pytest.mark.parametrize(("code", "gpus", "expected"), PRINTED)
def test_reports(code, gpus, expected):
    assert printed_everywhere(code, gpus) == expected


def test_local_devices_print_as_tensorflow_prints_them():
    code = (
        "from pelton.python.client import device_lib\nfound = device_lib.list_local_devices()\n"
        "again = device_lib.list_local_devices()\n"
        "assert [d.incarnation for d in found] == [d.incarnation for d in again]\n"
        "for d in found: d.incarnation = 7\nprint(found)\n"
        "print(found[1].name, found[1].device_type, found[1].physical_device_desc)"
    )
    description = (
        "device: 0, name: Pelton fake GPU (host memory), pci bus id: fake:0, "
        "compute capability: 9.0"
    )
    assert printed(code, gpus=1) == (
        '[name: "/device:CPU:0"\ndevice_type: "CPU"\nmemory_limit: 268435456\nlocality {\n}\n'
        'incarnation: 7\nxla_global_id: -1\n, name: "/device:GPU:0"\ndevice_type: "GPU"\n'
        "memory_limit: 67108864\nlocality {\n  bus_id: 1\n  links {\n  }\n}\nincarnation: 7\n"
        f'physical_device_desc: "{description}"\nxla_global_id: -1\n]\n'
        f"/device:GPU:0 GPU {description}"
    )


def doctor(*arguments, **variables):
    environment = {**os.environ, "PYTHONPATH": str(PYTHON), **variables}
    return subprocess.run(
        [sys.executable, "-m", "pelton.doctor", *arguments],
        env=environment, capture_output=True, text=True, timeout=60,
    )  # fmt: skip


def test_doctor_reports_for_people_and_programs():
    done = doctor(PELTON_FAKE_GPUS="1", PELTON_FAKE_GPU_MEMORY="64M")
    assert "device     CPU:0: " in done.stdout
    assert "device     GPU:0: Pelton fake GPU (host memory), 64 MB" in done.stdout
    found = json.loads(doctor("--json").stdout)
    assert set(found) == {
        "pelton", "driver", "libraries", "devices", "problems", "remedies", "usable",
    }  # fmt: skip
    assert len(found["problems"]) == len(found["remedies"])
    assert found["usable"] == (not found["problems"])
    wanted = {row["name"]: row["wanted"] for row in found["libraries"]}
    assert wanted["libcublasLt.so.13"] == "nvidia-cublas>=13,<14"
    assert wanted["libcudnn.so.9"] == "nvidia-cudnn-cu13>=9.11,<10"
    for name, requirement in wanted.items():
        (line,) = (
            line for line in done.stdout.splitlines() if line.startswith(f"library    {name}")
        )
        assert line.endswith(f", wanted: {requirement}")
    assert doctor().returncode == (0 if found["usable"] else 1)


def test_doctor_names_what_is_wrong():
    done = doctor(PELTON_FAKE_GPUS="many")
    assert done.returncode == 1
    assert "problem    PELTON_FAKE_GPUS must be a number from 0 to 16, got 'many'" in done.stdout
    many = json.loads(doctor("--json", PELTON_FAKE_GPUS="many").stdout)
    assert many["remedies"] == ["change the environment variable that the message names"]
    required = doctor(PELTON_REQUIRE_GPU="1")
    assert required.returncode == 1 and "PELTON_REQUIRE_GPU is set" in required.stdout
    assert doctor("--what").returncode == 2


DRIVERS = [  # what the driver says, whether CUDA is built in, the problem
    ({}, True, None),
    ({"has_device_file": True}, True, "no driver library libcuda.so.1"),
    ({"library": "l", "error": "cuInit failed with error 100"}, True, "does not work: cuInit"),
    ({"library": "l", "cuda_version": 12040}, True, "runs CUDA up to 12.4, and 13.0 is needed"),
    ({"library": "l", "cuda_version": 13010}, True, None),
    ({"library": "l", "cuda_version": 13010}, False, "has no CUDA kernels"),
]


@pytest.mark.parametrize(("said", "is_cuda_build", "problem"), DRIVERS)
def test_doctor_judges_drivers(said, is_cuda_build, problem):
    from pelton.doctor import _driver_lines, _problems

    driver = {
        "has_device_file": False, "library": "", "version": "", "cuda_version": 0, "error": "",
        "cards": [], **said,
    }  # fmt: skip
    found = _problems(driver, is_cuda_build)
    assert bool(found) == (problem is not None)
    assert problem is None or (problem in found[0][0] and found[0][1])
    assert _driver_lines(driver)[0].startswith("driver ")


def test_libraries_are_found_in_the_design_s_order(tmp_path):
    wheels, conda, cuda = tmp_path / "site-packages", tmp_path / "conda", tmp_path / "cuda"
    name = "libpelton_sought.so.1"
    code = (
        "from pelton._core import runtime\n"
        f"print(*runtime.find_library({name!r}, [{str(wheels)!r}]))"
    )
    variables = {"CONDA_PREFIX": str(conda), "CUDA_HOME": str(cuda)}
    places = [
        (cuda / "lib64", "CUDA_HOME"),
        (conda / "lib", "CONDA_PREFIX"),
        (wheels / "nvidia" / "some_library" / "lib", "nvidia wheels"),
    ]
    assert printed(code, **variables) == " "
    for folder, source in places:
        folder.mkdir(parents=True)
        (folder / name).write_bytes(b"")
        assert printed(code, **variables) == f"{folder / name} {source}"
    loaded = "from pelton._core import runtime\nprint(runtime.find_library('libc.so.6', [])[1])"
    assert printed(loaded) == "already loaded"


def test_folders_of_wheels_are_read_when_a_library_is_sought(tmp_path):
    folder = tmp_path / "site-packages"
    code = (
        "import sys\nfrom pelton._core import runtime\n"
        f"sys.path.append({str(folder)!r})\nsys.path.append(3)\n"
        "print(runtime.site_packages()[-1])\n"
        "runtime.set_site_packages(['elsewhere'])\nprint(runtime.site_packages())"
    )
    assert printed(code) == f"{folder}\n['elsewhere']"


def test_import_is_silent_and_touches_no_device():
    code = "import pelton, sys; print(len(sys.argv))"
    environment = {**os.environ, "PYTHONPATH": str(PYTHON), "PELTON_FAKE_GPUS": "bad"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert (done.stdout, done.stderr) == ("1\n", "")
