"""Owns the layers' arguments of Keras 1 and 2: Dense(output_dim=, init=), Conv2D(nb_filter=,
border_mode=), LSTM(inner_init=, input_dim=, input_length=)."""

from __future__ import annotations

import functools

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_WEIGHTS = {
    "init": "kernel_initializer",
    "W_regularizer": "kernel_regularizer",
    "b_regularizer": "bias_regularizer",
    "W_constraint": "kernel_constraint",
    "b_constraint": "bias_constraint",
    "bias": "use_bias",
}
_DENSE = {**_WEIGHTS, "output_dim": "units"}
_CONV = {
    **_WEIGHTS, "nb_filter": "filters", "filter_length": "kernel_size", "border_mode": "padding",
    "subsample": "strides", "subsample_length": "strides", "dim_ordering": "data_format",
    "atrous_rate": "dilation_rate",
}  # fmt: skip
_POOL = {
    "border_mode": "padding", "dim_ordering": "data_format", "pool_length": "pool_size",
    "stride": "strides",
}  # fmt: skip
_RECURRENT = {
    **_DENSE, "inner_init": "recurrent_initializer", "inner_activation": "recurrent_activation",
    "U_regularizer": "recurrent_regularizer", "U_constraint": "recurrent_constraint",
    "dropout_W": "dropout", "dropout_U": "recurrent_dropout",
}  # fmt: skip
_SIZED = {"dim_ordering": "data_format"}
_DROPOUT = {"p": "rate"}
# {class: {keyword of before: keyword of today}}
RENAMED: dict[str, dict[str, str]] = {
    "Dense": _DENSE,
    **dict.fromkeys("Conv1D Conv2D Conv3D Conv2DTranspose SeparableConv2D".split(), _CONV),
    **{f"{kind}Pooling{axes}D": _POOL for kind in ("Max", "Average") for axes in (1, 2, 3)},
    **{f"Global{kind}Pooling2D": _SIZED for kind in ("Max", "Average")},
    **dict.fromkeys("ZeroPadding2D Cropping2D UpSampling2D Flatten".split(), _SIZED),
    "UpSampling1D": {"length": "size"},
    **dict.fromkeys("SimpleRNN GRU LSTM".split(), _RECURRENT),
    "Embedding": {
        "init": "embeddings_initializer", "W_regularizer": "embeddings_regularizer",
        "W_constraint": "embeddings_constraint",
    },
    **dict.fromkeys("Dropout SpatialDropout1D SpatialDropout2D GaussianDropout".split(), _DROPOUT),
    "GaussianNoise": {"sigma": "stddev"},
    "BatchNormalization": {"beta_init": "beta_initializer", "gamma_init": "gamma_initializer"},
    "InputLayer": {"input_shape": "shape"},
    "LeakyReLU": {"alpha": "negative_slope"},
    "PReLU": {"init": "alpha_initializer"},
}  # fmt: skip
# What chose between implementations, or has no meaning today, by class; "" for all.
_DROPPED = {
    "": ("consume_less", "implementation", "input_length", "forget_bias_init"),
    "BatchNormalization": ("mode", "fused"),
    "Embedding": ("dropout",),
}
# Which initializers make the weights that a layer was given, in their order.
_INITIALIZED = {
    **dict.fromkeys(
        "Dense Conv1D Conv2D Conv3D Conv2DTranspose".split(),
        ("kernel_initializer", "bias_initializer"),
    ),
    **dict.fromkeys(
        "SimpleRNN GRU LSTM".split(),
        ("kernel_initializer", "recurrent_initializer", "bias_initializer"),
    ),
}
_ORDERS = {"tf": "channels_last", "th": "channels_first"}
_SEQUENCES = ("SimpleRNN", "GRU", "LSTM", "Conv1D")


def of_today(kind: str, options: dict[str, Any]) -> dict[str, Any]:
    """Keywords of a layer of the class `kind` under their names of today."""
    renamed = RENAMED[kind]
    found = {renamed.get(name, name): value for name, value in options.items()}
    if type(found.get("shape")) is int:
        found["shape"] = (found["shape"],)
    if "data_format" in found:
        found["data_format"] = _ORDERS.get(found["data_format"], found["data_format"])
    if "nb_row" in found:
        found["kernel_size"] = (found.pop("nb_row"), found.pop("nb_col"))
    if kind in _SEQUENCES and "input_dim" in found:
        found["input_shape"] = (found.pop("input_length", None), found.pop("input_dim"))
    for name in (*_DROPPED[""], *_DROPPED.get(kind, ())):
        found.pop(name, None)
    return found


def takes(kind: str, keyword: str) -> bool:
    """Whether layers of the class `kind` take a keyword of Keras 1's or 2's."""
    if kind not in RENAMED:
        return False
    sizes = ("nb_row", "nb_col") if RENAMED[kind] is _CONV else ()
    known = (*RENAMED[kind], *_DROPPED[""], *_DROPPED.get(kind, ()), *sizes)
    return keyword in known or keyword in ("batch_input_shape", "input_dim")


def _first_shapes(options: dict[str, Any]) -> dict[str, Any]:
    """The keywords without those of all layers of Keras 2: `dynamic` has no meaning,
    `batch_input_shape`, or `batch_size` with `input_shape`, is that of a first layer."""
    kept = dict(options)
    kept.pop("dynamic", None)
    batch_shape, size = kept.pop("batch_input_shape", None), kept.get("batch_size")
    if batch_shape is None and size is not None and kept.get("input_shape") is not None:
        batch_shape = (kept.pop("batch_size"), *kept.pop("input_shape"))
    kept["__noted"] = {} if batch_shape is None else {"_batch_input_shape": tuple(batch_shape)}
    return kept


def _by_initializers(kind: str, options: dict[str, Any]) -> dict[str, Any]:
    """Keywords with the initializers that make the `weights` which a built-in layer was given."""
    names = _INITIALIZED.get(kind, ())
    if not names or options.get("weights") is None:
        return options
    from pelton.keras.initializers import Constant

    weights = options["weights"]
    made = {name: Constant(value) for name, value in zip(names, weights, strict=False)}
    return {**{name: one for name, one in options.items() if name != "weights"}, **made}


def _with_first_shapes(init: Callable[..., None]) -> Callable[..., None]:
    """The __init__ of a base class with these keywords."""

    @functools.wraps(init)
    def call(self: Any, *args: Any, **kwargs: Any) -> None:
        kept = _first_shapes(kwargs)
        noted = kept.pop("__noted")
        init(self, *args, **kept)
        vars(self).update(noted)

    del call.__wrapped__  # type: ignore[attr-defined]  # has no signature, which configs read
    return call


def _with_old_arguments(kind: str, init: Callable[..., None]) -> Callable[..., None]:
    """A layer's __init__ that takes Keras 1's keywords too."""

    @functools.wraps(init)
    def call(self: Any, *args: Any, **kwargs: Any) -> None:
        kept = _first_shapes(kwargs) if kind != "InputLayer" else dict(kwargs)
        noted = kept.pop("__noted", {})
        init(self, *args, **_by_initializers(kind, of_today(kind, kept)))
        vars(self).update(noted)

    return call


def _with_first_shape(add: Callable[..., None]) -> Callable[..., None]:
    """Sequential.add, before which the input of a first layer with batch_input_shape is added."""

    @functools.wraps(add)
    def call(self: Any, layer: Any, *args: Any, **kwargs: Any) -> None:
        shape = getattr(layer, "__dict__", {}).get("_batch_input_shape")
        if shape is not None and not self.layers:
            from pelton.keras import Input

            add(self, Input(batch_shape=shape))
        add(self, layer, *args, **kwargs)

    return call


def _with_list(init: Callable[..., None]) -> Callable[..., None]:
    """Sequential's __init__, which adds its layers by `add`."""

    @functools.wraps(init)
    def call(self: Any, layers: Any = None, **kwargs: Any) -> None:
        init(self, **kwargs)
        for layer in layers or ():
            self.add(layer)

    return call


def _convolution(layers: Any, axes: int) -> type:
    """Keras 1's class, whose sizes of the window are positional: it makes today's layer."""
    today = getattr(layers, f"Conv{axes}D")

    class Convolution(today):  # type: ignore[misc, valid-type]
        def __new__(cls, filters: Any = None, *args: Any, **kwargs: Any) -> Any:
            if filters is None:
                filters = kwargs.pop("nb_filter", None) or kwargs.pop("filters")
            if len(args) >= axes > 1 and all(isinstance(size, int) for size in args[:axes]):
                args = (args[:axes], *args[axes:])
            return today(filters, *args, **kwargs)

    Convolution.__name__ = Convolution.__qualname__ = f"Convolution{axes}D"
    Convolution.__doc__ = f"Conv{axes}D(nb_filter, size by axis...)."
    return Convolution


def install_layers() -> None:
    """Widens the classes of keras.layers; once in a process."""
    from pelton.keras import Model, Sequential, layers

    Sequential.add = _with_first_shape(Sequential.add)
    Sequential.__init__ = _with_list(Sequential.__init__)
    layers.Layer.__init__ = _with_first_shapes(layers.Layer.__init__)
    Model.__init__ = _with_first_shapes(Model.__init__)
    for name in RENAMED:
        kind = getattr(layers, name)
        kind.__init__ = _with_old_arguments(name, kind.__init__)
    for axes in (1, 2, 3):
        setattr(layers, f"Convolution{axes}D", _convolution(layers, axes))
