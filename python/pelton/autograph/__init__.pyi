"""Types of pelton.autograph. Made by `dev.py stubs`; do not edit."""

from . import experimental as experimental
from collections.abc import Callable
from typing import Any

def set_verbosity(level: int, alsologtostdout: bool = False) -> None: ...
def to_code(
    entity: Callable[..., Any],
    recursive: bool = True,
    experimental_optional_features: Any = None,
) -> str: ...
def to_graph(
    entity: Callable[..., Any],
    recursive: bool = True,
    experimental_optional_features: Any = None,
) -> Any: ...
def trace(*args: Any) -> None: ...
