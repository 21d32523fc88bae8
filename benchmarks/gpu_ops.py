"""What single ops cost on GPU:0, forward and with gradients, beside torch on the same card.

Both in one process, in turns; a call only queues its work, and the card is waited for after each
batch of calls. Products of float32 are in TF32 in both. Needs a GPU and torch."""

import argparse
import fnmatch
import json
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).with_name("peers")))

import op_libraries
from op_rows import SIZE_NAMES, data_of, rows  # noqa: E402

BATCH_SECONDS = 0.004
MOST_CALLS = 200


class CudaTorch(op_libraries.Torch):
    """Torch on the card."""

    def tensor(self, value, kind):
        return super().tensor(value, kind).cuda()

    def wait(self):
        self.torch.cuda.synchronize()


class GpuPelton(op_libraries.Keras):
    """Pelton on the card; actions run where they were made, under its device."""

    def wait(self):
        from pelton._core import runtime

        runtime.synchronize(0, "GPU")


def action_of(library, row, size, mode):
    """The call without arguments that is timed; None where the library lacks the op."""
    call = row.calls["torch" if isinstance(library, CudaTorch) else "pelton"]
    if not call:
        return None
    kinds = dict(row.inputs)
    inputs = {key: library.tensor(value, kinds[key]) for key, value in data_of(row, size).items()}
    function = eval(f"lambda {', '.join(inputs)}: {call}", {**library.names, **row.sizes_at(size)})
    make = library.gradient if mode == "gradient" else library.forward
    return make(function, inputs, row.gradients)


def batch_seconds(library, action, count):
    """Time of one of `count` calls that are queued together."""
    start = time.perf_counter()
    for _ in range(count):
        action()
    library.wait()
    return (time.perf_counter() - start) / count


def least_seconds(libraries, actions, rounds):
    """The least time of one call of each, over rounds in turns."""
    counts, best = [], []
    for library, action in zip(libraries, actions, strict=True):
        batch_seconds(library, action, 2)
        once = batch_seconds(library, action, 2)
        counts.append(max(1, min(MOST_CALLS, int(BATCH_SECONDS / once))))
        best.append(once)
    for _ in range(rounds):
        for k, (library, action) in enumerate(zip(libraries, actions, strict=True)):
            best[k] = min(best[k], batch_seconds(library, action, counts[k]))
    return best


def measure(libraries, chosen, size, rounds):
    """Yields (row, mode, microseconds of each library), with a text where one cannot."""
    for row in chosen:
        for mode in row.modes():
            try:
                actions = [action_of(library, row, size, mode) for library in libraries]
                if all(actions):
                    best = least_seconds(libraries, actions, rounds)
                    yield row.name, mode, [seconds * 1e6 for seconds in best]
            except Exception as error:  # one op that a library refuses must not lose the others
                yield row.name, mode, f"{type(error).__name__}: {error}"[:200]


def main():
    """Prints each row's times, the worst ratio last, and the median ratio."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ops", nargs="*", default=["*"], help="names of rows; * and ? stand")
    parser.add_argument("--size", choices=SIZE_NAMES, default="large")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", type=Path, help="also write the times here")
    options = parser.parse_args()
    import torch

    import pelton as tf

    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    chosen = [row for row in rows() if any(fnmatch.fnmatch(row.name, o) for o in options.ops)]
    with tf.device("/GPU:0"):
        libraries = [GpuPelton("pelton", 1), CudaTorch("torch", 1)]
        found = [*measure(libraries, chosen, options.size, options.rounds)]
    if options.json:
        options.json.write_text(json.dumps(found), encoding="utf-8")
    timed = [(us[0] / us[1], name, mode, us) for name, mode, us in found if isinstance(us, list)]
    for name, mode, text in found:
        if isinstance(text, str):
            print(f"{name:28} {mode:9} {text}")
    for ratio, name, mode, (ours, theirs) in sorted(timed):
        print(f"{name:28} {mode:9} {ours:10.1f} us, torch {theirs:10.1f} us, {ratio:6.2f}")
    if timed:
        print(f"{len(timed)} rows, median {statistics.median(row[0] for row in timed):.2f}")


if __name__ == "__main__":
    main()
