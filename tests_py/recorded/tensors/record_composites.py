"""Records what functions, branches and loops do with ragged and sparse tensors and their kin.

Run `record_keras.py composites`; the calls are in `composite_cases.py`.
"""

from recorded.recorder import record_calls
from recorded.tensors.composite_cases import CASES, START

if __name__ == "__main__":
    record_calls("tensors/composites", CASES, START)
