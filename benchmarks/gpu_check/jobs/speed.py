"""Times Pelton on GPU:0 beside torch in the same process, in turns: submitting an add, matrix
products of 4096, an MNIST epoch. Without torch, or where it sees no GPU, Pelton stands alone."""

import argparse
import json
import statistics
import time

import numpy as np

import pelton as tf
from pelton._core import runtime

DTYPES = ("float32", "tf32", "bfloat16")


def say(facts):
    """Prints figures as soon as they are known: what a run that is cut off still shows."""
    print(json.dumps(facts), flush=True)
    return facts


def find_torch():
    """torch where it is installed and sees the GPU, else None."""
    try:
        import torch
    except ImportError:
        return None
    return torch if torch.cuda.is_available() else None


def wait_for_pelton():
    """Returns when the GPU has done what it was given."""
    runtime.synchronize(0, "GPU")


def submit_microseconds(add, wait, batches=20, calls=500):
    """Least mean time of one call that only queues its work, in microseconds."""
    best = float("inf")
    for _ in range(batches):
        start = time.perf_counter()
        for _ in range(calls):
            add()
        best = min(best, (time.perf_counter() - start) / calls)
        wait()
    return best * 1e6


def submit_figures(torch, calls):
    """An add of two tensors of 1024 floats, by Pelton and by torch."""
    with tf.device("/GPU:0"):
        a, b = tf.ones((1024,)), tf.ones((1024,))
        figures = {
            "add submit us": submit_microseconds(lambda: a + b, wait_for_pelton, calls=calls)
        }
    if torch:
        x = torch.ones(1024, device="cuda")
        us = submit_microseconds(lambda: x + x, torch.cuda.synchronize, calls=calls)
        figures["add submit us torch"] = us
    return figures


def seconds_of(action, wait, repeats):
    """Mean time of one run among `repeats` that are queued together."""
    wait()
    start = time.perf_counter()
    for _ in range(repeats):
        action()
    wait()
    return (time.perf_counter() - start) / repeats


def pelton_product(kind, n):
    """A function that queues one product of two (n, n) matrices."""
    host = np.random.default_rng(0).standard_normal((n, n), dtype=np.float32)
    with tf.device("/GPU:0"):
        x = tf.cast(tf.constant(host), "bfloat16" if kind == "bfloat16" else "float32")

    def multiply():
        tf.config.experimental.enable_tensor_float_32_execution(kind == "tf32")
        tf.matmul(x, x)

    return multiply


def torch_product(torch, kind, n):
    """The same for torch."""
    dtype = torch.bfloat16 if kind == "bfloat16" else torch.float32
    x = torch.randn(n, n, device="cuda").to(dtype)

    def multiply():
        torch.backends.cuda.matmul.allow_tf32 = kind == "tf32"
        x @ x

    return multiply


def product_figures(torch, n, rounds, repeats):
    """TFLOP/s of each kind by the median of interleaved rounds, and the ratio of the times."""
    figures = {}
    for kind in DTYPES:
        ours = pelton_product(kind, n)
        theirs = torch_product(torch, kind, n) if torch else None
        times = {"": [], " torch": []}
        for _ in range(rounds + 1):
            times[""].append(seconds_of(ours, wait_for_pelton, repeats))
            if theirs:
                times[" torch"].append(seconds_of(theirs, torch.cuda.synchronize, repeats))
        medians = {who: statistics.median(t[1:]) for who, t in times.items() if t}
        for who, seconds in medians.items():
            figures[f"matmul {n} {kind} TFLOP/s{who}"] = 2 * n**3 / seconds / 1e12
        if theirs:
            figures[f"matmul {n} {kind} time / torch"] = medians[""] / medians[" torch"]
    return figures


def torch_epoch(torch, images, labels):
    """A function that trains one eager epoch as `fit` does, on the GPU."""
    from peers.mnist_torch_net import build
    from peers.torch_epoch import epoch_of

    x = torch.from_numpy(images).permute(0, 3, 1, 2).cuda()
    y = torch.from_numpy(labels).long().cuda()
    return epoch_of(torch, build(torch.nn, torch.contiguous_format).cuda(), [x], [y], 64)


def epoch_figures(torch, images, rounds):
    """Seconds of an epoch of the MNIST CNN, by the median of interleaved rounds."""
    from mnist_cnn import build, load

    (x, y), _, data = load(None)
    x, y = x[:images, ..., None].astype("float32") / 255, y[:images].astype("int64")
    times = {"": [], " torch": []}
    with tf.device("/GPU:0"):
        model = build()
        theirs = torch_epoch(torch, x, y) if torch else None
        for _ in range(rounds + 1):
            fit = lambda: model.fit(x, y, batch_size=64, verbose=0)  # noqa: E731
            times[""].append(seconds_of(fit, wait_for_pelton, 1))
            if theirs:
                times[" torch"].append(seconds_of(theirs, torch.cuda.synchronize, 1))
    figures = {"data": f"{data}, {len(x)} images"}
    medians = {who: statistics.median(t[1:]) for who, t in times.items() if t}
    figures |= {f"epoch seconds{who}": seconds for who, seconds in medians.items()}
    if theirs:
        figures["torch's epoch / ours"] = medians[" torch"] / medians[""]
    return figures


def main():
    """Prints all figures as one JSON line; the sizes can be cut for a trial without a GPU."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", type=int, default=4096)
    parser.add_argument("--calls", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--repeats", type=int, default=10)
    parser.add_argument("--images", type=int, default=None)
    options = parser.parse_args()
    torch = find_torch()
    facts = say({"torch": torch.__version__ if torch else "not here"})
    facts |= say(submit_figures(torch, options.calls))
    facts |= say(product_figures(torch, options.size, options.rounds, options.repeats))
    facts |= say(epoch_figures(torch, options.images, min(options.rounds, 3)))
    print(json.dumps(facts))


if __name__ == "__main__":
    main()
