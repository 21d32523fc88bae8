"""Records what functional models of Keras do: values, logs, configs, refusals, summaries.

Run `record_keras.py functional`; the snippets are in `functional_cases.py`.
"""

import os

from recorded.code_facts import evaluate
from recorded.fact_file import write_facts
from recorded.models import functional_cases
from recorded.recorder import keras, made_by, printed_by, tf
from recorded.training.record_errors import record_case


def record_summary(name, code):
    """Returns the printed lines on a terminal of 80 columns."""
    keras.backend.clear_session()
    os.environ["COLUMNS"] = "80"
    model = evaluate(code, tf)
    return {"name": name, "code": code, "lines": printed_by(model.summary).split("\n")}


def main():
    """Writes `functional.json`."""
    start = functional_cases.START
    facts = {
        "start": start,
        "cases": [record_case(*item, start) for item in functional_cases.CASES.items()],
        "summaries": [record_summary(*item) for item in functional_cases.SUMMARIES.items()],
    }
    write_facts("models/functional", made_by("models/record_functional.py"), facts)


if __name__ == "__main__":
    main()
