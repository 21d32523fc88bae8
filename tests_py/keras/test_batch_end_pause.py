"""Which batches' ends callbacks are asked about, and that none misses an epoch's last one."""

import math
import time

import numpy as np
import pytest

import pelton as tf
from pelton.keras.callbacks import Callback, CallbackList, ModelCheckpoint, ProgbarLogger
from pelton.keras.utils.progbar import Progbar
from recorded.training.front_player import Model

X = np.ones((24, 4), "float32")
Y = np.zeros(24, "int32")


class Asked(Callback):
    """Notes the batches that it is asked about and those whose end it gets."""

    def __init__(self, due=()):
        super().__init__()
        self.due = list(due)
        self.asked, self.got = [], []

    def on_train_batch_end(self, batch, logs=None):
        self.got.append((batch, logs))

    def on_test_batch_end(self, batch, logs=None):
        self.got.append((batch, logs))

    def on_predict_batch_end(self, batch, logs=None):
        self.got.append((batch, logs))

    def batch_end_due(self, batch):
        self.asked.append(batch)
        return batch in self.due


class Pausing(Asked):
    """Is asked again when `seconds` have passed."""

    def __init__(self, seconds, due=()):
        super().__init__(due)
        self.seconds, self.begun = seconds, time.monotonic()
        self.waited = []

    def batch_end_due(self, batch):
        self.waited.append(time.monotonic() - self.begun)
        return super().batch_end_due(batch)

    def batch_end_pause(self):
        self.begun = time.monotonic()
        return self.seconds


class OlderPause(Pausing):
    """Its pause speaks of another batch_end_due."""

    def __init__(self):
        super().__init__(math.inf)

    def batch_end_due(self, batch):
        return super().batch_end_due(batch)


class OlderDue(ProgbarLogger):
    """Has a hook of its own, which the base class's batch_end_due knows nothing of."""

    def __init__(self):
        super().__init__()
        self.got = []

    def on_train_batch_end(self, batch, logs=None):
        self.got.append(batch)


class Slow(Callback):
    def on_train_batch_begin(self, batch, logs=None):
        time.sleep(0.004)


class Stopping(Callback):
    def on_train_batch_begin(self, batch, logs=None):
        self.model.stop_training = batch == 3


def compiled(**options):
    model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3)])
    model.compile("sgd", "sparse_categorical_crossentropy", **options)
    return model


def fit(*members, **options):
    return compiled().fit(
        X, Y, **{"batch_size": 4, "verbose": 0, **options}, callbacks=list(members)
    )


@pytest.mark.parametrize(
    ("member", "asked"),
    [
        (Asked(due=[1, 5]), [0, 1, 2, 3, 4, 5]),
        (Pausing(0), [0, 1, 2, 3, 4, 5]),
        (OlderPause(), [0, 1, 2, 3, 4, 5]),
        (Pausing(math.inf), [0, 5]),
        (Pausing(1e9), [0, 5]),
        (Pausing(math.inf, due=[0, 1]), [0, 1, 2, 5]),
    ],
    ids=["due only", "unknown", "older", "never", "later", "wanted at first"],
)
def test_who_says_for_how_long_is_not_asked_until_then(member, asked):
    fit(member, epochs=2)
    assert member.asked == asked * 2
    assert [batch for batch, _ in member.got] == member.due * 2


def test_who_is_not_asked_for_a_while_is_asked_afterwards():
    member = Pausing(0.02)
    fit(Slow(), member, batch_size=1)
    assert member.asked[0] == 0 and member.asked[-1] == 23
    assert 3 <= len(member.asked) <= 8
    assert all(seconds >= 0.01 for seconds in member.waited[1:-1])


def test_the_most_impatient_callback_decides():
    patient, impatient = Pausing(math.inf), Asked()
    fit(patient, impatient)
    assert patient.asked == impatient.asked == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("due", [[], [3]])
def test_the_last_batch_before_an_early_stop_is_asked_about(due):
    member = Pausing(math.inf, due)
    fit(member, Stopping(), epochs=2)
    assert member.asked == [0, 3] and [batch for batch, _ in member.got] == due


def test_the_last_batch_ends_before_its_epoch_with_the_logs_of_then():
    class Order(Pausing):
        def on_epoch_end(self, epoch, logs=None):
            self.got.append(("epoch", logs))

    member = Order(math.inf, due=[5])
    fit(member)
    assert [name for name, _ in member.got] == [5, "epoch"]
    assert member.got[0][1] == member.got[1][1] and list(member.got[0][1]) == ["loss"]


def test_several_steps_per_execution_are_one_batch_end():
    member = Pausing(math.inf)
    compiled(steps_per_execution=2).fit(X, Y, batch_size=4, verbose=0, callbacks=[member])
    assert member.asked == [1, 5]


def test_a_hook_newer_than_batch_end_due_gets_every_batch():
    member = OlderDue()
    fit(member)
    assert member.got == [0, 1, 2, 3, 4, 5]


def test_evaluate_and_predict_ask_about_their_last_batch():
    member = Pausing(math.inf, due=[5])
    model = compiled()
    model.evaluate(X, Y, batch_size=4, verbose=0, callbacks=[member])
    model.predict(X[:23], batch_size=4, verbose=0, callbacks=[member])
    assert member.asked == [0, 5] * 2
    (test, test_logs), (predict, predict_logs) = member.got
    assert test == predict == 5
    assert list(test_logs) == ["loss"] and predict_logs["outputs"].shape == (3, 3)


@pytest.mark.parametrize("verbose", ["auto", 2])
@pytest.mark.parametrize("validated", [False, True])
def test_a_generator_s_batches_are_counted(verbose, validated, capsys):
    def batches(count):
        for _ in range(count):
            yield X[:4], Y[:4]

    model = compiled()
    model.fit(batches(7), validation_data=batches(3) if validated else None, verbose=verbose)
    assert capsys.readouterr().out.startswith("7/7 ")
    model.evaluate(batches(5), verbose=verbose)
    assert capsys.readouterr().out.startswith("5/5 ")
    model.predict(batches(2), verbose=verbose)
    assert capsys.readouterr().out.startswith("2/2 ")


def test_a_run_without_listeners_never_pauses_for_less_than_an_epoch(tmp_path):
    hooks = CallbackList([ModelCheckpoint(tmp_path / "a.keras")], add_history=True, model=Model())
    assert all(hooks.batch_end_pause(mode) == math.inf for mode in ("train", "test", "predict"))


def test_a_bar_pauses_until_it_redraws(monkeypatch, capsys):
    now = [100.0]
    monkeypatch.setattr("time.time", lambda: now[0])
    bar = Progbar(100)
    assert bar.pause() == 0
    bar.update(1, finalize=False)
    now[0] = 100.03
    assert bar.pause() == pytest.approx(0.02)
    now[0] = 100.06
    assert bar.pause() == 0
    now[0] = 50.0  # the clock was set back
    assert bar.pause() == bar.interval
    assert "1/100" in capsys.readouterr().out


@pytest.mark.parametrize("verbose", [0, 2, "auto"])
def test_output_without_a_terminal_needs_no_batch_but_the_first(verbose):
    assert Progbar(100, verbose=verbose).pause() == math.inf


def test_a_validation_s_batches_do_not_count_as_the_epoch_s():
    logger = ProgbarLogger()
    hooks = CallbackList([logger], model=Model(), verbose=1, epochs=1, steps=None)
    hooks.on_train_begin()
    hooks.on_epoch_begin(0)
    assert hooks.needs_batch_end("train", 0)
    hooks.on_test_begin()
    assert not hooks.needs_batch_end("test", 8) and hooks.batch_end_pause("test") == math.inf
    hooks.on_test_end()
    assert logger.seen == 1 and hooks.needs_batch_end("train", 0)
