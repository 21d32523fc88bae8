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
print(json.dumps({"backend": dir(backend), **found}))
"""


@pytest.fixture(scope="module")
def names(tmp_path_factory):
    """The names of each family of the backend, and those of the backend itself."""
    if suite.site_packages() is None:
        pytest.skip('stock Keras is not installed: pip install "pelton[keras]"')
    home = str(tmp_path_factory.mktemp("keras_home"))
    environment = {**os.environ, "KERAS_HOME": home, "PYTHONPATH": str(suite.PYTHON)}
    command = [sys.executable, "-c", LISTING % (FAMILIES,)]
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
