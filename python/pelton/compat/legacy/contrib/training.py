"""Owns ``tf.contrib.training``: HParams, and the loops around training operations."""

from __future__ import annotations

import json

from pelton.compat.legacy.contrib.slim_learning import clip_gradient_norms, create_train_op

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

__all__ = ["HParams", "clip_gradient_norms", "create_train_op", "parse_values"]


class HParams:
    """Hyperparameters as attributes. ValueError for a name that is there, or that is not."""

    def __init__(self, hparam_def: Any = None, model_structure: Any = None, **values: Any) -> None:
        vars(self)["_names"] = []
        for name, value in values.items():
            self.add_hparam(name, value)

    def add_hparam(self, name: str, value: Any) -> None:
        """Adds one more."""
        if getattr(self, name, None) is not None:
            raise ValueError(f"Hyperparameter name is reserved: {name}")
        self._names.append(name)
        setattr(self, name, value)

    def _check(self, name: str) -> None:
        if name not in self._names:
            raise KeyError(f"Hyperparameter {name!r} does not exist.")

    def set_hparam(self, name: str, value: Any) -> None:
        """Changes one; a text becomes of the type that it is of."""
        self._check(name)
        setattr(self, name, _as_type_of(getattr(self, name), value))

    def del_hparam(self, name: str) -> None:
        """Removes one."""
        self._check(name)
        self._names.remove(name)
        delattr(self, name)

    def get(self, key: str, default: Any = None) -> Any:
        """The value of a name, or `default`."""
        return getattr(self, key) if key in self._names else default

    def values(self) -> dict[str, Any]:
        """All by name."""
        return {name: getattr(self, name) for name in self._names}

    def override_from_dict(self, values_dict: dict[str, Any]) -> HParams:
        """Changes those that the dict has."""
        for name, value in values_dict.items():
            self.set_hparam(name, value)
        return self

    def parse(self, values: str) -> HParams:
        """Changes those of a text such as "rate=0.1,units=3,sizes=[1,2]"."""
        return self.override_from_dict(parse_values(values, self.values()))

    def parse_json(self, values_json: str) -> HParams:
        """Changes those of a JSON object."""
        return self.override_from_dict(json.loads(values_json))

    def to_json(self, indent: Any = None, separators: Any = None, sort_keys: bool = False) -> str:
        """A JSON object of all."""
        return json.dumps(self.values(), indent=indent, separators=separators, sort_keys=sort_keys)

    def __contains__(self, key: str) -> bool:
        return key in self._names

    def __str__(self) -> str:
        return str(sorted(self.values().items()))

    def __repr__(self) -> str:
        return f"HParams({self})"


def _as_type_of(before: Any, value: Any) -> Any:
    if isinstance(before, bool) and isinstance(value, str):
        if value.lower() not in ("true", "false", "1", "0"):
            raise ValueError(f"Could not parse hparam value {value!r} as a bool")
        return value.lower() in ("true", "1")
    if isinstance(before, (int, float, str)) and isinstance(value, (int, float, str)):
        return type(before)(value)
    if isinstance(before, list) and isinstance(value, str):
        kind = before[0] if before else ""
        return [_as_type_of(kind, one.strip()) for one in value.strip("[]").split(",") if one]
    return value


def parse_values(values: str, type_map: dict[str, Any]) -> dict[str, Any]:
    """{name: text} of "name=value" with commas between. ValueError for an unknown name, or for a
    part that is none."""
    import re

    found = {}
    for part in re.findall(r"[^,\[]+(?:\[[^\]]*\])?", values):
        name, sign, value = part.partition("=")
        if not sign or name.strip() not in type_map:
            raise ValueError(f"Could not parse hparam: {part!r} of {values!r}")
        found[name.strip()] = value.strip()
    return found
