"""Records what programs written for TensorFlow 2 do: values and classes of errors.

Run `record_keras.py programs`; the code is in `program_cases.py`.
"""

from recorded.recorder import record_calls
from recorded.tensors.program_cases import CASES, START

if __name__ == "__main__":
    record_calls("tensors/programs", CASES, START)
