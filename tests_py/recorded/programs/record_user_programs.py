"""Records what uses of TensorFlow as programs have them give: a value, or a class of error.

Run `record_keras.py user_programs`; the code is in the modules that `user_programs.py` names.
"""

from recorded.programs.user_programs import CASES, START
from recorded.recorder import record_calls

if __name__ == "__main__":
    record_calls("programs/user_programs", CASES, START)
