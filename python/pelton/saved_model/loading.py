"""tf.saved_model.load: what a saved model's directory holds, read as hostile input."""

from __future__ import annotations

import os
from typing import Any

from pelton import _core
from pelton.errors import DataLossError, NotFoundError
from pelton.saved_model import directory, structures
from pelton.saved_model.asset import Asset
from pelton.saved_model.loaded_table import LoadedTable
from pelton.saved_model.options import LoadOptions
from pelton.saved_model.stored_function import (
    Parameter,
    Signature,
    Signatures,
    StoredConcreteFunction,
    StoredFunction,
)
from pelton.tensor_shape import TensorShape
from pelton.variables.module import Module

_MOST_NODES = 1 << 20
_TAGS = ("serve", ["serve"], ("serve",), {"serve"})


class LoadedModel(Module):
    """What a saved model held: variables, functions and parts by name, and `signatures`."""

    signatures: Signatures


class _CallableModel(LoadedModel):
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The stored `__call__`."""
        return self._stored_call(*args, **kwargs)


def load(export_dir: Any, tags: Any = None, options: Any = None) -> Any:
    """The object that tf.saved_model.save wrote: its variables, parts and functions by name, and
    `signatures`, which take and give tensors by name.

    Raises OSError where there is no model, NotImplementedError for a SavedModel of TensorFlow,
    ValueError for other `tags` than "serve", DataLossError or InvalidArgumentError for damage."""
    path = directory.checked_path("tf.saved_model.load: `export_dir`", export_dir)
    if options is not None and not isinstance(options, LoadOptions):
        raise TypeError(f"tf.saved_model.load: `options` must be LoadOptions, got {options!r}")
    if tags is not None and not any(type(tags) is type(known) and tags == known for known in _TAGS):
        raise ValueError(f"tf.saved_model.load: `tags` must be ['serve'] or None, got {tags!r}")
    contents, index = directory.read_index(path)
    return _Reader(contents, index).root()


def _listed(index: dict[str, Any], name: str) -> list[dict[str, Any]]:
    found = index.get(name)
    if not isinstance(found, list) or len(found) > _MOST_NODES:
        raise DataLossError(f"the saved model's `{name}` is no list")
    if not all(isinstance(part, dict) for part in found):
        raise DataLossError(f"the saved model's `{name}` has an entry that is no object")
    return found


def _text(part: dict[str, Any], key: str) -> str:
    if not isinstance(part.get(key), str):
        raise DataLossError(f"an entry of the saved model has no text `{key}`: {str(part)[:80]}")
    return str(part[key])


class _Reader:
    """Makes the nodes of one model, first all, then what leads from one to another."""

    def __init__(self, contents: str, index: dict[str, Any]) -> None:
        from pelton.train.checkpoints.bundle import Bundle

        self._contents = contents
        self._nodes = _listed(index, "nodes")
        if not self._nodes:
            raise DataLossError("the saved model has no nodes")
        self._bundle = Bundle(os.path.join(contents, "variables", "variables"))
        self._made: list[Any] = [self._leaf(n, node) for n, node in enumerate(self._nodes)]
        self._programs = [self._program(n, p) for n, p in enumerate(_listed(index, "programs"))]
        for number, node in enumerate(self._nodes):
            self._connect(number, node)
        found = index.get("signatures")
        if not isinstance(found, dict):
            raise DataLossError("the saved model's `signatures` are no object")
        self._signatures = {name: self._signature(name, found[name]) for name in found}

    def root(self) -> Any:
        """The first node, with the signatures."""
        root = self._made[0]
        if isinstance(root, LoadedModel):
            root.signatures = Signatures(self._signatures)
        return root

    def _leaf(self, number: int, node: dict[str, Any]) -> Any:
        """The node's thing, without what is below it."""
        if "variable" in node:
            return self._variable(number, node)
        if "asset" in node:
            name = _text(node, "asset")
            if name != os.path.basename(name) or name in ("", ".", ".."):
                raise DataLossError(f"the saved model names an asset outside of it: {name!r}")
            return Asset(os.path.join(self._contents, "assets", str(number), name))
        if "dict" in node:
            return {}
        if "list" in node:
            return []
        if "function" in node:
            return StoredFunction(_text(node, "function"), [], _text(node, "problem"))
        if "table" in node:
            return LoadedTable()
        if "object" in node:
            children = node.get("children")
            callable_ = isinstance(children, dict) and "__call__" in children
            return _CallableModel() if callable_ else LoadedModel()
        raise DataLossError(f"node {number} of the saved model is of no kind: {str(node)[:80]}")

    def _variable(self, number: int, node: dict[str, Any]) -> Any:
        value = self._bundle.array(str(number))
        name = _text(node, "variable").rsplit("/", 1)[-1]
        is_trained = node.get("trainable") is True
        if "shape" not in node:
            return _core.Variable(value, trainable=is_trained, name=name or None)
        try:
            shape = TensorShape(node["shape"])
        except (TypeError, ValueError):
            shape = None
        if shape is None or not shape.is_compatible_with(value.shape):
            raise DataLossError(f"variable {number} of the saved model has no shape: {node}")
        return _core.Variable(value, trainable=is_trained, name=name or None, shape=shape)

    def _at(self, number: Any, kind: type | None = None) -> Any:
        if not isinstance(number, int) or not 0 <= number < len(self._made):
            raise DataLossError(f"the saved model has an edge to no node: {number!r}")
        if kind is not None and not isinstance(self._made[number], kind):
            raise DataLossError(f"node {number} of the saved model is no {kind.__name__}")
        return self._made[number]

    def _connect(self, number: int, node: dict[str, Any]) -> None:
        thing = self._made[number]
        if isinstance(thing, StoredFunction):
            programs = node.get("programs")
            if not isinstance(programs, list):
                raise DataLossError(f"function {number} of the saved model has no programs")
            thing.concrete_functions.extend(self._program_at(place) for place in programs)
        elif isinstance(thing, list):
            if not isinstance(node["list"], list):
                raise DataLossError(f"node {number} of the saved model is no list")
            thing.extend(self._at(child) for child in node["list"])
        elif isinstance(thing, (dict, LoadedModel, LoadedTable)):
            kinds = {dict: "dict", LoadedTable: "table"}
            edges = node.get(kinds.get(type(thing), "children"))
            if not isinstance(edges, dict):
                raise DataLossError(f"node {number} of the saved model has no edges")
            for name, child in edges.items():
                self._hang(thing, name, self._at(child))

    def _hang(self, parent: Any, name: str, child: Any) -> None:
        if isinstance(parent, dict):
            parent[name] = child
        elif name == "__call__":
            parent._stored_call = child
        elif not hasattr(type(parent), name):
            setattr(parent, name, child)

    def _program_at(self, number: Any) -> StoredConcreteFunction:
        if not isinstance(number, int) or not 0 <= number < len(self._programs):
            raise DataLossError(f"the saved model names a program that is not there: {number!r}")
        return self._programs[number]

    def _program(self, number: int, part: dict[str, Any]) -> StoredConcreteFunction:
        places = part.get("variables")
        if not isinstance(places, list):
            raise DataLossError(f"program {number} of the saved model has no variables")
        variables = [self._at(place, _core.Variable) for place in places]
        name = os.path.join(self._contents, f"program-{number}")
        try:
            with open(name, "rb") as file:
                data = file.read()
        except FileNotFoundError:
            raise NotFoundError(f"{name} is missing") from None
        program = _core.program_from_bytes(data, variables)
        given = part.get("parameters")
        if not isinstance(given, list):
            raise DataLossError(f"program {number} of the saved model has no parameters")
        parameters = [_parameter(each) for each in given]
        result = structures.decoded(part.get("result"))
        try:
            return StoredConcreteFunction(_text(part, "name"), parameters, result, program)
        except ValueError as error:
            raise DataLossError(f"program {number} of the saved model: {error}") from None

    def _signature(self, name: str, part: Any) -> Signature:
        if not isinstance(part, dict):
            raise DataLossError(f"signature {name!r} of the saved model is none")
        concrete = self._program_at(part.get("program"))
        others = part.get("others", [])
        if not isinstance(others, list):
            raise DataLossError(f"signature {name!r} of the saved model has no programs")
        programs = [concrete, *(self._program_at(place) for place in others)]
        if any(len(each.inputs) != len(concrete.inputs) for each in programs) or any(
            each.count_of_outputs != concrete.count_of_outputs for each in programs
        ):
            raise DataLossError(f"signature {name!r} of the saved model has unlike programs")
        inputs = _names(name, part.get("inputs"), len(concrete.inputs))
        outputs = _names(name, part.get("outputs"), concrete.count_of_outputs)
        if not all(each.isidentifier() for each in inputs):
            raise DataLossError(f"signature {name!r} of the saved model has inputs {inputs}")
        return Signature(programs, inputs, outputs)


def _names(signature: str, found: Any, count: int) -> list[str]:
    is_named = isinstance(found, list) and all(isinstance(name, str) for name in found)
    if not is_named or len(found) != count or len(set(found)) != count:
        raise DataLossError(f"signature {signature!r} of the saved model has the names {found!r}")
    return list(found)


def _parameter(part: Any) -> Parameter:
    if not isinstance(part, dict) or part.get("kind") not in (0, 1, 2, 3, 4):
        raise DataLossError(f"a parameter in the saved model is none: {str(part)[:80]}")
    default = structures.decoded(part["default"]) if "default" in part else Parameter.NONE
    name = _text(part, "name")
    if not name.isidentifier():
        raise DataLossError(f"a parameter in the saved model has no name: {name!r}")
    return Parameter(name, part["kind"], default, structures.decoded(part.get("given")))
