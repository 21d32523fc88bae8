"""Records what functions of sparse, ragged and string tensors give: values, classes of errors.

Run `record_keras.py added_functions`; the calls are in `added_function_cases.py`.
"""

from recorded.ops.added_function_cases import CASES, START
from recorded.recorder import record_calls

if __name__ == "__main__":
    record_calls("ops/added_functions", CASES, START)
