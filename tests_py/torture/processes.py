"""Forked children and the end of the process, with threads, models and gradients around."""

from __future__ import annotations

import random

from torture import re_entries, texts, threads
from torture.kind import DEATH, Kind, Snippet

HEAD = (
    re_entries.HEAD
    + "; import contextlib, multiprocessing, os, subprocess, sys, time; "
    + "from concurrent.futures import ThreadPoolExecutor as Pool"
)
# What was done before the fork.
BEFORE = [
    *["None", "m.fit(x, y, verbose=0)", "tf.matmul(b, b)", "[f(x) for _ in range(4)]"],
    *["t = tf.GradientTape().__enter__()", "d = tf.device('CPU:0').__enter__()", "gc.disable()"],
    "p = Pool(1); p.submit(lambda: m.fit(x, y, verbose=0, epochs=3000)); time.sleep(0.01)",
    "p = Pool(2); [p.submit(lambda: tf.matmul(b, b)) for _ in range(300)]",
    "p = Pool(1); [p.submit(lambda: l.kernel.assign_add(l.kernel)) for _ in range(9999)]",
]
# What the child does, or a daemon thread when the process ends.
WORK = [
    *["m.fit(x, y, verbose=0)", "tf.matmul(b, b)", "m.predict(x, verbose=0)", "f(x)", "m(x)"],
    *["l.kernel.assign_add(l.kernel)", "m.get_weights()"],
    *["m.compile('adam', 'mse')", "gc.collect()"],
    *["tf.function(lambda a: a * 2)(x)", "tf.reduce_sum(tf.ones((500, 500)))"],
    *["repr(m)", "m.pop()"],
    "tf.keras.utils.set_random_seed(1)",
    "tf.config.threading.set_intra_op_parallelism_threads(1)",
    *["os.fork() or os._exit(0)", "m.fit(x, y, verbose=0, epochs=50)", "tf.random.normal((100,))"],
]
# The child leaves with 0 whatever is raised; whoever waits for it says otherwise.
FORK = "with contextlib.ExitStack() as e: p2 = os.fork(); p2 or e.callback(os._exit, 0); p2 or ({})"
WAITED = "assert os.waitpid(p2, 0)[1] == 0, 'the child died'"
ENDS = [
    "threading.Thread(target=lambda: [{work} for _ in iter(int, 1)], daemon=True).start()",
    "threading.Thread(target=lambda: [{work} for _ in range(200)]).start()",
    "import atexit; atexit.register(lambda: {work})",
    "sys.modules['kept'] = type('Odd', (), {{'__del__': lambda s: {work}}})()",
    "kept = [m]; kept.append(kept); kept.append(lambda: {work})",
    "t = tf.GradientTape(); t.__enter__(); s = {work}",
    "multiprocessing.get_context('fork').Process(target=lambda: {work}).start()",
]


def _ended(chance: random.Random) -> list[str]:
    """A process of its own that ends with something going on."""
    end = chance.choice(ENDS).format(work=chance.choice(WORK))
    last = chance.choice(("time.sleep(0.05)", "sys.exit(0)", "tf.matmul(b, b)", "del m, l", "None"))
    parts = ["import functools, numpy as np, pelton as tf", HEAD, threads.MODELS[0]]
    script = "; ".join([*parts, _prepared(chance), end, last])
    return [
        "import subprocess, sys",
        f"e = subprocess.run([sys.executable, '-c', {script!r}], capture_output=True, timeout=30)",
        "assert e.returncode == 0, (e.returncode, e.stderr[-200:])",
    ]


def _prepared(chance: random.Random) -> str:
    return "m.compile('sgd', 'mse'); f = tf.function(m); b = tf.ones((300, 300))"


class Torture(Kind):
    """A fork with what was done before, in the child and in the parent, or a process that ends."""

    LIMIT = 8.0

    def snippet(self, index: int) -> Snippet:
        chance = random.Random(f"{self.seed}:{index}")
        if chance.random() < 0.4:
            return Snippet(_ended(chance))
        child, parent = chance.choice(WORK), chance.choice(WORK)
        lines = [f"{HEAD}; {threads.MODELS[0]}", f"{_prepared(chance)}; {chance.choice(BEFORE)}"]
        return Snippet([*lines, FORK.format(child), f"s = {parent}", WAITED])

    def fault(self, snippet: Snippet, error: BaseException) -> str | None:
        if isinstance(error, AssertionError):
            return DEATH
        return texts.RAW if texts.inside(error) == texts.RAW else None
