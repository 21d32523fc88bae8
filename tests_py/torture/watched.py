"""Runs children, ends those that hang, starts new ones after each death, and counts."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from torture.child import STATUS
from torture.kind import FAILURES, kind_of

START = 60.0  # seconds that a child may take before its first snippet
STOP = 0.5  # seconds from Ctrl-C to its exception; twice that on a busy machine is a hang
STUCK = 8.0  # more seconds without using the processor: nobody is computing
TICK = os.sysconf("SC_CLK_TCK")
# Honest computations: of a huge number of something, or for as long as a user's function says.
HONEST = re.compile(r"\bwhile_loop|2\*\*[3-9]\d|2\*\*200|10\*\*\d\d")


@dataclass
class Failure:
    """A death or a hang: how it ended, the lines that did it and those that ran before."""

    what: str
    lines: list[str]
    before: list[list[str]]
    said: str = ""
    reduced: list[str] = field(default_factory=list)


@dataclass
class Report:
    """What a run found."""

    calls: int = 0
    refused: int = 0
    taken: int = 0
    unmade: int = 0
    seconds: float = 0.0
    failures: list[Failure] = field(default_factory=list)
    long: list[dict] = field(default_factory=list)
    texts: list[dict] = field(default_factory=list)

    def bad_texts(self) -> Counter:
        """How many texts of each fault there were."""
        return Counter(row["what"] for row in self.texts)


def processor_seconds(pid: int) -> float:
    """What all threads of the process have used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICK


class Watched:
    """One child at a time, in a folder of notes."""

    def __init__(self, kind: str, seed: int, folder: Path, environment: dict[str, str]) -> None:
        made = kind_of(kind, seed)
        self.limit = made.LIMIT
        self.command = [sys.executable, "-m", "torture.child", kind, str(seed)]
        self.folder = folder
        self.environment = {**os.environ, **made.ENVIRONMENT, **environment}
        self.report = Report()

    def status(self) -> tuple[int, float, int, int, int, int]:
        return STATUS.unpack((self.folder / "status").read_bytes())

    def run(self, count: int) -> Report:
        """Makes `count` calls, in as many children as it takes."""
        began, start, stop = time.monotonic(), 0, count
        while True:
            starts = time.monotonic() + START
            (self.folder / "status").write_bytes(STATUS.pack(start, starts, 0, 0, 0, 0))
            (self.folder / "snippets").write_bytes(b"")
            failure = self._child(start, stop)
            index, _, *counts = self.status()
            self._add(counts)
            if failure is None:
                break
            self.report.failures.append(failure)
            start = index + 1
        self._read_events()
        self.report.seconds = time.monotonic() - began
        return self.report

    def _add(self, counts: list[int]) -> None:
        report = self.report
        for name, count in zip(("calls", "refused", "taken", "unmade"), counts, strict=True):
            setattr(report, name, getattr(report, name) + count)

    def _child(self, start: int, stop: int) -> Failure | None:
        """One child until its end; the failure that ended it, None where it made all its calls."""
        command = [*self.command, str(start), str(stop), str(self.folder)]
        written = self.folder / "written"  # by calls that take a string for a path
        written.mkdir(exist_ok=True)
        with open(self.folder / "stderr", "wb") as errors:
            child = subprocess.Popen(
                command,
                cwd=written,
                stderr=errors,
                stdout=subprocess.DEVNULL,
                env=self.environment,
                start_new_session=True,
            )
        try:
            hung = self._watch(child)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)  # with what it forked
            child.wait()
        if hung:
            return self._failure(hung)
        if self.status()[0] == -1:
            return None
        code = child.returncode
        what = signal.Signals(-code).name if code < 0 else f"exit {code}"
        return self._failure(what)

    def _failure(self, what: str) -> Failure:
        texts = (self.folder / "snippets").read_bytes().decode("utf-8", "surrogatepass")
        snippets = [text.split("\n") for text in texts.split("\0")[:-1]]
        said = (self.folder / "stderr").read_text(errors="replace")[-300:].strip()
        return Failure(what, snippets[-1] if snippets else [], snippets[:-1], said)

    def _watch(self, child: subprocess.Popen) -> str:
        """Waits for the child's end; what it hung in, where it had to be ended."""
        while child.poll() is None:
            time.sleep(0.05)
            index, began, *_ = self.status()
            if time.monotonic() - began < self.limit:
                continue
            used = processor_seconds(child.pid)
            while self.status()[0] == index and child.poll() is None:
                now = processor_seconds(child.pid)
                waited = time.monotonic() - began
                if now - used > self.limit or waited > self.limit + STUCK:
                    break
                time.sleep(0.05)
            else:
                continue
            if not self._stops(child, index):
                return "hang"
        return ""

    def _stops(self, child: subprocess.Popen, index: int) -> bool:
        """Whether Ctrl-C ends the call."""
        child.send_signal(signal.SIGINT)
        until = time.monotonic() + 4 * STOP
        while time.monotonic() < until:
            if self.status()[0] != index or child.poll() is not None:
                return True
            time.sleep(0.02)
        return False

    def _read_events(self) -> None:
        path = self.folder / "events"
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
            row = json.loads(line)
            if row["what"] in FAILURES:  # of processes that the snippet made, or of what it found
                self.report.failures.append(Failure(row["what"], row["lines"], [], row["text"]))
            elif row["what"] != "interrupted":
                self.report.texts.append(row)
            elif HONEST.search(row["lines"][-1]):
                self.report.long.append(row)  # a large honest computation
            else:
                self.report.failures.append(Failure("hang, Ctrl-C ends it", row["lines"], []))


def watched_run(kind: str, seed: int, count: int, environment: dict[str, str]) -> Report:
    """Makes `count` calls of one kind in children."""
    with tempfile.TemporaryDirectory(prefix="torture") as folder:
        return Watched(kind, seed, Path(folder), environment).run(count)
