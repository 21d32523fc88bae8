"""Owns ``tf.train``'s optimizers of old: minimize, compute_gradients and apply_gradients as nodes,
over the engine's optimizers."""

from __future__ import annotations

import weakref

from pelton._core import functions as _functions
from pelton.compat.v1.graph import GraphKeys, get_default_graph, is_active
from pelton.compat.v1.graph_ops import gradients, trainable_variables
from pelton.compat.v1.operation import Operation
from pelton.compat.v1.saving.optimizer_states import OptimizerState
from pelton.compat.v1.saving.slots import SlotOptimizer
from pelton.compat.v1.variables import RefVariable

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


class Optimizer(SlotOptimizer):
    """Base of the optimizers. Subclasses here say which optimizer of the engine they are; those of
    programs define `apply_gradients`, or `_apply_dense` with slots."""

    GATE_NONE, GATE_OP, GATE_GRAPH = 0, 1, 2
    _engine = ""  # name in pelton.keras.optimizers
    _keeps_rate = False  # whether its state is of the rate of its last step

    def __init__(self, use_locking: bool, name: str) -> None:
        if not name:
            raise ValueError("Must specify the optimizer name")
        super().__init__()
        self._learning_rate: Any = 0.0
        self._name = name
        self._use_locking = use_locking
        self._options: dict[str, Any] = {}
        self._at_once: Any = None  # the optimizer of code that runs at once
        self._states: list[OptimizerState] = []  # of its steps in graphs
        # Of each session one optimizer of the engine for each list of variables.
        self._of_session: weakref.WeakKeyDictionary[Any, dict[Any, Any]] = (
            weakref.WeakKeyDictionary()
        )

    def _begin(self, learning_rate: Any, use_locking: bool, name: str, **options: Any) -> None:
        """What the optimizers of the engine begin with."""
        Optimizer.__init__(self, use_locking, name)
        self._learning_rate, self._options = learning_rate, options

    def get_name(self) -> str:
        """The name that it was made with."""
        return self._name

    def minimize(
        self,
        loss: Any,
        global_step: Any = None,
        var_list: Sequence[Any] | None = None,
        gate_gradients: int = 1,
        aggregation_method: Any = None,
        colocate_gradients_with_ops: bool = False,
        name: str | None = None,
        grad_loss: Any = None,
    ) -> Any:
        """An operation that takes one step for `loss` and adds 1 to `global_step`.

        Raises ValueError where no variable has a gradient."""
        pairs = self.compute_gradients(loss, var_list, grad_loss=grad_loss)
        if all(gradient is None for gradient, _ in pairs):
            raise ValueError(
                "No gradients provided for any variable, check your graph for ops that do not "
                f"support gradients, between variables {[str(v) for _, v in pairs]} and loss "
                f"{loss}."
            )
        return self.apply_gradients(pairs, global_step, name)

    def compute_gradients(
        self,
        loss: Any,
        var_list: Sequence[Any] | None = None,
        gate_gradients: int = 1,
        aggregation_method: Any = None,
        colocate_gradients_with_ops: bool = False,
        grad_loss: Any = None,
    ) -> list[tuple[Any, Any]]:
        """(gradient, variable) of each variable of `var_list`, or of all trainable ones.

        Raises ValueError where there is no variable."""
        if callable(loss):
            return self._gradients_of_call(loss, var_list)
        variables = trainable_variables() if var_list is None else list(var_list)
        if not variables:
            raise ValueError("No variables to optimize.")
        return list(zip(gradients(loss, variables, grad_loss), variables, strict=True))

    def _gradients_of_call(self, loss: Any, var_list: Any) -> list[tuple[Any, Any]]:
        """The pairs of a loss that a function computes at once."""
        from pelton.gradient_tape import GradientTape

        with GradientTape() as tape:
            value = loss()
        variables = list(tape.watched_variables() if var_list is None else var_list)
        return list(zip(tape.gradient(value, variables), variables, strict=True))

    def apply_gradients(
        self, grads_and_vars: Any, global_step: Any = None, name: str | None = None
    ) -> Any:
        """An operation that changes the variables by their gradients, None left out.

        Raises ValueError where all are None, or none is given."""
        given = list(grads_and_vars)
        if not given:
            raise ValueError("No variables provided.")
        pairs = [(gradient, variable) for gradient, variable in given if gradient is not None]
        if not pairs:
            raise ValueError(f"No gradients provided for any variable: {[v for _, v in given]}")
        if not self._engine:
            return self._apply_slots(pairs, global_step, name or self._name)
        if not is_active():
            return self._apply_now(pairs, global_step)
        targets = _Targets([variable for _, variable in pairs], global_step)
        made = Operation(
            get_default_graph(), f"Apply{self._engine}", name or self._name, self._apply,
            ([gradient for gradient, _ in pairs], self._rate()), {"targets": targets},
            takes_run=True,
        )  # fmt: skip
        get_default_graph().add_to_collection(GraphKeys.TRAIN_OP, made)
        self._states.append(OptimizerState(self, targets, made.name))
        return made

    def _apply_now(self, pairs: list[tuple[Any, Any]], global_step: Any) -> None:
        if self._at_once is None:
            self._at_once = self.for_keras()
        self._at_once.learning_rate.assign(self._rate())
        # Slices of one row are added up first, unlike in Keras.
        self._at_once.apply_gradients([(_functions.convert(grad), one) for grad, one in pairs])
        if global_step is not None:
            global_step.assign_add(1)

    def for_keras(self) -> Any:
        """A new optimizer of Keras's with the same options."""
        from pelton.keras import optimizers

        rate = self._rate()
        kind = getattr(optimizers, self._engine)
        return kind(
            learning_rate=float(rate) if isinstance(rate, (int, float)) else 0.0, **self._options
        )

    def _rate(self) -> Any:
        rate = self._learning_rate
        return rate() if callable(rate) else rate.value() if isinstance(rate, RefVariable) else rate

    def _apply(self, run: Any, grads: Any, rate: Any, targets: _Targets) -> None:
        variables = [run.variable(one) for one in targets.variables]
        optimizer = self._optimizer_of(run.session, targets, variables)
        if not isinstance(rate, float):
            self._change_rate(optimizer, rate)
        optimizer.apply(list(grads), variables)
        if targets.global_step is not None:
            run.variable(targets.global_step).assign_add(1)

    def _optimizer_of(self, session: Any, targets: _Targets, variables: list[Any]) -> Any:
        of_session = self._of_session.setdefault(session, {})
        key = tuple(id(one) for one in targets.variables)
        if key not in of_session:
            made = self.for_keras()
            made.build(variables)
            self._fill(made)
            of_session[key] = made
        return of_session[key]

    def _change_rate(self, optimizer: Any, rate: Any) -> None:
        optimizer.learning_rate.assign(rate)

    def _fill(self, optimizer: Any) -> None:
        """Gives the state of a new optimizer of the engine other values than the engine does."""

    def state_of(self, session: Any, targets: _Targets, is_made: bool) -> list[Any]:
        """The variables of the optimizer that takes a step in `session`, but its rate unless they
        are of it; none before its first run, unless `is_made`."""
        of_session = self._of_session.get(session, {})
        if not is_made and tuple(id(one) for one in targets.variables) not in of_session:
            return []
        variables = [session.variable(one, is_written=True) for one in targets.variables]
        optimizer = self._optimizer_of(session, targets, variables)
        rate = None if self._keeps_rate else optimizer.learning_rate
        return [one for one in optimizer.variables if one is not rate]

    def reset(self, session: Any, targets: _Targets) -> None:
        """Sets the state of a step in `session` back to that before its first run."""
        key = tuple(id(one) for one in targets.variables)
        optimizer = self._of_session.get(session, {}).get(key)
        if optimizer is None:
            return
        fresh = self.for_keras()
        fresh.build([session.variable(one, is_written=True) for one in targets.variables])
        self._fill(fresh)
        for one, start in zip(optimizer.variables, fresh.variables, strict=True):
            one.assign(start)

    def variables(self) -> list[Any]:
        """Its slots, and the states of its steps, which variables_initializer takes."""
        return [*self.slots(), *self._states]


class _Targets:
    """The variables that a step changes, which it need not read first."""

    def __init__(self, variables: list[Any], global_step: Any) -> None:
        self.variables = variables
        self.global_step = global_step


class GradientDescentOptimizer(Optimizer):
    """Stochastic gradient descent."""

    _engine = "SGD"

    def __init__(
        self, learning_rate: Any, use_locking: bool = False, name: str = "GradientDescent"
    ) -> None:
        self._begin(learning_rate, use_locking, name)


class MomentumOptimizer(Optimizer):
    """Gradient descent with momentum, by Nesterov if asked."""

    _engine = "SGD"
    _keeps_rate = True

    def __init__(
        self, learning_rate: Any, momentum: float, use_locking: bool = False,
        name: str = "Momentum", use_nesterov: bool = False,
    ) -> None:  # fmt: skip
        self._begin(learning_rate, use_locking, name, momentum=momentum, nesterov=use_nesterov)

    def _change_rate(self, optimizer: Any, rate: Any) -> None:
        from pelton._core import functions, ops

        # The engine's momentum is that of steps, TensorFlow 1's that of gradients.
        old = functions.convert(optimizer.learning_rate)
        ratio = ops.divide_no_nan(ops.cast(rate, old.dtype), old)
        for one in optimizer.variables:
            if "momentum" in one.path.rpartition("/")[2]:
                one.assign(one * ops.cast(ratio, one.dtype))
        optimizer.learning_rate.assign(rate)


class AdamOptimizer(Optimizer):
    """Adam (Kingma and Ba 2014)."""

    _engine = "Adam"

    def __init__(
        self, learning_rate: Any = 0.001, beta1: float = 0.9, beta2: float = 0.999,
        epsilon: float = 1e-8, use_locking: bool = False, name: str = "Adam",
    ) -> None:  # fmt: skip
        self._begin(learning_rate, use_locking, name, beta_1=beta1, beta_2=beta2, epsilon=epsilon)


class AdagradOptimizer(Optimizer):
    """Adagrad (Duchi et al. 2011)."""

    _engine = "Adagrad"

    def __init__(
        self, learning_rate: Any, initial_accumulator_value: float = 0.1,
        use_locking: bool = False, name: str = "Adagrad",
    ) -> None:  # fmt: skip
        self._begin(
            learning_rate, use_locking, name,
            initial_accumulator_value=initial_accumulator_value, epsilon=0.0,
        )  # fmt: skip


class AdadeltaOptimizer(Optimizer):
    """Adadelta (Zeiler 2012)."""

    _engine = "Adadelta"

    def __init__(
        self, learning_rate: Any = 0.001, rho: float = 0.95, epsilon: float = 1e-8,
        use_locking: bool = False, name: str = "Adadelta",
    ) -> None:  # fmt: skip
        self._begin(learning_rate, use_locking, name, rho=rho, epsilon=epsilon)


class RMSPropOptimizer(Optimizer):
    """RMSProp (Hinton 2012)."""

    _engine = "RMSprop"

    def __init__(
        self, learning_rate: Any, decay: float = 0.9, momentum: float = 0.0,
        epsilon: float = 1e-10, use_locking: bool = False, centered: bool = False,
        name: str = "RMSProp",
    ) -> None:  # fmt: skip
        self._begin(
            learning_rate, use_locking, name,
            rho=decay, momentum=momentum, epsilon=epsilon, centered=centered,
        )  # fmt: skip

    def _fill(self, optimizer: Any) -> None:
        from pelton.ops.array.creation import ones_like

        for one in optimizer.variables:  # the mean squares begin at one
            if "velocity" in one.path.rpartition("/")[2]:
                one.assign(ones_like(one))


class FtrlOptimizer(Optimizer):
    """FTRL-Proximal (McMahan et al. 2013)."""

    _engine = "Ftrl"

    def __init__(
        self, learning_rate: Any, learning_rate_power: float = -0.5,
        initial_accumulator_value: float = 0.1, l1_regularization_strength: float = 0.0,
        l2_regularization_strength: float = 0.0, use_locking: bool = False, name: str = "Ftrl",
        accum_name: str | None = None, linear_name: str | None = None,
        l2_shrinkage_regularization_strength: float = 0.0, beta: float | None = None,
    ) -> None:  # fmt: skip
        self._begin(
            learning_rate, use_locking, name, beta=beta or 0.0,
            l2_shrinkage_regularization_strength=l2_shrinkage_regularization_strength,
            learning_rate_power=learning_rate_power,
            initial_accumulator_value=initial_accumulator_value,
            l1_regularization_strength=l1_regularization_strength,
            l2_regularization_strength=l2_regularization_strength,
        )  # fmt: skip
