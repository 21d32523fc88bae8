"""Owns ``tf.types.experimental``: what can be called, traced, and taken for a tensor."""

from __future__ import annotations

import abc
from typing import Any, Protocol, runtime_checkable

import pelton as _tf
from pelton.functions.concrete_function import ConcreteFunction
from pelton.functions.recorded_function import Function as PolymorphicFunction
from pelton.tensors.type_spec import TypeSpec
from pelton.types.experimental import distributed

__all__ = [
    "AtomicFunction",
    "Callable",
    "ConcreteFunction",
    "FunctionType",
    "GenericFunction",
    "PolymorphicFunction",
    "SupportsTracingProtocol",
    "TensorLike",
    "TraceType",
    "distributed",
]

GenericFunction = PolymorphicFunction
AtomicFunction = ConcreteFunction
TraceType = TypeSpec
TensorLike = _tf.Tensor | _tf.Variable | int | float | complex | bool | str | bytes | list | tuple


class Callable(abc.ABC):
    """What ``tf.function`` makes, and its concrete functions."""

    @abc.abstractmethod
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Calls the function."""


Callable.register(PolymorphicFunction)
Callable.register(ConcreteFunction)


@runtime_checkable
class SupportsTracingProtocol(Protocol):
    """Objects that say by which type of theirs a function is traced again."""

    def __tf_tracing_type__(self, context: Any) -> Any: ...


class FunctionType:
    """The arguments of a function by name: its ``inspect.Signature``."""

    @staticmethod
    def from_callable(function: Any, *, follow_wrapped: bool = True) -> Any:
        """The signature of a function."""
        import inspect

        return inspect.signature(function, follow_wrapped=follow_wrapped)
