"""Records what Keras's utils and preprocessing make of texts, sequences and arrays.

Run `record_keras.py preprocessing`; the snippets are in `preprocessing_cases.py`.
"""

from recorded.fact_file import write_facts
from recorded.layers import preprocessing_cases
from recorded.recorder import made_by
from recorded.training.record_errors import record_case


def main():
    """Writes `preprocessing.json`."""
    start = preprocessing_cases.START
    cases = [record_case(*item, start) for item in preprocessing_cases.CASES.items()]
    facts = {"start": start, "cases": cases}
    write_facts("layers/preprocessing", made_by("layers/record_preprocessing.py"), facts)


if __name__ == "__main__":
    main()
