"""Owns how the arguments of a concrete function's call become the tensors of its program: first as
those of the Python function, then as its tensors alone, by position or by their names."""

from __future__ import annotations

import inspect
import re

from pelton import _core
from pelton._core import functions as _functions
from pelton.errors import InvalidArgumentError
from pelton.functions.recorded_function import cast
from pelton.nest import flatten, is_nested, pack_sequence_as
from pelton.tensors.composite_specs import PartsSpec
from pelton.tensors.tensor_spec import TensorSpec

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any


def tensor_specs(structure: Any) -> list[TensorSpec]:
    """The specs of the tensors of a nest of specs and other values, parts of composites too."""
    leaves = flatten(structure, expand_composites=True)
    return [leaf for leaf in leaves if isinstance(leaf, TensorSpec)]


def named_specs(name: str, given: Any) -> Any:
    """What a parameter was given, in which specs without names have those of their places: "d_a_0"
    for d["a"][0]; those of more keywords their keywords."""
    if isinstance(given, TensorSpec):
        return TensorSpec(given.shape, given.dtype, given.name or re.sub(r"[^\w.-]", "_", name))
    if not is_nested(given):
        return given
    if isinstance(given, dict):
        start = f"{name}_" if name else ""
        named = {key: named_specs(f"{start}{key}", part) for key, part in given.items()}
        return pack_sequence_as(given, flatten(named))
    keys = getattr(given, "_fields", range(len(given)))
    parts = [named_specs(f"{name}_{key}", part) for key, part in zip(keys, given, strict=True)]
    return pack_sequence_as(given, flatten(parts))


def check_tensors(name: str, specs: list[TensorSpec], tensors: list[Any]) -> None:
    """Raises InvalidArgumentError for the first tensor of another dtype or shape."""
    for index, (spec, tensor) in enumerate(zip(specs, tensors, strict=True)):
        if tensor.dtype != spec.dtype:
            raise InvalidArgumentError(
                f"cannot compute {name} as input #{index}(zero-based) was expected to be a "
                f"{spec.dtype.name} tensor but is a {tensor.dtype.name} tensor"
            )
        if not spec.shape.is_compatible_with(tensor.shape):
            raise InvalidArgumentError(
                f"cannot compute {name} as input #{index}(zero-based) was expected to have shape "
                f"{spec.shape} but has shape {tensor.shape}"
            )


def _pairs(given: Any, value: Any) -> Iterator[tuple[Any, Any]]:
    """The leaves of what was given to the trace with those of a call's value."""
    if not is_nested(given):
        yield given, value
        return
    if type(given) is not type(value) or len(given) != len(value):
        raise TypeError(f"Can not cast {value!r} to {given!r}")
    if isinstance(given, dict):
        if sorted(given) != sorted(value):
            raise TypeError(f"Can not cast {value!r} to {given!r}")
        given, value = ([nest[key] for key in sorted(nest)] for nest in (given, value))
    for one, other in zip(given, value, strict=True):
        yield from _pairs(one, other)


def _tensors_of_leaf(given: Any, value: Any) -> list[Any]:
    if isinstance(given, (TensorSpec, PartsSpec)):
        return flatten(cast(value, given), expand_composites=True)
    is_same = value is given or (type(value) is type(given) and value == given)
    if not is_same:
        raise TypeError(f"Can not cast {value!r} to Literal[{given!r}]")
    return []


class ConcreteArguments:
    """The parameters of a concrete function with what each was given: specs and other values."""

    def __init__(self, name: str, signature: inspect.Signature, given: Mapping[str, Any]) -> None:
        self._name = name
        self._given = {key: value for key, value in given.items() if key != "self"}
        empty = inspect.Parameter.empty
        self._signature = inspect.Signature(
            [
                parameter.replace(default=empty, annotation=empty)
                for key, parameter in signature.parameters.items()
                if key in self._given
            ]
        )

    @property
    def flat_names(self) -> list[str]:
        """A name for each tensor: its spec's, or its parameter's with a number."""
        names: list[str] = []
        for name, given in self._arguments():
            for number, spec in enumerate(tensor_specs(given)):
                names.append(spec.name or (f"{name}_{number}" if number else name))
        return names

    def _arguments(self) -> Iterator[tuple[str, Any]]:
        """Each argument with its name: those of ``*a`` are a_0, a_1, those of ``**kw`` the keys."""
        for name, given in self._given.items():
            kind = self._signature.parameters[name].kind
            if kind is kind.VAR_POSITIONAL:
                yield from ((f"{name}_{place}", one) for place, one in enumerate(given))
            elif kind is kind.VAR_KEYWORD:
                yield from ((key, given[key]) for key in sorted(given))
            else:
                yield name, given

    def tensors(self, args: tuple[Any, ...], kwargs: dict[str, Any], shown: Any) -> list[Any]:
        """The tensors of a call, as they are given where they do not fit; raises TypeError for
        missing, extra and other arguments. `shown()`: the signature as texts show it."""
        try:
            return self._of_function(args, kwargs)
        except (TypeError, ValueError) as error:
            try:
                return self._by_name(args, kwargs)
            except TypeError as second:
                raise TypeError(
                    f"Binding inputs to tf.function failed due to `{error}`. Received args: {args} "
                    f"and kwargs: {kwargs} for signature: {shown()}.\n"
                    f"Fallback to flat signature also failed due to: {second}"
                ) from error

    def _of_function(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
        bound = self._signature.bind(*args, **kwargs)
        bound.apply_defaults()
        tensors: list[Any] = []
        for name, given in self._given.items():
            for pair in _pairs(given, bound.arguments[name]):
                tensors += _tensors_of_leaf(*pair)
        return tensors

    def _by_name(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
        names = self.flat_names
        called = f"{self._name}({', '.join(names)})"
        if len(args) > len(names):
            raise TypeError(f"{called} takes {len(names)} positional arguments, got {len(args)}.")
        given = dict(zip(names, args, strict=False))
        doubled = [name for name in given if name in kwargs]
        given.update(kwargs)
        missing = [name for name in names if name not in given]
        if missing:
            raise TypeError(f"{called} missing required arguments: {', '.join(missing)}.")
        if doubled:
            raise TypeError(f"{called} got two values for '{doubled[0]}'.")
        unknown = [name for name in kwargs if name not in names]
        if unknown:
            raise TypeError(f"{called} got unexpected keyword arguments: {', '.join(unknown)}.")
        for place, name in enumerate(names):
            value = given[name]
            if not isinstance(value, (_core.Tensor, _core.Variable)):
                raise TypeError(
                    f"{called}: expected argument #{place}(zero-based) to be a Tensor; got "
                    f"{type(value).__name__} ({value})."
                )
        return [_functions.convert(given[name]) for name in names]
