"""Asks for more memory than the GPU has, and then trains a batch that fits: again and again."""

import argparse
import json
import time

import numpy as np

import pelton as tf


def main():
    """Prints rounds, the memory in use before and after, and seconds."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=100)
    options = parser.parse_args()
    info = tf.config.experimental.get_memory_info
    start = time.monotonic()
    with tf.device("/GPU:0"):
        model = tf.keras.Sequential([tf.keras.Input((32,)), tf.keras.layers.Dense(8)])
        model.compile(optimizer="sgd", loss="mse")
        x, y = np.ones((64, 32), np.float32), np.ones((64, 8), np.float32)
        losses, used, raised = [], [], 0
        for _ in range(options.rounds):
            hoard = []
            try:
                while True:
                    hoard.append(tf.zeros((len(hoard) + 1, 2**16, 2**12)))  # 1 GiB, 2, 3...
            except (MemoryError, tf.errors.ResourceExhaustedError) as error:
                raised += isinstance(error, MemoryError) and "largest live tensors" in str(error)
            del hoard
            losses.append(model.fit(x, y, batch_size=64, verbose=0).history["loss"][0])
            used.append(info("GPU:0")["current"])
    problems = []
    if raised != options.rounds:
        problems.append(f"only {raised} of {options.rounds} reports were complete")
    if not losses[-1] < losses[0]:
        problems.append(f"the model did not go on training: {losses[0]} to {losses[-1]}")
    # The first fits record the step, compile its two parts and capture them as graphs.
    settled = used[min(4, len(used) - 1)]
    if used[-1] > settled:
        problems.append(f"memory grew from {settled} to {used[-1]} bytes")
    seconds = round(time.monotonic() - start, 2)
    facts = {"rounds": options.rounds, "bytes in use after": used[-1], "seconds": seconds}
    print(json.dumps({**facts, "problems": problems}))


if __name__ == "__main__":
    main()
