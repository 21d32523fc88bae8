"""CheckpointReader: the tensors of a checkpoint by name, without the objects they belong to."""

from __future__ import annotations

import os
from typing import Any

from pelton import dtypes
from pelton.train.checkpoints import bundle, states


def _prefix(path: Any) -> str:
    """A checkpoint's prefix; of a folder that of its latest one. ValueError where none is."""
    prefix = os.fspath(path)
    if os.path.isdir(prefix):
        latest = states.latest_checkpoint(prefix)
        if latest is None:
            raise ValueError(
                f"Couldn't find 'checkpoint' file or checkpoints in given directory {prefix}"
            )
        return latest
    return prefix


class CheckpointReader:
    """The tensors of the checkpoint at a prefix; raises NotFoundError where there is none."""

    def __init__(self, path: Any) -> None:
        self._bundle = bundle.Bundle(_prefix(path))

    def get_tensor(self, name: str) -> Any:
        """The tensor as an array, a scalar as NumPy's, a text as bytes; raises NotFoundError for
        an unknown name."""
        return self._bundle.array(name)[()]

    def has_tensor(self, name: str) -> bool:
        """Whether there is a tensor of that name."""
        return name in self._bundle.entries

    def get_variable_to_shape_map(self) -> dict[str, list[int]]:
        """The shapes by name."""
        return {name: list(entry.shape) for name, entry in self._bundle.entries.items()}

    def get_variable_to_dtype_map(self) -> dict[str, Any]:
        """The dtypes by name."""
        entries = self._bundle.entries
        return {name: dtypes.as_dtype(entries[name].dtype_name) for name in entries}


def load_checkpoint(ckpt_dir_or_file: Any) -> CheckpointReader:
    """The reader of a checkpoint, or of the latest one in a folder."""
    return CheckpointReader(ckpt_dir_or_file)


def list_variables(ckpt_dir_or_file: Any) -> list[tuple[str, list[int]]]:
    """(name, shape) of each tensor, sorted by name."""
    return sorted(load_checkpoint(ckpt_dir_or_file).get_variable_to_shape_map().items())


def load_variable(ckpt_dir_or_file: Any, name: str) -> Any:
    """The tensor called `name`."""
    return load_checkpoint(ckpt_dir_or_file).get_tensor(name.removesuffix(":0"))
