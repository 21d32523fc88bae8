"""Owns images whose pixels come from other places: by maps, affine and perspective transforms."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import cast_to, convert, convert_as, scalar
from pelton.keras.ops.dtypes import is_float, result_type
from pelton.keras.ops.image import sampling as _sampling
from pelton.keras.ops.image.layout import batch_last, image_batch, like_given

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
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
    images: TensorLike, transforms: Tensor, how: str, mode: str, fill: Any, data_format: str | None
) -> Tensor:
    """Each pixel (x, y) from ((a0 x + a1 y + a2) / k, (b0 x + b1 y + b2) / k) of its image, where
    k = c0 x + c1 y + 1; `transforms` [n, 8] has a, b and c."""
    given = image_batch(images)
    name = given.dtype.name
    x = batch_last(given, data_format)
    batch, height, width, _ = x.shape
    if transforms.ndim == 1:
        transforms = _ops.expand_dims(transforms, 0)
    transforms = _ops.broadcast_to(transforms, [batch, 8])
    parts = [_ops.reshape(part, [-1, 1, 1]) for part in _ops.unstack(transforms, num=8, axis=1)]
    rows = _ops.reshape(_ops.cast(_ops.iota(height, "int32"), "float32"), [1, -1, 1])
    columns = _ops.reshape(_ops.cast(_ops.iota(width, "int32"), "float32"), [1, 1, -1])
    divisor = parts[6] * columns + parts[7] * rows + 1.0
    across = (parts[0] * columns + parts[1] * rows + parts[2]) / divisor
    down = (parts[3] * columns + parts[4] * rows + parts[5]) / divisor
    if mode != "constant":
        across, down = _inside(across, width, mode), _inside(down, height, mode)
    number = _ops.reshape(_ops.cast(_ops.iota(batch, "int32"), "float32"), [-1, 1, 1])
    number = number + _ops.zeros_like(across)
    rule = None if mode == "constant" else _sampling.nearest
    wide = cast_to(x, result_type(name, "float32"))
    is_linear = how == "bilinear"
    found = _sampled_by_image(wide, number, down, across, is_linear, rule, fill)
    found = found if is_float(name) else _ops.round(found)
    return like_given(cast_to(found, name), given, data_format)


def _sampled_by_image(
    x: Tensor, number: Tensor, down: Tensor, across: Tensor, is_linear: bool, rule: Any, fill: Any
) -> Tensor:
    """The pixels of each image [n, h, w, c] at its places [n, rows, columns]."""
    batch, height, width, channels = x.shape
    # All images below each other, each with a frame of what is outside.
    framed = x
    if rule is None:
        frame = [[0, 0], [1, 1], [1, 1], [0, 0]]
        framed = _ops.pad(x, frame, "CONSTANT", float(fill))
        down = _ops.clip_by_value(down + 1.0, 0.0, float(height + 1))
        across = _ops.clip_by_value(across + 1.0, 0.0, float(width + 1))
        height, width = height + 2, width + 2
    table = _ops.reshape(framed, [batch * height, width, channels])
    if not is_linear:
        # Halves are rounded away from 0.
        down, across = _ops.floor(down + 0.5), _ops.floor(across + 0.5)
        down = _ops.clip_by_value(down, 0.0, float(height - 1))
        across = _ops.clip_by_value(across, 0.0, float(width - 1))
        return _sampling.sampled(
            table, [down + number * height, across], False, _sampling.nearest, fill
        )
    top = _ops.floor(down)
    bottom = _ops.minimum(top + 1.0, float(height - 1))
    part = _ops.cast(_ops.expand_dims(down - top, -1), table.dtype)
    upper, lower = (_between(table, row + number * height, across, width) for row in (top, bottom))
    return upper * (1.0 - part) + lower * part


def _between(table: Tensor, row: Tensor, across: Tensor, width: int) -> Tensor:
    """Means of the two neighbours in a row."""
    left = _ops.floor(across)
    right = _ops.minimum(left + 1.0, float(width - 1))
    part = _ops.cast(_ops.expand_dims(across - left, -1), table.dtype)
    rule = _sampling.nearest
    first = _sampling.sampled(table, [row, left], False, rule, 0)
    second = _sampling.sampled(table, [row, right], False, rule, 0)
    return first * (1.0 - part) + second * part


def _inside(place: Tensor, size: int, mode: str) -> Tensor:
    """Places within an axis of that size that stand for those outside."""
    last = scalar(float(size - 1), place)
    zero = _ops.zeros_like(place)
    if mode == "wrap" and size > 1:
        shift = float(size) * (_ops.floor(_ops.negative(place) / last) + 1.0)
        low = place + shift
        high = place - float(size) * _ops.floor(place / last)
        found = _ops.where(_ops.less(place, 0.0), low, place)
        place = _ops.where(_ops.greater(place, last), high, found)
    if mode == "reflect" and size > 1:
        span = scalar(2.0 * size, place)
        inside = _ops.floormod(place, span)
        folded = _ops.where(_ops.greater_equal(inside, float(size)), span - inside - 1.0, inside)
        is_out = _ops.logical_or(_ops.less(place, 0.0), _ops.greater(place, last))
        place = _ops.where(is_out, folded, place)
    return _ops.minimum(_ops.maximum(place, zero), last)


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
    transforms = convert_as(transform, "float32")
    if transforms.ndim not in (1, 2) or transforms.shape[-1] != 8:
        raise ValueError(
            "Invalid transform: expected shape (8,) or (n, 8). Received: "
            f"transform.shape={tuple(transforms.shape)}"
        )
    return _transformed(images, transforms, interpolation, fill_mode, fill_value, data_format)


def compute_homography_matrix(start_points: TensorLike, end_points: TensorLike) -> Tensor:
    """[n, 8]: the transforms that take four points [n, 4, 2] of the end to those of the start."""
    from pelton.keras.ops.linalg.elimination import solve

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
    start, end = convert_as(start_points, "float32"), convert_as(end_points, "float32")
    for name, points in (("start_points", start), ("end_points", end)):
        if points.ndim not in (2, 3) or tuple(points.shape[-2:]) != (4, 2):
            raise ValueError(
                f"Invalid {name} shape: expected (4, 2) for a single image or (n, 4, 2) for a "
                f"batch. Received shape: {tuple(points.shape)}"
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
    from pelton.keras.ops.image.filters import gaussian_blur
    from pelton.keras.random import normal

    _check("interpolation", interpolation, ["nearest", "bilinear"])
    _check("fill_mode", fill_mode, ["constant", "nearest", "wrap", "reflect"])
    given = image_batch(images)
    x = batch_last(given, data_format)
    batch, height, width, channels = x.shape
    side = 6 * int(sigma) | 1
    noise = cast_to(normal((batch, height, width, 2), seed=seed), "float32") * float(sigma)
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
