"""Puts a progress bar or a callback through its case; the recorder and the tests both do.

Knows neither Keras nor Pelton: the caller passes the class and its CallbackList."""

import contextlib
import io
import os
import unittest.mock
import warnings


class Optimizer:
    """A learning rate, as callbacks see it."""

    def __init__(self):
        self.learning_rate = 0.5


class Model:
    """Records what a callback asks of a model; its weights are the number of epochs done."""

    def __init__(self):
        self.optimizer = Optimizer()
        self.stop_training = False
        self.metrics = []
        self.weights = [0]
        self.saved = []

    def get_weights(self):
        return list(self.weights)

    def set_weights(self, weights):
        self.weights = list(weights)

    def save(self, path, overwrite):
        self.saved.append(["model", path, overwrite])

    def save_weights(self, path, overwrite):
        self.saved.append(["weights", path, overwrite])


def play_progress(progbar_class, case):
    """Returns what the bar prints; the clock shows the case's seconds."""
    seconds = iter([1000.0] + [1000.0 + step[0] for step in case["steps"]])
    out = io.StringIO()
    clock = unittest.mock.patch("time.time", side_effect=lambda: next(seconds))
    with contextlib.redirect_stdout(out), clock:
        bar = progbar_class(**case["kwargs"])
        for _, current, values, finalize in case["steps"]:
            bar.update(current, values, finalize)
    return out.getvalue()


def make_callback(callbacks, case):
    """The case's callback; a schedule is an expression of `epoch` and `rate`."""
    kwargs = dict(case["kwargs"])
    if "schedule" in kwargs:
        kwargs["schedule"] = eval(f"lambda epoch, rate: {kwargs['schedule']}")
    return getattr(callbacks, case["class"])(**kwargs)


def train(callbacks, case, model):
    """A fit without a model: the hooks in Keras's order, until a callback stops it."""
    hooks = callbacks.CallbackList(
        make_callback(callbacks, case), add_history=True, model=model, epochs=8, steps=1, verbose=0
    )
    for _ in range(case.get("runs", 1)):
        hooks.on_train_begin()
        for epoch, logs in enumerate(case["epochs"]):
            hooks.on_epoch_begin(epoch)
            for batch in range(case.get("batches", 0)):
                hooks.on_train_batch_begin(batch)
                hooks.on_train_batch_end(batch, logs)
            model.weights = [epoch + 1]
            hooks.on_epoch_end(epoch, logs)
            if model.stop_training:
                break
        hooks.on_train_end()


def play_callback(callbacks, case, folder):
    """Returns all that can be seen of the callback: texts, history, weights, files, errors."""
    model, out, facts = Model(), io.StringIO(), {}
    before = os.getcwd()
    os.chdir(folder)
    try:
        with contextlib.redirect_stdout(out), warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                train(callbacks, case, model)
            except Exception as error:
                facts["error"] = {"class": type(error).__name__, "message": str(error)}
        files = {name: _read(name) for name in sorted(os.listdir()) if os.path.isfile(name)}
    finally:
        os.chdir(before)
    history = getattr(model, "history", None)
    return {
        **facts,
        "printed": out.getvalue(),
        "warnings": [str(warning.message) for warning in caught],
        "history": dict(history.history) if history else {},
        "stopped": model.stop_training,
        "weights": model.weights,
        "saved": model.saved,
        "files": files,
    }


def _read(name):
    with open(name, newline="", encoding="utf-8") as file:
        return file.read()
