"""Pelton's backend has every function that Keras's backend for TensorFlow has, family by family."""

import ast
import json
import os
import subprocess
import sys

import pytest
import suite

FAMILIES = ("core", "image", "linalg", "math", "nn", "numpy", "random", "rnn")
# Names that stand elsewhere in the backend.
ELSEWHERE = {("core", "name_scope")}
LISTING = """
import json, sys, keras_pelton
from keras.src import backend
families = {name: getattr(backend, name) for name in %r}
families["rnn"] = sys.modules["keras_pelton.src.rnn"]  # backend.rnn is the function
found = {name: dir(module) for name, module in families.items()}
import inspect
from keras.src.ops.ops_test import op_functions_and_classes
def plain(function):
    signature = inspect.signature(function)
    kept = [one.replace(annotation=inspect._empty) for one in signature.parameters.values()]
    return signature.replace(parameters=kept, return_annotation=inspect._empty)
INLINED = ("view_as_complex", "view_as_real", "get_item", "multi_hot")  # Keras has its own
differing = []
for name in %r[:-2]:
    module = __import__("keras.src.ops." + name, fromlist="*")
    for op, _ in op_functions_and_classes(module):
        ours = getattr(families[name], op.__name__, None)
        has_own = hasattr(module, "_" + op.__name__) or op.__name__ in INLINED
        if ours and not has_own and plain(ours) != plain(op):
            differing.append([name, op.__name__, str(plain(ours)), str(plain(op))])
found["differing"] = differing
print(json.dumps({"backend": dir(backend), **found}))
"""


@pytest.fixture(scope="module")
def names(tmp_path_factory):
    """The names of each family of the backend, and those of the backend itself."""
    if suite.site_packages() is None:
        pytest.skip('stock Keras is not installed: pip install "pelton[keras]"')
    home = str(tmp_path_factory.mktemp("keras_home"))
    environment = {**os.environ, "KERAS_HOME": home, "PYTHONPATH": str(suite.PYTHON)}
    command = [sys.executable, "-c", LISTING % (FAMILIES, FAMILIES)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("family", FAMILIES)
def test_each_function_is_there(family, names):
    path = suite.site_packages() / "keras" / "src" / "backend" / "tensorflow" / f"{family}.py"
    body = ast.parse(path.read_text(encoding="utf-8")).body
    wanted = {node.name for node in body if isinstance(node, ast.FunctionDef)}
    missing = {name for name in wanted if name[0] != "_" and name not in names[family]}
    assert wanted and not missing - {name for place, name in ELSEWHERE if place == family}
    assert {name for _, name in ELSEWHERE} <= set(names["backend"])


def test_functions_take_what_those_of_keras_take(names):
    assert names["differing"] == []
