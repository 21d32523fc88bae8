"""Files that want something else than to be read are refused; writing is whole or not at all."""

import fcntl
import os
import random
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from pelton import keras

pytest.importorskip("h5py", reason="pip install 'pelton[saving]'")
from save_child import made  # noqa: E402

HERE = Path(__file__).parent
KILLS = int(os.environ.get("PELTON_KILLS", "6"))


def test_malicious_files_are_refused_and_nothing_is_touched():
    done = subprocess.run(
        [sys.executable, HERE / "malicious_files.py"],
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.returncode == 0, done.stderr[-2000:]
    *lines, last = done.stdout.splitlines()
    assert lines == []
    tried, loaded = (int(word) for word in last.split()[1::2])
    assert tried >= 250
    assert loaded <= 3  # an altered byte that no reader looks at


@pytest.mark.parametrize("ending", [".keras", ".h5"])
def test_a_killed_save_leaves_no_torn_file(ending, tmp_path):
    path = tmp_path / f"m{ending}"
    draw = random.Random(0)
    for _ in range(KILLS if ending == ".keras" else 3):
        child = subprocess.Popen(
            [sys.executable, HERE / "save_child.py", path],
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        child.stdout.readline()
        time.sleep(draw.random() * 0.05)
        child.send_signal(signal.SIGKILL)
        child.wait()
        child.stdout.close()
        values = {
            float(v)
            for w in keras.models.load_model(path, compile=False).get_weights()
            for v in np.unique(w)
        }
        assert values in ({1.0}, {2.0})
    made(1.0, 4).save(path)
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


def test_what_a_killed_save_left_goes_and_what_another_process_writes_stays(tmp_path):
    path, other = tmp_path / "m.keras", tmp_path / ".n.keras.0123.part"
    left, written = tmp_path / ".m.keras.0123.part", tmp_path / ".m.keras.4567.part"
    for one in (left, written, other):
        one.write_bytes(b"half of it")
    with written.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        made(1.0, 4).save(path)
    assert {one.name for one in tmp_path.iterdir()} == {path.name, written.name, other.name}


def test_two_processes_save_to_one_path(tmp_path):
    path = tmp_path / "m.keras"
    children = [
        subprocess.Popen(
            [sys.executable, HERE / "save_child.py", path],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        for _ in range(2)
    ]
    for child in children:
        child.stdout.readline()
    time.sleep(0.5)
    assert [child.poll() for child in children] == [None, None]
    for child in children:
        child.kill()
        child.communicate()
    assert len(np.unique(keras.models.load_model(path).get_weights()[0])) == 1


@pytest.mark.parametrize("name", ["m.keras", "m.h5", "m.weights.h5"])
def test_a_full_disk_leaves_the_old_file(name, tmp_path):
    path = tmp_path / name
    save = "save_weights" if "weights" in name else "save"
    getattr(made(1.0, 4), save)(path)
    before = path.read_bytes()
    larger = made(2.0, 200)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 1000, limits[1]))
    try:
        with pytest.raises(OSError):
            getattr(larger, save)(path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handler)
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == [name]


def test_what_does_not_fit_changes_nothing(tmp_path):
    path = tmp_path / "m.weights.h5"
    wide = keras.Sequential([keras.Input((4,)), keras.layers.Dense(4), keras.layers.Dense(3)])
    narrow = keras.Sequential([keras.Input((4,)), keras.layers.Dense(4), keras.layers.Dense(2)])
    wide.save_weights(path)
    before = narrow.get_weights()
    with pytest.raises(ValueError, match=r"dense_\d+/kernel' has shape \(4, 2\), .* \(4, 3\)"):
        narrow.load_weights(path)
    for found, expected in zip(narrow.get_weights(), before, strict=True):
        np.testing.assert_array_equal(found, expected)
    with pytest.warns(UserWarning, match="A total of 1 objects could not be loaded"):
        narrow.load_weights(path, skip_mismatch=True)
    np.testing.assert_array_equal(narrow.get_weights()[0], wide.get_weights()[0])
    np.testing.assert_array_equal(narrow.get_weights()[2], before[2])


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda m, p: m.save(p / "m.txt"), ValueError, "Invalid filepath extension"),
        (lambda m, p: m.save(p / "no" / "m.keras"), FileNotFoundError, "no"),
        (lambda m, p: m.save(p / "m.keras", stuff=1), ValueError, r"not supported: \['stuff'\]"),
        (lambda m, p: m.save_weights(p / "m.h5"), ValueError, "must end in `.weights.h5`"),
        (lambda m, p: m.load_weights(p / "m.npz"), ValueError, "File format not supported"),
        (lambda m, p: m.load_weights(p / "m.weights.h5"), FileNotFoundError, "m.weights.h5"),
        (lambda m, p: m.load_weights(p / "m.keras", by_name=True), ValueError, "`by_name` only"),
        (lambda m, p: keras.models.load_model(p / "m.keras"), ValueError, "File not found"),
        (lambda m, p: keras.models.load_model(p / "m"), ValueError, "File format not supported"),
        (lambda m, p: keras.models.model_from_json("[1]"), ValueError, "describes no model"),
    ],
)
def test_wrong_paths_and_arguments_say_so(call, error, message, tmp_path):
    with pytest.raises(error, match=message):
        call(made(1.0, 2), tmp_path)


def test_without_h5py_the_message_says_how_to_get_it(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "h5py", None)
    with pytest.raises(ImportError, match=r"pip install 'pelton\[saving\]'"):
        made(1.0, 2).save(tmp_path / "m.keras")
    assert list(tmp_path.iterdir()) == []


def heap_without_a_size(data):
    """The free space among texts takes no bytes: the HDF5 library goes over it for ever."""
    at = data.index(b"GCOL") + 16
    while data[at : at + 2] != b"\0\0":
        at += 16 + (int.from_bytes(data[at + 8 : at + 16], "little") + 7) // 8 * 8
    data[at + 8 : at + 16] = bytes(8)


def sequence_for_a_text(data):
    """An attribute's text is a sequence of anything: the HDF5 library follows its pointers."""
    at = data.index(b"training_config\0") + 16
    assert data[at : at + 2] == b"\x19\1"
    data[at + 1] = 0xFF


def wrong_table_of_names(data):
    data[data.index(b"TREE")] ^= 1


FORGERIES = {
    heap_without_a_size: "m.h5 is no HDF5 file, or a damaged one: the heap at",
    sequence_for_a_text: "`training_config` of '/' in the file is no text",
    wrong_table_of_names: r"m.h5 is (a damaged HDF5 file|no HDF5 file, or a damaged one): ",
}


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda one: one.__name__)
def test_forged_hdf5_is_refused_before_the_library_follows_it(forge, tmp_path):
    path = tmp_path / "m.h5"
    model = made(1.0, 4)
    model.compile("adam", "mse")
    model.train_on_batch(np.ones((1, 4)), np.ones((1, 4)))
    model.save(path)
    keras.models.load_model(path)
    data = bytearray(path.read_bytes())
    forge(data)
    path.write_bytes(data)
    with pytest.raises(ValueError, match=FORGERIES[forge]):
        keras.models.load_model(path)


@pytest.mark.parametrize(
    "make",
    [
        lambda: keras.layers.Dropout("\ud800"),
        lambda: keras.layers.Dense(2, name="\ud800"),
        lambda: keras.layers.Dense(2, activation="\ud800"),
        lambda: keras.layers.Dense(2, **{"\ud800": 1}),
    ],
)
def test_half_a_surrogate_pair_is_no_text(make):
    with pytest.raises((ValueError, TypeError)) as error:
        make()
    assert "Unable to cast" not in str(error.value)
