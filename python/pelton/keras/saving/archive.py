"""The .keras file: a ZIP of metadata.json, config.json and model.weights.h5, as Keras has it."""

from __future__ import annotations

import datetime
import json
import os
import warnings
import zipfile
import zlib
from collections.abc import Mapping
from typing import IO, Any

from pelton.host.atomic_file import replacing
from pelton.keras.saving import hdf5
from pelton.keras.saving.assets import assets_of, read_assets
from pelton.keras.saving.deserialize_object import deserialize_keras_object
from pelton.keras.saving.serialize_object import serialize_keras_object
from pelton.keras.saving.weights_file import read_state, weights_bytes

KERAS_VERSION = "3.15.1"  # whose form the files have
_METADATA, _CONFIG, _WEIGHTS = "metadata.json", "config.json", "model.weights.h5"
_MOST_COMPRESSED = 1100  # deflate makes at most 1,032 bytes of one
_BAD_ZIP = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError)


def _files_of(model: Any) -> dict[str, Any]:
    """What the file or the folder of a model holds, by name: texts and bytes."""
    if not model.built:
        warnings.warn(
            "You are saving a model that has not yet been built. It might not contain any weights "
            "yet. Consider building the model first by calling it on some data.",
            stacklevel=4,
        )
    config = json.dumps(serialize_keras_object(model))
    now = datetime.datetime.now().strftime("%Y-%m-%d@%H:%M:%S")
    metadata = json.dumps({"keras_version": KERAS_VERSION, "date_saved": now})
    weights = weights_bytes(model)
    return {_METADATA: metadata, _CONFIG: config, _WEIGHTS: weights, **assets_of(model)}


def save(model: Any, path: str) -> None:
    """Writes the file whole, or leaves what was there."""
    files = _files_of(model)
    with replacing(path) as file, zipfile.ZipFile(file, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)


def save_folder(model: Any, path: str) -> None:
    """Writes what the file holds as files below the folder `path`."""
    files = _files_of(model)
    os.makedirs(os.path.join(path, "assets"), exist_ok=True)
    for name, content in files.items():
        target = os.path.join(path, *name.split("/"))
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with replacing(target) as file:
            file.write(content.encode() if isinstance(content, str) else content)


def is_folder(path: str) -> bool:
    """Whether `path` is a folder that `save_folder` wrote."""
    return os.path.isfile(os.path.join(path, _CONFIG))


def _members(archive: zipfile.ZipFile, path: str) -> dict[str, zipfile.ZipInfo]:
    """By name; raises ValueError for names that occur twice and sizes that cannot be true."""
    members: dict[str, zipfile.ZipInfo] = {}
    for info in archive.infolist():
        if info.filename in members:
            raise ValueError(f"{path} holds '{info.filename}' twice")
        if info.file_size > _MOST_COMPRESSED * info.compress_size:
            raise ValueError(
                f"Not allowed: '{info.filename}' in {path} would take {info.file_size} bytes, of "
                f"which the file holds {info.compress_size}"
            )
        members[info.filename] = info
    return members


class Archive:
    """A .keras file that is read; raises ValueError for what is none or is damaged."""

    def __init__(self, path: str, file: IO[bytes]) -> None:
        self._path = path
        try:
            self._zip = zipfile.ZipFile(file)
            self._found = _members(self._zip, path)
        except _BAD_ZIP as error:
            raise ValueError(f"{path} is no .keras file, or a damaged one: {error}") from None

    def names(self) -> list[str]:
        """The names of what the file holds."""
        return list(self._found)

    def read(self, name: str) -> bytes:
        """The bytes of a member."""
        if name not in self._found:
            raise ValueError(f"{self._path} is no .keras file: it holds no '{name}'")
        try:
            return self._zip.read(self._found[name])
        except _BAD_ZIP as error:
            raise ValueError(f"'{name}' in {self._path} is damaged: {error}") from None

    def config(self) -> dict[str, Any]:
        """The model's config."""
        return parsed_config(self.read(_CONFIG), self._path)

    def read_state(self, model: Any, skip_mismatch: bool = False) -> None:
        """Reads the weights, then what else layers keep, into the model."""
        with hdf5.open_to_read(self.read(_WEIGHTS), f"'{_WEIGHTS}' in {self._path}") as weights:
            read_state(model, weights, skip_mismatch)
        read_assets(model, self)


class Folder(Archive):
    """A folder that is read as a .keras file is."""

    def __init__(self, path: str) -> None:
        self._path = path

    def names(self) -> list[str]:
        """The names of what the folder holds, as those of a file are."""
        walk = os.walk(self._path)
        files = [os.path.join(folder, name) for folder, _, names in walk for name in names]
        return [os.path.relpath(file, self._path).replace(os.sep, "/") for file in sorted(files)]

    def read(self, name: str) -> bytes:
        """The bytes of one of the files."""
        if name not in self.names():
            raise ValueError(f"{self._path} holds no model: there is no '{name}' in it")
        with open(os.path.join(self._path, *name.split("/")), "rb") as file:
            return file.read()


def parsed_config(text: bytes | str, path: str) -> dict[str, Any]:
    """The dictionary of a JSON text; raises ValueError that names the file."""
    try:
        config = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"The config of the model in {path} is no JSON: {error}") from None
    if not isinstance(config, dict) or "class_name" not in config:
        raise ValueError(f"The config of the model in {path} describes no model")
    return config


def load(
    path: str,
    custom_objects: Mapping[str, Any] | None,
    compile: bool,  # noqa: A002 - Keras's name
    safe_mode: bool,
) -> Any:
    """The model of the file or folder. Raises ValueError for a damaged file or one with code in
    it, and TypeError for classes that are nowhere registered."""
    if is_folder(path):
        return _loaded(Folder(path), path, custom_objects, compile, safe_mode)
    with open(path, "rb") as file:
        return _loaded(Archive(path, file), path, custom_objects, compile, safe_mode)


def _loaded(
    archive: Archive,
    path: str,
    custom_objects: Mapping[str, Any] | None,
    compile: bool,  # noqa: A002
    safe_mode: bool,
) -> Any:
    config = archive.config()
    if not compile:
        config["compile_config"] = None
    model = model_of(config, path, custom_objects, safe_mode)
    archive.read_state(model)
    return model


def model_of(
    config: dict[str, Any], path: str, custom_objects: Mapping[str, Any] | None, safe_mode: bool
) -> Any:
    """The model that a file's config describes; raises ValueError for what is none."""
    from pelton._core.layers import Layer

    try:
        model = deserialize_keras_object(config, custom_objects, safe_mode)
    except (KeyError, IndexError, AttributeError, RecursionError) as error:
        raise ValueError(f"The config of the model in {path} is damaged: {error!r}") from error
    if not isinstance(model, Layer):
        raise ValueError(f"{path} holds no model but {type(model).__name__}")
    return model


def load_weights(model: Any, path: str, skip_mismatch: bool) -> None:
    """Reads the weights of the file into the model."""
    with open(path, "rb") as file:
        Archive(path, file).read_state(model, skip_mismatch)
