"""Owns ConcreteFunction: a function made by ``tf.function``, for one kind of call."""

from __future__ import annotations

import itertools

from pelton import _core
from pelton._core import functions as _functions
from pelton.functions.concrete_arguments import (
    ConcreteArguments,
    check_tensors,
    named_specs,
    tensor_specs,
)
from pelton.nest import flatten, map_structure, pack_sequence_as
from pelton.tensors.composite_specs import PartsSpec
from pelton.tensors.composite_value import CompositeValue
from pelton.tensors.tensor_spec import TensorSpec
from pelton.tensors.type_spec import TypeSpec

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from pelton.functions.recorded_function import Function


def _spec_of(leaf: object) -> object:
    """The spec of a tensor, array or composite; anything else as it is."""
    if isinstance(leaf, _core.Tensor):
        return TensorSpec.from_tensor(leaf)
    if hasattr(leaf, "__array__") and not isinstance(leaf, _core.Variable):
        return TensorSpec.from_tensor(_functions.convert(leaf))
    return leaf._type_spec if isinstance(leaf, CompositeValue) else leaf


def _placeholder(leaf: object, name: str) -> object:
    """A symbolic tensor for a spec, a composite of them for its; anything else as it is."""
    if isinstance(leaf, PartsSpec):
        specs = leaf.part_specs()
        names = [f"{name}_{place}" if place else name for place in range(len(specs))]
        return leaf.of_parts([_placeholder(*pair) for pair in zip(specs, names, strict=True)])
    if not isinstance(leaf, TensorSpec):
        return leaf
    return _symbolic(leaf, leaf.name or name)


def _symbolic(spec: TensorSpec, name: str) -> Any:
    """A symbolic tensor of the spec; the spec itself where it has no rank."""
    if spec.shape.rank is None:
        return spec
    return _functions.symbolic(spec.shape, spec.dtype, name)


def _fitted(value: Any, spec: Any) -> Any:
    """The spec, or nest of specs, of an ``input_signature`` that `value` fits; raises TypeError."""
    leaves, specs = flatten(value), flatten(spec)
    if len(leaves) == len(specs):
        for leaf, one in zip(leaves, specs, strict=True):
            is_known = isinstance(leaf, (TypeSpec, _core.Tensor))
            if is_known and not one.is_compatible_with(leaf):
                raise TypeError(
                    f"Binding inputs to tf.function failed due to `Can not cast {_spec_of(leaf)!r} "
                    f"to {one!r}`."
                )
        if all(one.shape.rank is not None for one in tensor_specs(spec)):
            return spec  # of unknown ranks there is a trace for each
    return value


def _traced(function: Function, given: Any) -> Any:
    """The trace of a function for specs, with its branches and loops as the program's own where it
    reads values; None where it reads some all the same. Raises what a branch or loop refuses."""
    from pelton.autograph import conversion
    from pelton.functions.recorded_function import function as traced_function

    refusal: Exception | None = None
    for form in conversion.forms(function, function.python_function):
        try:
            found = (form if form is function else traced_function(form))._trace(*given)
        except (TypeError, ValueError) as error:
            if form is function:
                raise
            refusal, found = error, None
        if found is not None:
            return found
    if refusal is not None:
        raise refusal
    return None


class ConcreteFunction:
    """A Function traced for the specs that it was made for, which runs for all tensors that fit.

    Specs of unknown rank have a trace for each rank. A function that reads values is traced at its
    calls instead.
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
        for name, spec in (function._specs or {}).items():
            names.arguments[name] = _fitted(names.arguments[name], spec)
        self._names = list(names.arguments)
        self._given = [map_structure(_spec_of, value) for value in names.arguments.values()]
        self._bound = names
        self._outputs: Any = None
        self._graph: Any = None
        self._trace: Any = None
        self._arguments = ConcreteArguments(self.name, names.signature, self._by_parameter())
        self._ranked: list[ConcreteFunction] = []
        self._begin_trace()

    def _by_parameter(self) -> dict[str, Any]:
        return dict(zip(self._names, self._given, strict=True))

    def _begin_trace(self) -> None:
        """Traces the function on symbolic tensors, which runs nothing of it."""
        if any(spec.shape.rank is None for spec in tensor_specs(self._given)):
            self._begin_ranked_traces()
            return
        traced = self._traced_anew()
        if traced is not None:
            self._trace, returned = traced
            self._outputs = map_structure(_spec_of, returned)

    def _traced_anew(self) -> Any:
        """A trace on symbolic tensors and what it returns; None where the function reads values."""
        symbolic = [
            map_structure(lambda leaf, name=name: _placeholder(leaf, name), value)
            for name, value in zip(self._names, self._given, strict=True)
        ]
        return _traced(self._function, self._filled(symbolic))

    def _fresh_trace(self) -> Any:
        """A trace for who asks alone; None where there is none."""
        if self._trace is None:
            return None
        found = self._traced_anew()
        return None if found is None else found[0]

    def _run_flat(self, tensors: list[Any]) -> Any:
        """What a call gives for all its tensors, in the order of ``inputs``."""
        return self._run_code(tensors) if self._trace is None else self._trace.run(tensors)

    def _begin_ranked_traces(self) -> None:
        from pelton.functions import unranked_function

        self._ranked = unranked_function.ranked_functions(self)
        for place, one in enumerate(self._ranked):
            self._outputs = (
                unranked_function.common_specs(self._outputs, one._outputs)
                if place
                else one._outputs
            )

    @property
    def traces(self) -> list[ConcreteFunction]:
        """This function where it is traced, else one per rank; none where it reads values."""
        return self._ranked if self._trace is None else [self]

    @property
    def structured_input_signature(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The arguments by position and by name, specs for tensors and composites."""
        args, kwargs = self._filled(
            [
                named_specs(self._signature_name(name), given)
                for name, given in zip(self._names, self._given, strict=True)
            ]
        )
        return args[1:] if self._names[:1] == ["self"] else args, kwargs

    def _signature_name(self, name: str) -> str:
        """The parameter's name; "" of that which has more keywords, whose own ones names are."""
        kind = self._bound.signature.parameters[name].kind
        return "" if kind is kind.VAR_KEYWORD else name

    @property
    def captured_inputs(self) -> list[Any]:
        """The handles of the variables that it uses."""
        return [variable.handle for variable in self.variables]

    @property
    def variables(self) -> tuple[Any, ...]:
        """The variables that it reads or writes."""
        found = {id(v): v for one in self.traces for v in one._trace.variables}
        return tuple(found.values())

    @property
    def trainable_variables(self) -> tuple[Any, ...]:
        """Those of them that are trainable."""
        return tuple(variable for variable in self.variables if variable.trainable)

    @property
    def inputs(self) -> list[Any]:
        """Symbolic tensors for its tensors in order, by name, then the handles of its variables."""
        specs = zip(tensor_specs(self._given), self._arguments.flat_names, strict=True)
        return [_symbolic(spec, name) for spec, name in specs] + self.captured_inputs

    @property
    def structured_outputs(self) -> Any:
        """What a call returns, with symbolic tensors for tensors and specs for composites; None
        before it is known."""
        names = _output_names()
        return map_structure(
            lambda leaf: _symbolic(leaf, next(names)) if isinstance(leaf, TensorSpec) else leaf,
            self._outputs,
        )

    @property
    def outputs(self) -> list[Any]:
        """Symbolic tensors for those that a call returns; none before they are known."""
        names = _output_names()
        return [_symbolic(spec, next(names)) for spec in tensor_specs(self._outputs)]

    @property
    def output_specs(self) -> Any:
        """What a call returns, with specs for tensors and composites; None before it is known."""
        return self._outputs

    @property
    def output_shapes(self) -> Any:
        """The shapes of what a call returns, nested as it is."""
        return map_structure(lambda leaf: getattr(leaf, "shape", leaf), self._outputs)

    @property
    def output_dtypes(self) -> Any:
        """The dtypes of what a call returns, nested as it is."""
        return map_structure(lambda leaf: getattr(leaf, "dtype", leaf), self._outputs)

    @property
    def graph(self) -> Any:
        """The function as a graph of TensorFlow's ops, with ``inputs`` and ``outputs``."""
        if self._graph is None:
            from pelton.compat.v1.wrapped.func_graph import graph_of

            self._graph = graph_of(self)
        return self._graph

    @property
    def name(self) -> str:
        """The Python function's name."""
        return str(getattr(self._function, "__name__", "function"))

    def add_to_graph(self, g: Any = None, overwrite: bool = False) -> None:
        """Does nothing: a function is called without a graph that knows it."""

    def add_gradient_functions_to_graph(self, g: Any = None) -> None:
        """Does nothing, as `add_to_graph`."""

    def pretty_printed_signature(self, verbose: bool = True) -> str:
        """What it takes, returns and reads, by lines; without `verbose` the signature alone."""
        from pelton.functions import signature_text

        self._filled(self._given)
        if not verbose:
            return signature_text.short_text(self._bound, self._outputs)
        return signature_text.long_text(self._bound, self._outputs, self.variables)

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

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Raises TypeError for missing or extra arguments, InvalidArgumentError for a dtype."""
        tensors = self._arguments.tensors(
            args, kwargs, lambda: self.pretty_printed_signature(verbose=False)
        )
        for ranked in self._ranked:
            if ranked._fits(tensors):
                return ranked._trace.run(tensors)
        check_tensors(self.name, tensor_specs(self._given), tensors)
        return self._run_code(tensors) if self._trace is None else self._trace.run(tensors)

    def _fits(self, tensors: list[Any]) -> bool:
        specs = tensor_specs(self._given)
        return all(spec.is_compatible_with(x) for spec, x in zip(specs, tensors, strict=True))

    def _run_code(self, tensors: list[Any]) -> Any:
        """What a call of the function gives, whose kind of call this is."""
        rest = iter(tensors)
        leaves = [
            next(rest) if isinstance(leaf, TensorSpec) else leaf
            for leaf in flatten(self._given, expand_composites=True)
        ]
        values = pack_sequence_as(self._given, leaves, expand_composites=True)
        positional, named = self._filled(values)
        result = self._function(*positional, **named)
        self._outputs = map_structure(_spec_of, result)
        return result


def _output_names() -> Iterator[str]:
    yield "Identity"
    for number in itertools.count(1):
        yield f"Identity_{number}"
