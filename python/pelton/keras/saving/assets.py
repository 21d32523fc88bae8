"""What layers keep beside numbers, such as vocabularies: files that save_assets writes and
load_assets reads, in the folder `assets` of a .keras file."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

from pelton.keras.saving.state_tree import places_of

_FOLDER = "assets"


def assets_of(model: Any) -> dict[str, bytes]:
    """The files of all layers, by their names in the archive."""
    found: dict[str, bytes] = {}
    for path, thing in places_of(model):
        if not hasattr(thing, "save_assets"):
            continue
        with tempfile.TemporaryDirectory() as folder:
            thing.save_assets(folder)
            for file in sorted(Path(folder).rglob("*")):
                if file.is_file():
                    inner = file.relative_to(folder).as_posix()
                    found["/".join(filter(None, (_FOLDER, path, inner)))] = file.read_bytes()
    return found


def read_assets(model: Any, archive: Any) -> None:
    """Gives each layer a folder with its files of the archive."""
    names = archive.names()
    for path, thing in places_of(model):
        if not hasattr(thing, "load_assets"):
            continue
        prefix = f"{_FOLDER}/{path}/" if path else f"{_FOLDER}/"
        with tempfile.TemporaryDirectory() as folder:
            for name in names:
                if name.startswith(prefix) and not name.endswith("/"):
                    _put(folder, name[len(prefix) :], archive.read(name))
            thing.load_assets(folder)


def _put(folder: str, name: str, content: bytes) -> None:
    """Writes a file below the folder; raises ValueError for a name that leads elsewhere."""
    parts = name.split("/")
    if any(part in ("", ".", "..") or "\\" in part or "\0" in part for part in parts):
        raise ValueError(f"Not allowed: '{name}' among a file's assets leads out of its folder")
    target = os.path.join(folder, *parts)
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with open(target, "xb") as file:
        file.write(content)
