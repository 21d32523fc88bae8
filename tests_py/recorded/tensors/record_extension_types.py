"""Records what extension types do: fields, specs, functions, datasets, dispatch.

Run `record_keras.py extension_types`; the calls are in `extension_type_cases.py`.
"""

from recorded.recorder import record_calls
from recorded.tensors.extension_type_cases import CASES, START

if __name__ == "__main__":
    record_calls("tensors/extension_types", CASES, START)
