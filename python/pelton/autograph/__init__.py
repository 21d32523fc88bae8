"""Owns ``tf.autograph``. Functions run as the Python that they are; `conversion` rewrites those
that are traced without values and ask for some."""

from __future__ import annotations

from pelton.autograph import experimental

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = ["experimental", "set_verbosity", "to_code", "to_graph", "trace"]


def _python_function(entity: Any) -> Any:
    return getattr(entity, "python_function", entity)


def to_graph(
    entity: Callable[..., Any], recursive: bool = True, experimental_optional_features: Any = None
) -> Any:
    """The function itself. Raises NotImplementedError for what is no function."""
    if not callable(entity):
        raise NotImplementedError(f"to_graph takes functions, got {type(entity)}")
    return _python_function(entity)


def to_code(
    entity: Callable[..., Any], recursive: bool = True, experimental_optional_features: Any = None
) -> str:
    """The function's source as it stands, for that is what runs. Raises OSError where there is
    none."""
    import inspect
    import textwrap

    return textwrap.dedent(inspect.getsource(_python_function(entity)))


def set_verbosity(level: int, alsologtostdout: bool = False) -> None:
    """Changes nothing: there is no conversion that could be told of."""


def trace(*args: Any) -> None:
    """Prints its arguments, while a function is traced or called eagerly."""
    print(*args)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
