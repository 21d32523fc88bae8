"""What the progress line and the callbacks are put through; read by the recorder only.

A progress step is (seconds, current, values, finalize); an epoch's logs are a plain dict."""

LOSSES = [1.0, 0.8, 0.9, 0.85, 0.7, 0.71, 0.72, 0.73]
RISING = [0.1, 0.2, 0.2, 0.15, 0.3, 0.3, 0.3, 0.3]
NAN = float("nan")


def _epoch(seconds, steps, every, values):
    """One epoch of `steps` equal steps that end at `seconds`, updated every `every` steps."""
    for step in range(1, steps, every):
        yield [round(seconds * step / steps, 6), step, values(step), False]
    yield [seconds, steps, values(steps), False]
    yield [seconds + 0.25, steps, [*values(steps), ["val_loss", 0.5]], True]


def _falling(step):
    return [["accuracy", round(1 - 1 / step, 5)], ["loss", round(2.0 / step, 5)]]


def _tiny(step):
    return [["loss", round(0.0005 * step - 0.002, 6)], ["big", 123456.0 * step], ["bad", NAN]]


PROGRESS = [
    {"name": "epoch", "kwargs": {"target": 938}, "steps": list(_epoch(4.0, 938, 67, _falling))},
    {"name": "microseconds", "kwargs": {"target": 10},
     "steps": list(_epoch(0.0004, 10, 1, _falling))},
    {"name": "slow steps", "kwargs": {"target": 9}, "steps": list(_epoch(6000.0, 9, 2, _tiny))},
    {"name": "minutes", "kwargs": {"target": 100}, "steps": list(_epoch(400.0, 100, 19, _tiny))},
    {"name": "unknown target", "kwargs": {"target": None},
     "steps": [[0.1 * n, n, _falling(n), False] for n in range(1, 6)] + [[1.0, 5, [], True]]},
    {"name": "one line", "kwargs": {"target": 12, "verbose": 2},
     "steps": list(_epoch(3.0, 12, 1, _tiny))},
    {"name": "silent", "kwargs": {"target": 12, "verbose": 0},
     "steps": list(_epoch(3.0, 12, 1, _tiny))},
    {"name": "averaged", "kwargs": {"target": 6, "stateful_metrics": ["loss"], "interval": 0.0},
     "steps": list(_epoch(3.0, 6, 2, _falling))},
    {"name": "latest", "kwargs": {"target": 6, "stateless_metrics": []},
     "steps": list(_epoch(3.0, 6, 1, _falling))},
    {"name": "narrow", "kwargs": {"target": 30, "width": 7, "unit_name": "file"},
     "steps": list(_epoch(3.0, 30, 3, _falling))},
    {"name": "shrinking line", "kwargs": {"target": 3},
     "steps": [[90.0, 1, [["loss", 1.0]], False], [91.0, 2, [["loss", 1.0]], False],
               [91.5, 3, [["loss", 1.0]], None]]},
    {"name": "no steps", "kwargs": {"target": 0}, "steps": [[0.5, 0, [["loss", 1.0]], True]]},
    {"name": "whole numbers", "kwargs": {"target": 2},
     "steps": [[1.0, 1, [["count", 3]], False], [2.0, 2, [["count", 4]], None]]},
]  # fmt: skip


def _logs(losses, **others):
    return [{"loss": 2 * v, "val_loss": v, **others} for v in losses]


def _callback(name, kind, kwargs, logs, **more):
    return {"name": name, "class": kind, "kwargs": kwargs, "epochs": logs, **more}


STOP, REDUCE, SAVE = "EarlyStopping", "ReduceLROnPlateau", "ModelCheckpoint"
CALLBACKS = [
    _callback("stop at once", STOP, {"verbose": 1}, _logs(LOSSES)),
    _callback("patience", STOP, {"patience": 3, "verbose": 1}, _logs(LOSSES)),
    _callback("patience and best weights", STOP,
              {"patience": 2, "verbose": 1, "restore_best_weights": True}, _logs(LOSSES)),
    _callback("never stops, best weights", STOP,
              {"patience": 20, "verbose": 1, "restore_best_weights": True}, _logs(LOSSES)),
    _callback("least change", STOP, {"patience": 2, "min_delta": 0.15}, _logs(LOSSES)),
    _callback("baseline", STOP,
              {"patience": 2, "baseline": 0.75, "restore_best_weights": True}, _logs(LOSSES)),
    _callback("late start", STOP, {"start_from_epoch": 3, "verbose": 1}, _logs(LOSSES)),
    _callback("maximum", STOP, {"monitor": "acc", "mode": "max", "patience": 2, "verbose": 1},
              [{"acc": v} for v in RISING]),
    _callback("loss", STOP, {"monitor": "loss", "patience": 1}, _logs(LOSSES)),
    _callback("unknown direction", STOP, {"monitor": "val_acc"}, _logs(LOSSES, val_acc=0.5)),
    _callback("missing metric", STOP, {"monitor": "val_acc", "mode": "max"}, _logs(LOSSES)),
    _callback("unknown mode", STOP, {"mode": "maximum", "patience": 1}, _logs(LOSSES)),
    _callback("not a number", STOP, {"patience": 1}, _logs([1.0, NAN, NAN, 0.5])),
    _callback("reduce", REDUCE, {"patience": 1, "verbose": 1}, _logs(LOSSES)),
    _callback("reduce by half, cool down", REDUCE,
              {"factor": 0.5, "patience": 1, "cooldown": 2, "verbose": 1}, _logs(LOSSES)),
    _callback("lowest rate", REDUCE,
              {"patience": 1, "min_lr": 0.004, "verbose": 1, "min_delta": 0.5}, _logs(LOSSES)),
    _callback("reduce on missing metric", REDUCE, {"monitor": "f1", "mode": "max"}, _logs(LOSSES)),
    _callback("factor too large", REDUCE, {"factor": 1.0}, []),
    _callback("checkpoint", SAVE, {"filepath": "w/{epoch:02d}.keras", "verbose": 1},
              _logs(LOSSES)),
    _callback("best weights only", SAVE,
              {"filepath": "{epoch}-{val_loss:.2f}.weights.h5", "save_best_only": True,
               "save_weights_only": True, "verbose": 1}, _logs(LOSSES)),
    _callback("threshold", SAVE,
              {"filepath": "a.keras", "save_best_only": True, "verbose": 1,
               "initial_value_threshold": 0.82}, _logs(LOSSES)),
    _callback("every 3 batches", SAVE, {"filepath": "{epoch}-{batch}.keras", "save_freq": 3},
              _logs(LOSSES[:3]), batches=4),
    _callback("field that is no metric", SAVE, {"filepath": "{f1:.2f}.keras"}, _logs(LOSSES)),
    _callback("wrong suffix", SAVE, {"filepath": "model.bin"}, []),
    _callback("wrong weights suffix", SAVE, {"filepath": "m.keras", "save_weights_only": True}, []),
    _callback("wrong frequency", SAVE, {"filepath": "m.keras", "save_freq": "batch"}, []),
    _callback("best of a missing metric", SAVE,
              {"filepath": "m.keras", "save_best_only": True, "monitor": "f1", "mode": "max"},
              _logs(LOSSES[:2])),
    _callback("schedule", "LearningRateScheduler", {"schedule": "rate / (epoch + 1)", "verbose": 1},
              _logs(LOSSES[:4])),
    _callback("schedule of whole numbers", "LearningRateScheduler", {"schedule": "1"},
              _logs(LOSSES[:1])),
    _callback("finite loss", "TerminateOnNaN", {}, _logs(LOSSES[:2]), batches=2),
    _callback("infinite loss", "TerminateOnNaN", {}, _logs([1.0, float("inf")]), batches=2),
    _callback("raised", "TerminateOnNaN", {"raise_error": True}, _logs([NAN]), batches=2),
    _callback("table", "CSVLogger", {"filename": "log.csv"}, _logs(LOSSES[:3])),
    _callback("late validation", "CSVLogger", {"filename": "log.csv", "separator": ";"},
              [{"loss": 1.0}, {"loss": 0.5, "val_loss": 0.75}]),
    _callback("appended", "CSVLogger", {"filename": "log.csv", "append": True},
              _logs(LOSSES[:2]), runs=2),
]  # fmt: skip
