"""What a `call` written in Python takes, asked once per function."""

from __future__ import annotations

import inspect
import weakref

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

_known: weakref.WeakKeyDictionary[Any, Mapping[str, inspect.Parameter]] = (
    weakref.WeakKeyDictionary()
)


def signature_of(function: Any) -> inspect.Signature:
    """inspect's; of the function itself where it stands for one that has none."""
    try:
        return inspect.signature(function)
    except ValueError:
        return inspect.signature(function, follow_wrapped=False)


def parameters_of(call: Any) -> Mapping[str, inspect.Parameter]:
    """The parameters of a bound method by name, in order, as inspect has them."""
    function = getattr(call, "__func__", None)
    if function is None:
        return signature_of(call).parameters
    found = _known.get(function)
    if found is None:
        found = _known[function] = signature_of(call).parameters
    return found


def takes(layer: Any, name: str) -> bool:
    """Whether a layer's or cell's call has the keyword `name`; the engine's own layers, whose calls
    have no signature, all take `training` and nothing else."""
    try:
        return name in parameters_of(layer.call)
    except ValueError:
        return name == "training"
