"""Contestants as processes that take turns: the driver's end and the contestant's end.

A contestant loads its library once and then measures one turn whenever it is asked. Between turns
it is stopped (SIGSTOP), so that its idle threads cannot spin against the others. Standard library
only, for it is imported by every peer's Python.
"""

import contextlib
import importlib.util
import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PEERS = Path(__file__).with_name("peers")
PYTHONS_VARIABLE = "PELTON_PEERS_PYTHON"


# Modules are compiled once, as those of an installed package are, whatever the caller's shell says.
KEEP_BYTECODE = {"PYTHONDONTWRITEBYTECODE": ""}


def cpu_environment(threads):
    """Returns the variables that hold every library to the CPU and to `threads` threads.

    `serve()` also binds the process to so many CPUs: some libraries count only part of their
    threads, such as TensorFlow, which runs several ops at a time beside those of one op.
    """
    return {
        **KEEP_BYTECODE,
        "OMP_NUM_THREADS": str(threads),
        "PELTON_NUM_THREADS": str(threads),
        "CUDA_VISIBLE_DEVICES": "-1",
        "TF_CPP_MIN_LOG_LEVEL": "3",
    }


def find_python(module):
    """Returns a Python that has `module`, or None.

    Looked at in order: this one, those in $PELTON_PEERS_PYTHON (a path list), .venv-peers*.
    """
    if importlib.util.find_spec(module) is not None:
        return sys.executable
    named = os.environ.get(PYTHONS_VARIABLE, "").split(os.pathsep)
    found = sorted(str(path) for path in ROOT.glob(".venv-peers*/bin/python"))
    test = f"import importlib.util as u, sys; sys.exit(u.find_spec({module!r}) is None)"
    for python in [name for name in named if name] + found:
        if subprocess.run([python, "-c", test], check=False).returncode == 0:
            return python
    return None


class Worker:
    """One contestant's process: `turn()` returns its figures, `close()` its last facts."""

    def __init__(self, python, script, arguments=(), environment=None):
        command = [python, str(PEERS / script), *map(str, arguments)]
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **(environment or {})},
            text=True,
        )
        self.facts = self._answer()
        self._stop()

    def turn(self, *what):
        """Lets the contestant run one turn, or the named one, and returns its figures."""
        return self._ask("\t".join(("turn", *what)))

    def close(self):
        """Ends the process and returns the facts of its whole life (peak memory and so on)."""
        facts = self._ask("end")
        os.kill(self.process.pid, signal.SIGCONT)
        with self.process:
            return facts

    def kill(self):
        """Ends the process, if it still runs, without asking it anything."""
        self.process.kill()
        with self.process:  # closes the pipes and waits
            pass

    def _ask(self, word):
        os.kill(self.process.pid, signal.SIGCONT)
        self.process.stdin.write(word + "\n")
        self.process.stdin.flush()
        answer = self._answer()
        self._stop()
        return answer

    def _answer(self):
        line = self.process.stdout.readline()
        if not line:
            self.process.wait()
            self.kill()
            raise RuntimeError(f"the process ended with status {self.process.returncode}")
        return json.loads(line)

    def _stop(self):
        os.kill(self.process.pid, signal.SIGSTOP)


@contextlib.contextmanager
def workers(specifications, out=sys.stderr):
    """Starts {name: (module, script, arguments, environment)}; yields {name: Worker}.

    A contestant whose module is in no Python, or that does not start, is left out and named.
    """
    running = {}
    try:
        for name, (module, script, arguments, environment) in specifications.items():
            python = find_python(module)
            if python is None:
                print(f"{name} is left out: no Python here has {module}", file=out)
                continue
            try:
                running[name] = Worker(python, script, arguments, environment)
            except (RuntimeError, OSError) as error:
                print(f"{name} is left out: {error}", file=out)
        yield running
    finally:
        for worker in running.values():
            worker.kill()


def bind_to_cpus():
    """Binds this process to as many CPUs as it may have threads."""
    threads = int(os.environ.get("OMP_NUM_THREADS", "0"))
    if threads > 0 and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])


def serve(prepare):
    """The contestant's end: `prepare()` returns (turn, facts, last_facts).

    `turn()`, which is given what the driver's end names, and `last_facts()` return dictionaries.
    What libraries print on stdout goes to stderr.
    """
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    bind_to_cpus()
    start = time.perf_counter()
    turn, facts, last_facts = prepare()
    ready = {**facts, "ready_seconds": time.perf_counter() - start}
    answers.write(json.dumps(ready) + "\n")
    for line in sys.stdin:
        if line.strip() == "end":
            answers.write(json.dumps({**last_facts(), "peak_rss_mb": peak_rss_mb()}) + "\n")
            return
        answers.write(json.dumps(turn(*line.rstrip("\n").split("\t")[1:])) + "\n")


def peak_rss_mb():
    """Returns the greatest resident size of this process so far in MB (10^6 bytes)."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6
