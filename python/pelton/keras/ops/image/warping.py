"""Owns images whose pixels come from other places: by maps, affine and perspective transforms."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.image.sizes import height_and_width, is_number, size_of
from pelton.keras.ops.conversion import cast_to, convert, convert_as
from pelton.keras.ops.dtypes import is_float, result_type
from pelton.keras.ops.image import sampling as _sampling
from pelton.keras.ops.image.layout import batch_last, image_batch, like_given

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from pelton._types import TensorLike

_RULES = {
    "constant": None,
    "nearest": _sampling.nearest,
    "wrap": _sampling.wrap,
    "mirror": _sampling.mirror,
    "reflect": _sampling.reflect,
}


def _check(argument: str, value: Any, known: Sequence[Any]) -> None:
    if value not in known:
        raise ValueError(
            f"Invalid value for argument `{argument}`. Expected of one {set(known)}. Received: "
            f"{argument}={value}"
        )


def map_coordinates(
    inputs: TensorLike,
    coordinates: TensorLike,
    order: int,
    fill_mode: str = "constant",
    fill_value: float = 0.0,
) -> Tensor:
    """The elements of `inputs` at `coordinates` [axes, ...], in its dtype.

    `order`: 0 for the nearest element, 1 for means of the neighbours. `fill_mode`: "constant",
    "nearest", "wrap", "mirror" or "reflect"."""
    x = convert(inputs)
    places = convert(coordinates)
    if places.shape[0] != x.ndim:
        raise ValueError(
            "First dim of `coordinates` must be the same as the rank of `inputs`. Received inputs "
            f"with shape: {tuple(x.shape)} and coordinate leading dim of {places.shape[0]}"
        )
    if places.ndim < 2:
        raise ValueError(
            f"Invalid coordinates rank: expected at least rank 2. Received: {tuple(places.shape)}"
        )
    _check("fill_mode", fill_mode, list(_RULES))
    if order not in (0, 1):
        raise NotImplementedError(f"map_coordinates: order must be 0 or 1, got {order}")
    name = x.dtype.name
    places = cast_to(places, result_type(places.dtype.name, "float32"))
    wide = cast_to(x, result_type(name, "float32")) if order else x
    found = _sampling.sampled(
        wide, _ops.unstack(places, num=x.ndim), order == 1, _RULES[fill_mode], fill_value
    )
    return cast_to(found if is_float(name) or not order else _ops.round(found), name)


def _transformed(
    images: TensorLike,
    transforms: Tensor,
    how: str,
    mode: str,
    fill: Any,
    data_format: str | None,
    size: Any = None,
) -> Tensor:
    """Each pixel (x, y) from ((a0 x + a1 y + a2) / k, (b0 x + b1 y + b2) / k) of its image, where
    k = c0 x + c1 y + 1; `transforms` [n, 8] has a, b and c. `size`: (height, width) of the result,
    that of the images unless given."""
    x = batch_last(image_batch(images), data_format)
    parts = _ops.unstack(_ops.reshape(transforms, [-1, 8]), num=8, axis=1)
    parts = [_ops.reshape(part, [-1, 1, 1]) for part in parts]
    rows, columns = rows_and_columns(x) if size is None else _grid(*size)
    divisor = parts[6] * columns + parts[7] * rows + 1.0
    across = (parts[0] * columns + parts[1] * rows + parts[2]) / divisor
    down = (parts[3] * columns + parts[4] * rows + parts[5]) / divisor
    return taken_from(images, down, across, how, mode, fill, data_format)


def rows_and_columns(x: Tensor) -> tuple[Tensor, Tensor]:
    """The numbers of the rows [1, h, 1] and columns [1, 1, w] of images [n, h, w, c]."""
    return _grid(*height_and_width(x))


def _grid(height: Any, width: Any) -> tuple[Tensor, Tensor]:
    rows = _ops.reshape(_ops.cast(_ops.iota(height, "int32"), "float32"), [1, -1, 1])
    return rows, _ops.reshape(_ops.cast(_ops.iota(width, "int32"), "float32"), [1, 1, -1])


def taken_from(
    images: TensorLike,
    down: Tensor,
    across: Tensor,
    how: str,
    mode: str,
    fill: Any,
    data_format: str | None,
) -> Tensor:
    """Each pixel of images from the place (`down`, `across`) [n, h, w] of its image."""
    given = image_batch(images)
    name = given.dtype.name
    x = batch_last(given, data_format)
    height, width = height_and_width(x)
    if mode != "constant":
        across, down = _inside(across, width, mode), _inside(down, height, mode)
    wide = cast_to(x, result_type(name, "float32"))
    outside = float(fill) if mode == "constant" else None
    found = _sampled_by_image(wide, down, across, how == "bilinear", outside)
    found = found if is_float(name) else _ops.round(found)
    return like_given(cast_to(found, name), given, data_format)


def _number(size: Any) -> Any:
    """A size as a float, or as a float32 tensor where it is not known."""
    return float(size) if is_number(size) else _ops.cast(size, "float32")


def _sampled_by_image(
    x: Tensor, down: Tensor, across: Tensor, is_linear: bool, outside: float | None
) -> Tensor:
    """The pixels of each image [n, h, w, c] at its places [n, rows, columns]; where `outside` is
    given, it surrounds the images."""
    height, width = height_and_width(x)
    if outside is not None:
        x = _ops.pad(x, [[0, 0], [1, 1], [1, 1], [0, 0]], "CONSTANT", outside)
        down = _ops.minimum(_ops.maximum(down + 1.0, 0.0), _number(height + 1))
        across = _ops.minimum(_ops.maximum(across + 1.0, 0.0), _number(width + 1))
        height, width = height + 2, width + 2
    pixels = _ops.reshape(x, [-1, x.shape[3]])
    first = _ops.reshape(_ops.iota(size_of(x, 0), "int32") * (height * width), [-1, 1, 1])
    last_row, last_column = _number(height - 1), _number(width - 1)

    def at(row: Tensor, column: Tensor) -> Tensor:
        place = _ops.cast(row, "int32") * width + _ops.cast(column, "int32")
        return _ops.gather(pixels, first + place)

    if not is_linear:  # halves are rounded away from 0
        row = _ops.minimum(_ops.maximum(_ops.floor(down + 0.5), 0.0), last_row)
        column = _ops.minimum(_ops.maximum(_ops.floor(across + 0.5), 0.0), last_column)
        return at(row, column)
    top, left = _ops.floor(down), _ops.floor(across)
    bottom, right = _ops.minimum(top + 1.0, last_row), _ops.minimum(left + 1.0, last_column)
    lower = _ops.cast(_ops.expand_dims(down - top, -1), x.dtype)
    later = _ops.cast(_ops.expand_dims(across - left, -1), x.dtype)
    upper_row = at(top, left) * (1.0 - later) + at(top, right) * later
    lower_row = at(bottom, left) * (1.0 - later) + at(bottom, right) * later
    return upper_row * (1.0 - lower) + lower_row * lower


def _inside(place: Tensor, size: Any, mode: str) -> Tensor:
    """Places within an axis of that size that stand for those outside."""
    last, whole = _number(size - 1), _number(size)
    is_single = is_number(size) and size == 1
    if mode == "wrap" and not is_single:
        low = place + whole * (_ops.floor(_ops.negative(place) / last) + 1.0)
        high = place - whole * _ops.floor(place / last)
        found = _ops.where(_ops.less(place, 0.0), low, place)
        place = _ops.where(_ops.greater(place, last), high, found)
    if mode == "reflect" and not is_single:
        span = 2.0 * whole
        inside = _ops.floormod(place, span)
        folded = _ops.where(_ops.greater_equal(inside, whole), span - inside - 1.0, inside)
        is_out = _ops.logical_or(_ops.less(place, 0.0), _ops.greater(place, last))
        place = _ops.where(is_out, folded, place)
    return _ops.minimum(_ops.maximum(place, 0.0), last)


def affine_transform(
    images: TensorLike,
    transform: TensorLike,
    interpolation: str = "bilinear",
    fill_mode: str = "constant",
    fill_value: float = 0,
    data_format: str | None = None,
) -> Tensor:
    """Images whose pixel (x, y) comes from ((a0 x + a1 y + a2) / k, (b0 x + b1 y + b2) / k).

    `transform` [8] or [n, 8]: a0, a1, a2, b0, b1, b2, c0, c1, where k = c0 x + c1 y + 1."""
    _check("interpolation", interpolation, ["nearest", "bilinear"])
    _check("fill_mode", fill_mode, ["constant", "nearest", "wrap", "reflect"])
    images = image_batch(images)
    transforms = convert_as(transform, "float32")
    if transforms.ndim not in (1, 2):
        raise ValueError(
            "Invalid transform rank: expected rank 1 (single transform) or rank 2 (batch of "
            f"transforms). Received input with shape: transform.shape={tuple(transforms.shape)}"
        )
    if transforms.shape[-1] != 8:
        raise ValueError(
            "Invalid transform: expected shape (8,) or (n, 8). Received: "
            f"transform.shape={tuple(transforms.shape)}"
        )
    return _transformed(images, transforms, interpolation, fill_mode, fill_value, data_format)


def projected(
    images: Any, transforms: Any, size: Any, fill: Any, interpolation: str, fill_mode: str
) -> Tensor:
    """What TensorFlow's ImageProjectiveTransform ops give: images [n, h, w, c] whose pixels of an
    image of `size` (height, width) come from where `transforms` [n or 1, 8] say. Values of integers
    are cut off, not rounded."""
    how, mode = interpolation.lower(), fill_mode.lower()
    _check("interpolation", how, ["nearest", "bilinear"])
    _check("fill_mode", mode, ["constant", "nearest", "wrap", "reflect"])
    given = convert(images)
    floats = given if is_float(given.dtype.name) else _ops.cast(given, "float32")
    sizes = _ops.unstack(_ops.cast(size, "int32"), num=2)
    found = _transformed(
        floats, convert_as(transforms, "float32"), how, mode, fill, "channels_last", sizes
    )
    return cast_to(found, given.dtype.name)


def compute_homography_matrix(start_points: TensorLike, end_points: TensorLike) -> Tensor:
    """[n, 8]: the transforms that take four points [n, 4, 2] of the end to those of the start."""
    from pelton.keras.ops.linalg.systems import solve

    start, end = convert_as(start_points, "float32"), convert_as(end_points, "float32")
    to_x, to_y = (start[..., axis : axis + 1] for axis in (0, 1))
    zeros = _ops.zeros_like(end)
    ones = _ops.ones_like(to_x)
    none = _ops.zeros_like(to_x)
    first = _ops.concat([end, ones, zeros, none, _ops.negative(to_x * end)], -1)
    second = _ops.concat([zeros, none, end, ones, _ops.negative(to_y * end)], -1)
    system = _ops.concat([first, second], -2)
    wanted = _ops.concat([to_x, to_y], -2)
    return _ops.squeeze(solve(system, wanted), [-1])


def perspective_transform(
    images: TensorLike,
    start_points: TensorLike,
    end_points: TensorLike,
    interpolation: str = "bilinear",
    fill_value: float = 0,
    data_format: str | None = None,
) -> Tensor:
    """Images with the four points (x, y) [4, 2] or [n, 4, 2] of the start moved to the end."""
    _check("interpolation", interpolation, ["nearest", "bilinear"])
    images = image_batch(images)
    start, end = convert_as(start_points, "float32"), convert_as(end_points, "float32")
    for name, points in (("start_points", start), ("end_points", end)):
        if points.ndim not in (2, 3) or tuple(points.shape[-2:]) != (4, 2):
            raise ValueError(
                f"perspective_transform: Invalid {name} shape: expected (4,2) for a single image "
                f"or (N,4,2) for a batch. Received shape: {tuple(points.shape)}"
            )
    if start.shape != end.shape:
        raise ValueError(
            "start_points and end_points must have the same shape. Received start_points.shape="
            f"{tuple(start.shape)}, end_points.shape={tuple(end.shape)}"
        )
    start, end = (
        _ops.expand_dims(points, 0) if points.ndim == 2 else points for points in (start, end)
    )
    transforms = compute_homography_matrix(start, end)
    return _transformed(images, transforms, interpolation, "constant", fill_value, data_format)


def elastic_transform(
    images: TensorLike,
    alpha: float = 20.0,
    sigma: float = 5.0,
    interpolation: str = "bilinear",
    fill_mode: str = "reflect",
    fill_value: float = 0.0,
    seed: Any = None,
    data_format: str | None = None,
) -> Tensor:
    """Images whose pixels are moved at random: by `alpha` times a noise, blurred with `sigma`."""
    from pelton.keras.random import normal

    def noise_of(shape: tuple[int, ...]) -> Tensor:
        return normal(shape, seed=seed)

    return moved_by_noise(
        images, alpha, sigma, interpolation, fill_mode, fill_value, noise_of, data_format
    )


def moved_by_noise(
    images: TensorLike,
    alpha: float,
    sigma: float,
    interpolation: str,
    fill_mode: str,
    fill_value: float,
    noise_of: Callable[[tuple[int, ...]], Tensor],
    data_format: str | None,
) -> Tensor:
    """`elastic_transform` by the normal noise that `noise_of` a shape gives."""
    from pelton.keras.ops.image.filters import gaussian_blur

    _check("interpolation", interpolation, ["nearest", "bilinear"])
    _check("fill_mode", fill_mode, ["constant", "nearest", "wrap", "reflect"])
    given = image_batch(images)
    x = batch_last(given, data_format)
    batch, height, width, channels = x.shape
    side = 6 * int(sigma) | 1
    noise = cast_to(noise_of((batch, height, width, 2)), "float32") * float(sigma)
    moved = gaussian_blur(noise, (side, side), (sigma, sigma), "channels_last") * float(alpha)
    down = _ops.reshape(_ops.cast(_ops.iota(height, "int32"), "float32"), [1, -1, 1])
    across = _ops.cast(_ops.iota(width, "int32"), "float32")
    down, across = moved[..., 0] + down, moved[..., 1] + across
    order = int(interpolation == "bilinear")
    found = []
    for n in range(batch):
        places, image = _ops.stack([down[n], across[n]], 0), x[n]
        maps = [
            map_coordinates(image[:, :, one], places, order, fill_mode, fill_value)
            for one in range(channels)
        ]
        found.append(_ops.stack(maps, 2))
    return like_given(_ops.stack(found, 0), given, data_format)
