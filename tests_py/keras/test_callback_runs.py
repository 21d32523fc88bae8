"""What callbacks leave of a training, event files, backups and averages, against real Keras's."""

import builtins
import contextlib
import http.server
import json
import pathlib
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

FACTS = load_facts("training/callback_runs")


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


class CutInside(keras.callbacks.Callback):
    """Ends the training as a crash would, in the middle of an epoch."""

    def __init__(self, batch):
        super().__init__()
        self.left = batch

    def on_train_batch_end(self, batch, logs=None):
        self.left -= 1
        if self.left == 0:
            raise RuntimeError("cut")


MODELS = {
    "dropout": lambda: [keras.layers.Dropout(0.5), keras.layers.Dense(2)],
    "seeded": lambda: [keras.layers.Dropout(0.5, seed=3), keras.layers.Dense(2)],
    "generators": lambda: [
        keras.layers.Reshape((2, 2, 1)),
        keras.layers.RandomBrightness(0.5, seed=4),
        keras.layers.GaussianNoise(0.1),
        keras.layers.Flatten(),
        keras.layers.BatchNormalization(),
        keras.layers.Dense(2),
    ],
}


class OwnStep(keras.Sequential):
    """A model with a step of its own."""

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            y_pred = self(x, training=True)
            loss = self.compute_loss(x, y, y_pred)
        variables = self.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables, strict=True))
        return self.compute_metrics(x, y, y_pred)


def run_in_batches(layers, save_freq, source, cut=None, kind=keras.Sequential):
    """Losses, metrics and the weights' bytes of a training that saves every `save_freq` batches."""
    model = kind([keras.Input((4,)), *layers()])
    model.compile("adam", "mse", metrics=["mae"])
    x = np.linspace(-1, 1, 80, dtype="float32").reshape(20, 4)
    callbacks = [keras.callbacks.BackupAndRestore("backup", save_freq)]
    callbacks += [CutInside(cut)] if cut else []
    options = {"epochs": 5, "verbose": 0, "callbacks": callbacks}
    if source == "arrays":
        run = model.fit(x, x[:, :2], batch_size=4, **options)
    else:
        data = tf.data.Dataset.from_tensor_slices((x, x[:, :2])).batch(4)
        run = model.fit(data, **options)
    return run.history, [weight.tobytes() for weight in model.get_weights()]


@pytest.mark.parametrize("kind", [keras.Sequential, OwnStep], ids=["plain", "own step"])
@pytest.mark.parametrize("source", ["arrays", "dataset"])
@pytest.mark.parametrize(
    ("save_freq", "cut"), [(1, 13), (3, 13), (2, 10), (5, 11), (7, 7), ("epoch", 13)]
)
@pytest.mark.parametrize("layers", MODELS.values(), ids=MODELS)
def test_a_training_that_was_cut_within_an_epoch_goes_on_bit_for_bit(
    layers, save_freq, cut, source, kind
):
    def run(**options):
        tf.random.set_seed(87654321)
        keras.utils.set_random_seed(1)
        return run_in_batches(layers, save_freq, source, kind=kind, **options)

    whole = run()
    with pytest.raises(RuntimeError, match="cut"):
        run(cut=cut)
    done = json.loads(pathlib.Path("backup/training_metadata.json").read_text())
    every = 5 if save_freq == "epoch" else save_freq
    batches = [n for n in range(every, cut + 1, every) if n % 5 or n < cut]
    assert done["within"]["batches"] + 5 * done["epoch"] == max(batches)
    keras.utils.set_random_seed(77)  # another process has another state
    history, weights = run_in_batches(layers, save_freq, source, kind=kind)
    assert weights == whole[1]
    assert history == {name: values[done["epoch"] :] for name, values in whole[0].items()}


def test_a_training_within_an_epoch_calls_hooks_for_the_other_batches_only():
    seen = []
    listening = keras.callbacks.LambdaCallback(
        on_train_batch_end=lambda batch, logs: seen.append(batch)
    )
    model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(2)])
    model.compile("sgd", "mse")
    x = np.ones((20, 4), "float32")
    for cut in (8, 99):
        backup = keras.callbacks.BackupAndRestore("backup", 2)
        callbacks = [backup, listening, CutInside(cut)]
        with contextlib.suppress(RuntimeError):
            model.fit(x, x[:, :2], batch_size=4, epochs=2, verbose=0, callbacks=callbacks)
    assert seen == [0, 1, 2, 3, 4, 0, 1, 2, 3, 4]


WITHIN = '{"epoch": 1, "within": %s}'
NONSENSE = ["[]", "3", '{"batches": -1}', '{"batches": 1, "draws": "a", "values": []}']


@pytest.mark.parametrize("text", [WITHIN % part for part in NONSENSE])
def test_a_place_within_an_epoch_that_is_nonsense_is_refused(text, tmp_path):
    (tmp_path / "backup").mkdir()
    (tmp_path / "backup" / "training_metadata.json").write_text(text)
    with pytest.raises(ValueError, match="where in the epoch"):
        noisy_run()


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


class Heard(tf.keras.callbacks.Callback):
    """Notes the batches of predict and evaluate, and ends these after batch 5 and 1."""

    def __init__(self):
        super().__init__()
        self.heard = []

    def on_predict_batch_begin(self, batch, logs=None):
        self.heard.append(batch)

    def on_predict_batch_end(self, batch, logs=None):
        self.heard.append((batch, tuple(logs["outputs"].shape)))
        self.model.stop_predicting = batch >= 5

    def on_test_batch_end(self, batch, logs=None):
        self.heard.append(batch)
        self.model.stop_evaluating = batch == 1


def test_callbacks_end_predict_and_evaluate():
    """As in Keras, where predict's batches of one execution are heard of together."""
    model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse", steps_per_execution=3)
    x, callback = np.ones((100, 4)), Heard()
    made = model.predict(x, batch_size=8, verbose=0, callbacks=[callback])
    assert made.shape == (48, 1)
    assert callback.heard == [0, (2, (24, 1)), 3, (5, (24, 1))]
    model.compile("sgd", "mse")
    callback = Heard()
    model.evaluate(x, np.ones(100), batch_size=8, verbose=0, callbacks=[callback])
    assert callback.heard == [0, 1] and model.stop_evaluating
    model.evaluate(x, np.ones(100), batch_size=50, verbose=0)
    assert not model.stop_evaluating


def test_a_model_whose_optimizer_was_taken_away():
    model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    model.optimizer = None
    with pytest.raises(ValueError, match="Sequential 'sequential.*' has no optimizer"):
        model.fit(np.ones((8, 4)), np.ones(8), verbose=0)
    model.evaluate(np.ones((8, 4)), np.ones(8), verbose=0)
    model.compile("sgd", "mse")
    model.fit(np.ones((8, 4)), np.ones(8), verbose=0)
