"""Records keras.ops of sparse tensors, between layers, and what they refuse.

Run `record_keras.py op_uses`; the calls are in `op_use_cases.py`.
"""

from recorded.ops.op_use_cases import CASES, START
from recorded.recorder import record_calls

if __name__ == "__main__":
    record_calls("ops/op_uses", CASES, START)
