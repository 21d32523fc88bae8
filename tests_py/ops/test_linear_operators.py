"""tf.linalg's LinearOperators answer as TensorFlow's do, are traced and have gradients."""

import numpy as np
import pytest

import pelton as tf
from recorded.code_facts import evaluate
from recorded.comparison import assert_same, plain
from recorded.fact_file import load_facts
from recorded.ops.linear_operator_cases import CASES, OPERATORS, START, lines, without_complex

FACTS = {fact["made"]: fact["facts"] for fact in load_facts("ops/linear_operators")["cases"]}


@pytest.mark.parametrize("made", CASES)
def test_answers(made):
    assert [fact["asked"] for fact in FACTS[made]] == CASES[made]
    for fact in FACTS[made]:
        code = f"{START}\no = {made}\n{fact['asked']}"
        if "error" not in fact:
            assert_same(without_complex(plain(evaluate(code, tf))), fact["value"], 2e-4, 2e-5)
            continue
        with pytest.raises(Exception) as caught:
            evaluate(code, tf)
        assert fact["error"] in [base.__name__ for base in type(caught.value).__mro__], code


CORE = """
x = tf.cast(F(o.domain_dimension, 2), o.dtype)
call = tf.function(lambda x: o.matmul(x))
np.allclose(call(x), tf.matmul(o.to_dense(), x), atol=1e-4)
"""


@pytest.mark.parametrize(
    "made", [made for made in lines(OPERATORS) if "error" not in FACTS[made][0]]
)
def test_traced_product_is_that_of_the_dense_matrix(made):
    assert evaluate(f"{START}\no = {made}\n{CORE}", tf)


def test_gradients_reach_variables():
    diag = tf.Variable([1.0, 2.0, 4.0])
    operator = tf.linalg.LinearOperatorDiag(diag)
    assert [v is diag for v in operator.trainable_variables] == [True]
    with tf.GradientTape() as tape:
        value = operator.log_abs_determinant()
    np.testing.assert_allclose(tape.gradient(value, diag), [1.0, 0.5, 0.25])
    diag.assign([1.0, 1.0, 3.0])
    assert operator.determinant() == 3.0


def test_own_operator():
    class Twice(tf.linalg.LinearOperator):
        def _shape(self):
            return tf.TensorShape([2, 2])

        def _matmul(self, x, adjoint=False, adjoint_arg=False):
            return 2 * (tf.linalg.adjoint(x) if adjoint_arg else x)

    operator = Twice(tf.float32, is_self_adjoint=True, is_positive_definite=True)
    assert operator.to_dense().numpy().tolist() == [[2, 0], [0, 2]]
    assert operator.determinant().numpy() == pytest.approx(4)
    np.testing.assert_allclose(operator.solve([[1.0], [2.0]]), [[0.5], [1.0]])
    assert operator.inverse().matvec([2.0, 4.0]).numpy().tolist() == [1.0, 2.0]


REFUSED = """
L.LinearOperatorFullMatrix(F(2, 2)).matmul(tf.ones([3, 1])) :: ValueError :: not compatible
L.LinearOperatorFullMatrix(F(2, 2)).matmul(tf.ones([2])) :: ValueError :: at least 2 axes
L.LinearOperatorFullMatrix("a") :: TypeError :: LinearOperatorFullMatrix: matrix
L.LinearOperatorDiag(1.0) :: ValueError :: LinearOperatorDiag: diag
L.LinearOperatorTridiag(F(4, 4)) :: ValueError :: Expected 3 diagonals
L.LinearOperatorTridiag(F(3, 4), "odd") :: ValueError :: diagonals_format
L.LinearOperatorPermutation([0.5]) :: TypeError :: LinearOperatorPermutation: perm
L.LinearOperatorComposition([full(F(2, 2)), full(F(3, 3))]) :: ValueError :: do not meet
L.LinearOperatorLowRankUpdate(full(F(2, 2)), F(3, 1)) :: ValueError :: base_operator
L.LinearOperatorBlockLowerTriangular([[full(F(2, 2))], [full(F(2, 2))]]) :: ValueError :: row i
L.LinearOperatorBlockDiag([full(F(2, 2)), full(C(2, 2))]) :: TypeError :: differ in dtype
"""


@pytest.mark.parametrize("row", lines(REFUSED))
def test_refused(row):
    code, error, says = row.split(" :: ")
    with pytest.raises(Exception, match=says) as caught:
        evaluate(f"{START}\n{code}", tf)
    assert error in [base.__name__ for base in type(caught.value).__mro__]
