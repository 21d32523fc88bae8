"""Plays the rows of the device tests: each in a process of its own, whose devices are fresh.

One interpreter per environment imports pelton, which touches no device, and forks per row. A row
that hangs is killed; one that raises must give the memory of the GPUs back."""

import atexit
import functools
import json
import os
import subprocess
import sys
from pathlib import Path

import pelton

PYTHON = Path(pelton.__file__).parents[1]  # of the library under test, sanitized or not
HEAD = "/job:localhost/replica:0/task:0"
CPU0, CPU1 = (f"{HEAD}/device:CPU:{index}" for index in range(2))
GPU0, GPU1, GPU2, GPU3 = (f"{HEAD}/device:GPU:{index}" for index in range(4))

SECONDS = 60  # that a row may take
CHILD = """
import gc, io, json, os, signal, sys
from contextlib import redirect_stderr, redirect_stdout
import pelton as tf

def bytes_left():
    try:
        names = [device.name for device in tf.config.list_logical_devices("GPU")]
    except Exception:  # this is what the row is about
        return 0
    return sum(tf.config.experimental.get_memory_info(name)["current"] for name in names)

def play(code):
    out, err, error, left = io.StringIO(), io.StringIO(), None, 0
    with redirect_stdout(out), redirect_stderr(err):
        row = {"tf": tf, "__name__": "row"}
        try:
            exec(code, row)
        except Exception as raised:
            names = [cls.__name__ for cls in type(raised).__mro__]
            error = [names, str(raised)]
    if error:
        row.clear()
        gc.collect()
        left = bytes_left()
    return {"out": out.getvalue(), "err": err.getvalue(), "error": error, "left": left}

for line in sys.stdin:
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(SECONDS)
        os.close(read)
        with os.fdopen(write, "w") as pipe:
            json.dump(play(json.loads(line)), pipe)
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        text = pipe.read()
    _, status = os.waitpid(child, 0)
    crash = {"out": "", "err": "", "error": [["Crash"], str(status)], "left": 0}
    print(text or json.dumps(crash), flush=True)
""".replace("SECONDS", str(SECONDS))
# The machines of the tests: logical CPUs and fake GPUs.
MACHINES = ((1, 0), (2, 0), (1, 1), (1, 2), (1, 4))
TWO_CPUS = """
parts = [tf.config.LogicalDeviceConfiguration() for _ in range(2)]
tf.config.set_logical_device_configuration(tf.config.list_physical_devices("CPU")[0], parts)
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


class Only(int):
    """So many GPUs and no other machine: the row counts devices."""


def machines(gpus):
    """The machines that a row runs on: all that have so many GPUs, each as (CPUs, GPUs)."""
    if isinstance(gpus, Only):
        return [(1, gpus)]
    return [machine for machine in MACHINES if machine[1] >= gpus]


def devices_of(cpus, gpus):
    """The names of a machine's logical devices, with commas between, as errors list them."""
    names = [f"CPU:{i}" for i in range(cpus)] + [f"GPU:{i}" for i in range(gpus)]
    return ", ".join(f"{HEAD}/device:{name}" for name in names)


def play(code, gpus=0, cpus=1, **variables):
    """What `code` printed to "out" and "err", its "error": class names and text, or None, and the
    bytes that it "left" on GPUs after an error."""
    pairs = {"PELTON_FAKE_GPUS": str(int(gpus)), "PELTON_FAKE_GPU_MEMORY": "64M", **variables}
    process = player(tuple(sorted(pairs.items())))
    print(json.dumps(TWO_CPUS * (cpus == 2) + code), file=process.stdin, flush=True)
    return json.loads(process.stdout.readline())


def printed(code, gpus=0, cpus=1, **variables):
    """The output of code that must not raise, without the last line break."""
    done = play(code, gpus, cpus, **variables)
    assert done["error"] is None, done["error"]
    return done["out"].removesuffix("\n")


def refused(code, error, gpus=0, cpus=1, **variables):
    """The text of the error that code must raise, of a class named `error`."""
    done = play(code, gpus, cpus, **variables)
    assert done["error"] is not None, f"no error, but {done['out']!r}"
    names, text = done["error"]
    assert error in names, (names, text)
    assert done["left"] == 0, f"{done['left']} bytes are not given back after {text}"
    return text


def printed_everywhere(code, gpus=0, **variables):
    """What `printed` gives on each machine with so many GPUs: one text for all."""
    found = {m: printed(code, m[1], m[0], **variables) for m in machines(gpus)}
    assert len(set(found.values())) == 1, found
    return found[machines(gpus)[0]]


def refused_everywhere(code, error, gpus=0, **variables):
    """What `refused` gives on each machine with so many GPUs: one text for all."""
    found = {m: refused(code, error, m[1], m[0], **variables) for m in machines(gpus)}
    assert len(set(found.values())) == 1, found
    return found[machines(gpus)[0]]
