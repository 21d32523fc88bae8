"""Compares MNIST training steps that run as captured CUDA graphs with steps op by op, bit for bit,
and times both in turns. Each way is a process of its own: the switch is read when a step is
compiled. Arguments: steps to time, images of a batch, rounds."""

import json
import os
import statistics
import subprocess
import sys

STEPS, BATCH, ROUNDS = map(int, sys.argv[1:4] or (60, 128, 2))
# A stack of the MNIST network with dropout; what it prints: bits of losses and weights, seconds.
CHILD = f"""
import json, sys, time, zlib
import numpy as np
import pelton as tf
from pelton._core import runtime
steps, batch, eagerly = {STEPS}, {BATCH}, sys.argv[1] == "op by op"
tf.config.experimental.enable_tensor_float_32_execution(False)
tf.config.experimental.enable_op_determinism()
tf.keras.utils.set_random_seed(1)
l = tf.keras.layers
x = np.random.rand(batch, 28, 28, 1).astype("float32")
y = np.random.randint(0, 10, batch)
with tf.device("/GPU:0"):
    m = tf.keras.Sequential([tf.keras.Input((28, 28, 1)), l.Conv2D(32, 3, activation="relu"),
        l.MaxPooling2D(2), l.Conv2D(64, 3, activation="relu"), l.MaxPooling2D(2), l.Flatten(),
        l.Dropout(0.5), l.Dense(10)])
    m.compile(optimizer="adam", run_eagerly=eagerly,
        loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    losses = [float(m.train_on_batch(x, y)) for _ in range(4)]
    runtime.synchronize(0, "GPU")
    start = time.perf_counter()
    losses += [float(m.train_on_batch(x, y)) for _ in range(steps)]
    runtime.synchronize(0, "GPU")
    seconds = time.perf_counter() - start
bits = zlib.crc32(b"".join(w.tobytes() for w in m.get_weights()))
explained = tf.config.experimental.explain_program(m)
print(json.dumps([bits, losses, seconds / steps, "one launch of a captured graph" in explained]))
"""
WAYS = {"op by op": "0", "kernel by kernel": "0", "as a graph": "1"}


def steps(way):
    """Bits of the weights, losses, seconds per step and whether a graph ran."""
    environment = {
        **os.environ,
        "PELTON_CUDA_GRAPHS": WAYS[way],
        "PELTON_PROGRAM_PASSES": "none",  # the same kernels each way
    }
    done = subprocess.run(
        [sys.executable, "-c", CHILD, way],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode != 0:
        raise RuntimeError(f"{way}: {done.stderr[-1000:]}")
    return json.loads(done.stdout.strip().splitlines()[-1])


def main():
    """Runs all ways in turns and compares what they give."""
    found = {way: [] for way in WAYS}
    for _ in range(ROUNDS):
        for way, runs in found.items():
            runs.append(steps(way))
    expected, facts, problems = found["op by op"][0], {}, []
    for way, runs in found.items():
        facts[f"us per step {way}"] = statistics.median(run[2] for run in runs) * 1e6
        facts[f"captured {way}"] = runs[0][3]
        if any(run[:2] != expected[:2] for run in runs):
            problems.append(f"{way}: other bits than op by op")
    if not facts["captured as a graph"]:
        problems.append("no step was captured")
    print(json.dumps({**facts, "problems": problems}))


if __name__ == "__main__":
    main()
