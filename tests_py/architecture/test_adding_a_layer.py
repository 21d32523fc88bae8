"""docs/adding_a_layer.md is true: its steps, performed, give working, tested layers."""

import os
import re
import shutil
import subprocess
import sys

import pytest

import walkthrough
from source_tree import ROOT, cpp_files, name_of, read
from walkthrough import compile_changed, copy_tree, link, passed_tests, perform, steps

NUMBERS = "one two three four five six".split()
IN_CPP, IN_PYTHON = "A layer in C++", "A layer made of others, in Python,"
INCLUDERS = {"cpp/nn/module/layer_factory.cc", "cpp/bindings/layers/bind_layer_types.cc"}


def section(beginning):
    """The title and the text of the worked example whose title begins so."""
    text = read(ROOT / "docs" / "adding_a_layer.md")
    parts = re.split(r"^## ", text, flags=re.MULTILINE)
    (found,) = (part for part in parts if part.startswith(beginning + " in "))
    return found.partition("\n")[0], found


def performed(beginning, folder):
    """A copy of the tree with the example's edits."""
    tree = walkthrough.BUILD / folder
    copy_tree(tree)
    perform(tree, [edit for _, edits in steps(section(beginning)[1]) for edit in edits])
    return tree


def run_check(tree, name):
    """layer_check.py on the tree's package."""
    command = [sys.executable, "tests_py/architecture/layer_check.py", name]
    done = subprocess.run(
        command,
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree / "python")},
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-3000:]


@pytest.mark.parametrize("beginning", [IN_CPP, IN_PYTHON])
def test_the_number_of_steps_is_the_number_said(beginning):
    title, text = section(beginning)
    numbered = [step.split(".")[0] for step, _ in steps(text) if step[0].isdigit()]
    assert numbered == [str(i + 1) for i in range(len(numbered))]
    assert title.endswith(f" in {NUMBERS[len(numbered) - 1]} steps")


def test_the_layer_in_cpp_works():
    """Compiles the sources that the list of layers goes to, which must be all of them."""
    include = '#include "nn/layers/layer_list.h"'
    product = [path for path in cpp_files() if name_of(path).startswith("cpp/")]
    assert {name_of(path) for path in product if include in read(path)} == INCLUDERS
    tree = performed(IN_CPP, "walkthrough_layer")
    link(tree, compile_changed(tree, INCLUDERS))
    files = [f"tests_py/keras/test_{name}.py" for name in ("layers", "bad_calls", "constructors")]
    assert passed_tests(tree, "ChannelScale", *files) >= 20
    run_check(tree, "ChannelScale")


def test_the_layer_in_python_works():
    tree = performed(IN_PYTHON, "walkthrough_python")
    for library in (ROOT / "python" / "pelton").glob("_core*.so"):
        shutil.copy(library, tree / "python" / "pelton")
    assert passed_tests(tree, "GatedDense", "tests_py/keras/test_library_layers.py") >= 5
    run_check(tree, "GatedDense")
