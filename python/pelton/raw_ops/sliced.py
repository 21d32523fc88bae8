"""Owns what rarer raw ops do: slices that are changed, distinct rows, projected images and the
gradients of functions."""

from __future__ import annotations

import math

import pelton as tf
from pelton._core import functions as _functions

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pelton._core import Tensor


def gradient(function: Callable[[Tensor], Tensor], x: Any, weights: Any) -> Tensor:
    """That of the function's result, so weighted, by `x`."""
    x = _functions.convert(x)
    with tf.GradientTape() as tape:
        tape.watch(x)
        result = function(x)
    return tape.gradient(result, x, output_gradients=_functions.convert(weights))


def blank(images: Any, size: Any) -> Tensor:
    """Images (n, height, width, channels) of zeros in that size."""
    images = _functions.convert(images)
    return tf.zeros([images.shape[0], *map(int, size), images.shape[3]], images.dtype)


def unpadded(grads: Any, paddings: Any, mode: str) -> Tensor:
    """The gradient of a mirrored padding."""
    grads, borders = _functions.convert(grads), _functions.convert(paddings).numpy()
    sizes = [size - int(both) for size, both in zip(grads.shape, borders.sum(axis=1), strict=True)]
    return gradient(lambda x: tf.pad(x, borders, mode), tf.zeros(sizes, grads.dtype), grads)


def _places(shape: Any, bounds: tuple[Any, ...]) -> Tensor:
    """The numbers, in row-major order, of the elements in a slice of a tensor of that shape."""
    sizes = _functions.convert(shape, tf.int32)
    return tf.strided_slice(tf.reshape(tf.range(tf.reduce_prod(sizes)), sizes), *bounds)


def spread(shape: Any, values: Any, bounds: tuple[Any, ...]) -> Tensor:
    """Zeros of that shape with the values in the slice."""
    values = _functions.convert(values)
    return updated(tf.zeros(shape, values.dtype), values, bounds)


def updated(input: Any, value: Any, bounds: tuple[Any, ...]) -> Tensor:
    """The tensor with other values in the slice."""
    x = _functions.convert(input)
    places = _places(tf.shape(x), bounds)
    values = tf.broadcast_to(_functions.convert(value, x.dtype), tf.shape(places))
    made = tf.tensor_scatter_nd_update(
        tf.reshape(x, [-1]), tf.reshape(places, [-1, 1]), tf.reshape(values, [-1])
    )
    return tf.reshape(made, tf.shape(x))


def distinct(x: Any, axis: Any, out_idx: Any) -> tuple[Tensor, Tensor, Tensor]:
    """What is distinct along the axis, in the order in which it comes, the number of it at each
    place, and how often it is there; of a vector no axis need be named."""
    import numpy as np

    from pelton.errors import InvalidArgumentError

    given = _functions.convert(x)
    axes = _functions.convert(axis).numpy().reshape(-1).tolist()
    if len(axes) > 1 or (not axes and given.ndim != 1):
        raise InvalidArgumentError(
            f"unique: axis must hold one axis, or none for a vector, got {axes} for shape "
            f"{given.shape}"
        )
    at = axes[0] if axes else 0
    values = given.numpy()
    _, first, numbers, counts = np.unique(
        values.astype(bytes) if values.dtype == object else values,
        return_index=True, return_inverse=True, return_counts=True, axis=at,
    )  # fmt: skip
    order = np.argsort(first)
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    found = [rank[numbers.reshape(-1)], counts[order]]
    rows = tf.gather(given, first[order], axis=at)
    return (rows, *(tf.constant(one, out_idx) for one in found))


def truth(input: Any) -> Tensor:
    """Whether a scalar is not 0 and not empty, or a tensor holds any element."""
    x = _functions.convert(input)
    if x.ndim:
        return tf.size(x) > 0
    return tf.strings.length(x) > 0 if x.dtype == tf.string else tf.cast(x, tf.bool)


def row_parts(x: Any) -> tuple[Tensor, Tensor]:
    """The row splits and the values of a ragged tensor."""
    return x.row_splits, x.values


def characters(
    input: Any, encoding: str, errors: str, other: int, controls: bool, splits: Any
) -> tuple[Tensor, Tensor]:
    """The row splits and the code points of texts."""
    texts = tf.reshape(input, [-1])
    found = tf.strings.unicode_decode(texts, encoding, errors, other, controls)
    return row_parts(found.with_row_splits_dtype(splits))


def greedy_path(inputs: Any, lengths: Any, merges: bool, blank_index: int) -> tuple[Tensor, ...]:
    """The indices, values and shape of the decoded numbers, and their scores."""
    decoded, scores = tf.nn.ctc_greedy_decoder(inputs, lengths, merges, blank_index)
    path = decoded[0]
    return path.indices, path.values, path.dense_shape, scores


def projected(
    images: Any, transforms: Any, output_shape: Any, fill: Any, how: str, mode: str
) -> Tensor:
    """Images (n, height, width, channels) of another size whose pixel (x, y) is that at
    ((a0 x + a1 y + a2) / k, (b0 x + b1 y + b2) / k), where k = c0 x + c1 y + 1; `transforms`
    [n or 1, 8] holds a, b and c."""
    from pelton.keras.ops.image.warping import taken_from

    given = _functions.convert(images)
    height, width = _functions.convert(output_shape).numpy().tolist()
    numbers = tf.reshape(_functions.convert(transforms, tf.float32), [-1, 8])
    a0, a1, a2, b0, b1, b2, c0, c1 = (
        tf.reshape(one, [-1, 1, 1]) for one in tf.unstack(numbers, axis=1)
    )
    rows = tf.reshape(tf.range(height, dtype=tf.float32), [1, -1, 1])
    columns = tf.reshape(tf.range(width, dtype=tf.float32), [1, 1, -1])
    divisor = c0 * columns + c1 * rows + 1.0
    across = (a0 * columns + a1 * rows + a2) / divisor
    down = (b0 * columns + b1 * rows + b2) / divisor
    wide = given if given.dtype.is_floating else tf.cast(given, tf.float32)
    found = taken_from(wide, down, across, how.lower(), mode.lower(), float(fill), "channels_last")
    return tf.cast(found, given.dtype)


def spectrogram(input: Any, window_size: int, stride: int, magnitude_squared: bool) -> Tensor:
    """The magnitudes (channels, windows, frequencies) of a Fourier transform, in a power of 2 of
    samples, of each Hann window of sounds (samples, channels)."""
    sound = tf.transpose(_functions.convert(input))
    length = 1 << (window_size - 1).bit_length()

    def window(size: int, dtype: Any) -> Tensor:
        turns = tf.range(size, dtype=dtype) / size
        return 0.5 - 0.5 * tf.cos(2 * math.pi * turns)

    found = tf.abs(tf.signal.stft(sound, window_size, stride, length, window_fn=window))
    return found * found if magnitude_squared else found
