"""Records what programs of Keras's examples and guides call.

Run `record_keras.py keras_programs`; the calls are in `keras_program_cases.py`.
"""

from recorded.programs.keras_program_cases import CASES, START
from recorded.recorder import record_calls

if __name__ == "__main__":
    record_calls("programs/keras_programs", CASES, START)
