"""Records what functions that few programs use give: values and classes of errors.

Run `record_keras.py rarer_functions`; the calls are in `rarer_function_cases.py`.
"""

from recorded.ops.rarer_function_cases import CASES, START
from recorded.recorder import record_calls

if __name__ == "__main__":
    record_calls("ops/rarer_functions", CASES, START)
