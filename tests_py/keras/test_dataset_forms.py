"""The data sets beside MNIST: forms, splits, samples, and files that are none."""

import gzip
import hashlib
import io
import os
import pickle
import struct
import tarfile

import numpy as np
import pytest

from pelton.keras import datasets
from pelton.keras.datasets import dataset_file, plain_pickle
from pelton.keras.datasets.errors import DatasetFileError, DatasetUnavailableError

NAMES = sorted(datasets._MODULES - {"mnist"})
TEXTS = [[1, 5, 2, 9], [3], [7, 7, 1], [2, 4]]
KEPT = [[1, 4, 8, 5, 2], [1, 6], [1, 10, 10, 4], [1, 5, 7]]  # the last word is left out


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A folder of the user's with files of each form, and no network."""
    monkeypatch.setenv("KERAS_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PELTON_DATA_DIR", str(tmp_path / "user"))

    def no_network(*args, **kwargs):
        raise OSError("no network here")

    monkeypatch.setattr("pelton.keras.datasets.web_file.download", no_network)
    (tmp_path / "user").mkdir()
    return tmp_path / "user"


def texts(*lists):
    found = np.empty(len(lists), dtype=object)
    found[:] = lists
    return found


@pytest.mark.parametrize("name", NAMES)
def test_sample_has_the_form_of_the_data(name):
    (x, y), (x_test, y_test) = getattr(datasets, name).load_sample()
    assert len(x) == len(y) == 600 and len(x_test) == len(y_test) == 200
    assert x.dtype == x_test.dtype and y.ndim == (2 if name.startswith("cifar") else 1)
    (again, _), _ = getattr(datasets, name).load_sample()
    assert all(np.array_equal(a, b) for a, b in zip(x, again, strict=True))


@pytest.mark.parametrize("name", NAMES)
def test_no_file_is_said_with_what_to_do(name):
    with pytest.raises(DatasetUnavailableError, match="no network here") as caught:
        getattr(datasets, name).load_data()
    for words in ("https://", "PELTON_DATA_DIR", f"{name}.load_sample()"):
        assert words in str(caught.value)


def test_imdb_options(folder):
    np.savez(
        folder / "imdb.npz",
        x_train=texts(*TEXTS), y_train=np.arange(4), x_test=texts(*TEXTS), y_test=np.arange(4),
    )  # fmt: skip
    (x, y), (x_test, y_test) = datasets.imdb.load_data()
    assert x.dtype == object and isinstance(x[0], list) and np.array_equal(y, y_test)
    assert [x[list(y).index(i)] for i in range(4)] == KEPT
    (x, y), _ = datasets.imdb.load_data(num_words=8, skip_top=5, maxlen=4, index_from=0)
    assert sorted(y) == [1, 3] and x[list(y).index(3)] == [2, 2, 2]
    (x, y), _ = datasets.imdb.load_data(start_char=None, oov_char=None, num_words=8)
    assert x[list(y).index(0)] == [4, 5]
    with pytest.raises(ValueError, match="maxlen=1"):
        datasets.imdb.load_data(maxlen=1)
    with pytest.raises(TypeError, match="words"):
        datasets.imdb.load_data(words=3)


def test_reuters_split_and_index(folder):
    np.savez(folder / "reuters.npz", x=texts(*TEXTS * 5), y=np.arange(20))
    (x, y), (x_test, y_test) = datasets.reuters.load_data(test_split=0.25)
    assert len(x) == 15 and len(x_test) == 5 and sorted([*y, *y_test]) == list(range(20))
    (folder / "reuters_word_index.json").write_text('{"a": 1}')
    assert datasets.reuters.get_word_index() == {"a": 1}
    (folder / "reuters_word_index.json").write_text("{")
    with pytest.raises(DatasetFileError, match="not a JSON file"):
        datasets.reuters.get_word_index()


@pytest.mark.parametrize(
    "name, features, dtype", [("boston_housing", 13, "f8"), ("california_housing", 8, "f4")]
)
def test_tables_are_split_as_keras_splits_them(folder, name, features, dtype):
    x, y = np.arange(40 * features, dtype=dtype).reshape(40, features), np.arange(40, dtype=dtype)
    np.savez(folder / f"{name}.npz", x=x, y=y)
    (x_train, y_train), (x_test, y_test) = getattr(datasets, name).load_data(seed=7)
    order = np.arange(40)
    np.random.RandomState(7).shuffle(order)
    assert np.array_equal(y_train, y[order[:32]]) and np.array_equal(x_test, x[order[32:]])
    with pytest.raises(ValueError, match="test_split"):
        getattr(datasets, name).load_data(test_split=-0.1)
    np.savez(folder / f"{name}.npz", x=x[:, 1:], y=y)
    with pytest.raises(DatasetFileError, match=f"{name}.npz"):
        getattr(datasets, name).load_data()


def cifar_archive(inner, members):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for name, content in members.items():
            data = pickle.dumps(content, protocol=2)
            info = tarfile.TarInfo(f"{inner}/{name}")
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def cifar_batch(count, labels):
    rows = np.arange(count * 3072, dtype=np.int64).reshape(count, 3072) % 251
    return {b"data": rows.astype("uint8"), **{label: list(range(count)) for label in labels}}


def test_cifar_is_read_from_its_archive(folder, monkeypatch):
    target = folder / "cifar-10-batches-py-target"  # what the user unpacked is taken too
    names = [*(f"data_batch_{i}" for i in range(1, 6)), "test_batch"]
    data = cifar_archive(
        "cifar-10-batches-py", {name: cifar_batch(3, [b"labels"]) for name in names}
    )
    archive = folder / "served.tar.gz"
    archive.write_bytes(data)
    monkeypatch.setattr(
        "pelton.keras.datasets.web_file.download",
        lambda url, place, digest, **_: os.link(archive, place),
    )
    monkeypatch.setattr(
        datasets.cifar10, "_FILE",
        dataset_file.DatasetFile("cifar10", "https://localhost/c.tar.gz",
                                 hashlib.sha256(data).hexdigest(), unpacked=target.name),
    )  # fmt: skip
    (x, y), (x_test, y_test) = datasets.cifar10.load_data()
    assert x.shape == (15, 32, 32, 3) and y.shape == (15, 1) and x_test.shape == (3, 32, 32, 3)
    rows = cifar_batch(3, [])[b"data"]
    assert np.array_equal(x[1, 2, 5], rows[1].reshape(3, 32, 32)[:, 2, 5]) and y[4, 0] == 1


class Evil:
    def __reduce__(self):
        return (os.system, ("touch /tmp/pelton_evil",))


def test_pickles_that_name_code_are_refused():
    for value in (Evil(), [1, Evil()], {b"data": Evil()}):
        with pytest.raises(DatasetFileError, match="not allowed in a data set"):
            plain_pickle.read_pickle("file", pickle.dumps(value))
    assert not os.path.exists("/tmp/pelton_evil")
    with pytest.raises(DatasetFileError, match="not a pickle"):
        plain_pickle.read_pickle("file", b"nothing")
    assert plain_pickle.read_pickle("file", pickle.dumps([1, "a", np.ones(2)]))[2].sum() == 2


def idx(array):
    head = struct.pack(f">{array.ndim + 1}I", 8 << 8 | array.ndim, *array.shape)
    return gzip.compress(head + array.tobytes())


def test_fashion_mnist_files(folder):
    x = np.arange(3 * 784, dtype=np.int64).reshape(3, 28, 28).astype("uint8")
    for part in ("train", "t10k"):
        (folder / f"{part}-images-idx3-ubyte.gz").write_bytes(idx(x))
        (folder / f"{part}-labels-idx1-ubyte.gz").write_bytes(idx(np.arange(3, dtype="uint8")))
    (images, labels), (other, _) = datasets.fashion_mnist.load_data()
    assert np.array_equal(images, x) and list(labels) == [0, 1, 2] and np.array_equal(other, x)
    bad = (idx(x[:, :5]), idx(x[:2]), b"nothing", gzip.compress(b"\0\0\x08\x03"), idx(x)[:-20])
    for data in bad:
        (folder / "t10k-images-idx3-ubyte.gz").write_bytes(data)
        with pytest.raises(DatasetFileError, match="t10k"):
            datasets.fashion_mnist.load_data()
