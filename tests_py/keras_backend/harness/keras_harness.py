"""A pytest plugin for Keras's own tests on Pelton: expected failures are strict, so that a pass
that was not expected is an error, and files that import other engines are left out."""

import pathlib
import sys

import pytest

import keras_pelton  # noqa: F401 - before Keras: it sets the backend
from keras_pelton import finder

FILE = pathlib.Path(__file__).resolve().parents[1] / "expected_failures.txt"


def expected():
    """The node ids, or the beginnings of such, of expected failures and their reasons."""
    reasons, reason = {}, ""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            reason = line[1:].strip()
        elif line.strip():
            reasons[line.strip()] = reason
    return reasons


REASONS = expected()


# The test file that chooses a trainer by the backend's name, as Keras's model.py does.
CHOOSING_TEST = "keras.src.trainers.trainer_test"


def pytest_configure(config):
    finder.CHOOSING |= {CHOOSING_TEST}
    # Before pytest's own finder, which would load the file as it is.
    sys.meta_path.sort(key=lambda found: not isinstance(found, finder.Finder))
    for mark in ("requires_trainable_backend: trains", "multi_device: wants several devices"):
        config.addinivalue_line("markers", mark)


def reason_of(node):
    """The reason why the test or file of this node id is expected to fail, or None."""
    return next((why for start, why in REASONS.items() if node.startswith(start)), None)


def node_of(path):
    """The node id of a file: its path below the folder that holds Keras."""
    parts = pathlib.Path(path).parts
    place = len(parts) - 1 - parts[::-1].index("src") - 1 if "src" in parts else 0
    return "/".join(parts[place:])


def pytest_ignore_collect(collection_path, config):
    if collection_path.name.endswith("_test.py") and node_of(collection_path) in REASONS:
        return True
    return None


def pytest_collection_modifyitems(config, items):
    if CHOOSING_TEST in sys.modules:
        sys.modules[CHOOSING_TEST].CPU_DEVICES["pelton"] = "cpu:0"
    for item in items:
        why = reason_of(node_of(item.path) + item.nodeid[item.nodeid.find("::") :])
        if why is not None:
            item.add_marker(pytest.mark.xfail(reason=why, strict=True))
