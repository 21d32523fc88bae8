"""save_model, load_model, save_weights and load_weights: which kind of file a name means."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

_H5 = (".h5", ".hdf5")
_OLD_FORMAT = (
    "You are saving your model as an HDF5 file, a format that is considered legacy. We recommend "
    "the native Keras format instead: `model.save('my_model.keras')`."
)
_NO_SAVE_FORMAT = "The `save_format` argument is deprecated in Keras 3: the path tells the format"


def may_write(path: str, overwrite: bool) -> bool:
    """Whether the path is free, may be overwritten, or the user at the terminal says so."""
    if overwrite or not os.path.exists(path):
        return True
    answer = ""
    while answer not in ("y", "n"):
        answer = input(f"[WARNING] {path} already exists - overwrite? [y/n]").strip().lower()
    return answer == "y"


def save_model(model: Any, filepath: Any, overwrite: bool = True, **kwargs: Any) -> None:
    """Write model, optimizer and what compile() was given to a `.keras` or a legacy `.h5` file;
    with `zipped=False` into a folder.

    include_optimizer (for `.h5`) leaves the optimizer out where it is False."""
    from pelton.keras.saving import archive, legacy_h5

    path = os.fspath(filepath) if isinstance(filepath, (str, os.PathLike)) else str(filepath)
    include_optimizer = kwargs.pop("include_optimizer", True)
    _check_save_format(kwargs.pop("save_format", None), path)
    is_zipped = kwargs.pop("zipped", None) is not False
    if kwargs:
        raise ValueError(f"The following argument(s) are not supported: {list(kwargs)}")
    if not is_zipped:
        _save_folder(model, path, overwrite)
        return
    if not path.endswith((".keras", *_H5)):
        raise ValueError(
            "Invalid filepath extension for saving. Please add either a `.keras` extension for the "
            "native Keras format (recommended) or a `.h5` extension. Use `model.export(filepath)` "
            "if you want to export a SavedModel for use with TFLite/TFServing/etc. "
            f"Received: filepath={path}."
        )
    if not may_write(path, overwrite):
        return
    if path.endswith(".keras"):
        archive.save(model, path)
    else:
        legacy_h5.save(model, path, include_optimizer)
        import logging

        logging.getLogger("absl").warning(_OLD_FORMAT)


def _check_save_format(save_format: Any, path: str) -> None:
    """Logs that the argument has no meaning; ValueError where the path has none either."""
    if not save_format:
        return
    if not path.endswith((".keras", *_H5)):
        raise ValueError(
            f"{_NO_SAVE_FORMAT}. Please remove this argument and pass a file path with either "
            f"`.keras` or `.h5` extension. Received: save_format={save_format}"
        )
    import logging

    text = f"{_NO_SAVE_FORMAT}. Received: save_format={save_format}"
    logging.getLogger("absl").warning(text)


def _save_folder(model: Any, path: str, overwrite: bool) -> None:
    from pelton.keras.saving import archive

    if path.endswith((".keras", *_H5)):
        raise ValueError(
            "With `zipped=False` the `filepath` is a folder and should not end in `.keras` or "
            f"`.h5`. Received: filepath={path}"
        )
    if may_write(path, overwrite):
        archive.save_folder(model, path)


def load_model(
    filepath: Any,
    custom_objects: Mapping[str, Any] | None = None,
    compile: bool = True,  # noqa: A002 - Keras's name
    safe_mode: bool = True,
) -> Any:
    """The model of a `.keras` or `.h5` file or of a folder of `zipped=False`, compiled as it was
    unless `compile` is False.

    Classes and functions of one's own must be registered or in `custom_objects`. A file with code
    in it (lambdas) raises a ValueError unless `safe_mode` is False."""
    from pelton.keras.saving import archive, legacy_h5

    path = os.fspath(filepath)
    if path.endswith(".keras"):
        if not os.path.isfile(path):
            raise ValueError(
                f"File not found: filepath={path}. Please ensure the file is an accessible "
                "`.keras` zip file."
            )
        return archive.load(path, custom_objects, compile, safe_mode)
    if path.endswith(_H5):
        return legacy_h5.load(path, custom_objects, compile, safe_mode)
    if archive.is_folder(path):
        return archive.load(path, custom_objects, compile, safe_mode)
    raise ValueError(
        f"File format not supported: filepath={path}. Keras 3 only supports V3 `.keras` files and "
        "legacy H5 format files (`.h5` extension). Note that the legacy SavedModel format is not "
        "supported by `load_model()` in Keras 3."
    )


def save_weights(
    model: Any,
    filepath: Any,
    overwrite: bool = True,
    max_shard_size: float | None = None,
    objects_to_skip: Any = None,
) -> None:
    """Write the variables of model and optimizer to a `.weights.h5` file, without those of
    `objects_to_skip`, or to files of at most `max_shard_size` GB that a `.weights.json` file
    names."""
    from pelton.keras.saving import sharded_weights, weights_file

    path = os.fspath(filepath)
    if max_shard_size is None and not path.endswith(".weights.h5"):
        raise ValueError(f"The filename must end in `.weights.h5`. Received: filepath={path}")
    if max_shard_size is not None and not path.endswith(("weights.h5", "weights.json")):
        raise ValueError(
            "The filename must end in `.weights.json` when `max_shard_size` is specified. "
            f"Received: filepath={path}"
        )
    if not model.built and any(not layer.built for layer in model.layers):
        raise ValueError(
            "You are saving a model that has not yet been built. Try building the model first by "
            "calling it on some data or by using `build()`."
        )
    if max_shard_size is not None:
        path = _json_path("Saving", path)
    if not may_write(path, overwrite):
        return
    if max_shard_size is None:
        weights_file.save(model, path, objects_to_skip or ())
    else:
        sharded_weights.save(model, path, max_shard_size)


def _json_path(what: str, path: str) -> str:
    if path.endswith(".json"):
        return path
    import warnings

    renamed = f"{os.path.splitext(path)[0]}.json"
    warnings.warn(
        f"{what} sharded weights requires `*.json` as the extension. The original path: {path} "
        f"will be renamed to {renamed}.",
        stacklevel=4,
    )
    return renamed


def load_weights(model: Any, filepath: Any, skip_mismatch: bool = False, **kwargs: Any) -> None:
    """Read variables from a `.weights.h5`, `.weights.json`, `.keras` or legacy `.h5` file, all or
    none.

    skip_mismatch: what does not fit is left out with a warning. by_name (`.h5` only): layers get
    what the file has under their name. objects_to_skip (`.weights.h5` only): left as they are."""
    from pelton.keras.saving import archive, legacy_h5, sharded_weights, weights_file

    path = os.fspath(filepath)
    by_name = kwargs.pop("by_name", None)
    skip = kwargs.pop("objects_to_skip", None)
    if kwargs:
        raise ValueError(f"Invalid keyword arguments: {kwargs}")
    is_weights = path.endswith((".weights.h5", ".weights.json"))
    if by_name is not None and (is_weights or not path.endswith(_H5)):
        raise ValueError(
            f"`by_name` only supports loading legacy '.h5' or '.hdf5' files. Received: {path}"
        )
    if skip is not None and not is_weights:
        raise ValueError(
            f"`objects_to_skip` only supports loading '.weights.h5' files. Received: {path}"
        )
    if path.endswith(".keras"):
        archive.load_weights(model, path, skip_mismatch)
    elif path.endswith(".weights.json"):
        sharded_weights.load(model, path, skip_mismatch, skip or ())
    elif is_weights:
        weights_file.load(model, path, skip_mismatch, skip or ())
    elif path.endswith(_H5):
        legacy_h5.load_weights(model, path, bool(by_name), skip_mismatch)
    else:
        raise ValueError(
            f"File format not supported: filepath={path}. Keras 3 only supports V3 `.keras` files, "
            "`.weights.h5` files and legacy H5 format files (`.h5` extension)."
        )


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__)
