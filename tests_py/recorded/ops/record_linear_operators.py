"""Records what linear operators answer: values and classes of errors.

Run `record_keras.py linear_operators`; the operators are in `linear_operator_cases.py`.
"""

from recorded.code_facts import evaluate
from recorded.fact_file import write_facts
from recorded.ops.linear_operator_cases import CASES, START, without_complex
from recorded.recorder import made_by, plain_value, tf


def run(made, asked):
    """The value of what is asked of the operator, or the class of its error."""
    try:
        value = without_complex(plain_value(evaluate(f"{START}\no = {made}\n{asked}", tf)))
        return {"asked": asked, "value": value}
    except Exception as error:  # the refusal is the fact
        return {"asked": asked, "error": type(error).__name__}


def main():
    """Writes `linear_operators.json`."""
    cases = [
        {"made": made, "facts": [run(made, code) for code in asked]}
        for made, asked in CASES.items()
    ]
    write_facts("ops/linear_operators", made_by("ops/record_linear_operators.py"), {"cases": cases})


if __name__ == "__main__":
    main()
