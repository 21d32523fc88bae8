"""Records what AutoGraph makes of branches and loops over tensors: shapes and values.

Run `record_keras.py converted`; the code is in `converted_programs.py`.
"""

from recorded.recorder import record_calls
from recorded.tensors.converted_programs import CASES, START

if __name__ == "__main__":
    record_calls("tensors/converted", CASES, START)
