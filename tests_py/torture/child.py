"""The process that is tortured: makes the calls of one kind and seed, and notes each one before."""

from __future__ import annotations

import json
import mmap
import os
import re
import resource
import signal
import struct
import sys
import time
import warnings
from pathlib import Path
from typing import Any

from torture.kind import Kind, Snippet, kind_of

# In shared memory: index, when it began, and how many were made, refused, taken, not made.
STATUS = struct.Struct("qdqqqq")
AT_ONCE = (KeyboardInterrupt, AssertionError)  # judged whichever line they end
LEFT_OUT = "PELTON_TORTURE_LEFT_OUT"  # a pattern: snippets with such a line are not tried
MEMORY = 3 << 30  # bytes of address space


class Log:
    """Notes in files that outlive this process."""

    def __init__(self, folder: Path) -> None:
        self.snippets = os.open(folder / "snippets", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self.events = os.open(folder / "events", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        with open(folder / "status", "r+b") as file:
            self.status = mmap.mmap(file.fileno(), STATUS.size)
        self.counts = [0, 0, 0, 0]

    def begin(self, index: int, lines: list[str]) -> None:
        os.write(self.snippets, ("\n".join(lines) + "\0").encode("utf-8", "surrogatepass"))
        self.counts[0] += 1
        STATUS.pack_into(self.status, 0, index, time.monotonic(), *self.counts)

    def event(self, **facts: Any) -> None:
        os.write(self.events, (json.dumps(facts) + "\n").encode())


def bounded() -> None:
    """Bounds this process's memory and sends what calls print to nowhere."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    warnings.simplefilter("ignore")


class CtrlC:
    """Ctrl-C ends what is tried, not what tries it."""

    def __init__(self) -> None:
        self.trying = False
        signal.signal(signal.SIGINT, self.arrived)

    def arrived(self, *_: Any) -> None:
        if self.trying:
            raise KeyboardInterrupt

    def run(self, lines: list[str]) -> tuple[bool, BaseException | None]:
        """As `run` gives it."""
        try:
            self.trying = True
            ended = run(lines)
            self.trying = False
        except KeyboardInterrupt as error:  # between the last line's end and here
            ended = True, error
        self.trying = False
        return ended


def evaluated(line: str, names: dict[str, Any]) -> Any:
    """The value of a line, None of a statement."""
    try:
        code = compile(line, "<torture>", "eval")
    except SyntaxError:
        exec(line, names)
        return None
    return eval(code, names)


def run(lines: list[str]) -> tuple[bool, BaseException | None]:
    """Runs the lines until an exception; whether the last one was reached, and the exception."""
    import functools

    import numpy as np

    import pelton as tf

    names = {"__name__": "snippet", "functools": functools, "np": np, "tf": tf}
    reached = len(lines) == 1
    try:
        for line in lines[:-1]:
            exec(line, names)
        reached = True
        result = evaluated(lines[-1], names)
        if type(result).__module__.startswith("pelton"):
            repr(result)
    except BaseException as error:
        return reached, error
    return True, None


def judge(log: Log, maker: Kind, snippet: Snippet, error: BaseException) -> None:
    """Notes what is wrong with the exception, and whether Ctrl-C was what ended it."""
    try:
        str(error)
    except Exception:
        error = RuntimeError(f"a {type(error).__name__} whose text raises")
    wrong = maker.fault(snippet, error)
    if isinstance(error, KeyboardInterrupt):
        log.event(what="interrupted", lines=snippet.lines)
    elif wrong:
        text = f"{type(error).__name__}: {error}"[:400]
        log.event(what=wrong, lines=snippet.lines, text=text)


def main(kind: str, seed: int, start: int, stop: int, folder: Path) -> None:
    """Tries the snippets of these indices, which do not count the warm-up's."""
    import gc

    maker, known = kind_of(kind, seed), folder / "good"
    for line in known.read_text(encoding="utf-8").splitlines() if known.exists() else ():
        maker.learn(json.loads(line))
    log, warm_up = Log(folder), maker.warm_up()
    left_out = re.compile(os.environ.get(LEFT_OUT) or r"\b\B").search
    bounded()
    tried = CtrlC()
    for index in range(start, stop + warm_up):
        snippet = maker.snippet(index)
        if snippet is None or any(map(left_out, snippet.lines)):
            continue
        log.begin(index, snippet.lines)
        reached, error = tried.run(snippet.lines)
        log.counts[1 if error is not None and reached else 2 if reached else 3] += 1
        if index < warm_up and reached and error is None:
            key = maker.key(snippet)
            maker.learn(key)
            with known.open("a", encoding="utf-8") as file:
                file.write(json.dumps(key) + "\n")
        elif isinstance(error, AT_ONCE) or (error and reached and index >= warm_up):
            judge(log, maker, snippet, error)
        error = None
        if index % 500 == 0:
            gc.collect()
    STATUS.pack_into(log.status, 0, -1, time.monotonic(), *log.counts)
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), Path(sys.argv[5]))
