"""Each test begins as a process does, in which nobody has seeded Python's `random` yet."""

import pytest

from pelton.random import process_seed


@pytest.fixture(autouse=True)
def unseeded_python_random():
    process_seed.take_python_for_unseeded()
