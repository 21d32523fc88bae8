"""Assertions and temporary files of ``tf.test.TestCase``, as TensorFlow's has them from absl."""

import contextlib
import os
import unittest

import numpy as np
import pytest

import pelton as tf


class Case(tf.test.TestCase):
    __test__ = False  # pytest leaves it to the tests below

    def runTest(self):  # noqa: N802 - unittest's name
        pass


def boom():
    raise ValueError("x y")


HOLDS = [  # name, what holds, what does not
    ("assertContainsInOrder", [(["a", "b"], "xaxb"), ("ab", "xab")], [(["b", "a"], "xaxb")]),
    ("assertContainsSubsequence", [([1, 2, 3, 4], [1, 3])], [([1, 2, 3], [3, 1])]),
    ("assertContainsExactSubsequence", [([1, 2, 3], [2, 3])], [([1, 2, 3], [1, 3])]),
    ("assertSequenceStartsWith", [([1, 2], [1, 2, 3]), (1, [1, 2])], [([2], [1]), ([], [1])]),
    ("assertTotallyOrdered", [([1], [2, 2], [3])], [([2], [1])]),
    ("assertNotStartsWith", [("abc", "b")], [("abc", "a")]),
    ("assertNotEndsWith", [("abc", "b")], [("abc", "c")]),
    ("assertIsSubclass", [(bool, int)], [(int, str)]),
    ("assertNotIsSubclass", [(int, str)], [(bool, int)]),
    ("assertDictAlmostEqual", [({"a": 1.0}, {"a": 1 + 1e-9})], [({"a": 1.0}, {"a": 1.1})]),
    ("assertMappingEqual", [({1: 2}, {1: 2})], [({1: 2}, {1: 3})]),
    ("assertJsonEqual", [('{"a":1}', '{ "a": 1 }')], [('{"a":1}', '{"a":2}')]),
    (
        "assertRaisesWithLiteralMatch",
        [(ValueError, "x y", boom)],
        [(ValueError, "x", boom), (ValueError, "x y", list)],
    ),
    ("assertDeviceEqual", [("/cpu:0", "/device:CPU:0")], [("/cpu:0", "/gpu:0")]),
    (
        "assertNDArrayNear",
        [(np.array([1.0, 2.0]), np.array([1.0, 2.1]), 0.2)],
        [(np.array([1.0, 2.0]), np.array([1.0, 3.0]), 0.2)],
    ),
    ("assertSameStructure", [({"a": [1]}, {"a": [1]})], [({"a": [1]}, {"a": [2]})]),
]


@pytest.mark.parametrize("name, right, wrong", HOLDS, ids=[row[0] for row in HOLDS])
def test_assertion(name, right, wrong):
    check = getattr(Case(), name)
    for arguments in right:
        check(*arguments)
    for arguments in wrong:
        with pytest.raises(AssertionError):
            check(*arguments)


def test_literal_match_of_a_block():
    with Case().assertRaisesWithLiteralMatch(ValueError, "x y"):
        boom()


def test_temporary_files():
    kept = []

    class Files(Case):
        def runTest(self):  # noqa: N802 - unittest's name
            folder = self.create_tempdir()
            file = folder.create_file("q.txt", content="hey")
            assert os.path.dirname(file.full_path) == folder.full_path
            assert file.read_text() == "hey"
            file.write_text("yo")
            assert file.read_bytes() == b"yo" and os.path.isdir(folder.mkdir("sub"))
            named = self.create_tempfile("n.txt", b"z")
            assert os.path.basename(named) == "n.txt" and named.read_text() == "z"
            assert self.enter_context(contextlib.nullcontext(5)) == 5
            kept.extend([folder.full_path, named.full_path])

    result = unittest.TestResult()
    Files().run(result)
    assert result.wasSuccessful(), result
    assert len(kept) == 2 and not any(map(os.path.exists, kept))
