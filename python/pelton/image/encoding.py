"""Owns the functions that write image files: encode_jpeg, encode_png, adjust_jpeg_quality."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton.errors import InternalError, InvalidArgumentError, UnimplementedError
from pelton.functions.host_steps import computed
from pelton.host.stored_works import stored_text
from pelton.image import pixels as _pixels
from pelton.image.pixels import Wanted
from pelton.image.types import convert_image_dtype

if TYPE_CHECKING:
    from pelton._core import Tensor
    from pelton._types import TensorLike


def _saved(array: Any, kind: str, op: str, **options: Any) -> bytes:
    """The bytes of a file; `array` is (height, width, channels)."""
    import io

    image = _pixels.pillow(op).Image.fromarray(array[..., 0] if array.shape[2] == 1 else array)
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def _check_jpeg_image(image: Tensor, op: str) -> None:
    if image.dtype != _dtypes.uint8:
        raise InvalidArgumentError(f"{op}: image must be uint8, got {image!r}")
    if image.shape.rank != 3:
        raise InvalidArgumentError(f"{op}: image must be 3-dimensional, got {image.shape}")
    if image.shape[2] not in (None, 1, 3):
        raise InvalidArgumentError(f"{op}: image must have 1 or 3 channels, got {image.shape}")


def _encode_jpeg(image: Any, quality: int, op: str, **options: Any) -> bytes:
    if not 0 <= quality <= 100:
        raise InvalidArgumentError(f"{op}: quality must be in [0,100], got {quality}")
    if image.size == 0:
        raise InternalError(f"{op}: JPEG encoding failed: image has no pixels: {image.shape}")
    return _saved(image, "JPEG", op, quality=quality, **options)


def encode_jpeg(
    image: TensorLike,
    format: str = "",  # noqa: A002 - TensorFlow's name
    quality: int = 95,
    progressive: bool = False,
    optimize_size: bool = False,
    chroma_downsampling: bool = True,
    density_unit: str = "in",
    x_density: int = 300,
    y_density: int = 300,
    xmp_metadata: str = "",
    name: str | None = None,
) -> Tensor:
    """A uint8 image (height, width, 1 or 3) as the bytes of a JPEG file.

    Raises InvalidArgumentError for other images, formats and qualities, UnimplementedError for
    metadata."""
    op = "encode_jpeg"
    tensor = _functions.convert(image)
    _check_jpeg_image(tensor, op)
    wanted = {"": None, "grayscale": 1, "rgb": 3}
    if format not in wanted or density_unit not in ("in", "cm"):
        raise InvalidArgumentError(
            f"{op}: format must be '', 'grayscale' or 'rgb' and density_unit 'in' or 'cm', got "
            f"{format!r} and {density_unit!r}"
        )
    if wanted[format] not in (None, tensor.shape[2]):
        raise InvalidArgumentError(
            f"{op}: format {format} expects {wanted[format]} channels, got {tensor.shape}"
        )
    if xmp_metadata:
        raise UnimplementedError(f"{op}: xmp_metadata cannot be written")
    inch = 1.0 if density_unit == "in" else 2.54
    options = {
        "progressive": progressive,
        "optimize": optimize_size,
        "subsampling": 2 if chroma_downsampling else 0,
        "dpi": (round(x_density * inch), round(y_density * inch)),
    }

    def encode(tensors: list[Tensor]) -> list[Tensor]:
        return [_functions.convert(_encode_jpeg(tensors[0].numpy(), quality, op, **options))]

    return computed(op, [tensor], encode, [(_dtypes.string, [])])[0]


def encode_png(image: TensorLike, compression: int = -1, name: str | None = None) -> Tensor:
    """Images (..., height, width, 1 to 4) of uint8, or of uint16 and one channel, as the bytes of
    PNG files. Raises InvalidArgumentError for other images and compressions, UnimplementedError
    for more channels of uint16."""
    op = "encode_png"
    tensor = _functions.convert(image)
    if tensor.dtype not in (_dtypes.uint8, _dtypes.uint16):
        raise InvalidArgumentError(f"{op}: image must be uint8 or uint16, got {tensor!r}")
    rank = tensor.shape.rank
    if rank is None or rank < 3:
        raise InvalidArgumentError(f"{op}: images must be at least rank 3, got {tensor.shape}")
    if tensor.shape[-1] not in (None, 1, 2, 3, 4):
        raise InvalidArgumentError(
            f"{op}: image must have 1, 2, 3, or 4 channels, got {tensor.shape}"
        )
    if tensor.dtype == _dtypes.uint16 and tensor.shape[-1] != 1:
        raise UnimplementedError(f"{op}: uint16 of more than one channel: {tensor.shape}")
    if compression not in range(-1, 10):
        raise InvalidArgumentError(f"{op}: compression should be in [-1,9], got {compression!r}")
    options = {} if compression < 0 else {"compress_level": compression}

    def encode(tensors: list[Tensor]) -> list[Tensor]:
        import numpy as np

        images = tensors[0].numpy()
        if images.size == 0:
            raise InternalError(f"{op}: PNG encoding failed: image has no pixels: {images.shape}")
        each = images.reshape(-1, *images.shape[-3:])
        files = [_saved(one, "PNG", op, **options) for one in each]
        array = np.empty(len(files), object)
        array[:] = files
        return [_functions.convert(array.reshape(images.shape[:-3]), _dtypes.string)]

    outputs = [(_dtypes.string, tensor.shape[:-3])]
    text = stored_text(op, compression=compression)
    return computed(op, [tensor], encode, outputs, text)[0]


def adjust_jpeg_quality(
    image: TensorLike, jpeg_quality: TensorLike, dct_method: str = "", name: str | None = None
) -> Tensor:
    """``image`` (height, width, 1 or 3) as it is after a JPEG file of a quality from 0 to 100, in
    the same dtype. Raises InvalidArgumentError for other images and qualities."""
    op = "adjust_jpeg_quality"
    given = _functions.convert(image)
    in_bytes = convert_image_dtype(given, _dtypes.uint8, saturate=True)
    _check_jpeg_image(in_bytes, op)
    quality = _functions.convert(jpeg_quality, _dtypes.int32)

    def adjust(tensors: list[Tensor]) -> list[Tensor]:
        data = _encode_jpeg(tensors[0].numpy(), int(tensors[1].numpy()), op, subsampling=2)
        channels = tensors[0].shape[2]
        wanted = Wanted(op, channels, is_fast=dct_method != "INTEGER_ACCURATE")
        return [_functions.convert(_pixels.read(data, wanted).frames[0])]

    shape = [None, None, in_bytes.shape[2]]
    made = computed(op, [in_bytes, quality], adjust, [(_dtypes.uint8, shape)])[0]
    return convert_image_dtype(made, given.dtype, saturate=True)


def _check_range(op: str, least: int, most: int) -> None:
    if not 0 <= least < most <= 100:
        raise ValueError(
            f"{op}: `min_jpeg_quality` must be less than `max_jpeg_quality`, both from 0 to 100, "
            f"got {least} and {most}"
        )


def random_jpeg_quality(
    image: TensorLike, min_jpeg_quality: int, max_jpeg_quality: int, seed: int | None = None
) -> Tensor:
    """adjust_jpeg_quality of a quality drawn from `min_jpeg_quality` up to below the other."""
    from pelton import random

    _check_range("random_jpeg_quality", min_jpeg_quality, max_jpeg_quality)
    quality = random.uniform([], min_jpeg_quality, max_jpeg_quality, _dtypes.int32, seed)
    return adjust_jpeg_quality(image, quality)


def stateless_random_jpeg_quality(
    image: TensorLike, min_jpeg_quality: int, max_jpeg_quality: int, seed: TensorLike
) -> Tensor:
    """random_jpeg_quality whose quality follows from the two numbers of `seed` alone."""
    from pelton import random

    _check_range("stateless_random_jpeg_quality", min_jpeg_quality, max_jpeg_quality)
    quality = random.stateless_uniform([], seed, min_jpeg_quality, max_jpeg_quality, _dtypes.int32)
    return adjust_jpeg_quality(image, quality)
