"""LayerRow, one row of the layer table, and what rows are made of: inputs and bad calls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pelton.keras import layers as L  # noqa: N812

MADE = []  # the arrays that the running bad call was made with, in order


def ONES(shape, dtype="float32"):  # noqa: N802 - a constant in all but name
    """np.ones, noted in MADE, so that a test can tell whether a message names the input."""
    MADE.append(np.ones(shape, dtype))
    return MADE[-1]


@dataclass
class Bad:
    """A call that must raise `error` with a message that contains each of `parts`."""

    call: Callable[[], Any]
    error: type[Exception]
    parts: tuple[str, ...]


def bad(call, error, *parts):
    return Bad(call, error, parts)


@dataclass
class LayerRow:
    """`facts` begins the names of the recorded cases; output_shape is that for input_shape."""

    name: str
    kwargs: dict[str, Any]
    input_shape: tuple[int | None, ...]
    output_shape: tuple[int | None, ...]
    facts: tuple[str, ...]
    bad: list[Bad] = field(default_factory=list)

    @property
    def cls(self):
        return getattr(L, self.name)


def refused_by_window(cls, *args, axes=2):
    """Bad calls that convolution and pooling share; `args` are what the class requires."""
    backwards, name = (*[1] * (axes - 1), -1), cls.__name__
    return [
        bad(lambda: cls(*args, padding="sam"), ValueError, "`padding`", "'same', 'valid'", "sam"),
        bad(lambda: cls(*args, strides=0), ValueError, "`strides`", "value > 0"),
        bad(lambda: cls(*args, strides=backwards), ValueError, str(backwards), "{-1}", name),
        bad(lambda: cls(*args, data_format="NHWC"), ValueError, "`data_format`", "nhwc"),
        bad(lambda: cls(*args)(ONES((4, 4))), ValueError, "found ndim=2", "(4, 4)"),
    ]


def called_twice(layer, first, second):
    layer(first)
    return layer(second)
