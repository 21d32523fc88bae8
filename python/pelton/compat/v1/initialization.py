"""Owns what tells which variables of a session have values."""

from __future__ import annotations

from pelton.compat.v1.graph import get_default_graph
from pelton.compat.v1.graph_ops import global_variables, local_variables, variables_initializer
from pelton.compat.v1.operation import Operation

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any


def told(kind: str, name: str, like: Any, tell: Callable[[Any], Any]) -> Any:
    """A tensor that each run asks its session for, before anything runs."""
    made = Operation(get_default_graph(), kind, name, lambda: None)
    made.draw = lambda session, fed: [tell(session)]
    return made.give(like)


def is_variable_initialized(variable: Any) -> Any:
    """Whether the variable has a value in the session that runs it."""
    from pelton.ops.array.creation import constant

    return told(
        "IsVariableInitialized", "IsVariableInitialized", constant(True),
        lambda session: constant(session.is_initialized(variable)),
    )  # fmt: skip


def value_or_zeros(variable: Any) -> Any:
    """The value that the variable has before a run, or zeros where it has none."""
    from pelton._core import functions as _functions
    from pelton.ops.array.creation import zeros

    def tell(session: Any) -> Any:
        if session.is_initialized(variable):
            return session.variable(variable).value()
        return zeros([int(size) for size in variable.shape], variable.dtype)

    like = _functions.symbolic(variable.shape, variable.dtype)
    return told("ReadVariableOp", "initialized_value", like, tell)


def report_uninitialized_variables(
    var_list: Sequence[Any] | None = None, name: str = "report_uninitialized_variables"
) -> Any:
    """The names of those of `var_list`, or of all variables, that have no value in the session
    that runs it: a tensor of strings."""
    from pelton._core import functions as _functions
    from pelton.ops.array.creation import constant

    chosen = [*global_variables(), *local_variables()] if var_list is None else list(var_list)

    def tell(session: Any) -> Any:
        missing = [one.op.name for one in chosen if not session.is_initialized(one)]
        return constant(missing, dtype="string", shape=[len(missing)])

    return told("ReportUninitialized", name, _functions.symbolic([None], "string"), tell)


def initialize_variables(var_list: Sequence[Any], name: str = "init") -> Any:
    """The old name of variables_initializer."""
    return variables_initializer(var_list, name)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
