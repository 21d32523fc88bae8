"""Records the tables that `model.summary()` prints for real models.

Run `record_keras.py summaries`; the models are in `summary_cases.py`.
"""

import os

from recorded.code_facts import evaluate
from recorded.fact_file import write_facts
from recorded.models.summary_cases import SUMMARIES
from recorded.recorder import keras, made_by, printed_by, tf


def record_summary(name, code, arguments, columns):
    """Returns the printed lines on a terminal of that width without colours."""
    keras.backend.clear_session()
    os.environ["COLUMNS"] = str(columns)
    model = evaluate(code + "m", tf)
    lines = printed_by(lambda: model.summary(**arguments)).split("\n")
    return {
        "name": name,
        "code": code + "m",
        "arguments": arguments,
        "columns": columns,
        "lines": lines,
    }


def record_other_ways(code):
    """Returns the same summary through `print_fn`, and in colours."""
    keras.backend.clear_session()
    os.environ["COLUMNS"] = "80"
    model = evaluate(code + "m", tf)
    through = []
    model.summary(print_fn=through.append)
    os.environ.update(FORCE_COLOR="1", TERM="xterm-256color")
    coloured = printed_by(model.summary)
    del os.environ["FORCE_COLOR"]
    return {"print_fn_calls": through, "coloured_lines": coloured.split("\n")}


def main():
    """Writes `summaries.json`."""
    facts = {
        "cases": [record_summary(name, *case) for name, case in SUMMARIES.items()],
        "other_ways": record_other_ways(SUMMARIES["cnn"][0]),
    }
    write_facts("models/summaries", made_by("models/record_summaries.py"), facts)


if __name__ == "__main__":
    main()
