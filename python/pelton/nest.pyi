"""Types of pelton.nest. Made by `dev.py stubs`; do not edit."""

from collections.abc import Callable
from collections.abc import Iterable
from typing import Any

def assert_same_structure(
    nest1: Any,
    nest2: Any,
    check_types: bool = True,
    expand_composites: bool = False,
) -> None: ...
def flatten(structure: Any, expand_composites: bool = False) -> list[Any]: ...
def is_nested(seq: object) -> bool: ...
def map_structure(
    func: Callable[..., Any],
    *structure: Any,
    check_types: bool = True,
    expand_composites: bool = False,
) -> Any: ...
def pack_sequence_as(
    structure: Any,
    flat_sequence: Iterable[Any],
    expand_composites: bool = False,
) -> Any: ...
