"""Whole models in one HDF5 file, as Keras wrote them before .keras: two configs as JSON attributes,
weights by layer, the optimizer's variables in a list."""

from __future__ import annotations

import io
import json
import warnings
from collections.abc import Mapping
from typing import Any

from pelton.host.atomic_file import replacing
from pelton.keras.own_variables import derived_values
from pelton.keras.saving import hdf5, legacy_config, legacy_weights
from pelton.keras.saving.archive import KERAS_VERSION, model_of, parsed_config
from pelton.keras.saving.deserialize_object import deserialize_keras_object
from pelton.variables import one_moment


def save(model: Any, path: str, include_optimizer: bool) -> None:
    """Writes the file whole, or leaves what was there."""
    buffer = io.BytesIO()
    values = one_moment.values_of(_variables(model, include_optimizer))
    with hdf5.h5py().File(buffer, "w") as file:
        file.attrs["backend"] = "tensorflow"  # Keras's word for how the weights are laid out
        file.attrs["keras_version"] = KERAS_VERSION
        file.attrs["model_config"] = json.dumps(legacy_config.of_model(model))
        training = model.get_compile_config() if include_optimizer else None
        if training is not None:
            file.attrs["training_config"] = json.dumps(legacy_config.of_training(training))
        legacy_weights.write(file.create_group("model_weights"), model, values)
        if training is not None:
            _write_optimizer(file.create_group("optimizer_weights"), model.optimizer, values)
    with replacing(path) as out:
        out.write(buffer.getvalue())


def save_weights(model: Any, path: str) -> None:
    """Writes a file of the weights alone, as Keras 2 did; the optimizer's state is not in it."""
    buffer = io.BytesIO()
    values = one_moment.values_of(model.weights)
    with hdf5.h5py().File(buffer, "w") as file:
        legacy_weights.write(file, model, values)
    with replacing(path) as out:
        out.write(buffer.getvalue())


def _write_optimizer(group: Any, optimizer: Any, values: Mapping[Any, Any]) -> None:
    import numpy as np

    derived = derived_values(optimizer)
    named = [(variable.path, values[variable.ref()]) for variable in optimizer.variables]
    named += [(f"{optimizer.name}/{name}", np.float32(derived[name])) for name in derived]
    legacy_weights.write_list(group, named)


def _variables(model: Any, include_optimizer: bool) -> list[Any]:
    optimizer = model.optimizer if include_optimizer and model.compiled else None
    return [*model.weights, *([] if optimizer is None else optimizer.variables)]


def _json(file: Any, name: str, path: str) -> dict[str, Any] | None:
    text = hdf5.attribute_of(file, name)
    if text is None:
        return None
    if isinstance(text, bytes):
        text = text.decode("utf-8", "replace")
    if not isinstance(text, str):
        raise ValueError(f"`{name}` in {path} is no text")
    if name == "model_config":
        return parsed_config(text, path)
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"`{name}` in {path} is no JSON: {error}") from None
    if not isinstance(found, dict):
        raise ValueError(f"`{name}` in {path} is no dictionary")
    return found


def load(
    path: str,
    custom_objects: Mapping[str, Any] | None,
    compile: bool,  # noqa: A002 - Keras's name
    safe_mode: bool,
) -> Any:
    """The model of the file, compiled if its compile() is in it. Raises ValueError for another
    file, and TypeError for classes that are nowhere registered."""
    with hdf5.open_to_read(path, path) as file:
        config = _json(file, "model_config", path)
        if config is None:
            raise ValueError(f"No model config found in the file at {path}.")
        model = model_of(legacy_config.to_read(config), path, custom_objects, safe_mode)
        group = hdf5.group_in(file, "model_weights")
        if group is None:
            raise ValueError(f"{path} holds a model without weights")
        legacy_weights.read(group, model)
        if compile:
            _compile(model, file, path, custom_objects, safe_mode)
    return model


def _compile(
    model: Any, file: Any, path: str, custom_objects: Mapping[str, Any] | None, safe_mode: bool
) -> None:
    training = _json(file, "training_config", path)
    if training is None:
        warnings.warn(
            "No training configuration found in the save file, so the model was *not* compiled. "
            "Compile it manually.",
            stacklevel=5,
        )
        return
    arguments = legacy_config.training_to_read(training)
    model.compile(**deserialize_keras_object(arguments, custom_objects, safe_mode))
    group = hdf5.group_in(file, "optimizer_weights")
    if group is None or not model.built:
        return
    model.optimizer.build(model.trainable_variables)
    names = hdf5.names_in(group, "weight_names")
    variables = model.optimizer.variables
    if len(names) == len(variables) + len(derived_values(model.optimizer)):
        names = names[: len(variables)]
    shapes = [tuple(hdf5.dataset_at(group, name).shape) for name in names]
    if shapes != [tuple(variable.shape) for variable in variables]:
        warnings.warn(
            "Error in loading the saved optimizer state. As a result, your model is starting with "
            "a freshly initialized optimizer.",
            stacklevel=5,
        )
        return
    values = [hdf5.array_of(hdf5.dataset_at(group, name)) for name in names]
    one_moment.assign(variables, values)


def load_weights(model: Any, path: str, by_name: bool, skip_mismatch: bool) -> None:
    """Reads the weights of a whole model's file, or of one of weights alone, into the model."""
    with hdf5.open_to_read(path, path) as file:
        group = file
        if "layer_names" not in file.attrs and "model_weights" in file:
            group = hdf5.group_in(file, "model_weights")
        legacy_weights.read(group, model, by_name, skip_mismatch)
