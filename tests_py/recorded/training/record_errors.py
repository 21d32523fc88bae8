"""Records how Keras refuses bad calls: exception class, bases and text; or the value where it
accepts what one might expect it to refuse, and warnings either way.

Run `record_keras.py errors`; the snippets are in `layer_error_cases.py` and
`training_error_cases.py`.
"""

import warnings

from recorded.code_facts import error_entry, evaluate, without_addresses
from recorded.fact_file import write_facts
from recorded.recorder import keras, made_by, np, plain_value, tf
from recorded.training import layer_error_cases, training_error_cases


def record_case(name, code, start=""):
    """Runs the snippet after `start` in a fresh Keras session and returns what came of it."""
    keras.backend.clear_session()
    keras.utils.set_random_seed(1)
    facts = {"name": name, "code": code}
    with warnings.catch_warnings(record=True) as caught, np.errstate(all="ignore"):
        warnings.simplefilter("always")
        try:
            facts["value"] = plain_value(evaluate(start + code, tf))
        except Exception as error:  # the refusal is the fact
            facts["error"] = error_entry(error)
    told = [w for w in caught if issubclass(w.category, UserWarning)]
    if told:
        facts["warnings"] = [without_addresses(str(warning.message)) for warning in told]
    return facts


def main():
    """Writes `errors.json`."""
    facts = {
        "layers": [record_case(*item) for item in layer_error_cases.CASES.items()],
        "training": [record_case(*item) for item in training_error_cases.CASES.items()],
    }
    keras.backend.set_floatx("float32")
    write_facts("training/errors", made_by("training/record_errors.py"), facts)


if __name__ == "__main__":
    main()
