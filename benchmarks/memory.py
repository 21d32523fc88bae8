"""What memory costs: the article's peak over its own NumPy arrays, and what must not grow.

Targets: at most 130 MB over the arrays; after warm-up no growth at all over 20,000 steps of fit, as
many calls of predict, a million small operations and 200 models made and dropped. What grows is
larger at three quarters of the way than half way, and larger still at the end; the program then
ends with status 1. `peers/live_memory.py` says what is counted.
"""

import argparse
import sys

from measure import Report
from mnist_data import find_mnist
from worker import Worker, find_python

TARGET_MB = 130
GROWTH_JOBS = ("fit", "predict", "ops", "rebuild")
TURNS, WARM_UP = 20, 4


def run_job(library, job, path, turns, warm_up=0):
    """Returns (version, figures after each turn once warm, count per turn, peak MB)."""
    python = find_python("numpy" if job == "arrays" else library)
    worker = Worker(python, "memory_job.py", [library, job, "--data", path])
    figures = [worker.turn() for _ in range(warm_up + turns)]
    count = worker.facts.get("count", 1)
    return worker.facts["version"], figures[warm_up:], count, worker.close()["peak_rss_mb"]


def points(numbers):
    """Returns the numbers half way, at three quarters and at the end."""
    return [numbers[len(numbers) * quarters // 4 - 1] for quarters in (2, 3, 4)]


def grows(numbers):
    """True if the numbers rise over both last quarters: what is kept once rises over one only."""
    half, later, last = points(numbers)
    return half < later < last


def growth_row(turns, count):
    """Returns (cells of the table, facts): each figure half way, what came to it since, a verdict.

    `turns` are the figures of each turn once warm, `count` what one turn repeats.
    """
    kept = {key: [figures[key] for figures in turns] for key in turns[0]}
    growing = [key for key, numbers in kept.items() if grows(numbers)]
    since = {key: points(numbers)[2] - points(numbers)[0] for key, numbers in kept.items()}
    cells = [f"{count * len(turns):,}", points(kept["resident"])[0] / 1e6]
    cells += [since.get(key) for key in ("resident", "heap", "engine", "python blocks")]
    return [*cells, ", ".join(growing) or "none"], {"growing": growing, "since_half": since}


def main():
    """Measures the named libraries, Pelton alone by default."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--libraries", nargs="+", default=["pelton"])
    parser.add_argument("--jobs", nargs="+", default=["article", *GROWTH_JOBS])
    parser.add_argument("--turns", type=int, default=TURNS, help="of a growth job")
    parser.add_argument("--data")
    parser.add_argument("--json")
    options = parser.parse_args()
    path, description = find_mnist(options.data)
    report = Report("memory", f"resident and live memory, {description}")
    peaks, growth, failed = [], [], False
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
            version, turns, count, _ = run_job(library, job, path, options.turns, WARM_UP)
            cells, facts = growth_row(turns, count)
            growth.append([f"{library} {version}", job, *cells])
            report.note(library, **{job: {**facts, "turns": turns}})
            failed |= library == "pelton" and bool(facts["growing"])
    columns = ["library", "arrays alone MB", "article peak MB", "over the arrays MB"]
    report.table(f"one epoch of the article (target: {TARGET_MB} over)", columns, peaks)
    columns = ["library", "job", "times", "MB half way", "resident", "heap", "engine"]
    columns += ["Python blocks", "grows"]
    report.table("bytes more at the end than half way (target: none)", columns, growth)
    report.finish(options.json)
    sys.exit(failed)


if __name__ == "__main__":
    main()
