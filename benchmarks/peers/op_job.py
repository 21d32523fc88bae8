"""One library's single ops, timed: `op_job.py LIBRARY THREADS` is a contestant of `ops`.

Each turn is asked for one row, size and mode of `op_rows.py`. Inputs are made once per row and
size. Gradients are those of an output's product with numbers that are not all the same, and the
output itself is computed too.
"""

import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import op_libraries  # noqa: E402
from op_rows import data_of, rows  # noqa: E402
from worker import serve  # noqa: E402

BATCH_SECONDS = 0.002
LEAST_SECONDS = 0.012


def least_seconds(action, clock):
    """The least time of one call by `clock`, over three or more batches of about 2 ms."""
    count, start = 1, clock()
    action()
    action()
    count = max(1, int(BATCH_SECONDS / max((clock() - start) / 2, 1e-7)))
    best, spent, batches = float("inf"), 0.0, 0
    while batches < 3 or spent < LEAST_SECONDS:
        start = clock()
        for _ in range(count):
            action()
        elapsed = clock() - start
        best, spent, batches = min(best, elapsed / count), spent + elapsed, batches + 1
    return best


class Job:
    """The rows of one library; the last row's and size's inputs are kept for its other turns."""

    def __init__(self, library, threads):
        self.library = op_libraries.make(library, threads)
        self.name = library
        self.clock = time.process_time if threads == 1 else time.perf_counter
        self.rows = {row.name: row for row in rows()}
        self.kept, self.actions = None, {}

    def turn(self, name, size, mode):
        """{"seconds": least time of one call}, nothing where the library lacks the op."""
        row = self.rows[name]
        if not row.calls[self.name]:
            return {}
        try:
            return {"seconds": least_seconds(self.action(row, size, mode), self.clock)}
        except Exception as error:  # one op that a library refuses must not lose the others
            print(f"{self.name}: {name} {size} {mode}: {error!r:.300}", file=sys.stderr)
            return {}

    def action(self, row, size, mode):
        """The call without arguments that a turn times."""
        if self.kept != (row.name, size):
            self.kept, self.actions = (row.name, size), {}
        if mode not in self.actions:
            inputs = {
                key: self.library.tensor(value, dict(row.inputs)[key])
                for key, value in data_of(row, size).items()
            }
            names = {**self.library.names, **row.sizes_at(size)}
            function = eval(f"lambda {', '.join(inputs)}: {row.calls[self.name]}", names)
            make = self.library.gradient if mode == "gradient" else self.library.forward
            self.actions[mode] = make(function, inputs, row.gradients)
        return self.actions[mode]


def prepare():
    """Returns the turn that times a row, with the library's version."""
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    job = Job(sys.argv[1], int(sys.argv[2]))
    return lambda *what: job.turn(*what), {"version": job.library.version}, dict


if __name__ == "__main__":
    serve(prepare)
