"""Records what the functions of keras.backend give, as TensorFlow's front has them.

Run `record_keras.py backend`; the snippets are in `backend_cases.py`.
"""

from recorded.fact_file import write_facts
from recorded.ops import backend_cases
from recorded.recorder import made_by, tf
from recorded.training.record_errors import record_case


def main():
    """Writes `backend.json`."""
    start = backend_cases.START
    cases = [record_case(*item, start) for item in backend_cases.CASES.items()]
    names = [name for name in dir(tf.keras.backend) if not name.startswith("_")]
    facts = {"names": names, "start": start, "cases": cases}
    write_facts("ops/backend", made_by("ops/record_backend.py"), facts)


if __name__ == "__main__":
    main()
