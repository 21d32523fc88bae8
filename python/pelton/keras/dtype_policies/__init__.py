"""keras.dtype_policies: which dtype a layer computes in and which its variables have."""

from __future__ import annotations

import importlib as _importlib

from pelton._core import keras_settings as _settings
from pelton.keras.missing_names import answer as _answer

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class DTypePolicy:
    """A dtype's name, or "mixed_float16" or "mixed_bfloat16"; ValueError for other names."""

    compute_dtype: str
    variable_dtype: str

    def __init__(self, name: str | None = None) -> None:
        self._dtype_policy_name = name if name is not None else _settings.dtype_policy()
        self.compute_dtype, self.variable_dtype = _settings.policy_dtypes(self._dtype_policy_name)

    @property
    def name(self) -> str:
        return self._dtype_policy_name

    @property
    def quantization_mode(self) -> Any:
        """None: no policy by the name of a dtype quantizes."""
        return None

    def get_config(self) -> dict[str, Any]:
        return {"name": self.name}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> DTypePolicy:
        return cls(**config)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DTypePolicy) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f'<DTypePolicy "{self.name}">'


DTypePolicy.__module__ = "pelton.keras"  # where Keras has it, as configs tell
FloatDTypePolicy = DTypePolicy


def serialize(dtype_policy: DTypePolicy) -> dict[str, Any]:
    """The policy as a dictionary: module, class_name, config, registered_name."""
    from pelton.keras.saving.serialize_object import serialize_keras_object

    described: dict[str, Any] = serialize_keras_object(dtype_policy)
    return described


def deserialize(config: Any, custom_objects: dict[str, Any] | None = None) -> Any:
    """The policy that `config` describes; classes of one's own are looked up in custom_objects.

    Raises ValueError for the name of an unknown class."""
    from pelton.keras import object_config

    def find(name: str) -> Any:
        if name in ("DTypePolicy", "FloatDTypePolicy"):
            return DTypePolicy
        return __getattr__(name) if name in _LAZY else None

    return object_config.rebuild("dtype policy", config, find, custom_objects)


def get(identifier: Any) -> Any:
    """The policy of a name, a dtype, a config or a policy; the default one of None.

    Raises ValueError for anything else."""
    if isinstance(identifier, str) and identifier.startswith(_MODES):
        from pelton.keras.dtype_policies.quantized import by_name

        return by_name(identifier)
    if identifier is None or isinstance(identifier, str):
        return DTypePolicy(identifier)
    if isinstance(identifier, DTypePolicy):
        return identifier
    if isinstance(identifier, dict):
        if "class_name" not in identifier:
            raise ValueError(f"Unknown `config` as a `dict`, config={identifier}")
        return deserialize(identifier)
    name = getattr(identifier, "name", None)
    if isinstance(name, str):
        return DTypePolicy(name)
    raise ValueError(
        "Cannot interpret `dtype` argument. Expected a string or an instance of DTypePolicy. "
        f"Received: dtype={identifier}"
    )


_MODES = ("int8", "float8", "int4", "gptq", "awq")
_LAZY = {
    "DTypePolicyMap": "policy_map",
    "QuantizedDTypePolicy": "quantized",
    "QuantizedFloat8DTypePolicy": "quantized",
}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        return _answer(__name__, name)
    value = getattr(_importlib.import_module(f"{__name__}.{_LAZY[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
