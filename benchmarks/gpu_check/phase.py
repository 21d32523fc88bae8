"""One phase of the check: a command with a time limit, what it needs, and how its output is read.

Standard library only; knows nothing of Pelton."""

import dataclasses
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable

PASSED, FAILED, TIMED_OUT, LEFT_OUT = "passed", "failed", "timed out", "left out"
MOST_TEXT = 4000  # of a failed phase's output that is kept


def last_json(output):
    """The facts that a job printed as its last line."""
    return json.loads(output.strip().splitlines()[-1])


@dataclasses.dataclass
class Phase:
    """`read` makes facts of the output; a fact "problems" that is not empty fails the phase."""

    name: str
    what: str
    seconds: float
    command: list
    read: Callable[[str], dict] = last_json
    environment: dict = dataclasses.field(default_factory=dict)
    programs: tuple = ()
    modules: tuple = ()
    statuses: tuple = (0,)  # exit codes whose output can be read

    def missing(self):
        """The first program or module that this machine lacks, None if it has all."""
        for program in self.programs:
            if shutil.which(program) is None:
                return f"there is no {program} on this machine"
        for module in self.modules:
            if importlib.util.find_spec(module) is None:
                return f"Python has no module {module} here"
        return None

    def run(self, seconds_left):
        """Runs the command; returns {"name", "what", "status", "seconds", "facts", "text"}."""
        start = time.monotonic()
        status, facts, text = self._outcome(min(self.seconds, seconds_left))
        return {
            "name": self.name,
            "what": self.what,
            "status": status,
            "seconds": round(time.monotonic() - start, 1),
            "facts": facts,
            "text": text[-MOST_TEXT:],
        }

    def _outcome(self, limit):
        if lacking := self.missing():
            return LEFT_OUT, {}, lacking
        if limit <= 0:
            return LEFT_OUT, {}, "no time was left"
        output, code = run_for(self.command, self.environment, limit)
        if code is None:
            return TIMED_OUT, {}, f"stopped after {limit:.0f} s\n{output}"
        if code not in self.statuses:
            return FAILED, {}, f"exit code {code}\n{output}"
        try:
            facts = self.read(output)
        except (ValueError, IndexError, KeyError) as error:
            return FAILED, {}, f"its output cannot be read ({error})\n{output}"
        if facts.get("problems"):
            return FAILED, facts, "\n".join(map(str, facts["problems"]))
        return PASSED, facts, ""


def run_for(command, environment, seconds):
    """The command's output and exit code; None as the code where it was stopped for its time."""
    process = subprocess.Popen(
        [str(word) for word in command],
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        output, _ = process.communicate(timeout=seconds)
        return output, process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
        return output, None
