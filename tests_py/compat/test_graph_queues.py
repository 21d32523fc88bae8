"""Queues, readers and batches of TensorFlow 1's graphs, held against what real TensorFlow 2.21's
compat.v1 gave."""

import numpy as np
import pytest

import pelton.errors as errors


def take_all(v1, tensors):
    """What runs of `tensors` give until the inputs end, with the graph's threads."""
    found = []
    with v1.Session() as session:
        session.run([v1.global_variables_initializer(), v1.local_variables_initializer()])
        coordinator = v1.train.Coordinator()
        threads = v1.train.start_queue_runners(session, coordinator)
        try:
            while not coordinator.should_stop():
                found.append(session.run(tensors))
        except errors.OutOfRangeError:
            coordinator.request_stop()
        coordinator.join(threads)
    return found


def test_counting_with_a_queue(graph_mode):
    v1 = graph_mode
    queue = v1.FIFOQueue(3, "float")
    begin = queue.enqueue_many(([0.0, 0.0, 0.0],))
    value = queue.dequeue()
    again = queue.enqueue([value + 1])
    with v1.Session():
        begin.run()
        for _ in range(4):
            again.run()
        assert [value.eval() for _ in range(3)] == [1, 1, 2]
    with v1.Session() as session:  # whose queue is another one
        assert session.run(queue.size()) == 0


def test_named_components_and_the_end(graph_mode):
    v1 = graph_mode
    queue = v1.FIFOQueue(10, ["int32", "float32"], shapes=[[], [2]], names=["i", "f"])
    rows = {"i": [1, 2, 3], "f": [[1.0, 2], [3, 4], [5, 6]]}
    put, two = queue.enqueue_many(rows), queue.dequeue_many(2)
    rest, close = queue.dequeue_up_to(5), queue.close()
    assert two["f"].shape.as_list() == [2, 2] and rest["f"].shape.as_list() == [None, 2]
    with v1.Session() as session:
        session.run(put)
        assert session.run(two)["i"].tolist() == [1, 2]
        session.run(close)
        assert session.run(rest)["f"].tolist() == [[5, 6]]
        with pytest.raises(errors.OutOfRangeError, match="is closed and has insufficient"):
            session.run(two)
        with pytest.raises(errors.CancelledError):
            session.run(put)
        assert session.run(queue.is_closed())


QUEUES = {
    "first in, first out": (lambda v1: v1.FIFOQueue(9, "int32", [[]]), [[3, 1, 2]], [3, 1, 2]),
    "shuffled": (lambda v1: v1.RandomShuffleQueue(9, 0, "int32", [[]]), [[3, 3, 3]], [3, 3, 3]),
    "by priority": (
        lambda v1: v1.PriorityQueue(9, "string", [[]]),
        ([3, 1, 2], ["c", "a", "b"]),
        [[1, b"a"], [2, b"b"], [3, b"c"]],
    ),
}


@pytest.mark.parametrize("name", QUEUES)
def test_order(graph_mode, name):
    make, rows, expected = QUEUES[name]
    queue = make(graph_mode)
    value = queue.dequeue()
    with graph_mode.Session() as session:
        session.run(queue.enqueue_many(rows))
        assert [session.run(value) for _ in expected] == expected


def test_padding(graph_mode):
    v1 = graph_mode
    queue = v1.PaddingFIFOQueue(9, ["int32"], shapes=[[None]])
    row = v1.placeholder("int32", [None])
    put = queue.enqueue(row)
    with v1.Session() as session:
        for count in range(1, 4):
            session.run(put, {row: list(range(count))})
        assert session.run(queue.dequeue_many(3)).tolist() == [[0, 0, 0], [0, 1, 0], [0, 1, 2]]


def test_a_closed_session_lets_threads_go(graph_mode):
    v1 = graph_mode
    queue = v1.FIFOQueue(2, "float", shapes=[[]])
    runner = v1.train.QueueRunner(queue, [queue.enqueue(v1.random_normal([]))] * 2)
    with v1.Session() as session:
        threads = runner.create_threads(session, start=True)
        assert len(threads) == 2 and runner.create_threads(session) == []
        session.run(queue.dequeue())
    for thread in threads:
        thread.join(20)
        assert not thread.is_alive()


IMAGES = np.arange(40, dtype="f").reshape(10, 4)
BATCHES = {  # what makes batches of row numbers; how many rows come in each
    "in order": (lambda v1, row: v1.train.batch([row], 4), [4, 4]),
    "the last one smaller": (
        lambda v1, row: v1.train.batch([row], 4, allow_smaller_final_batch=True), [4, 4, 2],
    ),
    "shuffled by two threads": (
        lambda v1, row: v1.train.shuffle_batch([row], 5, 9, 3, num_threads=2), [5, 5],
    ),
    "of several lists": (
        lambda v1, row: v1.train.batch_join([[row], [row]], 5), [5, 5],
    ),
    "those to keep": (
        lambda v1, row: v1.train.maybe_batch([row], row < 4, 2), [2, 2],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BATCHES)
def test_batches(graph_mode, name):
    v1 = graph_mode
    make, sizes = BATCHES[name]
    _, row = v1.train.slice_input_producer([IMAGES, np.arange(10)], num_epochs=1, shuffle=False)
    found = take_all(v1, make(v1, row))
    assert [len(one) for one in found] == sizes
    rows = np.concatenate(found).tolist()
    assert sorted(rows) == list(range(sum(sizes)))


def test_form_of_batches(graph_mode):
    v1 = graph_mode
    image, row = v1.train.slice_input_producer([IMAGES, np.arange(10)], shuffle=False)
    made = v1.train.batch({"row": row, "image": image}, 3)
    assert {key: one.shape.as_list() for key, one in made.items()} == {"row": [3], "image": [3, 4]}
    single = v1.train.batch(row, 3, name="rows")
    assert single.name == "rows:0" and isinstance(v1.train.batch([row, image], 3), list)
    with pytest.raises(ValueError, match="All shapes must be fully defined"):
        v1.train.batch([v1.placeholder("float32", [None])], 3)
    with pytest.raises(ValueError, match="non-null input tensor"):
        v1.train.string_input_producer([])


def write_files(folder):
    for name in "AB":
        lines = "".join(f"{name}{i},{i},{i * 1.5}\n" for i in range(2))
        (folder / f"{name}.csv").write_text("h,i,j\n" + lines)
    return [str(folder / f"{name}.csv") for name in "AB"]


def test_reader_of_lines(graph_mode, tmp_path):
    v1 = graph_mode
    names = v1.train.string_input_producer(write_files(tmp_path), num_epochs=1, shuffle=False)
    reader = v1.TextLineReader(skip_header_lines=1)
    key, value = reader.read(names)
    name, i, f = v1.decode_csv(value, record_defaults=[[""], [0], [0.0]])
    assert (i.dtype, f.dtype, i.shape.as_list()) == ("int32", "float32", [])
    found = take_all(v1, [key, name, i, f])
    assert [one[1:] for one in found] == [
        [b"A0", 0, 0], [b"A1", 1, 1.5], [b"B0", 0, 0], [b"B1", 1, 1.5],
    ]  # fmt: skip
    assert [one[0].rpartition(b":")[2] for one in found] == [b"2", b"3", b"2", b"3"]


def test_reader_of_records(graph_mode, tmp_path):
    v1 = graph_mode
    path = str(tmp_path / "rows")
    with v1.python_io.TFRecordWriter(path) as writer:
        for i in range(4):
            label = v1.train.Feature(int64_list=v1.train.Int64List(value=[i]))
            pixels = v1.train.Feature(bytes_list=v1.train.BytesList(value=[bytes([i, 2])]))
            features = v1.train.Features(feature={"label": label, "pixels": pixels})
            writer.write(v1.train.Example(features=features).SerializeToString())
    _, record = v1.TFRecordReader().read(v1.train.string_input_producer([path], num_epochs=2))
    kinds = {key: v1.FixedLenFeature([], kind) for key, kind in
             (("label", "int64"), ("pixels", "string"))}  # fmt: skip
    parts = v1.parse_single_example(record, features=kinds)
    pixels = v1.decode_raw(parts["pixels"], "uint8")
    pixels.set_shape([2])
    found = take_all(v1, v1.train.batch([pixels, parts["label"]], 4))
    assert [one[1].tolist() for one in found] == [[0, 1, 2, 3]] * 2
    assert found[0][0].tolist() == [[0, 2], [1, 2], [2, 2], [3, 2]]


def test_reader_of_rows_of_bytes(graph_mode, tmp_path):
    v1 = graph_mode
    path = tmp_path / "rows"
    path.write_bytes(b"!" + bytes(range(6)) + b"?")
    reader = v1.FixedLengthRecordReader(2, header_bytes=1, footer_bytes=1)
    names = v1.train.string_input_producer([str(path)], num_epochs=1)
    _, value = reader.read(names)
    assert take_all(v1, value) == [b"\0\1", b"\2\3", b"\4\5"]


def test_reader_of_whole_files(graph_mode, tmp_path):
    v1 = graph_mode
    for i in range(2):
        (tmp_path / f"{i}.txt").write_text(f"content {i}")
    names = v1.train.match_filenames_once(str(tmp_path / "*.txt"))
    producer = v1.train.string_input_producer(names, num_epochs=1, shuffle=False)
    reader = v1.WholeFileReader()
    _, value = reader.read(producer)
    assert take_all(v1, value) == [b"content 0", b"content 1"]


def test_monitored_sessions_start_the_threads(graph_mode):
    v1 = graph_mode
    rows = v1.train.range_input_producer(3, num_epochs=1, shuffle=False).dequeue()
    found = []
    with v1.train.MonitoredTrainingSession() as session:
        while not session.should_stop():
            found.append(int(session.run(rows)))
    assert found == [0, 1, 2]


def test_count_up_to(graph_mode):
    v1 = graph_mode
    number = v1.Variable(0, name="number")
    step = number.count_up_to(2)
    with v1.Session() as session:
        session.run(number.initializer)
        assert [session.run(step) for _ in range(2)] == [0, 1]
        with pytest.raises(errors.OutOfRangeError, match="Reached limit of 2"):
            session.run(step)
