"""Owns ContainerAssertions: those that TensorFlow's TestCase has from the package absl."""

from __future__ import annotations

import unittest

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from typing import Any


class ContainerAssertions(unittest.TestCase):
    """Assertions on containers, numbers and texts. Each raises AssertionError where it fails."""

    def assertEmpty(self, container: Any, msg: str | None = None) -> None:  # noqa: N802
        """Fails unless the container has no elements."""
        if len(container):
            self.fail(self._formatMessage(msg, f"{container!r} has length of {len(container)}."))

    def assertNotEmpty(self, container: Any, msg: str | None = None) -> None:  # noqa: N802
        """Fails where the container has no elements."""
        if not len(container):
            self.fail(self._formatMessage(msg, f"{container!r} has length of 0."))

    def assertLen(  # noqa: N802
        self, container: Any, expected_len: int, msg: str | None = None
    ) -> None:
        """Fails unless the container has so many elements."""
        if len(container) != expected_len:
            text = f"{container!r} has length of {len(container)}, expected {expected_len}."
            self.fail(self._formatMessage(msg, text))

    def assertBetween(  # noqa: N802
        self, value: Any, minv: Any, maxv: Any, msg: str | None = None
    ) -> None:
        """Fails unless minv <= value <= maxv."""
        text = f'"{value!r}" unexpectedly not between "{minv!r}" and "{maxv!r}"'
        self.assertTrue(minv <= value <= maxv, self._formatMessage(msg, text))

    def assertSameElements(  # noqa: N802
        self, expected_seq: Iterable[Any], actual_seq: Iterable[Any], msg: str | None = None
    ) -> None:
        """Fails unless both have the same elements, however often and in whatever order."""
        expected, actual = list(expected_seq), list(actual_seq)
        missing = [one for one in expected if one not in actual]
        unexpected = [one for one in actual if one not in expected]
        text = f"Expected, but missing: {missing}; unexpected, but present: {unexpected}"
        self.assertFalse(missing or unexpected, self._formatMessage(msg, text))

    def assertContainsSubset(  # noqa: N802
        self, expected_subset: Iterable[Any], actual_set: Collection[Any], msg: str | None = None
    ) -> None:
        """Fails unless the second has all elements of the first."""
        missing = set(expected_subset) - set(actual_set)
        text = f"Missing elements {missing}; expected: {expected_subset}, actual: {actual_set}"
        self.assertFalse(missing, self._formatMessage(msg, text))

    def assertNoCommonElements(  # noqa: N802
        self, expected_seq: Iterable[Any], actual_seq: Iterable[Any], msg: str | None = None
    ) -> None:
        """Fails where one element is in both."""
        common = set(expected_seq) & set(actual_seq)
        self.assertFalse(common, self._formatMessage(msg, f"Common elements: {common}"))

    def assertStartsWith(  # noqa: N802
        self, actual: str, expected_start: str, msg: str | None = None
    ) -> None:
        """Fails unless the text begins so."""
        text = f"{actual!r} does not start with {expected_start!r}"
        self.assertTrue(actual.startswith(expected_start), self._formatMessage(msg, text))

    def assertEndsWith(  # noqa: N802
        self, actual: str, expected_end: str, msg: str | None = None
    ) -> None:
        """Fails unless the text ends so."""
        text = f"{actual!r} does not end with {expected_end!r}"
        self.assertTrue(actual.endswith(expected_end), self._formatMessage(msg, text))

    def assertSequenceAlmostEqual(  # noqa: N802
        self, expected_seq: Sequence[Any], actual_seq: Sequence[Any], **how: Any
    ) -> None:
        """``assertAlmostEqual`` of each two numbers, with its `places`, `delta` and `msg`."""
        self.assertEqual(len(expected_seq), len(actual_seq), how.get("msg"))
        for one, other in zip(expected_seq, actual_seq, strict=True):
            self.assertAlmostEqual(one, other, **how)
