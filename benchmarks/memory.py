"""What memory costs: the article's peak over its own NumPy arrays, and what must not grow.

Targets: at most 150 MB over the arrays; growth of at most 16 bytes per step once warm.
A turn rebuilds 200 models. Over ten of them per turn the same engine seemed to grow by 318 bytes a
model: CPython's cache of attribute look-ups keeps up to 4096 names, new strings each time for names
that C code spells out, and is full after some hundreds of models (`sys._clear_type_cache()` gives
all of it back).
"""

import argparse
import sys

from measure import Report
from mnist_data import find_mnist
from worker import Worker, find_python

TARGET_MB, TARGET_BYTES = 150, 16
GROWTH_JOBS = ("fit", "predict", "ops", "rebuild")


def run_job(library, job, path, turns, warm_up=0):
    """Returns (version, resident sizes after each turn once warm, count per turn, peak MB)."""
    python = find_python("numpy" if job == "arrays" else library)
    worker = Worker(python, "memory_job.py", [library, job, "--data", path])
    sizes = [worker.turn().get("resident_mb", 0.0) for _ in range(warm_up + turns)]
    count = worker.facts.get("count", 1)
    return worker.facts["version"], sizes[warm_up:], count, worker.close()["peak_rss_mb"]


def slope(sizes):
    """Returns the least-squares growth per turn."""
    count = len(sizes)
    middle = (count - 1) / 2
    mean = sum(sizes) / count
    spread = sum((index - middle) ** 2 for index in range(count))
    return sum((i - middle) * (size - mean) for i, size in enumerate(sizes)) / spread


def main():
    """Measures the named libraries, Pelton alone by default."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--libraries", nargs="+", default=["pelton"])
    parser.add_argument("--jobs", nargs="+", default=["article", *GROWTH_JOBS])
    parser.add_argument("--turns", type=int, default=10)
    parser.add_argument("--data")
    parser.add_argument("--json")
    options = parser.parse_args()
    path, description = find_mnist(options.data)
    report = Report("memory", f"resident memory, {description}")
    peaks, growth = [], []
    for library in options.libraries:
        if find_python(library) is None:
            print(f"{library} is left out: no Python here has it", file=sys.stderr)
            continue
        if "article" in options.jobs:
            arrays = run_job(library, "arrays", path, 1)[3]
            version, _, _, peak = run_job(library, "article", path, 1)
            peaks.append([f"{library} {version}", arrays, peak, peak - arrays])
            report.note(library, arrays_mb=arrays, article_peak_mb=peak)
        for job in [name for name in GROWTH_JOBS if name in options.jobs]:
            version, sizes, count, _ = run_job(library, job, path, options.turns, warm_up=3)
            per_step = slope(sizes) * 1e6 / count
            growth.append([f"{library} {version}", job, sizes[0], sizes[-1], per_step])
            report.note(library, **{f"{job}_bytes_per_step": per_step, f"{job}_mb": sizes})
    columns = ["library", "arrays alone MB", "article peak MB", "over the arrays MB"]
    report.table(f"one epoch of the article (target: {TARGET_MB} over)", columns, peaks)
    columns = ["library", "what is repeated", "first MB", "last MB", "bytes per step"]
    report.table(f"growth once warm (target: at most {TARGET_BYTES})", columns, growth)
    report.finish(options.json)


if __name__ == "__main__":
    main()
