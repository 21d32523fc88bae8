"""Owns image files as arrays: which format some bytes are in, and their pixels, read by Pillow and
simplejpeg."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, NamedTuple

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton.errors import InvalidArgumentError, UnimplementedError
from pelton.image import jpeg_arrays as _jpeg_arrays

if TYPE_CHECKING:
    from pelton._core import Tensor

MOST_BYTES = 1 << 29  # of the pixels that a file may claim
_STARTS = {"JPEG": b"\xff\xd8\xff", "PNG": b"\x89PNG\r\n\x1a\n", "GIF": b"GIF8", "BMP": b"BM"}


class Pixels(NamedTuple):
    """Frames as one array (frames, height, width, channels), and the format of the file."""

    frames: Any
    format: str


class Wanted(NamedTuple):
    """What is asked of a file, by which function: 0 channels are as many as there are."""

    op: str
    channels: int = 0
    ratio: int = 1
    is_deep: bool = False  # 16 bits, where the file has them
    is_fast: bool = True  # of a JPEG: by the fast DCT, as TensorFlow unless asked otherwise
    is_smooth: bool = True  # of a JPEG: colours of fewer pixels are interpolated


def pillow(op: str) -> Any:
    """The package; raises ImportError that says how to get it."""
    try:
        import PIL.Image
    except ImportError:
        raise ImportError(
            f"{op}: image files need the package Pillow. Install it by: "
            "pip install 'pelton[images]'"
        ) from None
    return PIL


def format_of(data: bytes, op: str) -> str:
    """JPEG, PNG, GIF, BMP or WebP. Raises InvalidArgumentError for other bytes."""
    if not data:
        raise InvalidArgumentError(f"{op}: Input is empty.")
    for name, start in _STARTS.items():
        if data.startswith(start):
            return name
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WebP"
    raise InvalidArgumentError(
        f"{op}: Unknown image file format. One of JPEG, PNG, GIF, BMP, WebP required, "
        f"got {len(data)} bytes that begin with {data[:8]!r}"
    )


def read(data: bytes, wanted: Wanted) -> Pixels:
    """The frames of a file. Raises InvalidArgumentError for what is no image, or claims more than
    MOST_BYTES bytes, and for a number of channels that the format does not have."""
    kind = format_of(data, wanted.op)
    if kind == "BMP":
        return Pixels(_bmp(data, wanted), kind)
    found = _direct_jpeg(data, wanted) if kind == "JPEG" else None
    if found is not None:
        return Pixels(found[None], kind)
    package = pillow(wanted.op)
    try:
        return Pixels(_READERS[kind](_opened(package, data, kind, wanted), wanted), kind)
    except (InvalidArgumentError, UnimplementedError):
        raise
    except Exception as error:  # Pillow's plugins raise what their parsing raises
        raise InvalidArgumentError(
            f"{wanted.op}: Invalid {kind} data, size {len(data)}: {error}"
        ) from error


def _jpeg_size(data: bytes, wanted: Wanted) -> tuple[int, int, int] | None:
    """Height, width and channels where Pillow need not read the file; raises for giant ones."""
    size = _jpeg_arrays.size_of(data, wanted)
    if size is not None:
        check_size(size[1], size[0], 3, "JPEG", wanted.op)
    return size


def _direct_jpeg(data: bytes, wanted: Wanted) -> Any:
    """Pixels read without Pillow, which decodes by the same library, but by the accurate DCT alone,
    and into an image of its own, of which bytes and an array are copied; None where it has to."""
    size = _jpeg_size(data, wanted)
    return None if size is None else _jpeg_arrays.array_of(data, size, wanted)


def jpeg_tensor(data: bytes, wanted: Wanted) -> Tensor | None:
    """The pixels of a JPEG, decoded where they stay; None where `read` has to."""
    size = _jpeg_size(data, wanted) if data.startswith(_STARTS["JPEG"]) else None
    if size is None:
        return None

    def decode(buffer: memoryview) -> bool:
        return _jpeg_arrays.array_of(data, size, wanted, buffer) is not None

    return _functions.written(_dtypes.uint8, _jpeg_arrays.shape_of(size, wanted), decode)


def jpeg_shape(data: bytes, op: str) -> list[int]:
    """Height, width and channels. Raises InvalidArgumentError for what is no whole JPEG."""
    if not data.startswith(_STARTS["JPEG"]) or not data.rstrip(b"\0").endswith(b"\xff\xd9"):
        raise InvalidArgumentError(f"{op}: Invalid JPEG data, size {len(data)}")
    package = pillow(op)
    try:
        image = _opened(package, data, "JPEG", Wanted(op))
    except InvalidArgumentError:
        raise
    except Exception as error:  # as above
        raise InvalidArgumentError(f"{op}: Invalid JPEG data, size {len(data)}: {error}") from error
    return [image.size[1], image.size[0], 1 if image.mode == "L" else 3]


def _opened(package: Any, data: bytes, kind: str, wanted: Wanted) -> Any:
    import importlib

    name = {"JPEG": "Jpeg", "PNG": "Png", "GIF": "Gif", "WebP": "WebP"}[kind]
    plugin = importlib.import_module(f"PIL.{name}ImagePlugin")
    image = getattr(plugin, f"{name}ImageFile")(io.BytesIO(data))
    check_size(*image.size, 3, kind, wanted.op)
    return image


def check_size(width: int, height: int, channels: int, kind: str, op: str) -> None:
    """Raises InvalidArgumentError for more than MOST_BYTES bytes, or none."""
    if not 0 < width * height * channels <= MOST_BYTES:
        raise InvalidArgumentError(
            f"{op}: {kind} size too large or not positive: {height} by {width}, {channels} channels"
        )


def _array(image: Any) -> Any:
    import numpy as np

    array = np.asarray(image)
    return array[:, :, None] if array.ndim == 2 else array


def _jpeg(image: Any, wanted: Wanted) -> Any:
    if wanted.channels == 4:
        raise InvalidArgumentError(f"{wanted.op}: JPEG does not support 4 channels")
    if not wanted.is_smooth:
        raise UnimplementedError(
            f"{wanted.op}: fancy_upscaling=False: Pillow always interpolates colours; simplejpeg "
            "does not: pip install 'pelton[images]'"
        )
    width, height = image.size
    if wanted.channels == 1 and image.mode == "CMYK":
        raise InvalidArgumentError(f"{wanted.op}: a CMYK JPEG has no form of 1 channel")
    image.draft(
        "L" if wanted.channels == 1 else None,
        (max(width // wanted.ratio, 1), max(height // wanted.ratio, 1)),
    )
    size = (-(-width // wanted.ratio), -(-height // wanted.ratio))
    if image.size != size:
        image = image.resize(size, 4)  # an image of fewer pixels than the ratio: box
    if image.mode == "CMYK" or (wanted.channels == 3 and image.mode != "RGB"):
        image = image.convert("RGB")
    return _array(image)[None]


def _gray(array: Any) -> Any:
    """One channel of colours, as libpng weighs them."""
    weights = (9798, 19235, 3735)
    total = sum(array[..., i].astype("uint64") * weights[i] for i in range(3))
    return (total >> 15).astype(array.dtype)[..., None]


def _png(image: Any, wanted: Wanted) -> Any:
    import numpy as np

    is_colour_16 = getattr(image, "tile", None) and ";16B" in str(image.tile[0])
    if wanted.is_deep and is_colour_16 and image.mode not in ("I", "I;16"):
        raise UnimplementedError(f"{wanted.op}: 16 bits of a PNG in colours cannot be read")
    has_alpha = image.mode in ("LA", "RGBA") or (image.mode == "P" and "transparency" in image.info)
    if image.mode in ("I", "I;16"):
        array = _array(image).astype("uint16")
        array = array if wanted.is_deep else (array >> 8).astype("uint8")
        most = np.iinfo(array.dtype).max
        return _with_channels(array, np.full_like(array, most), wanted.channels)[None]
    is_gray = image.mode in ("1", "L", "LA")
    if wanted.channels == 4 or has_alpha:
        array = _array(image.convert("RGBA"))
    else:
        array = _array(image.convert("RGB"))
    alpha = array[..., 3:] if array.shape[2] == 4 else None
    colours = array[..., :1] if is_gray else array[..., :3]
    if wanted.channels == 0:
        parts = [colours, alpha] if has_alpha else [colours]
        return np.concatenate(parts, axis=2)[None]
    return _with_channels(colours, alpha, wanted.channels)[None]


def _with_channels(colours: Any, alpha: Any, channels: int) -> Any:
    import numpy as np

    if channels in (0, 1):
        return colours if colours.shape[2] == 1 else _gray(colours)
    if colours.shape[2] == 1:
        colours = np.repeat(colours, 3, axis=2)
    return colours if channels == 3 else np.concatenate([colours, alpha], axis=2)


def _gif(image: Any, wanted: Wanted) -> Any:
    import numpy as np

    if wanted.channels not in (0, 3):
        raise InvalidArgumentError(
            f"{wanted.op}: channels must be 0 or 3 for GIF, got {wanted.channels}"
        )
    frames: list[Any] = []
    while True:
        check_size(*image.size, 3 * (len(frames) + 1), "GIF", wanted.op)
        try:
            image.seek(len(frames))
        except EOFError:
            return np.stack(frames)
        frames.append(np.asarray(image.convert("RGB")))


def _webp(image: Any, wanted: Wanted) -> Any:
    if wanted.is_deep:
        raise InvalidArgumentError(f"{wanted.op}: WebP only supports uint8 for dtype")
    own = len(image.getbands())
    if wanted.channels not in (0, own):
        raise InvalidArgumentError(
            f"{wanted.op}: Number of channels requested does not match input: "
            f"{wanted.channels} of a WebP image of {own}"
        )
    return _array(image)[None]


def _bmp(data: bytes, wanted: Wanted) -> Any:
    """Rows of 1, 3 or 4 bytes per pixel as they stand in the file, with red first."""
    import struct

    import numpy as np

    op = wanted.op
    if wanted.channels not in (0, 3, 4):
        raise InvalidArgumentError(
            f"{op}: `channels` must be 0, 3 or 4 for BMP, but got {wanted.channels}"
        )
    if len(data) < 32:
        raise InvalidArgumentError(f"{op}: Incomplete bmp content, size {len(data)}")
    start, _, width, height, _, bits = struct.unpack_from("<IIiiHH", data, 10)
    own = bits // 8
    if own not in (1, 3, 4) or bits % 8:
        raise InvalidArgumentError(f"{op}: a BMP of {bits} bits per pixel cannot be read")
    check_size(width, abs(height), own, "BMP", op)
    row = (width * own + 3) // 4 * 4
    if len(data) - start < row * abs(height):
        raise InvalidArgumentError(
            f"{op}: Input size should match (header_size + row_size * abs_height) but they "
            f"differ by {len(data) - start - row * abs(height)}"
        )
    rows = np.frombuffer(data, np.uint8, row * abs(height), start).reshape(abs(height), row)
    pixels = rows[:, : width * own].reshape(abs(height), width, own)
    pixels = pixels if height < 0 else pixels[::-1]
    if own > 1:
        pixels = pixels[..., [2, 1, 0, 3][:own]]
    return _bmp_channels(pixels, wanted)[None]


def _bmp_channels(pixels: Any, wanted: Wanted) -> Any:
    import numpy as np

    if wanted.channels in (0, pixels.shape[2]):
        return pixels
    if pixels.shape[2] == 1:
        pixels = np.repeat(pixels, 3, axis=2)
    if wanted.channels == 3:
        return pixels[..., :3]
    return np.concatenate([pixels, np.full_like(pixels[..., :1], 255)], axis=2)


_READERS = {"JPEG": _jpeg, "PNG": _png, "GIF": _gif, "WebP": _webp}
