"""What MultiHeadAttention's arguments and inputs must be."""

from __future__ import annotations

from pelton.keras.layers import library_layer
from pelton.keras.layers.open_sizes import same_sizes
from pelton.tensor_shape import TensorShape

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

SHAPES = ("query_shape", "value_shape", "key_shape")


def output_sizes(layer: Any, output_shape: Any) -> tuple[int, ...] | None:
    """`output_shape` as a tuple; raises ValueError for what is no integer or list of them."""
    if output_shape is None:
        return None
    sizes = (output_shape,) if isinstance(output_shape, int) else output_shape
    if not isinstance(sizes, (list, tuple, TensorShape)):
        raise ValueError(
            "Invalid `output_shape`: it must be an integer or a list of integers. Received: "
            f"output_shape={output_shape} [{type(layer).__name__} '{layer.name}']"
        )
    return tuple(library_layer.positive_int(layer, "output_shape", size) for size in sizes)


def axes(attention_axes: Any) -> tuple[int, ...] | None:
    """None, or the axes as a tuple; raises ValueError for what are no integers."""
    if attention_axes is None:
        return None
    given = (attention_axes,) if isinstance(attention_axes, int) else attention_axes
    if not isinstance(given, (list, tuple)) or not all(isinstance(axis, int) for axis in given):
        raise ValueError(
            "`attention_axes` must be an int, list, or tuple. Received: "
            f"attention_axes={attention_axes} [MultiHeadAttention]"
        )
    return tuple(given)


def checked_shapes(
    label: str, query: Any, value: Any, key: Any
) -> tuple[tuple[int | None, ...], ...]:
    """The three shapes, the key's for None being the value's.

    Raises ValueError, naming `label`, for ranks and sizes that do not fit together."""
    given = (query, value, key or value)
    shapes = [() if one is None else tuple(TensorShape(one).as_list()) for one in given]
    text = ", ".join(f"{name}={one}" for name, one in zip(SHAPES, shapes, strict=True))
    if not same_sizes(shapes[1][:-1], shapes[2][:-1]):
        raise ValueError(
            "All dimensions of `value` and `key`, except the last one, must be equal. "
            f"Received: {text} [{label}]"
        )
    ranks = {len(shape) for shape in shapes}
    if len(ranks) > 1 or min(ranks) < 3 or any(shape[-1] is None for shape in shapes):
        raise ValueError(
            "Query, value and key must be of one rank and have the axes batch, time, features, of "
            f"which the features are known. Received: {text} [{label}]"
        )
    if len({shape[0] for shape in shapes} - {None}) > 1:
        raise ValueError(
            f"Query, value and key must have one batch size. Received: {text} [{label}]"
        )
    return tuple(shapes)
