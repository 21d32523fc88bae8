"""KerasTensor, a shape and dtype without values, and Input, which declares a model's input."""

from __future__ import annotations

from pelton._core import keras_settings as _settings
from pelton._core import layers as _core

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, NoReturn

    from pelton._types import DTypeLike


class KerasTensor:
    """Stands for a tensor that is not there yet; `input_layer` is what declared it, or None."""

    _is_keras_tensor = True

    def __init__(
        self,
        shape: Sequence[int | None],
        dtype: str = "float32",
        name: str | None = None,
        input_layer: Any = None,
    ) -> None:
        self.shape = tuple(shape)
        self.dtype = dtype
        self.name = name or _settings.auto_name("KerasTensor")
        self.input_layer = input_layer

    @property
    def ndim(self) -> int:
        return len(self.shape)

    rank = ndim

    def __repr__(self) -> str:
        return (
            f"<KerasTensor shape={self.shape}, dtype={self.dtype}, sparse=False, ragged=False, "
            f"name={self.name}>"
        )

    def __array__(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise ValueError(
            f"A KerasTensor has no values and cannot become a NumPy array: {self!r}. Call a model "
            "with data instead."
        )

    def __bool__(self) -> NoReturn:
        raise TypeError(f"A symbolic KerasTensor cannot be used as a boolean: {self!r}")

    def __iter__(self) -> NoReturn:
        raise TypeError(f"Iterating over a symbolic KerasTensor is not supported: {self!r}")


def Input(  # noqa: N802
    shape: Sequence[int | None] | None = None,
    batch_size: int | None = None,
    dtype: DTypeLike | None = None,
    sparse: None = None,
    ragged: None = None,
    batch_shape: Sequence[int | None] | None = None,
    name: str | None = None,
    tensor: None = None,
    optional: bool = False,
) -> KerasTensor:
    """A KerasTensor for a model's input: `shape` is without the batch axis, None where open."""
    layer = _core.InputLayer(
        shape=shape,
        batch_size=batch_size,
        dtype=dtype,
        sparse=sparse,
        ragged=ragged,
        batch_shape=batch_shape,
        input_tensor=tensor,
        optional=optional,
        name=name,
    )
    return KerasTensor(layer.batch_shape, layer.dtype, name=name, input_layer=layer)
