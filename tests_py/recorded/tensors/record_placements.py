"""Records which operation names TensorFlow's placement log shows for common calls.

Run `record_keras.py placements`; the snippets are in `op_name_cases.py`. The log is what the C++
runtime writes to file descriptor 2, so that is what is read.
"""

import gc
import os
import re
import tempfile

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "0"

from tensorflow.python.eager import context  # noqa: E402

from recorded.code_facts import evaluate  # noqa: E402
from recorded.fact_file import write_facts  # noqa: E402
from recorded.recorder import made_by, tf  # noqa: E402
from recorded.tensors.op_name_cases import CASES, START  # noqa: E402

LINE = re.compile(r"Executing op (\S+) in device (\S+)")

tf.debugging.set_log_device_placement(True)  # has no effect once an operation has run


def executed(code):
    """Returns (operation, device) pairs in the order in which the log shows them."""
    with tempfile.TemporaryFile(mode="w+") as log:
        context.context()._clear_caches()  # so that no constant is left out as already there
        gc.collect()
        kept = os.dup(2)
        os.dup2(log.fileno(), 2)
        try:
            evaluate(START + code, tf)
        finally:
            os.dup2(kept, 2)
            os.close(kept)
        log.seek(0)
        return LINE.findall(log.read())


def main():
    """Writes `placements.json`."""
    started = executed("None")
    cases, devices = [], set()
    for name, code in CASES.items():
        pairs = executed(code)
        assert pairs[: len(started)] == started
        pairs = pairs[len(started) :]
        devices.update(device for _, device in pairs)
        cases.append({"name": name, "code": code, "ops": [op for op, _ in pairs]})
    facts = {"start": START, "cases": cases, "devices": sorted(devices)}
    write_facts("tensors/placements", made_by("tensors/record_placements.py"), facts)


if __name__ == "__main__":
    main()
