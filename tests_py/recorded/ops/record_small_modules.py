"""Records what tf.sets, tf.sparse and other small parts give: values and classes of errors.

Run `record_keras.py small_modules`; the calls are in `small_module_cases.py`.
"""

from recorded.ops.small_module_cases import CASES, START
from recorded.recorder import record_calls

if __name__ == "__main__":
    record_calls("ops/small_modules", CASES, START)
