"""Owns gradients that a program registers by name, and how calls within
``Graph.gradient_override_map`` take them."""

from __future__ import annotations

from typing import NamedTuple

from pelton._core import functions as _functions
from pelton._core import layers as _layers
from pelton.compat.v1.graph import at_once, get_default_graph, is_active
from pelton.compat.v1.operation import Operation
from pelton.names.named_refusals import shown
from pelton.nest import flatten, map_structure

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_registered: dict[str, Callable[..., Any] | None] = {}


class RegisterGradient:
    """``@tf.RegisterGradient(name)``: a function of an op and the gradients of its outputs, which
    gives those of its inputs. KeyError for a name that is registered."""

    def __init__(self, op_type: str) -> None:
        if not isinstance(op_type, str):
            raise TypeError(f"op_type must be a string, got {op_type!r}")
        self._name = op_type

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        if self._name in _registered:
            raise KeyError(f"Registering two gradient with name '{self._name}'!")
        _registered[self._name] = function
        return function


def no_gradient(op_type: str) -> None:
    """Says that no gradient goes through ops of the name."""
    if not isinstance(op_type, str):
        raise TypeError(f"no_gradient: op_type must be a string, got {shown(op_type)}")
    _registered[op_type] = None


NoGradient = NotDifferentiable = no_gradient  # its other names


class _Call(NamedTuple):
    """What a registered function sees of an op."""

    inputs: list[Any]
    outputs: list[Any]
    type: str
    name: str

    def get_attr(self, name: str) -> Any:
        """Refused with ValueError: ops here have other attributes."""
        raise ValueError(f"Operation {self.name!r} has no attr named {name!r}.")


def override_of(type: str) -> Callable[..., Any] | None:  # noqa: A002 - TensorFlow's name
    """The function that the maps around the caller name for ops of the type. LookupError for a
    name that is not registered."""
    name = get_default_graph().gradient_override(type)
    if name is None:
        return None
    if name not in _registered:
        raise LookupError(f"gradient registry has no entry for: {name}")
    return _registered[name]


def overridden(type: str, name: str | None, inputs: list[Any], forward: Callable[..., Any],
               gradient: Callable[..., Any], like: Any) -> Any:  # fmt: skip
    """The outputs of a node that computes ``forward(*inputs)`` with the gradient given."""
    from pelton.autograd.user_gradient import custom_gradient

    def compute(values: Any) -> Any:
        @custom_gradient
        def run(*given: Any) -> Any:
            outputs = forward(*given)

            def back(*above: Any) -> Any:
                call = _Call(list(given), flatten(outputs), type, node.name)
                with at_once():
                    found = gradient(call, *above)
                return _of_each(found, given)

            return outputs, back

        return run(*[_functions.convert(one) for one in values])

    node = Operation(get_default_graph(), type, name or type, compute, (list(inputs),))
    return node.give(like)


def custom_gradient(f: Callable[..., Any]) -> Callable[..., Any]:
    """``tf.custom_gradient``, whose function graphs call in each run."""
    import functools

    from pelton.autograd.user_gradient import custom_gradient as of_values

    decorated = of_values(f)

    def with_values(*args: Any, **kwargs: Any) -> Any:
        made, gradient = f(*args, **kwargs)

        def back(*above: Any, **more: Any) -> Any:
            with at_once():
                return gradient(*above, **more)

        return made, back

    def compute(args: Any, kwargs: Any) -> Any:
        with at_once():
            return of_values(with_values)(*args, **kwargs)

    @functools.wraps(f)
    def call(*args: Any, **kwargs: Any) -> Any:
        if not is_active():
            return decorated(*args, **kwargs)
        like = f(*args, **kwargs)[0]  # for dtypes and shapes
        name = getattr(f, "__name__", "custom_gradient")
        node = Operation(get_default_graph(), "CustomGradient", name, compute, (list(args), kwargs))
        return node.give(map_structure(_functions.convert, like))

    return call


def _of_each(found: Any, given: Any) -> Any:
    from pelton.ops.array.creation import zeros_like

    flat = list(found) if isinstance(found, (list, tuple)) else [found]
    flat += [None] * (len(given) - len(flat))
    made = [zeros_like(x) if one is None else one for one, x in zip(flat, given, strict=True)]
    return made if len(made) > 1 else made[0]


def of_engine_call(tensor: Any, name: str | None) -> Any:
    """The tensor of an engine's call, by a node with the gradient that the maps around the caller
    name for it; None where they name none."""
    found = _layers._call_of(tensor) if get_default_graph().has_overrides() else None
    if found is None:
        return None
    kind = _layers._call_place(tensor)[0]
    gradient = override_of(kind)
    if gradient is None:
        return None
    index, inputs, named = found[1], found[3], found[4]

    def forward(*given: Any) -> Any:
        return _layers._run_call(tensor, list(given[: len(inputs)]), list(given[len(inputs) :]))[
            index
        ]

    like = _functions.symbolic(tensor.shape, tensor.dtype)
    return overridden(kind, name, [*inputs, *named], forward, gradient, like)
