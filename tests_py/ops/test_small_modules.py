"""tf.sets, tf.sparse, tf.IndexedSlices and other small parts are as TensorFlow's."""

import numpy as np
import pytest

import pelton as tf
from recorded.comparison import assert_does
from recorded.differences import DIFFERENCES
from recorded.fact_file import load_facts
from recorded.ops.small_module_cases import CASES, START

FACTS = load_facts("ops/small_modules")
ALL = [fact for group in CASES for fact in FACTS[group]]


@pytest.mark.parametrize("fact", ALL, ids=lambda fact: fact["code"])
def test_call(fact):
    assert_does(fact, START, fact["code"] in DIFFERENCES["small_modules"])


def test_all_calls_are_recorded():
    assert [fact["code"] for fact in ALL] == [code for codes in CASES.values() for code in codes]


def test_sets_are_traced():
    @tf.function
    def step(a, b):
        return tf.sparse.to_dense(tf.sets.union(a, b))

    assert step([[1, 2]], [[2, 4]]).numpy().tolist() == [[1, 2, 4]]


class Passing(tf.test.TestCase):
    def runTest(self):  # noqa: N802 - unittest's name
        self.assertAllClose({"a": tf.constant([1.0])}, {"a": [1.0 + 1e-7]})
        self.assertAllEqual(tf.constant([1, 2]), np.array([1, 2]))
        self.assertAllEqual([float("nan")], [float("nan")])
        self.assertAllEqual(["é", "b"], tf.constant(["é", "b"]))
        self.assertAllEqual(tf.constant("a"), "a")
        self.assertNDArrayNear(np.ones(3), tf.ones(3) + 1e-3, 1e-2)
        self.assertAllInRange(tf.constant([0.0, 1.0]), 0, 1)
        self.assertNotAllClose([1.0], [2.0])
        self.assertAllInSet([1, 2], {1, 2, 3})
        self.assertDTypeEqual(tf.constant([1.0]), tf.float32)
        with self.session():
            assert self.evaluate({"x": tf.constant(3)}) == {"x": 3}
        with self.assertRaisesWithPredicateMatch(ValueError, "word"):
            raise ValueError("a word")
        self.assertAllEqual(tf.ragged.constant([[1], [2, 3]]), [[1], [2, 3]])
        with self.assertRaisesIncompatibleShapesError():
            tf.ones([2]) + tf.ones([3])
        self.assertEmpty([])
        self.assertNotEmpty({1})
        self.assertLen(np.ones(2), 2)
        self.assertBetween(2, 1, 3)
        self.assertSameElements([1, 2, 2], (2, 1))
        self.assertContainsSubset([1], [1, 2])
        self.assertNoCommonElements([1], [2])
        self.assertStartsWith("abc", "ab")
        self.assertEndsWith("abc", "bc")
        self.assertSequenceAlmostEqual([1.0], [1.01], places=1)
        with self.assertRaisesOpError("size-incompatible"):
            tf.matmul(tf.ones([2, 3]), tf.ones([2, 3]))


def _no_error(context):
    with context:
        pass


FAILING = {
    "close": lambda case: case.assertAllClose([1.0], [1.1]),
    "shapes": lambda case: case.assertAllClose([1.0], [1.0, 1.0]),
    "keys": lambda case: case.assertAllClose({"a": 1.0}, {"b": 1.0}),
    "equal": lambda case: case.assertAllEqual([1, 2], [1, 3]),
    "equal scalars": lambda case: case.assertAllEqual(1, tf.constant(2)),
    "near by norm": lambda case: case.assertNDArrayNear([1.0, 2.0], [1.0, 2.1], 1e-2),
    "ragged": lambda case: case.assertAllEqual(tf.ragged.constant([[1]]), [[1, 2]]),
    "shapes that fit": lambda case: _no_error(case.assertRaisesIncompatibleShapesError()),
    "empty": lambda case: case.assertEmpty([1]),
    "not empty": lambda case: case.assertNotEmpty(""),
    "length": lambda case: case.assertLen([1], 2),
    "between": lambda case: case.assertBetween(4, 1, 3),
    "elements": lambda case: case.assertSameElements([1, 2], [1, 3]),
    "subset": lambda case: case.assertContainsSubset([3], [1, 2]),
    "common": lambda case: case.assertNoCommonElements([1], [1]),
    "start": lambda case: case.assertStartsWith("abc", "b"),
    "end": lambda case: case.assertEndsWith("abc", "b"),
    "sequence": lambda case: case.assertSequenceAlmostEqual([1.0], [2.0]),
    "range": lambda case: case.assertAllInRange([2.0], 0, 1),
    "open": lambda case: case.assertAllInRange([1.0], 0, 1, open_upper_bound=True),
    "set": lambda case: case.assertAllInSet([4], {1}),
    "dtype": lambda case: case.assertDTypeEqual([1], tf.float32),
    "near": lambda case: case.assertNear(1.0, 2.0, 0.5),
    "not close": lambda case: case.assertNotAllClose([1.0], [1.0]),
    "greater": lambda case: case.assertAllGreater([1.0], 1.0),
}


def test_a_test_case_passes():
    result = Passing().run()
    assert (result.testsRun, result.failures, result.errors) == (1, [], [])


@pytest.mark.parametrize("name", FAILING)
def test_an_assertion_fails(name):
    with pytest.raises(AssertionError):
        FAILING[name](Passing())


def test_a_test_begins_from_one_seed():
    drawn = []

    class Drawing(tf.test.TestCase):
        def runTest(self):  # noqa: N802 - unittest's name
            drawn.append((float(tf.random.normal([])), self.get_temp_dir()))

    Drawing().run()
    Drawing().run()
    assert drawn[0][0] == drawn[1][0]
    assert drawn[0][1] != drawn[1][1]


def test_gradients_of_both_ways_agree():
    x = tf.constant([[1.0, -2.0], [0.5, 3.0]], tf.float64)
    theory, numbers = tf.test.compute_gradient(lambda a: tf.matmul(a, a), [x])
    np.testing.assert_allclose(theory[0], numbers[0], atol=1e-5)


def test_a_local_cluster_is_refused():
    with pytest.raises(NotImplementedError, match="num_workers=2"):
        tf.test.create_local_cluster(2, 1)


def test_a_graph_records_and_runs_in_a_session():
    with tf.Graph().as_default() as graph:
        x = tf.constant([1.0, 2.0]) * 2.0
        with tf.compat.v1.Session(graph=graph) as session:
            assert session.run(x).tolist() == [2.0, 4.0]
    assert tf.executing_eagerly()
