"""Unpacks tar and zip files: nothing outside of the folder, all of it or no folder at all."""

from __future__ import annotations

import os
import shutil
import tarfile
import tempfile
import warnings
import zipfile

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_FORMATS = ("tar", "zip")


def extract_archive(path: str, folder: str, archive_format: str | Sequence[str] | None) -> bool:
    """Unpacks the file at `path` into `folder` if it is of one of the formats ("auto": tar, zip);
    whether it was. Members that would leave the folder are skipped with a warning.

    Raises NotImplementedError for an unknown format; a damaged archive leaves no folder."""
    if archive_format is None:
        return False
    formats = [archive_format] if isinstance(archive_format, str) else archive_format
    for name in _FORMATS if archive_format == "auto" else formats:
        if name not in _FORMATS:
            raise NotImplementedError(name)
        if (tarfile.is_tarfile if name == "tar" else zipfile.is_zipfile)(path):
            _unpack(name, path, folder)
            return True
    return False


def _unpack(name: str, path: str, folder: str) -> None:
    parent = os.path.dirname(os.path.abspath(folder))
    os.makedirs(parent, exist_ok=True)
    staged = tempfile.mkdtemp(prefix=os.path.basename(folder) + ".", suffix=".part", dir=parent)
    try:
        if name == "tar":
            with tarfile.open(path) as archive:
                archive.extractall(staged, filter=_kept_of_tar)
        else:
            with zipfile.ZipFile(path) as archive:
                archive.extractall(staged, members=_kept_of_zip(archive, staged))
        os.chmod(staged, 0o755)  # mkdtemp makes it private; a cache is shared
        if os.path.isdir(folder):
            shutil.copytree(staged, folder, dirs_exist_ok=True, symlinks=True)
        else:
            os.rename(staged, folder)
    finally:
        shutil.rmtree(staged, ignore_errors=True)


def _skip(member: str) -> None:
    warnings.warn(f"Skipping invalid path during archive extraction: '{member}'.", stacklevel=2)


def _kept_of_tar(member: tarfile.TarInfo, folder: str) -> tarfile.TarInfo | None:
    try:
        return tarfile.data_filter(member, folder)
    except tarfile.FilterError:
        _skip(member.name)
        return None


def _kept_of_zip(archive: zipfile.ZipFile, folder: str) -> list[Any]:
    root = os.path.realpath(folder)
    kept = []
    for info in archive.infolist():
        place = os.path.realpath(os.path.join(root, info.filename))
        if place == root or place.startswith(root + os.sep):
            kept.append(info)
        else:
            _skip(info.filename)
    return kept
