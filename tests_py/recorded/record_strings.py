"""Writes strings.json beside real TensorFlow: `python tests_py/recorded/record_strings.py`."""

import json
import pathlib

import tensorflow as tf

from string_cases import CASES, outcome

FACTS = {name: outcome(code, tf) for name, code in CASES.items()}
PATH = pathlib.Path(__file__).with_name("strings.json")
LINES = (f"{json.dumps(name)}: {json.dumps(fact)}" for name, fact in FACTS.items())
PATH.write_text("{\n" + ",\n".join(LINES) + "\n}\n")
