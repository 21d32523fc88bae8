#!/usr/bin/env python3
"""The project's one task script: `dev.py mnist | test | torture | bench | lint | ...`.

Needs only Python >= 3.11 and a C++20 compiler; makes .venv, gets the tools from PyPI, builds."""

from __future__ import annotations  # so that an older Python gets as far as the message

import argparse
import ast
import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig

ROOT = pathlib.Path(__file__).resolve().parent
VENV = pathlib.Path(os.environ.get("PELTON_VENV") or ROOT / ".venv")
PEERS = ROOT / ".venv-peers"
PEER_PACKAGES = ["jax", "mlx[cpu]", "onnx", "onnxruntime", "tensorflow-cpu", "torch"]
KERAS = ROOT / ".venv-keras"
KERAS_PACKAGES = ["absl-py", "grain", "jax", "numpy", "pandas", "pillow", "pytest", "rich", "scipy"]
BUILD = ROOT / "build"
SANITIZERS = {"address": "libasan.so", "thread": "libtsan.so"}  # and what Python loads first
SWITCH = {True: "ON", False: "OFF"}
BENCH = ROOT / "build-bench"
ALONE = ROOT / "build-alone"
DIST = ROOT / "dist"
CPP_FOLDERS = ("cpp", "kernels", "tests_cpp", "benchmarks")
CPP_SUFFIXES = (".h", ".cc", ".cu", ".cuh", ".inc")
MIN_PYTHON = (3, 11)
BYTES_PER_JOB = 1 << 30  # a compiler's appetite, so that small machines do not swap


def say(text: str) -> None:
    """Print a step's name, before the step's own output."""
    print(f"dev.py: {text}", flush=True)


def run(*command: object, **changes: str) -> None:
    """Run a command in the root with changed environment variables; leave with its status."""
    words = [str(word) for word in command]
    result = subprocess.run(words, cwd=ROOT, env={**os.environ, **changes}, check=False)
    if result.returncode:
        say(f"failed ({result.returncode}): {' '.join(words[:6])}{' ...' * (len(words) > 6)}")
        sys.exit(result.returncode if result.returncode > 0 else 1)


def output_of(*command: object) -> str:
    """What a command prints, empty if it fails."""
    words = [str(word) for word in command]
    result = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    return result.stdout.strip() if result.returncode == 0 else ""


def need_package(package: str, why: str) -> None:
    """Install a Debian package when root; otherwise name the one command and stop."""
    command = f"apt-get install -y {package}"
    if os.geteuid() == 0 and shutil.which("apt-get"):
        say(f"{why}: {command}")
        quiet = {"stdout": subprocess.DEVNULL, "stdin": subprocess.DEVNULL}
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for _ in range(2):  # the second time with fresh package lists
            if subprocess.run(command.split(), env=environment, **quiet).returncode == 0:
                return
            subprocess.run(["apt-get", "update"], env=environment, **quiet)
    sys.exit(f"dev.py: {why}. Install it and run this again:\n    sudo {command}")


# --- the environment


def venv_python(folder: pathlib.Path) -> pathlib.Path:
    """The interpreter of an environment."""
    return folder / "bin" / "python"


def ensure_venv(folder: pathlib.Path) -> None:
    """Make the environment, or keep it if its Python has this Python's version."""
    asked = "import sys, pip; print(*sys.version_info[:2])"
    if venv_python(folder).exists():
        if output_of(venv_python(folder), "-c", asked) == "{} {}".format(*sys.version_info[:2]):
            return
        say(f"{folder.name} has another Python or is broken; making it again")
        shutil.rmtree(folder)
    say(f"making {folder.name} with Python {sys.version.split()[0]}")
    if not output_of(sys.executable, "-c", "import ensurepip, venv; print(1)"):
        name = "python{}.{}-venv".format(*sys.version_info[:2])
        need_package(name, "Python's venv module is missing")
    run(sys.executable, "-m", "venv", folder)


def ensure_packages(folder: pathlib.Path, packages: list[str]) -> None:
    """Install packages from PyPI, once for each list."""
    stamp = folder / "installed.txt"
    wanted = "\n".join(sorted(packages))
    if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return
    say(f"installing into {folder.name}: {', '.join(packages)}")
    pip = [venv_python(folder), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    run(*pip, *packages)
    stamp.write_text(wanted, encoding="utf-8")


def dev_packages(extra: str = "test") -> list[str]:
    """What building, testing and linting need, from pyproject.toml, with one of its extras."""
    import tomllib

    with open(ROOT / "pyproject.toml", "rb") as file:
        project = tomllib.load(file)
    return [
        *project["build-system"]["requires"],
        *project["project"]["dependencies"],
        *project["project"]["optional-dependencies"][extra],
        *project["dependency-groups"]["dev"],
    ]


def setup_venv() -> None:
    """The environment that builds, tests and runs everything."""
    ensure_venv(VENV)
    ensure_packages(VENV, dev_packages())


# --- the build


def compiler() -> str:
    """A C++ compiler that knows C++20, from $CXX or the usual names."""
    names = [os.environ["CXX"]] if os.environ.get("CXX") else ["c++", "g++", "clang++"]
    for name in names:
        path = shutil.which(name)
        if path and compiles(path, "#include <concepts>\nstatic_assert(std::integral<int>);"):
            return path
    if os.environ.get("CXX"):
        sys.exit(f"dev.py: CXX={os.environ['CXX']} is not a C++20 compiler")
    need_package("g++", "no C++20 compiler was found (c++, g++, clang++)")
    return "g++"


def compiles(compiler_path: str, text: str) -> bool:
    """Whether a C++20 text passes the compiler's checks."""
    command = [compiler_path, "-std=c++20", "-fsyntax-only", "-x", "c++", "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True).returncode == 0


def ensure_catch2(compiler_path: str) -> None:
    """The C++ test library: any of the places that its versions 2 and 3 install to."""
    for header in ("catch2/catch.hpp", "catch2/catch_test_macros.hpp"):
        if compiles(compiler_path, f"#include <{header}>"):
            return
    need_package("catch2", "Catch2, the C++ test library, is missing")


def jobs() -> int:
    """Compilers to run at once: one per usable processor and GiB of memory."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return max(1, min(len(os.sched_getaffinity(0)), memory // BYTES_PER_JOB))


def configure(folder: pathlib.Path, **options: bool | str) -> None:
    """Configure the folder when its options changed."""
    cxx = compiler()
    if options["PELTON_BUILD_TESTS"]:
        ensure_catch2(cxx)
    include = sysconfig.get_path("include")
    if options["PELTON_BUILD_PYTHON"] and not os.path.exists(f"{include}/Python.h"):
        need_package("python{}.{}-dev".format(*sys.version_info[:2]), "Python.h is missing")
    tools = VENV / "bin"
    cmake_dir = output_of(venv_python(VENV), "-m", "pybind11", "--cmakedir")
    arguments = [
        *("-S", ROOT, "-B", folder, "-G", "Ninja", "-Wno-dev", "-DCMAKE_BUILD_TYPE=Release"),
        *(f"-DCMAKE_CXX_COMPILER={cxx}", f"-DCMAKE_MAKE_PROGRAM={tools / 'ninja'}"),
        *(f"-DPython_EXECUTABLE={venv_python(VENV)}", f"-Dpybind11_DIR={cmake_dir}"),
        *(f"-D{name}={SWITCH.get(value, value)}" for name, value in options.items()),
    ]
    if shutil.which("ccache") and folder != ALONE:
        # A compiler cache knows files better than a precompiled header would let it.
        arguments += [
            "-DCMAKE_CXX_COMPILER_LAUNCHER=ccache",
            "-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON",
        ]
    stamp = folder / "configured.txt"
    wanted = "\n".join(map(str, arguments))
    known = stamp.read_text(encoding="utf-8") if stamp.exists() else ""
    if known != wanted or not (folder / "build.ninja").exists():
        say(f"configuring {folder.name}")
        run(tools / "cmake", *arguments, "--log-level=WARNING")
        stamp.write_text(wanted, encoding="utf-8")


def build(folder: pathlib.Path, *targets: str, **options: bool | str) -> None:
    """Configure the folder when its options changed, then build the targets (none: all)."""
    configure(folder, **options)
    say(f"building {folder.name}" + (f": {', '.join(targets)}" if targets else ""))
    goal = ["--target", *targets] if targets else []
    run(VENV / "bin" / "cmake", "--build", folder, "-j", jobs(), *goal)


def build_extension() -> None:
    """Build `_core` into python/pelton, with the tests' options kept if they were on."""
    stamp = BUILD / "configured.txt"
    tests = stamp.exists() and "PELTON_BUILD_TESTS=ON" in stamp.read_text(encoding="utf-8")
    build(BUILD, "_core", PELTON_BUILD_PYTHON=True, PELTON_BUILD_TESTS=tests)


def run_python(*arguments: object, folder: str = "python", **changes: str) -> None:
    """Run the environment's Python with the source tree's pelton, and another folder's modules."""
    folders = dict.fromkeys([str(ROOT / "python"), str(ROOT / folder)])
    path = os.pathsep.join(filter(None, [*folders, os.environ.get("PYTHONPATH")]))
    run(venv_python(VENV), *arguments, PYTHONPATH=path, **changes)


# --- the commands


def command_mnist(options: argparse.Namespace, rest: list[str]) -> None:
    """Train the article's CNN on MNIST and print its table."""
    setup_venv()
    build_extension()
    run_python(ROOT / "benchmarks" / "mnist_cnn.py", *rest)


# Files of tests are shared out to two processes.
TWO_AT_ONCE = ("-n", "2", "--dist", "loadfile")


def sanitized_package(folder: pathlib.Path) -> pathlib.Path:
    """The folder for PYTHONPATH: links to the source tree's files beside sanitized libraries."""
    source, place = ROOT / "python", folder / "python"
    for path in (*source.iterdir(), *(source / "pelton").iterdir()):
        link = place / path.relative_to(source)
        if path.suffix != ".so" and not link.exists():
            link.symlink_to(path)
    return place


def sanitized_tests(share: int) -> list[pathlib.Path]:
    """Every `share`-th file of Python tests without those of form, bounded memory and builds."""
    files = sorted((ROOT / "tests_py").rglob("test_*.py"))
    of_form = {"architecture", "packaging", "test_torture", "test_commands"}
    return [path for path in files if of_form.isdisjoint((path.parent.name, path.stem))][::share]


def test_sanitized(kind: str, share: int, rest: list[str]) -> None:
    """Build with a sanitizer, run the C++ tests and every `share`-th file of Python's."""
    folder = ROOT / f"build-{kind}"
    python = bool(rest or share)
    on = {"PELTON_BUILD_PYTHON": python, "PELTON_BUILD_TESTS": True, "PELTON_CUDA": False}
    build(folder, **on, PELTON_SANITIZE=kind.upper())
    run_ctest(folder)
    if not python:
        return
    package, path = str(sanitized_package(folder)), output_of(compiler(), "-print-file-name=")
    # Python itself leaks; memory that a kernel asks for may not be there, as without a sanitizer.
    address = "detect_leaks=0:allocator_may_return_null=1:detect_stack_use_after_return=0"
    changes = {
        "LD_PRELOAD": f"{path}{SANITIZERS[kind]} {path}libstdc++.so",
        "ASAN_OPTIONS": address,
        "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
        "TSAN_OPTIONS": "die_after_fork=0",  # forked children have threads of their own
        "PYTHONPATH": package,
        "PYTHONMALLOC": "malloc",
        "PELTON_LIBRARIES": f"{package}/pelton",
    }
    tests = rest or [*TWO_AT_ONCE, *sanitized_tests(share)]
    paths = f"pythonpath='{package}' tests_py tests_py/packaging ."
    run(venv_python(VENV), "-m", "pytest", "-q", "-o", paths, *tests, **changes)


def run_ctest(folder: pathlib.Path) -> None:
    """Run the C++ tests of a build folder."""
    ctest = [VENV / "bin" / "ctest", "--test-dir", folder, "--output-on-failure", "-j", jobs()]
    ubsan = "print_stacktrace=1:halt_on_error=1"
    run(*ctest, "--no-tests=error", UBSAN_OPTIONS=ubsan, TSAN_OPTIONS="die_after_fork=0")


def command_test(options: argparse.Namespace, rest: list[str]) -> None:
    """Build everything and run the C++ and then the Python tests."""
    setup_venv()
    if options.sanitize:
        test_sanitized(options.sanitize, options.share, rest)
        return
    build(BUILD, PELTON_BUILD_PYTHON=True, PELTON_BUILD_TESTS=True, PELTON_SANITIZE=False)
    run_ctest(BUILD)
    run_python("-m", "pytest", *(rest or TWO_AT_ONCE))


def command_torture(options: argparse.Namespace, rest: list[str]) -> None:
    """Abuse the public interface at random, in processes of its own, and count what they do."""
    setup_venv()
    build_extension()
    run_python("-m", "torture", *rest, folder="tests_py")


# What nearly every file below a folder includes: read once for all of them, as unity builds do.
COMMON_HEADERS = {
    "cpp/bindings": ["pybind11/pybind11.h", "pybind11/stl.h", "runtime/precompiled.h"],
    "tests_cpp": ["runtime/precompiled.h", "tests_cpp/catch.h"],
    "": ["runtime/precompiled.h"],
}


def commands_alone() -> dict[str, list[str]]:
    """{C++ file: its compiler command, which makes no code}, for the first instruction set only."""
    import json
    import shlex

    found: dict[str, list[str]] = {}
    cxx, engine = compiler(), f"-I{ROOT / 'cpp'}"
    for entry in json.loads((ALONE / "compile_commands.json").read_text(encoding="utf-8")):
        words = shlex.split(entry["command"])
        words = words[words.index(cxx) : words.index("-o")]
        if "-include" in words:
            del words[words.index("-include") : words.index("-include") + 2]
        dropped = ("-O", "-g", "-fPI", "-fpi", "-Winvalid")
        kept = [word for word in words if not word.startswith(dropped)]
        name = str(pathlib.Path(entry["file"]).relative_to(ROOT))
        if engine in words and not name.startswith("build"):
            found.setdefault(name, [*kept, "-fPIC", "-fsyntax-only"])
    return found


def check_alone(name: str, command: list[str], headers: dict[str, pathlib.Path]) -> str:
    """What the compiler says of one file that does not compile, else nothing."""
    folder = next(folder for folder in headers if name.startswith(folder))
    words = [*command, "-include", str(headers[folder]), str(ROOT / name)]
    done = subprocess.run(words, cwd=ALONE, capture_output=True, text=True, check=False)
    return f"{name}:\n{done.stderr}" if done.returncode else ""


def command_alone(options: argparse.Namespace, rest: list[str]) -> None:
    """Check that each C++ file compiles by itself, with what it includes and no neighbours."""
    import concurrent.futures

    setup_venv()
    on = {"PELTON_BUILD_PYTHON": True, "PELTON_BUILD_TESTS": True}
    (ALONE / "configured.txt").unlink(missing_ok=True)  # nothing is built here that finds new files
    configure(ALONE, **on, PELTON_CUDA=False, PELTON_UNITY=False)
    commands = commands_alone()
    say(f"compiling {len(commands)} files, each by itself")
    headers = {}
    for folder, names in COMMON_HEADERS.items():
        headers[folder] = ALONE / f"common{len(headers)}.h"
        text = "".join(f'#include "{name}"\n' for name in names)
        headers[folder].write_text(text, encoding="utf-8")
        command = next(command for name, command in commands.items() if name.startswith(folder))
        made = ["-x", "c++-header", headers[folder], "-o", f"{headers[folder]}.gch"]
        run(*command[:-1], *made)
    with concurrent.futures.ThreadPoolExecutor(jobs()) as pool:
        wrong = [*filter(None, pool.map(lambda row: check_alone(*row, headers), commands.items()))]
    print("".join(wrong), end="")
    if wrong:
        sys.exit(f"dev.py: {len(wrong)} files do not compile by themselves")


def bench_kernels(rest: list[str]) -> None:
    """Build and run the C++ benchmarks of benchmarks/kernels."""
    unused = ("PELTON_BUILD_PYTHON", "PELTON_BUILD_TESTS", "PELTON_CUDA")
    switches = {name: False for name in unused}
    build(BENCH, "pelton_kernel_bench", PELTON_BUILD_BENCHMARKS=True, **switches)
    run(BENCH / "pelton_kernel_bench", *rest)


def list_benchmarks(scripts: dict[str, pathlib.Path]) -> None:
    """Print the benchmarks' names and the first line of what each says of itself."""
    print(f"  {'kernels':24} The CPU kernels as shares of the multiply-add peak (C++).")
    for name, path in scripts.items():
        doc = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        print(f"  {name:24} {doc.partition(chr(10))[0]}")


def command_bench(options: argparse.Namespace, rest: list[str]) -> None:
    """Run a benchmark, with peers in an environment of their own where they are asked for."""
    found = sorted((ROOT / "benchmarks").glob("*.py"))  # those without a main are their parts
    scripts = {path.stem: path for path in found if "__main__" in path.read_text("utf-8")}
    if options.name not in {"kernels", *scripts}:
        list_benchmarks(scripts)
        sys.exit(0 if options.name is None else f"dev.py: no benchmark {options.name!r}")
    setup_venv()
    if options.name == "kernels":
        bench_kernels(rest)
        return
    build_extension()
    changes = {}
    if options.peers:
        ensure_venv(PEERS)
        ensure_packages(
            PEERS, PEER_PACKAGES if options.peers == "all" else options.peers.split(",")
        )
    if venv_python(PEERS).exists():
        changes["PELTON_PEERS_PYTHON"] = str(venv_python(PEERS))
    run_python(scripts[options.name], *rest, **changes)


def command_gpu_check(options: argparse.Namespace, rest: list[str]) -> None:
    """Build and prove Pelton on this machine's GPU with the Python that runs this; no network."""
    run(sys.executable, "-m", "gpu_check", *rest, PYTHONPATH=str(ROOT / "benchmarks"))


def command_keras_suite(options: argparse.Namespace, rest: list[str]) -> None:
    """Run Keras's own tests on Pelton in their own environment; names: these families only."""
    setup_venv()
    build_extension()
    ensure_venv(KERAS)
    ensure_packages(KERAS, [*KERAS_PACKAGES, *dev_packages("keras")])
    folder = ROOT / "tests_py" / "keras_backend"
    run(venv_python(KERAS), folder / "suite.py", *rest)


def command_stubs(options: argparse.Namespace, rest: list[str]) -> None:
    """Rewrite the .pyi files from the engine's tables and the sources; --check: only compare."""
    setup_venv()
    build_extension()
    run_python("-m", "make_stubs", *rest)


def command_wheel(options: argparse.Namespace, rest: list[str]) -> None:
    """Build the wheel into dist/, install it into a fresh environment and try it."""
    setup_venv()
    python = venv_python(VENV)
    shutil.rmtree(DIST, ignore_errors=True)
    say("building the wheel")
    launcher = {"CMAKE_CXX_COMPILER_LAUNCHER": "ccache"} if shutil.which("ccache") else {}
    launcher["CMAKE_BUILD_PARALLEL_LEVEL"] = str(jobs())
    pip = [python, "-m", "pip", "wheel", "-q", "--disable-pip-version-check", "--no-deps"]
    run(*pip, "--no-build-isolation", "-w", DIST, *rest, ROOT, CXX=compiler(), **launcher)
    run(python, ROOT / "tests_py" / "packaging" / "check_wheel.py", *DIST.glob("*.whl"))


def command_lint(options: argparse.Namespace, rest: list[str]) -> None:
    """Check the form of all sources; --fix rewrites them."""
    setup_venv()
    tools = VENV / "bin"
    sources = [
        path
        for folder in CPP_FOLDERS
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in CPP_SUFFIXES
    ]
    say(f"clang-format on {len(sources)} files")
    run(tools / "clang-format", *(["-i"] if options.fix else ["--dry-run", "--Werror"]), *sources)
    say("ruff")
    run(tools / "ruff", "check", *(["--fix"] if options.fix else []), ROOT)
    run(tools / "ruff", "format", *([] if options.fix else ["--check"]), ROOT)


def parser() -> argparse.ArgumentParser:
    """The command line; what a command does not know is passed on to what it runs."""
    top = argparse.ArgumentParser(prog="dev.py", description=__doc__)
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands_of = (command_mnist, command_test, command_torture, command_bench, command_lint)
    for function in (
        *commands_of,
        command_stubs,
        command_alone,
        command_wheel,
        command_gpu_check,
        command_keras_suite,
    ):
        name = function.__name__.removeprefix("command_").replace("_", "-")
        # The options of the others are those of what they run.
        own_help = name not in ("mnist", "torture", "gpu-check", "keras-suite")
        sub = commands.add_parser(
            name, help=function.__doc__, add_help=own_help, allow_abbrev=False
        )
        sub.set_defaults(function=function)
        if name == "test":
            kinds = {"nargs": "?", "const": "address", "choices": SANITIZERS}
            sub.add_argument("--sanitize", **kinds, help="with this sanitizer (address: UBSan too)")
            sub.add_argument("--share", type=int, default=1, help="every n-th Python file; 0: none")
        if name == "bench":
            sub.add_argument("name", nargs="?", help="a script of benchmarks/; none: list them")
            sub.add_argument("--peers", help="packages to compare with, or all")
        if name == "lint":
            sub.add_argument("--fix", action="store_true", help="rewrite the files")
    return top


def split_arguments(words: list[str]) -> tuple[argparse.Namespace, list[str]]:
    """The command's own options, and what is passed on: unknown words, and all after `--`."""
    end = words.index("--") if "--" in words else len(words)
    options, unknown = parser().parse_known_args(words[:end])
    return options, unknown + words[end + 1 :]


def main() -> None:
    """Parse the command line and run the command."""
    if sys.version_info < MIN_PYTHON:
        sys.exit("dev.py: Python {}.{} or newer is needed".format(*MIN_PYTHON))
    options, rest = split_arguments(sys.argv[1:])
    try:
        options.function(options, rest)
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
