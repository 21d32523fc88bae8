"""Test cases of programs that build graphs: sessions, values, gradients and folders."""

import os
import unittest

import numpy as np

import pelton.compat.v1 as v1
from pelton import errors


class Case(v1.test.TestCase):
    __test__ = False  # pytest leaves it to the test below

    def test_one_session_for_the_test(self):
        with self.test_session() as session:
            x = v1.Variable([1.0, 2.0])
            session.run(x.initializer)
            self.assertAllClose(x.eval(), [1, 2])
        with self.cached_session() as again:
            assert again is session
            self.assertAllClose(x + 1.0, [2, 3])
            self.assertEqual(self.evaluate({"a": x[0]})["a"], 1.0)

    def test_session_of_a_graph(self):
        graph = v1.Graph()
        with self.test_session(use_gpu=False, graph=graph) as session:
            assert session.graph is graph and v1.constant(3).eval() == 3
        with self.session() as other:
            assert other.run(v1.ones([2])).tolist() == [1, 1]

    def test_errors_of_runs(self):
        with self.session() as session, self.assertRaises(errors.InvalidArgumentError):
            rows = v1.placeholder(v1.int32, [])
            given = v1.placeholder_with_default(v1.zeros([4]), [None])
            session.run(v1.reshape(given, v1.stack([rows, 3])), {rows: 2})

    def test_gradients(self):
        with self.test_session():
            x = v1.constant([1.0, 2.0, 3.0])
            y = x * x * [1.0, 2.0, 3.0]
            start = np.array([1.0, 2.0, 3.0], np.float32)
            told, seen = v1.test.compute_gradient(x, [3], y, [3], start, delta=1e-2)
            np.testing.assert_allclose(told, np.diag([2.0, 8.0, 18.0]))
            np.testing.assert_allclose(seen, told, atol=1e-2)
            assert v1.test.compute_gradient_error(x, [3], y, [3], start, 1e-2) < 1e-2

    def test_each_test_has_a_graph(self):
        assert v1.global_variables() == []
        v1.Variable(1.0)

    def test_each_test_has_a_graph_of_its_own(self):
        self.test_each_test_has_a_graph()

    def test_folder_and_mocks(self):
        assert os.path.isdir(v1.test.get_temp_dir()) and os.path.isdir(self.get_temp_dir())
        assert v1.test.mock.MagicMock(return_value=3)() == 3


def test_cases_run_graphs():
    v1.disable_v2_behavior()
    try:
        found = unittest.TestResult()
        unittest.defaultTestLoader.loadTestsFromTestCase(Case).run(found)
    finally:
        v1.enable_v2_behavior()
    assert found.errors == [] and found.failures == []
    assert found.testsRun == 8 and len(found.skipped) == 1  # test_session is no test
