"""Makes the files that `data.py` reads: JPEG images, TFRecords of examples, CSV and text lines."""

import struct
from pathlib import Path

PIXELS = (500, 375)
FEATURES = 256  # floats of an example


def make_images(folder, count):
    """Writes `count` JPEG files of 500x375 pixels: smooth colours with some noise."""
    import numpy as np
    from PIL import Image

    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(3)
    for index in range(count):
        small = Image.fromarray(rng.integers(0, 256, (12, 16, 3), dtype=np.uint8))
        pixels = np.asarray(small.resize(PIXELS, Image.Resampling.BICUBIC), np.int16)
        noisy = pixels + rng.integers(-8, 9, pixels.shape, dtype=np.int16)
        image = Image.fromarray(noisy.clip(0, 255).astype(np.uint8))
        image.save(folder / f"{index:05}.jpg", quality=90)


def make_records(path, megabytes):
    """Writes TFRecords of `tf.train.Example`: 256 floats "x" and an integer "y" each."""
    import numpy as np

    import pelton as tf

    rng = np.random.default_rng(4)
    with tf.io.TFRecordWriter(str(path)) as writer:
        while Path(path).stat().st_size < megabytes * 1e6:
            for x in rng.random((1000, FEATURES), dtype=np.float32):
                writer.write(example_bytes(x.tobytes(), int(x[0] * 10)))
            writer.flush()


def example_bytes(floats, label):
    """Returns a serialized `tf.train.Example` of the features x and y, as protobuf writes it."""
    x = _field(2, _field(1, floats))
    y = _field(3, _field(1, bytes([label])))
    features = b"".join(
        _field(1, _field(1, key) + _field(2, f)) for key, f in ((b"x", x), (b"y", y))
    )
    return _field(1, features)


def _field(number, content):
    """A protobuf field of bytes: tag, length and content."""
    length, size = b"", len(content)
    while size > 127:
        length += struct.pack("B", size % 128 + 128)
        size //= 128
    return struct.pack("B", number * 8 + 2) + length + struct.pack("B", size) + content


def make_lines(path, count):
    """Writes `count` lines of ten numbers, as CSV."""
    import numpy as np

    rng = np.random.default_rng(5)
    with open(path, "w", encoding="utf-8") as file:
        for start in range(0, count, 10_000):
            rows = rng.random((min(10_000, count - start), 10))
            file.writelines(",".join(f"{number:.6f}" for number in row) + "\n" for row in rows)
