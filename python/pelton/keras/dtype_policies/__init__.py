"""keras.dtype_policies: which dtype a layer computes in and which its variables have."""

from __future__ import annotations

from pelton._core import keras_settings as _settings


class DTypePolicy:
    """A dtype's name, or "mixed_float16" or "mixed_bfloat16"; ValueError for other names."""

    def __init__(self, name=None):
        self._dtype_policy_name = name if name is not None else _settings.dtype_policy()
        self.compute_dtype, self.variable_dtype = _settings.policy_dtypes(self._dtype_policy_name)

    @property
    def name(self):
        return self._dtype_policy_name

    def get_config(self):
        return {"name": self.name}

    @classmethod
    def from_config(cls, config):
        return cls(**config)

    def __eq__(self, other):
        return isinstance(other, DTypePolicy) and self.name == other.name

    def __hash__(self):
        return hash(self.name)

    def __repr__(self):
        return f'<DTypePolicy "{self.name}">'


FloatDTypePolicy = DTypePolicy
