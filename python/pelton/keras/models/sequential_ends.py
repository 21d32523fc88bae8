"""Inputs and outputs of a Sequential as symbolic tensors."""

from __future__ import annotations

from typing import Any

from pelton.keras.models.graph import sequential_tensors


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
    """The symbolic input of a built Sequential."""
    return _ends(self, "input")[0][0]


def output(self: Any) -> Any:
    """The symbolic output of a built Sequential."""
    return _ends(self, "output")[1][0]


def add_to(sequential: Any) -> None:
    """Gives Sequential the properties `inputs`, `outputs`, `input` and `output`."""
    for get in (inputs, outputs, input, output):
        setattr(sequential, get.__name__, property(get))
