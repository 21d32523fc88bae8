"""Writes strings.json beside real TensorFlow: `python tests_py/recorded/record_strings.py`."""

import keras
import tensorflow as tf

from fact_file import write_facts
from string_cases import CASES, outcome

MADE_BY = {
    "script": "tests_py/recorded/record_strings.py",
    "tensorflow": tf.__version__,
    "keras": keras.__version__,
}
write_facts("strings", MADE_BY, {"facts": {name: outcome(CASES[name], tf) for name in CASES}})
