"""Owns BoundFunction: a method made by ``tf.function``, with its instance."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton.functions.recorded_function import Function


class BoundFunction:
    """A Function with the instance that it was taken from."""

    __slots__ = ("__self__", "_function")

    def __init__(self, function: Function, instance: object) -> None:
        self._function = function
        self.__self__ = instance

    @property
    def __class__(self) -> type:  # isinstance() takes it for what tf.function makes
        return type(self._function)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._function(self.__self__, *args, **kwargs)

    def get_concrete_function(self, *args: Any, **kwargs: Any) -> Any:
        """As for the function, without the instance among the arguments."""
        return self._function.get_concrete_function(self.__self__, *args, **kwargs)

    @property
    def python_function(self) -> Any:
        """The Python method."""
        return self._function.python_function.__get__(self.__self__)

    @property
    def __wrapped__(self) -> Any:
        return self.python_function

    def __getattr__(self, name: str) -> Any:
        return getattr(self._function, name)

    def __repr__(self) -> str:
        return f"<bound {self._function!r} of {self.__self__!r}>"
