"""Callbacks against what real Keras's did, and the list that the Trainer talks to."""

import pytest

from pelton.keras import callbacks
from pelton.keras.callbacks.callback import Callback
from recorded.fact_file import load_facts
from recorded.training.front_player import Model, play_callback

CASES = load_facts("training/front")["callbacks"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_does_what_keras_does(case, tmp_path):
    expected = case.pop("seen")
    seen = play_callback(callbacks, case, tmp_path)
    # Compared as text, so that nan equals nan.
    assert {k: str(v) for k, v in seen.items()} == {k: str(v) for k, v in expected.items()}


class Recorder(Callback):
    """Notes every hook call."""

    def __init__(self):
        super().__init__()
        self.calls = []

    def on_train_batch_end(self, batch, logs=None):
        self.calls.append((batch, logs))


class OldStyle(Callback):
    """Overrides the older name and forgets to call the base class's constructor."""

    def __init__(self):
        self.batches = []

    def on_batch_end(self, batch, logs=None):
        self.batches.append(batch)


def hooks_of(*members, **options):
    return callbacks.CallbackList(
        list(members), model=Model(), verbose=options.pop("verbose", 0), epochs=2, steps=5,
        **options,
    )  # fmt: skip


def test_logs_are_sorted_plain_floats():
    import numpy as np

    recorder = Recorder()
    logs = {"loss": np.float32(0.5), "acc": np.array(1), "parts": {"a": 2}, "outputs": [1, 2]}
    hooks_of(recorder).on_train_batch_end(3, logs)
    assert recorder.calls == [(3, {"acc": 1.0, "loss": 0.5, "outputs": [1, 2], "a": 2.0})]
    assert type(recorder.calls[0][1]["loss"]) is float
    assert list(recorder.calls[0][1]) == ["acc", "loss", "outputs", "a"]


def test_callback_without_batch_hooks_lets_the_trainer_skip_batches():
    hooks = hooks_of(callbacks.EarlyStopping(), add_history=True)
    assert not hooks.has_batch_hooks
    assert not hooks.needs_batch_begin("train") and not hooks.needs_batch_end("train", 0)


@pytest.mark.parametrize("member", [Recorder(), OldStyle(), callbacks.TerminateOnNaN()])
def test_callback_with_a_batch_hook_is_always_due(member):
    hooks = hooks_of(member, add_progbar=True, verbose=1)
    assert hooks.has_batch_hooks and all(hooks.needs_batch_end("train", n) for n in range(5))
    assert not hooks.needs_batch_end("predict", 1)


def test_progress_bar_alone_is_due_when_it_redraws(capsys):
    hooks = hooks_of(add_progbar=True, verbose="auto")
    hooks.on_train_begin()
    hooks.on_epoch_begin(0)
    assert [hooks.needs_batch_end("train", n) for n in range(4)] == [True, False, False, False]
    hooks.on_epoch_end(0, {"loss": 1.5})
    printed = capsys.readouterr().out
    assert printed.startswith("Epoch 1/2\n5/5 ━") and printed.endswith("/step - loss: 1.5000\n")


def test_checkpoint_per_epoch_is_never_due_at_a_batch():
    assert not hooks_of(callbacks.ModelCheckpoint("a.keras")).needs_batch_end("train", 0)
    assert hooks_of(callbacks.ModelCheckpoint("a.keras", save_freq=2)).needs_batch_end("train", 0)


def test_older_hook_name_still_works():
    old = OldStyle()
    hooks = hooks_of(old)
    hooks.on_train_batch_end(7)
    assert old.batches == [7] and old.model is not None and old.params["epochs"] == 2


def test_hook_set_on_an_instance_counts_from_the_next_run():
    member = callbacks.LambdaCallback()
    hooks = hooks_of(member)
    assert not hooks.has_batch_hooks
    seen = []
    member.on_train_batch_end = lambda batch, logs: seen.append(batch)
    hooks.on_train_begin()
    assert hooks.needs_batch_end("train", 0)
    hooks.on_train_batch_end(4)
    assert seen == [4]


def test_history_and_progress_bar_are_added_once():
    own = callbacks.History()
    hooks = hooks_of([own, [Recorder()]], add_history=True, add_progbar=True)
    assert hooks.history is own and hooks.model.history is own
    kinds = [type(member).__name__ for member in hooks.callbacks]
    assert kinds == ["History", "Recorder", "ProgbarLogger"]


@pytest.mark.parametrize("wrong", [3, "EarlyStopping", callbacks.History, print])
def test_what_is_no_callback_is_named(wrong):
    if wrong is callbacks.History:
        wrong = object()
    with pytest.raises(TypeError, match="at position 1 is"):
        hooks_of(Recorder(), wrong)


def test_evaluate_bar_is_printed_alone_but_not_inside_fit(capsys):
    hooks = hooks_of(add_progbar=True, verbose=2)
    hooks.on_test_begin()
    hooks.on_test_batch_end(4, {"loss": 1.0})
    hooks.on_test_end({"loss": 1.0})
    assert capsys.readouterr().out.endswith("- loss: 1.0000\n")
    hooks.on_train_begin()
    hooks.on_epoch_begin(0)
    capsys.readouterr()
    hooks.on_test_begin()
    hooks.on_test_batch_end(4, {"loss": 1.0})
    hooks.on_test_end({"loss": 1.0})
    assert capsys.readouterr().out == ""


def test_predict_bar_shows_no_outputs(capsys):
    hooks = hooks_of(add_progbar=True, verbose=2)
    hooks.on_predict_begin()
    hooks.on_predict_batch_end(4, {"outputs": [[1.0]]})
    hooks.on_predict_end({"outputs": [[1.0]]})
    line = capsys.readouterr().out
    assert line.startswith("5/5 - 0s - ") and "outputs" not in line


def test_unknown_number_of_steps_is_learned_in_the_first_epoch(capsys):
    hooks = callbacks.CallbackList(add_progbar=True, model=Model(), verbose=2, epochs=1, steps=None)
    hooks.on_train_begin()
    hooks.on_epoch_begin(0)
    for batch in range(3):
        hooks.on_train_batch_end(batch, {"loss": 1.0})
    hooks.on_epoch_end(0, {"loss": 1.0})
    assert capsys.readouterr().out.startswith("3/3 - 0s - ")


def test_a_metric_of_the_model_gives_the_direction():
    class Metric:
        name, _direction = "f1", "up"

    model = Model()
    model.metrics = [Metric()]
    stopping = callbacks.EarlyStopping(monitor="val_f1", patience=1)
    hooks = callbacks.CallbackList(stopping, model=model, verbose=0, epochs=9, steps=1)
    hooks.on_train_begin()
    for epoch, value in enumerate([0.1, 0.2, 0.1]):
        hooks.on_epoch_end(epoch, {"val_f1": value})
    assert stopping.best == 0.2 and model.stop_training


def test_error_inside_a_schedule_is_not_hidden():
    def schedule(epoch, rate):
        return epoch + "1"

    hooks = hooks_of(callbacks.LearningRateScheduler(schedule))
    with pytest.raises(TypeError, match="unsupported operand"):
        hooks.on_epoch_begin(0)


def test_schedule_of_the_epoch_alone_and_float32_rates():
    import numpy as np

    hooks = hooks_of(callbacks.LearningRateScheduler(lambda epoch: np.float32(0.25)))
    hooks.on_epoch_begin(0)
    assert hooks.model.optimizer.learning_rate == 0.25


def test_checkpoint_refuses_a_directory(tmp_path):
    (tmp_path / "a.keras").mkdir()
    hooks = hooks_of(callbacks.ModelCheckpoint(tmp_path / "a.keras"))
    with pytest.raises(IsADirectoryError, match="non-directory filepath"):
        hooks.on_epoch_end(0, {"val_loss": 1.0})
    assert hooks.model.saved == []
