"""No call crashes or hangs on containers that contain themselves, and `tf.nest` keeps types."""

import collections
import os
import subprocess
import sys
from pathlib import Path

import pytest
import self_containing_calls as table

import pelton as tf

SCRIPT = Path(table.__file__)


@pytest.mark.parametrize("group", [*table.GROUPS, "kept"])
def test_calls_refuse_or_keep_what_contains_itself(group):
    """In a process of its own, which a stack overflow would end."""
    paths = [str(Path(tf.__file__).parent.parent), os.environ.get("PYTHONPATH", "")]
    done = subprocess.run(
        [sys.executable, str(SCRIPT), group],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    last = done.stdout.splitlines()[-1:]
    assert (done.returncode, last) == (0, ["done"]), f"at {last}: {done.stderr[-2000:]}"


Pair = collections.namedtuple("Pair", "first second")


class Table(dict):
    pass


STRUCTURES = {
    "dict": {"b": 0, "a": [0, 0]},
    "ordered": collections.OrderedDict([("b", 0), ("a", (0, 0))]),
    "default": collections.defaultdict(list, {"b": 0, "a": [0, 0]}),
    "derived": Table(b=0, a=Pair(0, 0)),
    "list": [0, (0, {"x": 0})],
    "named": Pair([0], (0, 0)),
    "leaf": 0,
}


@pytest.mark.parametrize("kind", STRUCTURES)
def test_packing_keeps_types_and_order(kind):
    structure = STRUCTURES[kind]
    packed = tf.nest.map_structure(lambda leaf: leaf + 1, structure)
    tf.nest.assert_same_structure(structure, packed)
    assert set(tf.nest.flatten(packed)) == {1}
    if isinstance(structure, dict):
        assert list(packed) == list(structure)
        assert tf.nest.flatten(tf.nest.pack_sequence_as(structure, [1, 2, 3])) == [1, 2, 3]
    if kind == "default":
        assert packed["new"] == []


@pytest.mark.parametrize("kind", STRUCTURES)
def test_gradients_come_in_the_structure_of_the_sources(kind):
    sources = tf.nest.map_structure(lambda _: tf.Variable(3.0), STRUCTURES[kind])
    with tf.GradientTape() as tape:
        y = sum(leaf * leaf for leaf in tf.nest.flatten(sources))
    gradients = tape.gradient(y, sources)
    tf.nest.assert_same_structure(sources, gradients)
    assert [float(leaf) for leaf in tf.nest.flatten(gradients)] == [6.0] * len(
        tf.nest.flatten(sources)
    )


def test_attributes_are_searched_once_each():
    """Lists in lists, shared and deep: each variable is found, none twice."""
    layer, shared, inner = table.Own(), [tf.Variable(1.0)], [tf.Variable(2.0)]
    for _ in range(50):
        inner = [inner]
    layer.lists = [shared, shared, inner, {"again": shared}]
    assert len(layer.trainable_variables) == 2
