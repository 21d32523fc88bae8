"""Passes over datasets: threads, errors in the middle, tapes, traces, forks, early ends."""

import gc
import threading
import time

import numpy as np
import pytest

import pelton as tf

Dataset = tf.data.Dataset


def sleepy(value):
    time.sleep(0.02)
    return value


def slow_map(dataset, calls):
    return dataset.map(lambda x: tf.py_function(sleepy, [x], tf.int64), num_parallel_calls=calls)


def test_parallel_calls_overlap_and_keep_the_order():
    begin = time.perf_counter()
    one = [int(x) for x in slow_map(Dataset.range(40), 1)]
    middle = time.perf_counter()
    four = [int(x) for x in slow_map(Dataset.range(40), 4)]
    end = time.perf_counter()
    assert one == four == list(range(40))
    assert end - middle < 0.6 * (middle - begin)


@pytest.mark.parametrize("form", ["prefetch", "map"])
def test_a_generator_that_hangs_does_not_hold_the_pass_that_ends(form):
    is_over = threading.Event()

    def numbers():
        yield 1
        is_over.wait(60)

    data = Dataset.from_generator(numbers, tf.int32)
    data = data.prefetch(1) if form == "prefetch" else data.map(lambda x: x, num_parallel_calls=2)
    iterator = iter(data)
    assert int(next(iterator)) == 1
    begin = time.monotonic()
    del iterator
    gc.collect()
    assert time.monotonic() - begin < 5
    is_over.set()


def test_prefetch_works_ahead():
    made = []

    def numbers():
        for i in range(10):
            made.append(i)
            yield i

    data = Dataset.from_generator(numbers, tf.int32).prefetch(3)
    first = iter(data)
    assert int(next(first)) == 0
    deadline = time.monotonic() + 5
    while len(made) < 4 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert 4 <= len(made) <= 6


@pytest.mark.parametrize("ahead", [0, 1, 4])
def test_an_error_in_the_middle_leaves_the_rest(ahead):
    data = Dataset.from_tensor_slices([1, 0, 2]).map(lambda x: 4 // x).prefetch(ahead)
    numbers = iter(data)
    assert int(next(numbers)) == 4
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"element 1 of map\(<lambda>\), .*:"):
        next(numbers)
    assert int(next(numbers)) == 2
    with pytest.raises(StopIteration):
        next(numbers)


def test_errors_of_generators_are_those_of_ops_and_follow_their_own():
    def numbers():
        yield 1
        raise KeyError("lost")

    for data in (Dataset.from_generator(numbers, tf.int32),):
        for passed in (data, data.prefetch(2), data.map(lambda x: x, num_parallel_calls=2)):
            with pytest.raises(tf.errors.UnknownError, match="KeyError: 'lost'") as caught:
                list(passed)
            assert isinstance(caught.value.__cause__, KeyError)


def threads():
    return len([t for t in __import__("os").listdir("/proc/self/task")])


def test_passes_that_end_early_leave_no_threads():
    before = threads()
    for _ in range(20):
        for _ in slow_map(Dataset.range(100), 3).prefetch(2):
            break
    gc.collect()
    assert threads() <= before + 1


def test_two_passes_at_once():
    data = Dataset.range(6).shuffle(6, seed=1).prefetch(1)
    one, other = iter(data), iter(data)
    pairs = [(int(next(one)), int(next(other))) for _ in range(6)]
    assert sorted(a for a, _ in pairs) == sorted(b for _, b in pairs) == list(range(6))


def test_one_pass_of_two_threads_gives_each_element_once():
    numbers, seen = iter(Dataset.range(2000).map(lambda x: x + 1)), []
    workers = [threading.Thread(target=lambda: seen.extend(int(x) for x in numbers)) for _ in "ab"]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert sorted(seen) == list(range(1, 2001))


def test_tapes_do_not_see_a_pass():
    v = tf.Variable(2.0)
    data = Dataset.from_tensor_slices([1.0, 2.0]).map(lambda x: x * v)
    with tf.GradientTape() as tape:
        total = sum(v * x for x in data)
    assert float(tape.gradient(total, v)) == 6.0
    assert v.numpy() == 2.0


def test_map_reads_variables_anew():
    v = tf.Variable(2.0)
    data = Dataset.from_tensor_slices([1.0]).map(lambda x: x * v)
    assert float(next(iter(data))) == 2.0
    v.assign(5.0)
    assert float(next(iter(data))) == 5.0


def test_functions_that_iterate_see_new_elements():
    data = Dataset.range(4).shuffle(4, seed=3)
    total = tf.Variable(0, dtype=tf.int64)

    @tf.function
    def run():
        for x in data:
            total.assign_add(x)
        return next(iter(data))

    firsts = {int(run()) for _ in range(12)}
    assert total.numpy() == 12 * 6 and len(firsts) > 1


def test_functions_are_traced_once():
    calls = []

    def double(x):
        calls.append(x)
        return x * 2

    data = Dataset.range(5).map(double)
    assert [int(x) for x in data] == [0, 2, 4, 6, 8] and len(calls) == 1


def test_functions_that_read_values_run_as_python():
    data = Dataset.range(4).map(lambda x: x if x.numpy() % 2 else -x)
    assert [int(x) for x in data] == [0, 1, -2, 3]
    assert data.element_spec == tf.TensorSpec((), tf.int64)


def test_random_numbers_of_functions_differ_by_element_and_pass():
    tf.random.set_seed(None)
    data = Dataset.range(8).map(lambda x: tf.random.uniform([]))
    assert len({*(float(x) for x in data), *(float(x) for x in data)}) == 16


def test_random_numbers_of_functions_follow_from_the_seed():
    """As in TensorFlow: each pass begins the streams of a function's ops anew."""
    tf.random.set_seed(3)
    data = Dataset.range(8).map(lambda x: tf.random.uniform([]))
    first = [float(x) for x in data]
    assert len(set(first)) == 8
    assert [float(x) for x in data.map(lambda x: x, num_parallel_calls=2)] == first


def test_batches_do_not_share_bytes():
    x = np.arange(12.0).reshape(6, 2)
    batches = list(Dataset.from_tensor_slices(x).batch(2))
    x[:] = 0
    assert [b.numpy().sum() for b in batches] == [6.0, 22.0, 38.0]


def test_saved_elements_are_read_again(tmp_path):
    data = Dataset.from_tensor_slices(({"a": np.arange(5)}, np.ones((5, 2), "float32")))
    data.save(str(tmp_path / "d"))
    back = Dataset.load(str(tmp_path / "d"))
    assert back.element_spec == data.element_spec
    for one, other in zip(data, back, strict=True):
        assert int(one[0]["a"]) == int(other[0]["a"]) and one[1].numpy().tolist() == [1, 1]
    with pytest.raises(tf.errors.NotFoundError, match="nothing"):
        Dataset.load(str(tmp_path / "nothing"))


@pytest.mark.parametrize("way", ["cache", "snapshot"])
def test_a_whole_pass_is_kept_in_files(tmp_path, way):
    calls = []

    def numbers():
        calls.append(1)
        yield from range(4)

    data = getattr(Dataset.from_generator(numbers, tf.int64), way)(str(tmp_path / "kept"))
    next(iter(data))  # of no whole pass
    assert [int(x) for x in data] == [int(x) for x in data] == [0, 1, 2, 3]
    assert len(calls) == 2


def test_large_ranges_take_no_memory():
    assert len(Dataset.range(10**15)) == 10**15
    assert int(next(iter(Dataset.range(10**15).skip(5)))) == 5
