"""`pelton.run --legacy` on scripts as they were written for TensorFlow 1 and Keras 2."""

import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPTS = sorted((pathlib.Path(__file__).parent / "legacy_scripts").glob("*.py"))


def run_legacy(path, folder):
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python")}
    return subprocess.run(
        [sys.executable, "-m", "pelton.run", "--legacy", str(path)],
        cwd=folder, env=environment, capture_output=True, text=True, timeout=120,
    )  # fmt: skip


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_script_runs(path, tmp_path):
    if path.stem == "mnist_softmax" and not os.environ.get("PELTON_DATA_DIR"):
        pytest.skip("MNIST is not there")
    done = run_legacy(path, tmp_path)
    assert done.returncode == 0, done.stderr
