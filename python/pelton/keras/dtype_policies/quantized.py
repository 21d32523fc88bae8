"""Owns the policies of quantized layers: objects with a name and a config, which layers refuse."""

from __future__ import annotations

from pelton._core import keras_settings as _settings
from pelton.keras.dtype_policies import DTypePolicy

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

MODES = ("int8", "float8", "int4", "gptq", "awq")


class QuantizedDTypePolicy(DTypePolicy):
    """`mode` ("int8", "float8", "int4") of a layer that was of the policy `source_name`, the
    default one of None; its name is "int8_from_float32". Raises ValueError for other modes and for
    int8 from a policy that computes in float16."""

    def __init__(self, mode: str, source_name: str | None = None) -> None:
        source_name = _settings.dtype_policy() if source_name is None else source_name
        self._quantization_mode, self._source_name = mode, source_name
        self.compute_dtype, self.variable_dtype = _settings.policy_dtypes(source_name)
        self._dtype_policy_name = f"{mode}_from_{source_name}"
        if mode not in MODES:
            raise ValueError(
                f"Invalid quantization mode. Expected one of {MODES}. Received: mode={mode}"
            )
        if self.compute_dtype == "float16" and mode == "int8":
            raise ValueError(
                f"Quantization mode='{mode}' doesn't work well with compute_dtype='float16'."
            )

    @property
    def quantization_mode(self) -> str:
        return self._quantization_mode

    def get_config(self) -> dict[str, Any]:
        return {"mode": self._quantization_mode, "source_name": self._source_name}

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, QuantizedDTypePolicy)
            and type(other) is type(self)
            and other.get_config() == self.get_config()
        )

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f'<{type(self).__name__} "{self.name}">'


class QuantizedFloat8DTypePolicy(QuantizedDTypePolicy):
    """The policy of float8 layers, which look `amax_history_length` steps back for their scale.

    Raises TypeError for a length that is no integer."""

    default_amax_history_length = 1024

    def __init__(
        self, mode: str, source_name: str | None = None, amax_history_length: int = 1024
    ) -> None:
        super().__init__(mode, source_name)
        if not isinstance(amax_history_length, int):
            raise TypeError(
                "`amax_history_length` must be an integer. Received: "
                f"amax_history_length={amax_history_length}"
            )
        self._amax_history_length = amax_history_length

    @property
    def amax_history_length(self) -> int:
        return self._amax_history_length

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "amax_history_length": self._amax_history_length}


def by_name(name: str) -> QuantizedDTypePolicy:
    """The policy of "int8_from_float32" and the like. Raises ValueError for a name without a
    source."""
    mode, *source = name.split("_from_")
    if len(source) != 1:
        raise ValueError(
            "Cannot convert `policy` into a valid pair (`mode`, `source_name`) to instantiate "
            f"`QuantizedDTypePolicy`. Received: policy={name}"
        )
    is_float8 = name.startswith("float8")
    return (QuantizedFloat8DTypePolicy if is_float8 else QuantizedDTypePolicy)(mode, source[0])


for _class in (QuantizedDTypePolicy, QuantizedFloat8DTypePolicy):
    _class.__module__ = "pelton.keras.dtype_policies"  # as configs tell

from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
