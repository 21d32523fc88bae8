"""`import pelton` is cheap: no NumPy, no slow module, little time over the bare interpreter."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import pelton

# What importing pelton may load beside its own modules; everything else waits for its first use.
ALLOWED = {"__future__", "atexit"}
OWN = {f"pelton.{name}" for name in "_core device dtypes gradient_tape tensor_shape".split()}
SLOW = ["numpy", "rich", "ssl", "urllib.request", "http.client", "ml_dtypes", "asyncio", "zipfile"]
LIMIT = 0.030  # seconds over the bare interpreter; on an idle core it takes a third of that
TRIES = 7


def python(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout


def cpu_seconds(code):
    """CPU time of a fresh interpreter that runs `code`; other processes do not count."""
    timer = "; import resource as r; u = r.getrusage(r.RUSAGE_SELF); print(u.ru_utime + u.ru_stime)"
    return min(float(python(code + timer)) for _ in range(TRIES))


def test_the_library_is_the_one_that_is_to_be_tested():
    place = os.environ.get("PELTON_LIBRARIES", Path(__file__).parents[2] / "python" / "pelton")
    assert Path(pelton._core.__file__).parent == Path(place)


@pytest.fixture(autouse=True)
def source_tree(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", ":".join(sys.path))


@pytest.mark.parametrize("package", ["pelton", "pelton.keras", "pelton.keras.callbacks"])
def test_import_loads_nothing_slow(package):
    code = f"import sys, json, {package}; print(json.dumps(sorted(sys.modules)))"
    loaded = set(json.loads(python(code))) - set(json.loads(python(code.replace(package, "os"))))
    assert package in loaded and not loaded & set(SLOW), loaded & set(SLOW)


def test_import_loads_only_what_is_allowed():
    code = "import sys, json; old = set(sys.modules); import pelton; "
    loaded = json.loads(python(code + "print(json.dumps(sorted(set(sys.modules) - old)))"))
    foreign = {name for name in loaded if not name.startswith("pelton")}
    assert foreign <= ALLOWED, foreign - ALLOWED
    own = {name for name in loaded if not name.startswith("pelton._core.")} - {"pelton"}
    assert own - foreign == OWN


@pytest.mark.parametrize(
    "code",
    [
        "from pelton.keras.layers import Conv2D; Conv2D(1, 1)",
        "import pelton as tf; tf.keras.layers.Conv2D(1, 1)",
        "import pelton.keras as k; k.Sequential([k.Input((2,)), k.layers.Dense(1)])",
        "from pelton import constant, range, reduce_sum; assert reduce_sum(range(4)) == 6",
        "from pelton import UnconnectedGradients, config; config.list_physical_devices()",
        "import pelton as tf; assert all(getattr(tf, name) is not None or name == 'newaxis' "
        "for name in dir(tf) if not name.startswith('__'))",
        "import pelton as tf; assert {'keras', 'constant', 'abs', 'GradientTape'} <= set(dir(tf))",
        "import rlcompleter, pelton as tf; found = rlcompleter.Completer({'tf': tf}); "
        "assert found.complete('tf.convert_to', 0).startswith('tf.convert_to_tensor')",
        "import pickle, pelton as tf; x = pickle.loads(pickle.dumps([tf.ones(2), tf.float32])); "
        "assert x[1] is tf.float32 and tuple(x[0].shape) == (2,)",
        "import pickle, pelton as tf; x = tf.config.list_physical_devices('CPU')[0]; "
        "assert pickle.loads(pickle.dumps(x)) == x",
    ],
)
def test_what_loads_on_first_use_is_there_when_asked_for(code):
    assert python(code) == ""


@pytest.mark.skipif("PELTON_LIBRARIES" in os.environ, reason="times of plain libraries")
def test_import_takes_little_time():
    taken = cpu_seconds("import pelton") - cpu_seconds("pass")
    assert taken < LIMIT, f"{taken * 1e3:.0f} ms"


def test_import_starts_no_thread_and_prints_nothing():
    code = "import pelton, os; print(len(os.listdir('/proc/self/task')))"
    assert python(code) == "1\n"


EACH_ALONE = """
import importlib, os, pathlib, sys
import pelton
root = pathlib.Path(pelton.__file__).parent
for path in sorted(root.rglob("*.py")):
    parts = ("pelton", *path.relative_to(root).with_suffix("").parts)
    name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    if parts[1] in ("aliases", "examples") or parts[-1] in ("__main__", "run"):
        continue  # what stands for tensorflow, and commands
    child = os.fork()
    if child == 0:
        try:
            importlib.import_module(name)
        except BaseException as error:
            print(name, repr(error), flush=True)
        os._exit(0)
    os.waitpid(child, 0)
"""


def test_each_module_loads_by_itself():
    assert python(EACH_ALONE) == ""
