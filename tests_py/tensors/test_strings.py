"""Strings, ragged and sparse tensors and tables give what real TensorFlow gives, as recorded."""

import json
import pathlib
import time

import numpy as np
import pytest

import pelton as tf
from recorded.ops.string_cases import CASES, outcome

FOLDER = pathlib.Path(__file__).parents[1] / "recorded" / "ops"
FACTS = json.loads((FOLDER / "strings.json").read_text())["facts"]


@pytest.mark.parametrize("name", CASES)
def test_fact(name):
    found = outcome(CASES[name], tf)
    if "error" in FACTS[name]:
        assert found.get("error") == FACTS[name]["error"], found
    else:
        assert found == FACTS[name]


@pytest.mark.parametrize("pattern", ["(a|aa)+$", "(a*)*b", "(.*)(.*)(.*)x", "a{0,99}a{99}b"])
def test_patterns_cannot_blow_up(pattern):
    began = time.monotonic()
    assert not bool(tf.strings.regex_full_match("a" * 2000 + "c", pattern))
    assert time.monotonic() - began < 10


def test_strings_outlive_what_they_were_cut_from():
    row = tf.constant(["start"])
    for number in range(200):
        row = tf.concat([row[-3:], tf.strings.join([str(number), "!"])[None]], 0)
    assert row.numpy().tolist() == [b"196!", b"197!", b"198!", b"199!"]


def test_variables_of_strings_keep_each_assigned_slice():
    variable = tf.Variable(["a"] * 4)
    for number in range(100):
        variable[number % 4].assign(f"value {number}")
    assert variable.numpy().tolist() == [b"value 96", b"value 97", b"value 98", b"value 99"]


def test_traced_functions_split_texts_of_any_length():
    @tf.function
    def words(text):
        parts = tf.strings.split(tf.strings.lower(text))
        return parts.to_tensor(), parts.row_lengths()

    for _ in range(3):
        table, lengths = words(tf.constant(["A b", "C"]))
        assert table.numpy().tolist() == [[b"a", b"b"], [b"c", b""]]
        assert lengths.numpy().tolist() == [2, 1]


def test_files_are_read_at_each_run(tmp_path):
    path = str(tmp_path / "text")

    @tf.function
    def content():
        return tf.io.read_file(path)

    for text in ("first", "second"):
        tf.io.write_file(path, text)
        assert content().numpy() == text.encode()


def test_arrays_of_texts_become_strings():
    for array in (np.array(["a", "é"]), np.array(["a", "é".encode()], object)):
        assert tf.constant(array).numpy().tolist() == [b"a", "é".encode()]
    with pytest.raises(ValueError, match="Unsupported object type int"):
        tf.constant(np.array([1, "a"], object))
