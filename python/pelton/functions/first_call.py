"""Owns what a function's first call may make: variables that outlive it."""

from __future__ import annotations

import functools
import weakref

from pelton import _core
from pelton.tensors.element_shapes import told_by
from pelton.variables.creators import variable_creator_scope

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class WatchedFunction:
    """A Python function whose first call raises ValueError where a variable that it made is gone
    when it ends: each further call would make one again."""

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function, updated=())
        self._function = function
        self._has_run = False

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """What the function returns."""
        with told_by(lambda: self._trace(args, kwargs)):
            return self._called(args, kwargs)

    def _trace(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Traces the function without values; nothing is computed."""
        from pelton.functions.recorded_function import function

        function(self._function).get_concrete_function(*args, **kwargs)

    def _called(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if self._has_run or _core.functions_run_eagerly():
            return self._function(*args, **kwargs)
        made: list[weakref.ref[Any]] = []

        def note(next_creator: Callable[..., Any], **options: Any) -> Any:
            variable = next_creator(**options)
            made.append(weakref.ref(variable))
            return variable

        with variable_creator_scope(note):
            result = self._function(*args, **kwargs)
        if any(reference() is None for reference in made):
            raise ValueError(
                "tf.function only supports singleton tf.Variables created on the first call. Make "
                "sure the tf.Variable is only created once or created outside tf.function. See "
                "https://www.tensorflow.org/guide/function#creating_tfvariables for more "
                "information."
            )
        self._has_run = True
        return result

    def decorated(self, function: Callable[..., Any]) -> None:
        """Takes this function, which a decorator made, in place of the one of before."""
        self._function = function

    def forms(self) -> list[Callable[..., Any]]:
        """The function, and with its branches and loops as the program's own, in the order in which
        traces without values try them. Called by the engine."""
        from pelton.autograph import conversion

        return conversion.forms(self, self._function)

    def __repr__(self) -> str:
        return repr(self._function)
