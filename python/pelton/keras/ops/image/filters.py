"""Owns filters of images: gaussian_blur and sobel_edges, and ssim, which compares by windows."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import (
    cast_to,
    convert_as,
    data_format_of,
    floating,
    promoted,
    scalar,
)
from pelton.keras.ops.image.layout import batch_last, image_batch, like_given
from pelton.keras.ops.nn.convolution import depthwise_conv

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence

    from pelton._types import TensorLike


def _bell(size: int, sigma: float, name: str) -> Tensor:
    """[size]: the weights of a normal distribution, which add up to 1."""
    places = _ops.cast(_ops.iota(size, "int32"), name) - (size - 1) / 2
    weights = _ops.exp(_ops.square(places / convert_as(sigma, name)) * -0.5)
    return weights / _ops.reduce_sum(weights)


def _blurred(x: Tensor, down: Tensor, across: Tensor, padding: str) -> Tensor:
    """[n, h, w, c] weighted along its rows and along its columns."""
    channels = x.shape[-1]
    for weights, shape in ((down, [-1, 1, 1, 1]), (across, [1, -1, 1, 1])):
        kernel = _ops.tile(_ops.reshape(weights, shape), [1, 1, channels, 1])
        x = depthwise_conv(x, kernel, 1, padding, "channels_last")
    return x


def gaussian_blur(
    images: TensorLike,
    kernel_size: Sequence[int] = (3, 3),
    sigma: Sequence[float] = (1.0, 1.0),
    data_format: str | None = None,
) -> Tensor:
    """Images blurred by normal distributions over windows; zeros are around them."""
    given = image_batch(images)
    x = floating(batch_last(given, data_format))
    name = x.dtype.name
    down = _bell(int(kernel_size[0]), sigma[1], name)
    across = _bell(int(kernel_size[1]), sigma[0], name)
    found = _blurred(x, down, across, "same")
    return like_given(cast_to(found, given.dtype.name), given, data_format)


def sobel_edges(images: TensorLike, data_format: str | None = None) -> Tensor:
    """[n, h, w, c, 2]: the slopes down and across of images, mirrored at their edges."""
    given = image_batch(images)
    x = batch_last(given, data_format)
    x = _ops.pad(x, [[0, 0], [1, 1], [1, 1], [0, 0]], "REFLECT")
    smooth, slope = [1.0, 2.0, 1.0], [-1.0, 0.0, 1.0]
    name = x.dtype.name
    down = _blurred(x, convert_as(slope, name), convert_as(smooth, name), "valid")
    across = _blurred(x, convert_as(smooth, name), convert_as(slope, name), "valid")
    found = _ops.stack([down, across], 4)
    if data_format_of(data_format) == "channels_first":
        found = _ops.transpose(found, [0, 3, 1, 2, 4])
    return _ops.squeeze(found, [0]) if given.ndim == 3 else found


def ssim(
    image1: TensorLike,
    image2: TensorLike,
    max_val: float = 1.0,
    filter_size: int = 11,
    filter_sigma: float = 1.5,
    k1: float = 0.01,
    k2: float = 0.03,
    data_format: str | None = None,
) -> Tensor:
    """[n]: how alike images are in brightness, contrast and structure of windows, 1 for equal ones.

    A scalar for single images. Raises ValueError for windows larger than the images."""
    first, second = promoted(image1, image2, least=float)
    if first.shape != second.shape:
        raise ValueError(
            "Input images must have the same shape. Received: "
            f"image1.shape={tuple(first.shape)}, image2.shape={tuple(second.shape)}"
        )
    is_single = image_batch(first, "image1").ndim == 3
    x, y = (batch_last(image, data_format) for image in (first, second))
    if filter_size > min(x.shape[1], x.shape[2]):
        raise ValueError(
            f"ssim: filter_size {filter_size} is larger than the images, {tuple(x.shape)}"
        )
    weights = _bell(filter_size, filter_sigma, x.dtype.name)

    def mean(image: Tensor) -> Tensor:
        return _blurred(image, weights, weights, "valid")

    low, high = scalar((k1 * max_val) ** 2, x), scalar((k2 * max_val) ** 2, x)
    mean_x, mean_y = mean(x), mean(y)
    products = mean_x * mean_y
    squares = _ops.square(mean_x) + _ops.square(mean_y)
    spread = mean(_ops.square(x)) + mean(_ops.square(y)) - squares
    together = mean(x * y) - products
    brightness = (2.0 * products + low) / (squares + low)
    structure = (2.0 * together + high) / (spread + high)
    found = _ops.reduce_mean(brightness * structure, [1, 2, 3])
    return _ops.squeeze(found, [0]) if is_single else found
