"""Records what arguments of TensorFlow's functions mean, how Keras trains while model or data
change, and figures of unusual data.

Run `record_keras.py arguments`; the snippets are in `argument_cases.py`.
"""

import warnings

from recorded.code_facts import error_entry, evaluate
from recorded.fact_file import write_facts
from recorded.ops.argument_cases import ARGUMENTS, FIGURES, KERAS_START, TRAINING
from recorded.recorder import keras, made_by, np, plain_value, tf


def run(name, code):
    """Returns the value of the snippet, or its error."""
    keras.utils.set_random_seed(1)
    facts = {"name": name, "code": code}
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            facts["value"] = plain_value(evaluate(code, tf))
        except Exception as error:  # the refusal is the fact
            facts["error"] = error_entry(error)
    return facts


def main():
    """Writes `arguments.json`."""
    facts = {
        "arguments": [run(name, code) for name, code in ARGUMENTS.items()],
        "figures": [run(name, code) for name, code in FIGURES.items()],
        "start": KERAS_START,
        "training": [run(name, KERAS_START + code) for name, code in TRAINING.items()],
    }
    for case in facts["training"]:
        case["code"] = case["code"].removeprefix(KERAS_START)
    write_facts("ops/arguments", made_by("ops/record_arguments.py"), facts)


if __name__ == "__main__":
    main()
