"""What a busy neighbour costs: jobs on two threads, alone and beside a process that spins on a CPU.

Target: at most 2.1 times the time. A thread that has half of the work and keeps half of its CPU
makes a step twice as long, unless the other one helps; waiting for it must cost nothing more.
"""

import argparse
import contextlib
import os
import signal
import statistics
import subprocess
import sys

from measure import Report, interleave
from mnist_data import find_mnist
from worker import cpu_environment, workers

TARGET = 2.1
SPIN = "import os, sys\nos.sched_setaffinity(0, {int(sys.argv[1])})\nwhile True: pass"


@contextlib.contextmanager
def neighbour(cpu):
    """Yields (beside, process): `beside(turn)` is the turn with the process spinning on `cpu`."""
    process = subprocess.Popen([sys.executable, "-c", SPIN, str(cpu)])

    def beside(turn):
        def turn_beside():
            process.send_signal(signal.SIGCONT)
            try:
                return turn()
            finally:
                process.send_signal(signal.SIGSTOP)

        return turn_beside

    try:
        process.send_signal(signal.SIGSTOP)
        yield beside, process
    finally:
        process.kill()
        process.wait()


def contestants(options, path):
    """Returns {job: (module, script, arguments, environment)}."""
    jobs = {
        "MNIST CNN, fit": ("mnist_keras.py", ["--data", path, "--steps", options.steps]),
        "MLP 784-512-512-10, fit": ("net_keras.py", ["--net", "mlp", "--steps", options.steps]),
    }
    for exponent in (17, 20):  # loops of the pool of some 6 and 150 us, one after the other
        arguments = ["--elements", 2**exponent, "--calls", options.steps * 2 ** (24 - exponent)]
        jobs[f"relu of 2**{exponent} numbers"] = ("pool_job.py", arguments)
    threads = options.threads
    return {
        job: (
            "pelton",
            script,
            ["pelton", *arguments, "--threads", threads],
            cpu_environment(threads),
        )
        for job, (script, arguments) in jobs.items()
    }


def costs(samples):
    """Returns {job: (seconds alone, beside, ratio of the medians, of the minima)}."""
    found = {}
    for job in dict.fromkeys(job for job, _ in samples):
        if (job, False) in samples and (job, True) in samples:
            alone, beside = (samples[job, busy]["seconds"] for busy in (False, True))
            medians = statistics.median(alone), statistics.median(beside)
            found[job] = (*medians, medians[1] / medians[0], min(beside) / min(alone))
    return found


def main():
    """Runs the jobs alone and beside the neighbour in turns and prints the ratios."""
    parser = argparse.ArgumentParser(description=__doc__.split(":")[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--steps", type=int, default=100, help="batches per turn")
    parser.add_argument("--data")
    parser.add_argument("--json")
    options = parser.parse_args()
    path, description = find_mnist(options.data)
    what = f"{options.threads} threads beside a spinning process, {description}"
    report = Report("busy_neighbour", what, options.threads)
    cpu = min(os.sched_getaffinity(0))
    with workers(contestants(options, path)) as running, neighbour(cpu) as (beside, _):
        turns = {}
        for job, worker in running.items():
            turns[job, False] = worker.turn
            turns[job, True] = beside(worker.turn)
        samples = interleave(turns, options.rounds)
    report.add({f"{job}{', beside' * busy}": figures for (job, busy), figures in samples.items()})
    rows = [[job, *figures] for job, figures in costs(samples).items()]
    columns = ["job", "alone s", "beside s", "times as long", "of the minima"]
    report.table(f"by wall time, interleaved (target: at most {TARGET})", columns, rows)
    report.finish(options.json)


if __name__ == "__main__":
    main()
