"""Owns the functions of TensorFlow's ``gen_..._ops`` modules: raw ops whose arguments go by
position too."""

from __future__ import annotations

import functools
import inspect

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


@functools.cache
def _names() -> dict[str, str]:
    """The raw op of each function, by its letters alone: "biasaddgrad" of `bias_add_grad`."""
    from pelton import raw_ops

    return {name.lower(): name for name in dir(raw_ops) if not name.startswith("_")}


def _by_position(op: Callable[..., Any], name: str) -> Callable[..., Any]:
    """`op`, whose arguments may be given by position."""
    known = list(inspect.signature(op).parameters)

    @functools.wraps(op)
    def run(*args: Any, **kwargs: Any) -> Any:
        if len(args) > len(known):
            raise TypeError(f"{name}() takes {len(known)} arguments, got {len(args)}")
        given = dict(zip(known, args, strict=False))
        twice = sorted(given.keys() & kwargs.keys())
        if twice:
            raise TypeError(f"{name}() got several values for {twice[0]!r}")
        return op(**given, **kwargs)

    del run.__wrapped__  # its signature is not that of the op
    return run


@functools.cache
def __getattr__(name: str) -> Any:
    from pelton import raw_ops

    found = None if name.startswith("__") else _names().get(name.replace("_", "").lower())
    if found is None:
        raise AttributeError(name)
    return _by_position(getattr(raw_ops, found), name)
