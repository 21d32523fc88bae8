"""Records what concrete functions and saved models of functions do: values and classes of errors.

Run `record_keras.py concrete_functions`; the code is in `concrete_function_cases.py`.
"""

from recorded.recorder import record_calls
from recorded.tensors.concrete_function_cases import CASES, START

if __name__ == "__main__":
    record_calls("tensors/concrete_functions", CASES, START)
