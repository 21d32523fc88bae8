"""What `import pelton` costs over the bare interpreter, beside its peers.

Target: at most 50 ms and no more than MLX's, and NumPy not loaded.
"""

import argparse
import os
import statistics
import subprocess
import sys
import time

from measure import Report, interleave
from worker import KEEP_BYTECODE, find_python

# MLX has no module of its own name: what a script imports is its core.
MODULES = {
    "pelton": "pelton",
    "numpy": "numpy",
    "mlx": "mlx.core",
    "jax": "jax",
    "torch": "torch",
    "tensorflow": "tensorflow",
}
SLOW = ("jax", "torch", "tensorflow")
TARGET_MS = 50


def run_turn(python, code):
    """Returns a turn that starts a Python for `code` and notes wall and CPU milliseconds."""
    environment = {**os.environ, **KEEP_BYTECODE}

    def turn():
        before = os.times()
        start = time.perf_counter()
        subprocess.run([python, "-c", code], check=True, capture_output=True, env=environment)
        wall = time.perf_counter() - start
        after = os.times()
        cpu = after.children_user + after.children_system
        cpu -= before.children_user + before.children_system
        return {"wall_ms": wall * 1e3, "cpu_ms": cpu * 1e3}

    return turn


def loads_numpy(python, module):
    """Returns whether NumPy is loaded once `module` has been imported."""
    code = f"import {module}, sys; sys.exit('numpy' in sys.modules)"
    return subprocess.run([python, "-c", code], check=False, capture_output=True).returncode != 0


def main():
    """Measures each library against the same interpreter's bare start."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--json")
    options = parser.parse_args()
    report = Report("import_time", "milliseconds over the bare interpreter", threads=1)
    rows = []
    for library, module in MODULES.items():
        python = find_python(library)
        if python is None:
            print(f"{library} is left out: no Python here has it", file=sys.stderr)
            continue
        turns = {
            "bare": run_turn(python, "pass"),
            library: run_turn(python, f"import {module}"),
        }
        rounds = max(3, options.rounds // 5) if library in SLOW else options.rounds
        samples = interleave(turns, rounds)
        report.add({f"{library} {name}": figures for name, figures in samples.items()})
        over = {
            (figure, pick): choose(samples[library][figure]) - choose(samples["bare"][figure])
            for figure in ("wall_ms", "cpu_ms")
            for pick, choose in (("min", min), ("median", statistics.median))
        }
        numpy_too = loads_numpy(python, module)
        report.note(
            library, loads_numpy=numpy_too, over_bare={" ".join(k): v for k, v in over.items()}
        )
        rows.append([library, *over.values(), "yes" if numpy_too else "no"])
    columns = ["import", "wall min", "wall median", "CPU min", "CPU median", "loads NumPy"]
    report.table(f"ms over the bare interpreter (target for pelton: {TARGET_MS})", columns, rows)
    report.finish(options.json)


if __name__ == "__main__":
    main()
