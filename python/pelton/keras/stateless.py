"""keras.StatelessScope, and what layers, models and optimizers do with given values of their
variables, which themselves stay as they are."""

from __future__ import annotations

from pelton._core import Variable
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.names.named_refusals import named_method
from pelton.nest import flatten, pack_sequence_as

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from pelton._core import Tensor


class StatelessScope:
    """``with keras.StatelessScope([(variable, value), ...]) as scope:`` the variables have these
    values inside, and again their own behind it; `scope.get_current_value(variable)` is what
    the block made of a value, None for a variable that was not given.

    Tapes around the scope see the variables and not the given values; `stateless_call` has
    gradients by the values. Losses are collected by `add_loss` of the scope alone. Raises
    ValueError for what is no variable and for a value of another shape."""

    def __init__(
        self,
        state_mapping: Iterable[tuple[Any, Any]] | None = None,
        collect_losses: bool = False,
        initialize_variables: bool = True,
    ) -> None:
        self.collect_losses = collect_losses
        self.initialize_variables = initialize_variables
        self.losses: list[Any] = []
        self._given: dict[int, tuple[Any, Any]] = {}
        self._before: list[tuple[Any, Any]] = []
        self._is_entered = False
        for variable, value in state_mapping or ():
            self._given[id(variable)] = (variable, _checked(variable, value))

    def __enter__(self) -> StatelessScope:
        self._before = [(one, one.read_value()) for one, _ in self._given.values()]
        self._is_entered = True
        for variable, value in self._given.values():
            variable.assign(value)
        return self

    def __exit__(self, *error: object) -> None:
        given = self._given
        self._given = {key: (one, one.read_value()) for key, (one, _) in given.items()}
        self._is_entered = False
        before, self._before = self._before, []
        for variable, value in before:
            variable.assign(value)

    def add_loss(self, loss: Any) -> None:
        """Adds to `losses`."""
        self.losses.append(loss)

    def add_update(self, update: tuple[Any, Any]) -> None:
        """Takes a variable and its value from now on in the scope."""
        variable, value = update
        value = _checked(variable, value)
        if self._is_entered:
            if id(variable) not in self._given:
                self._before.append((variable, variable.read_value()))
            variable.assign(value)
        self._given[id(variable)] = (variable, value)

    def get_current_value(self, variable: Any) -> Any:
        """The value in the scope, its last one behind it; None for a variable without one."""
        found = self._given.get(id(variable))
        if found is None:
            return None
        return variable.read_value() if self._is_entered else found[1]


def _checked(variable: Any, value: Any) -> Tensor:
    """The value as a tensor of the variable's dtype."""
    if not isinstance(variable, Variable):
        raise ValueError(
            "Invalid reference variable in StatelessScope: all keys in argument `mapping` must be "
            f"Variable instances. Received instead: {variable}"
        )
    read = value.read_value() if isinstance(value, Variable) else _functions.convert(value)
    tensor: Tensor = _ops.cast(read, variable.dtype)
    if tuple(tensor.shape) != tuple(variable.shape):
        raise ValueError(
            "Invalid variable value in StatelessScope: all values in argument `mapping` must be "
            "tensors with a shape that matches the corresponding variable shape. For variable "
            f"{variable}, received invalid value {value} with shape {tuple(tensor.shape)}."
        )
    return tensor


def _check_count(name: str, values: Sequence[Any], wanted: Sequence[Any], where: str) -> None:
    if len(values) != len(wanted):
        raise ValueError(
            f"Argument `{name}` must be a list of tensors corresponding 1:1 to {where}. Received "
            f"list with length {len(values)}, but expected {len(wanted)} variables."
        )


def _differentiable(
    pairs: list[tuple[Any, Any]], arguments: Any, run: Callable[[Any], Any]
) -> tuple[Any, list[Any]]:
    """`run(arguments)` and the variables' values behind it, with gradients by the given values and
    the tensors among the arguments."""
    from pelton.autograd.user_gradient import custom_gradient
    from pelton.gradient_tape import GradientTape

    mapped = [variable for variable, _ in pairs]
    leaves = flatten(arguments)
    places = [place for place, leaf in enumerate(leaves) if _has_gradient(leaf)]
    found: list[Any] = []

    def step(*given: Any) -> Any:
        values, tensors = given[: len(pairs)], given[len(pairs) :]
        for place, tensor in zip(places, tensors, strict=True):
            leaves[place] = tensor
        with StatelessScope(zip(mapped, values, strict=True)) as scope:
            with GradientTape(persistent=True) as tape:
                for one in (*mapped, *tensors):
                    if _has_gradient(one):
                        tape.watch(one)
                found[:] = [run(pack_sequence_as(arguments, leaves))]
            found.append([scope.get_current_value(variable) for variable in mapped])
        results = [_functions.convert(one) for one in flatten(found) if one is not None]

        def gradient(*arrived: Any, variables: Any = ()) -> Any:
            return _sorted_gradients(tape, results, arrived, (mapped, tensors, variables))

        return results, gradient

    outputs = iter(custom_gradient(step)(*[value for _, value in pairs],
                                         *[leaves[place] for place in places]))  # fmt: skip
    flat = [None if one is None else next(outputs) for one in flatten(found)]
    result, values = pack_sequence_as(found, flat)
    return result, values


def _sorted_gradients(tape: Any, results: Any, arrived: Any, sources: tuple[Any, ...]) -> Any:
    """The gradients of the mapped variables and the tensors, and with variables that tapes have
    seen a list of theirs, where mapped ones have none: their values have it."""
    mapped, tensors, variables = sources
    refs = {one.ref() for one in mapped}
    others = [one for one in variables if one.ref() not in refs]
    grads = tape.gradient(results, [*mapped, *tensors, *others], output_gradients=list(arrived))
    count = len(mapped) + len(tensors)
    rest = iter(grads[count:])
    of_variables = [None if one.ref() in refs else next(rest) for one in variables]
    return (grads[:count], of_variables) if variables else grads[:count]


def _has_gradient(leaf: Any) -> bool:
    from pelton._core import Tensor

    if isinstance(leaf, Variable):
        return bool(_functions.convert(leaf).dtype.is_floating)
    return isinstance(leaf, Tensor) and bool(leaf.dtype.is_floating)


def stateless_call(
    self: Any,
    trainable_variables: Sequence[Any],
    non_trainable_variables: Sequence[Any],
    *args: Any,
    return_losses: bool = False,
    **kwargs: Any,
) -> Any:
    """The output of a call with these values of the layer's variables, and the values of its
    `non_trainable_variables` behind it; with `return_losses` its losses as a third.

    Tapes see the given values. Raises ValueError for a layer that is not built and for another
    number of values than it has variables."""
    name = type(self).__name__
    if not self.built:
        raise ValueError(
            f"To call stateless_call, {name} must be built (i.e. its variables must have been "
            "already created). You can build it by calling it on some data."
        )
    trainable, others = self.trainable_variables, self.non_trainable_variables
    _check_count(
        "trainable_variables", trainable_variables, trainable, f"{name}().trainable_variables"
    )
    _check_count(
        "non_trainable_variables",
        non_trainable_variables,
        others,
        f"{name}().non_trainable_variables",
    )
    variables = [*trainable, *others]
    values = [*trainable_variables, *non_trainable_variables]
    pairs = [
        (one, value if isinstance(value, Variable) else _checked(one, value))
        for one, value in zip(variables, values, strict=True)
    ]

    def run(arguments: Any) -> Any:
        args, kwargs = arguments
        output = self(*args, **kwargs)
        return (output, list(self.losses)) if return_losses else (output,)

    result, after = _differentiable(pairs, (args, kwargs), run)
    output, *losses = result
    return (output, after[len(trainable) :], *losses)


def stateless_compute_loss(
    self: Any,
    trainable_variables: Sequence[Any],
    non_trainable_variables: Sequence[Any],
    metrics_variables: Sequence[Any],
    x: Any = None,
    y: Any = None,
    y_pred: Any = None,
    sample_weight: Any = None,
    training: bool = True,
) -> Any:
    """`compute_loss` with these values of the variables: the loss, and a tuple of the values of
    the trainable ones, of the others and of the metrics' behind it."""
    trainable, others = self.trainable_variables, self.non_trainable_variables
    variables = [*trainable, *others, *self.metrics_variables]
    values = [*trainable_variables, *non_trainable_variables, *metrics_variables]
    pairs = [
        (one, value if isinstance(value, Variable) else _checked(one, value))
        for one, value in zip(variables, values, strict=True)
    ]

    def run(given: Any) -> Any:
        x, y, y_pred, sample_weight = given
        return self.compute_loss(x, y, y_pred, sample_weight, training=training)

    loss, after = _differentiable(pairs, (x, y, y_pred, sample_weight), run)
    first, second = len(trainable), len(trainable) + len(others)
    return loss, (trainable_variables, after[first:second], after[second:])


def stateless_apply(
    self: Any,
    optimizer_variables: Sequence[Any],
    grads: Sequence[Any],
    trainable_variables: Sequence[Any],
) -> tuple[list[Any], list[Any]]:
    """What `apply(grads)` makes of these values of the variables that the optimizer was built for
    and of its own: both lists. Raises ValueError for an optimizer that is not built and for
    another number of values."""
    name = type(self).__name__
    if not self.built:
        raise ValueError(
            f"To call `stateless_apply`, {name} must be built (i.e. its variables must have been "
            "created). You can build it via `optimizer.build(trainable_variables)`."
        )
    own, trainable = list(self.variables), list(self._trainable_variables)
    _check_count("optimizer_variables", optimizer_variables, own, f"{name}().variables")
    if len(trainable_variables) != len(trainable):
        raise ValueError(
            "Argument `optimizer_variables` must be a list of tensors corresponding 1:1 to the "
            "trainable variables list that the optimizer was built with. Received "
            f"len(trainable_variables) == {len(trainable_variables)} whereas the optimizer was "
            f"built with {len(trainable)} variables."
        )
    pairs = [*zip(trainable, trainable_variables, strict=True)]
    pairs += zip(own, optimizer_variables, strict=True)
    with StatelessScope(pairs) as scope:
        self.apply(grads)
        return (
            [scope.get_current_value(one) for one in trainable],
            [scope.get_current_value(one) for one in own],
        )


def add_to_layer(layer: Any) -> None:
    """Gives the class of layers its method."""
    layer.stateless_call = named_method(stateless_call)


def add_to_model(model: Any) -> None:
    """Gives the class of models its method."""
    model.stateless_compute_loss = named_method(stateless_compute_loss)


def add_to_optimizer(optimizer: Any) -> None:
    """Gives the class of optimizers its method."""
    optimizer.stateless_apply = named_method(stateless_apply)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
