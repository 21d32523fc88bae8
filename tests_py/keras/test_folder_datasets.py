"""Datasets of the images and texts of folders: names, order, splits and lines as real Keras has
them (recorded with Keras 3.15 and TensorFlow 2.21), and what is refused."""

import numpy as np
import pytest

import pelton as tf
from pelton import keras

SMALL = {"image_size": (2, 2), "batch_size": 3}


@pytest.fixture(autouse=True)
def the_seed_of_a_new_process():
    tf.random.set_seed(87654321)  # what TensorFlow takes where none is set


@pytest.fixture
def images(tmp_path):
    """Two classes of four images, one of them in a folder below, and what is to be left out."""
    pillow = pytest.importorskip("PIL.Image")
    for name in "ba":
        (tmp_path / name / "deep").mkdir(parents=True)
        for i in range(4):
            pixels = np.arange(4 * (i + 3) * 3).reshape(4, i + 3, 3) * 2 + (name == "b")
            below = "deep/" if i == 2 else ""
            pillow.fromarray(pixels.astype("uint8")).save(tmp_path / name / f"{below}{10 - i}.png")
    (tmp_path / "a" / "x.txt").write_text("no image")
    (tmp_path / ".hidden").mkdir()
    for copy in ("top.png", ".hidden/1.png"):
        (tmp_path / copy).write_bytes((tmp_path / "a" / "10.png").read_bytes())
    return tmp_path


@pytest.fixture
def texts(tmp_path):
    for name in ("neg", "pos"):
        (tmp_path / name).mkdir()
        for i in range(5):
            (tmp_path / name / f"{i}.txt").write_text(f"{name} {i}")
        (tmp_path / name / "UP.TXT").write_text("up")
        (tmp_path / name / "skip.png").write_text("no text")
    return tmp_path


def names(root, dataset):
    return " ".join(path[len(str(root)) + 1 :].replace(".png", "") for path in dataset.file_paths)


def sums(dataset):
    """The sum of the pixels of each image, and the labels, of a pass."""
    pairs = [(x.numpy().sum((1, 2, 3)).tolist(), y.numpy().tolist()) for x, y in dataset]
    return [total for part, _ in pairs for total in part], [y for _, part in pairs for y in part]


def test_images_in_the_order_of_their_paths(images, capsys):
    dataset = keras.utils.image_dataset_from_directory(images, shuffle=False, **SMALL)
    assert capsys.readouterr().out == "Found 8 files belonging to 2 classes.\n"
    assert dataset.class_names == ["a", "b"]
    assert names(images, dataset) == "a/10 a/7 a/9 a/deep/8 b/10 b/7 b/9 b/deep/8"
    assert dataset.element_spec == (
        tf.TensorSpec((None, 2, 2, 3), tf.float32),
        tf.TensorSpec((None,), tf.int32),
    )
    totals, labels = sums(dataset)
    assert totals == [420, 852, 564, 708, 432, 864, 576, 720]
    assert labels == [0, 0, 0, 0, 1, 1, 1, 1]
    assert keras.preprocessing.image_dataset_from_directory is (
        keras.utils.image_dataset_from_directory
    )


def test_a_seed_gives_the_order_of_real_keras(images):
    dataset = keras.utils.image_dataset_from_directory(str(images), seed=7, **SMALL)
    assert names(images, dataset) == "a/9 b/7 a/10 b/9 a/deep/8 a/7 b/10 b/deep/8"
    assert sums(dataset) == ([708, 852, 420, 576, 864, 432, 564, 720], [0, 0, 0, 1, 1, 1, 0, 1])
    assert sums(dataset) == ([852, 864, 576, 720, 432, 420, 564, 708], [0, 1, 1, 1, 1, 0, 0, 0])


def test_training_and_validation(images, capsys):
    both = keras.utils.image_dataset_from_directory(
        images, seed=7, validation_split=0.3, subset="both", **SMALL
    )
    assert capsys.readouterr().out == (
        "Found 8 files belonging to 2 classes.\n"
        "Using 6 files for training.\nUsing 2 files for validation.\n"
    )
    assert [names(images, part) for part in both] == [
        "a/9 b/7 a/10 b/9 a/deep/8 a/7",
        "b/10 b/deep/8",
    ]
    assert sums(both[0]) == ([708, 564, 420, 576, 852, 864], [0, 0, 0, 1, 0, 1])
    assert sums(both[1]) == sums(both[1]) == ([432, 720], [1, 1])
    one = keras.utils.image_dataset_from_directory(
        images, seed=7, validation_split=0.3, subset="validation", verbose=False, **SMALL
    )
    assert names(images, one) == "b/10 b/deep/8"
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("arguments", "totals"),
    [
        ({"crop_to_aspect_ratio": True}, [312, 852, 564, 672, 324, 864, 576, 684]),
        ({"pad_to_aspect_ratio": True}, [210, 426, 564, 354, 216, 432, 576, 360]),
        ({"color_mode": "rgba"}, [1440, 1872, 1584, 1728, 1452, 1884, 1596, 1740]),
        ({"color_mode": "grayscale"}, [136, 280, 184, 232, 140, 284, 188, 236]),
        ({"interpolation": "nearest"}, [528, 1068, 744, 888, 540, 1080, 756, 900]),
        ({"data_format": "channels_first"}, [420, 852, 564, 708, 432, 864, 576, 720]),
    ],
)
def test_pixels(images, arguments, totals):
    dataset = keras.utils.image_dataset_from_directory(images, shuffle=False, **SMALL, **arguments)
    assert sums(dataset)[0] == totals
    shape = dataset.element_spec[0].shape.as_list()
    channels = {"rgba": 4, "grayscale": 1}.get(arguments.get("color_mode"), 3)
    is_first = "data_format" in arguments
    assert shape == ([None, channels, 2, 2] if is_first else [None, 2, 2, channels])


def test_kinds_of_labels(images, capsys):
    def made(**arguments):
        return keras.utils.image_dataset_from_directory(
            images, shuffle=False, **{**SMALL, **arguments}
        )

    rows = made(label_mode="categorical", class_names=["b", "a"])
    assert rows.class_names == ["b", "a"]
    assert names(images, rows).startswith("b/10 b/7 b/9 b/deep/8 a/10")
    assert next(iter(rows))[1].numpy().tolist() == [[1, 0]] * 3
    column = next(iter(made(label_mode="binary", batch_size=None)))
    assert column[0].shape == (2, 2, 3) and column[1].numpy().tolist() == [0.0]
    capsys.readouterr()
    alone = made(labels=None)
    assert capsys.readouterr().out == "Found 10 files.\n"
    assert alone.class_names is None and names(images, alone).startswith("top .hidden/1 a/10 a/7")
    assert alone.element_spec == tf.TensorSpec((None, 2, 2, 3), tf.float32)
    given = made(labels=list(range(10)))
    assert given.class_names == [str(i) for i in range(10)]
    assert sums(given)[1] == list(range(10))


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"class_names": ["b", "c"]}, r"Expected: \['a', 'b'\] .or a subset of it"),
        ({"class_names": "ab"}, "`class_names` must be a list/tuple"),
        ({"labels": [1, 2]}, r"len\(labels\) is 2 while we found 10 files in directory"),
        ({"labels": 3}, "`labels` argument should be a list/tuple of integer labels"),
        ({"labels": ["x"]}, "`labels` must hold integers"),
        ({"labels": [1], "class_names": ["a"]}, "You can only pass `class_names` if"),
        ({"label_mode": "int8"}, "`label_mode` argument must be one of"),
        ({"label_mode": "binary", "class_names": ["a"]}, "exactly 2 class_names"),
        ({"color_mode": "bgr"}, "`color_mode` must be one of"),
        ({"image_size": (1, 2, 3)}, "Expected a tuple of 2 integers"),
        ({"image_size": (0, 2)}, "Expected 2 positive integers"),
        ({"interpolation": None}, "Argument `interpolation` should be one of"),
        ({"data_format": "first"}, "`data_format` argument must be one of"),
        ({"format": "grain"}, 'pass format="tf"'),
        ({"batch_size": 0}, "`batch_size` must be a positive integer"),
        ({"seed": -1}, "`seed` must be an integer of 0"),
        ({"validation_split": 2}, "must be between 0 and 1, received: 2"),
        ({"validation_split": 0.2}, "If `subset` is set, `validation_split` must be set"),
        ({"validation_split": 0.2, "subset": "x"}, "must be either"),
        ({"validation_split": 0.2, "subset": "training"}, "you must provide a `seed`"),
        ({"crop_to_aspect_ratio": 1, "pad_to_aspect_ratio": 1}, "Only one of"),
    ],
)
def test_refused(images, arguments, text):
    with pytest.raises(ValueError, match=text):
        keras.utils.image_dataset_from_directory(images, **arguments)


def test_folders_without_files(tmp_path):
    with pytest.raises(ValueError, match="No images found in directory .* Allowed formats: "):
        keras.utils.image_dataset_from_directory(tmp_path)
    with pytest.raises(ValueError, match="No text files found .* Allowed format: .txt"):
        keras.utils.text_dataset_from_directory(tmp_path, labels=None)
    with pytest.raises(FileNotFoundError):
        keras.utils.text_dataset_from_directory(tmp_path / "none")
    with pytest.raises(TypeError, match="`directory` must be a path"):
        keras.utils.text_dataset_from_directory(3)


def test_texts(texts, capsys):
    dataset = keras.utils.text_dataset_from_directory(texts, shuffle=False, batch_size=4)
    assert capsys.readouterr().out == "Found 12 files belonging to 2 classes.\n"
    assert dataset.class_names == ["neg", "pos"]
    rows = [(x.numpy().tolist(), y.numpy().tolist()) for x, y in dataset]
    assert rows[1] == ([b"neg 4", b"up", b"pos 0", b"pos 1"], [0, 0, 1, 1])
    short = keras.preprocessing.text_dataset_from_directory(
        texts, shuffle=False, max_length=2, label_mode=None, batch_size=12
    )
    assert next(iter(short)).numpy().tolist() == [b"ne"] * 5 + [b"up"] + [b"po"] * 5 + [b"up"]
    with pytest.raises(ValueError, match="`max_length` must be an integer"):
        keras.utils.text_dataset_from_directory(texts, max_length="a")


def test_texts_in_the_order_of_real_keras(texts):
    both = keras.utils.text_dataset_from_directory(
        texts, seed=3, batch_size=4, validation_split=0.4, subset="both"
    )
    first, second = (b" ".join(x for part, _ in rows for x in part.numpy()) for rows in both)
    assert first == b"up neg 1 neg 4 up neg 2 pos 1 pos 0 neg 0"
    assert second == b"neg 3 pos 3 pos 2 pos 4"


def test_a_model_trains_on_a_folder(images):
    dataset = keras.utils.image_dataset_from_directory(images, seed=1, **SMALL)
    model = keras.Sequential(
        [keras.layers.Rescaling(1 / 255), keras.layers.Flatten(), keras.layers.Dense(2)]
    )
    model.compile("sgd", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    history = model.fit(dataset, epochs=2, verbose=0).history["loss"]
    assert len(history) == 2 and np.isfinite(history).all()


def test_audio_dataset(tmp_path):
    for number, name in enumerate(("no", "yes", "yes")):
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        samples = tf.fill([4 + number, 1], 0.25 * (number + 1))
        tf.io.write_file(str(folder / f"{number}.wav"), tf.audio.encode_wav(samples, 100))
    read = keras.utils.audio_dataset_from_directory
    options = {"shuffle": False, "verbose": False}
    padded = read(tmp_path, batch_size=2, **options)
    assert padded.class_names == ["no", "yes"]
    assert [(x.shape.as_list(), y.numpy().tolist()) for x, y in padded] == [
        ([2, 5, 1], [0, 1]),
        ([1, 6, 1], [1]),
    ]
    fixed = read(tmp_path, labels=None, output_sequence_length=3, **options)
    assert fixed.element_spec.shape.as_list() == [None, 3, None]
    np.testing.assert_allclose(next(iter(fixed))[:, 2, 0], [0.25, 0.5, 0.75], atol=1e-4)
    ragged = next(iter(read(tmp_path, labels=None, ragged=True, **options)))
    assert ragged.row_lengths().numpy().tolist() == [4, 5, 6]
    with pytest.raises(ValueError, match="Cannot set both `ragged` and `output_sequence_length`"):
        read(tmp_path, ragged=True, output_sequence_length=3)
