"""Images as arrays and files, where Pillow is installed; what is said where it is not."""

import io
import sys

import numpy as np
import pytest

from pelton.keras import preprocessing, utils

RGB = np.random.default_rng(0).integers(0, 256, (6, 9, 3)).astype("float32")


def test_without_pillow_the_message_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    for call in (
        lambda: utils.array_to_img(RGB),
        lambda: utils.load_img("x.png"),
        lambda: utils.save_img("x.png", RGB),
    ):
        with pytest.raises(ImportError, match="pip install pillow"):
            call()


def test_arrays_of_images_need_no_pillow():
    assert np.array_equal(utils.img_to_array(RGB), RGB)
    assert utils.img_to_array(RGB[..., 0]).shape == (6, 9, 1)
    assert utils.img_to_array(RGB, "channels_first").shape == (3, 6, 9)
    assert utils.img_to_array(RGB, dtype="uint8").dtype == np.uint8
    with pytest.raises(ValueError, match=r"Unsupported image shape: \(3,\)"):
        utils.img_to_array(RGB[0, 0])
    with pytest.raises(ValueError, match="data_format=first"):
        utils.img_to_array(RGB, data_format="first")


@pytest.fixture
def pillow():
    return pytest.importorskip("PIL.Image")


def test_png_keeps_the_pixels(pillow, tmp_path):
    path = tmp_path / "a.png"
    utils.save_img(path, RGB, scale=False)
    assert np.array_equal(utils.img_to_array(utils.load_img(path)), RGB)
    assert utils.load_img(str(path), target_size=(3, 4)).size == (4, 3)
    assert utils.load_img(io.BytesIO(path.read_bytes()), color_mode="grayscale").mode == "L"
    assert utils.load_img(path, color_mode="rgba", interpolation="nope").mode == "RGBA"
    assert preprocessing.image.load_img is utils.load_img


def test_scaled_and_grey_images(pillow, tmp_path):
    grey = np.array([[[0.0], [0.5]], [[1.0], [0.25]]])
    assert np.array_equal(np.asarray(utils.array_to_img(grey)), [[0, 127], [255, 63]])
    wide = utils.array_to_img(grey * 1000, scale=False)
    assert wide.mode == "I" and np.asarray(wide)[1, 0] == 1000
    with pytest.warns(UserWarning, match="converting to RGB"):
        utils.save_img(tmp_path / "a.jpg", np.ones((4, 4, 4)))
    assert utils.load_img(tmp_path / "a.jpg").size == (4, 4)


def test_aspect_ratio_is_kept_by_a_box_in_the_middle(pillow, tmp_path):
    image = np.zeros((4, 8, 3))
    image[:, 2:6] = 255
    utils.save_img(tmp_path / "a.png", image, scale=False)
    found = utils.load_img(tmp_path / "a.png", target_size=(4, 4), keep_aspect_ratio=True)
    assert np.asarray(found).min() == 255


BAD = {
    "rank": (lambda: utils.array_to_img(RGB[0]), ValueError, "rank 3"),
    "channels": (lambda: utils.array_to_img(RGB[..., :2]), ValueError, "channel number: 2"),
    "mode": (lambda: utils.load_img("a", color_mode="hsv"), ValueError, "color_mode"),
    "path": (lambda: utils.load_img(3), TypeError, "path-like"),
    "missing": (lambda: utils.load_img("no such file.png"), FileNotFoundError, "no such file"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_calls_are_refused(pillow, name):
    call, error, words = BAD[name]
    with pytest.raises(error, match=words):
        call()


def test_unknown_interpolation(pillow, tmp_path):
    utils.save_img(tmp_path / "a.png", RGB)
    with pytest.raises(ValueError, match="Invalid interpolation method cubic"):
        utils.load_img(tmp_path / "a.png", target_size=(2, 2), interpolation="cubic")
