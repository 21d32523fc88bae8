"""Records what functions give for rare arguments, dtypes and kinds of tensors.

Run `record_keras.py edge_functions`; the calls are in `edge_function_cases.py`.
"""

from recorded.ops.edge_function_cases import CASES, START
from recorded.recorder import record_calls

if __name__ == "__main__":
    record_calls("ops/edge_functions", CASES, START)
