"""Configs of legacy .h5 files: without modules and build states, and those that Keras 2 wrote, made
into today's form before they are read."""

from __future__ import annotations

from typing import Any

from pelton.keras.saving.serialize_object import serialize_keras_object

_Config = dict[str, Any]
_DROPPED = ("module", "registered_name", "build_config", "compile_config")
# Arguments of Keras 2 that mean nothing more.
_GONE = frozenset("implementation time_major batch_input_shape decay is_legacy_optimizer".split())
_OF_OPTIMIZERS = frozenset({"jit_compile"})


def of_model(model: Any) -> _Config:
    """The config as the format has it."""
    return _stripped(_without_operations(serialize_keras_object(model)))


def _without_operations(described: _Config) -> _Config:
    """The config; raises NotImplementedError where ops between layers are in it."""
    from pelton.keras.models.operations.classes import is_operation

    config = described.get("config")
    layers = config.get("layers", []) if isinstance(config, dict) else []
    for entry in layers:
        if is_operation(entry):
            raise NotImplementedError(
                f"operation '{entry['name']}' between layers: the legacy .h5 format has no "
                "modules, so that Keras does not find it again. Save as .keras, or the weights"
            )
        _without_operations(entry)
    return described


def _stripped(described: _Config) -> _Config:
    out = {key: value for key, value in described.items() if key not in _DROPPED}
    if described.get("registered_name") and described["class_name"] != "Functional":
        out["class_name"] = described["registered_name"]
    config = out.get("config")
    if isinstance(config, dict) and isinstance(config.get("layers"), list):
        out["config"] = {**config, "layers": [_stripped(layer) for layer in config["layers"]]}
    return out


def of_training(compiled: _Config) -> _Config:
    """compile()'s config as the format has it."""
    rest = {key: value for key, value in compiled.items() if key != "optimizer"}
    rest["metrics"] = _each(rest["metrics"], _stripped)
    rest["weighted_metrics"] = _each(rest["weighted_metrics"], _stripped)
    rest["loss"] = _each(rest["loss"], _stripped)
    return {**rest, "optimizer_config": _stripped(compiled["optimizer"])}


def _each(value: Any, change: Any) -> Any:
    """The nest with change(described) for its described objects."""
    if isinstance(value, dict):
        if "class_name" in value:
            return value["config"] if value["class_name"] == "function" else change(value)
        return {key: _each(part, change) for key, part in value.items()}
    return [_each(part, change) for part in value] if isinstance(value, list) else value


def to_read(config: _Config) -> _Config:
    """A model's config in today's form."""
    inner = config.get("config")
    if isinstance(inner, list):  # Sequential of Keras before 2.2
        inner = {"layers": inner}
    if not isinstance(inner, dict) or not isinstance(inner.get("layers"), list):
        return {"module": "keras", **config}
    layers = [_layer(layer) for layer in inner["layers"] if isinstance(layer, dict)]
    if config.get("class_name") == "Sequential":
        layers = [*_missing_input(inner["layers"]), *layers]
    return {"module": "keras", **config, "config": {**inner, "layers": layers}}


def _layer(layer: _Config) -> _Config:
    if layer.get("class_name") in ("Sequential", "Functional", "Model"):
        return to_read(layer)
    config = layer.get("config")
    if not isinstance(config, dict):
        return layer
    kept = {key: value for key, value in config.items() if key not in _GONE}
    if layer.get("class_name") == "InputLayer" and "batch_input_shape" in config:
        kept["batch_shape"] = config["batch_input_shape"]
    if "layer" in kept and isinstance(kept["layer"], dict):
        kept["layer"] = _layer(kept["layer"])
    out = {"module": "keras.layers", **layer, "config": kept}
    if "inbound_nodes" in layer:
        out["inbound_nodes"] = [_node(node) for node in layer["inbound_nodes"]]
    return out


def _missing_input(layers: list[Any]) -> list[_Config]:
    """The InputLayer that Keras 2 left to the first layer's `batch_input_shape`."""
    first = layers[0] if layers and isinstance(layers[0], dict) else {}
    config = first.get("config")
    shape = config.get("batch_input_shape") if isinstance(config, dict) else None
    if first.get("class_name") == "InputLayer" or not isinstance(shape, list):
        return []
    made = {"batch_shape": shape, "dtype": "float32", "name": f"{config.get('name')}_input"}
    return [{"module": "keras.layers", "class_name": "InputLayer", "config": made}]


def _node(node: Any) -> Any:
    """A call of Keras 2, [[layer, call, output, arguments], ...], as {"args", "kwargs"}."""
    if not isinstance(node, list):
        return node
    is_one = len(node) == 4 and isinstance(node[0], str)
    calls = [node] if is_one else node
    tensors = [_tensor(call) for call in calls]
    kwargs = calls[0][3] if calls and len(calls[0]) > 3 and isinstance(calls[0][3], dict) else {}
    return {"args": [tensors[0] if len(tensors) == 1 else tensors], "kwargs": kwargs}


def _tensor(call: Any) -> _Config:
    if not isinstance(call, list) or len(call) < 3:
        raise ValueError(f"no call of a layer in the config of the model: {call!r}")
    history = {"shape": None, "dtype": None, "keras_history": call[:3]}
    return {"class_name": "__keras_tensor__", "config": history}


def training_to_read(training: _Config) -> _Config:
    """compile()'s arguments as configs in today's form; raises ValueError where they are none."""
    optimizer = training.get("optimizer_config")
    if not isinstance(optimizer, dict) or not isinstance(optimizer.get("config"), dict):
        raise ValueError(f"`training_config` of the file holds no optimizer: {optimizer!r}")
    kept = {
        key: value
        for key, value in optimizer["config"].items()
        if key not in _GONE and key not in _OF_OPTIMIZERS
    }
    if "lr" in kept:
        kept["learning_rate"] = kept.pop("lr")
    return {
        "optimizer": {"module": "keras.optimizers", **optimizer, "config": kept},
        "loss": _each_in(training.get("loss"), "keras.losses"),
        "metrics": _each_in(training.get("metrics"), "keras.metrics"),
        "weighted_metrics": _each_in(training.get("weighted_metrics"), "keras.metrics"),
        "loss_weights": training.get("loss_weights"),
    }


def _each_in(value: Any, module: str) -> Any:
    return _each(value, lambda described: {"module": module, **described})
