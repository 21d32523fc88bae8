"""Owns the reading of compressed files, piece by piece."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pelton.errors import DataLossError, NotFoundError

_PIECE = 1 << 18
_WINDOW = {"GZIP": 31, "ZLIB": 15}  # of zlib, which then reads a header of that kind


class _Inflated:
    """A compressed file; read(n) gives up to n bytes of what it holds, none at the end."""

    def __init__(self, name: str, kind: str) -> None:
        import zlib

        try:
            self._file = open(name, "rb")  # noqa: SIM115 - closed with this object
        except FileNotFoundError:
            raise NotFoundError(f"{name}; No such file or directory") from None
        self._zlib = zlib
        self._kind = kind
        self._inflater = zlib.decompressobj(_WINDOW[kind])
        self._rest = b""

    def read(self, count: int) -> bytes:
        try:
            return self._read(count)
        except self._zlib.error as error:
            raise DataLossError(f"inflate() failed: {error}") from error

    def _read(self, count: int) -> bytes:
        while True:
            if self._inflater.eof:  # another member may follow
                self._rest = self._inflater.unused_data + self._rest
                if not self._rest:
                    self._rest = self._file.read(_PIECE)
                if not self._rest:
                    return b""
                self._inflater = self._zlib.decompressobj(_WINDOW[self._kind])
            source = self._rest or self._file.read(_PIECE)
            out = self._inflater.decompress(source, count)
            self._rest = self._inflater.unconsumed_tail
            if out:
                return out
            if not source:
                if not self._inflater.eof:
                    raise DataLossError("the compressed file is cut off")
                return b""

    def __del__(self) -> None:
        if hasattr(self, "_file"):
            self._file.close()


def opener(compression_type: Any) -> Callable[[str], Any] | None:
    """What opens files of this kind: None for the engine's own, which reads them as they are."""
    kind = "" if compression_type is None else str(compression_type)
    if kind not in _WINDOW:
        return None
    return lambda name: _Inflated(name, kind)
