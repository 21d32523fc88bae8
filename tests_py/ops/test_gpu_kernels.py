"""The CUDA kernels against the op table's references, run by the emulator of fake GPUs."""

import json
import os
import pathlib
import subprocess
import sys

import pytest
from test_completeness import CPU_ONLY

import pelton
from op_table.table import CASES

FOLDER = pathlib.Path(__file__).parents[1]
LIBRARY = pathlib.Path(pelton.__file__).parent / "libpelton_fake_gpu.so"
MOST_BYTES = 10 * 2**20


@pytest.fixture(scope="module")
def report():
    """Where the rows ran and what failed, of one run of the whole table."""
    paths = [str(LIBRARY.parent.parent), str(FOLDER)]
    environment = {**os.environ, "PELTON_FAKE_GPUS": "1", "PYTHONPATH": os.pathsep.join(paths)}
    child = subprocess.run(
        [sys.executable, FOLDER / "fake_gpu_child.py"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert child.returncode == 0, child.stderr
    return json.loads(child.stdout)


def test_every_row_is_right_on_a_gpu(report):
    assert not report["failures"], "\n".join(sum(report["failures"].values(), []))
    assert len(report["places"]) == len({str(case) for case in CASES})


def test_every_row_runs_on_the_gpu(report):
    elsewhere = {
        (case.name, dtype)
        for case in CASES
        for dtype, place in report["places"][str(case)].items()
        if place != "GPU" and dtype != "string" and case.name not in CPU_ONLY
    }
    assert not elsewhere


@pytest.mark.skipif("PELTON_LIBRARIES" in os.environ, reason="sizes of plain libraries")
def test_the_library_is_small():
    assert LIBRARY.stat().st_size <= MOST_BYTES
