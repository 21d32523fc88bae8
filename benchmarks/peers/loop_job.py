"""One library's loops inside tf.function: `loop_job.py pelton` or `tensorflow` is a contestant."""

import importlib
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from measure import per_call_ns  # noqa: E402
from worker import serve  # noqa: E402

STEPS = 1000


def traced_loops(tf):
    """The loops, each a call without arguments of STEPS cheap steps."""
    x, rows = tf.constant(1.0), tf.ones([STEPS])

    def loop(x):
        return tf.while_loop(
            lambda i, y: i < STEPS, lambda i, y: (i + 1, y * 0.999 + 0.1), [tf.constant(0), x]
        )[1]

    def gradient(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = loop(x)
        return tape.gradient(y, x)

    def branches(x):
        def body(i, y):
            return i + 1, tf.cond(y > 1.5, lambda: y * 0.5, lambda: y + 0.25)

        return tf.while_loop(lambda i, y: i < STEPS, body, [tf.constant(0), x])[1]

    def scanned(x):
        return tf.scan(lambda a, r: a * 0.5 + r, rows, initializer=x)

    loops = {"while_loop": loop, "gradient": gradient, "cond": branches, "scan": scanned}
    functions = {name: tf.function(loop) for name, loop in loops.items()}
    for function in functions.values():
        for _ in range(3):
            function(x)
    return {name: lambda f=function: f(x) for name, function in functions.items()}


def prepare():
    """Returns the turn that times a step of every loop of the library that argv names."""
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    library = importlib.import_module(sys.argv[1])
    loops = traced_loops(library)

    def turn():
        return {name: per_call_ns(action) / STEPS for name, action in loops.items()}

    return turn, {"version": library.__version__}, dict


if __name__ == "__main__":
    serve(prepare)
