"""Owns OrderAssertions: rarer assertions and temporary files that TensorFlow's TestCase has from
absl: on orders, classes, devices and structures."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
import unittest

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any


class OrderAssertions(unittest.TestCase):
    """Assertions on orders, classes, devices and structures, each an AssertionError where it fails,
    and temporary files."""

    def assertContainsInOrder(  # noqa: N802
        self, strings: Sequence[str], target: str, msg: str | None = None
    ) -> None:
        """Fails unless the text holds the strings, each behind the one before it."""
        at = 0
        for one in [strings] if isinstance(strings, str) else strings:
            found = target.find(one, at)
            if found < 0:
                text = f'Did not find "{one}" in "{target}" behind place {at}'
                self.fail(self._formatMessage(msg, text))
            at = found + len(one)

    def assertContainsSubsequence(  # noqa: N802
        self, container: Any, subsequence: Any, msg: str | None = None
    ) -> None:
        """Fails unless the elements are in the container, in their order."""
        rest, missing = iter(container), None
        for one in subsequence:
            if all(one != other for other in rest):
                missing = one
                break
        else:
            return
        text = f"{subsequence!r} not a subsequence of {container!r}. First non-matching {missing!r}"
        self.fail(self._formatMessage(msg, text))

    def assertContainsExactSubsequence(  # noqa: N802
        self, container: Any, subsequence: Any, msg: str | None = None
    ) -> None:
        """Fails unless the elements are in the container, one behind the other."""
        whole, part = list(container), list(subsequence)
        places = range(len(whole) - len(part) + 1)
        if not any(whole[at : at + len(part)] == part for at in places):
            text = f"{subsequence!r} not an exact subsequence of {container!r}."
            self.fail(self._formatMessage(msg, text))

    def assertSequenceStartsWith(  # noqa: N802
        self, prefix: Any, whole: Any, msg: str | None = None
    ) -> None:
        """Fails unless the sequence begins with `prefix`, an element or a sequence of them."""
        is_many = hasattr(prefix, "__len__") and not isinstance(prefix, str)
        start = list(prefix) if is_many else [prefix]
        self.assertTrue(start, self._formatMessage(msg, "prefix must not be empty"))
        self.assertEqual(list(whole)[: len(start)], start, msg)

    def assertTotallyOrdered(self, *groups: Any, msg: str | None = None) -> None:  # noqa: N802
        """Fails unless elements of one group are equal and those of later ones are larger."""
        ranked = [(rank, one) for rank, group in enumerate(groups) for one in group]
        for rank, one in ranked:
            for other_rank, other in ranked:
                expected = (rank < other_rank, rank == other_rank, rank > other_rank)
                found = (one < other, one == other, one > other)
                text = f"{one!r} of group {rank} and {other!r} of group {other_rank}"
                self.assertEqual(found, expected, self._formatMessage(msg, text))

    def assertNotStartsWith(  # noqa: N802
        self, actual: str, unexpected_start: str, msg: str | None = None
    ) -> None:
        """Fails where the text begins so."""
        if actual.startswith(unexpected_start):
            text = f"{actual!r} does start with {unexpected_start!r}"
            self.fail(self._formatMessage(msg, text))

    def assertNotEndsWith(  # noqa: N802
        self, actual: str, unexpected_end: str, msg: str | None = None
    ) -> None:
        """Fails where the text ends so."""
        if actual.endswith(unexpected_end):
            text = f"{actual!r} does end with {unexpected_end!r}"
            self.fail(self._formatMessage(msg, text))

    def assertIsSubclass(self, first: type, second: Any, msg: str | None = None) -> None:  # noqa: N802
        """Fails unless the class is derived from the other, or one of them."""
        self.assertTrue(issubclass(first, second), msg or f"{first} is not derived from {second}")

    def assertNotIsSubclass(  # noqa: N802
        self, first: type, second: Any, msg: str | None = None
    ) -> None:
        """Fails where the class is derived from the other, or one of them."""
        self.assertFalse(issubclass(first, second), msg or f"{first} is derived from {second}")

    def assertDictAlmostEqual(  # noqa: N802
        self, dict1: Any, dict2: Any, places: int | None = None, delta: float | None = None,
        msg: str | None = None,
    ) -> None:  # fmt: skip
        """Fails unless both have the same keys and nearly the same numbers."""
        self.assertEqual(set(dict1), set(dict2), msg)
        for key, value in dict1.items():
            near = isinstance(value, float) or isinstance(dict2[key], float)
            if near:
                self.assertAlmostEqual(value, dict2[key], places=places, delta=delta, msg=msg)
            else:
                self.assertEqual(value, dict2[key], msg)

    def assertMappingEqual(  # noqa: N802
        self, first: Mapping[Any, Any], second: Mapping[Any, Any], msg: str | None = None
    ) -> None:
        """Fails unless both hold the same."""
        self.assertEqual(dict(first), dict(second), msg)

    def assertJsonEqual(self, first: str, second: str, msg: str | None = None) -> None:  # noqa: N802
        """Fails unless both texts are JSON of the same."""
        self.assertEqual(json.loads(first), json.loads(second), msg)

    def assertRaisesWithLiteralMatch(  # noqa: N802
        self, expected_exception: type[BaseException], expected_exception_message: str,
        callable_obj: Callable[..., Any] | None = None, *args: Any, **kwargs: Any,
    ) -> Any:  # fmt: skip
        """Fails unless the call, or the block, raises the exception with exactly that text."""
        context = self._raising(expected_exception, expected_exception_message)
        if callable_obj is None:
            return context
        with context:
            callable_obj(*args, **kwargs)
        return None

    @contextlib.contextmanager
    def _raising(self, kind: type[BaseException], text: str) -> Iterator[None]:
        with self.assertRaises(kind) as caught:
            yield
        self.assertEqual(str(caught.exception), text)

    def assertDeviceEqual(self, device1: Any, device2: Any, msg: str | None = None) -> None:  # noqa: N802
        """Fails unless both name one device."""
        from pelton import DeviceSpec

        def name(device: Any) -> str:
            spec = DeviceSpec.from_string(device) if isinstance(device, str) else device
            return str(spec.to_string()) if spec is not None else ""

        self.assertEqual(name(device1), name(device2), msg)

    def assertNDArrayNear(  # noqa: N802
        self, ndarray1: Any, ndarray2: Any, err: float, msg: str | None = None
    ) -> None:
        """Fails unless the Euclidean norm of the difference is below `err`."""
        import numpy as np

        apart = float(np.linalg.norm(np.asarray(ndarray1) - np.asarray(ndarray2)))
        self.assertLess(apart, err, msg)

    def assertSameStructure(  # noqa: N802
        self, a: Any, b: Any, aname: str = "a", bname: str = "b", msg: str | None = None
    ) -> None:
        """Fails unless both nests hold equal values in the same places."""
        self.assertEqual(a, b, msg or f"{aname} and {bname} differ")

    def enter_context(self, manager: Any) -> Any:
        """Enters a context that ends with the test, and gives what it gives."""
        value = manager.__enter__()
        self.addCleanup(manager.__exit__, None, None, None)
        return value

    def create_tempdir(self, name: str | None = None, cleanup: Any = None) -> Any:
        """A new folder, removed after the test: `full_path`, `create_file(...)`, `mkdir(...)`."""
        root = tempfile.TemporaryDirectory()
        self.addCleanup(root.cleanup)
        path = root.name if name is None else os.path.join(root.name, name)
        os.makedirs(path, exist_ok=True)
        return _Folder(path)

    def create_tempfile(
        self, file_path: str | None = None, content: Any = None, mode: str = "w",
        encoding: str = "utf8", errors: str = "strict", cleanup: Any = None,
    ) -> Any:  # fmt: skip
        """A new file, removed after the test: `full_path`, `read_text()`, `write_text(...)`."""
        return self.create_tempdir().create_file(file_path, content, mode, encoding, errors)


class _Path:
    """A path of a temporary file or folder."""

    def __init__(self, path: str) -> None:
        self.full_path = path

    def __fspath__(self) -> str:
        return self.full_path


class _File(_Path):
    """A temporary file."""

    def read_text(self, encoding: str = "utf8", errors: str = "strict") -> str:
        """What it holds."""
        with open(self.full_path, encoding=encoding, errors=errors) as file:
            return file.read()

    def read_bytes(self) -> bytes:
        """What it holds."""
        with open(self.full_path, "rb") as file:
            return file.read()

    def write_text(
        self, text: str, mode: str = "w", encoding: str = "utf8", errors: str = "strict"
    ) -> None:
        """Writes a text."""
        with open(self.full_path, mode, encoding=encoding, errors=errors) as file:
            file.write(text)

    def write_bytes(self, data: bytes, mode: str = "wb") -> None:
        """Writes bytes."""
        with open(self.full_path, mode) as file:
            file.write(data)


class _Folder(_Path):
    """A temporary folder."""

    def mkdir(self, dir_name: str | None = None) -> _Folder:
        """A new folder in it."""
        path = os.path.join(self.full_path, dir_name or "folder")
        os.makedirs(path, exist_ok=True)
        return _Folder(path)

    def create_file(
        self, file_path: str | None = None, content: Any = None, mode: str = "w",
        encoding: str = "utf8", errors: str = "strict",
    ) -> _File:  # fmt: skip
        """A new file in it, with a content."""
        made = _File(os.path.join(self.full_path, file_path or "file"))
        os.makedirs(os.path.dirname(made.full_path), exist_ok=True)
        if isinstance(content, bytes):
            made.write_bytes(content)
        else:
            made.write_text(content or "", mode, encoding, errors)
        return made
