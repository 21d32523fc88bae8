"""What pickle and copy ask of variables and all bound classes: `__reduce__` and `__copy__`."""

from __future__ import annotations

from pelton._core import Variable

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def reduce(thing: Any) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """The function and the arguments that make `thing` again; raises TypeError where none do."""
    if isinstance(thing, Variable):
        is_weight = not thing.name.endswith(":0")
        owner = thing.path[: -len(thing.name) - 1] if is_weight else None
        name = thing.name if is_weight else thing.name.removesuffix(":0")
        return variable_of, (thing.read_value(), name, thing.trainable, owner, thing.shape)
    from pelton.keras.pickling import reduce as reduce_keras

    return reduce_keras(thing)


def copy(thing: Any) -> Any:
    """What copy.copy gives: a whole copy, as in Keras, whose state nobody else shares."""
    from copy import deepcopy

    return deepcopy(thing)


def variable_of(value: Any, name: str, trainable: bool, owner: str | None, shape: Any) -> Any:
    """A variable of a pickle; `owner` is where its layer is, None for a tf.Variable."""
    if owner is None:
        return Variable(value, trainable=trainable, name=name, shape=shape)
    from pelton.keras.variable import weight_of

    return weight_of(value, name, trainable, owner)
