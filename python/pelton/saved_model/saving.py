"""tf.saved_model.save: an object's variables, functions and assets into a directory."""

from __future__ import annotations

import logging
import os
import shutil
from typing import Any

from pelton import _core
from pelton.errors import UnimplementedError
from pelton.functions.bound_function import BoundFunction
from pelton.functions.concrete_function import ConcreteFunction
from pelton.functions.recorded_function import Function
from pelton.lookup import table as _lookup
from pelton.saved_model import directory, signatures, structures
from pelton.saved_model.asset import Asset
from pelton.saved_model.graph import (
    FUNCTIONS,
    SavedGraph,
    is_function,
    is_kept,
    key_of,
    tables_below,
)
from pelton.saved_model.loaded_table import LoadedTable
from pelton.saved_model.options import SaveOptions
from pelton.saved_model.stored_function import (
    Parameter,
    Signature,
    StoredConcreteFunction,
    StoredFunction,
)


def save(obj: Any, export_dir: Any, signatures: Any = None, options: Any = None) -> None:
    """Writes `obj` (a tf.Module, Keras model, Checkpoint, or a list or dict of such) to the
    directory: variables, tf.functions for the kinds of calls they have, assets, `signatures`.

    A directory that holds a model keeps it until the new one is whole. Raises ValueError for other
    objects and for functions that cannot be signatures, AssertionError for a function that uses a
    variable which `obj` does not hold."""
    path = directory.checked_path("tf.saved_model.save: `export_dir`", export_dir)
    if options is not None and not isinstance(options, SaveOptions):
        raise TypeError(f"tf.saved_model.save: `options` must be SaveOptions, got {options!r}")
    if not is_kept(obj) or is_function(obj) or isinstance(obj, (_core.Variable, Asset)):
        raise ValueError(
            "tf.saved_model.save: Expected an object of type `Trackable`, such as `tf.Module` or a "
            f"subclass of the `Trackable` class, for export. Got {obj!r} with type {type(obj)}."
        )
    writer = _Writer(obj, signatures)
    with directory.writing(path) as (contents, index):
        writer.write(contents, index)


class _Writer:
    """The index and the files of one model. Functions are traced before anything is written."""

    def __init__(self, root: Any, given: Any) -> None:
        has_tables = bool(tables_below(root))
        if has_tables:  # the walk has made variables of their parts, which older traces do not read
            _forget_traces(root)
        signed = {
            name: _traced_again(concrete) if has_tables else concrete
            for name, concrete in signatures.by_name(root, given).items()
        }
        traced = {  # first, as a function's first call may make variables
            key_of(thing): _concrete_functions(thing)
            for thing in SavedGraph(root).nodes
            if isinstance(thing, FUNCTIONS)
        }
        self._graph = SavedGraph(root)
        self._programs: list[dict[str, Any]] = []
        self._bytes: list[bytes] = []
        self._numbers: dict[int, int] = {}  # of concrete functions
        self._kept: list[Any] = []  # what these numbers are of
        self._functions = {
            number: self._function(thing, *traced[key_of(thing)])
            for number, thing in enumerate(self._graph.nodes)
            if key_of(thing) in traced
        }
        self._signatures = {name: self._signature(name, signed[name]) for name in signed}

    def _signature(self, name: str, concrete: Any) -> dict[str, Any]:
        if isinstance(concrete, Signature):
            number, *others = (self._program(each) for each in concrete.programs)
            names = {"inputs": concrete.input_names, "outputs": concrete.output_names}
            return {"program": number, "others": others, **names}
        number, *others = (self._program(each) for each in _traces_of(concrete))
        parameters = [(p.name, p.given) for p in _parameters_of(concrete)]
        return {
            "program": number,
            "others": others,
            "inputs": signatures.input_names(parameters),
            "outputs": signatures.output_names(name, concrete.output_specs),
        }

    def _function(self, function: Any, concrete: list[Any], problems: list[str]) -> dict[str, Any]:
        """A function's node: its programs, and why others of its calls have none."""
        name = getattr(function, "__name__", None) or getattr(function, "name", "function")
        programs = []
        for each in concrete:
            try:
                programs += [self._program(one) for one in _traces_of(each)]
            except (UnimplementedError, structures.NotStoredError, _NotTracedError) as error:
                problems.append(str(error))
        for problem in problems:
            logging.getLogger("tensorflow").warning(
                "tf.saved_model.save: a call of %s is not stored: %s", name, problem
            )
        return {"function": str(name), "programs": programs, "problem": "; ".join(problems)}

    def _program(self, concrete: Any) -> int:
        """The number of the concrete function's program, which is added where it is new."""
        if id(concrete) in self._numbers:
            return self._numbers[id(concrete)]
        is_stored = isinstance(concrete, StoredConcreteFunction)
        trace = concrete._program if is_stored else concrete._trace
        variables = [self._variable(concrete.name, v) for v in trace.variables]
        parameters = [
            {
                "name": p.name,
                "kind": int(p.kind),
                "given": structures.encoded(p.given),
                **({} if p.default is p.NONE else {"default": structures.encoded(p.default)}),
            }
            for p in _parameters_of(concrete)
        ]
        result = structures.encoded(concrete.output_specs)
        data = _core.program_bytes(trace, False)
        self._numbers[id(concrete)] = len(self._bytes)
        self._kept.append(concrete)
        self._bytes.append(data)
        self._programs.append(
            {
                "name": concrete.name,
                "parameters": parameters,
                "result": result,
                "variables": variables,
            }
        )
        return self._numbers[id(concrete)]

    def _variable(self, function: str, variable: Any) -> int:
        number = self._graph.number_of(variable)
        if number is None:
            dtype = variable.read_value().dtype.name
            raise AssertionError(
                f"Tried to export {function}, which uses the variable {variable.path!r} of shape "
                f"{variable.shape}, dtype {dtype}, that the object does not hold: variables must "
                "be attributes of the saved object, or of what it holds"
            )
        return number

    def _node(self, number: int, thing: Any, contents: str) -> dict[str, Any]:
        if number in self._functions:
            return self._functions[number]
        if isinstance(thing, _core.Variable):
            found = {"variable": thing.path, "trainable": bool(thing.trainable)}
            if not thing.shape.is_fully_defined():
                rank = thing.shape.rank
                found["shape"] = None if rank is None else thing.shape.as_list()
            return found
        if isinstance(thing, Asset):
            return {"asset": _copy_asset(thing, number, contents)}
        edges = self._graph.edges[number]
        if isinstance(thing, dict):
            return {"dict": edges}
        if isinstance(thing, (list, tuple)):
            return {"list": list(edges.values())}
        if isinstance(thing, (_lookup.LookupTable, LoadedTable)):
            return {"table": edges}
        return {"object": type(thing).__name__, "children": edges}

    def write(self, contents: str, index: dict[str, Any]) -> None:
        """Writes the files to `contents` and fills the index."""
        from pelton.train.checkpoints import bundle
        from pelton.variables import one_moment

        nodes = self._graph.nodes
        numbers = {n: v for n, v in enumerate(nodes) if isinstance(v, _core.Variable)}
        values = one_moment.values_of(list(numbers.values()))
        bundle.write(
            os.path.join(contents, "variables", "variables"),
            {str(number): values[variable.ref()] for number, variable in numbers.items()},
        )
        for number, data in enumerate(self._bytes):
            with open(os.path.join(contents, f"program-{number}"), "wb") as file:
                file.write(data)
        index["nodes"] = [self._node(n, thing, contents) for n, thing in enumerate(nodes)]
        index["programs"] = self._programs
        index["signatures"] = self._signatures


def _forget_traces(root: Any) -> None:
    for thing in SavedGraph(root).nodes:
        function = thing._function if isinstance(thing, BoundFunction) else thing
        if isinstance(function, Function):
            function._concrete.clear()


def _traced_again(concrete: Any) -> Any:
    if not isinstance(concrete, ConcreteFunction):
        return concrete
    return ConcreteFunction(concrete._function, *concrete._filled(concrete._given))


class _NotTracedError(ValueError):
    """A function whose Python code reads values, so that there is no one program."""


def _traces_of(concrete: Any) -> list[Any]:
    """The concrete functions with a program each that this one is made of."""
    if isinstance(concrete, StoredConcreteFunction):
        return [concrete]
    if not concrete.traces:
        raise _NotTracedError(
            f"{concrete.name} is not traced for {concrete.inputs}, since its Python code reads "
            "values: a saved model holds no Python code"
        )
    return concrete.traces


def _parameters_of(concrete: Any) -> list[Parameter]:
    """The parameters that a file holds: all but the instance of a method."""
    if isinstance(concrete, StoredConcreteFunction):
        return concrete._parameters
    declared = concrete._bound.signature.parameters
    given = zip(concrete._names, concrete._given, strict=True)
    return [
        Parameter(name, int(declared[name].kind), declared[name].default, value)
        for place, (name, value) in enumerate(given)
        if place > 0 or name != "self"
    ]


def _concrete_functions(function: Any) -> tuple[list[Any], list[str]]:
    """The concrete functions of a function, and why some of its calls have none."""
    if isinstance(function, (ConcreteFunction, StoredConcreteFunction)):
        return [function], []
    if isinstance(function, StoredFunction):
        return list(function.concrete_functions), []
    if function.input_signature is not None:
        return [function.get_concrete_function()], []
    inner: Function = function._function if isinstance(function, BoundFunction) else function
    instance = (function.__self__,) if isinstance(function, BoundFunction) else ()
    found, problems = [], []
    for args, kwargs in _distinct(inner, len(instance)):
        try:
            found.append(inner.get_concrete_function(*instance, *args, **kwargs))
        except Exception as error:  # of the user's code, on symbolic tensors
            problems.append(f"{type(error).__name__}: {error}")
    return found, problems


def _distinct(function: Function, skipped: int) -> list[tuple[Any, Any]]:
    """The kinds of calls that were recorded, each once, without the first arguments."""
    calls = [(args[skipped:], kwargs) for args, kwargs in function._calls]
    return list({repr(call): call for call in calls}.values())


def _copy_asset(asset: Asset, number: int, contents: str) -> str:
    """Copies the file to the contents; its name there."""
    source = os.fspath(asset)
    folder = os.path.join(contents, "assets", str(number))
    os.makedirs(folder)
    name = os.path.basename(source) or "asset"
    shutil.copyfile(source, os.path.join(folder, name))
    return name
