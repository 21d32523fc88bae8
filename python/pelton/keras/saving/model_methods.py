"""Methods of models about files and configs: save, save_weights, load_weights, to_json, and the
config of compile()."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

from pelton._core.layers import Model
from pelton.keras.saving import model_files
from pelton.names.named_refusals import shown


def save(self: Any, filepath: Any, overwrite: bool = True, **kwargs: Any) -> None:
    """Write model, optimizer and what compile() was given to a `.keras` or a legacy `.h5` file."""
    model_files.save_model(self, filepath, overwrite, **kwargs)


def save_weights(
    self: Any, filepath: Any, overwrite: bool = True, max_shard_size: float | None = None
) -> None:
    """Write the variables of model and optimizer to a `.weights.h5` file, or with
    `max_shard_size` to files of at most so many GB and a `.weights.json` file that names them."""
    model_files.save_weights(self, filepath, overwrite, max_shard_size)


def load_weights(self: Any, filepath: Any, skip_mismatch: bool = False, **kwargs: Any) -> None:
    """Read variables from a `.weights.h5`, `.keras` or legacy `.h5` file, all or none.

    Keywords: by_name (`.h5`), objects_to_skip (`.weights.h5`)."""
    model_files.load_weights(self, filepath, skip_mismatch, **kwargs)


def to_json(self: Any, **kwargs: Any) -> str:
    """The model's config as JSON, with that of compile(); keywords are json.dumps's."""
    import json

    from pelton.keras.saving.serialize_object import serialize_keras_object

    return json.dumps(serialize_keras_object(self), **kwargs)


def model_from_json(json_string: str, custom_objects: Mapping[str, Any] | None = None) -> Any:
    """The model of to_json's text, with new weights. Raises ValueError for another text."""
    from pelton.keras.saving import archive

    if not isinstance(json_string, (str, bytes, bytearray)):
        raise TypeError(f"model_from_json: `json_string` must be text, got {shown(json_string)}")
    config = archive.parsed_config(json_string, "`json_string`")
    return archive.model_of(config, "the text", custom_objects, True)


def get_compile_config(self: Any) -> dict[str, Any] | None:
    """What compile() was given as a config, None for a model that is not compiled."""
    from pelton.keras.saving.serialize_object import serialize_keras_object

    given = vars(self).get("_compile_arguments")
    if given is None or not self.compiled:
        return None
    config = {**given, "optimizer": self.optimizer, "jit_compile": given["jit_compile"] is True}
    return {key: serialize_keras_object(value) for key, value in config.items()}


def compile_from_config(self: Any, config: dict[str, Any]) -> None:
    """Calls compile() with what get_compile_config gave, and builds the optimizer."""
    from pelton.keras.saving.deserialize_object import deserialize_keras_object

    if type(self).compile is not Model.compile:
        warnings.warn(
            "`compile()` was not called as part of model loading because the model's `compile()` "
            "method is custom. Override `get_compile_config()` and `compile_from_config(config)` "
            "too, or call `compile()` after loading.",
            stacklevel=2,
        )
        return
    given = deserialize_keras_object(config)
    if not isinstance(given, dict):
        name = f"{type(self).__name__}.compile_from_config"
        raise TypeError(f"{name}: config must be a dict, got {shown(config)}")
    self.compile(**given)
    if self.built and self.optimizer is not None and not self.optimizer.built:
        self.optimizer.build(self.trainable_variables)


def export(self: Any, filepath: Any, format: str = "tf_saved_model", **kwargs: Any) -> None:
    """Write the model's prediction as a saved model, which tf.saved_model.load reads.

    Keywords: verbose, input_signature (a list of specs)."""
    from pelton.keras.export.model_export import export

    export(self, filepath, format, **kwargs)


def add_to(model: Any) -> None:
    """Puts the methods onto Model."""
    files = (save, save_weights, load_weights, export)
    for function in (*files, to_json, get_compile_config, compile_from_config):
        setattr(model, function.__name__, function)
