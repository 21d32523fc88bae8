"""Python objects that checkpoints save as texts."""

import json

import pytest

import pelton as tf


class State(tf.train.experimental.PythonState):
    def __init__(self, **values):
        self.values = values

    def serialize(self):
        return json.dumps(self.values)

    def deserialize(self, string_value):
        assert isinstance(string_value, bytes)
        self.values = json.loads(string_value)


def test_state_is_saved_and_restored(tmp_path):
    state = State(a=[1, 2])
    checkpoint = tf.train.Checkpoint(state=state, v=tf.Variable(1.0))
    path = checkpoint.save(str(tmp_path / "c"))
    state.values = {}
    checkpoint.restore(path).assert_consumed()
    assert state.values == {"a": [1, 2]}
    assert "state/.ATTRIBUTES/py_state" in dict(tf.train.list_variables(path))
    other = State()
    tf.train.Checkpoint(state=other).restore(path).expect_partial()
    assert other.values == {"a": [1, 2]}


def test_state_without_its_methods_is_abstract():
    with pytest.raises(TypeError, match="abstract"):
        tf.train.experimental.PythonState()
