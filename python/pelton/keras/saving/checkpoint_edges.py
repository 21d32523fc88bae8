"""The names by which Keras's objects hold others in TensorFlow's checkpoints. Where Keras keeps a
weight or a part under a private name, both names are edges to it."""

from __future__ import annotations

from typing import Any

from pelton._core import Variable
from pelton._core.layers import Layer, Model, Sequential
from pelton._core.optimizers import Optimizer
from pelton.keras import own_variables as _own
from pelton.keras.hooks import is_library
from pelton.keras.models.functional import Functional

Edges = list[tuple[str, Any]]
_OURS = frozenset(
    "_layers _metrics _operations _input_layers _graph _nested_inputs _call_records "
    "_compile_arguments _own_steps _build_arguments _build_shapes loss".split()
)


def edges(thing: Any) -> Edges:
    """(name, object) for what a layer, model, optimizer or metric holds."""
    if isinstance(thing, Optimizer):
        return _of_optimizer(thing)
    if not isinstance(thing, Layer):
        held = [(name, part) for name, part in vars(thing).items() if name not in _OURS]
        named = {_reference(part) for _, part in held}
        return held + [(_short_name(v), v) for v in thing.variables if _reference(v) not in named]
    found: Edges = []
    if isinstance(thing, Sequential):
        inputs = [] if thing._input_layer is None else [thing._input_layer]
        found.append(("_functional", {"_operations": [*inputs, *thing.layers]}))
        found.append(("_layers", [*inputs, *thing.layers]))
    elif isinstance(thing, Functional):
        found.append(("_operations", list(thing.layers)))
    found += _of_layer(thing)
    if isinstance(thing, Model) and thing.compiled and thing.optimizer is not None:
        found.append(("optimizer", thing.optimizer))
    return found


def _reference(part: Any) -> Any:
    return part.ref() if isinstance(part, Variable) else id(part)


def _both(name: str) -> tuple[str, str]:
    return (name, name.removeprefix("_") if name[0] == "_" else f"_{name}")


def _of_layer(layer: Any) -> Edges:
    held = [(name, part) for name, part in vars(layer).items() if name not in _OURS]
    named = {part.ref() for _, part in held if isinstance(part, Variable)}
    own = [(_short_name(v), v) for v in _own.own_variables(layer) if v.ref() not in named]
    private = [(name, part) for name, part in held if is_library(type(layer)) and _is_part(part)]
    doubled = [(_both(name)[1], part) for name, part in [*own, *private]]
    taken = {name for name, _ in [*held, *own]}
    return [*held, *own, *(edge for edge in doubled if edge[0] not in taken)]


def _is_part(part: Any) -> bool:
    return isinstance(part, (Layer, Variable))


def _of_optimizer(optimizer: Any) -> Edges:
    variables = list(optimizer.variables)
    found: Edges = [("_iterations", optimizer.iterations)]
    found += [("_learning_rate", v) for v in variables if v.path.endswith("/learning_rate")]
    found.append(("_variables", variables))
    if optimizer.built:
        found.append(("_trainable_variables", list(optimizer._trainable_variables)))
    return found


def _short_name(variable: Any) -> str:
    """The name without the layers that it is in, which Keras 2's names have."""
    name: str = variable.name.removesuffix(":0").rpartition("/")[2]
    return name
