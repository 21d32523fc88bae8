"""Records what real Keras's callbacks leave of trainings: event files, backups, averages.

Run `record_keras.py callback_runs`; the snippets are in `callback_run_cases.py`.
"""

import os
import tempfile

from recorded.fact_file import write_facts
from recorded.recorder import keras, made_by
from recorded.training import callback_run_cases
from recorded.training.record_errors import record_case


def record(name, code, start=callback_run_cases.START):
    """Records the snippet after `start` in an empty folder, its working directory."""
    keras.backend.clear_session()
    home = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            return record_case(name, code, start)
        finally:
            os.chdir(home)


def main():
    """Writes `callback_runs.json`."""
    facts = {
        "start": callback_run_cases.START,
        "cases": [record(*item) for item in callback_run_cases.CASES.items()],
    }
    write_facts("training/callback_runs", made_by("training/record_callback_runs.py"), facts)


if __name__ == "__main__":
    main()
