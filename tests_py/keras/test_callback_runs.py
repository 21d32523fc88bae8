"""What callbacks leave of a training, event files, backups and averages, against real Keras's."""

import builtins
import http.server
import json
import threading
import urllib.parse
import warnings

import numpy as np
import pytest
from keras_facts import assert_alike, assert_same, plain

import pelton as tf
from pelton import keras
from recorded.code_facts import evaluate
from recorded.fact_file import load_facts

pytest.importorskip("tensorboard")
pytest.importorskip("h5py")

FACTS = load_facts("callback_runs")


@pytest.fixture(autouse=True)
def fresh_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    keras.backend.clear_session()
    keras.utils.set_random_seed(1)


@pytest.mark.parametrize("case", FACTS["cases"], ids=lambda case: case["name"])
def test_leaves_what_keras_leaves(case):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            value = evaluate(FACTS["start"] + case["code"], tf)
        except Exception as error:
            if "error" not in case:
                raise
            assert_alike(error, case["error"])
            return
    assert "error" not in case, f"Keras refuses: {case['error']}"
    assert_same(plain(value), case["value"])
    told = [str(one.message) for one in caught if issubclass(one.category, UserWarning)]
    assert told == case.get("warnings", [])


class Cut(keras.callbacks.Callback):
    """Ends the training as a crash would."""

    def on_epoch_begin(self, epoch, logs=None):
        if epoch == 3:
            raise RuntimeError("cut")


def noisy_run(cut=False):
    """The history of a shuffled training with dropout, and the weights' bytes after it."""
    model = keras.Sequential([keras.Input((4,)), keras.layers.Dropout(0.5), keras.layers.Dense(2)])
    model.compile("adam", "mse")
    x = np.linspace(-1, 1, 80, dtype="float32").reshape(20, 4)
    callbacks = [keras.callbacks.BackupAndRestore("backup"), *([Cut()] if cut else [])]
    run = model.fit(x, x[:, :2], batch_size=4, epochs=6, verbose=0, callbacks=callbacks)
    return run.history["loss"], [weight.tobytes() for weight in model.get_weights()]


def test_a_training_that_was_cut_goes_on_bit_for_bit():
    whole = noisy_run()
    keras.utils.set_random_seed(1)
    with pytest.raises(RuntimeError, match="cut"):
        noisy_run(cut=True)
    keras.utils.set_random_seed(77)  # another process has another state
    losses, weights = noisy_run()
    assert losses == whole[0][3:] and weights == whole[1]
    keras.utils.set_random_seed(2)
    assert noisy_run()[0] != whole[0]  # the first seed is the user's


@pytest.mark.parametrize("text", ["[]", '{"epoch": "2"}', "{"])
def test_a_backup_of_nonsense_is_refused(text, tmp_path):
    (tmp_path / "backup").mkdir()
    (tmp_path / "backup" / "training_metadata.json").write_text(text)
    with pytest.raises(ValueError):
        noisy_run()


class Received(http.server.BaseHTTPRequestHandler):
    """Keeps the bodies that were posted."""

    bodies = []

    def do_POST(self):  # noqa: N802
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.bodies.append((self.path, self.headers["Content-Type"], self.headers["X-Own"], body))
        self.send_response(200 if self.path == "/a" else 500)
        self.end_headers()

    def log_message(self, *args):
        pass


def test_remote_monitor_posts_logs():
    server = http.server.HTTPServer(("127.0.0.1", 0), Received)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    root = f"http://127.0.0.1:{server.server_port}"
    logs = {"loss": np.float32(0.5)}
    keras.callbacks.RemoteMonitor(root, "/a", send_as_json=True).on_epoch_end(3, logs)
    keras.callbacks.RemoteMonitor(root, "/b", "log", {"X-Own": "1"}).on_epoch_end(0, logs)
    server.shutdown()
    server.server_close()
    first, second = Received.bodies
    assert first[:3] == ("/a", "application/json", None)
    assert json.loads(first[3]) == {"epoch": 3, "loss": 0.5}
    assert second[:3] == ("/b", "application/x-www-form-urlencoded", "1")
    assert json.loads(urllib.parse.parse_qs(second[3])["log"][0]) == {"epoch": 0, "loss": 0.5}


def test_a_layers_own_summaries_have_the_steps_of_their_batches():
    class Noted(keras.layers.Layer):
        def call(self, x):
            tf.summary.scalar("sum", tf.reduce_sum(x))
            return x

    namespace = {"tf": tf, "np": np}
    exec(FACTS["start"], namespace)
    model = keras.Sequential([keras.Input((4,)), Noted(), keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    x, board = namespace["x"], keras.callbacks.TensorBoard(update_freq=2)
    model.fit(x, namespace["y"], batch_size=2, shuffle=False, verbose=0, callbacks=[board])
    found = [row[:1] + row[3:] for row in namespace["events"]()["train"] if row[1] == "sum"]
    assert_same(found, [[step, float(x[2 * step - 2 : 2 * step].sum())] for step in (2, 4, 6)])


def test_without_its_package_the_board_says_so_before_training(monkeypatch):
    real = builtins.__import__

    def without(name, *args, **kwargs):
        if name.startswith("tensorboard"):
            raise ModuleNotFoundError(f"No module named {name!r}")
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    before = [weight.copy() for weight in model.get_weights()]
    x = np.ones((4, 4), "float32")
    board = keras.callbacks.TensorBoard(write_graph=False)
    with pytest.raises(ImportError, match=r"pip install .pelton\[tensorboard\]"):
        model.fit(x, x[:, :1], verbose=0, callbacks=[board])
    np.testing.assert_array_equal(model.get_weights()[0], before[0])


@pytest.mark.parametrize("arguments", [{"update_freq": 0}, {"update_freq": "week"}])
def test_the_board_refuses_unknown_frequencies(arguments):
    with pytest.raises(ValueError, match="update_freq"):
        keras.callbacks.TensorBoard(**arguments)


def test_the_board_says_that_it_does_not_profile():
    with pytest.warns(UserWarning, match="not profiled"):
        keras.callbacks.TensorBoard(profile_batch="2,5")
