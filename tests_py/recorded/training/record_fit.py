"""Records what training calls print, return and report to callbacks.

Run `record_keras.py fit`; the snippets are in `fit_cases.py`. The clock that the progress bar
reads stands still, so the times printed are those of no time passing.
"""

import warnings

from recorded.code_facts import error_entry, evaluate, without_addresses
from recorded.fact_file import write_facts
from recorded.recorder import keras, made_by, np, plain_value, printed_by, tf
from recorded.training.fit_cases import HOOKS, PRINTED, READY, RESOLUTION, START

HOOK_NAMES = [
    f"on_{stage}{part}_{end}"
    for stage in ("train", "test", "predict")
    for part in ("", "_batch")
    for end in ("begin", "end")
] + ["on_epoch_begin", "on_epoch_end"]


def start_afresh():
    """Resets names and seeds, so that shuffling and sums repeat to the last digit."""
    keras.backend.clear_session()
    keras.utils.set_random_seed(1)


class Clock:
    """Stands still in place of the `time` module that the progress bar reads."""

    def time(self):
        return 1000.0


def record_printed(name, code):
    """Returns what the snippet prints, warns and gives."""
    start_afresh()
    facts, kept = {"name": name, "code": START + code}, {}
    original = keras.src.utils.progbar.time
    keras.src.utils.progbar.time = Clock()
    with warnings.catch_warnings(record=True) as caught, np.errstate(all="ignore"):
        warnings.simplefilter("always")
        try:
            text = printed_by(lambda: kept.update(value=evaluate(START + code, tf)))
            facts["printed"] = without_addresses(text)
            facts["value"] = plain_value(kept["value"])
        except Exception as error:  # the refusal is the fact
            facts["error"] = error_entry(error)
        finally:
            keras.src.utils.progbar.time = original
    told = [w for w in caught if issubclass(w.category, UserWarning)]
    if told:
        facts["warnings"] = [without_addresses(str(warning.message)) for warning in told]
    return facts


def record_resolution(name, code):
    """Returns the functions behind the metric strings, History's keys and evaluate's result."""
    start_afresh()
    code = START + code
    try:
        model, x, y = evaluate(code + "\nd", tf)
        history = model.fit(x, y, verbose=0).history
    except Exception as error:  # the refusal is the fact
        return {"name": name, "code": code + "\nd", "error": error_entry(error)}
    metrics = [
        metric
        for group in (model._compile_metrics._flat_metrics if model._compile_metrics else [])
        for metric in group.metrics
    ]
    return {
        "name": name,
        "code": code + "\nd",
        "history": history,
        "evaluate": plain_value(model.evaluate(x, y, verbose=0)),
        "metric_names": [metric.name for metric in metrics],
        "metric_functions": [
            getattr(getattr(metric, "_fn", None), "__name__", type(metric).__name__)
            for metric in metrics
        ],
    }


def listening_callback(calls):
    """Returns a callback that appends each hook's name, numbers and sorted log names."""

    def hook(name):
        def called(self, *arguments, logs=None):
            *numbers, logs = (*arguments, logs) if logs is not None else arguments
            calls.append([name, *numbers, sorted(logs or {})])

        return called

    kind = type("Listening", (keras.callbacks.Callback,), {n: hook(n) for n in HOOK_NAMES})
    return kind()


def record_hooks(name, code):
    """Returns the hook calls in order."""
    start_afresh()
    calls = []
    model, x, y = evaluate(START + READY + "(m, x, y)", tf)
    exec(code, {"m": model, "x": x, "y": y, "c": listening_callback(calls)})
    return {"name": name, "code": code, "calls": calls}


def main():
    """Writes `fit.json`."""
    facts = {
        "start": START,
        "hooks_start": START + READY,
        "printed": [record_printed(*item) for item in PRINTED.items()],
        "resolution": [record_resolution(*item) for item in RESOLUTION.items()],
        "hooks": [record_hooks(*item) for item in HOOKS.items()],
    }
    for entry in facts["printed"] + facts["resolution"]:
        entry["code"] = entry["code"].removeprefix(START)
    write_facts("training/fit", made_by("training/record_fit.py"), facts)


if __name__ == "__main__":
    main()
