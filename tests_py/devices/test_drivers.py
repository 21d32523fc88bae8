"""What Pelton makes of NVIDIA's drivers: of libraries made for the tests, which have no card to run
on, are too old, or do not work."""

import functools
import json
import os
import shutil
import subprocess
import sys

import pytest

from devices.row_player import PYTHON
from pelton._core import runtime

DRIVER = """
int cuDriverGetVersion(int* version) { *version = VERSION; return 0; }
int cuInit(unsigned flags) { return flags + STATUS; }
int cuGetErrorString(int status, const char** text) { return *text = "no such luck", !status; }
"""
CARDS = """
#include <string.h>
int nvmlInit_v2(void) { return 0; }
int nvmlShutdown(void) { return 0; }
int nvmlSystemGetDriverVersion(char* text, unsigned size) {
  return strncpy(text, "580.65.06", size), 0;
}
int nvmlDeviceGetCount_v2(unsigned* count) { return *count = 2, 0; }
int nvmlDeviceGetHandleByIndex_v2(unsigned i, void** card) { return *card = card + i, 0; }
int nvmlDeviceGetName(void* card, char* text, unsigned size) {
  return strncpy(text, "Made GPU", size), 0;
}
int nvmlDeviceGetMemoryInfo(void* card, unsigned long long* numbers) {
  return numbers[0] = 8ull << 30, numbers[1] = 5ull << 30, 0;
}
int nvmlDeviceGetCudaComputeCapability(void* card, int* major, int* minor) {
  return *major = 8, *minor = 6, 0;
}
int nvmlDeviceGetPciInfo_v3(void* card, char* info) {
  return strcpy(info + 36, "00000000:07:00.0"), 0;
}
"""
CARD = "card       Made GPU, 8192 MB (5120 free), compute capability 8.6, 00000000:07:00.0"
OLD = "the driver runs CUDA up to 12.4, and 13.0 is needed"
NONE = "the driver has 2 GPU(s), and CUDA can use none of them"
HIDDEN = "CUDA_VISIBLE_DEVICES='-1' shows none of the 2 GPU(s)"
BROKEN = "the driver does not work: cuInit failed with error 999: no such luck"
WITHOUT = "this build of Pelton has no CUDA kernels, so the GPU is not used"

needs_cuda = pytest.mark.skipif(
    not runtime.is_cuda_build, reason="this build has no CUDA, which has nvcc as its condition"
)


def compiled(folder, name, source, *options):
    """Makes a shared library of C."""
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))))
    (folder / "made.c").write_text(source, encoding="utf-8")
    command = [compiler, "-shared", "-fPIC", "-w", *options, "-o", name, "made.c"]
    subprocess.run(command, cwd=folder, check=True)


@pytest.fixture(scope="module")
def drivers(tmp_path_factory):
    """Makes the folder of a driver: drivers(CUDA's version, cuInit's status)."""

    @functools.cache
    def make(version, status=0):
        folder = tmp_path_factory.mktemp("driver")
        compiled(folder, "libcuda.so.1", DRIVER, f"-DVERSION={version}", f"-DSTATUS={status}")
        compiled(folder, "libnvidia-ml.so.1", CARDS)
        return {"LD_LIBRARY_PATH": str(folder)}

    return make


def python(*arguments, **variables):
    environment = {**os.environ, "PYTHONPATH": str(PYTHON), **variables}
    return subprocess.run(
        [sys.executable, *arguments], env=environment, capture_output=True, text=True, timeout=60
    )


PROBLEMS = [  # CUDA's version, cuInit's status, environment, the problem, what mends it
    (12040, 0, {}, OLD, "install a newer driver of NVIDIA, one for CUDA 13.0"),
    (13010, 999, {}, BROKEN, "reinstall NVIDIA's driver"),
    (13010, 0, {}, NONE, "restart the machine, then see what `nvidia-smi` says"),
    (13010, 0, {"CUDA_VISIBLE_DEVICES": "-1"}, HIDDEN, "unset CUDA_VISIBLE_DEVICES"),
]


@needs_cuda
@pytest.mark.parametrize(("version", "status", "variables", "problem", "remedy"), PROBLEMS)
def test_the_doctor_says_what_is_wrong(drivers, version, status, variables, problem, remedy):
    done = python("-m", "pelton.doctor", **drivers(version, status), **variables)
    lines = done.stdout.splitlines()
    assert done.returncode == 1 and done.stderr == ""
    assert f"problem    {problem}" in lines and f"  mend it: {remedy}" in lines
    assert lines.count(CARD) == 2
    assert f"           runs CUDA up to {version // 1000}.{version % 1000 // 10}" in lines
    assert any(line.startswith("runtime    CUDA 13.") for line in lines)


def test_the_doctor_says_that_a_build_without_cuda_uses_no_card(drivers, tmp_path):
    none = {"PELTON_CUDA_PLUGIN": str(tmp_path / "none"), **drivers(13010)}
    done = python("-m", "pelton.doctor", "--json", **none)
    found = json.loads(done.stdout)
    assert done.returncode == 1 and found["problems"] == [WITHOUT] and not found["usable"]
    assert found["pelton"]["cuda_runtime"] == 0
    assert [card["free_memory"] for card in found["driver"]["cards"]] == [5 << 30] * 2
    assert found["driver"]["version"] == "580.65.06"


@needs_cuda
def test_the_doctor_names_a_library_of_a_wrong_version(drivers, tmp_path):
    wheels = tmp_path / "site-packages"
    place = wheels / "nvidia" / "cudnn" / "lib"
    place.mkdir(parents=True)
    compiled(place, "libcudnn.so.9", "unsigned long cudnnGetVersion(void) { return 8907; }")
    variables = {"PYTHONPATH": os.pathsep.join([str(PYTHON), str(wheels)]), **drivers(13010)}
    found = json.loads(python("-m", "pelton.doctor", "--json", **variables).stdout)
    (row,) = (row for row in found["libraries"] if row["name"] == "libcudnn.so.9")
    assert row["path"] == str(place / "libcudnn.so.9") and "is of version 8907" in row["error"]
    assert row["error"] in found["problems"]
    remedy = found["remedies"][found["problems"].index(row["error"])]
    assert remedy == f'pip install "{row["wanted"]}"' == 'pip install "nvidia-cudnn-cu13>=9.11,<10"'


@needs_cuda
def test_the_doctor_names_damaged_kernels(tmp_path):
    path = tmp_path / "libpelton_cuda.so"
    path.write_bytes((PYTHON / "pelton" / path.name).read_bytes()[:100000])
    done = python("-m", "pelton.doctor", PELTON_CUDA_PLUGIN=str(path))
    assert done.returncode == 1
    assert f"problem    the CUDA kernels cannot be opened: {path} is cut off" in done.stdout
    assert "  mend it: install Pelton again" in done.stdout.splitlines()


DRIVERS = [(12040, 0, OLD), (13010, 999, BROKEN), (13010, 0, NONE)]


@needs_cuda
@pytest.mark.parametrize(("version", "status", "problem"), DRIVERS)
def test_the_cpu_does_the_work_unless_a_gpu_is_required(drivers, version, status, problem):
    """CUDA's own runtime, which the build has in it, is what meets the driver here."""
    code = (
        "import pelton as tf\n"
        "print(tf.config.list_physical_devices('GPU'), float(tf.constant([1.0, 2.0])[1]))\n"
        "try: tf.config.require_gpu()\n"
        "except RuntimeError as error: print(error)"
    )
    done = python("-c", code, **drivers(version, status))
    assert (done.stdout, done.stderr) == (f"[] 2.0\nNo GPU can be used: {problem}\n", "")
    required = python("-c", code, PELTON_REQUIRE_GPU="1", **drivers(version, status))
    assert required.returncode == 1 and required.stderr.splitlines()[-1].endswith(
        "PELTON_REQUIRE_GPU is set, but no GPU can be used; `python -m pelton.doctor` says why"
    )
