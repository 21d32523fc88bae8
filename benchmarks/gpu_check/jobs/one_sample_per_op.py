"""Runs every op of the op table once on GPU:0, in its first dtype: what compute-sanitizer watches.

Values are not looked at; that is the op table's own phase."""

import json

import pelton as tf
from op_table.table import CASES
from row_checks import random_for


def main():
    """Runs the samples and prints how many there were."""
    count, failures = 0, []
    with tf.device("GPU:0"):
        for case in CASES:
            dtype = next((d for d in case.dtypes if not d.startswith("complex")), None)
            if dtype is None or not case.inputs:
                continue
            random = random_for(case.name, dtype, 0)
            arrays = [spec.make(random, dtype) for spec in case.inputs[0]]
            try:
                for result in case.call(*(tf.constant(a) for a in arrays)):
                    result.numpy()
                count += 1
            except Exception as error:  # the op table's phase tells which are wrong
                failures.append(f"{case}: {error}")
    print(json.dumps({"samples": count, "problems": failures}))


if __name__ == "__main__":
    main()
