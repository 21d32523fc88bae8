"""keras.Variable: a variable with a path within the layers that are being built."""

from __future__ import annotations

from pelton._core import Variable as _Variable
from pelton._core import functions as _functions
from pelton._core import keras_settings as _settings
from pelton._core import layers as _layers
from pelton.names.named_refusals import shown, truth

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._types import DTypeLike


_CHOICES = {
    "aggregation": (None, "none", "mean", "sum", "only_first_replica"),
    "synchronization": (None, "none", "on_read", "on_write", "auto"),
}


def _check_names(name: Any, aggregation: Any, synchronization: Any) -> None:
    """Raises ValueError for a name that is no string or has a "/", and for other choices."""
    if name is not None and (not isinstance(name, str) or "/" in name):
        raise ValueError(
            "Argument `name` must be a string and cannot contain character `/`. Received: "
            f"name={name}"
        )
    given = {"aggregation": aggregation, "synchronization": synchronization}
    for argument, value in given.items():
        if value not in _CHOICES[argument] and not hasattr(value, "name"):
            expected = ", ".join(f"`{choice!r}`" for choice in _CHOICES[argument])
            raise ValueError(
                f"Invalid value for argument `{argument}`. Expected one of {expected}. Received: "
                f"{argument}={value}"
            )


class _VariableType(type):
    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, _Variable)


class Variable(metaclass=_VariableType):
    """Any variable; Variable(initializer, shape, dtype, trainable) makes one of a value, or of an
    initializer and a shape."""

    def __new__(
        cls,
        initializer: Any,
        shape: Sequence[int] | None = None,
        dtype: DTypeLike | None = None,
        trainable: bool = True,
        autocast: bool = True,
        aggregation: Any = None,
        synchronization: Any = None,
        name: str | None = None,
    ) -> Any:
        from pelton.keras import initializers
        from pelton.keras.ops.dtypes import dtype_name
        from pelton.ops.array.creation import convert_to_tensor

        _check_names(name, aggregation, synchronization)
        dtype = None if dtype is None else dtype_name(dtype)
        if callable(initializer) or isinstance(initializer, str):
            make = initializers.get(initializer)
            if shape is None:
                raise ValueError(
                    "When creating a Variable from an initializer, the `shape` argument should be "
                    f"specified. Received: initializer={initializer} and shape={shape}"
                )
            value = make(
                tuple(shape) if hasattr(shape, "__iter__") else shape,
                dtype=dtype or _settings.floatx(),
            )
        else:
            if dtype is None and not hasattr(initializer, "dtype"):
                value = convert_to_tensor(initializer)
                dtype = _settings.floatx() if value.dtype.is_floating else None
            value = convert_to_tensor(initializer, dtype=dtype)
        if _functions.is_symbolic(value):
            raise TypeError(f"Variable: `initializer` must have values, got {shown(initializer)}")
        given = name if truth("Variable: `name`", name) else _settings.auto_name("Variable")
        casts = truth("Variable: `autocast`", autocast)
        return _layers._variable(value, given, trainable, autocast=casts)


def weight_of(value: Any, name: str, trainable: bool, owner: str) -> Any:
    """A variable of `value` whose path is below `owner`, "" for none."""
    return _layers._variable(value, name, trainable, owner)
