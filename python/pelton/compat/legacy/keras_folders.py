"""Owns what Keras 2 wrote where a path has no ending: `model.save` a folder of the whole model,
`save_weights` a checkpoint of TensorFlow's."""

from __future__ import annotations

import functools
import os

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_FILES = (".keras", ".h5", ".hdf5", ".json")


def is_folder(path: str, save_format: Any = None) -> bool:
    """Whether Keras 2 wrote no single file to the path."""
    return save_format == "tf" or not path.endswith(_FILES)


def with_folders(save: Callable[..., None]) -> Callable[..., None]:
    """model.save, which writes a folder where the path has no ending."""

    @functools.wraps(save)
    def call(
        self: Any, filepath: Any, overwrite: bool = True, include_optimizer: bool = True,
        save_format: Any = None, signatures: Any = None, options: Any = None,
        save_traces: bool = True, **kwargs: Any,
    ) -> None:  # fmt: skip
        path = os.fspath(filepath) if not isinstance(filepath, str) else filepath
        if save_format == "h5" and not path.endswith(_FILES):
            from pelton.keras.saving import legacy_h5

            legacy_h5.save(self, path, include_optimizer)
        elif is_folder(path, save_format):
            _write_folder(self, path, overwrite)
        elif path.endswith(".keras"):
            save(self, path, overwrite, **kwargs)
        else:
            save(self, path, overwrite, include_optimizer=include_optimizer, **kwargs)

    return call


def _write_folder(model: Any, path: str, overwrite: bool) -> None:
    """The model's own files, and a saved model beside them, where it can be called."""
    from pelton import saved_model
    from pelton.keras.saving import archive, model_files

    if not model_files.may_write(path, overwrite):
        return
    archive.save_folder(model, path)
    try:
        saved_model.save(model, path)
    except (NotImplementedError, TypeError, ValueError):
        return  # what has no signature, such as a model that was never called


def weights_written(model: Any, path: str) -> None:
    """Writes a checkpoint of the model, which is then the latest of its folder."""
    from pelton import train
    from pelton.train.checkpoints import states

    folder = os.path.dirname(path)
    if folder:
        os.makedirs(folder, exist_ok=True)
    written = train.Checkpoint(model).write(path)
    states.update(folder or ".", written)


def with_checkpoints(load_weights: Callable[..., Any]) -> Callable[..., Any]:
    """load_weights, which reads checkpoints of TensorFlow's too and returns their status."""

    @functools.wraps(load_weights)
    def call(self: Any, filepath: Any, *args: Any, **kwargs: Any) -> Any:
        from pelton import train

        path = os.fspath(filepath)
        if is_folder(path) and os.path.exists(f"{path}.index"):
            return train.Checkpoint(self).read(path)
        return load_weights(self, filepath, *args, **kwargs)

    return call
