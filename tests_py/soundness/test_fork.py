"""A child forked after the thread pool has run computes, trains and exits; the parent goes on."""

import subprocess
import sys
from pathlib import Path

PARENT = Path(__file__).with_name("fork_parent.py")


def lines_of(how):
    """What the program printed; a hang in a child fails here, not in the runner of the tests."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore::DeprecationWarning", str(PARENT), how],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_forked_children_compute_what_the_parent_does():
    first, status, second, status_of_second, parent = lines_of("fork")
    assert status == status_of_second == "status 0"
    assert first == second == parent
    assert all(float(number) > 0 for number in parent.split())


def test_children_of_multiprocessing_compute_what_the_parent_does():
    *children, parent = lines_of("pool")
    assert len(children) == 3
    # The first call of a child starts where the parent does; the second goes on training.
    assert children[0] == parent
    losses = [float(child.split()[0]) for child in children]
    assert losses[0] > losses[1] > losses[2]


def test_fork_in_a_callback():
    child, status, parent = lines_of("callback")
    assert status == "status 0"
    assert child.endswith("(64, 10)") and child.split()[0] == parent.split()[0]


def test_fork_while_a_thread_imports():
    assert lines_of("import") == ["7", "status 0"]
