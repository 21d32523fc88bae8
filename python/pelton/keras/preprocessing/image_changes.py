"""Changes of one image, an array of rank 3: affine maps (by SciPy), shifts of channels and of
brightness (by Pillow), and the same at random, drawn from NumPy's global generator."""

from __future__ import annotations

import functools

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    import numpy as np


def _ndimage() -> Any:
    try:
        from scipy import ndimage
    except ImportError:
        raise ImportError(
            "Could not import scipy.ndimage. Affine maps of images (rotations, shifts, shear and "
            "zoom) require SciPy: pip install 'pelton[augmentation]'"
        ) from None
    return ndimage


def flip_axis(x: Any, axis: int) -> np.ndarray:
    """The image with one axis in reverse order."""
    import numpy as np

    return np.flip(np.asarray(x), axis)


def _check_axes(x: Any, row_axis: int, col_axis: int, channel_axis: int) -> None:
    axes = (row_axis, col_axis, channel_axis)
    if len(set(axes)) != 3:
        raise ValueError("'row_axis', 'col_axis', and 'channel_axis' must be distinct")
    if set(axes) != {0, 1, 2}:
        raise ValueError(f"Invalid axis' indices: {set(axes) - {0, 1, 2}}")
    if x.ndim != 3:
        raise ValueError("Input arrays must be multi-channel 2D images.")
    if channel_axis == 1:
        raise ValueError("Channels are allowed and the first and last dimensions.")


def _affine_maps(
    theta: float, tx: float, ty: float, shear: float, zx: float, zy: float
) -> list[np.ndarray]:
    """The matrices 3x3 of those of the four maps that change something, the first on the left."""
    import numpy as np

    turn, lean = np.deg2rad(theta), np.deg2rad(shear)
    cos, sin = np.cos(turn), np.sin(turn)
    maps = (
        (theta != 0, [[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]]),
        (tx != 0 or ty != 0, [[1, 0, tx], [0, 1, ty], [0, 0, 1]]),
        (shear != 0, [[1, -np.sin(lean), 0], [0, np.cos(lean), 0], [0, 0, 1]]),
        (zx != 1 or zy != 1, [[zx, 0, 0], [0, zy, 0], [0, 0, 1]]),
    )
    return [np.array(matrix, dtype=float) for changes, matrix in maps if changes]


def _about_center(matrix: np.ndarray, height: int, width: int) -> np.ndarray:
    """The map with its origin in the middle of an image."""
    import numpy as np

    there, back = np.eye(3), np.eye(3)
    there[:2, 2] = height / 2 - 0.5, width / 2 - 0.5
    back[:2, 2] = -there[:2, 2]
    return there @ matrix @ back


def apply_affine_transform(
    x: np.ndarray,
    theta: float = 0,
    tx: float = 0,
    ty: float = 0,
    shear: float = 0,
    zx: float = 1,
    zy: float = 1,
    row_axis: int = 1,
    col_axis: int = 2,
    channel_axis: int = 0,
    fill_mode: str = "nearest",
    cval: float = 0.0,
    order: int = 1,
) -> np.ndarray:
    """`x` turned by `theta` degrees, moved by `tx` and `ty` pixels, sheared by `shear` degrees and
    zoomed by `zx` and `zy`, about its middle; the same shape. `order` and `fill_mode` are those of
    SciPy's ndimage. As in Keras, which maps belong to rows depends on the order of the axes.

    Raises ValueError for axes that are not 0, 1 and 2, ImportError without SciPy."""
    import numpy as np

    _check_axes(x, row_axis, col_axis, channel_axis)
    maps = _affine_maps(theta, tx, ty, shear, zx, zy)
    if not maps:
        return x
    matrix = functools.reduce(np.dot, maps)
    matrix = _about_center(matrix, x.shape[row_axis], x.shape[col_axis])
    if col_axis > row_axis:
        matrix = matrix[[1, 0, 2]][:, [1, 0, 2]]
    ndimage = _ndimage()
    planes = [
        ndimage.affine_transform(
            plane, matrix[:2, :2], matrix[:2, 2], order=order, mode=fill_mode, cval=cval
        )
        for plane in np.moveaxis(x, channel_axis, 0)
    ]
    return np.stack(planes, axis=channel_axis)


def apply_channel_shift(x: Any, intensity: float, channel_axis: int = 0) -> np.ndarray:
    """`x` plus `intensity`, within the least and the greatest value of `x`.

    It is the same for all channels; `channel_axis` is there as in Keras."""
    import numpy as np

    array = np.asarray(x)
    return np.clip(array + intensity, array.min(), array.max())


def apply_brightness_shift(x: Any, brightness: float, scale: bool = True) -> np.ndarray:
    """`x` with its brightness multiplied, through an image of 8 bits, as floats. With `scale` the
    result lies in 0 to 255. Raises ImportError without Pillow."""
    import numpy as np

    from pelton.keras.utils.images import array_to_img, img_to_array

    least, greatest = np.min(x), np.max(x)
    is_outside = bool(least < 0 or greatest > 255)
    image = array_to_img(x, scale=is_outside or scale)
    from PIL import ImageEnhance

    changed = img_to_array(ImageEnhance.Brightness(image).enhance(brightness))
    return changed / 255 * (greatest - least) + least if is_outside and not scale else changed


def random_rotation(
    x: np.ndarray,
    rg: float,
    row_axis: int = 1,
    col_axis: int = 2,
    channel_axis: int = 0,
    fill_mode: str = "nearest",
    cval: float = 0.0,
    interpolation_order: int = 1,
) -> np.ndarray:
    """`x` turned by at most `rg` degrees; see apply_affine_transform."""
    import numpy as np

    axes = (row_axis, col_axis, channel_axis)
    theta = np.random.uniform(-rg, rg)
    return apply_affine_transform(
        x, theta, 0, 0, 0, 1, 1, *axes, fill_mode, cval, interpolation_order
    )


def random_shift(
    x: np.ndarray,
    wrg: float,
    hrg: float,
    row_axis: int = 1,
    col_axis: int = 2,
    channel_axis: int = 0,
    fill_mode: str = "nearest",
    cval: float = 0.0,
    interpolation_order: int = 1,
) -> np.ndarray:
    """`x` moved by at most the fraction `wrg` of its width and `hrg` of its height."""
    import numpy as np

    axes = (row_axis, col_axis, channel_axis)
    tx = np.random.uniform(-hrg, hrg) * x.shape[row_axis]
    ty = np.random.uniform(-wrg, wrg) * x.shape[col_axis]
    return apply_affine_transform(
        x, 0, tx, ty, 0, 1, 1, *axes, fill_mode, cval, interpolation_order
    )


def random_shear(
    x: np.ndarray,
    intensity: float,
    row_axis: int = 1,
    col_axis: int = 2,
    channel_axis: int = 0,
    fill_mode: str = "nearest",
    cval: float = 0.0,
    interpolation_order: int = 1,
) -> np.ndarray:
    """`x` sheared by at most `intensity` degrees; see apply_affine_transform."""
    import numpy as np

    axes = (row_axis, col_axis, channel_axis)
    shear = np.random.uniform(-intensity, intensity)
    return apply_affine_transform(
        x, 0, 0, 0, shear, 1, 1, *axes, fill_mode, cval, interpolation_order
    )


def random_zoom(
    x: np.ndarray,
    zoom_range: Sequence[float],
    row_axis: int = 1,
    col_axis: int = 2,
    channel_axis: int = 0,
    fill_mode: str = "nearest",
    cval: float = 0.0,
    interpolation_order: int = 1,
) -> np.ndarray:
    """`x` zoomed by two factors within `zoom_range`, a pair. Raises ValueError for no pair."""
    if len(zoom_range) != 2:
        raise ValueError(
            f"`zoom_range` should be a tuple or list of two floats. Received: {zoom_range}"
        )
    axes = (row_axis, col_axis, channel_axis)
    zx, zy = drawn_zoom(zoom_range)
    return apply_affine_transform(
        x, 0, 0, 0, 0, zx, zy, *axes, fill_mode, cval, interpolation_order
    )


def drawn_zoom(zoom_range: Sequence[float]) -> tuple[float, float]:
    """Two factors within a pair; the pair (1, 1) draws nothing."""
    import numpy as np

    if zoom_range[0] == 1 and zoom_range[1] == 1:
        return 1, 1
    zx, zy = np.random.uniform(zoom_range[0], zoom_range[1], 2)
    return zx, zy


def random_channel_shift(x: Any, intensity_range: float, channel_axis: int = 0) -> np.ndarray:
    """apply_channel_shift by at most `intensity_range`."""
    import numpy as np

    return apply_channel_shift(
        x, np.random.uniform(-intensity_range, intensity_range), channel_axis
    )


def random_brightness(x: Any, brightness_range: Sequence[float], scale: bool = True) -> np.ndarray:
    """apply_brightness_shift by a factor within `brightness_range`. Raises ValueError for no
    pair."""
    import numpy as np

    if len(brightness_range) != 2:
        raise ValueError(
            f"`brightness_range should be tuple or list of two floats. Received: {brightness_range}"
        )
    factor = np.random.uniform(brightness_range[0], brightness_range[1])
    return apply_brightness_shift(x, factor, scale)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__)
