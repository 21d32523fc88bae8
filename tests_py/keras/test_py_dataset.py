"""PyDataset and other iterables of batches in fit: order, hooks, workers, errors."""

import os
import sys
import threading
import types

import numpy as np
import pytest

from pelton import keras


class Batches(keras.utils.PyDataset):
    """Batches of 2 rows whose values are the index."""

    def __init__(self, count=5, **kwargs):
        super().__init__(**kwargs)
        self.count, self.seen, self.threads = count, [], set()

    def __len__(self):
        return self.count

    def __getitem__(self, index):
        self.seen.append(index)
        self.threads.add(threading.get_ident())
        return np.full((2, 3), index, "float32"), np.full((2, 1), index, "float32")

    def on_epoch_begin(self):
        self.seen.append("begin")

    def on_epoch_end(self):
        self.seen.append("end")


def model():
    made = keras.Sequential([keras.Input((3,)), keras.layers.Dense(1, kernel_initializer="ones")])
    made.compile("sgd", "mse")
    return made


WORKERS = {"none": {}, "threads": {"workers": 3}, "processes": {"use_multiprocessing": True}}


@pytest.mark.parametrize("kind", WORKERS)
def test_all_batches_come_in_order(kind):
    found = model().predict(Batches(**WORKERS[kind]), verbose=0)
    assert np.array_equal(found[:, 0], np.repeat(np.arange(5.0), 2) * 3)


def test_each_epoch_has_its_hooks_and_a_new_order():
    keras.utils.set_random_seed(2)
    data = Batches(8)
    history = model().fit(data, epochs=2, verbose=0)
    assert len(history.history["loss"]) == 2 and history.params["steps"] == 8
    passes = " ".join(map(str, data.seen)).split("begin")[1:]
    orders = [text.replace("end", "").split() for text in passes]
    assert all(sorted(order) == sorted(map(str, range(8))) for order in orders)
    assert orders[0] != orders[1] and data.seen.count("end") == 2


def test_order_is_kept_without_shuffle():
    data = Batches(6)
    model().fit(data, shuffle=False, verbose=0)
    assert data.seen == ["begin", *range(6), "end"]


def test_workers_read_ahead_in_threads_of_their_own():
    data = Batches(20, workers=2, max_queue_size=4)
    model().evaluate(data, verbose=0)
    assert threading.get_ident() not in data.threads and 1 <= len(data.threads) <= 2


def test_endless_data_needs_steps_and_goes_on():
    class Endless(Batches):
        num_batches = None
        __len__ = None

    data = Endless()
    model().fit(data, steps_per_epoch=3, epochs=2, verbose=0)
    assert [index for index in data.seen if index != "begin"][:6] == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("kind", WORKERS)
def test_errors_of_the_data_reach_the_user(kind):
    class Broken(Batches):
        def __getitem__(self, index):
            if index == 2:
                raise KeyError("lost file")
            return super().__getitem__(index)

    with pytest.raises(KeyError, match="lost file"):
        model().predict(Broken(**WORKERS[kind]), verbose=0)


@pytest.mark.parametrize("options", [{"workers": -1}, {"max_queue_size": "a"}, {"workers": 1.5}])
def test_bad_options_are_refused(options):
    with pytest.raises(ValueError, match="must be an integer"):
        Batches(**options)


def test_bad_numbers_of_batches_are_refused():
    class Odd(Batches):
        num_batches = 2.5

    with pytest.raises(ValueError, match="num_batches"):
        model().fit(Odd(), verbose=0)
    with pytest.raises(NotImplementedError, match="__getitem__"):
        keras.utils.PyDataset()[0]


def test_subclass_need_not_call_init():
    class Plain(keras.utils.Sequence):
        def __init__(self):
            self.pid = os.getpid()

        def __len__(self):
            return 2

        def __getitem__(self, index):
            return np.ones((2, 3), "float32")

    assert model().predict(Plain(), verbose=0).shape == (4, 1)


class ForeignTensor:
    """An array of another library, as a torch tensor is one."""

    def __init__(self, array):
        self.array = array
        self.shape, self.dtype = array.shape, array.dtype

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self.array, dtype)


class Loader:
    """What torch's DataLoader looks like: lists of its tensors, with a length."""

    def __len__(self):
        return 3

    def __iter__(self):
        for index in range(3):
            x = np.full((2, 3), index, "float32")
            yield [ForeignTensor(x), ForeignTensor(x[:, :1])]


def test_loaders_of_other_libraries_give_batches(monkeypatch):
    torch_data = types.SimpleNamespace(DataLoader=Loader)
    monkeypatch.setitem(sys.modules, "torch.utils.data", torch_data)
    history = model().fit(Loader(), epochs=2, verbose=0)
    assert history.params["steps"] == 3 and np.isfinite(history.history["loss"]).all()


class Frame:
    """What a pandas frame shows of itself."""

    def __init__(self, array):
        self.array = array

    def to_numpy(self):
        return self.array


def test_frames_are_arrays():
    x = np.ones((6, 3), "float32")
    history = model().fit(Frame(x), Frame(x[:, :1]), batch_size=2, verbose=0)
    assert history.params["steps"] == 3
