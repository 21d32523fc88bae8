"""Operation: what is called in a graph of layers without being one; it has no weights."""

from __future__ import annotations

from typing import Any

from pelton._core import functions as _functions
from pelton._core import keras_settings as _settings
from pelton._core.layers import Layer
from pelton.keras.keras_tensor import bare
from pelton.keras.models import graph as _graph
from pelton.keras.models.operations.operation_node import OperationNode
from pelton.nest import flatten

_PLAIN = (bool, int, float, str, type(None))


class _OperationType(type):
    """Layers and calls of keras.ops are operations too."""

    def __instancecheck__(cls, instance: Any) -> bool:
        is_known = cls is Operation and isinstance(instance, (Layer, OperationNode))
        return is_known or super().__instancecheck__(instance)

    def __subclasscheck__(cls, subclass: type) -> bool:
        is_known = cls is Operation and issubclass(subclass, (Layer, OperationNode))
        return is_known or super().__subclasscheck__(subclass)


class Operation(metaclass=_OperationType):
    """Derived classes define `call`. On symbolic tensors a call is a node of their graph, whose
    outputs `compute_output_spec` tells: KerasTensors in the outputs' structure.

    Raises ValueError for a `name` that is no string or has a "/"."""

    _given: tuple[tuple[Any, ...], dict[str, Any]]

    def __new__(cls, *args: Any, **kwargs: Any) -> Operation:
        made = super().__new__(cls)
        made._given = (args, kwargs)
        return made

    def __init__(self, name: str | None = None) -> None:
        if name is None:
            name = _settings.auto_name(type(self).__name__)
        if not isinstance(name, str) or "/" in name:
            raise ValueError(
                "Argument `name` must be a string and cannot contain character `/`. Received: "
                f"name={name} (of type {type(name)})"
            )
        self.name = name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if "name" not in vars(self):
            raise AttributeError(
                f"{type(self).__name__}: `__init__` must call `super().__init__()` before the "
                "operation is called"
            )
        is_symbolic = any(map(_functions.is_symbolic, flatten((args, kwargs))))
        if is_symbolic and _graph.is_outside_of_layers():
            return self.symbolic_call(*args, **kwargs)
        return self.call(*args, **kwargs)

    def call(self, *args: Any, **kwargs: Any) -> Any:
        """What the operation does; NotImplementedError where a class does not say."""
        raise NotImplementedError(f"{type(self).__name__} does not define `call`")

    def symbolic_call(self, *args: Any, **kwargs: Any) -> Any:
        """The symbolic outputs of a call, which remember it."""
        outputs = self.compute_output_spec(*args, **kwargs)
        return _graph.note_call(self, args, kwargs, outputs)

    def compute_output_spec(self, *args: Any, **kwargs: Any) -> Any:
        """Symbolic tensors like the outputs for such arguments: by default those of `call`."""
        return self.call(*bare(args), **bare(kwargs))

    def get_config(self) -> dict[str, Any]:
        """The name and, where a class does not define `get_config`, the constructor's arguments;
        NotImplementedError where these are no plain values, or not given by their names."""
        named = {"name": self.name}
        if type(self).get_config is not Operation.get_config:
            return named
        arguments, takes_name = self._arguments()
        if arguments is None or not all(isinstance(one, _PLAIN) for one in flatten(arguments)):
            raise NotImplementedError(
                f"{type(self).__name__} was made with arguments that cannot be stored as they are; "
                "it must define get_config"
            )
        return {**(named if takes_name else {}), **arguments}

    def _arguments(self) -> tuple[dict[str, Any] | None, bool]:
        """The constructor's arguments by their names, but for the operation's own, and None where
        some have no names; whether it takes the operation's name."""
        import inspect

        args, kwargs = self._given
        signature = inspect.signature(type(self).__init__)
        own, *parameters = signature.parameters.values()
        bound = signature.bind(None, *args, **kwargs)
        bound.apply_defaults()
        found, takes_name = dict(bound.arguments), False
        found.pop(own.name)
        for parameter in parameters:
            takes_name |= parameter.name == "name"
            if parameter.kind is parameter.VAR_KEYWORD:
                takes_name = True
                found.update(found.pop(parameter.name))
            elif parameter.kind is parameter.VAR_POSITIONAL:
                if found.pop(parameter.name):
                    return None, takes_name
            elif parameter.kind is parameter.POSITIONAL_ONLY:
                return None, takes_name
        found.pop("name", None)
        return found, takes_name

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Operation:
        """An operation of get_config's dictionary."""
        return cls(**config)

    def _serialized(self) -> dict[str, Any]:
        cls = type(self)
        return {
            "module": None if cls.__module__ == "__main__" else cls.__module__,
            "class_name": cls.__name__,
            "config": self.get_config(),
            "registered_name": cls.__name__,
        }

    def _end(self, which: int) -> Any:
        ends = _graph.ends_of(self)
        if ends is None:
            raise AttributeError(
                f"The layer {self.name} has never been called and thus has no defined "
                f"{('input', 'output')[which]}."
            )
        return ends[which]

    @property
    def input(self) -> Any:
        """The symbolic inputs of the first call; AttributeError before it."""
        return self._end(0)

    @property
    def output(self) -> Any:
        """The symbolic outputs of the first call; AttributeError before it."""
        return self._end(1)

    def __repr__(self) -> str:
        return f"<Operation name={vars(self).get('name')}>"


Operation.__module__ = "pelton.keras"
