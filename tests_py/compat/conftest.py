"""Each test of TensorFlow 1's graphs begins with an empty graph, and leaves eager code behind."""

import pytest

import pelton.compat.v1 as v1


@pytest.fixture
def graph_mode():
    """Code builds graphs; gives the module compat.v1."""
    v1.disable_v2_behavior()
    v1.reset_default_graph()
    yield v1
    v1.reset_default_graph()
    v1.enable_v2_behavior()
