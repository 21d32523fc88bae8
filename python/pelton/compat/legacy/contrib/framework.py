"""Owns ``tf.contrib.framework``: argument scopes, variables by scope, checkpoints."""

from __future__ import annotations

from pelton.compat.legacy.contrib.arg_scopes import (
    add_arg_scope,
    arg_scope,
    current_arg_scope,
    has_arg_scope,
)
from pelton.compat.v1.graph import GraphKeys, get_default_graph
from pelton.compat.v1.variable_scopes import get_variable

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_OF_TRAIN = (
    "create_global_step get_global_step get_or_create_global_step init_from_checkpoint "
    "list_variables load_checkpoint load_variable"
).split()
NAMES = [  # all that is here
    *_OF_TRAIN, "add_arg_scope", "add_model_variable", "arg_scope", "assign_from_checkpoint",
    "assign_from_checkpoint_fn", "assign_from_values", "assign_from_values_fn",
    "current_arg_scope", "filter_variables", "get_model_variables", "get_trainable_variables",
    "get_unique_variable", "get_variables", "get_variables_by_name", "get_variables_by_suffix",
    "get_variables_to_restore", "has_arg_scope", "local_variable", "model_variable", "variable",
]  # fmt: skip
__all__ = [
    "NAMES", "add_arg_scope", "arg_scope", "current_arg_scope", "has_arg_scope",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name in ("nest", "sort", "argsort"):
        import importlib

        return getattr(importlib.import_module("pelton"), name)
    if name in _OF_TRAIN:
        from pelton.compat.v1 import train

        return getattr(train, name)
    raise AttributeError(f"module 'tensorflow.contrib.framework' has no attribute {name!r}")


def variable(name: str, shape: Any = None, dtype: Any = None, **options: Any) -> Any:
    """``tf.get_variable``."""
    options.pop("device", None)
    return get_variable(name, shape, dtype, **options)


def model_variable(name: str, shape: Any = None, dtype: Any = "float32", **options: Any) -> Any:
    """A variable of the collection MODEL_VARIABLES too."""
    given = options.pop("collections", None) or [GraphKeys.GLOBAL_VARIABLES]
    kept = [*given, GraphKeys.MODEL_VARIABLES]
    return variable(name, shape, dtype, collections=kept, **options)


def local_variable(initial_value: Any, name: str | None = None, **options: Any) -> Any:
    """A variable of the collection LOCAL_VARIABLES, which is not trained."""
    from pelton.compat.v1.variables import RefVariable

    return RefVariable(
        initial_value, trainable=False, collections=[GraphKeys.LOCAL_VARIABLES], name=name
    )


def add_model_variable(var: Any) -> None:
    """Adds a variable to the collection MODEL_VARIABLES."""
    get_default_graph().add_to_collection(GraphKeys.MODEL_VARIABLES, var)


def get_variables(
    scope: Any = None, suffix: str | None = None, collection: str = GraphKeys.GLOBAL_VARIABLES
) -> list[Any]:
    """The collection's variables whose names begin with the scope and end in the suffix."""
    name = getattr(scope, "name", scope)
    found = get_default_graph().get_collection(collection, name)
    if suffix is None:
        return found
    return [one for one in found if one.op.name.endswith(suffix.split(":")[0])]


def get_model_variables(scope: Any = None, suffix: str | None = None) -> list[Any]:
    """Those of the collection MODEL_VARIABLES."""
    return get_variables(scope, suffix, GraphKeys.MODEL_VARIABLES)


def get_trainable_variables(scope: Any = None, suffix: str | None = None) -> list[Any]:
    """Those that optimizers change."""
    return get_variables(scope, suffix, GraphKeys.TRAINABLE_VARIABLES)


def get_variables_by_suffix(suffix: str, scope: Any = None) -> list[Any]:
    """Those whose names end in the suffix."""
    return get_variables(scope, suffix)


def get_variables_by_name(given_name: str, scope: Any = None) -> list[Any]:
    """Those of this last name."""
    return [one for one in get_variables(scope) if one.op.name.split("/")[-1] == given_name]


def get_unique_variable(var_op_name: str) -> Any:
    """The variable of this name. ValueError where there is none."""
    for one in get_variables():
        if one.op.name == var_op_name:
            return one
    raise ValueError(f"Variable {var_op_name} does not uniquely identify a variable")


def get_variables_to_restore(include: Any = None, exclude: Any = None) -> list[Any]:
    """The variables of the scopes `include`, all without, but those of `exclude`."""
    found = [one for scope in include or [None] for one in get_variables(scope)]
    left = {id(one) for scope in exclude or () for one in get_variables(scope)}
    return [one for one in found if id(one) not in left]


def filter_variables(
    var_list: Any, include_patterns: Any = None, exclude_patterns: Any = None,
    reg_search: bool = True,
) -> list[Any]:  # fmt: skip
    """The variables whose names match one of the patterns to include and none to exclude."""
    import re

    match = re.search if reg_search else re.match
    kept = list(var_list)
    if include_patterns is not None:
        kept = [one for one in kept if any(match(p, one.op.name) for p in include_patterns)]
    return [one for one in kept if not any(match(p, one.op.name) for p in exclude_patterns or ())]


def assign_from_checkpoint_fn(
    model_path: str, var_list: Any, ignore_missing_vars: bool = False,
    reshape_variables: bool = False,
) -> Callable[[Any], None]:  # fmt: skip
    """A function of a session that restores the variables, with `ignore_missing_vars` those that
    the checkpoint has."""
    from pelton.compat.v1 import train

    wanted = var_list if isinstance(var_list, dict) else {one.op.name: one for one in var_list}
    if ignore_missing_vars:
        there = {name for name, _ in train.list_variables(model_path)}
        wanted = {name: one for name, one in wanted.items() if name in there}
    if not wanted:
        return lambda session: None
    saver = train.Saver(wanted)
    return lambda session: saver.restore(session, model_path)


def assign_from_checkpoint(model_path: str, var_list: Any) -> tuple[Any, dict[Any, Any]]:
    """(an operation that assigns a checkpoint's values, what it must be fed)."""
    from pelton.compat.v1 import train

    wanted = var_list if isinstance(var_list, dict) else {one.op.name: one for one in var_list}
    return assign_from_values(
        {one: train.load_variable(model_path, name) for name, one in wanted.items()}
    )


def assign_from_values(var_names_to_values: Any) -> tuple[Any, dict[Any, Any]]:
    """(an operation that assigns the values of variables or names, what it must be fed)."""
    from pelton.compat.v1 import group, placeholder

    steps, feeds = [], {}
    for name, value in var_names_to_values.items():
        target = get_unique_variable(name) if isinstance(name, str) else name
        given = placeholder(target.dtype, target.shape)
        steps.append(target.assign(given))
        feeds[given] = value
    return group(*steps), feeds


def assign_from_values_fn(var_names_to_values: Any) -> Callable[[Any], None]:
    """A function of a session that assigns the values."""
    step, feeds = assign_from_values(var_names_to_values)
    return lambda session: session.run(step, feeds)
