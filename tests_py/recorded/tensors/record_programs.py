"""Records what programs written for TensorFlow 2 do: values and classes of errors.

Run `record_keras.py programs`; the code is in `program_cases.py`.
"""

from recorded.code_facts import evaluate
from recorded.fact_file import write_facts
from recorded.recorder import made_by, plain_value, tf
from recorded.tensors.program_cases import CASES, START


def run(code):
    """The value, or the class of the error."""
    try:
        return {"code": code, "value": plain_value(evaluate(f"{START}\n{code}", tf))}
    except Exception as error:  # the refusal is the fact
        return {"code": code, "error": type(error).__name__}


def main():
    """Writes `programs.json`."""
    facts = {group: [run(code) for code in codes] for group, codes in CASES.items()}
    write_facts("tensors/programs", made_by("tensors/record_programs.py"), facts)


if __name__ == "__main__":
    main()
