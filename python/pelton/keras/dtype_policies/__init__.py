"""keras.dtype_policies: which dtype a layer computes in and which its variables have."""

from __future__ import annotations

from pelton._core import keras_settings as _settings
from pelton.keras.missing_names import lookup as _lookup

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


FloatDTypePolicy = DTypePolicy

__getattr__ = _lookup(__name__)
