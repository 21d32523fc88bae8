"""Owns init_from_checkpoint: variables whose initializers take a checkpoint's values."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton.compat.v1.graph import GraphKeys, get_default_graph
from pelton.compat.v1.variable_scopes import VariableScope
from pelton.compat.v1.variables import RefVariable

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def init_from_checkpoint(ckpt_dir_or_file: Any, assignment_map: Any) -> None:
    """From now on the initializers of variables give them a checkpoint's values: by name there, of
    a variable, its name, or of all variables of a scope, where both end in "/".

    Raises ValueError for variables that are not there, here or in the checkpoint, or have another
    shape."""
    from pelton.compat.v1 import train

    reader = train.load_checkpoint(ckpt_dir_or_file)
    there = reader.get_variable_to_shape_map()
    pairs = assignment_map.items() if isinstance(assignment_map, dict) else assignment_map
    for source, target in pairs:
        for name, variable in _pairs(source, target, there):
            if name not in there:
                raise ValueError(
                    f"Tensor {name} is not found in {ckpt_dir_or_file} checkpoint {there}"
                )
            if list(there[name]) != variable.shape.as_list():
                raise ValueError(
                    f"Shape of variable {variable.name} ({variable.shape}) doesn't match with "
                    f"shape of tensor {name} ({list(there[name])}) from checkpoint reader."
                )
            _start_with(variable, reader.get_tensor(name))


def _pairs(source: str, target: Any, there: Any) -> list[tuple[str, RefVariable]]:
    """(name in the checkpoint, variable) of one entry of the map."""
    if isinstance(target, RefVariable):
        return [(source, target)]
    known = get_default_graph().get_collection(GraphKeys.GLOBAL_VARIABLES)
    by_name = {one.op.name: one for one in known if isinstance(one, RefVariable)}
    scope = target.name + "/" if isinstance(target, VariableScope) else str(target)
    if scope in by_name:
        return [(source, by_name[scope])]
    if not source.endswith("/") or not scope.endswith("/"):
        raise ValueError(f"Variable {scope} was not found in the graph, from map entry {source!r}")
    before, prefix = source.lstrip("/"), scope.lstrip("/")
    found = [
        (before + name.removeprefix(prefix), one)
        for name, one in by_name.items()
        if name.startswith(prefix)
    ]
    if not found:
        raise ValueError(
            f"Assignment map with scope only name {scope} should map to variables of the graph."
        )
    return found


def _start_with(variable: RefVariable, array: Any) -> None:
    value = _functions.convert(array, variable.dtype)
    variable.initializer.args[0] = value
    variable._initial_value = value
