"""The rules that keep the tree readable: floors, sizes, names, macros and lazy imports."""

import ast
import collections
import re

import pytest

from function_lengths import cpp_functions, python_functions
from source_tree import ROOT, cpp_files, name_of, python_files, read, without_comments

FILE_CAP, FUNCTION_CAP, MACRO_CAP, SWITCH_CAP = 500, 40, 4, 2
FOLDER_CAP = 36  # files
FLOORS = {
    "cpp/core": 1,
    "cpp/runtime": 2,
    "kernels": 3,
    "cpp/ops": 4,
    "cpp/autograd": 5,
    "cpp/program": 6,
    "cpp/interchange": 7,
    "cpp/data": 8,
    "cpp/nn": 9,
    "cpp/bindings": 10,
}
CUDA_FOLDERS = ("cpp/runtime/cuda/", "kernels/cuda/")
CUDA_HEADER = re.compile(r"^(cuda|cub/|cublas|cudnn|cufft|curand|cusolver|nccl|nvrtc|nvToolsExt)")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)[>"]', re.MULTILINE)
VAGUE_NAMES = {"utils", "util", "misc", "helpers", "helper", "common_utils"}
# Python files may name these only inside a function: `import pelton` must stay fast.
# What loads on first use alone and has NumPy's names, or its assertions, may import it at once.
OF_NUMPY = ("python/pelton/experimental/numpy/", "python/pelton/testing/test_case.py")
SLOW_MODULES = {"numpy", "ml_dtypes", "rich", "urllib", "http", "ssl", "h5py", "asyncio"}

ALL_FILES = [*cpp_files(), *(path for path in python_files() if path.exists())]


def floor_of(name):
    """The floor of a file or of an include path, None for what is on no floor."""
    folder = next((f for f in FLOORS if name.startswith(f + "/")), None)
    return FLOORS[folder] if folder else None


def includes(path):
    return INCLUDE.findall(without_comments(read(path), keep_strings=True))


def repository_path(include):
    """`core/shape.h` as `cpp/core/shape.h`; None for what is not ours."""
    for prefix in ("cpp/", ""):
        if (ROOT / prefix / include).exists():
            return prefix + include
    return None


def test_cpp_folders_are_on_a_floor():
    lost = [
        name_of(path)
        for path in cpp_files()
        if not name_of(path).startswith(("tests_cpp/", "benchmarks/"))
        and floor_of(name_of(path)) is None
    ]
    assert not lost, f"on no floor: {lost}"


def test_folders_are_families():
    """What has more files is more than one family."""
    files = (
        path for path in ALL_FILES if not name_of(path).startswith(("benchmarks/", "tests_py/"))
    )
    sizes = collections.Counter(path.parent for path in files)
    large = {name_of(folder): size for folder, size in sizes.items() if size > FOLDER_CAP}
    assert not large, large


def test_includes_point_down():
    upward = []
    for path in cpp_files():
        mine = floor_of(name_of(path))
        for include in includes(path):
            other = floor_of(repository_path(include) or "")
            if mine and other and other > mine:
                upward.append(f"{name_of(path)} (floor {mine}) -> {include} (floor {other})")
    assert not upward, upward


def test_own_headers_are_included_by_their_path():
    lost = []
    for path in cpp_files():
        text = without_comments(read(path), keep_strings=True)
        for include in re.findall(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', text, re.MULTILINE):
            local = name_of(path).startswith("tests_cpp/") and (path.parent / include).exists()
            if repository_path(include) is None and not local:
                lost.append(f"{name_of(path)}: {include}")
    assert not lost, lost


def test_only_the_cuda_folders_include_cuda():
    outside = [
        f"{name_of(path)}: {include}"
        for path in cpp_files()
        if not name_of(path).startswith(CUDA_FOLDERS)
        for include in includes(path)
        if CUDA_HEADER.match(include)
    ]
    assert not outside, outside


def test_kernels_are_launched_by_one_file():
    """What goes past it, the emulator of fake GPUs does not see."""
    pattern = re.compile(r"<<<|\bcudaLaunch\w*|\b__shared__\b")
    places = {name_of(path) for path in cpp_files() if pattern.search(without_comments(read(path)))}
    assert places == {"kernels/cuda/launch.h"}, places


def test_only_the_bindings_include_python():
    outside = [
        f"{name_of(path)}: {include}"
        for path in cpp_files()
        if not name_of(path).startswith("cpp/bindings/")
        for include in includes(path)
        if include == "Python.h" or include.startswith("pybind11/")
    ]
    assert not outside, outside


def test_few_macros():
    names = set()
    for path in cpp_files():
        names.update(re.findall(r"^[ \t]*#[ \t]*define[ \t]+(PELTON_\w+)", read(path), re.M))
    guards = {name for name in names if name.endswith("_H_")}
    assert len(names - guards) <= MACRO_CAP, sorted(names - guards)


def test_few_cuda_switches():
    pattern = re.compile(r"^[ \t]*#[ \t]*(?:if|elif|ifdef|ifndef)\b.*PELTON_WITH_CUDA", re.M)
    places = [name_of(path) for path in cpp_files() for _ in pattern.findall(read(path))]
    assert len(places) <= SWITCH_CAP, places


@pytest.mark.parametrize("path", ALL_FILES, ids=name_of)
def test_file_and_its_functions_are_short(path):
    text = read(path)
    lines = text.count("\n") + 1
    assert lines <= FILE_CAP, f"{name_of(path)} has {lines} lines"
    functions = python_functions(text) if path.suffix == ".py" else cpp_functions(text)
    long = [
        f"{line}: {name} ({length})" for line, length, name in functions if length > FUNCTION_CAP
    ]
    assert not long, f"{name_of(path)}: functions over {FUNCTION_CAP} lines: {long}"


def test_the_median_file_is_short():
    lengths = sorted(read(path).count("\n") for path in ALL_FILES if read(path).strip())
    assert lengths[len(lengths) // 2] <= 160


def test_files_say_what_they_own():
    silent = []
    for path in ALL_FILES:
        if path.suffix in (".cc", ".cu") and path.with_suffix(".h").exists():
            continue  # its header says it
        text = read(path).removeprefix("#!/usr/bin/env python3\n").lstrip()
        if text and not text.startswith(('"""', 'r"""', "//", "/*")):
            silent.append(name_of(path))
    assert not silent, f"no opening comment or docstring: {silent}"


def test_no_vague_file_names():
    keras_names_it = "python/pelton/keras/utils/"
    vague = [
        name_of(path)
        for path in ALL_FILES
        if path.stem in VAGUE_NAMES
        or (path.parent.name in VAGUE_NAMES and not name_of(path).startswith(keras_names_it))
    ]
    assert not vague, vague


def module_level_imports(tree):
    """Names of modules that importing this file imports; TYPE_CHECKING blocks do not count."""
    pending = list(tree.body)
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            pending.extend(node.orelse)
        elif isinstance(node, (ast.If, ast.Try, ast.With, ast.ClassDef)):
            pending.extend(child for child in ast.iter_child_nodes(node))


def package_files():
    return [path for path in python_files() if name_of(path).startswith("python/pelton/")]


def test_nothing_slow_is_imported_at_module_level():
    slow = [
        f"{name_of(path)}: {module}"
        for path in package_files()
        for module in module_level_imports(ast.parse(read(path)))
        if module.split(".")[0] in SLOW_MODULES
        and not (module == "numpy" and name_of(path).startswith(OF_NUMPY))
    ]
    assert not slow, slow


def test_python_imports_point_down():
    """keras.utils knows no other package of keras; modules beside it import keras lazily only, but
    for NumPy's names, which load on first use and are keras.ops under other rules of dtypes."""
    upward = []
    for path in package_files():
        name = name_of(path).removeprefix("python/")
        for module in module_level_imports(ast.parse(read(path))):
            in_utils = name.startswith("pelton/keras/utils/")
            if in_utils and module.startswith("pelton.keras.") and ".utils" not in module:
                upward.append(f"{name}: {module}")
            if name.startswith("pelton/experimental/numpy/") and module.startswith(
                "pelton.keras.ops."
            ):
                continue
            if not name.startswith("pelton/keras/") and module.startswith("pelton.keras"):
                upward.append(f"{name}: {module}")
    assert not upward, upward
