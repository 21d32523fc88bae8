"""Owns ConcreteFunction: a function made by ``tf.function``, for one kind of call."""

from __future__ import annotations

from pelton import _core
from pelton._core import functions as _functions
from pelton.errors import InvalidArgumentError
from pelton.nest import flatten, map_structure, pack_sequence_as
from pelton.tensors.composite_specs import PartsSpec
from pelton.tensors.composite_value import CompositeValue
from pelton.tensors.tensor_spec import TensorSpec

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton.functions.recorded_function import Function


def _spec_of(leaf: object) -> object:
    """The spec of a tensor or composite; anything else as it is."""
    if isinstance(leaf, _core.Tensor):
        return TensorSpec.from_tensor(leaf)
    return leaf._type_spec if isinstance(leaf, CompositeValue) else leaf


def _tensor_specs(structure: Any) -> list[TensorSpec]:
    """The specs of the tensors of a nest of specs and other values, parts of composites too."""
    leaves = flatten(structure, expand_composites=True)
    return [leaf for leaf in leaves if isinstance(leaf, TensorSpec)]


def _placeholder(leaf: object, name: str) -> object:
    """A symbolic tensor for a spec, a composite of them for its; anything else as it is."""
    if isinstance(leaf, PartsSpec):
        specs = leaf.part_specs()
        names = [f"{name}_{place}" if place else name for place in range(len(specs))]
        return leaf.of_parts([_placeholder(*pair) for pair in zip(specs, names, strict=True)])
    if not isinstance(leaf, TensorSpec):
        return leaf
    return _functions.symbolic(leaf.shape, leaf.dtype, leaf.name or name)


class ConcreteFunction:
    """A Function traced for the specs that it was made for, which runs for all tensors that fit.

    A function that reads values, or a spec of unknown rank, is traced at its calls instead.
    """

    def __init__(self, function: Function, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self._function = function
        if function._specs is not None:
            taken = list(function._signature.parameters)[: len(args)]
            missing = {name: spec for name, spec in function._specs.items() if name not in taken}
            for name in list(missing):
                kind = function._signature.parameters[name].kind
                if kind is kind.VAR_POSITIONAL:  # the other ones, too, are given by position then
                    *firsts, rest = missing.values()
                    args, missing = (*args, *firsts, *rest), {}
            kwargs = {**missing, **kwargs}
        names = function._signature.bind(*args, **kwargs)
        names.apply_defaults()
        self._names = list(names.arguments)
        self._given = [map_structure(_spec_of, value) for value in names.arguments.values()]
        self._bound = names
        self._outputs: Any = None
        self._trace: Any = None
        self._begin_trace()

    def _begin_trace(self) -> None:
        """Traces the function on symbolic tensors, which runs nothing of it."""
        if any(spec.shape.rank is None for spec in self.inputs):
            return
        symbolic = [
            map_structure(lambda leaf, name=name: _placeholder(leaf, name), value)
            for name, value in zip(self._names, self._given, strict=True)
        ]
        traced = self._function._trace(*self._filled(symbolic))
        if traced is not None:
            self._trace, returned = traced
            self._outputs = map_structure(_spec_of, returned)

    @property
    def structured_input_signature(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The arguments by position and by name, specs for tensors and composites."""
        return self._filled(self._given)

    @property
    def inputs(self) -> list[TensorSpec]:
        """The specs of the tensors, in order."""
        return _tensor_specs(self._given)

    @property
    def structured_outputs(self) -> Any:
        """What a call returns, with specs for tensors and composites; None before it is known."""
        return self._outputs

    @property
    def outputs(self) -> list[TensorSpec]:
        """The specs of the tensors that a call returns; none before they are known."""
        return _tensor_specs(self._outputs)

    @property
    def output_shapes(self) -> Any:
        """The shapes of what a call returns, nested as it is."""
        return map_structure(lambda leaf: getattr(leaf, "shape", leaf), self._outputs)

    @property
    def output_dtypes(self) -> Any:
        """The dtypes of what a call returns, nested as it is."""
        return map_structure(lambda leaf: getattr(leaf, "dtype", leaf), self._outputs)

    @property
    def name(self) -> str:
        """The Python function's name."""
        return str(getattr(self._function, "__name__", "function"))

    def pretty_printed_signature(self, verbose: bool = True) -> str:
        """What it takes, returns and reads, by lines; without `verbose` the signature alone."""
        from pelton.functions import signature_text

        self._filled(self._given)
        if not verbose:
            return signature_text.short_text(self._bound, self._outputs)
        read = () if self._trace is None else self._trace.variables
        return signature_text.long_text(self._bound, self._outputs, read)

    def __str__(self) -> str:
        return f"ConcreteFunction {self.pretty_printed_signature()}"

    def __repr__(self) -> str:
        return (
            f"<ConcreteFunction {self.pretty_printed_signature(verbose=False)} at 0x{id(self):X}>"
        )

    def _filled(self, values: list[Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        for name, value in zip(self._names, values, strict=True):
            self._bound.arguments[name] = value
        return self._bound.args, self._bound.kwargs

    def _check(self, index: int, spec: TensorSpec, value: Any) -> Any:
        tensor = _functions.convert_like(value, spec.dtype)
        if tensor.dtype != spec.dtype:
            raise InvalidArgumentError(
                f"{self.name}: input #{index} (zero-based) was expected to be a {spec.dtype.name} "
                f"tensor but is a {tensor.dtype.name} tensor"
            )
        if self._trace is not None and not spec.shape.is_compatible_with(tensor.shape):
            raise InvalidArgumentError(
                f"{self.name}: input #{index} (zero-based) was expected to have shape "
                f"{spec.shape} but has shape {tensor.shape}"
            )
        return tensor

    def _check_parts(self, name: str, index: int, spec: PartsSpec, value: Any) -> list[Any]:
        """The tensors of a composite; raises TypeError for what is none such as `spec` says."""
        if not isinstance(value, spec.value_type):
            raise TypeError(f"{self.name}: argument `{name}`: Can not cast {value!r} to {spec!r}")
        specs, parts = spec.part_specs(), value._type_spec.parts_of(value)
        if len(specs) != len(parts):
            raise TypeError(
                f"{self.name}: argument `{name}`: Can not cast {value._type_spec!r} to {spec!r}"
            )
        pairs = enumerate(zip(specs, parts, strict=True), index)
        return [self._check(place, one, part) for place, (one, part) in pairs]

    def _by_name(self, wanted: list[str], args: tuple[Any, ...]) -> tuple[dict[str, Any], bool]:
        """Arguments by name, `*args` taking all that follow; whether some are left."""
        given: dict[str, Any] = {}
        rest = list(args)
        for name in wanted[: len(args)]:
            kind = self._bound.signature.parameters[name].kind
            is_variadic = kind is kind.VAR_POSITIONAL
            given[name] = tuple(rest) if is_variadic else rest[0]
            rest = [] if is_variadic else rest[1:]
        return given, bool(rest)

    def _pairs(self, name: str, spec: Any, value: Any) -> list[tuple[Any, Any]]:
        """The leaves of a spec with those of the value; raises TypeError for another number."""
        specs, values = flatten(spec), flatten(value)
        if len(specs) != len(values):
            raise TypeError(
                f"{self.name}: argument `{name}` was expected to hold {len(specs)} values, as in "
                f"{spec}, but holds {len(values)}"
            )
        return list(zip(specs, values, strict=True))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Raises TypeError for missing or extra tensors, InvalidArgumentError for a dtype."""
        wanted = [
            name for name, value in zip(self._names, self._given, strict=True) if _has_spec(value)
        ]
        given, is_too_long = self._by_name(wanted, args)
        missing = [name for name in wanted if name not in given and name not in kwargs]
        if missing or is_too_long:
            problem = (
                f"missing required arguments: {', '.join(missing)}"
                if missing
                else f"takes {len(wanted)} positional arguments, got {len(args)}"
            )
            raise TypeError(f"{self.name}({', '.join(wanted)}) {problem}.")
        given.update(kwargs)
        values, tensors = [], []
        for name, spec in zip(self._names, self._given, strict=True):
            leaves = []
            for leaf, value in self._pairs(name, spec, given.get(name, spec)):
                if isinstance(leaf, PartsSpec):
                    parts = self._check_parts(name, len(tensors), leaf, value)
                    tensors += parts
                    value = leaf.of_parts(parts)
                elif isinstance(leaf, TensorSpec):
                    value = self._check(len(tensors), leaf, value)
                    tensors.append(value)
                leaves.append(value)
            values.append(pack_sequence_as(spec, leaves))
        if self._trace is not None:
            return self._trace.run(tensors)
        positional, named = self._filled(values)
        result = self._function(*positional, **named)
        self._outputs = map_structure(_spec_of, result)
        return result


def _has_spec(value: Any) -> bool:
    return any(isinstance(leaf, (TensorSpec, PartsSpec)) for leaf in flatten(value))
