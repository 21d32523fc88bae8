"""Records what preprocessing layers make of sparse and ragged inputs and of inputs of more axes.

Run `record_keras.py preprocessing_uses`; the calls are in `preprocessing_use_cases.py`.
"""

from recorded.layers.preprocessing_use_cases import CASES, START
from recorded.recorder import record_calls

if __name__ == "__main__":
    record_calls("layers/preprocessing_uses", CASES, START)
