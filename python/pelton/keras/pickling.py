"""How Keras's objects are pickled and copied: class, config, build state, weights, and of a model
what compile() was given with the optimizer's state. As in Keras, a copy of a metric or an optimizer
by itself starts anew, and a layer's attributes that its config does not tell are not copied."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from pelton._core import constraints as _constraints
from pelton._core import initializers as _initializers
from pelton._core import losses as _losses
from pelton._core import metrics as _metrics
from pelton._core import optimizers as _optimizers
from pelton._core import regularizers as _regularizers
from pelton._core.layers import Layer, Model, Sequential, _set_path
from pelton.keras.hooks import is_library
from pelton.keras.models.functional import Functional, is_made_of_ends
from pelton.keras.models.functional_config import config_of, ends_of_config

_State = dict[str, Any]


def _is_own(cls: type, name: str) -> bool:
    """Whether a class of the user's defines `name`."""
    return not is_library(next(base for base in cls.__mro__ if name in vars(base)))


# --- layers and models


def _layer_state(layer: Any) -> _State:
    cls = type(layer)
    state = {"name": layer.name, "trainable": layer.trainable, "compiled": _compiled(layer)}
    build = _build_state(layer)
    if isinstance(layer, Sequential) and cls.__init__ is Sequential.__init__:
        inputs = [] if layer._input_layer is None else [layer._input_layer]
        dtype = layer.dtype_policy.name
        return {**state, "layers": [*inputs, *layer.layers], "dtype": dtype, "build": build}
    if isinstance(layer, Functional) and is_made_of_ends(cls):
        return {**state, "graph": config_of(layer, with_layers=True)}
    weights = [(variable.read_value(), variable.path) for variable in layer.variables]
    return {**state, "config": _live_config(layer), "build": build, "weights": weights}


def _build_state(layer: Any) -> _State | None:
    """What a built layer was built for: get_build_config's, else what its `build` was given."""
    if not layer.built:
        return None
    shapes = vars(layer).get("_build_arguments")
    return layer.get_build_config() or (shapes and {"arguments": shapes})


def _build(layer: Any, config: _State, wanted: int) -> None:
    """Builds a layer anew; one that makes its `wanted` variables in calls only is called."""
    if "arguments" in config:
        layer.build(**config["arguments"])
    else:
        layer.build_from_config(config)
    if len(layer.variables) < wanted and config.get("input_shape"):
        from pelton.keras.keras_tensor import Input

        layer(Input(batch_shape=tuple(config["input_shape"]), dtype=layer.compute_dtype))


def _live_config(layer: Any) -> _State:
    """The config, with objects and functions of the user's as they are: no name leads to them."""
    config = layer.get_config()
    for name in config:
        part = getattr(layer, name, None)
        if callable(part) and (_is_function(config[name]) or not is_library(_class_of(part))):
            config[name] = part
    return config


def _is_function(value: Any) -> bool:
    """Whether a config tells a function, of which it has the name alone."""
    return isinstance(value, dict) and value.get("class_name") == "function"


def _class_of(part: Any) -> Any:
    return part if hasattr(part, "__qualname__") else type(part)


def _layer_of(cls: type, state: _State) -> Any:
    layer: Any
    if "layers" in state:
        layer = cls(state["layers"], name=state["name"], dtype=state["dtype"])
    elif "graph" in state:
        layer = cls(*ends_of_config(state["graph"], None), name=state["name"])
    else:
        layer = cls.from_config(state["config"])
    if layer.name != state["name"]:
        layer.name = state["name"]
    if layer.trainable != state["trainable"]:
        layer.trainable = state["trainable"]
    if state.get("build") and not layer.built:
        _build(layer, state["build"], len(state.get("weights", ())))
    if "weights" in state:
        values, paths = [[*part] for part in zip(*state["weights"], strict=True)] or ([], [])
        _assign(f"{cls.__name__} '{layer.name}'", layer.variables, values)
        for variable, path in zip(layer.variables, paths, strict=True):
            _set_path(variable, path)
    if state["compiled"] is not None:
        _compile(layer, state["compiled"])
    return layer


def _assign(owner: str, variables: list[Any], values: list[Any]) -> None:
    """Gives all variables their values, or none: raises ValueError where they do not fit."""
    shapes = [tuple(variable.shape) for variable in variables]
    wanted = [tuple(value.shape) for value in values]
    if shapes != wanted:
        raise ValueError(
            f"{owner}: the copy's variables have the shapes {shapes}, those of the original "
            f"{wanted}. A class that makes its variables elsewhere than in `__init__` and `build` "
            "must define get_build_config and build_from_config"
        )
    for variable, value in zip(variables, values, strict=True):
        variable.assign(value)


def _compiled(model: Any) -> _State | None:
    given = vars(model).get("_compile_arguments") if isinstance(model, Model) else None
    if given is None:
        return None
    optimizer = model.optimizer
    places = {variable.ref(): place for place, variable in enumerate(model.variables)}
    of = [places.get(variable.ref()) for variable in optimizer._trainable_variables]
    values = [variable.read_value() for variable in optimizer.variables]
    built = {"of": of, "values": values} if optimizer.built and None not in of else None
    return {"arguments": {**given, "optimizer": optimizer}, "optimizer": built}


def _compile(model: Any, state: _State) -> None:
    if _is_own(type(model), "compile"):
        warnings.warn(
            "`compile()` was not called as part of the copy because the model's `compile()` method "
            "is custom. Compile the copy by hand.",
            stacklevel=2,
        )
        return
    model.compile(**state["arguments"])
    built = state["optimizer"]
    if built is not None:
        variables = model.variables
        model.optimizer.build([variables[place] for place in built["of"]])
        _assign(model.optimizer.name, model.optimizer.variables, built["values"])


# --- losses, metrics, optimizers and what they are made with


def _state_of_config(thing: Any) -> _State:
    config = thing.get_config()
    if isinstance(thing, _metrics.MeanMetricWrapper):
        config = {**config, **thing._fn_arguments, "fn": thing._fn}
    if isinstance(thing, _optimizers.Optimizer) and thing._schedule is not None:
        config["learning_rate"] = thing._schedule
    return {"config": config}


def _state_of_part(thing: Any) -> _State:
    """Of a class of the user's that tells no config of its own: what its base is made with, and
    its attributes."""
    cls = type(thing)
    if is_library(cls) or (isinstance(thing, _losses.Loss) and _is_own(cls, "get_config")):
        return _state_of_config(thing)
    base = next(base for base in cls.__mro__ if is_library(base))
    rows = getattr(base, "_fields", None) or getattr(base, "_arguments", ())
    config = thing.get_config() if rows else {}
    names = {row[0] for row in rows}
    return {
        "base": {name: value for name, value in config.items() if name in names},
        "attributes": dict(vars(thing)),
    }


def _of_state(cls: Any, state: _State) -> Any:
    if "config" in state:
        return cls.from_config(state["config"])
    made = cls.__new__(cls)
    base = next(base for base in cls.__mro__ if is_library(base))
    base.__init__(made, **state["base"])
    vars(made).update(state["attributes"])
    return made


_Kind = tuple[type, Callable[[Any], _State], Callable[[Any, _State], Any]]
_KINDS: list[_Kind] = [
    (Layer, _layer_state, _layer_of),
    (_metrics.Metric, _state_of_config, _of_state),
    (_optimizers.Optimizer, _state_of_config, _of_state),
    (_losses.Loss, _state_of_part, _of_state),
    (_optimizers.LearningRateSchedule, _state_of_part, _of_state),
    (_initializers.Initializer, _state_of_part, _of_state),
    (_regularizers.Regularizer, _state_of_part, _of_state),
    (_constraints.Constraint, _state_of_part, _of_state),
]


def reduce(thing: Any) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """What pickle and copy make `thing` of again; raises TypeError for other kinds of objects."""
    for kind, state_of, _ in _KINDS:
        if isinstance(thing, kind):
            return made_again, (type(thing), state_of(thing))
    raise TypeError(f"cannot pickle or copy {type(thing)} objects")


def made_again(cls: Any, state: Any) -> Any:
    """The object of a pickle; raises ValueError for a state that is none of the class's."""
    for kind, _, of_state in _KINDS:
        if isinstance(cls, type) and issubclass(cls, kind) and isinstance(state, dict):
            try:
                return of_state(cls, state)
            except KeyError as error:
                raise ValueError(f"the pickle of a {cls.__name__} lacks {error}") from None
    raise ValueError(f"no pickle of an object of Keras: {cls!r}")
