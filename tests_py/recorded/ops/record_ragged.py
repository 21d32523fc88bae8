"""Writes ragged.json beside real TensorFlow: `python tests_py/recorded/record_keras.py ragged`."""

import keras
import tensorflow as tf

from recorded.fact_file import write_facts
from recorded.ops.ragged_cases import EXPRESSIONS, code_of
from recorded.ops.string_cases import outcome

MADE_BY = {
    "script": "tests_py/recorded/ops/record_ragged.py",
    "tensorflow": tf.__version__,
    "keras": keras.__version__,
}
write_facts(
    "ops/ragged", MADE_BY, {"facts": {one: outcome(code_of(one), tf) for one in EXPRESSIONS}}
)
