"""Runs the op table on a fake GPU and prints, as JSON, where each op ran and what was wrong.

A program of its own, since GPUs are found once per process: test_gpu_kernels.py starts it with
PELTON_FAKE_GPUS=1.
"""

import json
import sys
import traceback

import pelton as tf
from op_table.table import CASES
from row_checks import check, random_for, reversed_view, transposed

MOST_FAILURES = 3  # of one row


def variants(arrays):
    """The inputs as row-major tensors, and strided where they have elements to stride over."""
    yield "row-major", tf.constant
    if arrays and all(a.ndim > 0 and a.size > 0 for a in arrays):
        yield "transposed", transposed
        yield "reversed", reversed_view


def place_of(tensor):
    """ "CPU" or "GPU"."""
    return tensor.device.rpartition("/device:")[2].partition(":")[0]


def run_row(case, failures):
    """Run one row; the type of device that its results were on, for each dtype."""
    places = {}
    for dtype in case.dtypes:
        for number, sample in enumerate(case.inputs):
            random = random_for(case.name, dtype, number)
            arrays = [spec.make(random, dtype) for spec in sample]
            for layout, make in variants(arrays):
                context = f"{case} {dtype} {[a.shape for a in arrays]} {layout}"
                try:
                    check(case, arrays, [make(a) for a in arrays], dtype, context)
                    if dtype not in places:
                        places[dtype] = place_of(case.call(*(make(a) for a in arrays))[0])
                except Exception:
                    failures.append(f"{context}\n{traceback.format_exc(limit=-3)}")
                    if len(failures) >= MOST_FAILURES:
                        return places
    return places


def main(names):
    """Run the rows of the ops of these names, of all without names."""
    tf.config.experimental.enable_tensor_float_32_execution(False)  # the rows' tolerances
    places, failures = {}, {}
    with tf.device("GPU:0"):
        for case in CASES:
            if names and case.name not in names:
                continue
            wrong = []
            places[str(case)] = run_row(case, wrong)
            if wrong:
                failures[str(case)] = wrong
    json.dump({"places": places, "failures": failures}, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1:])
