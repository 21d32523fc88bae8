"""The stubs say what the package has: up to date, no public name missing or invented."""

import ast
import importlib
import pathlib
import subprocess
import sys
import types

import numpy as np
import pytest

import pelton as tf
from make_stubs import native, package, tensor_members
from op_table.table import CASES
from pelton import _core

PYTHON = pathlib.Path(__file__).resolve().parents[2] / "python"
NATIVE = native.submodules()
PUBLIC = package.public_modules()


@pytest.fixture(autouse=True)
def fresh_names():
    yield
    tf.keras.backend.clear_session()


def stub_of(module):
    """The syntax tree of a module's stub."""
    path = PYTHON / module.replace(".", "/")
    path = path / "__init__.pyi" if path.is_dir() else path.with_suffix(".pyi")
    return ast.parse(path.read_text(encoding="utf-8"))


def declared(body, public=True):
    """Names that a stub's module or class body gives its users."""
    names = set()
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.AnnAssign):
            names.add(node.target.id)
        elif isinstance(node, ast.Assign):
            names.update(target.id for target in node.targets)
        elif isinstance(node, ast.ImportFrom):
            names.update(alias.asname for alias in node.names if alias.asname)
    return {name for name in names if not (public and name.startswith("_"))}


def classes_of(module):
    return {node.name: node for node in stub_of(module).body if isinstance(node, ast.ClassDef)}


def test_stubs_are_up_to_date():
    command = [sys.executable, "-m", "make_stubs", "--check"]
    done = subprocess.run(command, cwd=PYTHON, capture_output=True, text=True)
    advice = "run `python3 dev.py stubs` and commit what it writes"
    assert done.returncode == 0, f"{done.stdout}{done.stderr}{advice}"


@pytest.mark.parametrize("module", PUBLIC)
def test_public_modules_have_the_names_of_their_stubs(module):
    loaded = importlib.import_module(module)
    names = package.public_names(loaded)
    assert set(names) == declared(stub_of(module).body)
    assert names or hasattr(loaded, "_installed")  # all its names are the installed Keras's


@pytest.mark.parametrize("module", NATIVE)
def test_native_modules_have_the_names_of_their_stubs(module):
    names = {name for name in vars(NATIVE[module]) if not name.startswith("_")}
    assert names == declared(stub_of(module).body) and names


@pytest.mark.parametrize("module", [name for name in NATIVE if name != "pelton._core"])
def test_classes_have_the_members_of_their_stubs(module):
    for name, node in classes_of(module).items():
        members = {m for m in vars(getattr(NATIVE[module], name)) if not m.startswith("_")}
        enumerated = {"name", "value"} if "__members__" in declared(node.body, False) else set()
        assert members | enumerated == declared(node.body), f"{module}.{name}"


@pytest.mark.parametrize("name", tensor_members.WRITTEN)
def test_hand_written_types_have_the_members_of_their_stubs(name):
    unsaid = {"__new__", "__doc__", "__module__", "__repr__", "__str__", "__reduce__"}
    unsaid |= {"__delitem__", "__dict__", "__setitem__", "__weaklistoffset__"}
    running = set(vars(getattr(_core, name))) - unsaid
    written = declared(classes_of("pelton._core")[name].body, public=False) - {"__init__"}
    assert written == running


def test_every_op_is_declared_with_its_parameters():
    stub = {n.name: n for n in stub_of("pelton._core.ops").body if isinstance(n, ast.FunctionDef)}
    assert set(stub) == {*_core.op_names(), *_core.composite_names()}
    for name, node in stub.items():
        info = _core.op_info(name)
        given = [argument for argument, _ in info["inputs"]] + [row[0] for row in info["attrs"]]
        parameters = [a.arg for a in (*node.args.args, *node.args.kwonlyargs)]
        assert parameters == [*given, "name"], name


@pytest.mark.parametrize("case", [c for c in CASES if c.fn is None and c.inputs], ids=str)
def test_ops_give_as_many_tensors_as_their_row_says(case):
    arrays = [spec.make(np.random.default_rng(0), case.dtypes[-1]) for spec in case.inputs[0]]
    outputs = _core.op_info(case.name)["outputs"]
    is_list = case.name in _core.composite_names() and outputs == 0
    assert is_list or len(case.call(*map(tf.constant, arrays))) == outputs


def test_every_layer_takes_what_its_stub_says():
    """Constructors without required arguments run on the stub's literal defaults."""
    tried = 0
    for name, node in classes_of("pelton._core.layers").items():
        init = next((n for n in node.body if getattr(n, "name", "") == "__init__"), None)
        if init is None or name in ("Layer", "Model", "Sequential", "InputLayer"):
            continue
        arguments = init.args.args[1:]
        plain = len(arguments) - len(init.args.defaults)
        kwargs = {}
        for argument, default in zip(arguments[plain:], init.args.defaults, strict=True):
            if not (isinstance(default, ast.Constant) and default.value is ...):
                kwargs[argument.arg] = ast.literal_eval(default)
        given = {"rate": 0.5, "activation": "relu", "scale": 2.0}
        required = [given.get(argument.arg, 2) for argument in arguments[:plain]]
        getattr(_core.layers, name)(*required, **kwargs)
        tried += 1
    assert tried >= 12


def test_unannotated_functions_are_refused(monkeypatch):
    from make_stubs import python_source
    from make_stubs.stub_file import StubFile

    def declare(text):
        node = ast.parse(text).body[0]
        return python_source.declare_node(StubFile("pelton"), "pelton.ops.array.creation", node)

    assert declare("def f(x: int = 1) -> str: ...") == ["def f(x: int = 1) -> str: ..."]
    for text in ("def f(x) -> int: ...", "def f(x: int): ...", "def f(x: Unknown) -> int: ..."):
        with pytest.raises(ValueError, match=r"pelton\.ops\.array\.creation"):
            declare(text)


def test_generated_stubs_are_told_from_others(tmp_path, monkeypatch):
    from make_stubs import __main__ as command

    monkeypatch.setattr(command, "ROOT", tmp_path)
    made = {"pelton/a.pyi": "a: int\n", "pelton/b/__init__.pyi": ""}
    (tmp_path / "pelton").mkdir()
    (tmp_path / "pelton" / "old.pyi").write_text("")
    (tmp_path / "pelton" / "_types.pyi").write_text("by hand")
    assert command.differences(made) == ["pelton/a.pyi", "pelton/b/__init__.pyi", "pelton/old.pyi"]
    assert command.write(made) and command.differences(made) == []
    assert (tmp_path / "pelton" / "_types.pyi").exists()


def test_py_typed_marks_the_package():
    assert (PYTHON / "pelton" / "py.typed").exists()
    assert isinstance(importlib.import_module("pelton"), types.ModuleType)
