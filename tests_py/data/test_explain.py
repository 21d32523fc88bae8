"""explain() tells of each node what it gave, what it cost and how long it was waited for."""

import re
import time

import pytest

import pelton as tf

Dataset = tf.data.Dataset


def told(dataset, capsys, **arguments):
    """Rows of the table by the first word of the node: (elements, us, queue %, share %)."""
    dataset.explain(**arguments)
    *lines, last = capsys.readouterr().out.splitlines()
    rows = {}
    for line in lines[1:]:
        name, *cells = re.split(r"\s{2,}", line.strip())
        rows[re.match(r"\w+", name)[0]] = [
            float(c.rstrip("%")) if c != "-" else None for c in cells
        ]
    return rows, last


def slow(value):
    time.sleep(0.004)
    return value


def slow_map(dataset, calls=None):
    return dataset.map(lambda x: tf.py_function(slow, [x], tf.int64), num_parallel_calls=calls)


def test_each_node_gives_its_elements(capsys):
    data = Dataset.range(64).shuffle(8).batch(4).repeat(2)
    rows, last = told(data, capsys)
    assert {name: row[0] for name, row in rows.items()} == {
        **{"repeat": 32, "batch": 32, "shuffle": 128, "range": 128},
    }
    assert last.startswith("32 elements in ")


def test_the_slow_node_is_seen(capsys):
    rows, _ = told(slow_map(Dataset.range(40)).batch(2), capsys)
    assert rows["map"][1] > 3500 and rows["map"][3] > 80
    assert rows["range"][1] < 1000 and rows["range"][3] < 10
    assert rows["batch"][1] < 3500


def test_queues_are_full_where_the_user_is_slow_and_empty_where_the_input_is(capsys):
    behind, _ = told(slow_map(Dataset.range(40)).prefetch(2), capsys)
    assert behind["prefetch"][2] < 30 and behind["prefetch"][3] > 70
    assert behind["map"][1] > 3500
    ahead, _ = told(slow_map(Dataset.range(40).prefetch(4)), capsys)
    assert ahead["prefetch"][2] > 70 and ahead["prefetch"][3] < 20


def test_the_work_of_parallel_calls_is_told(capsys):
    rows, _ = told(slow_map(Dataset.range(60), 4), capsys)
    assert rows["parallel_map"][1] > 3500


def test_functions_are_named_with_their_lines(capsys):
    slow_map(Dataset.range(3)).explain()
    assert re.search(r"map\(<lambda>\), .*test_explain.py:\d+", capsys.readouterr().out)


def test_infinite_datasets_end(capsys):
    rows, _ = told(Dataset.range(3).repeat(), capsys, elements=50)
    assert rows["range"][0] >= 50
    begin = time.monotonic()
    told(slow_map(Dataset.range(3).repeat()), capsys, elements=10**9, seconds=0.2)
    assert time.monotonic() - begin < 5


def test_nothing_is_measured_afterwards_and_errors_are_raised(capsys):
    data = Dataset.from_tensor_slices([1, 0]).map(lambda x: 4 // x)
    with pytest.raises(tf.errors.InvalidArgumentError, match="element 1 of map"):
        data.explain()
    with pytest.raises(ValueError, match="elements must be at least 1"):
        data.explain(elements=0)
    rows, _ = told(data.take(1), capsys)
    assert rows["map"][0] == 1
