"""The built extension passes every check, and the wheel's checks see what they look for."""

import pathlib
import shutil
import subprocess
import sysconfig
import zipfile

import pytest

import check_wheel
import extension_file

PACKAGE = pathlib.Path(__file__).resolve().parents[2] / "python" / "pelton"
NAME = "_core" + sysconfig.get_config_var("EXT_SUFFIX")


BUILT = {"extension": NAME, "fake_gpu": extension_file.FAKE_GPU}
if (PACKAGE / extension_file.CUDA).exists():  # made where nvcc is
    BUILT["cuda"] = extension_file.CUDA


@pytest.mark.parametrize("name", BUILT.values(), ids=list(BUILT))
@pytest.mark.parametrize("check", extension_file.CHECKS, ids=lambda check: check.__name__)
def test_the_built_libraries(check, name):
    assert check(PACKAGE / name) == []


def test_a_plain_library_is_refused(tmp_path):
    """One without hardening, with exports, a search path and OpenMP's name among its needs."""
    compiler = next(filter(None, map(shutil.which, ("c++", "g++", "clang++"))))
    (tmp_path / "bare.cc").write_text('extern "C" int exported() { return 1; }\n')
    subprocess.run([compiler, "-shared", "-o", "libgomp.so.1", "bare.cc"], cwd=tmp_path, check=True)
    plain = ["-fPIC", "-shared", "-fno-stack-protector", "-Wl,-z,norelro,-z,lazy,-z,execstack"]
    more = ["-Wl,-rpath,/opt", "-Wl,--no-as-needed", "-L.", "-l:libgomp.so.1", "-o", "bare.so"]
    subprocess.run([compiler, *plain, "bare.cc", *more], cwd=tmp_path, check=True)
    problems = "\n".join(extension_file.problems_of(tmp_path / "bare.so"))
    for words in (
        "needs libgomp.so.1",
        "has a R",
        "lacks BIND_NOW",
        "lacks RELRO",
        "GNU_STACK is writable and executable",
        "exports ['exported'",
        "lacks the stack protector",
        "lacks fortified calls",
    ):
        assert words in problems


@pytest.fixture
def wheel(tmp_path):
    """Builds a file like a wheel of the source tree, with names left out or added."""

    def build(without="", extra="", requires="numpy"):
        path = tmp_path / "pelton-1.0-cp311-cp311-linux_x86_64.whl"
        with zipfile.ZipFile(path, "w") as archive:
            for name in check_wheel.source_names():
                if name != without:
                    archive.write(PACKAGE.parent / name, name)
            for built in BUILT.values():
                archive.write(PACKAGE / built, f"pelton/{built}")
            archive.writestr("pelton-1.0.dist-info/METADATA", f"Requires-Dist: {requires}\n")
            archive.writestr("pelton-1.0.dist-info/licenses/LICENSE", "")
            if extra:
                archive.writestr(extra, "")
        return list(check_wheel.problems_of(path))

    return build


def test_a_wheel_of_the_source_tree_is_accepted(wheel):
    assert wheel() == []


@pytest.mark.parametrize(
    "name",
    [
        "pelton/py.typed",
        "pelton/__init__.pyi",
        "pelton/_core/ops.pyi",
        "pelton/keras/datasets/mnist_sample.npz",
        "pelton/keras/layers/__init__.py",
    ],
)
def test_a_wheel_without_a_source_file_is_refused(wheel, name):
    assert wheel(without=name) == [f"lacks {name}"]


@pytest.mark.parametrize(
    "name",
    ["pelton/core.o", "make_stubs/__init__.py", "tests_py/test_x.py", "pelton/__pycache__/x.pyc"],
)
def test_a_wheel_with_build_junk_is_refused(wheel, name):
    assert wheel(extra=name) == [f"holds {name}"]


def test_a_wheel_that_depends_on_a_large_library_is_refused(wheel):
    assert wheel(requires="nvidia-cublas>=13") == ["depends on nvidia-cublas"]
