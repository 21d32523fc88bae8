"""Threads use one model, variable or function at a time: nothing dies, hangs or is lost.

Each row is a child process (thread_child.py), which may die; by hand with a number of seconds.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from shared_objects import SHARED
from thread_child import ACTIONS, MOMENTS

CHILD = Path(__file__).with_name("thread_child.py")
SECONDS = os.environ.get("PELTON_THREAD_SECONDS", "0.5")
ADDERS = ["function", "function_and_eager", "eager", "two_functions"]
ADDERS += ["optimizer", "optimizer_and_function"]
DAEMONS = ["matmul", "fit", "callbacks", "generator", "evaluate", "predict", "tape", "function"]
DAEMONS += ["python_layers", "numpy", "tracing", "gradient", "own_layer"]
ROWS = [("pair", name) for name in ACTIONS]
ROWS += [("moment", name) for name in MOMENTS]
ROWS += [("exact", name) for name in ADDERS]
ROWS += [("shared", name) for name in SHARED]
ROWS += [("daemon", name) for name in DAEMONS]
ROWS += [("resize", name) for name in ("matmul", "fit", "predict")]
ROWS += [("fork", "while_training")]
# A sanitizer's frames do not fit on the smallest stack.
STACKS = ("256", "2048") if "ASAN_OPTIONS" in os.environ else ("96", "256", "2048")
ROWS += [("recursion", kilobytes) for kilobytes in STACKS]


@pytest.mark.parametrize(("kind", "name"), ROWS, ids=[f"{kind}-{name}" for kind, name in ROWS])
def test_threads(kind, name):
    done = subprocess.run(
        [sys.executable, str(CHILD), kind, name, SECONDS],
        capture_output=True,
        text=True,
        timeout=60 + 3 * float(SECONDS),
    )
    assert done.returncode == 0, (done.returncode, done.stdout, done.stderr[-2000:])
    assert done.stdout.startswith("done")
    assert done.stderr == ""
