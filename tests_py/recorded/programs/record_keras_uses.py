"""Records rarer uses of Keras's layers, models and functions.

Run `record_keras.py keras_uses`; the calls are in `keras_use_cases.py`.
"""

from recorded.programs.keras_use_cases import CASES, START
from recorded.recorder import record_calls

if __name__ == "__main__":
    record_calls("programs/keras_uses", CASES, START)
