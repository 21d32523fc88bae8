"""Records what TensorFlow's functions of arrays give: values, gradients and classes of errors.

Run `record_keras.py functions`; the calls are in `function_cases.py`.
"""

from recorded.ops.function_cases import CASES, START
from recorded.recorder import record_calls

if __name__ == "__main__":
    record_calls("ops/functions", CASES, START)
