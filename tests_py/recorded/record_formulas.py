"""Records what Keras's losses and metrics of ops compute.

Run `record_keras.py formulas`; the snippets are in `formula_cases.py`.
"""

import formula_cases
from fact_file import write_facts
from record_errors import record_case
from recorder import made_by


def main():
    """Writes `formulas.json`."""
    start = formula_cases.START
    cases = [record_case(*item, start) for item in formula_cases.CASES.items()]
    facts = {"start": start, "cases": cases}
    write_facts("formulas", made_by("record_formulas.py"), facts)


if __name__ == "__main__":
    main()
