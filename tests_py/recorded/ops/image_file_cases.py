"""Image files, made by Pillow, and calls that read and write them; results are recorded."""

import io
import struct
import zlib

import numpy as np

from recorded.recorder import integers

NOISE = integers("image_files/noise", (6, 5, 3), 0, 255, "uint8")
SMOOTH = np.repeat(np.repeat(NOISE[:3, :3], 5, axis=0), 6, axis=1)[:13, :17]


def _saved(pixels, format, mode="RGB", **options):  # noqa: A002 - Pillow's name
    from PIL import Image

    file = io.BytesIO()
    Image.fromarray(pixels).convert(mode).save(file, format, **options)
    return file.getvalue()


def _chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _huge_png(side):
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    parts = (_chunk(b"IHDR", header), _chunk(b"IDAT", zlib.compress(b"0")), _chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def _changed(data, place, new):
    return data[:place] + new + data[place + len(new) :]


def _sound_files():
    from PIL import Image

    frames = [Image.fromarray(np.roll(NOISE, turn, 0)) for turn in range(3)]
    moving, deep, palette = io.BytesIO(), io.BytesIO(), io.BytesIO()
    frames[0].save(moving, "GIF", save_all=True, append_images=frames[1:])
    Image.fromarray(NOISE[..., 0].astype("uint16") * 250 + 7).save(deep, "PNG")
    Image.fromarray(NOISE).convert("P").save(palette, "PNG", transparency=3)
    clear = np.concatenate([NOISE, NOISE[..., :1]], axis=2)
    return {
        "jpeg": _saved(NOISE, "JPEG"),
        "smooth": _saved(SMOOTH, "JPEG", quality=90),
        "gray_jpeg": _saved(SMOOTH, "JPEG", "L"),
        "cmyk": _saved(SMOOTH, "JPEG", "CMYK"),
        "png": _saved(NOISE, "PNG"),
        "clear_png": _saved(clear, "PNG", "RGBA"),
        "gray_png": _saved(NOISE, "PNG", "L"),
        "gray_clear_png": _saved(NOISE, "PNG", "LA"),
        "bits_png": _saved(NOISE, "PNG", "1"),
        "palette_png": _saved(NOISE, "PNG", "P"),
        "clear_palette_png": palette.getvalue(),
        "deep_png": deep.getvalue(),
        "bmp": _saved(NOISE, "BMP"),
        "clear_bmp": _saved(clear, "BMP", "RGBA"),
        "gray_bmp": _saved(NOISE, "BMP", "L"),
        "gif": _saved(NOISE, "GIF"),
        "moving_gif": moving.getvalue(),
        "webp": _saved(NOISE, "WEBP", lossless=True),
        "clear_webp": _saved(clear, "WEBP", "RGBA", lossless=True, exact=True),
    }


def made_files():
    """The files by name. Needs Pillow."""
    files = _sound_files()
    jpeg, png, bmp, gif = (files[name] for name in ("jpeg", "png", "bmp", "gif"))
    return {
        **files,
        "top_down_bmp": _changed(bmp, 22, struct.pack("<i", -6)),
        "empty": b"",
        "text": b"hello world, no image here",
        "cut_jpeg": jpeg[: len(jpeg) // 2],
        "cut_png": png[: len(png) // 2],
        "cut_bmp": bmp[: len(bmp) // 2],
        "cut_gif": gif[: len(gif) // 2],
        "huge_png": _huge_png(40000),
        "vast_png": _huge_png(2**31 - 1),
        "huge_jpeg": _changed(jpeg, jpeg.index(b"\xff\xc0") + 5, b"\xff\xff\xff\xff"),
        "huge_bmp": _changed(bmp, 18, struct.pack("<ii", 30000, 30000)),
        "tiff": _saved(NOISE, "TIFF"),
    }


STILL = "jpeg smooth gray_jpeg cmyk png clear_png gray_png gray_clear_png bits_png palette_png"
STILL = (STILL + " clear_palette_png deep_png gif").split()
BMPS = "bmp clear_bmp gray_bmp top_down_bmp".split()
BAD = "empty text cut_jpeg cut_png cut_bmp cut_gif huge_png vast_png huge_jpeg huge_bmp tiff"
BAD = BAD.split()
CASES = [
    *(f"tf.io.decode_jpeg({name})" for name in STILL),
    *(f"tf.io.decode_jpeg({name}, dct_method='INTEGER_ACCURATE')" for name in STILL[:3]),
    *(f"tf.image.decode_jpeg(smooth, channels={n}, dct_method='INTEGER_ACCURATE')" for n in (1, 3)),
    *(f"tf.io.decode_jpeg(smooth, 3, {n}, dct_method='INTEGER_ACCURATE')" for n in (2, 4, 8)),
    "tf.io.decode_jpeg(gray_jpeg, 3)",
    *(
        f"tf.io.decode_png({name}, channels={n}, dtype=tf.{dtype})"
        for name in STILL[4:-1]
        for n in (0, 1, 3, 4)
        for dtype in ("uint8", "uint16")
        if (name, n) != ("bits_png", 4)
    ),
    "tf.image.decode_png(png)",
    *(f"tf.io.decode_bmp({name}, {n})" for name in BMPS for n in (0, 3, 4)),
    "tf.image.decode_bmp(bmp)",
    *(f"tf.io.decode_gif({name})" for name in ("gif", "moving_gif", "png")),
    "tf.image.decode_gif(gif)",
    *(f"tf.io.decode_webp({name})" for name in ("webp", "clear_webp", "webp, 3", "clear_webp, 4")),
    "tf.image.decode_webp(webp)",
    "tf.image.decode_image(webp)",
    *(f"tf.io.decode_image({name})" for name in ("png", "gray_png", "bmp", "gif", "moving_gif")),
    "tf.image.decode_image(jpeg)",
    "tf.io.decode_image(moving_gif, expand_animations=False)",
    *(
        f"tf.io.decode_image({name}, dtype=tf.{dtype})"
        for name in ("png", "bmp", "deep_png", "gif")
        for dtype in ("uint16", "float32", "int32", "float16", "int8")
    ),
    "tf.io.decode_image(png, channels=1)",
    "tf.io.decode_and_crop_jpeg(smooth, [2, 3, 4, 5])",
    "tf.image.decode_and_crop_jpeg(smooth, [0, 0, 13, 17], 1, dct_method='INTEGER_ACCURATE')",
    "tf.io.is_jpeg(jpeg)",
    "tf.image.is_jpeg(png)",
    "tf.io.extract_jpeg_shape(smooth)",
    "tf.image.extract_jpeg_shape(gray_jpeg, tf.int64)",
    "tf.io.decode_jpeg(tf.io.encode_jpeg(noise), dct_method='INTEGER_ACCURATE')",
    "tf.io.decode_raw(tf.image.encode_jpeg(noise), tf.uint8)",
    "tf.io.decode_raw(tf.io.encode_jpeg(noise, quality=30), tf.uint8)",
    "tf.io.decode_jpeg(tf.io.encode_jpeg(noise[..., :1], 'grayscale'), 0, 1, True, False, 1.0, "
    "'INTEGER_ACCURATE')",
    "tf.io.decode_raw(tf.io.encode_jpeg(noise, chroma_downsampling=False), tf.uint8)",
    "tf.io.decode_png(tf.image.encode_png(noise))",
    "tf.io.decode_png(tf.io.encode_png(noise[..., :2], 9))",
    "tf.strings.length(tf.io.encode_png(tf.tile(tf.constant(noise)[None], [2, 1, 1, 1]))) > 0",
    "tf.image.adjust_jpeg_quality(noise, 50)",
    "tf.image.adjust_jpeg_quality(noise[..., :1] / 255, 90)",
]
ERRORS = [
    *(
        f"tf.io.{name}({bad})"
        for name in ("decode_jpeg", "decode_png", "decode_gif", "decode_bmp", "decode_image")
        for bad in BAD
    ),
    *(f"tf.io.{name}(bmp)" for name in ("decode_jpeg", "decode_png", "decode_gif")),
    *(f"tf.io.decode_bmp({name})" for name in ("jpeg", "png", "gif")),
    *(f"tf.io.decode_webp({name})" for name in ("text", "bmp", "gif", "webp[:40]", "[webp]")),
    *(f"tf.image.decode_webp(webp, channels={n})" for n in (1, 2, 4)),
    "tf.io.decode_webp(clear_webp, 3)",
    "tf.io.decode_webp(webp, dtype=tf.float32)",
    "tf.io.decode_jpeg(moving_gif)",
    "tf.io.decode_jpeg(cmyk, channels=1)",
    "tf.io.decode_jpeg(jpeg, channels=4)",
    "tf.io.decode_jpeg(jpeg, channels=2)",
    "tf.io.decode_jpeg([jpeg, jpeg])",
    "tf.io.decode_jpeg(jpeg, ratio=3)",
    "tf.io.decode_jpeg(jpeg, dct_method='x')",
    "tf.io.decode_png(png, dtype=tf.float32)",
    "tf.io.decode_png([png])",
    "tf.io.decode_image([png])",
    "tf.io.decode_image(png, channels=2)",
    "tf.io.decode_image(bmp, channels=1)",
    "tf.io.decode_image(gif, channels=1)",
    "tf.io.decode_bmp(bmp, channels=2)",
    "tf.io.decode_and_crop_jpeg(smooth, [2, 3, 40, 5])",
    "tf.io.extract_jpeg_shape(png)",
    "tf.io.encode_jpeg(noise[0])",
    "tf.io.encode_jpeg(noise, quality=101)",
    "tf.io.encode_jpeg(noise, format='rgba')",
    "tf.io.encode_jpeg(noise, format='grayscale')",
    "tf.io.encode_jpeg(noise[..., :2])",
    "tf.io.encode_jpeg(noise[:0])",
    "tf.io.encode_png(noise[0])",
    "tf.io.encode_png(tf.cast(noise, tf.float32))",
    "tf.io.encode_png(noise, compression=10)",
    "tf.io.encode_png(noise[:0])",
    "tf.image.adjust_jpeg_quality(noise, 101)",
]
