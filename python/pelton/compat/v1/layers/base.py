"""Owns Layer, the base of ``tf.layers``'s classes, and how a class becomes a function."""

from __future__ import annotations

import contextlib
import functools
import inspect
import re

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.compat.v1.graph import GraphKeys, get_default_graph
from pelton.compat.v1.variable_scopes import get_variable, variable_scope
from pelton.compat.v1.variables import RefVariable
from pelton.nest import map_structure
from pelton.tensor_shape import TensorShape

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any


class Layer:
    """A layer whose variables belong to the graph; its first call makes them.

    Subclasses define `call`, and `build` or variables by `add_weight`."""

    def __init__(
        self, trainable: bool = True, name: str | None = None, dtype: Any = None, **options: Any
    ) -> None:
        self.trainable = trainable
        self.built = False
        self._is_entered = False
        self._dtype = dtype
        self._name = name
        self._reuse = options.pop("_reuse", None)
        self._scope: Any = options.pop("_scope", None)
        self._penalty = options.pop("activity_regularizer", None)
        self._made: list[Any] = []
        self._added: dict[str, list[Any]] = {"losses": [], "updates": []}
        if options:
            raise TypeError(f"{type(self).__name__}: unknown keyword arguments {sorted(options)}")

    @property
    def name(self) -> str:
        """The name given, or that of its scope; before the first call that of its class."""
        if self._name is not None:
            return self._name
        return self._scope.name if hasattr(self._scope, "name") else self._base_name()

    @property
    def scope_name(self) -> str:
        """The name of the scope of its variables. Raises ValueError before the first call."""
        if not hasattr(self._scope, "name"):
            raise ValueError(f"{self.name}: the layer has no scope before it is called")
        return str(self._scope.name)

    @property
    def dtype(self) -> Any:
        """The dtype of its variables."""
        return self._dtype

    def _base_name(self) -> str:
        split = re.sub(r"(.)([A-Z][a-z0-9]+)", r"\1_\2", type(self).__name__)
        return re.sub(r"([a-z])([A-Z])", r"\1_\2", split).lower()

    # --- what subclasses define and call

    def build(self, input_shape: Any) -> None:
        """Makes the variables for inputs of the shape."""
        self.built = True

    def call(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """What the layer gives for `inputs`."""
        return inputs

    def add_weight(
        self, name: str, shape: Any, dtype: Any = None, initializer: Any = None,
        regularizer: Any = None, trainable: bool | None = None, constraint: Any = None,
        **options: Any,
    ) -> Any:  # fmt: skip
        """The variable of the layer's scope that has the name."""
        is_trained = self.trainable and (trainable is None or trainable)
        graph = get_default_graph()
        known = set(graph.variable_store)
        made = get_variable(
            name, shape, dtype or self._dtype, initializer, None, is_trained, constraint=constraint
        )
        if not any(one is made for one in self._made):
            self._made.append(made)
        if regularizer is not None and made.op.name not in known:
            with graph.name_scope(f"{graph.current_name_scope}{name}/Regularizer/"):
                found = regularizer(made.value())
                if found is not None:
                    self.add_loss(found)
        return made

    add_variable = add_weight

    def add_loss(self, losses: Any, inputs: Any = None) -> None:
        """Adds to the layer's losses and to the collection of penalties."""
        found = list(losses) if isinstance(losses, (list, tuple)) else [losses]
        self._add("losses", GraphKeys.REGULARIZATION_LOSSES, found)

    def add_update(self, updates: Any, inputs: Any = None) -> None:
        """Adds to the layer's updates and to the collection UPDATE_OPS."""
        found = list(updates) if isinstance(updates, (list, tuple)) else [updates]
        self._add("updates", GraphKeys.UPDATE_OPS, found)

    def _add(self, kind: str, key: str, values: list[Any]) -> None:
        self._added[kind].extend(values)
        for one in values:
            get_default_graph().add_to_collection(key, one)

    # --- its variables

    @property
    def variables(self) -> list[Any]:
        """All variables, in the order that they were made."""
        return list(self._made)

    weights = variables

    @property
    def trainable_variables(self) -> list[Any]:
        """Those that optimizers change."""
        return [one for one in self._made if one.trainable]

    trainable_weights = trainable_variables

    @property
    def non_trainable_variables(self) -> list[Any]:
        """Those that optimizers do not change."""
        return [one for one in self._made if not one.trainable]

    non_trainable_weights = non_trainable_variables

    @property
    def losses(self) -> list[Any]:
        """The penalties of its variables, and what add_loss was given."""
        return list(self._added["losses"])

    @property
    def updates(self) -> list[Any]:
        """What add_update was given."""
        return list(self._added["updates"])

    def count_params(self) -> int:
        """How many elements the variables have."""
        return sum(one.shape.num_elements() for one in self._made)

    # --- the call

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "build" in vars(cls):
            cls.build = _in_own_scope(cls.build)  # type: ignore[method-assign]

    def __call__(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        given = map_structure(_tensor, inputs)
        with self._entered():
            if not self.built:
                if self._dtype is None:
                    self._dtype = getattr(given, "dtype", None)
                self.build(getattr(given, "shape", None))
                self.built = True
            outputs = self.call(given, *args, **kwargs)
            if self._penalty is not None:
                graph = get_default_graph()
                with graph.name_scope(f"{graph.current_name_scope}ActivityRegularizer/"):
                    self.add_loss(self._penalty(outputs) / _rows_of(outputs))
        return outputs

    apply = __call__

    @contextlib.contextmanager
    def _entered(self) -> Iterator[None]:
        """The scope of its variables, within which it builds and calls."""
        with self._scope_of_call():
            before, self._is_entered = self._is_entered, True
            try:
                yield
            finally:
                self._is_entered = before

    def _scope_of_call(self) -> Any:
        reuse = True if self.built else self._reuse
        if self._scope is not None:
            return variable_scope(self._scope, reuse=reuse)
        return self._first_scope(reuse)

    def _first_scope(self, reuse: Any) -> Any:
        @contextlib.contextmanager
        def entered() -> Any:
            with variable_scope(self._name, default_name=self._base_name(), reuse=reuse) as scope:
                self._scope = scope
                yield scope

        return entered()


def _in_own_scope(build: Callable[..., Any]) -> Callable[..., Any]:
    """`build`, which makes variables below the layer's scope wherever it is called, and leaves the
    layer built."""

    @functools.wraps(build)
    def built(self: Layer, input_shape: Any = None) -> None:
        if isinstance(input_shape, (list, tuple)) and not any(
            isinstance(one, (list, tuple, TensorShape)) for one in input_shape
        ):
            input_shape = TensorShape(input_shape)
        with contextlib.nullcontext() if self._is_entered else self._entered():
            build(self, input_shape)
        self.built = True

    return built


def _rows_of(outputs: Any) -> Any:
    """How many rows a batch has, by which penalties of outputs are divided."""
    return _ops.cast(_ops.shape(outputs)[0], outputs.dtype)


def _tensor(value: Any) -> Any:
    if isinstance(value, RefVariable):
        return value.value()
    if hasattr(value, "output_of"):
        return value.known()
    return _functions.convert(value)


def function_of(kind: type[Layer], name: str) -> Callable[..., Any]:
    """The function that makes a layer of the class and calls it once."""

    def call(inputs: Any, *args: Any, **kwargs: Any) -> Any:
        reuse = kwargs.pop("reuse", None)
        at_call = {"training": kwargs.pop("training")} if "training" in kwargs else {}
        return kind(*args, _reuse=reuse, **kwargs)(inputs, **at_call)

    ahead = [inspect.Parameter("inputs", inspect.Parameter.POSITIONAL_OR_KEYWORD)]
    own = list(inspect.signature(kind).parameters.values())
    if "training" in inspect.signature(kind.call).parameters:
        own.insert(-1, _keyword("training", False))
    own.insert(-1, _keyword("reuse", None))
    call.__name__ = call.__qualname__ = name
    call.__doc__ = kind.__doc__
    call.__signature__ = inspect.Signature(ahead + _ordered(own))  # type: ignore[attr-defined]
    return call


def _keyword(name: str, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default)


def _ordered(parameters: list[inspect.Parameter]) -> list[inspect.Parameter]:
    return sorted(parameters, key=lambda one: one.kind)
