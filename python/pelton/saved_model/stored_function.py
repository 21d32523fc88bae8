"""Functions of a loaded model: concrete ones, each a program, and those that choose among them."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from typing import Any

from pelton import _core
from pelton._core import functions as _functions
from pelton.errors import DataLossError
from pelton.functions.concrete_arguments import (
    ConcreteArguments,
    check_tensors,
    named_specs,
    tensor_specs,
)
from pelton.functions.recorded_function import shown_signature
from pelton.functions.signature_text import long_text, short_text
from pelton.functions.unranked_function import common_specs
from pelton.nest import flatten, pack_sequence_as
from pelton.saved_model.call_texts import no_match
from pelton.tensors.composite_specs import PartsSpec
from pelton.tensors.composite_value import composite_type_spec
from pelton.tensors.tensor_spec import TensorSpec

_KINDS = list(inspect._ParameterKind)


class Parameter:
    """A parameter of a stored function: name, kind, default (NONE for none), what it holds."""

    NONE = inspect.Parameter.empty

    def __init__(self, name: str, kind: int, default: Any, given: Any) -> None:
        self.name = name
        self.kind = _KINDS[kind]
        self.default = default
        self.given = given


class StoredConcreteFunction:
    """A program of a saved model with the nests of its arguments and of its result."""

    def __init__(self, name: str, parameters: list[Parameter], result: Any, program: Any) -> None:
        self.name = name
        self._parameters = parameters
        self._result = result
        self._program = program
        self._signature = inspect.Signature(
            [inspect.Parameter(p.name, p.kind, default=p.default) for p in parameters]
        )
        given = {p.name: p.given for p in parameters}
        self._arguments = ConcreteArguments(name, self._signature, given)

    @property
    def inputs(self) -> list[TensorSpec]:
        """The specs of the tensors, in order."""
        return tensor_specs([parameter.given for parameter in self._parameters])

    @property
    def outputs(self) -> list[TensorSpec]:
        """The specs of the tensors that a call returns."""
        return tensor_specs(self._result)

    @property
    def output_specs(self) -> Any:
        """What a call returns, with specs for tensors and composites."""
        return self._result

    @property
    def captured_inputs(self) -> list[Any]:
        """The handles of the variables that the program uses."""
        return [variable.handle for variable in self.variables]

    @property
    def count_of_outputs(self) -> int:
        """How many tensors and composites a call returns."""
        return sum(isinstance(x, (TensorSpec, PartsSpec)) for x in flatten(self._result))

    @property
    def structured_outputs(self) -> Any:
        """What a call returns, with specs for tensors and composites."""
        return self._result

    @property
    def structured_input_signature(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The arguments by position and by name, specs for tensors, named by their places."""
        bound = self._bound()
        for parameter in self._parameters:
            is_rest = parameter.kind is inspect.Parameter.VAR_KEYWORD
            name = "" if is_rest else parameter.name
            bound.arguments[parameter.name] = named_specs(name, parameter.given)
        return bound.args, bound.kwargs

    def _bound(self) -> inspect.BoundArguments:
        bound = self._signature.bind_partial()
        for parameter in self._parameters:
            bound.arguments[parameter.name] = parameter.given
        return bound

    @property
    def variables(self) -> tuple[Any, ...]:
        """The variables that the program reads or writes."""
        return tuple(self._program.variables)

    @property
    def trainable_variables(self) -> tuple[Any, ...]:
        """Those of them that are trainable."""
        return tuple(v for v in self._program.variables if v.trainable)

    @property
    def graph(self) -> Any:
        """The program as a graph of TensorFlow's ops, with ``inputs`` and ``outputs``."""
        from pelton.compat.v1.wrapped.func_graph import graph_of

        return graph_of(self)

    def _fresh_trace(self) -> Any:
        """A copy of the program for who asks alone, with the same variables."""
        stored = bytes(_core.program_bytes(self._program, False))
        return _core.program_from_bytes(stored, list(self.variables))

    def _run_flat(self, tensors: list[Any]) -> list[Any]:
        """What the program gives, flat."""
        return self._outputs_of(tensors)

    @property
    def signature(self) -> inspect.Signature:
        """Names, kinds and defaults of the parameters."""
        return self._signature

    def tensors_of(self, arguments: dict[str, Any]) -> list[Any] | None:
        """The tensors of these arguments, by parameter; None where they are others than stored."""
        tensors: list[Any] = []
        for parameter in self._parameters:
            value = arguments.get(parameter.name, parameter.given)
            if not _take(parameter.given, value, tensors):
                return None
        return tensors

    def run(self, tensors: list[Any]) -> Any:
        """What the program gives for tensors that fit, nested as the function's result was."""
        outputs = self._outputs_of(tensors)
        leaves = [
            outputs.pop(0) if isinstance(leaf, TensorSpec) else leaf
            for leaf in flatten(self._result, expand_composites=True)
        ]
        return pack_sequence_as(self._result, leaves, expand_composites=True)

    def _outputs_of(self, tensors: list[Any]) -> list[Any]:
        outputs: list[Any] = self._program.run(tensors)
        if len(outputs) != len(self.outputs):
            raise DataLossError(
                f"{self.name}: the program of the saved model gives {len(outputs)} tensors, its "
                f"index says {len(self.outputs)}"
            )
        return outputs

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Raises TypeError for missing or unknown arguments and InvalidArgumentError for tensors
        of another dtype or shape."""
        tensors = self._arguments.tensors(
            args, kwargs, lambda: self.pretty_printed_signature(verbose=False)
        )
        check_tensors(self.name, self.inputs, tensors)
        return self.run(tensors)

    def pretty_printed_signature(self, verbose: bool = True) -> str:
        """What it takes, returns and reads, by lines; without `verbose` the signature alone."""
        if verbose:
            return long_text(self._bound(), self._result, self.variables, keeps_names=True)
        return short_text(self._bound(), self._result, keeps_names=True)

    def __str__(self) -> str:
        return f"ConcreteFunction {self.pretty_printed_signature()}"

    def __repr__(self) -> str:
        return (
            f"<ConcreteFunction {self.pretty_printed_signature(verbose=False)} at 0x{id(self):X}>"
        )


def _named(spec: Any, name: str) -> Any:
    return TensorSpec(spec.shape, spec.dtype, name) if isinstance(spec, TensorSpec) else spec


class Signature(StoredConcreteFunction):
    """Concrete functions, one for each rank that it takes, with tensors taken and given by name."""

    def __init__(
        self, programs: list[StoredConcreteFunction], inputs: list[str], outputs: list[str]
    ) -> None:
        first = programs[0]
        specs, given = first.inputs, _composed(first)
        for other in programs[1:]:
            specs, given = common_specs(specs, other.inputs), common_specs(given, _composed(other))
        parameters = [
            Parameter(name, 3, Parameter.NONE, TensorSpec(spec.shape, spec.dtype, name))
            for name, spec in zip(inputs, specs, strict=True)
        ]
        result = {name: _named(spec, name) for name, spec in zip(outputs, given, strict=True)}
        super().__init__(f"signature_wrapper_{first.name}", parameters, result, first._program)
        self.programs = programs
        self.input_names = inputs
        self.output_names = outputs

    def run(self, tensors: list[Any]) -> dict[str, Any]:
        """The tensors and composites that the program gives, by name."""
        found = next((one for one in self.programs if _fits(one, tensors)), self.programs[0])
        made = pack_sequence_as(
            _composed(found), found._outputs_of(tensors), expand_composites=True
        )
        return dict(zip(self.output_names, made, strict=True))


def _composed(concrete: StoredConcreteFunction) -> list[Any]:
    """The specs of the tensors and composites that it gives."""
    leaves = flatten(concrete.output_specs)
    return [leaf for leaf in leaves if isinstance(leaf, (TensorSpec, PartsSpec))]


def _fits(concrete: StoredConcreteFunction, tensors: list[Any]) -> bool:
    pairs = zip(concrete.inputs, tensors, strict=True)
    return all(spec.is_compatible_with(tensor) for spec, tensor in pairs)


class Signatures(Mapping[str, Signature]):
    """The signatures of a loaded model by name; raises KeyError for an unknown one."""

    def __init__(self, named: dict[str, Signature]) -> None:
        self._named = named

    def __getitem__(self, name: str) -> Signature:
        return self._named[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._named)

    def __len__(self) -> int:
        return len(self._named)

    def __repr__(self) -> str:
        return f"_SignatureMap({self._named!r})"


class StoredFunction:
    """A function of a saved model, which runs the first of its concrete functions that fits."""

    def __init__(self, name: str, concrete: list[StoredConcreteFunction], problem: str) -> None:
        self.__name__ = name
        self.concrete_functions = concrete
        self._problem = problem

    def get_concrete_function(self, *args: Any, **kwargs: Any) -> StoredConcreteFunction:
        """The concrete function for specs or tensors; the only one where none are given."""
        if not args and not kwargs and len(self.concrete_functions) == 1:
            return self.concrete_functions[0]
        return self._found(args, kwargs)[0]

    def _found(
        self, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[StoredConcreteFunction, list[Any]]:
        if not self.concrete_functions:
            why = f" {self.__name__}: {self._problem}" if self._problem else ""
            raise ValueError(f"Found zero restored functions for caller function.{why}")
        signature = self.concrete_functions[0].signature
        try:
            bound = signature.bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(
                f"Binding inputs to tf.function failed due to `{error}`. Received args: {args} and "
                f"kwargs: {kwargs} for signature: {shown_signature(signature, None)}."
            ) from None
        bound.apply_defaults()
        for concrete in self.concrete_functions:
            tensors = concrete.tensors_of(bound.arguments)
            if tensors is not None:
                return concrete, tensors
        raise ValueError(no_match(bound, [each._bound() for each in self.concrete_functions]))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Raises ValueError where no concrete function fits, with all there are."""
        concrete, tensors = self._found(args, kwargs)
        return concrete.run(tensors)

    def __repr__(self) -> str:
        return f"<StoredFunction {self.__name__} of {len(self.concrete_functions)} programs>"


def _tensor(spec: TensorSpec, value: Any) -> Any:
    """The value as a tensor of the spec, the spec itself for a spec that fits, or None."""
    if isinstance(value, TensorSpec):
        return value if spec.is_compatible_with(value) else None
    try:
        tensor = _functions.convert_like(value, spec.dtype)
    except (TypeError, ValueError):
        return None
    return tensor if spec.is_compatible_with(tensor) else None


def _take_composite(given: PartsSpec, value: Any, tensors: list[Any]) -> bool:
    """The same of a value that is made of several tensors, or its spec."""
    if isinstance(value, PartsSpec):
        tensors += value.part_specs()
        return given.is_compatible_with(value)
    if not isinstance(value, given.value_type):
        return False
    parts, specs = composite_type_spec(value).parts_of(value), given.part_specs()
    return len(parts) == len(specs) and all(
        _take(spec, part, tensors) for spec, part in zip(specs, parts, strict=True)
    )


def _take(given: Any, value: Any, tensors: list[Any]) -> bool:
    """Whether `value` is what was stored as `given`; its tensors are added."""
    if isinstance(given, TensorSpec):
        tensor = _tensor(given, value)
        tensors.append(tensor)
        return tensor is not None
    if isinstance(given, PartsSpec):
        return _take_composite(given, value, tensors)
    if isinstance(given, dict):
        if not isinstance(value, dict) or set(given) != set(value):
            return False
        return all(_take(given[key], value[key], tensors) for key in sorted(given))
    if isinstance(given, (list, tuple)):
        if not isinstance(value, (list, tuple)) or len(given) != len(value):
            return False
        return all(_take(*pair, tensors) for pair in zip(given, value, strict=True))
    same = type(given) is type(value) or (given is not None and isinstance(value, type(given)))
    return same and not isinstance(value, _core.Tensor) and bool(given == value)
