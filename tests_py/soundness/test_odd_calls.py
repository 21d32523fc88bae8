"""Calls with empty and odd arguments, and user code that changes what runs, in processes of their
own: they give what they should or raise, and nothing ends the process."""

import os
import subprocess
import sys
from pathlib import Path

import odd_calls
import pytest
import reentry_calls

import pelton as tf


def last_line(script, *arguments):
    """What the script printed last, once it has ended well; else the error."""
    paths = [str(Path(tf.__file__).parent.parent), os.environ.get("PYTHONPATH", "")]
    done = subprocess.run(
        [sys.executable, str(script), *arguments],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        timeout=180,
    )
    last = (done.stdout.splitlines() or [""])[-1]
    assert done.returncode == 0, f"at {last!r}: {done.returncode}, {done.stderr[-2000:]}"
    return last


@pytest.mark.parametrize("call", [call.__name__ for call in odd_calls.CALLS])
def test_odd_calls_answer(call):
    if "ASAN_OPTIONS" in os.environ and call == "files_without_an_end":
        pytest.skip("the sanitizer needs more memory")
    assert last_line(odd_calls.__file__, call) == "done"


# All of the pairs by command: python tests_py/soundness/reentry_calls.py
SHARES = [
    ["--part", "0/7"],
    ["--hook", "activation"],
    ["--hook", "kernel_initializer"],
    ["--hook", "metric"],
    ["--change", "add_itself"],
    ["--change", "no_rows"],
    ["--change", "compile"],
]


@pytest.mark.parametrize("share", SHARES, ids=" ".join)
def test_code_that_changes_what_runs_ends_no_process(share):
    assert last_line(reentry_calls.__file__, *share) == "done"


def test_the_share_has_every_hook_and_every_change():
    hooks, changes = zip(*reentry_calls.pairs(0, 7), strict=True)
    assert set(hooks) == set(reentry_calls.HOOKS)
    assert set(changes) == set(reentry_calls.CHANGES)
