"""Image files read and written: recorded TensorFlow, traces, pipelines, and files that are none."""

import builtins
import sys

import numpy as np
import pytest

import pelton as tf
from recorded.fact_file import load_facts

pytest.importorskip("PIL")
FACTS = load_facts("ops/image_files")
FILES = {name: bytes.fromhex(data) for name, data in FACTS["files"].items()}
NAMES = {"tf": tf, "noise": FACTS["noise"], **FILES}
# Levels of those that differ: Pillow reads CMYK by the accurate DCT, and TensorFlow interpolates
# the colours of a cropped part without the columns beside it.
DIFFER = {"cmyk": 2, "crop": 3}


def tolerance(code, expected):
    if expected.dtype.kind in "u":
        levels = max((n for name, n in DIFFER.items() if name in code), default=0)
        return levels * (256 if expected.dtype == np.uint16 else 1)
    return 1e-6 if expected.dtype != np.float16 else 1e-3


@pytest.mark.parametrize("case", FACTS["cases"], ids=lambda case: case["code"])
def test_gives_what_tensorflow_gives(case):
    found, expected = eval(case["code"], NAMES).numpy(), case["output"]
    assert np.asarray(found).dtype == expected.dtype and np.shape(found) == expected.shape
    difference = np.abs(np.asarray(found, "float64") - expected.astype("float64"))
    assert difference.max() <= tolerance(case["code"], expected)


@pytest.mark.parametrize("case", FACTS["errors"], ids=lambda case: case["code"])
def test_refuses_what_tensorflow_refuses(case):
    kind = getattr(tf.errors, case["error"], None) or getattr(builtins, case["error"])
    with pytest.raises(kind) as caught:
        eval(case["code"], NAMES)
    assert case["code"].split("(")[0].split(".")[-1] in str(caught.value)


def test_bytes_by_chance_are_refused_or_read():
    rng = np.random.default_rng(0)
    for name in ("jpeg", "png", "bmp", "moving_gif"):
        for _ in range(60):
            data = bytearray(FILES[name])
            for place in rng.integers(0, len(data), 3):
                data[place] = rng.integers(0, 256)
            try:
                tf.io.decode_image(bytes(data))
            except (tf.errors.InvalidArgumentError, tf.errors.UnimplementedError):
                pass


SHAPES = {
    "tf.io.decode_jpeg(x)": [None, None, None],
    "tf.io.decode_jpeg(x, channels=3)": [None, None, 3],
    "tf.io.decode_png(x, 1)": [None, None, 1],
    "tf.io.decode_gif(x)": [None, None, None, 3],
    "tf.io.decode_bmp(x)": [None, None, None],
    "tf.io.decode_image(x, 3, expand_animations=False)": [None, None, 3],
    "tf.io.decode_and_crop_jpeg(x, [0, 0, 2, 2])": [None, None, None],
    "tf.io.extract_jpeg_shape(x)": [3],
    "tf.io.is_jpeg(x)": [],
    "tf.io.encode_jpeg(tf.zeros((2, 2, 3), tf.uint8))": [],
    "tf.io.encode_png(tf.zeros((4, 2, 2, 3), tf.uint8))": [4],
    "tf.image.adjust_jpeg_quality(tf.zeros((2, 2, 3)), 50)": [None, None, 3],
}


@pytest.mark.parametrize("code", SHAPES)
def test_traces_know_rank_and_channels(code):
    shapes = []

    def traced(x):
        shapes.append(eval(code, {"tf": tf, "x": x}).shape)
        return x

    tf.function(traced, input_signature=[tf.TensorSpec((), tf.string)]).get_concrete_function()
    assert list(shapes[0]) == SHAPES[code]


@pytest.fixture
def image_paths(tmp_path):
    paths = []
    for i, name in enumerate(("jpeg", "smooth", "png", "gray_jpeg") * 3):
        paths.append(str(tmp_path / f"{i}.img"))
        (tmp_path / f"{i}.img").write_bytes(FILES[name])
    return paths


def load(path):
    image = tf.io.decode_jpeg(tf.io.read_file(path), channels=3)
    return tf.image.resize(image, (4, 4)) / 255.0


def test_pipelines_read_files_of_any_size_in_parallel(image_paths):
    dataset = tf.data.Dataset.from_tensor_slices(image_paths)
    one_by_one = list(dataset.map(load).as_numpy_iterator())
    parallel = dataset.map(load, num_parallel_calls=3)
    assert parallel.element_spec == tf.TensorSpec((4, 4, 3), tf.float32)
    batches = list(parallel.batch(5).prefetch(2))
    assert [batch.shape[0] for batch in batches] == [5, 5, 2]
    np.testing.assert_array_equal(np.concatenate(batches), np.stack(one_by_one))
    np.testing.assert_array_equal(one_by_one[1], load(image_paths[1]))


def test_an_error_in_a_pipeline_names_function_and_element(image_paths, tmp_path):
    (tmp_path / "2.img").write_bytes(b"no image")
    dataset = tf.data.Dataset.from_tensor_slices(image_paths).map(load, num_parallel_calls=2)
    with pytest.raises(tf.errors.InvalidArgumentError, match="decode_jpeg: Unknown image.*8 bytes"):
        list(dataset)
    with pytest.raises(tf.errors.NotFoundError):
        list(tf.data.Dataset.from_tensors("no/such/file").map(load))


def jpegs():
    """Files of each kind of colours and sampling, of even and odd sizes."""
    import io

    import PIL.Image

    rng = np.random.default_rng(5)
    for size in ((16, 24), (17, 31)):
        for mode, sampling in (("RGB", 0), ("RGB", 1), ("RGB", 2), ("L", -1)):
            shape = size if mode == "L" else (*size, 3)
            image = PIL.Image.fromarray(rng.integers(0, 256, shape, dtype=np.uint8))
            for is_progressive in (False, True):
                file = io.BytesIO()
                image.save(file, "JPEG", subsampling=sampling, progressive=is_progressive)
                yield file.getvalue()


def without_simplejpeg(monkeypatch):
    monkeypatch.setattr("pelton.image.jpeg_arrays.package", lambda: None)


@pytest.mark.parametrize("ratio", (1, 2, 4, 8))
def test_the_accurate_way_gives_pillows_pixels(monkeypatch, ratio):
    pytest.importorskip("simplejpeg")
    options = {"ratio": ratio, "dct_method": "INTEGER_ACCURATE"}
    for data in jpegs():
        for channels in (0, 1, 3):
            direct = tf.io.decode_jpeg(data, channels, **options)
            with monkeypatch.context() as without:
                without_simplejpeg(without)
                by_pillow = tf.io.decode_jpeg(data, channels, **options)
            np.testing.assert_array_equal(direct, by_pillow)


def test_what_the_direct_way_leaves_to_pillow(monkeypatch):
    pytest.importorskip("simplejpeg")
    from pelton.image.pixels import Wanted, _direct_jpeg

    *_, whole = jpegs()
    assert _direct_jpeg(whole, Wanted("decode_jpeg", 3)) is not None
    for other in (FILES["cmyk"], whole[: len(whole) // 2], whole[:2]):
        assert _direct_jpeg(other, Wanted("decode_jpeg", 3)) is None
    assert _direct_jpeg(whole, Wanted("decode_jpeg", 4)) is None
    monkeypatch.setattr("pelton.image.pixels.MOST_BYTES", 100)
    with pytest.raises(tf.errors.InvalidArgumentError, match="too large"):
        _direct_jpeg(whole, Wanted("decode_jpeg", 3))


def test_random_qualities_follow_the_seed():
    image = FACTS["noise"]
    made = [tf.image.stateless_random_jpeg_quality(image, 10, 90, (1, s)) for s in (2, 2, 3, 4)]
    np.testing.assert_array_equal(made[0], made[1])
    assert any((made[0] != other).numpy().any() for other in made[2:])
    assert tf.image.random_jpeg_quality(image, 10, 90).shape == (6, 5, 3)
    for function, seed in (
        (tf.image.random_jpeg_quality, 1),
        (tf.image.stateless_random_jpeg_quality, (1, 2)),
    ):
        with pytest.raises(ValueError, match="jpeg_quality"):
            function(image, 90, 10, seed)


def test_what_pillow_cannot_do_is_said(monkeypatch):
    without_simplejpeg(monkeypatch)
    for change in ({"fancy_upscaling": False}, {"try_recover_truncated": True}):
        with pytest.raises(tf.errors.UnimplementedError, match="decode_jpeg"):
            tf.io.decode_jpeg(FILES["jpeg"], **change)
    with pytest.raises(tf.errors.UnimplementedError, match="encode_jpeg"):
        tf.io.encode_jpeg(FACTS["noise"], xmp_metadata="x")


def test_without_pillow_the_message_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL.Image", None)
    with pytest.raises(ImportError, match=r"decode_png.*pelton\[images\]"):
        tf.io.decode_png(FILES["png"])
    assert tf.io.decode_bmp(FILES["bmp"]).shape == (6, 5, 3)
