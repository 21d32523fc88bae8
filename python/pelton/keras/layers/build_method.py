"""How a `build` written in a layer class runs: once, in the layer's name scope, then `built`."""

import functools


def wrap(build):
    """`build` so that calling it by hand marks the layer as built; once per class and method."""
    if getattr(build, "_runs_in_layer", False):
        return build

    @functools.wraps(build)
    def run(self, *args, **kwargs):
        if kwargs:
            self._run_build(lambda me, *_: build(me, *args, **kwargs), *args, *kwargs.values())
        else:
            self._run_build(build, *args)

    run._runs_in_layer = True
    return run
