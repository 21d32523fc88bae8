"""How a `build` written in a layer class runs: once, in the layer's name scope, then `built`."""

from __future__ import annotations

import functools

from pelton.keras.layers.call_signature import signature_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def wrap(build: Any) -> Any:
    """`build` so that calling it by hand marks the layer as built; once per class and method."""
    if getattr(build, "_runs_in_layer", False):
        return build

    takes_shapes = len(signature_of(build).parameters) > 1

    @functools.wraps(build)
    def run(self: Any, *args: Any, **kwargs: Any) -> None:
        args = args if takes_shapes else ()
        if kwargs:
            self._run_build(lambda me, *_: build(me, *args, **kwargs), *args, *kwargs.values())
        else:
            self._run_build(build, *args)
        names = list(signature_of(build).parameters)[1:]
        vars(self)["_build_arguments"] = {**dict(zip(names, args, strict=False)), **kwargs}

    run._runs_in_layer = True
    return run
