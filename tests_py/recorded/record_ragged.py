"""Writes ragged.json beside real TensorFlow: `python tests_py/recorded/record_ragged.py`."""

import keras
import tensorflow as tf

from fact_file import write_facts
from ragged_cases import EXPRESSIONS, code_of
from string_cases import outcome

MADE_BY = {
    "script": "tests_py/recorded/record_ragged.py",
    "tensorflow": tf.__version__,
    "keras": keras.__version__,
}
write_facts("ragged", MADE_BY, {"facts": {one: outcome(code_of(one), tf) for one in EXPRESSIONS}})
