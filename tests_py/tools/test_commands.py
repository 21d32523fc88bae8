"""The newcomer's two commands, run as a newcomer would: `dev.py mnist` and `dev.py test`.

The environment and the build are those that run the tests; data and network are taken away."""

import os
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "python" / "pelton" / "keras" / "datasets" / "mnist_sample.npz"


@pytest.fixture(scope="module")
def environment():
    """The variables that make dev.py use this environment, in which its packages are installed."""
    if not (ROOT / "build" / "configured.txt").exists() and not os.environ.get("CI"):
        pytest.skip("build/ is not dev.py's, which would build all of it anew; run `dev.py test`")
    variables = {"PELTON_VENV": sys.prefix} if sys.prefix != sys.base_prefix else {}
    setup = [sys.executable, "-c", "import dev; dev.setup_venv()"]
    subprocess.run(setup, cwd=ROOT, env={**os.environ, **variables}, check=True)
    return variables


@pytest.fixture
def dev(environment, tmp_path, monkeypatch):
    """Runs dev.py; returns its exit status, what it printed, and its errors."""
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("KERAS_HOME", str(tmp_path / "keras"))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setenv("https_proxy", "http://127.0.0.1:9")  # nothing listens there
    for name in ("PELTON_DATA_DIR", "KERAS_MAX_EPOCHS", "KERAS_MAX_STEPS_PER_EPOCH"):
        monkeypatch.delenv(name, raising=False)

    def run(*words):
        command = [sys.executable, str(ROOT / "dev.py"), *words]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=600)
        return done.returncode, done.stdout, done.stderr

    return run


def row(text, name):
    """The value in the line of the final table that starts with `name`."""
    lines = [line for line in text.splitlines()[-12:] if line.strip().startswith(name)]
    assert len(lines) == 1, f"{len(lines)} lines start with {name!r} in:\n{text[-2000:]}"
    return lines[0].strip().removeprefix(name).strip()


def test_mnist_trains_on_a_file_and_ends_with_its_table(dev):
    options = ["--data", str(SAMPLE), "--batch-size", "32", "--device", "/CPU:0", "--epochs", "2"]
    status, text, errors = dev("mnist", *options)
    assert status == 0, text[-2000:] + errors[-2000:]
    assert re.search(r"^Epoch 2/2\n188/188 - \d+s - .*val_loss: \d\.\d+", text, re.M) or re.search(
        r"^Epoch 2/2\n188/188 ━+ .*val_loss: \d\.\d+", text, re.M
    )
    assert "\x1b" not in text and "\b" not in text
    assert row(text, "device").startswith("/CPU:0") and str(SAMPLE) in row(text, "data")
    assert float(row(text, "seconds per epoch").split()[0]) > 0
    assert row(text, "article, i7-9700K").startswith("about 100")
    assert row(text, "article, RTX 2080 Ti").startswith("about 10")
    assert float(row(text, "test accuracy").split()[0]) > 0.9
    assert 50 < float(row(text, "peak memory").removesuffix("MB").replace(",", "")) < 2000


def test_mnist_without_data_says_loudly_that_it_takes_the_sample(dev):
    status, text, errors = dev("mnist", "--epochs", "1")
    assert status == 0, text[-2000:] + errors[-2000:]
    assert "MNIST IS NOT HERE: mnist.load_data: no MNIST at" in text
    assert "SAMPLE" in row(text, "data") and "94/94" in text


def test_mnist_refuses_a_wrong_file(dev, tmp_path):
    wrong = tmp_path / "wrong.npz"
    wrong.write_bytes(SAMPLE.read_bytes()[:5000])
    status, _, errors = dev("mnist", "--data", str(wrong))
    assert status == 1 and f"DatasetFileError: {wrong}" in errors


def test_test_command_runs_both_kinds_of_tests_and_passes_arguments_on(dev):
    wanted = "tests_py/scripts/test_run.py::test_missing_script"
    status, text, errors = dev("test", "--", "-q", "--no-header", wanted)
    assert status == 0, text[-2000:] + errors[-2000:]
    count = re.search(r"^100% tests passed(?:, 0 tests failed)? out of (\d+)$", text, re.M)
    assert count and int(count[1]) > 100
    assert re.search(r"^1 passed in ", text, re.M)
