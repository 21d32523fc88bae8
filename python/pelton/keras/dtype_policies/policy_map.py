"""Owns DTypePolicyMap: dtype policies by the paths of layers."""

from __future__ import annotations

import re
from collections.abc import Iterator, MutableMapping
from typing import Any

from pelton.keras import dtype_policies as _policies
from pelton.keras.dtype_policies import DTypePolicy


class DTypePolicyMap(DTypePolicy, MutableMapping[str, DTypePolicy]):
    """A mapping of paths, or regular expressions that match whole ones, to policies; what matches
    none has `default_policy`, the global one of None.

    A layer takes it as its `dtype` while it has no entries; then `dtype=policies[path]`. Raises
    ValueError for a map as the default, TypeError for a `policy_map` that is no dict."""

    def __init__(
        self, default_policy: Any = None, policy_map: dict[str, DTypePolicy] | None = None
    ) -> None:
        if isinstance(default_policy, DTypePolicyMap):
            raise ValueError("`default_policy` cannot be a `DTypePolicyMap`.")
        if policy_map is not None and not isinstance(policy_map, dict):
            raise TypeError(
                f"If specified, `policy_map` must be a dict. Received: policy_map={policy_map} of "
                f"type {type(policy_map)}"
            )
        self._given = default_policy
        self._default = _policies.get(default_policy)
        self._policies = policy_map or {}

    @property
    def default_policy(self) -> Any:
        """The policy of paths that match no key."""
        return _policies.get(self._default)

    @property
    def name(self) -> str:
        return f"map_{self.default_policy.name}"

    @property
    def _dtype_policy_name(self) -> str:
        return self.name if self._policies else str(self.default_policy.name)

    @property
    def compute_dtype(self) -> str:  # type: ignore[override]
        return str(self.default_policy.compute_dtype)

    @property
    def variable_dtype(self) -> str:  # type: ignore[override]
        return str(self.default_policy.variable_dtype)

    @property
    def quantization_mode(self) -> Any:
        return self.default_policy.quantization_mode

    def __getitem__(self, key: str) -> Any:
        """The policy of the key, else of the one expression that matches it, else the default one.

        Raises ValueError where several match."""
        if key in self._policies:
            return self._policies[key]
        matching = [pattern for pattern in self._policies if re.fullmatch(pattern, key)]
        if len(matching) > 1:
            raise ValueError(
                f"Path '{key}' matches multiple dtype policy specification keys: {matching}. "
                "Please make sure each path only matches at most one dtype policy specification "
                "key in the DTypePolicyMap."
            )
        return self._policies[matching[0]] if matching else self.default_policy

    def __setitem__(self, key: str, policy: Any) -> None:
        """Raises ValueError for a key that is there and for what stands for no policy."""
        if key in self._policies:
            raise ValueError(
                f"{key} already exist in the DTypePolicyMap with value {self._policies[key]}. "
                "Please make sure to not use duplicated keys."
            )
        try:
            self._policies[key] = _policies.get(policy)
        except Exception:
            raise ValueError(
                "Cannot interpret the assigned value by `keras.dtype_policies.get`. Received: "
                f"{policy} of type {type(policy)}"
            ) from None

    def __delitem__(self, key: str) -> None:
        del self._policies[key]

    def __contains__(self, key: object) -> bool:
        return key in self._policies

    def __len__(self) -> int:
        return len(self._policies)

    def __iter__(self) -> Iterator[str]:
        return iter(self._policies)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DTypePolicyMap) and self.get_config() == other.get_config()

    def __hash__(self) -> int:
        return hash(self.name)

    def get_config(self) -> dict[str, Any]:
        described = {key: _policies.serialize(one) for key, one in self._policies.items()}
        return {"default_policy": self._given, "policy_map": described}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: Any = None) -> DTypePolicyMap:
        found = {
            key: _policies.deserialize(one, custom_objects) if isinstance(one, dict) else one
            for key, one in config["policy_map"].items()
        }
        return cls(config["default_policy"], found)

    def __repr__(self) -> str:
        pairs = [(key, policy.name) for key, policy in self._policies.items()]
        return (
            f"<DTypePolicyMap at {hex(id(self))} default_policy={self._default.name}, "
            f"mapping={pairs}>"
        )


DTypePolicyMap.__module__ = _policies.__name__  # as configs tell

from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
