"""keras.layers: the base class, the built-in layers of the C++ table, Input, and their configs."""

from pelton._core import layers as _core
from pelton.keras.layers.input_spec import InputSpec as InputSpec
from pelton.keras.layers.serialization import deserialize as deserialize
from pelton.keras.layers.serialization import serialize as serialize

Layer = _core.Layer
globals().update(
    {
        _name: _class
        for _name, _class in vars(_core).items()
        if isinstance(_class, type) and _name not in ("Model", "Sequential")
    }
)


def __getattr__(name: str) -> object:
    # KerasTensor's module imports this package.
    if name == "Input":
        from pelton.keras.keras_tensor import Input

        return Input
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
