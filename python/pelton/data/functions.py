"""Owns what transformations call: a user's function, traced where that is possible."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

import pelton as tf
from pelton._core import data as _data
from pelton._core import functions as _functions
from pelton.data import structure as _structure
from pelton.data.iteration import passes_kept
from pelton.data.specs import DatasetSpec
from pelton.errors import InvalidArgumentError, UnimplementedError
from pelton.functions.host_ranks import HostRanks
from pelton.names.loaded import loaded
from pelton.tensors.composite_specs import NoneTensorSpec, PartsSpec, zeros_of
from pelton.tensors.element_shapes import told_by
from pelton.tensors.tensor_spec import TensorSpec


def _title(transformation: str, function: Any) -> str:
    """The transformation, the function and where it is written."""
    name = getattr(function, "__name__", type(function).__name__)
    code = getattr(function, "__code__", None)
    place = f", {code.co_filename}:{code.co_firstlineno}" if code is not None else ""
    return f"{transformation}({name}){place}"


def _symbolic(spec: TensorSpec, place: int) -> Any:
    return _functions.symbolic(spec.shape, spec.dtype, f"args_{place}")


def _first_of(dataset: Any) -> Any:
    """The first element, or None; later passes give what they would have given without this."""
    passing = iter(dataset)
    try:
        return next(passing, None)
    finally:
        passing._take_back()


def _samples(spec: Any) -> list[Any]:
    """The leaves of a value of a spec, to see what a function makes of it: zeros, of size 1 where
    it is open."""
    if isinstance(spec, PartsSpec):
        return spec.sample()
    if isinstance(spec, NoneTensorSpec):
        return [None]
    if isinstance(spec, DatasetSpec):
        return [_data.from_python(lambda: iter(()), 0)]
    return [zeros_of(spec, 1)]


def _open(spec: Any) -> Any:
    """A spec of the same rank, with all sizes open: a sample tells no more."""
    if not isinstance(spec, (TensorSpec, PartsSpec)):
        return spec
    if isinstance(spec, PartsSpec):
        return spec.with_open_sizes()
    return TensorSpec([None] * (spec.shape.rank or 0), spec.dtype)


def _spec_of_result(result: Any, made: list[Any]) -> Any:
    """The spec of what a trace gave, whose tensors are `made` now."""
    given = iter(made)

    def spec_of_leaf(leaf: Any) -> Any:
        own = _structure.spec_of(leaf)
        if isinstance(own, PartsSpec):
            for _ in own.part_specs():
                next(given)
            return own
        return _structure.spec_of(next(given))

    return _structure.map_leaves(spec_of_leaf, result)


def _at_once() -> contextlib.AbstractContextManager[None]:
    """Within it code runs at once, also where TensorFlow 1's graphs are built around it."""
    at_once = loaded("pelton.compat.v1.graph", "at_once")
    return contextlib.nullcontext() if at_once is None else at_once()


def _states_kept() -> contextlib.AbstractContextManager[None]:
    """Within it generators of random numbers draw, and have the states of before afterwards."""
    states_kept = loaded("pelton.random.generator", "states_kept")
    return contextlib.nullcontext() if states_kept is None else states_kept()


class UserFunction:
    """A function of elements: `handle` for the engine, `spec` of what it gives.

    `unpacks`: the parts of a tuple are passed one by one. `source`: the dataset, whose first
    element tells what a function gives that cannot be asked with zeros. It is traced once on
    symbolic tensors; one that reads values, and one of or to datasets, runs as Python code for
    each element."""

    def __init__(
        self,
        transformation: str,
        function: Callable[..., Any],
        element_spec: Any,
        *,
        source: Any = None,
        unpacks: bool = True,
        gives_dataset: bool = False,
    ) -> None:
        if not callable(function):
            raise ValueError(
                "Argument `func` must be a callable. "
                f"Received func={function!r} (of type {type(function)})"
            )
        self._transformation = transformation
        self._function = function
        self._element_spec = element_spec
        self._unpacks = unpacks
        self._source = source
        self._title = _title(transformation, function)
        self._result: Any = None
        self._dataset_spec: Any = None  # of what it gives, where a trace of datasets tells that
        specs = _structure.part_specs(element_spec)
        self._tensor_places = [i for i, s in enumerate(specs) if isinstance(s, TensorSpec)]
        may_trace = all(
            isinstance(spec, NoneTensorSpec)
            or (isinstance(spec, TensorSpec) and spec.shape.rank is not None)
            for spec in specs
        )
        with tf.init_scope(), passes_kept():
            self._begin(specs if may_trace else None, may_trace and not gives_dataset)

    def _begin(self, specs: list[Any] | None, may_trace: bool) -> None:
        """By a trace without values; where there is none, or an op cannot do with open sizes, as
        Python code."""
        trace, refusal = None, None
        try:
            trace = self._traced(specs) if may_trace and specs is not None else None
        except (TypeError, ValueError, InvalidArgumentError) as error:
            refusal = error
        if trace is not None:
            self._run_traced(trace)
            return
        try:
            self._run_as_python(specs)
        except Exception:
            if refusal is not None:  # which tells the shapes as they are declared
                raise refusal from None
            raise

    def _call(self, leaves: list[Any]) -> list[Any]:
        """The leaves of what the function gives for an element."""
        element = _structure.pack(self._element_spec, leaves)
        arguments = _structure.arguments(element) if self._unpacks else (element,)
        with (
            _at_once(),
            told_by(lambda: self._learn_sizes(_structure.part_specs(self._element_spec))),
        ):
            result = self._function(*arguments)
        if isinstance(result, list):
            result = tuple(result)
        try:
            self._result = _structure.normalized(result)
        except (TypeError, ValueError) as error:
            raise TypeError(
                f"Unsupported return value from function passed to Dataset.{self._transformation}()"
                f": {result}."
            ) from error
        leaves = _structure.leaves_of(self._result)
        if not _functions.is_tracing() and any(_functions.is_symbolic(one) for one in leaves):
            raise TypeError(
                f"Dataset.{self._transformation}: the function gave a symbolic tensor, which has "
                f"no value: {result}"
            )
        return leaves

    def _traced(self, specs: list[Any]) -> Any:
        """The trace of the function, whose outputs `spec` then tells of; None where there is
        none."""

        def traced(*tensors: Any) -> list[Any]:
            leaves: list[Any] = [None] * len(specs)
            for place, tensor in zip(self._tensor_places, tensors, strict=True):
                leaves[place] = tensor
            given = [leaf for leaf in self._call(leaves) if leaf is not None]
            if any(isinstance(leaf, _data.Node) for leaf in given):
                self._dataset_spec = _structure.spec_of(self._result)
                raise UnimplementedError("a trace gives no datasets")
            return given

        inputs = tuple(_symbolic(specs[place], place) for place in self._tensor_places)
        try:
            found = tf.function(traced)._trace(inputs, {})
        except UnimplementedError:  # of what works on the host, such as tf.py_function
            return None
        if found is None:
            return None
        trace, outputs = found
        leaves = _structure.leaves_of(self._result)
        given = iter(_functions.flatten(outputs))
        made = [None if leaf is None else next(given) for leaf in leaves]
        self.spec = _spec_of_result(self._result, made)
        return trace

    def _learn_sizes(self, specs: list[Any]) -> None:
        """What shapes a function with branches over values gives, from its trace with the branches
        as the program's own; it is called as Python code all the same."""
        from pelton.autograph import conversion

        function = self._function
        rewritten = conversion.converted(function)
        if rewritten is None:
            return
        self._function = rewritten
        try:
            with contextlib.suppress(Exception):
                self._traced(specs)
        finally:
            self._function = function

    def _learn_datasets(self, specs: list[Any] | None) -> None:
        """The spec of what the function gives from its trace, which tells of sizes that differ:
        those of a sample are its own."""
        if specs is not None and self._dataset_spec is None:
            with contextlib.suppress(Exception):
                self._traced(specs)
        if self._dataset_spec is not None:
            self.spec = self._dataset_spec

    def _run_traced(self, trace: Any) -> None:
        are_tensors = [leaf is not None for leaf in _structure.leaves_of(self._result)]
        self.handle = _data.traced_function(trace, are_tensors, self._title)
        self.is_traced = True

    def _run_as_python(self, specs: list[Any] | None) -> None:
        """`specs`: of the leaves, where a trace may tell what the shapes are."""
        ranks = HostRanks()
        try:
            own = _structure.specs_in(self._element_spec)
            with ranks.noted(), _states_kept():
                self._call([leaf for spec in own for leaf in _samples(spec)])
        except Exception:
            first = None if self._source is None else _first_of(self._source)
            if first is None:
                raise
            with ranks.noted(), _states_kept():
                self._call(_structure.leaves_of(first))
        self._source = None
        self.spec = _structure.map_leaves(_open, _structure.spec_of(self._result))
        if any(isinstance(spec, DatasetSpec) for spec in _structure.specs_in(self.spec)):
            self._learn_datasets(specs)
            specs = None
        if specs is not None and ranks:
            with ranks.told(), contextlib.suppress(Exception):
                self._traced(specs)
        if specs is not None and not ranks:
            self._learn_sizes(specs)
        self._result = None
        self.handle = _data.python_function(self._call, self._title)
        self.is_traced = False
