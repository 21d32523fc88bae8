"""load_data and load_sample: where they look, what they refuse, and what a download may do."""

import hashlib
import importlib
import io
import os
import pkgutil
import time
import zipfile

import numpy as np
import pytest

from pelton.keras import datasets
from pelton.keras.datasets import cache, mnist, secure_download
from pelton.keras.datasets.errors import DatasetFileError, DatasetUnavailableError, DownloadError


def arrays(n_train=5, n_test=3):
    """A small data set with MNIST's keys, shapes and dtypes."""
    rng = np.random.default_rng(0)
    made = {}
    for part, count in (("train", n_train), ("test", n_test)):
        made[f"x_{part}"] = rng.integers(0, 256, (count, 28, 28), dtype=np.uint8)
        made[f"y_{part}"] = rng.integers(0, 10, count, dtype=np.uint8)
    return made


def npz(**changes):
    """The bytes of an .npz with `arrays()`, changed; None drops a key."""
    content = {key: value for key, value in {**arrays(), **changes}.items() if value is not None}
    out = io.BytesIO()
    np.savez_compressed(out, **content)
    return out.getvalue()


class Response(io.BytesIO):
    """What open_url returns, with a Content-Length that may lie."""

    def __init__(self, data, length=None):
        super().__init__(data)
        self.headers = {"Content-Length": str(len(data) if length is None else length)}


@pytest.fixture
def homes(tmp_path, monkeypatch):
    """A Keras home, a user's folder and a temporary folder of their own, and no network."""
    for name in ("home", "user", "tmp"):
        (tmp_path / name).mkdir()
    monkeypatch.setenv("KERAS_HOME", str(tmp_path / "home"))
    monkeypatch.delenv(cache.DATA_DIR_VARIABLE, raising=False)
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path / "tmp"))

    def no_network(url, timeout):
        raise OSError("no network here")

    monkeypatch.setattr(secure_download, "open_url", no_network)
    return tmp_path


@pytest.fixture
def served(homes, monkeypatch):
    """Serves `npz()` as if it were MNIST; counts the requests."""
    data, requests = npz(), []

    def open_url(url, timeout):
        requests.append((url, timeout))
        return Response(data)

    monkeypatch.setattr(secure_download, "open_url", open_url)
    monkeypatch.setattr(mnist, "SHA256", hashlib.sha256(data).hexdigest())
    return requests


def in_cache(homes, data):
    folder = homes / "home" / "datasets"
    folder.mkdir(exist_ok=True)
    (folder / "mnist.npz").write_bytes(data)
    return folder / "mnist.npz"


def test_sample_is_the_start_of_mnist():
    (x_train, y_train), (x_test, y_test) = mnist.load_sample()
    assert x_train.shape == (6000, 28, 28) and x_test.shape == (1000, 28, 28)
    assert y_train.shape == (6000,) and y_test.shape == (1000,)
    assert all(a.dtype == np.uint8 for a in (x_train, y_train, x_test, y_test))
    assert y_train[:10].tolist() == [5, 0, 4, 1, 9, 2, 1, 3, 1, 4]
    assert y_test[:10].tolist() == [7, 2, 1, 0, 4, 1, 4, 9, 5, 9]
    x_train[0, 0, 0] = 1  # the arrays are the caller's


def test_sample_ships_with_its_licence_and_is_small():
    folder = os.path.dirname(mnist.__file__)
    with open(os.path.join(folder, "mnist_sample.LICENSE.txt"), encoding="utf-8") as file:
        text = file.read()
    for words in ("Yann LeCun and Corinna Cortes", "ShareAlike 3.0", "6,000", "1,000"):
        assert words in text
    assert os.path.getsize(os.path.join(folder, "mnist_sample.npz")) < 1_300_000


def test_users_folder_comes_first_and_is_not_hashed(homes, monkeypatch):
    in_cache(homes, npz())
    (homes / "user" / "mnist.npz").write_bytes(npz())
    monkeypatch.setenv(cache.DATA_DIR_VARIABLE, str(homes / "user"))
    (x_train, _), (x_test, _) = mnist.load_data()
    assert len(x_train) == 5 and len(x_test) == 3


def test_downloads_once_then_reads_the_cache(served, homes, capsys):
    first = mnist.load_data()
    again = mnist.load_data()
    assert np.array_equal(first[0][0], again[0][0]) and len(served) == 1
    url, timeout = served[0]
    assert url == mnist.URL and url.startswith("https://") and timeout <= 10
    assert capsys.readouterr().out.startswith(f"Downloading data from {mnist.URL}\n")
    assert os.listdir(homes / "home" / "datasets") == ["mnist.npz"]


def test_users_folder_without_the_file_goes_on_to_the_cache(served, homes, monkeypatch):
    monkeypatch.setenv(cache.DATA_DIR_VARIABLE, str(homes / "user"))
    mnist.load_data()
    assert (homes / "home" / "datasets" / "mnist.npz").exists() and not os.listdir(homes / "user")


def test_without_data_the_error_says_what_to_do(homes):
    with pytest.raises(DatasetUnavailableError) as caught:
        mnist.load_data()
    wanted = str(homes / "home" / "datasets" / "mnist.npz")
    for words in (wanted, mnist.URL, "load_sample", "no network here", "PELTON_DATA_DIR"):
        assert words in str(caught.value)
    assert isinstance(caught.value, OSError)


def test_cached_file_with_wrong_hash_is_replaced(served, homes, capsys):
    path = in_cache(homes, npz()[:-7])
    mnist.load_data()
    assert len(served) == 1 and hashlib.sha256(path.read_bytes()).hexdigest() == mnist.SHA256
    assert "SHA-256 differs" in capsys.readouterr().out


def test_cached_file_with_wrong_hash_is_never_used(homes):
    path = in_cache(homes, npz())
    with pytest.raises(DatasetUnavailableError, match="SHA-256 is not that of MNIST"):
        mnist.load_data()
    assert path.read_bytes() == npz()


def test_cache_that_cannot_be_written_falls_back(served, homes, monkeypatch):
    (homes / "home" / "datasets").write_text("a file where the folder should be")
    mnist.load_data()
    assert (homes / "tmp" / ".keras" / "datasets" / "mnist.npz").exists()
    mnist.load_data()
    assert len(served) == 1


def test_read_only_cache_still_serves_and_writes_elsewhere(served, homes, monkeypatch):
    mnist.load_data()
    refused = str(homes / "home")
    access = os.access
    monkeypatch.setattr(
        os, "access", lambda path, mode: not str(path).startswith(refused) and access(path, mode)
    )
    mnist.load_data()
    assert len(served) == 1
    os.unlink(homes / "home" / "datasets" / "mnist.npz")
    mnist.load_data()
    assert (homes / "tmp" / ".keras" / "datasets" / "mnist.npz").exists()


def test_no_writable_cache_at_all_is_said(homes, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(DatasetUnavailableError, match="cannot be written"):
        mnist.load_data()


def test_absolute_path_is_that_file(served, homes):
    path = homes / "own" / "digits.npz"
    mnist.load_data(str(path))
    assert path.exists() and len(served) == 1
    path.write_bytes(npz(**arrays(2, 2)))  # now the user's own file
    assert len(mnist.load_data(str(path))[0][0]) == 2 and len(served) == 1


@pytest.mark.parametrize("path", ["../mnist.npz", "a/../../b.npz", "", "..\\mnist.npz"])
def test_relative_path_stays_inside_the_cache(served, path):
    with pytest.raises(ValueError, match="must stay inside the cache"):
        mnist.load_data(path)
    assert not served


BAD_FILES = {
    "truncated": npz()[:-40],
    "half": npz()[: len(npz()) // 2],
    "empty": b"",
    "not a zip": b"<html>moved</html>" * 100,
    "missing key": npz(y_test=None),
    "extra key": npz(more=np.zeros(1)),
    "wrong image shape": npz(x_test=np.zeros((3, 28, 27), np.uint8)),
    "flat images": npz(x_test=np.zeros((3, 784), np.uint8)),
    "no images": npz(x_test=np.zeros((0, 28, 28), np.uint8), y_test=np.zeros(0, np.uint8)),
    "float images": npz(x_train=np.zeros((5, 28, 28), np.float32)),
    "wide labels": npz(y_train=np.zeros(5, np.int64)),
    "two-dimensional labels": npz(y_train=np.zeros((5, 1), np.uint8)),
    "label count": npz(y_train=np.zeros(4, np.uint8)),
    "label 10": npz(y_train=np.array([0, 1, 10, 3, 4], np.uint8)),
    "pickle": npz(y_train=np.array([print] * 5, dtype=object)),
}


def test_every_loader_has_five_bad_files():
    names = [module.name for module in pkgutil.iter_modules(datasets.__path__)]
    modules = [importlib.import_module(f"pelton.keras.datasets.{name}") for name in names]
    loaders = [name for name, m in zip(names, modules, strict=True) if hasattr(m, "load_data")]
    assert set(loaders) == datasets._MODULES and len(BAD_FILES) >= 5


@pytest.mark.parametrize("name", BAD_FILES)
def test_bad_file_is_refused_by_name(name, homes):
    path = homes / "bad.npz"
    path.write_bytes(BAD_FILES[name])
    with pytest.raises(DatasetFileError) as caught:
        mnist.load_data(str(path))
    assert str(path) in str(caught.value)


def test_messages_name_key_dtype_shape_and_position(homes):
    path = homes / "bad.npz"
    path.write_bytes(BAD_FILES["wrong image shape"])
    with pytest.raises(DatasetFileError, match=r"x_test .* uint8 .*\(3, 28, 27\); expected uint8"):
        mnist.load_data(str(path))
    path.write_bytes(BAD_FILES["label 10"])
    with pytest.raises(DatasetFileError, match=r"y_train\[2\] is 10"):
        mnist.load_data(str(path))
    path.write_bytes(BAD_FILES["pickle"])
    with pytest.raises(DatasetFileError, match="pickled objects"):
        mnist.load_data(str(path))


def test_every_flipped_byte_is_refused_or_harmless(homes):
    """Corruption gives our error or the same arrays: never a crash, never other numbers."""
    good, path = npz(**arrays(2, 1)), homes / "bad.npz"
    path.write_bytes(good)
    expected = mnist.load_data(str(path))
    rng = np.random.default_rng(1)
    for position in rng.choice(len(good), 300, replace=False):
        damaged = bytearray(good)
        damaged[position] ^= 0x55
        path.write_bytes(damaged)
        try:
            loaded = mnist.load_data(str(path))
        except DatasetFileError:
            continue
        for a, b in zip(sum(loaded, ()), sum(expected, ()), strict=True):
            assert np.array_equal(a, b), position


def test_archive_that_unpacks_too_large_is_refused(homes):
    path = homes / "bomb.npz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for key in arrays():
            archive.writestr(f"{key}.npy", bytes(300 << 20) if key == "x_train" else b"")
    with pytest.raises(DatasetFileError):
        mnist.read_archive(str(path), mnist._SPECS, 200 << 20)


def failing(served_data, **options):
    return lambda url, timeout: Response(served_data, **options)


class Stalled(Response):
    """Sends a little, then nothing until the socket's timeout."""

    def read(self, size=-1):
        if self.tell():
            raise TimeoutError("The read operation timed out")
        return super().read(10)


BAD_ANSWERS = {
    "wrong content": (failing(npz(**arrays(1, 1))), "SHA-256 is"),
    "cut off": (failing(npz()[:-9], length=len(npz())), "ended after"),
    "stalled": (lambda url, timeout: Stalled(npz()), "timed out"),
    "too large": (failing(bytes(10), length=1 << 40), "announces 1099511627776 bytes"),
    "larger than announced": (failing(bytes(17 << 20), length=5), "more than the"),
}


@pytest.mark.parametrize("name", BAD_ANSWERS)
def test_bad_download_leaves_the_old_file_and_no_part(name, served, homes, monkeypatch):
    path = in_cache(homes, b"old")
    answer, words = BAD_ANSWERS[name]
    monkeypatch.setattr(secure_download, "open_url", answer)
    with pytest.raises(DatasetUnavailableError, match=words):
        mnist.load_data()
    assert path.read_bytes() == b"old" and os.listdir(path.parent) == ["mnist.npz"]


def test_part_file_of_a_killed_process_is_never_read_and_goes_away(served, homes):
    part = in_cache(homes, b"").parent / "mnist.npz.abc.part"
    part.write_bytes(npz())
    os.utime(part, (time.time() - 7200,) * 2)
    fresh = part.with_name("mnist.npz.def.part")
    fresh.write_bytes(b"of a process at work")
    mnist.load_data()
    assert not part.exists() and fresh.exists() and len(served) == 1


def test_slow_download_ends_at_the_limit(served, monkeypatch):
    monkeypatch.setattr(secure_download, "TOTAL_TIMEOUT", -1.0)
    with pytest.raises(DatasetUnavailableError, match="not complete after"):
        mnist.load_data()


@pytest.mark.parametrize("url", ["http://example.org/a", "file:///etc/passwd", "ftp://h/a"])
def test_only_https_is_opened(url):
    with pytest.raises(DownloadError, match="only https"):
        secure_download.open_url(url, 1.0)
