"""Runs the kinds of torture that the command line names and prints what they found."""

from __future__ import annotations

import argparse
import os
import random
import re
import sys
from collections import Counter
from pathlib import Path

from torture.child import LEFT_OUT
from torture.kind import COUNTS, WRONG
from torture.reduced import reduce
from torture.watched import Failure, Report, watched_run

MOST_REDUCED, MOST_ALIKE = 40, 3


def environment(gpus: int = 0, left_out: str = "") -> dict[str, str]:
    """Where children find the package and these files, fake GPUs, and what they leave out."""
    here = Path(__file__).resolve().parents[1]
    path = [str(here.parent / "python"), str(here), os.environ.get("PYTHONPATH", "")]
    found = {
        "PYTHONPATH": os.pathsep.join(filter(None, path)),
        "PYTHONHASHSEED": "0",
        LEFT_OUT: left_out,
    }
    return {**found, "PELTON_FAKE_GPUS": str(gpus)} if gpus else found


def likeness(failure: Failure) -> tuple[str, ...]:
    """What failures of one cause have in common: how they end and what is called, or the giant."""
    last = (failure.lines or [""])[-1]
    if "broadcast_to" in last and "hang" in failure.what:
        return (failure.what, "broadcast_to")
    return (
        failure.what,
        *re.findall(r"k\.pop\(\) and ([^(]*)", " ".join(failure.lines)),
        last[:12],
    )


def show(name: str, report: Report, changes: dict[str, str]) -> None:
    """Prints the failures, each reduced, a sample of the bad texts, and the counts."""
    tried: Counter[tuple[str, ...]] = Counter()
    shown: set[tuple[str, ...]] = set()
    for failure in report.failures:
        key = likeness(failure)
        if tried[key] == MOST_ALIKE or tried.total() == MOST_REDUCED:
            continue
        tried[key] += 1
        lines = reduce(name, failure, changes) or ["# did not come again:", *failure.lines]
        if tuple(lines) not in shown:
            shown.add(tuple(lines))
            print(f"\n{failure.what}: {failure.said[-200:]}")
            print("\n".join(lines), flush=True)
    for what, count in report.bad_texts().items():
        print(f"\n{count} texts are {what}; some of them:")
        rows = {row["text"][:60]: row for row in report.texts if row["what"] == what}
        for row in [*rows.values()][:8]:
            print(f"  {row['lines'][-1][:120]}\n    {row['text'][:160]}")


def summary(name: str, report: Report) -> str:
    """The counts in a line."""
    ends = Counter(
        "hangs" if "hang" in one.what else "wrong" if one.what == WRONG else "deaths"
        for one in report.failures
    )
    return (
        f"{name}: {report.calls} calls in {report.seconds:.0f} s "
        f"({report.calls / max(report.seconds, 1e-9):.0f}/s), {report.refused} refused, "
        f"{report.taken} taken, {report.unmade} not made; {ends['deaths']} deaths, "
        f"{ends['hangs']} hangs, {ends['wrong']} wrong, {len(report.long)} long; bad texts: "
        f"{dict(report.bad_texts()) or 0}"
    )


def main() -> int:
    """Runs what the command line names; 1 where something died or hung or said it badly."""
    parser = argparse.ArgumentParser(prog="dev.py torture", description=__doc__)
    parser.add_argument("name", nargs="?", choices=[*COUNTS], help="one kind; without: all")
    parser.add_argument("--count", type=int, help="how many calls of each kind")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--gpus", type=int, default=0, help="fake GPUs to compute on")
    parser.add_argument("--leave-out", default="", help="lines not to be tried, as a pattern")
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    changes, bad, lines = environment(options.gpus, options.leave_out), 0, []
    for name in [options.name] if options.name else COUNTS:
        report = watched_run(name, options.seed, options.count or COUNTS[name], changes)
        show(name, report, changes)
        lines.append(summary(name, report))
        bad += len(report.failures) + len(report.texts)
    print("\n" + "\n".join(lines))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
