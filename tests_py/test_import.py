"""`import pelton` is cheap: no NumPy, no slow module, little time over the bare interpreter."""

import json
import subprocess
import sys

import pytest

SLOW = ["numpy", "rich", "ssl", "urllib.request", "http.client", "ml_dtypes", "asyncio", "zipfile"]
LIMIT = 0.050  # seconds over the bare interpreter
TRIES = 7


def python(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout


def cpu_seconds(code):
    """CPU time of a fresh interpreter that runs `code`; other processes do not count."""
    timer = "; import resource as r; u = r.getrusage(r.RUSAGE_SELF); print(u.ru_utime + u.ru_stime)"
    return min(float(python(code + timer)) for _ in range(TRIES))


@pytest.fixture(autouse=True)
def source_tree(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", ":".join(sys.path))


@pytest.mark.parametrize("package", ["pelton", "pelton.keras", "pelton.keras.callbacks"])
def test_import_loads_nothing_slow(package):
    code = f"import sys, json, {package}; print(json.dumps(sorted(sys.modules)))"
    loaded = set(json.loads(python(code))) - set(json.loads(python(code.replace(package, "os"))))
    assert package in loaded and not loaded & set(SLOW), loaded & set(SLOW)


def test_import_takes_little_time():
    taken = cpu_seconds("import pelton") - cpu_seconds("pass")
    assert taken < LIMIT, f"{taken * 1e3:.0f} ms"


def test_import_starts_no_thread_and_prints_nothing():
    code = "import pelton, os; print(len(os.listdir('/proc/self/task')))"
    assert python(code) == "1\n"
