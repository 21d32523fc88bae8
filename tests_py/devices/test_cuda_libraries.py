"""What a build with CUDA opens lazily: its symbols are there, and a library that does not fit is
named in one message. Needs CUDA's toolkit, but no GPU."""

import os
import pathlib
import shutil
import subprocess
import sys
import tomllib

import pytest

from pelton import doctor
from pelton._core import runtime

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLKIT = pathlib.Path(os.environ.get("CUDA_HOME", "/usr/local/cuda"))
LIBRARIES = {name: (pip, symbols) for name, pip, symbols in runtime.cuda_libraries()}

needs_cuda = pytest.mark.skipif(
    not runtime.is_cuda_build, reason="this build has no CUDA, which has nvcc as its condition"
)


def opened(name, folders=(), **variables):
    """What opening the library in a process of its own prints: its path, or the error."""
    code = (
        f"runtime.set_site_packages({[str(folder) for folder in folders]!r})\n"
        f"print(runtime.open_cuda_library({name!r}))"
    )
    return outcome(code, **variables)


def outcome(code, **variables):
    """What code prints in a process of its own, and the error that ends it."""
    lines = "".join(f"    {line}\n" for line in code.split("\n"))
    code = (
        "import pelton as tf\nfrom pelton._core import runtime\n"
        f"try:\n{lines}except Exception as error: print(type(error).__name__, error)"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python"), **variables}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def fake_library(folder, name, version_function, version, symbols=()):
    """A wheel's library that says it is of `version` and has the `symbols`."""
    place = folder / "nvidia" / "some" / "lib"
    place.mkdir(parents=True)
    lines = [f"unsigned long {version_function}(void) {{ return {version}; }}"]
    lines += [f"void {symbol}(void) {{}}" for symbol in symbols]
    (place / "made.c").write_text("\n".join(lines) + "\n", encoding="utf-8")
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))))
    command = [compiler, "-shared", "-fPIC", "-o", name, "made.c"]
    subprocess.run(command, cwd=place, check=True)
    return place / name


@needs_cuda
def test_the_libraries_are_those_that_the_doctor_knows():
    known = doctor.LIBRARIES
    assert set(LIBRARIES) == {"libcublasLt.so.13", "libcudnn.so.9"} <= set(known)
    for name, (pip, symbols) in LIBRARIES.items():
        assert pip == known[name] and len(set(symbols)) == len(symbols) > 5


@needs_cuda
@pytest.mark.parametrize("name", ["libcublasLt.so.13", "libcudnn.so.9"])
def test_every_symbol_is_in_the_toolkit_s_library(name):
    if not (TOOLKIT / "lib64" / name).exists():
        pytest.skip(f"no toolkit with {name} in {TOOLKIT}")
    path = opened(name, CUDA_HOME=str(TOOLKIT), CONDA_PREFIX="")
    assert path.endswith(name) and os.path.exists(path), path


@needs_cuda
@pytest.mark.parametrize(
    ("name", "function", "versions"),
    [
        ("libcublasLt.so.13", "cublasLtGetVersion", (120901, 140000)),
        ("libcudnn.so.9", "cudnnGetVersion", (8907, 91000, 100000)),
    ],
)
def test_a_library_of_a_wrong_version_is_named(tmp_path, name, function, versions):
    for version in versions:
        folder = tmp_path / str(version)
        path = fake_library(folder, name, function, version)
        said = opened(name, [folder])
        assert said.startswith(f"FailedPreconditionError {name} at {path} is of version {version},")
        assert f'pip install "{LIBRARIES[name][0]}"' in said and "own kernels" in said


@needs_cuda
def test_a_library_without_a_symbol_is_named(tmp_path):
    name = "libcublasLt.so.13"
    symbols = LIBRARIES[name][1]
    path = fake_library(tmp_path, name, "cublasLtGetVersion", 130100, symbols[:-1])
    assert f"{name} at {path} has no function {symbols[-1]};" in opened(name, [tmp_path])
    whole = tmp_path / "whole"
    path = fake_library(whole, name, "cublasLtGetVersion", 130100, symbols)
    assert opened(name, [whole]) == str(path)


@needs_cuda
def test_a_library_that_cannot_be_opened_is_named(tmp_path):
    name = "libcudnn.so.9"
    place = tmp_path / "nvidia" / "cudnn" / "lib"
    place.mkdir(parents=True)
    (place / name).write_bytes(b"no library")
    said = opened(name, [tmp_path])
    assert said.startswith(f"FailedPreconditionError {name} cannot be opened: ")


@needs_cuda
def test_a_library_whose_download_broke_off_is_named(tmp_path):
    name = "libcudnn.so.9"
    path = fake_library(tmp_path, name, "cudnnGetVersion", 91100)
    path.write_bytes(path.read_bytes()[:4096])
    assert f"{name} at {path} is cut off; convolutions run on" in opened(name, [tmp_path])


@needs_cuda
def test_a_library_that_is_nowhere_is_sought_by_name():
    """The message lists every place; run where the loader finds nothing either."""
    name = "libcublasLt.so.13"
    if opened(name, CUDA_HOME="", CONDA_PREFIX="").startswith("/"):
        pytest.skip(f"the loader itself finds {name} here")
    said = opened(name, ["/nowhere/site-packages"], CUDA_HOME="/no/cuda", CONDA_PREFIX="/no/conda")
    assert said == (
        f"FailedPreconditionError {name} was not found: sought among the loaded libraries, in "
        "/nowhere/site-packages/nvidia/*/lib, by CONDA_PREFIX=/no/conda, by CUDA_HOME=/no/cuda and "
        "where the loader looks; matrix products run on Pelton's own kernels, which are slower. "
        f'Mend it with: pip install "{LIBRARIES[name][0]}"'
    )


def test_pip_s_extra_brings_what_the_doctor_asks_for():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [doctor.LIBRARIES[name] for name in ("libcublasLt.so.13", "libcudnn.so.9")]
    assert project["optional-dependencies"]["cuda13"] == wanted


def test_an_unknown_library_is_refused():
    with pytest.raises(Exception, match="this build uses no library libother"):
        runtime.open_cuda_library("libother.so")


PLUGINS = [  # what is in the file, what the error says
    ("no library", "the CUDA kernels cannot be opened: "),
    ("int nothing(void) { return 0; }", "has no function pelton_cuda_plugin"),
    ("static const int version = 99;\n"
     "const int* pelton_cuda_plugin(void) { return &version; }",
     "is of another version (99, wanted 3)"),
]  # fmt: skip


@pytest.mark.parametrize(("content", "text"), PLUGINS)
def test_a_library_of_kernels_that_does_not_fit_is_refused(tmp_path, content, text):
    path = tmp_path / "libpelton_cuda.so"
    if content == "no library":
        path.write_text(content, encoding="utf-8")
    else:
        (tmp_path / "made.c").write_text(content + "\n", encoding="utf-8")
        compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))))
        subprocess.run([compiler, "-shared", "-fPIC", "-o", path, tmp_path / "made.c"], check=True)
    said = opened("libcudnn.so.9", PELTON_CUDA_PLUGIN=str(path))
    assert said.startswith("FailedPreconditionError") and text in said


@pytest.mark.parametrize("share", [0.0, 0.01, 0.3, 0.6])
@pytest.mark.parametrize("name", ["libpelton_fake_gpu.so", "libpelton_cuda.so"])
def test_kernels_whose_download_broke_off_are_refused(tmp_path, name, share):
    """The loader would map what is there, and the process die of the rest."""
    whole = ROOT / "python" / "pelton" / name
    if not whole.exists():
        pytest.skip(f"this build has no {name}")
    path = tmp_path / name
    content = whole.read_bytes()
    path.write_bytes(content[: int(len(content) * share)])
    is_fake = name == "libpelton_fake_gpu.so"
    variables = {"PELTON_FAKE_GPUS": "1", "PELTON_FAKE_GPU_LIBRARY": str(path)}
    said = (
        outcome("tf.constant(1)", **variables)
        if is_fake
        else opened("libcudnn.so.9", PELTON_CUDA_PLUGIN=str(path))
    )
    kernels = "the kernels of fake GPUs" if is_fake else "the CUDA kernels"
    assert said.startswith(f"FailedPreconditionError {kernels} cannot be opened: {path}")
    assert said.endswith("file too short" if share == 0 else " is cut off; install Pelton again")


def test_fake_gpus_without_their_kernels_are_refused_unless_none_are_wanted(tmp_path):
    training = (
        "m = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3)])\n"
        "m.compile('sgd', 'mse')\n"
        "m.fit(tf.ones((9, 4)), tf.ones((9, 3)), batch_size=3, epochs=3, verbose=0)\n"
        "print((tf.ones(2) + 1).device, m.optimizer.iterations.numpy())"
    )
    none = {"PELTON_FAKE_GPUS": "1", "PELTON_FAKE_GPU_LIBRARY": str(tmp_path / "none")}
    assert outcome("tf.constant(1)", **none) == (
        f"FailedPreconditionError the kernels of fake GPUs cannot be opened: there is no file "
        f"{tmp_path / 'none'}; name one by PELTON_FAKE_GPU_LIBRARY or install Pelton again"
    )
    waived = outcome(training, PELTON_FAKE_GPUS="1", PELTON_FAKE_GPU_LIBRARY="")
    assert waived == "/job:localhost/replica:0/task:0/device:CPU:0 9"


def test_without_the_library_of_kernels_nothing_is_missed(tmp_path):
    code = (
        "import pelton as tf\nfrom pelton._core import runtime\n"
        "print(tf.config.list_physical_devices('GPU'), runtime.is_cuda_build, "
        "runtime.cuda_libraries())"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python"), "PELTON_FAKE_GPUS": "0",
                   "PELTON_CUDA_PLUGIN": str(tmp_path / "none")}  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert (done.stdout, done.stderr) == ("[] False []\n", "")


def test_import_opens_no_library_and_says_nothing():
    code = (
        "import pelton as tf\n"
        "maps = open('/proc/self/maps').read()\n"
        "own = ['libpelton_cuda', 'libpelton_fake_gpu']\n"
        "print([n for n in ['libcuda', 'libcublas', 'libcudnn', *own] if n in maps])"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python")}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert (done.stdout, done.stderr) == ("[]\n", "")
