"""Inputs and outputs of a Sequential as symbolic tensors."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any

from pelton._core.layers import InputLayer
from pelton.keras.models.graph import ends_of, input_tensor, sequential_tensors

if TYPE_CHECKING:
    from pelton._core.layers import Layer


def _ends(model: Any, what: str) -> Any:
    if model._input_layer is None or not model.built:
        raise AttributeError(f"Sequential model '{model.name}' has no defined {what} yet.")
    return sequential_tensors(model)


def inputs(self: Any) -> list[Any]:
    """The symbolic inputs of a built Sequential, a list of one."""
    return list(_ends(self, "inputs")[0])


def outputs(self: Any) -> list[Any]:
    """The symbolic outputs of a built Sequential, a list of one."""
    return list(_ends(self, "outputs")[1])


def input(self: Any) -> Any:  # noqa: A001 - Keras's name
    """The symbolic input of the first call in a graph, of a Sequential that was not called its
    own."""
    called = ends_of(self)
    return _ends(self, "input")[0][0] if called is None else called[0]


def output(self: Any) -> Any:
    """The symbolic output of the first call in a graph, of a Sequential that was not called its
    own."""
    called = ends_of(self)
    return _ends(self, "output")[1][0] if called is None else called[1]


# The Sequential that last gave a layer from its `layers`, in which its `input` and `output` are.
_chains: weakref.WeakKeyDictionary[Any, weakref.ref[Any]] = weakref.WeakKeyDictionary()


def _in_chain(native: Any) -> Any:
    """A layer's `input` or `output`, within the Sequential that it was got from."""

    def get(self: Any) -> Any:
        if isinstance(self, InputLayer):
            return input_tensor(self)
        found = _chains.get(self)
        model = None if found is None else found()
        if model is not None and model._input_layer is not None and model.built:
            sequential_tensors(model)
        return native.fget(self)

    get.__doc__ = native.__doc__
    return property(get)


def _noting(native: Any) -> Any:
    """`layers`, each of which knows from then on where it was got from."""

    def layers(self: Any) -> list[Layer]:
        """The layers that were added, in order."""
        found: list[Layer] = native.fget(self)
        for layer in found:
            _chains[layer] = weakref.ref(self)
        return found

    return property(layers, native.fset)


def add_to(layer: Any, sequential: Any) -> None:
    """Gives Sequential the properties `inputs`, `outputs`, `input` and `output`, and its layers
    those of the places where they stand in it."""
    for name in ("input", "output"):
        setattr(layer, name, _in_chain(getattr(layer, name)))
    for get in (inputs, outputs, input, output):
        setattr(sequential, get.__name__, property(get))
    sequential.layers = _noting(sequential.layers)
