"""What single ops cost from Python, forward and with gradients, beside the best of four peers.

Targets: the median of Pelton's time over the best peer's at most 0.6, none over 1.1.
"""

import argparse
import fnmatch
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).with_name("peers")))

from measure import Report, interleave
from op_rows import LIBRARIES, SIZE_NAMES, rows  # noqa: E402
from worker import cpu_environment, workers

MEDIAN_TARGET = 0.6
TARGET = 1.1


def main():
    """Measures each row at each size in turns of all libraries, and prints the ratios."""
    options = _options()
    what = "CPU time" if options.threads == 1 else "wall time"
    what = (
        f"least {what} of one call on {options.threads} threads, median of {options.rounds} rounds"
    )
    report = Report("ops", what, options.threads)
    chosen = [row for row in rows() if any(fnmatch.fnmatch(row.name, o) for o in options.ops)]
    environment = cpu_environment(options.threads)
    contestants = {
        name: (name, "op_job.py", [name, options.threads], environment)
        for name in options.libraries
    }
    cells = {}
    with workers(contestants) as running:
        for name, worker in running.items():
            report.note(name, version=worker.facts["version"])
        for row in chosen:
            for size in options.sizes:
                for mode in row.modes():
                    cells[row, size, mode] = _cell(running, row, size, mode, options.rounds)
                    _show_progress(row, size, mode, cells[row, size, mode])
    _tables(report, {key: cell for key, cell in cells.items() if "pelton" in cell})
    report.finish(options.json)


def _options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=1, help="1: by CPU time, more: by wall time")
    parser.add_argument("--ops", nargs="+", default=["*"], help="names or patterns of rows")
    parser.add_argument("--sizes", nargs="+", default=SIZE_NAMES, choices=SIZE_NAMES)
    parser.add_argument("--libraries", nargs="+", default=LIBRARIES, choices=LIBRARIES)
    parser.add_argument("--json")
    return parser.parse_args()


def _cell(running, row, size, mode, rounds):
    """{library: seconds} of one row, size and mode: medians of the turns' least times."""
    turns = {
        name: lambda worker=worker: worker.turn(row.name, size, mode)
        for name, worker in running.items()
        if row.calls[name] and not (mode == "gradient" and name == "numpy")
    }
    samples = interleave(turns, rounds, warm_up=0)
    return {
        name: statistics.median(figures["seconds"]) for name, figures in samples.items() if figures
    }


def _best(cell):
    """(name, seconds) of the fastest peer, None where there is none."""
    peers = [(seconds, name) for name, seconds in cell.items() if name != "pelton"]
    return min(peers)[::-1] if peers else None


def _ratio(cell):
    best = _best(cell) if cell else None
    return cell["pelton"] / best[1] if best else None


def _show_progress(row, size, mode, cell):
    times = "  ".join(f"{name} {seconds * 1e6:.4g}" for name, seconds in cell.items())
    ratio = _ratio(cell) if "pelton" in cell else None
    shown = "-" if ratio is None else f"{ratio:.3f}"
    print(f"{row.name} {size} {mode}: {shown}  us: {times}", file=sys.stderr, flush=True)


def _tables(report, cells):
    columns = [(size, mode) for mode in ("forward", "gradient") for size in SIZE_NAMES]
    names = list(dict.fromkeys(row for row, _, _ in cells))
    table = [[row.name, *(_ratio(cells.get((row, *c))) for c in columns)] for row in names]
    heads = [f"{size} {mode[0]}" for size, mode in columns]
    report.table("Pelton's time / the best peer's (f: forward, g: gradient)", ["op", *heads], table)
    ratios = {key: _ratio(cell) for key, cell in cells.items() if _ratio(cell) is not None}
    families = dict.fromkeys(row.family for row, _, _ in ratios)
    by_family = {f: [r for (row, *_), r in ratios.items() if row.family == f] for f in families}
    by_family["all"] = list(ratios.values())
    report.table(
        f"by family (targets: median {MEDIAN_TARGET}, none over {TARGET})",
        ["family", "figures", "median", "worst", f"over {TARGET}"],
        [
            [name, len(all_), statistics.median(all_), max(all_), sum(r > TARGET for r in all_)]
            for name, all_ in by_family.items()
            if all_
        ],
    )
    _worst_table(report, cells, ratios)
    for (row, size, mode), cell in cells.items():
        report.note(f"{row.name} {size} {mode}", seconds=cell, ratio=ratios.get((row, size, mode)))


def _worst_table(report, cells, ratios):
    over = sorted((key for key in ratios if ratios[key] > TARGET), key=lambda k: -ratios[k])
    report.table(
        f"over {TARGET}",
        ["op", "Pelton us", "best peer", "its us", "ratio"],
        [
            [
                " ".join((key[0].name, *key[1:])),
                cells[key]["pelton"] * 1e6,
                _best(cells[key])[0],
                _best(cells[key])[1] * 1e6,
                ratios[key],
            ]
            for key in over
        ],
    )


if __name__ == "__main__":
    main()
