"""Records what Keras's progress bar, callbacks and summary table print and do.

Run `record_keras.py front`; the cases are in `front_cases.py`, played by `front_player.py`."""

import contextlib
import io
import os
import tempfile
import unittest.mock

from recorded.fact_file import write_facts
from recorded.recorder import keras, made_by
from recorded.training.front_cases import CALLBACKS, PROGRESS
from recorded.training.front_player import play_callback, play_progress

LAYERS = keras.layers


def record_callback(case):
    """The case with what Keras did, in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        return {**case, "seen": play_callback(keras.callbacks, case, folder)}


def small_model():
    """A compiled and built model with every kind of row; the optimizer has its variables."""
    keras.backend.clear_session()
    model = keras.Sequential(
        [
            LAYERS.Input((28, 28, 1)),
            LAYERS.Conv2D(32, 3, name="conv"),
            LAYERS.BatchNormalization(),
            LAYERS.Dropout(0.5, name="a_layer_with_a_name_that_does_not_fit_in_one_line"),
            LAYERS.Flatten(),
            LAYERS.Dense(1000, trainable=False, name="[bold]"),
        ],
        name="net",
    )
    model.compile("adam", "mse")
    model.optimizer.build(model.trainable_variables)
    return model


def unbuilt_model():
    """A model that does not know its input shape yet."""
    keras.backend.clear_session()
    return keras.Sequential([LAYERS.Dense(3), LAYERS.ReLU()])


def printed(model, columns, terminal, **kwargs):
    """What model.summary() prints at this width, on a terminal or not."""
    out = io.StringIO()
    out.isatty = lambda: terminal
    environment = {**os.environ, "COLUMNS": str(columns), "LINES": "30", "TERM": "xterm-256color"}
    environment.pop("NO_COLOR", None)
    changed = unittest.mock.patch.dict(os.environ, environment, clear=True)
    with changed, contextlib.redirect_stdout(out):
        model.summary(**kwargs)
    return out.getvalue()


def to_print_fn(model, columns):
    """What a print_fn receives, call by call."""
    texts = []
    printed(model, columns, False, print_fn=lambda text, *_, **__: texts.append(text))
    return texts


def record_summaries():
    """Tables at several widths; the rows are known to the test by the model's name."""
    small, unbuilt = small_model(), unbuilt_model()
    return {
        "wide": printed(small, 120, False),
        "narrow": printed(small, 60, False),
        "terminal": printed(small, 100, True),
        "trainable": printed(small, 120, False, show_trainable=True),
        "line_length": printed(small, 200, False, line_length=100, positions=[0.5, 0.7, 1.0]),
        "range": printed(small, 120, False, layer_range=["conv", "flatten"]),
        "unbuilt": printed(unbuilt, 120, False),
        "print_fn": to_print_fn(small, 120),
    }


def main():
    """Writes `front.json`."""
    facts = {
        "progress": [
            {**case, "printed": play_progress(keras.utils.Progbar, case)} for case in PROGRESS
        ],
        "callbacks": [record_callback(case) for case in CALLBACKS],
        "summaries": record_summaries(),
    }
    write_facts("training/front", made_by("training/record_front.py"), facts)


if __name__ == "__main__":
    main()
