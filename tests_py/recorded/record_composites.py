"""Records what functions, branches and loops do with ragged and sparse tensors and their kin.

Run `record_keras.py composites`; the calls are in `composite_cases.py`.
"""

from code_facts import evaluate
from composite_cases import CASES, START
from fact_file import write_facts
from recorder import made_by, plain_value, tf


def run(code):
    """The call's value, or the class of its error."""
    try:
        return {"code": code, "value": plain_value(evaluate(f"{START}\n{code}", tf))}
    except Exception as error:  # the refusal is the fact
        return {"code": code, "error": type(error).__name__}


def main():
    """Writes `composites.json`."""
    facts = {group: [run(code) for code in codes] for group, codes in CASES.items()}
    write_facts("composites", made_by("record_composites.py"), facts)


if __name__ == "__main__":
    main()
