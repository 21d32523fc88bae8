"""A pytest plugin for Keras's own tests on Pelton: expected failures are strict, so that a pass
that was not expected is an error, and files that import what is not installed are left out."""

import ast
import fnmatch
import importlib.util
import os
import pathlib
import sys

import pytest

import keras_pelton  # noqa: F401 - before Keras: it sets the backend
from keras_pelton import finder
from pelton import run

FILE = pathlib.Path(__file__).resolve().parents[1] / "expected_failures.txt"


def expected():
    """The node ids of expected failures, their beginnings or patterns with stars, and reasons."""
    reasons, reason = {}, ""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            reason = line[1:].strip()
        elif line.strip():
            reasons[line.strip()] = reason
    return reasons


REASONS = expected()
TESTS = pytest.StashKey[int]()  # how many have run
LEFT_OUT = {}  # files, and the packages that they want
# After so many tests what JAX compiled for their expected values goes, which is gigabytes at last.
KEPT_BY_JAX = 300


# The test file that chooses a trainer by the backend's name, as Keras's model.py does.
CHOOSING_TEST = "keras.src.trainers.trainer_test"


def pytest_configure(config):
    os.environ[run.CHOICE] = "stock"
    run.install_aliases()  # tests that import tensorflow get Pelton, as scripts of pelton.run do
    finder.CHOOSING |= {CHOOSING_TEST}
    # Before pytest's own finder, which would load the file as it is.
    sys.meta_path.sort(key=lambda found: not isinstance(found, finder.Finder))
    for mark in ("requires_trainable_backend: trains", "multi_device: wants several devices"):
        config.addinivalue_line("markers", mark)


def reason_of(node):
    """The reason why the test or file of this node id is expected to fail, or None."""
    return next((why for start, why in REASONS.items() if _begins(node, start)), None)


def _begins(node, start):
    """Whether a node id begins so; with a star, whether it is so as a whole."""
    return fnmatch.fnmatchcase(node, start) if "*" in start else node.startswith(start)


def node_of(path):
    """The node id of a file: its path below the folder that holds Keras."""
    parts = pathlib.Path(path).parts
    place = len(parts) - 1 - parts[::-1].index("src") - 1 if "src" in parts else 0
    return "/".join(parts[place:])


def not_installed(path):
    """The packages that a test file imports when it is loaded and that are not there."""
    found = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.partition(".")[0])
    return sorted(name for name in found if importlib.util.find_spec(name) is None)


def pytest_ignore_collect(collection_path, config):
    if not collection_path.name.endswith("_test.py"):
        return None
    if node_of(collection_path) in REASONS:
        return True
    wanted = not_installed(collection_path)
    if wanted:
        LEFT_OUT[node_of(collection_path)] = wanted
    return bool(wanted) or None


def pytest_terminal_summary(terminalreporter):
    for node, wanted in sorted(LEFT_OUT.items()):
        terminalreporter.write_line(f"left out: {node} wants {', '.join(wanted)}")


def pytest_runtest_setup(item):
    """Numbers that a test draws without a seed are the same in each run."""
    from keras.src.utils.rng_utils import set_random_seed

    set_random_seed(1337)


def pytest_runtest_teardown(item, nextitem):
    item.config.stash[TESTS] = count = item.config.stash.get(TESTS, 0) + 1
    if count % KEPT_BY_JAX == 0 and "jax" in sys.modules:
        sys.modules["jax"].clear_caches()


def pytest_collection_modifyitems(config, items):
    for item in items:
        why = reason_of(node_of(item.path) + item.nodeid[item.nodeid.find("::") :])
        if why is not None:
            item.add_marker(pytest.mark.xfail(reason=why, strict=True))
