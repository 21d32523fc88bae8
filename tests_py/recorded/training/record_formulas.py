"""Records what Keras's losses and metrics of ops compute.

Run `record_keras.py formulas`; the snippets are in `formula_cases.py`.
"""

from recorded.fact_file import write_facts
from recorded.recorder import made_by
from recorded.training import formula_cases
from recorded.training.record_errors import record_case


def main():
    """Writes `formulas.json`."""
    start = formula_cases.START
    cases = [record_case(*item, start) for item in formula_cases.CASES.items()]
    facts = {"start": start, "cases": cases}
    write_facts("training/formulas", made_by("training/record_formulas.py"), facts)


if __name__ == "__main__":
    main()
