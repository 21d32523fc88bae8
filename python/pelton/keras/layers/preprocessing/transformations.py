"""What image layers draw, by the names and in the shapes that Keras's dictionaries have."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor

PAIR = "pair"  # two numbers of each image in one tensor (images, 2)
SHAPE = "input_shape"  # of the images, no part of what is drawn


def named(names: dict[str, Any], drawn: Any, images: Tensor) -> Any:
    """The dictionary of `names` to what is drawn. `names` says of each its rank there, numbers for
    each image being (images, 1, 1, 1) in the layers; `PAIR`; or None for what stays as it is."""
    if not names or (drawn is None and list(names) != [SHAPE]):
        return drawn
    found: dict[str, Any] = {}
    parts = list(drawn) if isinstance(drawn, (list, tuple)) else [drawn]
    for name, form in names.items():
        if name == SHAPE:
            found[name] = tuple(images.shape)
        elif form == PAIR:
            found[name] = _ops.concat([_ops.reshape(part, [-1, 1]) for part in parts], -1)
        else:
            part = parts.pop(0)
            found[name] = part if form is None else _with_rank(part, form)
    return found


def drawn_of(names: dict[str, Any], transformation: Any) -> Any:
    """What `named` made the dictionary `transformation` of; all else as it is. Its values may be
    arrays and numbers too. Raises KeyError for a dictionary without one of the names."""
    if not names or not isinstance(transformation, dict):
        return transformation
    parts: list[Any] = []
    for name, form in names.items():
        if name == SHAPE:
            continue
        value = transformation[name]
        if value is not None:
            value = _functions.convert(value)
            if value.dtype.is_floating:
                value = _ops.cast(value, "float32")
        if form == PAIR:
            parts += [_with_rank(value[:, at], 4) for at in (0, 1)]
        else:
            parts.append(value if form is None else _with_rank(value, 4))
    if not parts:
        return None
    return parts[0] if len(parts) == 1 else parts


def _with_rank(x: Tensor, rank: int) -> Tensor:
    return x if x.ndim == rank else _ops.reshape(x, [-1, *[1] * (rank - 1)])


class Shape:
    """The shape of images that are not there, in place of them."""

    def __init__(self, shape: Any) -> None:
        self.shape = tuple(int(size) for size in shape)
        self.ndim = len(self.shape)
