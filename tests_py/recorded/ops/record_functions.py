"""Records what TensorFlow's functions of arrays give: values, gradients and classes of errors.

Run `record_keras.py functions`; the calls are in `function_cases.py`.
"""

from recorded.code_facts import evaluate
from recorded.fact_file import write_facts
from recorded.ops.function_cases import CASES, START
from recorded.recorder import made_by, np, plain_value, tf


def run(code):
    """The call's value, or the class of its error."""
    with np.errstate(all="ignore"):
        try:
            return {"code": code, "value": plain_value(evaluate(f"{START}\n{code}", tf))}
        except Exception as error:  # the refusal is the fact
            return {"code": code, "error": type(error).__name__}


def main():
    """Writes `functions.json`."""
    facts = {group: [run(code) for code in codes] for group, codes in CASES.items()}
    write_facts("ops/functions", made_by("ops/record_functions.py"), facts)


if __name__ == "__main__":
    main()
