"""tf.Module: an object that finds the variables and modules among its attributes."""

from __future__ import annotations

import functools
import re

from pelton._core import Variable
from pelton.nest import flatten
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
        self, recursive: bool = True, predicate: Callable[[Any], bool] | None = None
    ) -> Iterator[Any]:
        """The attributes' leaves for which `predicate` holds, each once."""
        seen = {id(self)}
        ahead = [self]
        while ahead:
            inner: list[Module] = []
            for leaf in _leaves(ahead.pop()):
                if id(leaf) in seen:
                    continue
                seen.add(id(leaf))
                if predicate is None or predicate(leaf):
                    yield leaf
                if recursive and isinstance(leaf, Module):
                    inner.append(leaf)
            ahead.extend(reversed(inner))

    @classmethod
    def with_name_scope(cls, method: Callable[..., Any]) -> Callable[..., Any]:
        """A decorator: variables that `method` makes are named after the module."""

        @functools.wraps(method)
        def run(self: Module, *args: Any, **kwargs: Any) -> Any:
            with self.name_scope:
                return method(self, *args, **kwargs)

        return run


def _leaves(module: Module) -> list[Any]:
    attributes = vars(module)
    found: list[Any] = []
    for name in sorted(attributes):
        if name in module._TF_MODULE_IGNORED_PROPERTIES:
            continue
        try:
            found += flatten(attributes[name])
        except Exception as error:
            raise ValueError(f"Error processing property {name!r} of {module!r}") from error
    return found


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
