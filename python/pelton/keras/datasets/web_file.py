"""get_file: a file of the web in Keras's cache, its hash checked, an archive unpacked beside it."""

from __future__ import annotations

import hashlib
import os
import tempfile
import warnings

from pelton.keras.datasets.archives import extract_archive
from pelton.keras.datasets.cache import keras_home
from pelton.keras.datasets.errors import DownloadError, WrongHashError
from pelton.keras.datasets.secure_download import download, open_any_url
from pelton.keras.utils.console import print_msg

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence

_CHUNK = 1 << 20
_ALGORITHMS = ("md5", "sha256")


def get_file(
    fname: str | os.PathLike[str] | None = None,
    origin: str | None = None,
    untar: bool = False,
    md5_hash: str | None = None,
    file_hash: str | None = None,
    cache_subdir: str = "datasets",
    hash_algorithm: str = "auto",
    extract: bool = False,
    archive_format: str | Sequence[str] | None = "auto",
    cache_dir: str | os.PathLike[str] | None = None,
    force_download: bool = False,
) -> str:
    """The path of the file at the URL `origin`, which is downloaded unless the cache has it.

    With `extract` the folder that holds the archive's content; it is unpacked when it is missing
    or the archive is new. A file that is not complete or has another hash than `file_hash` (md5 or
    sha256) never gets to its place. Raises ValueError for a bad name or hash, DownloadError (an
    OSError) for what cannot be fetched."""
    if origin is None:
        raise ValueError('Please specify the "origin" argument (URL of the file to download).')
    if md5_hash is not None and file_hash is None:
        file_hash, hash_algorithm = md5_hash, "md5"
    algorithm = _algorithm(hash_algorithm, file_hash)
    folder = _folder(cache_dir, cache_subdir)
    unpacks = extract or untar
    target, unpacked = _places(folder, None if fname is None else os.fspath(fname), origin, unpacks)
    is_new = force_download or not _is_cached(target, file_hash, algorithm)
    if is_new:
        _fetch(origin, target, file_hash, algorithm)
    if not unpacks:
        return target
    if (is_new or not os.path.isdir(unpacked)) and not extract_archive(
        target, unpacked, "tar" if untar else archive_format
    ):
        warnings.warn("Could not extract archive.", stacklevel=2)
    return unpacked


def _algorithm(name: str, file_hash: str | None) -> str:
    if name == "auto":
        return "sha256" if file_hash is None or len(file_hash) == 64 else "md5"
    if name not in _ALGORITHMS:
        raise ValueError(
            f"`hash_algorithm` must be 'auto', 'md5' or 'sha256'. Received: hash_algorithm={name}"
        )
    return name


def _folder(cache_dir: str | os.PathLike[str] | None, cache_subdir: str) -> str:
    """The folder of the file, made if it is missing; Keras's second place if the first is not to
    be written to."""
    home = os.path.expanduser(keras_home() if cache_dir is None else os.fspath(cache_dir))
    if cache_dir is None and not os.path.isdir(home):
        try:
            os.makedirs(home, exist_ok=True)
        except OSError:
            home = os.path.join(tempfile.gettempdir(), ".keras")
    if not os.access(home, os.W_OK):
        home = os.path.join(tempfile.gettempdir(), ".keras")
    folder = os.path.join(home, cache_subdir)
    os.makedirs(folder, exist_ok=True)
    return folder


def _places(folder: str, fname: str | None, origin: str, unpacks: bool) -> tuple[str, str]:
    """Where the file goes, and where its content does."""
    from urllib.parse import urlsplit

    name = fname or os.path.basename(urlsplit(origin).path)
    if not name:
        raise ValueError(
            f"Can't parse the file name from the origin provided: '{origin}'."
            "Please specify the `fname` argument."
        )
    if os.sep in name or name in (".", ".."):
        raise ValueError(
            "Paths are no longer accepted as the `fname` argument. To specify the file's parent "
            f"directory, use the `cache_dir` argument. Received: fname={name}"
        )
    plain = os.path.join(folder, name)
    if not unpacks:
        return plain, ""
    if fname and "." in name:
        return plain, os.path.join(folder, f"{name[: name.find('.')]}_extracted")
    return f"{plain}_archive", plain


def _is_cached(target: str, file_hash: str | None, algorithm: str) -> bool:
    if not os.path.exists(target):
        return False
    if file_hash is None or _hash_of(target, algorithm) == file_hash.lower():
        return True
    print_msg(
        "A local file was found, but it seems to be incomplete or outdated because the "
        f"{algorithm} file hash does not match the original value of {file_hash} so we will "
        "re-download the data."
    )
    return False


def _hash_of(path: str, algorithm: str) -> str:
    digest = hashlib.new(algorithm, usedforsecurity=False)
    with open(path, "rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def _fetch(origin: str, target: str, file_hash: str | None, algorithm: str) -> None:
    try:
        download(origin, target, file_hash, algorithm=algorithm, opened=open_any_url)
    except WrongHashError as error:
        raise ValueError(
            f"Incomplete or corrupted file detected. The {algorithm} file hash does not match the "
            f"provided value of {file_hash}. [{error}]"
        ) from error
    except DownloadError as error:
        raise DownloadError(f"URL fetch failure on {error}") from error


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
