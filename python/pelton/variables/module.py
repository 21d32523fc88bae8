"""tf.Module: an object that finds the variables and modules among its attributes."""

from __future__ import annotations

import functools
import re

from pelton._core import Variable
from pelton.nest import flatten, is_nested
from pelton.variables.awaited_attributes import AwaitedAttributes
from pelton.variables.scopes import name_scope

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

_WORD_ENDS = re.compile(r"((?<=[a-z0-9])[A-Z]|(?!^)[A-Z](?=[a-z]))")


def _snake_case(name: str) -> str:
    return _WORD_ENDS.sub(r"_\1", name).lower()


class Module(AwaitedAttributes):
    """The base of what holds variables: those among the attributes, inside lists, tuples and dicts
    and in modules there belong to it. Attributes are searched by name, in sorted order.

    Raises ValueError for a `name` that is no Python identifier."""

    # Attributes that are not searched.
    _TF_MODULE_IGNORED_PROPERTIES: frozenset[str] = frozenset()

    def __init__(self, name: str | None = None) -> None:
        if name is None:
            name = _snake_case(type(self).__name__)
        elif not isinstance(name, str):
            raise TypeError(f"Module: `name` must be a str, got {type(name).__name__}")
        elif not name.isidentifier():
            raise ValueError(
                f"{name!r} is not a valid module name. Module names must be valid Python "
                "identifiers (e.g. a valid class name)."
            )
        self._name = name
        with name_scope(name) as scope:
            self._scope_name = scope

    @property
    def name(self) -> str:
        """As given, or the class's name in snake case."""
        return self._name

    @property
    def name_scope(self) -> name_scope:
        """The scope in which methods decorated by `with_name_scope` run."""
        return name_scope(self._scope_name)

    @property
    def variables(self) -> tuple[Variable, ...]:
        """All variables: those of the module itself first, then those of modules inside."""
        return tuple(self._flatten(predicate=_is_variable))

    @property
    def trainable_variables(self) -> tuple[Variable, ...]:
        """The variables that are trainable."""
        return tuple(self._flatten(predicate=_is_trainable))

    @property
    def non_trainable_variables(self) -> tuple[Variable, ...]:
        """The variables that are not trainable."""
        return tuple(self._flatten(predicate=_is_not_trainable))

    @property
    def submodules(self) -> tuple[Module, ...]:
        """All modules inside this one, without itself."""
        return tuple(self._flatten(predicate=_is_module))

    def _flatten(
        self,
        recursive: bool = True,
        predicate: Callable[[Any], bool] | None = None,
        attribute_traversal_key: Callable[[str], Any] | None = None,
        with_path: bool = False,
        expand_composites: bool = False,
    ) -> Iterator[Any]:
        """The attributes' leaves for which `predicate` holds, each once; `with_path` after the
        names and places that lead to them. `attribute_traversal_key` says the attributes' order,
        by name without it; with `expand_composites` composites are nests of their tensors."""
        seen = {id(self)}
        ahead: list[tuple[tuple[Any, ...], Module]] = [((), self)]
        while ahead:
            inner: list[tuple[tuple[Any, ...], Module]] = []
            path, module = ahead.pop()
            for place, leaf in _leaves(module, attribute_traversal_key, expand_composites):
                if id(leaf) in seen:
                    continue
                seen.add(id(leaf))
                if predicate is None or predicate(leaf):
                    yield ((*path, *place), leaf) if with_path else leaf
                if recursive and isinstance(leaf, Module):
                    inner.append(((*path, *place), leaf))
            ahead.extend(reversed(inner))

    def _no_dependency(self, value: Any) -> Any:
        """`value`: libraries mark so what checkpoints are not to hold."""
        return value

    def _track_trackable(self, trackable: Any, name: str, overwrite: bool = False) -> Any:
        """`trackable`, which belongs to the module as an attribute."""
        setattr(self, name, trackable)
        return trackable

    @classmethod
    def with_name_scope(cls, method: Callable[..., Any]) -> Callable[..., Any]:
        """A decorator: variables that `method` makes are named after the module."""

        @functools.wraps(method)
        def run(self: Module, *args: Any, **kwargs: Any) -> Any:
            with self.name_scope:
                return method(self, *args, **kwargs)

        return run


def _leaves(
    module: Module, order: Callable[[str], Any] | None, expands: bool
) -> list[tuple[tuple[Any, ...], Any]]:
    """The leaves of the attributes; the path of each begins with the attribute's name."""
    attributes = vars(module)
    found: list[tuple[tuple[Any, ...], Any]] = []
    for name in sorted(attributes, key=order):
        if name in module._TF_MODULE_IGNORED_PROPERTIES:
            continue
        try:
            found += _leaves_of(attributes[name], (name,), expands)
        except Exception as error:
            raise ValueError(f"Error processing property {name!r} of {module!r}") from error
    return found


def _leaves_of(value: Any, path: tuple[Any, ...], expands: bool) -> list[tuple[Any, Any]]:
    if not is_nested(value):
        if not expands:
            return [(path, value)]
        parts = flatten(value, expand_composites=True)
        if len(parts) == 1:
            return [(path, parts[0])]
        return [((*path, place), part) for place, part in enumerate(parts)]
    if isinstance(value, dict):
        places = [(key, value[key]) for key in sorted(value)]
    elif hasattr(value, "_fields"):
        places = list(zip(value._fields, value, strict=True))
    else:
        places = list(enumerate(value))
    return [leaf for key, part in places for leaf in _leaves_of(part, (*path, key), expands)]


def _is_variable(leaf: Any) -> bool:
    return isinstance(leaf, Variable)


def _is_trainable(leaf: Any) -> bool:
    return isinstance(leaf, Variable) and leaf.trainable


def _is_not_trainable(leaf: Any) -> bool:
    return isinstance(leaf, Variable) and not leaf.trainable


def _is_module(leaf: Any) -> bool:
    return isinstance(leaf, Module)


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
