"""tf.io.gfile: files and folders of the local file system."""

from __future__ import annotations

import glob as _glob
import os as _os
import shutil as _shutil
import stat as _stat
from collections.abc import Callable, Iterator
from typing import Any

from pelton.errors import AlreadyExistsError as _AlreadyExistsError
from pelton.errors import FailedPreconditionError as _FailedPreconditionError
from pelton.errors import InvalidArgumentError as _InvalidArgumentError
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
    return _os.fsdecode(value).removeprefix("file://")


_MODES = frozenset("r w a r+ w+ a+ rb wb ab rb+ wb+ ab+ r+b w+b a+b".split())


class GFile:
    """A file, opened by its first read or write; text is UTF-8 unless `mode` has "b".

    Raises InvalidArgumentError for a mode that there is not; a read or a write raises
    NotFoundError where there is no such file, PermissionDeniedError where the mode forbids it.
    A file that nobody closed is closed with its last reference.
    """

    _file: Any = None

    def __init__(self, name: Any, mode: str = "r") -> None:
        if mode not in _MODES:
            raise _InvalidArgumentError(
                f"GFile: mode must be one of {sorted(_MODES)}, got {mode!r}"
            )
        self._name, self._mode = _path(name), mode

    @property
    def name(self) -> str:
        """The path."""
        return self._name

    @property
    def mode(self) -> str:
        """The mode that it was made with."""
        return self._mode

    def _open(self) -> Any:
        if self._file is None:
            encoding = None if "b" in self._mode else "utf-8"
            with _Errors(self._name):
                self._file = open(self._name, self._mode, encoding=encoding)  # noqa: SIM115
        return self._file

    def _for_reading(self) -> Any:
        if "r" not in self._mode and "+" not in self._mode:
            raise _PermissionDeniedError(f"{self._name}: File isn't open for reading")
        return self._open()

    def size(self) -> int:
        """The number of bytes."""
        if self._file is not None and "r" not in self._mode:
            self._file.flush()
        return int(stat(self._name).st_size)

    def read(self, n: int = -1) -> Any:
        """`n` characters, or bytes of a binary file; all that is left with -1."""
        with _Errors(self._name):
            return self._for_reading().read(n)

    def readline(self) -> Any:
        """The next line with its end; nothing at the end of the file."""
        return self._for_reading().readline()

    def readlines(self) -> list[Any]:
        """All lines that are left."""
        return list(self._for_reading().readlines())

    def write(self, file_content: Any) -> None:
        """Writes text, or bytes to a binary file, in which text is UTF-8."""
        if self._mode in ("r", "rb"):
            raise _PermissionDeniedError(f"{self._name}: File isn't open for writing")
        if "b" in self._mode and isinstance(file_content, str):
            file_content = file_content.encode()
        elif "b" not in self._mode and isinstance(file_content, bytes):
            file_content = file_content.decode()
        self._open().write(file_content)

    def seek(self, offset: int = 0, whence: int = 0) -> None:
        """Goes to a place: from the beginning (0), from here (1), from the end (2)."""
        self._open().seek(offset, whence)

    def tell(self) -> int:
        """The place of the next read or write."""
        return int(self._open().tell())

    def seekable(self) -> bool:
        """True."""
        return True

    def flush(self) -> None:
        """Hands what was written to the system."""
        if self._file is not None:
            self._file.flush()

    def close(self) -> None:
        """Closes the file; the next read or write opens it again."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def __del__(self) -> None:
        self.close()

    def __enter__(self) -> GFile:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __iter__(self) -> GFile:
        return self

    def __next__(self) -> Any:
        line = self.readline()
        if not line:
            raise StopIteration
        return line


def exists(path: Any) -> bool:
    """Whether there is such a file or folder."""
    return _os.path.exists(_path(path))


def isdir(path: Any) -> bool:
    """Whether it is a folder."""
    return _os.path.isdir(_path(path))


def glob(pattern: Any) -> list[str]:
    """The sorted names that match a pattern, or several that can be iterated."""
    is_one = isinstance(pattern, (str, bytes, _os.PathLike)) or hasattr(pattern, "numpy")
    patterns = [pattern] if is_one else pattern
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


class FileStatistics:
    """What is known of a file: `length` in bytes, `mtime_nsec` in nanoseconds since 1970,
    `is_directory`; and all that Python's os.stat tells."""

    def __init__(self, found: Any) -> None:
        self._found = found
        self.length: int = found.st_size
        self.mtime_nsec: int = found.st_mtime_ns
        self.is_directory: bool = _stat.S_ISDIR(found.st_mode)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._found, name)


def stat(path: Any) -> FileStatistics:
    """Size and times of a file. Raises NotFoundError where there is none."""
    name = _path(path)
    with _Errors(name):
        return FileStatistics(_os.stat(name))


def walk(
    top: Any, topdown: bool = True, onerror: Callable[[OSError], object] | None = None
) -> Iterator[tuple[str, list[str], list[str]]]:
    """(folder, folders in it, files in it) of a folder and all below it; `onerror` is called with
    the error of a folder that cannot be read."""
    return _os.walk(_path(top), topdown, onerror)


def get_registered_schemes() -> list[str]:
    """The kinds of paths: those of the local file system alone."""
    return [""]
