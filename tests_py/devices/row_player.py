"""Plays the rows of the device tests: each in a process of its own, whose devices are fresh.

One interpreter per environment imports pelton, which touches no device, and forks per row."""

import atexit
import functools
import json
import os
import subprocess
import sys
from pathlib import Path

PYTHON = Path(__file__).resolve().parents[2] / "python"
HEAD = "/job:localhost/replica:0/task:0"
CPU0, CPU1, GPU0, GPU1 = (f"{HEAD}/device:{name}" for name in ("CPU:0", "CPU:1", "GPU:0", "GPU:1"))

CHILD = """
import io, json, os, sys
from contextlib import redirect_stderr, redirect_stdout
import pelton as tf

def play(code):
    out, err, error = io.StringIO(), io.StringIO(), None
    with redirect_stdout(out), redirect_stderr(err):
        try:
            exec(code, {"tf": tf, "__name__": "row"})
        except Exception as raised:
            names = [cls.__name__ for cls in type(raised).__mro__]
            error = [names, str(raised)]
    return {"out": out.getvalue(), "err": err.getvalue(), "error": error}

for line in sys.stdin:
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        with os.fdopen(write, "w") as pipe:
            json.dump(play(json.loads(line)), pipe)
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        text = pipe.read()
    _, status = os.waitpid(child, 0)
    print(text or json.dumps({"out": "", "err": "", "error": [["Crash"], str(status)]}), flush=True)
"""
CLEARED = ("CUDA_VISIBLE_DEVICES", "TF_CPP_MIN_LOG_LEVEL", "TF_FORCE_GPU_ALLOW_GROWTH")


@functools.cache
def player(variables):
    """The process that plays rows under these (name, value) pairs."""
    environment = {k: v for k, v in os.environ.items() if k not in CLEARED}
    environment.update(PYTHONPATH=str(PYTHON), **dict(variables))
    process = subprocess.Popen(
        [sys.executable, "-c", CHILD],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    atexit.register(process.communicate)  # its input ends, and so does it
    return process


def play(code, gpus=0, **variables):
    """What `code` printed to "out" and "err", and its "error": class names and text, or None."""
    pairs = {"PELTON_FAKE_GPUS": str(gpus), "PELTON_FAKE_GPU_MEMORY": "64M", **variables}
    process = player(tuple(sorted(pairs.items())))
    print(json.dumps(code), file=process.stdin, flush=True)
    return json.loads(process.stdout.readline())


def printed(code, gpus=0, **variables):
    """The output of code that must not raise, without the last line break."""
    done = play(code, gpus, **variables)
    assert done["error"] is None, done["error"]
    return done["out"].removesuffix("\n")


def refused(code, error, gpus=0, **variables):
    """The text of the error that code must raise, of a class named `error`."""
    done = play(code, gpus, **variables)
    assert done["error"] is not None, f"no error, but {done['out']!r}"
    names, text = done["error"]
    assert error in names, (names, text)
    return text
