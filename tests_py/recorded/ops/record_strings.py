"""Writes strings.json beside real TensorFlow."""

import keras
import tensorflow as tf

from recorded.fact_file import write_facts
from recorded.ops.string_cases import CASES, outcome

MADE_BY = {
    "script": "tests_py/recorded/ops/record_strings.py",
    "tensorflow": tf.__version__,
    "keras": keras.__version__,
}
write_facts("ops/strings", MADE_BY, {"facts": {name: outcome(CASES[name], tf) for name in CASES}})
