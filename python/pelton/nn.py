"""Owns ``tf.nn``: activations, convolutions, pools and cross-entropies under TensorFlow's names."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton._core.ops import (
    bias_add,
    dropout,
    elu,
    gelu,
    leaky_relu,
    log_softmax,
    relu,
    relu6,
    selu,
    sigmoid,
    sigmoid_cross_entropy_with_logits,
    silu,
    softmax,
    softmax_cross_entropy_with_logits,
    softplus,
    softsign,
    sparse_softmax_cross_entropy_with_logits,
    tanh,
)
from pelton.arithmetic import zero_fraction
from pelton.norms import (
    l2_normalize,
    moments,
    normalize_moments,
    sufficient_statistics,
    weighted_moments,
)
from pelton.rearranging import depth_to_space, space_to_depth
from pelton.sorting import in_top_k, top_k

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike

swish = silu


def _window(op: str, argument: str, value: int | Sequence[int]) -> list[int]:
    """[height, width] from one number, two, or four with ones for the batch and the channels."""
    try:
        sizes = [value] if isinstance(value, int) else list(value)
    except TypeError:
        raise TypeError(
            f"{op}: {argument} must be a number or a list of numbers, got {type(value).__name__}"
        ) from None
    if len(sizes) == 1:
        sizes *= 2
    if len(sizes) == 4:
        if sizes[0] != 1 or sizes[3] != 1:
            raise ValueError(
                f"{op}: {argument} must be 1 for the batch and the channels, got {value}"
            )
        sizes = sizes[1:3]
    if len(sizes) != 2:
        raise ValueError(f"{op}: {argument} must have 1, 2 or 4 values, got {value}")
    return sizes


def _check_format(op: str, data_format: str | None) -> None:
    if data_format not in (None, "NHWC"):
        raise NotImplementedError(f"{op}: data_format must be 'NHWC', got {data_format!r}")


def _explicit(padding: Sequence[Sequence[int]]) -> list[int]:
    """[top, bottom, left, right] of pairs for the batch, the height, the width and the channels."""
    pairs = [list(pair) if hasattr(pair, "__len__") else [pair] for pair in padding]
    if len(pairs) != 4 or any(len(pair) != 2 for pair in pairs):
        raise ValueError(
            "conv2d: explicit padding must be four pairs, [[0, 0], [top, bottom], [left, right], "
            f"[0, 0]], got {padding!r}"
        )
    batch, height, width, channels = pairs
    if any(batch + channels):
        raise ValueError(
            f"conv2d: padding must be 0 for the batch and the channels, got {padding!r}"
        )
    return [int(size) for size in height + width]


def conv2d(
    input: TensorLike,
    filters: TensorLike,
    strides: int | Sequence[int],
    padding: str | Sequence[Sequence[int]],
    data_format: str | None = "NHWC",
    dilations: int | Sequence[int] | None = None,
    name: str | None = None,
) -> Tensor:
    """Cross-correlation of ``input`` [n, h, w, c] with ``filters`` [kh, kw, c / groups, out].

    ``padding``: "VALID", "SAME" or explicit [[0, 0], [top, bottom], [left, right], [0, 0]].
    """
    _check_format("conv2d", data_format)
    strides = _window("conv2d", "strides", strides)
    dilations = _window("conv2d", "dilations", 1 if dilations is None else dilations)
    if isinstance(padding, str):
        return _ops.conv2d(input, filters, strides, padding, dilations)
    return _ops.conv2d(input, filters, strides, "EXPLICIT", dilations, _explicit(padding))


def _pool(op: str, function: Callable[..., Tensor], arguments: tuple[Any, ...]) -> Tensor:
    input, ksize, strides, padding, data_format = arguments  # noqa: A001
    _check_format(op, data_format)
    return function(input, _window(op, "ksize", ksize), _window(op, "strides", strides), padding)


def max_pool2d(
    input: TensorLike,
    ksize: int | Sequence[int],
    strides: int | Sequence[int],
    padding: str,
    data_format: str | None = "NHWC",
    name: str | None = None,
) -> Tensor:
    """The largest value of each window of ``input`` [n, h, w, c]; "VALID" or "SAME" padding."""
    return _pool("max_pool2d", _ops.max_pool2d, (input, ksize, strides, padding, data_format))


def avg_pool2d(
    input: TensorLike,
    ksize: int | Sequence[int],
    strides: int | Sequence[int],
    padding: str,
    data_format: str | None = "NHWC",
    name: str | None = None,
) -> Tensor:
    """The mean of each window of ``input`` [n, h, w, c]; padding cells do not count."""
    return _pool("avg_pool2d", _ops.avg_pool2d, (input, ksize, strides, padding, data_format))


max_pool = max_pool2d
avg_pool = avg_pool2d
