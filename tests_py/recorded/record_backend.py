"""Records what the functions of keras.backend give, as TensorFlow's front has them.

Run `record_keras.py backend`; the snippets are in `backend_cases.py`.
"""

import backend_cases
from fact_file import write_facts
from record_errors import record_case
from recorder import made_by, tf


def main():
    """Writes `backend.json`."""
    start = backend_cases.START
    cases = [record_case(*item, start) for item in backend_cases.CASES.items()]
    names = [name for name in dir(tf.keras.backend) if not name.startswith("_")]
    facts = {"names": names, "start": start, "cases": cases}
    write_facts("backend", made_by("record_backend.py"), facts)


if __name__ == "__main__":
    main()
