"""get_state_tree and set_state_tree: a model's variables as nested dicts by their paths."""

from __future__ import annotations

from typing import Any

_KINDS = (
    "trainable_variables",
    "non_trainable_variables",
    "optimizer_variables",
    "metrics_variables",
)


def _variables(model: Any, kind: str) -> list[Any]:
    if kind == "optimizer_variables":
        return [] if model.optimizer is None else list(model.optimizer.variables)
    return list(getattr(model, kind))


def _nested(variables: list[Any], value_format: str) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    seen = set()
    for variable in variables:
        if variable.path in seen:
            raise ValueError(
                "The following variable path is found twice in the model: "
                f"'{variable.path}'. `get_state_tree()` can only be called when all variable paths "
                "are unique. Make sure to give unique names to your layers (and other objects)."
            )
        seen.add(variable.path)
        *parents, name = variable.path.split("/")
        place = tree
        for parent in parents:
            place = place.setdefault(parent, {})
        place[name] = variable.numpy() if value_format == "numpy_array" else variable.value
    return tree


def _flat(tree: Any, path: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in tree.items():
        below = f"{path}/{name}" if path else name
        found.update(_flat(value, below) if isinstance(value, dict) else {below: value})
    return found


def get_state_tree(self: Any, value_format: str = "backend_tensor") -> dict[str, Any]:
    """{"trainable_variables": ..., "non_trainable_variables", "optimizer_variables",
    "metrics_variables"}, each a nested dict of values by the parts of the variables' paths.

    value_format: "backend_tensor" or "numpy_array". Raises ValueError for a path that is twice."""
    return {kind: _nested(_variables(self, kind), value_format) for kind in _KINDS}


def set_state_tree(self: Any, state_tree: dict[str, Any]) -> None:
    """Assigns the values of a tree such as get_state_tree gives, as far as it goes.

    Raises ValueError for a kind of variables that there is not, and for another shape."""
    for kind, tree in state_tree.items():
        if kind not in _KINDS:
            raise ValueError(f"Unknown variable name: {kind}")
        values = _flat(tree)
        for variable in _variables(self, kind):
            if variable.path in values:
                variable.assign(values[variable.path])


def metrics_variables(self: Any) -> list[Any]:
    """The variables of all metrics of a layer or model."""
    return [variable for metric in self.metrics for variable in metric.variables]


def add_to(layer: Any, model: Any) -> None:
    """Gives the classes the methods."""
    layer.metrics_variables = property(metrics_variables)
    model.get_state_tree = get_state_tree
    model.set_state_tree = set_state_tree


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
