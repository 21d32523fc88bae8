"""KerasTensor, a shape and dtype without values, and Input, which declares a model's input."""

from __future__ import annotations

from pelton._core import keras_settings as _settings
from pelton._core import layers as _core


class KerasTensor:
    """Stands for a tensor that is not there yet; `input_layer` is what declared it, or None."""

    _is_keras_tensor = True

    def __init__(self, shape, dtype="float32", name=None, input_layer=None):
        self.shape = tuple(shape)
        self.dtype = dtype
        self.name = name or _settings.auto_name("KerasTensor")
        self.input_layer = input_layer

    @property
    def ndim(self):
        return len(self.shape)

    rank = ndim

    def __repr__(self):
        return (
            f"<KerasTensor shape={self.shape}, dtype={self.dtype}, sparse=False, ragged=False, "
            f"name={self.name}>"
        )

    def __array__(self, *args, **kwargs):
        raise ValueError(
            f"A KerasTensor has no values and cannot become a NumPy array: {self!r}. Call a model "
            "with data instead."
        )

    def __bool__(self):
        raise TypeError(f"A symbolic KerasTensor cannot be used as a boolean: {self!r}")

    def __iter__(self):
        raise TypeError(f"Iterating over a symbolic KerasTensor is not supported: {self!r}")


def Input(  # noqa: N802
    shape=None,
    batch_size=None,
    dtype=None,
    sparse=None,
    ragged=None,
    batch_shape=None,
    name=None,
    tensor=None,
    optional=False,
):
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
