"""Owns tf.io's functions of whole files: read_file, write_file, matching_files."""

from __future__ import annotations

import os
from typing import Any

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import FailedPreconditionError, NotFoundError, PermissionDeniedError


def _name(value: Any) -> str:
    text = value.numpy()
    if not isinstance(text, bytes):
        raise TypeError(f"the name of a file must be one string, got {value!r}")
    return text.decode()


def _as_op_error(name: str, error: OSError) -> Exception:
    text = f"{name}; {error.strerror}"
    if isinstance(error, (FileNotFoundError, NotADirectoryError)):
        return NotFoundError(text)
    if isinstance(error, PermissionError):
        return PermissionDeniedError(text)
    return FailedPreconditionError(text)


def _converted(value: Any) -> Any:
    return _functions.convert(os.fspath(value) if isinstance(value, os.PathLike) else value)


def read_file(filename: Any, name: str | None = None) -> Any:
    """The bytes of a file as a 0-d string; raises NotFoundError where there is none."""

    return _ops.read_file(_converted(filename))


def write_file(filename: Any, contents: Any, name: str | None = None) -> None:
    """Writes the bytes of a 0-d string to a file, in folders that are made where there are none."""

    def write(tensors: list[Any]) -> list[Any]:
        path = _name(tensors[0])
        try:
            os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
            with open(path, "wb") as file:
                file.write(tensors[1].numpy())
        except OSError as error:
            raise _as_op_error(path, error) from error
        return []

    _functions.compute("WriteFile", [_converted(filename), _converted(contents)], write)


def matching_files(pattern: Any, name: str | None = None) -> Any:
    """The sorted names of the files that match a pattern, or several."""
    import glob

    given = _converted(pattern).numpy()
    patterns = [given] if isinstance(given, bytes) else list(given.reshape(-1))
    names = sorted(n for p in patterns for n in glob.glob(p.decode()))
    return _functions.convert(names, "string")


def match_filenames_once(pattern: Any, name: str | None = None) -> Any:
    """A variable of the sorted names of the files that match a pattern now."""
    from pelton import Variable

    return Variable(matching_files(pattern), trainable=False, name=name or "matching_filenames")
