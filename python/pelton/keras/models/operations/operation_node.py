"""OperationNode: the call of a function of keras.ops in a graph of layers, Keras's operation."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from pelton._core import functions as _functions
from pelton._core import keras_settings as _settings
from pelton._core import layers as _core
from pelton.nest import flatten, map_structure

# Operands that Keras gives by name.
_BY_NAME = {"Average": "weights", "Pad": "constant_values", "RMSNorm": "scale"}

# Arguments of Keras's operations that the functions take among others.
_ADDED = {"LayerNorm": {"rms_scaling": False}}


class OperationNode:
    """One call of `function`, which `module` of Keras has the class `class_name` for; `operands`
    are the parameters that the class's call takes, the others are of its constructor."""

    def __init__(
        self,
        function: Callable[..., Any],
        kind: tuple[str, str, tuple[str, ...]],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> None:
        self.function = function
        self.module, self.class_name, self._operands = kind
        self.args, self.kwargs = args, kwargs
        self.outputs_like: Any = None  # symbolic tensors without histories, in their structure
        self._name: str | None = None

    @property
    def name(self) -> str:
        """Given when a model first has the call."""
        if self._name is None:
            self._name = _settings.auto_name(self.class_name)
        return self._name

    @property
    def op(self) -> str:
        return self.class_name

    def inputs(self) -> list[Any]:
        """The symbolic tensors among the arguments."""
        return [leaf for leaf in flatten((self.args, self.kwargs)) if _functions.is_symbolic(leaf)]

    def shown_inputs(self, known: Any) -> list[Any]:
        return self.inputs()

    def run(self, args: Any, kwargs: Any) -> list[Any]:
        """The outputs for other arguments, those of a graph with the same name."""
        outputs = flatten(self.function(*args, **kwargs))
        if _functions.is_symbolic(outputs[0]):
            name_operation(outputs, self.name)
        return outputs

    def outputs(self) -> Any:
        """Symbolic tensors for the call's outputs, in their structure."""
        indices = iter(range(len(flatten(self.outputs_like))))

        def output(like: Any) -> Any:
            name = _settings.auto_name("KerasTensor")
            return _core._with_history(like, self, next(indices), name)

        return map_structure(output, self.outputs_like)

    def parts(self) -> tuple[list[Any], dict[str, Any], dict[str, Any]]:
        """What the operation is called with, by position and by name, and what it is made with."""
        parameters = inspect.signature(self.function).parameters
        bound = inspect.signature(self.function).bind(*self.args, **self.kwargs)
        bound.apply_defaults()
        kinds = {name: parameter.kind for name, parameter in parameters.items()}
        given = dict(bound.arguments)
        for name, kind in kinds.items():
            if kind is inspect.Parameter.VAR_KEYWORD:
                given.update({**_ADDED.get(self.class_name, {}), **given.pop(name)})
        args: list[Any] = []
        kwargs: dict[str, Any] = {}
        for name in self._operands:
            value = given.pop(name)
            if kinds[name] is inspect.Parameter.VAR_POSITIONAL:
                args.extend(value)
            elif _BY_NAME.get(self.class_name) == name:
                kwargs[name] = value
            else:
                args.append(value)
        if self.module.endswith(".nn"):
            filled = {"data_format": "channels_last", "dtype": _settings.floatx()}
            given.update({key: filled.get(key) for key, one in given.items() if one is None})
        return args, kwargs, given


def name_operation(outputs: Any, name: str | None) -> None:
    """Gives the operation that `outputs` are of its name in a config."""
    for leaf in flatten(outputs):
        found = _core._history(leaf) if _functions.is_symbolic(leaf) else None
        if found is not None and isinstance(found[0], OperationNode):
            found[0]._name = name


def record(
    function: Callable[..., Any],
    kind: tuple[str, str, tuple[str, ...]],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    outputs: Any,
) -> Any:
    """The outputs of a call on a graph's tensors, which remember it; as they are where one is no
    symbolic tensor."""
    if not all(map(_functions.is_symbolic, flatten(outputs))):
        return outputs
    node = OperationNode(function, kind, args, kwargs)
    node.outputs_like = map_structure(
        lambda leaf: _functions.symbolic(leaf.shape, leaf.dtype), outputs
    )
    return node.outputs()
