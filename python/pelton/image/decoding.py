"""Owns the functions that read image files: ``tf.io.decode_jpeg`` and its kin, also in tf.image."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton.errors import InvalidArgumentError, UnimplementedError
from pelton.functions.host_steps import computed
from pelton.host.stored_works import stored_text
from pelton.image import pixels as _pixels
from pelton.image.pixels import Pixels, Wanted
from pelton.image.types import convert_image_dtype

if TYPE_CHECKING:
    from collections.abc import Callable

    from pelton._core import Tensor
    from pelton._types import DTypeLike, TensorLike


def _contents(value: Any, op: str) -> Tensor:
    contents = _functions.convert(value, _dtypes.string)
    if contents.shape.rank:
        raise InvalidArgumentError(f"{op}: `contents` must be scalar but got shape{contents.shape}")
    return contents


def _channels(value: Any, op: str) -> int:
    if value not in (None, 0, 1, 3, 4):
        raise InvalidArgumentError(f"{op}: `channels` must be 0, 1, 3 or 4 but got {value!r}")
    return int(value or 0)


def _in_dtype(pixels: Pixels, dtype: Any) -> Any:
    """The frames in uint8, uint16 or float32."""
    import numpy as np

    frames = pixels.frames
    is_deep = frames.dtype == np.uint16
    if dtype == _dtypes.float32:
        return frames.astype(np.float32) * np.float32(1 / (65535 if is_deep else 255))
    if dtype == _dtypes.uint16 and not is_deep:
        return frames.astype(np.uint16) * (257 if pixels.format == "PNG" else 256)
    return frames


def _single(pixels: Pixels, op: str) -> Pixels:
    """A file of one frame, without the axis of frames."""
    if len(pixels.frames) != 1:
        raise InvalidArgumentError(
            f"{op}: Got {len(pixels.frames)} frames, but animated gifs can only be decoded by "
            "tf.io.decode_gif or tf.io.decode_image"
        )
    return Pixels(pixels.frames[0], pixels.format)


def _decoded(
    contents: Any,
    op: str,
    read: Callable[[bytes], Pixels | Tensor],
    dtype: Any,
    shape: list[int | None] | None,
    stored: str = "",
) -> Tensor:
    """What `read` gives of the file, also in traces where the rank is known. `stored`: what files
    say of it."""
    import numpy as np

    def decode(tensors: list[Tensor]) -> list[Tensor]:
        pixels = read(tensors[0].numpy())
        if not isinstance(pixels, Pixels):
            return [pixels]
        return [_functions.convert(np.ascontiguousarray(_in_dtype(pixels, dtype)))]

    outputs = None if shape is None else [(dtype, shape)]
    return computed(op, [_contents(contents, op)], decode, outputs, stored)[0]


def _refuse_bmp(data: bytes, op: str) -> None:
    if data.startswith(b"BM"):
        raise InvalidArgumentError(
            f"{op}: Trying to decode BMP format using a wrong op. Use `decode_bmp` or "
            "`decode_image` instead."
        )


def _read_only(kind: str, data: bytes, wanted: Wanted) -> Pixels:
    """The frames of a file of this format alone."""
    found = _pixels.format_of(data, wanted.op)
    if found != kind:
        raise InvalidArgumentError(
            f"{wanted.op}: Trying to decode {found} format using Decode{kind.capitalize()} op. Use "
            f"`decode_{found.lower()}` or `decode_image` instead."
        )
    return _pixels.read(data, wanted)


def _decode_one(contents: Any, wanted: Wanted, dtype: Any, stored: str) -> Tensor:
    def read(data: bytes) -> Pixels | Tensor:
        found = _pixels.jpeg_tensor(data, wanted) if dtype == _dtypes.uint8 else None
        if found is not None:
            return found
        _refuse_bmp(data, wanted.op)
        return _single(_pixels.read(data, wanted), wanted.op)

    shape = [None, None, wanted.channels or None]
    return _decoded(contents, wanted.op, read, dtype, shape, stored)


def _wanted_of_jpeg(
    op: str,
    channels: Any,
    ratio: Any,
    fancy_upscaling: Any,
    try_recover_truncated: Any,
    dct_method: Any,
) -> Wanted:
    if ratio not in (1, 2, 4, 8):
        raise InvalidArgumentError(f"{op}: ratio must be 1, 2, 4, or 8, got {ratio!r}")
    if dct_method not in ("", "INTEGER_FAST", "INTEGER_ACCURATE"):
        raise InvalidArgumentError(
            f"{op}: dct_method must be one of {{'', 'INTEGER_FAST', 'INTEGER_ACCURATE'}}, "
            f"got {dct_method!r}"
        )
    if try_recover_truncated:
        raise UnimplementedError(f"{op}: try_recover_truncated=True: Pillow reads whole files only")
    return Wanted(
        op,
        _channels(channels, op),
        int(ratio),
        is_fast=dct_method != "INTEGER_ACCURATE",
        is_smooth=bool(fancy_upscaling),
    )


def decode_jpeg(
    contents: TensorLike,
    channels: int = 0,
    ratio: int = 1,
    fancy_upscaling: bool = True,
    try_recover_truncated: bool = False,
    acceptable_fraction: float = 1,
    dct_method: str = "",
    name: str | None = None,
) -> Tensor:
    """A JPEG, PNG, or GIF of one frame as uint8 (height, width, channels).

    The pixels of a JPEG are TensorFlow's, whose default is the fast DCT; without the package
    simplejpeg they are those of the accurate one, which differ by a few levels. Raises
    InvalidArgumentError for other files, damaged ones and bad arguments, UnimplementedError for
    ``try_recover_truncated=True``, and for ``fancy_upscaling=False`` without simplejpeg."""
    op = "decode_jpeg"
    wanted = _wanted_of_jpeg(
        op, channels, ratio, fancy_upscaling, try_recover_truncated, dct_method
    )
    settings = {"fancy_upscaling": wanted.is_smooth, "dct_method": dct_method}
    text = stored_text(op, channels=wanted.channels, ratio=wanted.ratio, **settings)
    return _decode_one(contents, wanted, _dtypes.uint8, text)


def decode_and_crop_jpeg(
    contents: TensorLike,
    crop_window: TensorLike,
    channels: int = 0,
    ratio: int = 1,
    fancy_upscaling: bool = True,
    try_recover_truncated: bool = False,
    acceptable_fraction: float = 1,
    dct_method: str = "",
    name: str | None = None,
) -> Tensor:
    """The part ``[y, x, height, width]`` of what decode_jpeg gives. Raises InvalidArgumentError
    where the image has no such part, and what decode_jpeg raises."""
    op = "decode_and_crop_jpeg"
    wanted = _wanted_of_jpeg(
        op, channels, ratio, fancy_upscaling, try_recover_truncated, dct_method
    )

    def decode(tensors: list[Tensor]) -> list[Tensor]:
        import numpy as np

        image = _single(_pixels.read(tensors[0].numpy(), wanted), op).frames
        y, x, height, width = tensors[1].numpy().tolist()
        rows, columns = image.shape[:2]
        if min(y, x) < 0 or min(height, width) <= 0 or y + height > rows or x + width > columns:
            raise InvalidArgumentError(
                f"{op}: crop_window [{y}, {x}, {height}, {width}] is not within an image of "
                f"{rows} by {columns}"
            )
        return [_functions.convert(np.ascontiguousarray(image[y : y + height, x : x + width]))]

    window = _functions.convert(crop_window, _dtypes.int32)
    if list(window.shape) != [4]:
        raise InvalidArgumentError(f"{op}: crop_window must be 4 numbers, got {window.shape}")
    outputs = [(_dtypes.uint8, [None, None, wanted.channels or None])]
    return computed(op, [_contents(contents, op), window], decode, outputs)[0]


def decode_png(
    contents: TensorLike,
    channels: int = 0,
    dtype: DTypeLike = _dtypes.uint8,
    name: str | None = None,
) -> Tensor:
    """A PNG, JPEG, or GIF of one frame as uint8 or uint16 (height, width, channels). Raises
    InvalidArgumentError for other files, damaged ones and other dtypes, UnimplementedError for
    colours of 16 bits."""
    op, dtype = "decode_png", _dtypes.as_dtype(dtype)
    if dtype not in (_dtypes.uint8, _dtypes.uint16):
        raise InvalidArgumentError(f"{op}: dtype must be uint8 or uint16, got {dtype.name}")
    wanted = Wanted(op, _channels(channels, op), is_deep=dtype == _dtypes.uint16)
    text = stored_text(op, channels=wanted.channels, dtype=dtype.name)
    return _decode_one(contents, wanted, dtype, text)


def decode_gif(contents: TensorLike, name: str | None = None) -> Tensor:
    """All frames of a GIF, or a JPEG or PNG as one, as uint8 (frames, height, width, 3). Raises
    InvalidArgumentError for other files and damaged ones."""

    def read(data: bytes) -> Pixels:
        _refuse_bmp(data, "decode_gif")
        return _pixels.read(data, Wanted("decode_gif", 3))

    return _decoded(contents, "decode_gif", read, _dtypes.uint8, [None, None, None, 3])


def decode_bmp(contents: TensorLike, channels: int = 0, name: str | None = None) -> Tensor:
    """A BMP of 1, 3 or 4 bytes per pixel as uint8 (height, width, channels). Raises
    InvalidArgumentError for other files and damaged ones."""
    wanted = Wanted("decode_bmp", _channels(channels, "decode_bmp"))

    def read(data: bytes) -> Pixels:
        return _single(_read_only("BMP", data, wanted), wanted.op)

    return _decoded(contents, wanted.op, read, _dtypes.uint8, [None, None, wanted.channels or None])


def decode_webp(
    contents: TensorLike,
    channels: int = 0,
    dtype: DTypeLike = _dtypes.uint8,
    name: str | None = None,
) -> Tensor:
    """All frames of a WebP, which has 3 or 4 channels, as uint8 (frames, height, width, channels).
    Raises InvalidArgumentError for other files, damaged ones, other channels and dtypes."""
    op, dtype = "decode_webp", _dtypes.as_dtype(dtype)
    if dtype != _dtypes.uint8:
        raise InvalidArgumentError(f"{op}: dtype must be uint8, got {dtype.name}")
    wanted = Wanted(op, _channels(channels, op))
    if wanted.channels == 1:
        raise InvalidArgumentError(f"{op}: WebP only supports 3 or 4 channels, got 1")

    def read(data: bytes) -> Pixels:
        return _read_only("WebP", data, wanted)

    return _decoded(contents, op, read, dtype, [None, None, None, wanted.channels or None])


def decode_image(
    contents: TensorLike,
    channels: int | None = None,
    dtype: DTypeLike = _dtypes.uint8,
    name: str | None = None,
    expand_animations: bool = True,
) -> Tensor:
    """A JPEG, PNG, BMP, GIF or WebP as (height, width, channels), GIF and WebP with an axis of
    frames in front unless not `expand_animations`, which gives the first frame.

    Floats are from 0 to 1. Raises InvalidArgumentError for other files and damaged ones. As the
    rank follows from the file, traces need ``expand_animations=False``."""
    op, dtype = "decode_image", _dtypes.as_dtype(dtype)
    is_direct = dtype in (_dtypes.uint8, _dtypes.uint16, _dtypes.float32)
    wanted = Wanted(op, _channels(channels, op), is_deep=dtype != _dtypes.uint8)

    def read(data: bytes) -> Pixels:
        found = _pixels.read(data, wanted)
        if expand_animations and found.format in ("GIF", "WebP"):
            return found
        return Pixels(found.frames[0], found.format)

    shape = None if expand_animations else [None, None, wanted.channels or None]
    read_as = dtype if is_direct else _dtypes.uint16
    settings = {"channels": wanted.channels, "dtype": read_as.name}
    text = stored_text(op, expand_animations=expand_animations, **settings)
    return convert_image_dtype(_decoded(contents, op, read, read_as, shape, text), dtype)


def is_jpeg(contents: TensorLike, name: str | None = None) -> Tensor:
    """Whether a string begins as JPEG files do."""
    from pelton import strings

    return strings.substr(_contents(contents, "is_jpeg"), 0, 3) == b"\xff\xd8\xff"


def extract_jpeg_shape(
    contents: TensorLike, output_type: DTypeLike = _dtypes.int32, name: str | None = None
) -> Tensor:
    """Height, width and channels of a JPEG file. Raises InvalidArgumentError for other files."""
    op, dtype = "extract_jpeg_shape", _dtypes.as_dtype(output_type)
    if dtype not in (_dtypes.int32, _dtypes.int64):
        raise InvalidArgumentError(f"{op}: output_type must be int32 or int64, got {dtype.name}")

    def shape(tensors: list[Tensor]) -> list[Tensor]:
        return [_functions.convert(_pixels.jpeg_shape(tensors[0].numpy(), op), dtype)]

    return computed(op, [_contents(contents, op)], shape, [(dtype, [3])])[0]
