"""What a layer or an optimizer writes of itself into a file and reads back, which classes of users
may define anew: save_own_variables and load_own_variables."""

from __future__ import annotations

import warnings

from pelton._core.layers import Layer, Sequential
from pelton._core.optimizers import Nadam, Optimizer
from pelton.names.named_refusals import named_method

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def own_variables(thing: Any) -> list[Any]:
    """The variables in the file's order: an optimizer's all, of a layer those that none of the
    layers inside has, without states of random generators."""
    if not isinstance(thing, Layer):
        return list(thing.variables)
    low_rank = getattr(thing, "_low_rank", None)
    if low_rank is not None:  # a file has the weight that is adapted only
        added = {low_rank.a.ref(), low_rank.b.ref()}
        return [weight for weight in thing.weights if weight.ref() not in added]
    inside = thing.layers if isinstance(thing, Sequential) else vars(thing).get("_layers", ())
    if not inside:
        return list(thing.weights)
    others = {weight.ref() for layer in inside if layer is not thing for weight in layer.weights}
    return [weight for weight in thing.weights if weight.ref() not in others]


def derived_values(thing: Any) -> dict[str, float]:
    """By name, what Keras keeps in variables after the optimizer's own and the engine computes
    from the number of the step: Nadam's product of momenta."""
    if not isinstance(thing, Nadam) or not thing.built:
        return {}
    product = 1.0
    for step in range(1, min(int(thing.iterations), 20000) + 1):
        product *= thing.beta_1 * (1.0 - 0.5 * 0.96**step)
        if product < 1e-45:  # the least float32
            product = 0.0
            break
    return {"variable": product}


def _check_store(store: Any, *methods: str) -> None:
    """Raises TypeError for what is no mapping that can be read, or written."""
    if not all(hasattr(type(store), name) for name in methods):
        raise TypeError(f"store must map names to arrays, got {type(store).__name__}")


def save_own_variables(self: Any, store: Any) -> None:
    """Puts the values of the object's own variables into `store` under "0", "1", ..."""
    _check_store(store, "__setitem__")
    low_rank = getattr(self, "_low_rank", None)
    for number, variable in enumerate(own_variables(self)):
        # The adapted weight, which is frozen, comes first.
        is_adapted = low_rank is not None and number == 0
        store[str(number)] = low_rank.merged(variable) if is_adapted else variable
    for number, value in enumerate(derived_values(self).values(), len(own_variables(self))):
        store[str(number)] = value


def load_own_variables(self: Any, store: Mapping[str, Any]) -> None:
    """Assigns the values of `store`. Raises ValueError for another number of them or other
    shapes; an optimizer that has another number warns and keeps its own."""
    _check_store(store, "keys", "__getitem__")
    variables = own_variables(self)
    wanted = len(variables) + len(derived_values(self))
    if len(store.keys()) != wanted:
        other_number(self, wanted, len(store.keys()))
        return
    for number, variable in enumerate(variables):
        variable.assign(store[str(number)])
    low_rank = getattr(self, "_low_rank", None)
    for matrix in () if low_rank is None else (low_rank.a, low_rank.b):
        matrix.assign(matrix * 0)


def other_number(thing: Any, wanted: int, found: int) -> None:
    """Warns for an optimizer, raises ValueError for a layer."""
    if isinstance(thing, Optimizer):
        why = "" if wanted else " The optimizer has not been built yet."
        warnings.warn(
            f"Skipping variable loading for optimizer '{thing.name}', because it has {wanted} "
            f"variables whereas the saved optimizer has {found} variables.{why}",
            stacklevel=4,
        )
        return
    if wanted == 0 and not thing.built:
        raise ValueError(
            f"Layer '{thing.name}' was never built and thus it doesn't have any variables. However "
            f"the weights file lists {found} variables for this layer. Build it first, by "
            "calling the model on data or by `build()`; a layer of your own that makes its parts "
            "in `build` must build them there too"
        )
    raise ValueError(
        f"Layer '{thing.name}' expected {wanted} variables, but received {found} variables during "
        "loading"
    )


def set_weights(self: Any, weights: Any) -> None:
    """Optimizer.set_weights: assigns the arrays to the variables in their order, as far as there
    are such. Raises ValueError before the optimizer is built, and for another shape."""
    if not self.built:
        raise ValueError(
            "You are calling `set_weights()` on an optimizer that has not yet been built. Please "
            "call `optimizer.build(trainable_variables)` to create the optimizer weights before "
            "calling `set_weights()`."
        )
    pairs = list(zip(self.variables, weights, strict=False))
    for variable, value in pairs:
        shape = tuple(getattr(value, "shape", ()))
        if tuple(variable.shape) != shape:
            raise ValueError(
                f"Optimizer variable {variable.path} has shape {tuple(variable.shape)} not "
                f"compatible with provided weight shape {shape}."
            )
    for variable, value in pairs:
        variable.assign(value)


def add_to_classes() -> None:
    """Gives the methods to all layers and optimizers."""
    Optimizer.set_weights = named_method(set_weights)
    for base in (Layer, Optimizer):
        base.save_own_variables = named_method(save_own_variables)
        base.load_own_variables = named_method(load_own_variables)
