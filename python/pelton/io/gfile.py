"""tf.io.gfile: files and folders of the local file system."""

from __future__ import annotations

import glob as _glob
import os as _os
import shutil as _shutil
from collections.abc import Iterator
from typing import Any

from pelton.errors import AlreadyExistsError as _AlreadyExistsError
from pelton.errors import FailedPreconditionError as _FailedPreconditionError
from pelton.errors import NotFoundError as _NotFoundError
from pelton.errors import PermissionDeniedError as _PermissionDeniedError


class _Errors:
    """Errors of the operating system as TensorFlow's, naming the path."""

    def __init__(self, path: str) -> None:
        self._path = path

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if not isinstance(error, OSError):
            return
        text = f"{self._path}; {error.strerror}"
        if isinstance(error, (FileNotFoundError, NotADirectoryError)):
            raise _NotFoundError(text) from error
        if isinstance(error, PermissionError):
            raise _PermissionDeniedError(text) from error
        if isinstance(error, FileExistsError):
            raise _AlreadyExistsError(text) from error
        raise _FailedPreconditionError(text) from error


def _path(value: Any) -> str:
    if hasattr(value, "numpy"):
        value = value.numpy()
    return _os.fsdecode(value)


def GFile(name: Any, mode: str = "r") -> Any:  # noqa: N802 - TensorFlow's name
    """An open file: Python's own, in UTF-8 unless `mode` has "b"."""
    path = _path(name)
    with _Errors(path):
        return open(path, mode, encoding=None if "b" in mode else "utf-8")  # noqa: SIM115


def exists(path: Any) -> bool:
    """Whether there is such a file or folder."""
    return _os.path.exists(_path(path))


def isdir(path: Any) -> bool:
    """Whether it is a folder."""
    return _os.path.isdir(_path(path))


def glob(pattern: Any) -> list[str]:
    """The sorted names that match a pattern, or several in a list."""
    patterns = pattern if isinstance(pattern, (list, tuple)) else [pattern]
    return [name for one in patterns for name in sorted(_glob.glob(_path(one)))]


def listdir(path: Any) -> list[str]:
    """The names in a folder; raises NotFoundError where there is none."""
    name = _path(path)
    if not _os.path.isdir(name):
        raise _NotFoundError(f"Could not find directory {name}")
    return _os.listdir(name)


def makedirs(path: Any) -> None:
    """Makes a folder and those around it; does nothing where there is one."""
    name = _path(path)
    with _Errors(name):
        _os.makedirs(name, exist_ok=True)


def mkdir(path: Any) -> None:
    """Makes a folder in one that is there."""
    name = _path(path)
    with _Errors(name):
        _os.mkdir(name)


def remove(path: Any) -> None:
    """Removes a file."""
    name = _path(path)
    with _Errors(name):
        _os.remove(name)


def rmtree(path: Any) -> None:
    """Removes a folder and all in it."""
    name = _path(path)
    with _Errors(name):
        _shutil.rmtree(name)


def copy(src: Any, dst: Any, overwrite: bool = False) -> None:
    """Copies a file; raises AlreadyExistsError where there is one, unless it overwrites."""
    source, target = _path(src), _path(dst)
    if not overwrite and _os.path.exists(target):
        raise _AlreadyExistsError("file already exists")
    with _Errors(source):
        _shutil.copyfile(source, target)


def rename(src: Any, dst: Any, overwrite: bool = False) -> None:
    """Renames a file; raises AlreadyExistsError where there is one, unless it overwrites."""
    source, target = _path(src), _path(dst)
    if not overwrite and _os.path.exists(target):
        raise _AlreadyExistsError("file already exists")
    with _Errors(source):
        _os.replace(source, target)


def join(path: Any, *paths: Any) -> str:
    """The parts of a path together."""
    return _os.path.join(_path(path), *map(_path, paths))


def stat(path: Any) -> Any:
    """Size and times of a file, as Python's os.stat gives them."""
    name = _path(path)
    with _Errors(name):
        return _os.stat(name)


def walk(top: Any, topdown: bool = True) -> Iterator[tuple[str, list[str], list[str]]]:
    """(folder, folders in it, files in it) of a folder and all below it."""
    return _os.walk(_path(top), topdown)
