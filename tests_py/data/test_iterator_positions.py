"""Iterators resume where they were: with the next element, in another process too."""

import json
import pathlib
import signal
import subprocess
import sys

import numpy as np
import pytest
from position_child import PIPELINES, text_of

import pelton as tf

Dataset = tf.data.Dataset
CHILD = pathlib.Path(__file__).with_name("position_child.py")


def child(kind, folder, count):
    done = subprocess.run(
        [sys.executable, str(CHILD), kind, str(folder), str(count)],
        capture_output=True,
        text=True,
        timeout=100,
    )
    return done.returncode, done.stdout.splitlines(), done.stderr


@pytest.mark.parametrize("kind", ["shuffle", "cache", "interleave", "parallel random map"])
def test_a_killed_process_is_resumed_with_the_next_element(tmp_path, kind):
    code, expected, _ = child(kind, tmp_path, 33)
    assert code == -signal.SIGKILL and len(expected) > 10
    code, resumed, errors = child(kind, tmp_path, 0)
    assert code == 0, errors
    assert resumed == expected


def rest_of(iterator):
    texts = []
    while not texts or texts[-1] != "end":
        texts.append(text_of(iterator))
    return texts


@pytest.mark.parametrize("count", [0, 1, 7, 26, 500])
@pytest.mark.parametrize("kind", PIPELINES)
def test_another_dataset_of_the_same_making_goes_on(tmp_path, kind, count):
    first = iter(PIPELINES[kind]())
    for _ in range(count):
        if text_of(first) == "end":
            break
    path = tf.train.Checkpoint(iterator=first).save(str(tmp_path / "at"))
    expected = rest_of(first)
    second = iter(PIPELINES[kind]())
    text_of(second)
    tf.train.Checkpoint(iterator=second).restore(path).assert_consumed()
    assert rest_of(second) == expected


def test_a_second_iterator_of_a_cached_dataset_resumes(tmp_path):
    def made():
        return Dataset.range(20).shuffle(20).cache().shuffle(5)

    data = made()
    list(data)
    second = iter(data)
    for _ in range(6):
        next(second)
    path = tf.train.Checkpoint(it=second).save(str(tmp_path / "at"))
    expected = rest_of(second)
    other = iter(made())
    tf.train.Checkpoint(it=other).restore(path).assert_consumed()
    assert rest_of(other) == expected


def test_variables_and_iterators_are_restored_together(tmp_path):
    data, step = Dataset.range(9), tf.Variable(0)
    numbers = iter(data)
    checkpoint = tf.train.Checkpoint(step=step, numbers=numbers)
    manager = tf.train.CheckpointManager(checkpoint, str(tmp_path), max_to_keep=2)
    for _ in range(4):
        next(numbers)
        step.assign_add(1)
    manager.save()
    next(numbers)
    step.assign(0)
    checkpoint.restore(manager.latest_checkpoint).assert_consumed()
    assert int(step) == 4 == int(next(numbers))


def test_functions_of_left_out_elements_are_not_called(tmp_path):
    calls = []

    def noted(x):
        calls.append(int(x))
        return x

    def made():
        return Dataset.range(100).map(lambda x: tf.py_function(noted, [x], tf.int64)).batch(5)

    batches = iter(made())
    for _ in range(10):
        next(batches)
    path = tf.train.Checkpoint(it=batches).save(str(tmp_path / "at"))
    other = iter(made())
    calls.clear()
    tf.train.Checkpoint(it=other).restore(path)
    assert calls == []
    assert next(other).numpy().tolist() == [50, 51, 52, 53, 54]


def test_positions_of_other_pipelines_are_refused_and_change_nothing(tmp_path):
    path = tf.train.Checkpoint(it=iter(Dataset.range(9).shuffle(3))).save(str(tmp_path / "at"))
    numbers = iter(Dataset.range(9).batch(2))
    next(numbers)
    with pytest.raises(tf.errors.InvalidArgumentError, match="another pipeline"):
        tf.train.Checkpoint(it=numbers).restore(path)
    assert next(numbers).numpy().tolist() == [2, 3]


def test_damaged_positions_are_refused():
    numbers = Dataset.range(5).shuffle(2).as_numpy_iterator()
    state = json.loads(numbers.save())
    for damaged in (
        b"",
        b"[]",
        b'{"origin": [], "given": 0, "errors": 0}',
        json.dumps({**state, "given": -1}).encode(),
        json.dumps({**state, "origin": state["origin"][:-1]}).encode(),
        json.dumps({**state, "origin": [*state["origin"], 1]}).encode(),
        json.dumps({**state, "origin": state["origin"][:3] + [2**64 - 1, 1]}).encode(),
        json.dumps({**state, "origin": [2**70]}).encode(),
    ):
        with pytest.raises((tf.errors.DataLossError, tf.errors.InvalidArgumentError)):
            numbers.restore(damaged)
    assert sorted(numbers) == [0, 1, 2, 3, 4]


def test_numpy_iterators_save_and_restore():
    numbers = Dataset.range(8).shuffle(8).as_numpy_iterator()
    numbers.next()
    state = numbers.save()
    rest = [int(x) for x in numbers]
    numbers.restore(state)
    assert [int(x) for x in numbers] == rest and len(rest) == 7


def test_passes_leave_the_random_numbers_of_ops_alone():
    tf.random.set_seed(4)
    expected = tf.random.uniform([3]).numpy()
    tf.random.set_seed(4)
    next(iter(Dataset.range(3).map(lambda x: tf.random.uniform([])).prefetch(1)))
    np.testing.assert_array_equal(tf.random.uniform([3]).numpy(), expected)
