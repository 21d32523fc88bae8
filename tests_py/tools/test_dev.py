"""dev.py: its command line, its setup on a bare machine, and what CI runs."""

import importlib.util
import json
import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture
def dev(monkeypatch, tmp_path):
    """dev.py as a module whose commands are recorded instead of run."""
    spec = importlib.util.spec_from_file_location("dev", ROOT / "dev.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.ran = []
    monkeypatch.setattr(
        module, "run", lambda *command, **changes: module.ran.append((command, changes))
    )
    for name in ("VENV", "PEERS", "BUILD", "BENCH", "ALONE"):
        folder = tmp_path / name.lower()
        folder.mkdir()
        monkeypatch.setattr(module, name, folder)
    return module


def words(dev):
    """The commands recorded so far, as text."""
    return [" ".join(map(str, command)) for command, _ in dev.ran]


@pytest.mark.parametrize(
    "line, name, rest",
    [
        ("mnist --epochs 1 --data f.npz --device GPU:0", "mnist",
         "--epochs 1 --data f.npz --device GPU:0"),
        ("mnist --help", "mnist", "--help"),
        ("test", "test", ""),
        ("test -- -k progbar -x --sanitize", "test", "-k progbar -x --sanitize"),
        ("test -x tests_py/scripts/test_run.py", "test", "-x tests_py/scripts/test_run.py"),
        ("bench gemm --peers torch,jax --size 512", "bench", "--size 512"),
        ("lint", "lint", ""),
        ("torture bad_calls --count 9", "torture", "bad_calls --count 9"),
        ("gpu-check --only build --seconds 60", "gpu-check", "--only build --seconds 60"),
    ],
)  # fmt: skip
def test_arguments_are_passed_on_in_order(dev, line, name, rest):
    options, passed = dev.split_arguments(line.split())
    assert options.command == name and " ".join(passed) == rest


def test_options_of_the_commands(dev):
    assert dev.split_arguments(["test", "--sanitize"])[0].sanitize
    assert not dev.split_arguments(["test", "--", "--sanitize"])[0].sanitize
    bench = dev.split_arguments(["bench", "gemm", "--peers", "torch"])[0]
    assert (bench.name, bench.peers) == ("gemm", "torch")
    with pytest.raises(SystemExit):
        dev.split_arguments([])


def test_environment_is_kept_while_its_python_fits(dev, monkeypatch):
    python = dev.venv_python(dev.VENV)
    python.parent.mkdir()
    python.symlink_to(sys.executable)
    dev.ensure_venv(dev.VENV)
    assert dev.ran == []
    monkeypatch.setattr(sys, "version_info", (3, 99, 0))
    dev.ensure_venv(dev.VENV)
    assert words(dev) == [f"{sys.executable} -m venv {dev.VENV}"] and not python.exists()


def test_broken_environment_is_made_again(dev):
    python = dev.venv_python(dev.VENV)
    python.parent.mkdir()
    python.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    python.chmod(0o755)
    dev.ensure_venv(dev.VENV)
    assert words(dev) == [f"{sys.executable} -m venv {dev.VENV}"]


def test_packages_are_installed_once_for_each_list(dev):
    dev.ensure_packages(dev.VENV, ["b", "a"])
    dev.ensure_packages(dev.VENV, ["a", "b"])
    assert len(dev.ran) == 1 and words(dev)[0].endswith("--disable-pip-version-check b a")
    dev.ensure_packages(dev.VENV, ["a", "b", "c"])
    assert len(dev.ran) == 2


def test_tools_come_from_pyproject_and_the_formatter_is_pinned(dev):
    packages = dev.dev_packages()
    names = {name.partition("=")[0].partition(">")[0].strip() for name in packages}
    assert {"scikit-build-core", "pybind11", "cmake", "ninja", "pytest", "numpy"} <= names
    assert "clang-format==14.0.6" in packages


def test_missing_package_names_the_one_command_for_a_user(dev, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(SystemExit) as stopped:
        dev.need_package("catch2", "Catch2 is missing")
    message = str(stopped.value)
    assert "Catch2 is missing" in message and message.endswith("sudo apt-get install -y catch2")


def test_missing_package_is_installed_for_root(dev, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(dev.shutil, "which", lambda name: f"/usr/bin/{name}")
    called, statuses = [], iter([100, 0, 0])

    def fake_run(command, **options):
        called.append(" ".join(command))
        return subprocess.CompletedProcess(command, next(statuses))

    monkeypatch.setattr(dev.subprocess, "run", fake_run)
    dev.need_package("catch2", "Catch2 is missing")
    install = "apt-get install -y catch2"
    assert called == [install, "apt-get update", install]


def test_missing_compiler_and_missing_catch2(dev, monkeypatch):
    needed = []
    monkeypatch.setattr(dev, "need_package", lambda package, why: needed.append(package))
    monkeypatch.setattr(dev, "compiles", lambda path, text: False)
    monkeypatch.delenv("CXX", raising=False)
    assert dev.compiler() == "g++"
    dev.ensure_catch2("g++")
    assert needed == ["g++", "catch2"]
    monkeypatch.setenv("CXX", "old-compiler")
    with pytest.raises(SystemExit, match="old-compiler is not a C"):
        dev.compiler()


def test_compiler_knows_cpp20(dev):
    assert dev.compiles(dev.compiler(), "#include <span>\nstd::span<int> s;")
    assert not dev.compiles(dev.compiler(), "int main() { return x; }")


def build_options(dev, **options):
    return {"PELTON_BUILD_PYTHON": False, "PELTON_BUILD_TESTS": False, **options}


def test_configures_once_and_again_when_options_change(dev, monkeypatch):
    monkeypatch.setattr(dev, "output_of", lambda *command: "somewhere")
    (dev.BUILD / "build.ninja").touch()
    dev.build(dev.BUILD, "_core", **build_options(dev))
    assert len(dev.ran) == 2 and "-DPELTON_BUILD_TESTS=OFF" in words(dev)[0]
    assert words(dev)[1].endswith("--target _core")
    dev.build(dev.BUILD, **build_options(dev))
    assert len(dev.ran) == 3
    dev.build(dev.BUILD, **build_options(dev, PELTON_SANITIZE="THREAD"))
    assert len(dev.ran) == 5 and "-DPELTON_SANITIZE=THREAD" in words(dev)[3]


def test_extension_build_keeps_the_tests_switched_on(dev, monkeypatch):
    asked = []
    monkeypatch.setattr(dev, "build", lambda folder, *targets, **options: asked.append(options))
    dev.build_extension()
    (dev.BUILD / "configured.txt").write_text("-DPELTON_BUILD_TESTS=ON", encoding="utf-8")
    dev.build_extension()
    assert [options["PELTON_BUILD_TESTS"] for options in asked] == [False, True]


def test_test_command_runs_ctest_then_pytest(dev, monkeypatch):
    monkeypatch.setattr(dev, "setup_venv", lambda: None)
    monkeypatch.setattr(dev, "build", lambda *a, **k: dev.ran.append((("build", a[0].name), k)))
    dev.command_test(*dev.split_arguments(["test", "--", "-k", "x"]))
    steps = words(dev)
    assert steps[0] == "build build" and "/ctest" in steps[1] and "--no-tests=error" in steps[1]
    assert steps[2].endswith("-m pytest -k x")
    dev.ran.clear()


def test_sanitized_tests_load_the_sanitizer_first(dev, monkeypatch):
    monkeypatch.setattr(dev, "setup_venv", lambda: None)
    monkeypatch.setattr(dev, "build", lambda *a, **k: dev.ran.append((("build", a[0].name), k)))
    monkeypatch.setattr(dev, "sanitized_package", lambda folder: folder / "python")
    dev.command_test(*dev.split_arguments(["test", "--sanitize", "thread", "--", "-k", "x"]))
    steps = words(dev)
    assert steps[0] == "build build-thread" and dev.ran[0][1]["PELTON_SANITIZE"] == "THREAD"
    package = dev.ROOT / "build-thread" / "python"
    own = f"-o pythonpath='{package}' tests_py tests_py/packaging ."
    assert "/ctest" in steps[1] and steps[2].endswith(f"-m pytest -q {own} -k x")
    first, then = dev.ran[2][1]["LD_PRELOAD"].split()
    assert first.endswith("libtsan.so") and then.endswith("libstdc++.so")
    assert dev.ran[2][1]["PELTON_LIBRARIES"] == str(package / "pelton")


def test_sanitized_tests_of_cpp_alone(dev, monkeypatch):
    monkeypatch.setattr(dev, "setup_venv", lambda: None)
    monkeypatch.setattr(dev, "build", lambda *a, **k: dev.ran.append((("build", a[0].name), k)))
    dev.command_test(*dev.split_arguments(["test", "--sanitize", "--share", "0"]))
    assert len(dev.ran) == 2 and not dev.ran[0][1]["PELTON_BUILD_PYTHON"]


def test_a_share_of_the_python_tests(dev):
    whole, third = dev.sanitized_tests(1), dev.sanitized_tests(3)
    assert third == whole[::3] and set(third) < set(whole)


def test_a_file_that_leans_on_its_neighbours_is_found(dev, monkeypatch, capfd, tmp_path):
    sources = {"cpp/own.h": "", "cpp/one.cc": "int one = 1;\n", "cpp/two.cc": "int two = one;\n"}
    for name, text in sources.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    files = [str(tmp_path / name) for name in sources if name.endswith(".cc")]
    command = f"ccache {dev.compiler()} -I{tmp_path}/cpp -O2 -include none.h -o x.o -c x.cc"
    entries = [{"file": file, "command": command} for file in [*files, *files]]
    (dev.ALONE / "compile_commands.json").write_text(json.dumps(entries), encoding="utf-8")
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    monkeypatch.setattr(dev, "COMMON_HEADERS", {"": ["own.h"]})
    for name in ("setup_venv", "configure"):
        monkeypatch.setattr(dev, name, lambda *a, **k: None)
    with pytest.raises(SystemExit, match="1 files do not compile by themselves"):
        dev.command_alone(*dev.split_arguments(["alone"]))
    said = capfd.readouterr().out
    assert "compiling 2 files" in said and "cpp/two.cc:\n" in said and "cpp/one.cc:\n" not in said
    assert [header for header in words(dev) if header.endswith("common0.h.gch")]


def test_failing_command_ends_dev_with_its_status(tmp_path):
    text = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import dev; "
    text += "dev.run(sys.executable, '-c', 'raise SystemExit(5)')"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True)
    assert done.returncode == 5 and "dev.py: failed (5)" in done.stdout


def test_bench_lists_what_there_is(capsys, dev):
    with pytest.raises(SystemExit) as stopped:
        dev.command_bench(*dev.split_arguments(["bench"]))
    assert stopped.value.code == 0 and "mnist_cnn" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="no benchmark 'nope'"):
        dev.command_bench(*dev.split_arguments(["bench", "nope"]))


def test_bench_of_the_kernels_is_built_in_a_folder_of_its_own(dev, monkeypatch):
    monkeypatch.setattr(dev, "setup_venv", lambda: None)
    monkeypatch.setattr(dev, "build", lambda *a, **k: dev.ran.append((("build", *a[1:]), k)))
    dev.command_bench(*dev.split_arguments(["bench", "kernels", "matmul"]))
    assert words(dev) == ["build pelton_kernel_bench", f"{dev.BENCH}/pelton_kernel_bench matmul"]
    assert dev.ran[0][1]["PELTON_BUILD_BENCHMARKS"] and not dev.ran[0][1]["PELTON_BUILD_TESTS"]


def test_bench_gives_peers_an_environment_of_their_own(dev, monkeypatch):
    monkeypatch.setattr(dev, "setup_venv", lambda: None)
    monkeypatch.setattr(dev, "build_extension", lambda: None)
    made = []
    monkeypatch.setattr(dev, "ensure_venv", made.append)
    python = dev.venv_python(dev.PEERS)
    python.parent.mkdir()
    python.touch()
    dev.command_bench(*dev.split_arguments(["bench", "mnist_cnn", "--peers", "jax,torch", "-q"]))
    assert made == [dev.PEERS] and words(dev)[0].endswith("jax torch")
    assert words(dev)[1].endswith("mnist_cnn.py -q")
    assert dev.ran[1][1]["PELTON_PEERS_PYTHON"] == str(python)
    dev.command_bench(*dev.split_arguments(["bench", "mnist_cnn", "--peers", "all"]))
    assert words(dev)[2].endswith("jax mlx[cpu] onnx onnxruntime tensorflow-cpu torch")


def test_stubs_are_made_from_a_fresh_extension(dev, monkeypatch):
    monkeypatch.setattr(dev, "setup_venv", lambda: None)
    monkeypatch.setattr(dev, "build_extension", lambda: dev.ran.append((("build",), {})))
    dev.command_stubs(*dev.split_arguments(["stubs", "--check"]))
    assert words(dev)[0] == "build" and words(dev)[1].endswith("-m make_stubs --check")


def test_wheel_is_built_then_tried(dev, monkeypatch):
    monkeypatch.setattr(dev, "setup_venv", lambda: None)
    monkeypatch.setattr(dev, "DIST", dev.BUILD)
    monkeypatch.setattr(dev.shutil, "rmtree", lambda path, **options: None)
    (dev.BUILD / "pelton-1.whl").touch()
    dev.command_wheel(*dev.split_arguments(["wheel"]))
    assert "pip wheel" in words(dev)[0] and words(dev)[0].endswith(str(ROOT))
    assert words(dev)[1].endswith(f"check_wheel.py {dev.BUILD}/pelton-1.whl")


def test_ci_runs_form_tests_and_sanitizers(tmp_path):
    log = tmp_path / "log"
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\necho "$CI $@" >> {log}\ncat\n[ "$2" != "$FAIL" ]\n')
    python.chmod(0o755)
    ci = [str(ROOT / ".ci" / "run")]
    environment = {**os.environ, "PYTHON": str(python)}
    done = subprocess.run(ci, env=environment, cwd=tmp_path, stdin=subprocess.PIPE, timeout=60)
    assert done.returncode == 0
    steps = ("lint", "alone", "test", "test --sanitize --share 0")
    assert log.read_text().splitlines() == [f"true dev.py {step}" for step in steps]
    for failing in ("lint", "test"):
        done = subprocess.run(ci, env={**environment, "FAIL": failing}, cwd=tmp_path)
        assert done.returncode != 0
