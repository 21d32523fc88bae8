"""Records what functions, branches and loops do with ragged and sparse tensors and their kin.

Run `record_keras.py composites`; the calls are in `composite_cases.py`.
"""

from recorded.code_facts import evaluate
from recorded.fact_file import write_facts
from recorded.recorder import made_by, plain_value, tf
from recorded.tensors.composite_cases import CASES, START


def run(code):
    """The call's value, or the class of its error."""
    try:
        return {"code": code, "value": plain_value(evaluate(f"{START}\n{code}", tf))}
    except Exception as error:  # the refusal is the fact
        return {"code": code, "error": type(error).__name__}


def main():
    """Writes `composites.json`."""
    facts = {group: [run(code) for code in codes] for group, codes in CASES.items()}
    write_facts("tensors/composites", made_by("tensors/record_composites.py"), facts)


if __name__ == "__main__":
    main()
