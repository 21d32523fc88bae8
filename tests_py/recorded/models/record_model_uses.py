"""Records files of models, batches of other sizes than an Input names, and InputSpec.

Run `record_keras.py model_uses`; the calls are in `model_use_cases.py`.
"""

from recorded.models.model_use_cases import CASES, START
from recorded.recorder import record_calls

if __name__ == "__main__":
    record_calls("models/model_uses", CASES, START)
