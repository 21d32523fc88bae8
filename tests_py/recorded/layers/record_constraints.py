"""Records what Keras's weight constraints compute and when they are applied.

Run `record_keras.py constraints`; the snippets are in `constraint_cases.py`.
"""

from recorded.fact_file import write_facts
from recorded.layers import constraint_cases
from recorded.recorder import made_by
from recorded.training.record_errors import record_case


def main():
    """Writes `constraints.json`."""
    start = constraint_cases.START
    cases = [record_case(*item, start) for item in constraint_cases.CASES.items()]
    facts = {"start": start, "cases": cases}
    write_facts("layers/constraints", made_by("layers/record_constraints.py"), facts)


if __name__ == "__main__":
    main()
