"""Downloads one file: its hash checked, written aside and renamed when complete.

Knows URLs and files, no data sets. Nothing here runs at import; urllib is loaded on use."""

from __future__ import annotations

import contextlib
import hashlib
import math
import os
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

from pelton.keras.datasets.errors import DownloadError, WrongHashError
from pelton.keras.utils.console import print_msg
from pelton.keras.utils.progbar import Progbar

READ_TIMEOUT = 10.0  # seconds without a byte
TOTAL_TIMEOUT = 600.0  # seconds for a whole file of limited size
MAX_REDIRECTS = 3
_CHUNK = 1 << 16
_STALE_PART = 3600.0  # seconds after which another process's part file is an orphan


def open_url(url: str, timeout: float) -> Any:
    """Open `url` for reading; only https, also after each of at most MAX_REDIRECTS redirects."""
    _require_https(url)
    return _opener().open(url, timeout=timeout)


def open_any_url(url: str, timeout: float) -> Any:
    """Open an https, http or file URL for reading; https is never redirected to anything else."""
    import urllib.request

    scheme = url.partition(":")[0].lower()
    if scheme == "https":
        return open_url(url, timeout)
    if scheme not in ("http", "file"):
        raise DownloadError(f"{url}: refused, only https, http and file are allowed")
    if scheme == "file":
        return urllib.request.urlopen(url, timeout=timeout)
    opener = _opener(to_https_only=False)
    opener.add_handler(urllib.request.HTTPHandler())
    return opener.open(url, timeout=timeout)


def _opener(to_https_only: bool = True) -> Any:
    import urllib.request

    class Redirects(urllib.request.HTTPRedirectHandler):
        max_redirections = MAX_REDIRECTS

        def redirect_request(
            self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str
        ) -> Any:
            if to_https_only:
                _require_https(newurl)
            return super().redirect_request(req, fp, code, msg, headers, newurl)

    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler(),
        urllib.request.HTTPSHandler(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(),
        Redirects(),
    ):
        opener.add_handler(handler)
    return opener


def download(
    url: str,
    target: str,
    digest: str | None,
    max_bytes: int | None = None,
    algorithm: str = "sha256",
    opened: Callable[[str, float], Any] | None = None,
) -> None:
    """Fetch `url` into `target`, replacing it only by a complete file with this hash, if given.

    Raises DownloadError for a bad URL or answer, a stall, more than `max_bytes`, or a wrong
    hash, and OSError when the folder cannot be written; `target` is then as it was before."""
    print_msg(f"Downloading data from {url}")
    handle, part = tempfile.mkstemp(
        prefix=os.path.basename(target) + ".", suffix=".part", dir=os.path.dirname(target)
    )
    try:
        with os.fdopen(handle, "wb") as file:
            hashed = hashlib.new(algorithm, usedforsecurity=False)
            found = _fetch(url, opened or open_url, file, max_bytes, hashed)
            if digest is not None and found != digest.lower():
                name = "SHA-256" if algorithm == "sha256" else algorithm
                raise WrongHashError(f"{url}: {name} is {found}, expected {digest}")
            file.flush()
            os.fsync(file.fileno())
        os.chmod(part, 0o644)  # mkstemp makes it private; a cache is shared
        os.replace(part, target)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(part)
    _remove_orphans(target)


def _require_https(url: str) -> None:
    if not url.lower().startswith("https://"):
        raise DownloadError(f"{url}: refused, only https is allowed")


def _fetch(
    url: str, opened: Callable[[str, float], Any], file: Any, max_bytes: int | None, hashed: Any
) -> str:
    import http.client

    try:
        with opened(url, READ_TIMEOUT) as response:
            return _copy(url, response, file, max_bytes, hashed)
    except DownloadError:
        raise
    except (OSError, http.client.HTTPException) as error:
        raise DownloadError(f"{url}: {type(error).__name__}: {error}") from error


def _copy(url: str, response: Any, file: Any, max_bytes: int | None, hashed: Any) -> str:
    length = response.headers.get("Content-Length")
    announced = int(length) if length and length.isdigit() else None
    most = max_bytes or sys.maxsize
    if announced is not None and announced > most:
        raise DownloadError(f"{url}: announces {announced} bytes, at most {max_bytes} are allowed")
    bar = Progbar(announced, verbose="auto")
    received, limit = 0, time.monotonic() + (TOTAL_TIMEOUT if max_bytes else math.inf)
    while chunk := response.read(_CHUNK):
        received += len(chunk)
        if received > most:
            raise DownloadError(f"{url}: sent more than the {max_bytes} bytes that are allowed")
        if time.monotonic() > limit:
            raise DownloadError(f"{url}: not complete after {TOTAL_TIMEOUT:.0f} s")
        hashed.update(chunk)
        file.write(chunk)
        bar.update(received, finalize=False)
    if announced is not None and received != announced:
        raise DownloadError(f"{url}: ended after {received} of {announced} bytes")
    bar.target = received
    bar.update(received, finalize=True)
    return hashed.hexdigest()


def _remove_orphans(target: str) -> None:
    folder, name = os.path.split(target)
    for entry in os.scandir(folder):
        ours = entry.name.startswith(name + ".") and entry.name.endswith(".part")
        with contextlib.suppress(FileNotFoundError):
            if ours and time.time() - entry.stat().st_mtime > _STALE_PART:
                os.unlink(entry.path)
