"""OptimizerMap: which optimizer steps which variables, by patterns of their paths."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, MutableMapping
from typing import Any

from pelton._core import optimizers as _optimizers

_Base = _optimizers.Optimizer


class OptimizerMap(MutableMapping[str, Any]):
    """Optimizers by paths of variables, or by regular expressions that match whole paths; a path
    that no key matches has `default_optimizer`. `map(variable)` looks its path up.

    TypeError for what is no optimizer or no dict; looking up raises ValueError where several keys
    match, and setting a key where it is known, or the optimizer wraps others."""

    def __init__(self, default_optimizer: Any, optimizer_map: dict[str, Any] | None = None) -> None:
        if not isinstance(default_optimizer, _Base):
            raise TypeError(
                "default_optimizer must be a Keras Optimizer instance. Received: "
                f"{default_optimizer} [OptimizerMap]"
            )
        if optimizer_map is not None and not isinstance(optimizer_map, dict):
            raise TypeError(
                f"optimizer_map must be a dictionary. Received: {optimizer_map} [OptimizerMap]"
            )
        self._default = default_optimizer
        self._by_pattern: dict[str, Any] = optimizer_map or {}

    @property
    def default_optimizer(self) -> Any:
        """That of the variables that no key matches."""
        return self._default

    def __getitem__(self, key: str) -> Any:
        if key in self._by_pattern:
            return self._by_pattern[key]
        found = [one for one in self._by_pattern if re.fullmatch(one, key)]
        if len(found) > 1:
            raise ValueError(f"Multiple optimizers assigned to variable {key}. [OptimizerMap]")
        return self._by_pattern[found[0]] if found else self._default

    def __setitem__(self, key: str, optimizer: Any) -> None:
        if key in self._by_pattern:
            raise ValueError(
                f"'{key}' already exists in the OptimizerMap with value {self._by_pattern[key]}. "
                "Please make sure to not use duplicated keys."
            )
        if not isinstance(key, str):
            raise ValueError(f"key must be a string. Received: {key} [OptimizerMap]")
        if not isinstance(optimizer, _Base):
            raise ValueError(
                f"optimizer must be a Keras Optimizer instance. Received: {optimizer} "
                "[OptimizerMap]"
            )
        name = wrapper_name(optimizer)
        if name is not None:
            raise ValueError(f"optimizer cannot be {name}. [OptimizerMap]")
        self._by_pattern[key] = optimizer

    def __delitem__(self, key: str) -> None:
        del self._by_pattern[key]

    def __len__(self) -> int:
        return len(self._by_pattern)

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_pattern)

    def __call__(self, variable: Any) -> Any:
        return self[variable.path]

    def get_config(self) -> dict[str, Any]:
        """The optimizers' configs."""
        from pelton.keras.saving.serialize_object import serialize_keras_object

        return {
            "default_optimizer": serialize_keras_object(self._default),
            "optimizer_map": serialize_keras_object(self._by_pattern),
        }

    @classmethod
    def from_config(cls, config: Mapping[str, Any], custom_objects: Any = None) -> OptimizerMap:
        """The reverse of get_config."""
        from pelton.keras.saving.deserialize_object import deserialize_keras_object

        names = ("default_optimizer", "optimizer_map")
        parts = [
            deserialize_keras_object(config[name], custom_objects=custom_objects) for name in names
        ]
        return cls(*parts)


def wrapper_name(optimizer: Any) -> str | None:
    """The class's name of an optimizer that steps by others, which no map may hold; else None."""
    from pelton.keras.optimizers.loss_scale_optimizer import LossScaleOptimizer
    from pelton.keras.optimizers.multi_optimizer import MultiOptimizer

    kinds = (LossScaleOptimizer, MultiOptimizer)
    return next((kind.__name__ for kind in kinds if isinstance(optimizer, kind)), None)
