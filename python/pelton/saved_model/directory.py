"""The directory of a saved model: one index, which names a folder with everything else. Whoever
replaces the index replaces the model, whole or not at all."""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from pelton.errors import DataLossError
from pelton.host.atomic_file import replacing
from pelton.names.named_refusals import shown

INDEX = "pelton_saved_model.json"
FORMAT = "pelton saved model"
VERSION = 1
_TENSORFLOW = ("saved_model.pb", "saved_model.pbtxt")
_CONTENTS = re.compile(r"contents-[0-9a-f]{16}")
_MOST_BYTES = 1 << 28  # of an index


def checked_path(where: str, path: Any) -> str:
    """The path as text; raises TypeError for what is none."""
    if isinstance(path, bytes):
        path = os.fsdecode(path)
    try:
        return os.path.expanduser(os.fspath(path))
    except TypeError:
        raise TypeError(
            f"{where} must be a path, got {type(path).__name__}: {shown(path)}"
        ) from None


def contains_saved_model(export_dir: Any) -> bool:
    """Whether the directory holds a saved model, Pelton's or TensorFlow's."""
    path = checked_path("contains_saved_model: `export_dir`", export_dir)
    return any(os.path.isfile(os.path.join(path, name)) for name in (INDEX, *_TENSORFLOW))


def _drop_contents(path: str, kept: str) -> None:
    for name in os.listdir(path):
        if name != kept and _CONTENTS.fullmatch(name):
            shutil.rmtree(os.path.join(path, name), ignore_errors=True)


@contextmanager
def writing(path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """A new folder for contents, and the index to be filled, which is written at the end of the
    block. Whatever goes wrong before leaves an older model in the directory as it was."""
    os.makedirs(path, exist_ok=True)
    name = f"contents-{secrets.token_hex(8)}"
    contents = os.path.join(path, name)
    os.mkdir(contents)
    index: dict[str, Any] = {"format": FORMAT, "version": VERSION, "contents": name}
    try:
        yield contents, index
        with replacing(os.path.join(path, INDEX)) as file:
            file.write(json.dumps(index, allow_nan=True).encode())
    except BaseException:
        shutil.rmtree(contents, ignore_errors=True)
        raise
    with suppress(OSError):
        _drop_contents(path, name)


def _refuse_missing(path: str) -> None:
    if any(os.path.isfile(os.path.join(path, name)) for name in _TENSORFLOW):
        raise NotImplementedError(
            f"{path} holds a SavedModel that TensorFlow wrote: a TensorFlow graph in "
            "saved_model.pb, which Pelton does not run. Store the model's weights with TensorFlow "
            "(model.save('model.keras') or model.save_weights) and load those, or save it again "
            "with Pelton's tf.saved_model.save"
        )
    raise OSError(
        f"SavedModel file does not exist at: {path}/{INDEX}"
        + ("" if os.path.isdir(path) else " (there is no such directory)")
    )


def read_index(path: str) -> tuple[str, dict[str, Any]]:
    """The folder with the contents, and the index. Raises OSError where there is no model,
    NotImplementedError for one of TensorFlow's, DataLossError for a damaged index."""
    file_name = os.path.join(path, INDEX)
    if not os.path.isfile(file_name):
        _refuse_missing(path)
    if os.path.getsize(file_name) > _MOST_BYTES:
        raise DataLossError(f"{file_name} has more than {_MOST_BYTES} bytes")
    with open(file_name, "rb") as file:
        data = file.read()
    try:
        index = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise DataLossError(f"{file_name} is no index of a saved model: {error}") from None
    if not isinstance(index, dict) or index.get("format") != FORMAT:
        raise DataLossError(f"{file_name} is no index of a saved model")
    if index.get("version") != VERSION:
        raise DataLossError(
            f"{file_name} is of version {index.get('version')!r}; this build reads {VERSION}"
        )
    name = index.get("contents")
    if not isinstance(name, str) or not _CONTENTS.fullmatch(name):
        raise DataLossError(f"{file_name} names no folder of contents: {name!r}")
    return os.path.join(path, name), index
