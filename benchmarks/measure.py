"""How everything here is measured: interleaved turns, robust figures, one table and one JSON form.

Standard library only. A contestant is a name and a callable that takes one turn and returns
numbers; what it runs is its own business.
"""

import json
import statistics
import sys
import time
from pathlib import Path

from machine import busy_warning, describe, fma_peak, usable_cores


def interleave(contestants, rounds, warm_up=1, out=sys.stderr):
    """Runs the contestants' turns as A B C A B C ... and returns {name: {figure: [numbers]}}.

    `contestants` is {name: callable}; a turn returns {figure: number}. The first `warm_up` turns
    of each are kept apart, under "cold FIGURE". A contestant that fails is dropped, and said so.
    """
    samples = {name: {} for name in contestants}
    active = dict(contestants)
    for index in range(warm_up + rounds):
        for name, turn in list(active.items()):
            try:
                figures = turn()
            except Exception as error:  # one broken peer must not lose the others' figures
                print(f"{name} failed and is left out: {error}", file=out)
                del active[name], samples[name]
                continue
            for figure, number in figures.items():
                key = f"cold {figure}" if index < warm_up else figure
                samples[name].setdefault(key, []).append(number)
    return samples


def timed(action):
    """Returns a turn that measures the wall time of `action` in seconds."""

    def turn():
        start = time.perf_counter()
        action()
        return {"seconds": time.perf_counter() - start}

    return turn


def per_call_ns(action, seconds=0.25, batch_seconds=0.002):
    """Returns the least time of one call in nanoseconds, over batches of about two milliseconds."""
    count = 1
    while True:
        start = time.perf_counter()
        for _ in range(count):
            action()
        if time.perf_counter() - start >= batch_seconds:
            break
        count *= 2
    best = float("inf")
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter()
        for _ in range(count):
            action()
        best = min(best, (time.perf_counter() - start) / count)
    return best * 1e9


def take_turns(running, rounds, report):
    """Has the running {name: Worker} take turns; returns their samples, which the report gets too.

    The report says which version of its library each of them is."""
    samples = interleave({name: worker.turn for name, worker in running.items()}, rounds)
    for name, worker in running.items():
        report.note(name, version=worker.facts["version"])
    report.add(samples)
    return samples


def summarize(numbers):
    """Returns {"min", "p10", "median", "max", "count"} of a list of numbers."""
    ordered = sorted(numbers)
    return {
        "min": ordered[0],
        "p10": ordered[int(0.1 * (len(ordered) - 1))],
        "median": statistics.median(ordered),
        "max": ordered[-1],
        "count": len(ordered),
    }


def ratio_of_medians(samples, figure, ours, theirs):
    """Returns ours / theirs of a figure's medians within one interleaved run, None if missing."""
    if figure not in samples.get(ours, {}) or figure not in samples.get(theirs, {}):
        return None
    return statistics.median(samples[ours][figure]) / statistics.median(samples[theirs][figure])


class Report:
    """Collects one benchmark's figures with the machine they stand for; prints and writes them."""

    def __init__(self, name, what, threads=None):
        self.threads = threads or usable_cores()
        self.peak = fma_peak(self.threads)
        self.facts = {"benchmark": name, "what": what, "machine": describe(), "peak": self.peak}
        self.facts["results"] = {}
        self.lines = []

    def add(self, samples):
        """Adds `interleave`'s samples, summarized."""
        for name, figures in samples.items():
            entry = self.facts["results"].setdefault(name, {})
            entry.update({figure: summarize(numbers) for figure, numbers in figures.items()})

    def note(self, name, **facts):
        """Adds single facts of a contestant, such as its version or its accuracy."""
        self.facts["results"].setdefault(name, {}).update(facts)

    def table(self, title, columns, rows):
        """Adds a table; `rows` are lists of texts or numbers, one per column."""
        texts = [[_short(cell) for cell in row] for row in rows]
        widths = [
            max(len(row[index]) for row in [columns, *texts]) for index in range(len(columns))
        ]
        self.lines += ["", title]
        for row in [columns, ["-" * width for width in widths], *texts]:
            cells = [
                cell.ljust(width) if index == 0 else cell.rjust(width)
                for index, (cell, width) in enumerate(zip(row, widths, strict=True))
            ]
            self.lines.append("  ".join(cells).rstrip())

    def finish(self, json_path=None):
        """Prints machine, warning and tables; writes the JSON file if a path is given.

        The peak is measured again, for the machine may have become busy: the worse counts.
        """
        peaks = [peak for peak in (self.peak, fma_peak(self.threads)) if peak]
        worse = min(peaks, key=lambda p: p["wall_gflops"] / p["peak_gflops"], default=None)
        self.facts["busy"] = busy_warning(worse)
        machine = self.facts["machine"]
        isa = ", ".join(machine["isa"])
        print(f"{self.facts['benchmark']}: {self.facts['what']}")
        print(f"{machine['cpu']}, {machine['cores']} cores ({isa}), {machine['memory_gb']} GB")
        if self.peak:
            isa, gflops = self.peak["isa"], self.peak["peak_gflops"]
            print(f"FMA peak on {self.threads} threads: {gflops:.0f} GFLOP/s ({isa})")
        if self.facts["busy"]:
            print(self.facts["busy"])
        print("\n".join(self.lines))
        if json_path:
            Path(json_path).write_text(json.dumps(self.facts, indent=1) + "\n", encoding="utf-8")


def _short(cell):
    if cell is None:
        return "-"
    if not isinstance(cell, float):
        return str(cell)
    if cell != cell or abs(cell) >= 1000:
        return f"{cell:,.0f}"
    return f"{cell:.3g}" if abs(cell) < 10 else f"{cell:.1f}"
