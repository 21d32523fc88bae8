"""Writing a file whole or not at all: beside its place first, then renamed into it."""

from __future__ import annotations

import contextlib
import fcntl
import glob
import os
import tempfile
from collections.abc import Iterator
from typing import IO

_SUFFIX = ".part"


@contextlib.contextmanager
def replacing(path: str) -> Iterator[IO[bytes]]:
    """A file to write to, which becomes `path` at the end of the block. Whatever goes wrong, what
    was at `path` stays as it was. Links are followed; the old file's mode is kept. What a process
    that was killed has left beside `path` goes with the next writing there."""
    path = os.path.realpath(path)
    if os.path.exists(path) and not os.path.isfile(path):
        with open(path, "wb") as device:  # a pipe or a device has no old contents to keep
            yield device
        return
    folder, name = os.path.split(path)
    prefix = f".{name[:100]}."
    _drop_abandoned(folder, prefix)
    handle, beside = _begun(folder, prefix)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
            os.chmod(beside, _mode(path))
            os.replace(beside, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        raise


def _begun(folder: str, prefix: str) -> tuple[int, str]:
    """A new file, locked for as long as it is open, and its path."""
    while True:
        handle, beside = tempfile.mkstemp(prefix=prefix, suffix=_SUFFIX, dir=folder)
        with contextlib.suppress(OSError):  # some network's file systems have no locks
            fcntl.flock(handle, fcntl.LOCK_EX)
        if os.fstat(handle).st_nlink > 0:
            return handle, beside
        os.close(handle)  # dropped by another process before it was locked


def _drop_abandoned(folder: str, prefix: str) -> None:
    """Removes what processes that were killed have left: files that nobody locks."""
    for beside in glob.glob(f"{glob.escape(os.path.join(folder, prefix))}*{_SUFFIX}"):
        with contextlib.suppress(OSError), open(beside, "rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.unlink(beside)


def _mode(path: str) -> int:
    try:
        return os.stat(path).st_mode & 0o7777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
