"""Owns what Keras 1 and 2 called otherwise: constraints.maxnorm, initializers.normal, merge,
layers.CuDNNLSTM, models.model_from_config, utils.multi_gpu_model."""

from __future__ import annotations

import functools
import importlib

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

# {module of keras: {name of before: name of today}}
_RENAMED = {
    "constraints": {
        "maxnorm": "MaxNorm", "nonneg": "NonNeg", "unitnorm": "UnitNorm", "max_norm": "MaxNorm",
        "non_neg": "NonNeg", "unit_norm": "UnitNorm", "min_max_norm": "MinMaxNorm",
    },
    "initializers": {
        "normal": "RandomNormal", "uniform": "RandomUniform", "zero": "Zeros", "one": "Ones",
        "random_normal": "RandomNormal", "random_uniform": "RandomUniform",
        "truncated_normal": "TruncatedNormal", "orthogonal": "Orthogonal",
        "identity": "Identity", "constant": "Constant",
    },
    "layers": {
        "CuDNNLSTM": "LSTM", "CuDNNGRU": "GRU", "Deconvolution2D": "Conv2DTranspose",
        "SeparableConvolution2D": "SeparableConv2D",
    },
}  # fmt: skip
_MERGING = {
    "sum": "add", "mul": "multiply", "ave": "average", "max": "maximum", "min": "minimum",
    "sub": "subtract",
}  # fmt: skip

_FUNCTIONAL = ("Functional", "Model")  # class names of functional models
_ADDED = {
    "layers": (
        "merge",
        "Convolution1D",
        "Convolution2D",
        "Convolution3D",
        "LocallyConnected1D",
        "LocallyConnected2D",
        "AbstractRNNCell",
        "SyncBatchNormalization",
    ),
    "models": ("model_from_config",),
    "utils": ("multi_gpu_model", "print_summary"),
}


def has(path: str) -> bool:
    """Whether a name below keras, such as "constraints.maxnorm", is one of these."""
    module, name = path.partition(".")[0], path.rpartition(".")[2]
    return name in _RENAMED.get(module, ()) or name in _ADDED.get(module, ())


def merge(inputs: Sequence[Any], mode: str = "sum", concat_axis: int = -1, dot_axes: Any = -1,
          output_shape: Any = None, name: str | None = None, **options: Any) -> Any:  # fmt: skip
    """Keras 1's merge of tensors: "sum", "mul", "ave", "max", "concat", "dot", "cos".

    Raises ValueError for another mode; a function as the mode is a Lambda layer today."""
    from pelton.keras import layers

    if callable(mode):
        return layers.Lambda(mode, name=name)(list(inputs))
    if mode == "concat":
        return layers.concatenate(list(inputs), axis=concat_axis, name=name)
    if mode in ("dot", "cos"):
        return layers.dot(list(inputs), axes=dot_axes, normalize=mode == "cos", name=name)
    if mode not in _MERGING:
        raise ValueError(f"merge: `mode` must be a mode of Keras 1's, got {mode!r}")
    return getattr(layers, _MERGING[mode])(list(inputs), name=name)


def model_from_config(config: dict[str, Any], custom_objects: Any = None) -> Any:
    """The model of ``{"class_name": ..., "config": model.get_config()}``. Raises TypeError for a
    list, Keras 1's config of a Sequential, and ValueError for a class that is not known."""
    from pelton.keras import models

    if isinstance(config, list):
        raise TypeError(
            "model_from_config: `config` must be a dictionary, got a list; Sequential.from_config "
            "takes the `config` of one"
        )
    name = config["class_name"]
    kinds = {"Sequential": models.Sequential, **dict.fromkeys(_FUNCTIONAL, models.Model)}
    kind = {**kinds, **(custom_objects or {})}.get(name)
    if kind is None:
        raise ValueError(f"model_from_config: `custom_objects` has no class {name!r}")
    return kind.from_config(config["config"], custom_objects=custom_objects)


def multi_gpu_model(model: Any, gpus: Any = None, cpu_merge: bool = True,
                    cpu_relocation: bool = False) -> Any:  # fmt: skip
    """`model` itself: one device runs all of it."""
    return model


def print_summary(model: Any, line_length: int | None = None, positions: Any = None,
                  print_fn: Any = None) -> None:  # fmt: skip
    """``model.summary()``."""
    model.summary(line_length=line_length, positions=positions, print_fn=print_fn)


def _synchronized(batch_normalization: Any) -> type:
    """Batch normalization by the statistics of all replicas."""

    class SyncBatchNormalization(batch_normalization):  # type: ignore[misc, valid-type]
        """BatchNormalization(synchronized=True)."""

        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **{**kwargs, "synchronized": True})

    SyncBatchNormalization.__module__ = "pelton.keras.layers"
    return SyncBatchNormalization


_SERIALIZED = "activations constraints initializers layers losses metrics optimizers regularizers"


def _without_format(function: Any) -> Any:
    """serialize or deserialize, of which the form is one: `use_legacy_format` has no meaning."""

    @functools.wraps(function)
    def call(*args: Any, use_legacy_format: bool = False, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    return call


def _widen_serializers() -> None:
    for path in _SERIALIZED.split():
        module = importlib.import_module(f"pelton.keras.{path}")
        for name in ("serialize", "deserialize"):
            setattr(module, name, _without_format(getattr(module, name)))


def install_names() -> None:
    """Adds the names to the modules of keras that lack them."""
    from pelton.keras import layers, models, utils
    from pelton.keras.layers.keras_2 import locally_connected, multi_head_attention, recurrent_cell

    for path, renamed in _RENAMED.items():
        module = importlib.import_module(f"pelton.keras.{path}")
        for old, new in renamed.items():
            if not hasattr(module, old):
                setattr(module, old, getattr(module, new))
    layers.merge = merge
    layers.LocallyConnected1D = locally_connected.LocallyConnected1D
    layers.LocallyConnected2D = locally_connected.LocallyConnected2D
    layers.MultiHeadAttention = multi_head_attention.MultiHeadAttention
    layers.AbstractRNNCell = recurrent_cell.AbstractRNNCell
    layers.SyncBatchNormalization = _synchronized(layers.BatchNormalization)
    _widen_serializers()
    models.model_from_config = model_from_config
    utils.multi_gpu_model = multi_gpu_model
    utils.print_summary = print_summary
