"""Owns TestCase: unittest's with TensorFlow's assertions on tensors and nests of them."""

from __future__ import annotations

import contextlib
import re
import tempfile

import numpy as np

from pelton import errors as _errors
from pelton._core import Tensor, Variable
from pelton.ragged.ragged_tensor import RaggedTensor
from pelton.random import set_seed as _set_seed
from pelton.sparse.sparse_ops import to_dense
from pelton.sparse.sparse_tensor import SparseTensor
from pelton.testing.container_assertions import ContainerAssertions
from pelton.testing.graph_sessions import GraphSessions, begin_graph, builds_graphs
from pelton.testing.order_assertions import OrderAssertions

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

_SEED = 87654321  # TensorFlow's, at the beginning of each test


def _as_bytes(values: Any) -> Any:
    """An array of texts as one of bytes, as strings of tensors are."""
    is_text = values.dtype.kind == "U"
    return np.char.encode(values, "utf-8").astype(object) if is_text else values


def _plain(value: Any) -> Any:
    """Tensors, and those in nests, as arrays; those of graphs by the default session."""
    if hasattr(value, "eval") and builds_graphs():
        return value.eval()
    if isinstance(value, SparseTensor):
        value = to_dense(value)
    if isinstance(value, RaggedTensor):
        return value.to_list()
    if isinstance(value, (Tensor, Variable)):
        return value.numpy()
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        if hasattr(value, "_fields"):
            return type(value)(*map(_plain, value))
        return type(value)(map(_plain, value)) if type(value) in (list, tuple) else value
    return value


def _rows(value: Any) -> Any:
    """Nested lists of the elements, bytes for texts."""
    value = _plain(value)
    return value.tolist() if isinstance(value, (np.ndarray, np.generic)) else value


class TestCase(GraphSessions, ContainerAssertions, OrderAssertions):
    """A test case that begins each test from the same seed, with assertions on tensors.

    Where code builds graphs each test has a new one, and sessions run its tensors."""

    def setUp(self) -> None:  # noqa: N802 - unittest's name
        """Begins the test from one seed of random numbers."""
        super().setUp()
        _set_seed(_SEED)
        np.random.seed(_SEED)
        begin_graph()

    def get_temp_dir(self) -> str:
        """A folder for this test alone, removed at its end."""
        found: str | None = getattr(self, "_temp_dir", None)
        if found is None:
            folder = tempfile.TemporaryDirectory()
            self.addCleanup(folder.cleanup)
            found = self._temp_dir = folder.name
        return found

    def evaluate(self, tensors: Any) -> Any:
        """The values of tensors, and of those in nests, as arrays."""
        return _plain(tensors)

    def assertAllEqual(self, a: Any, b: Any, msg: str | None = None) -> None:  # noqa: N802
        """Fails unless shapes and all elements are the same, rows of ragged tensors too; NaN equals
        NaN."""
        if isinstance(a, RaggedTensor) or isinstance(b, RaggedTensor):
            return self.assertEqual(_rows(a), _rows(b), msg)
        one, other = (_as_bytes(np.asarray(_plain(x))) for x in (a, b))
        self.assertEqual(one.shape, other.shape, msg)
        same = np.asarray(one == other)
        if one.dtype.kind in "fc" and other.dtype.kind in "fc":
            same = same | (np.isnan(one) & np.isnan(other))
        if not np.all(same):
            differing = (one[~same], other[~same]) if one.ndim else (one, other)
            notes = [
                msg or "",
                *([f"not equal where = {np.where(~same)}"] if one.ndim else []),
                f"not equal lhs = {differing[0]!r}",
                f"not equal rhs = {differing[1]!r}",
            ]
            np.testing.assert_array_equal(one, other, err_msg="\n".join(notes))

    def assertAllClose(  # noqa: N802
        self, a: Any, b: Any, rtol: float = 1e-6, atol: float = 1e-6, msg: str | None = None
    ) -> None:
        """Fails unless |a - b| <= atol + rtol |b|, in nests of the same form too."""
        a, b = _plain(a), _plain(b)
        if isinstance(a, dict):
            self.assertEqual(sorted(a), sorted(b), msg)
            for key in a:
                self.assertAllClose(a[key], b[key], rtol, atol, msg)
            return
        if isinstance(a, (list, tuple)) and not _is_array_like(a):
            self.assertEqual(len(a), len(b), msg)
            for one, other in zip(a, b, strict=True):
                self.assertAllClose(one, other, rtol, atol, msg)
            return
        one, other = np.asarray(a), np.asarray(b)
        self.assertEqual(one.shape, other.shape, msg)
        if "float16" in (one.dtype.name, other.dtype.name):
            rtol, atol = max(rtol, 1e-3), max(atol, 1e-3)
        if "bfloat16" in (one.dtype.name, other.dtype.name):
            rtol, atol = max(rtol, 1e-2), max(atol, 1e-2)
            one, other = one.astype("float32"), other.astype("float32")
        np.testing.assert_allclose(one, other, rtol=rtol, atol=atol, err_msg=msg or "")

    def assertNDArrayNear(  # noqa: N802
        self, ndarray1: Any, ndarray2: Any, err: float, msg: str | None = None
    ) -> None:
        """Fails unless the root of the summed squares of differences is at most `err`."""
        differences = np.asarray(_plain(ndarray1)) - np.asarray(_plain(ndarray2))
        self.assertTrue(np.linalg.norm(differences) < err, msg)

    def assertAllCloseAccordingToType(  # noqa: N802
        self, a: Any, b: Any, rtol: float = 1e-6, atol: float = 1e-6, **kwargs: Any
    ) -> None:
        """As ``assertAllClose``, with the tolerances of `float_rtol`, `half_rtol` and their like
        for elements of these dtypes."""
        names = {np.asarray(_plain(x)).dtype.name for x in (a, b)}
        for kind, name, least in (
            ("float", "float32", 1e-6),
            ("half", "float16", 1e-3),
            ("bfloat16", "bfloat16", 1e-2),
        ):
            if name in names:
                rtol = max(rtol, kwargs.get(f"{kind}_rtol", least))
                atol = max(atol, kwargs.get(f"{kind}_atol", least))
        self.assertAllClose(a, b, rtol, atol, kwargs.get("msg"))

    def _holds(self, failed: Any, what: str, values: Any) -> None:
        if np.any(failed):
            self.fail(f"{what}: not so at {np.argwhere(failed)[:8].tolist()} of {values!r}")

    def assertNotAllClose(self, a: Any, b: Any, **kwargs: Any) -> None:  # noqa: N802
        """Fails where ``assertAllClose`` holds."""
        try:
            self.assertAllClose(a, b, **kwargs)
        except AssertionError:
            return
        self.fail("The two values are close at all elements.")

    def assertNotAllEqual(self, a: Any, b: Any, msg: str | None = None) -> None:  # noqa: N802
        """Fails where ``assertAllEqual`` holds."""
        try:
            self.assertAllEqual(a, b)
        except AssertionError:
            return
        self.fail(msg or "The two values are equal at all elements.")

    def assertAllGreater(self, a: Any, comparison_target: Any) -> None:  # noqa: N802
        """Fails unless all elements are greater."""
        a = np.asarray(_plain(a))
        self._holds(~(a > _plain(comparison_target)), f"> {comparison_target}", a)

    def assertAllGreaterEqual(self, a: Any, comparison_target: Any) -> None:  # noqa: N802
        """Fails unless all elements are greater or equal."""
        a = np.asarray(_plain(a))
        self._holds(~(a >= _plain(comparison_target)), f">= {comparison_target}", a)

    def assertAllLess(self, a: Any, comparison_target: Any) -> None:  # noqa: N802
        """Fails unless all elements are less."""
        a = np.asarray(_plain(a))
        self._holds(~(a < _plain(comparison_target)), f"< {comparison_target}", a)

    def assertAllLessEqual(self, a: Any, comparison_target: Any) -> None:  # noqa: N802
        """Fails unless all elements are less or equal."""
        a = np.asarray(_plain(a))
        self._holds(~(a <= _plain(comparison_target)), f"<= {comparison_target}", a)

    def assertAllInRange(  # noqa: N802
        self,
        target: Any,
        lower_bound: Any,
        upper_bound: Any,
        open_lower_bound: bool = False,
        open_upper_bound: bool = False,
    ) -> None:
        """Fails unless all elements are within the bounds, which count unless open."""
        check = self.assertAllGreater if open_lower_bound else self.assertAllGreaterEqual
        check(target, lower_bound)
        check = self.assertAllLess if open_upper_bound else self.assertAllLessEqual
        check(target, upper_bound)

    def assertAllInSet(self, target: Any, expected_set: Any) -> None:  # noqa: N802
        """Fails unless all elements are in the set."""
        values = np.asarray(_plain(target))
        self._holds(~np.isin(values, list(expected_set)), f"in {expected_set}", values)

    def assertShapeEqual(  # noqa: N802
        self, input_a: Any, input_b: Any, msg: str | None = None
    ) -> None:
        """Fails unless both have the same shape."""
        self.assertEqual(tuple(input_a.shape), tuple(input_b.shape), msg)

    def assertDTypeEqual(self, target: Any, expected_dtype: Any) -> None:  # noqa: N802
        """Fails unless the elements are of that dtype."""
        from pelton.dtypes import as_dtype

        self.assertEqual(as_dtype(np.asarray(_plain(target)).dtype), as_dtype(expected_dtype))

    def assertArrayNear(  # noqa: N802
        self, farray1: Any, farray2: Any, err: float, msg: str | None = None
    ) -> None:
        """Fails unless numbers at the same places are at most `err` apart."""
        self.assertEqual(len(farray1), len(farray2), msg)
        for one, other in zip(_plain(farray1), _plain(farray2), strict=True):
            self.assertNear(float(one), float(other), err, msg)

    def assertNear(  # noqa: N802
        self, f1: float, f2: float, err: float, msg: str | None = None
    ) -> None:
        """Fails unless two numbers are at most `err` apart."""
        self.assertTrue(f1 == f2 or abs(f1 - f2) <= err, f"{f1!r} != {f2!r} +/- {err!r}: {msg}")

    @contextlib.contextmanager
    def assertRaisesWithPredicateMatch(  # noqa: N802
        self, exception_type: Any, expected_err_re_or_predicate: str | Callable[[Any], bool]
    ) -> Iterator[None]:
        """Fails unless the block raises, with a text that the pattern is found in or the predicate
        holds for."""
        with self.assertRaises(exception_type) as caught:
            yield
        error = caught.exception
        if isinstance(expected_err_re_or_predicate, str):
            is_right = re.search(expected_err_re_or_predicate, str(error)) is not None
        else:
            is_right = bool(expected_err_re_or_predicate(error))
        self.assertTrue(is_right, f"{type(error).__name__}: {error}")

    def assertRaisesOpError(self, expected_err_re_or_predicate: Any) -> Any:  # noqa: N802
        """``assertRaisesWithPredicateMatch`` for ``tf.errors.OpError``."""
        return self.assertRaisesWithPredicateMatch(_errors.OpError, expected_err_re_or_predicate)

    def assertRaisesIncompatibleShapesError(  # noqa: N802
        self, exception_type: Any = _errors.InvalidArgumentError
    ) -> Any:
        """``assertRaisesWithPredicateMatch`` for shapes that do not go together."""
        return self.assertRaisesWithPredicateMatch(
            exception_type,
            "Incompatible shapes|Dimensions must be equal|required broadcastable shapes",
        )


def _is_array_like(values: Any) -> bool:
    """Whether a nest is one of numbers, as a matrix is."""
    try:
        return np.asarray(values).dtype != object
    except ValueError:
        return False
