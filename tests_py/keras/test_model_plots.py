"""Drawings of models: what they show against real Keras's, where it stands, and the files."""

import io
import itertools
import struct
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from keras_facts import assert_alike

import pelton as tf
from pelton import keras
from pelton.keras.models.plotting.layout import layout
from recorded.code_facts import evaluate
from recorded.fact_file import load_facts

FACTS = load_facts("models/plots")
DRAWN = [case for case in FACTS["cases"] if "boxes" in case]
REFUSED = [case for case in FACTS["cases"] if "error" in case]


@pytest.fixture(autouse=True)
def fresh_names():
    keras.backend.clear_session()


def model_of(case):
    return evaluate(FACTS["start"] + case["code"], tf)


@pytest.mark.parametrize("case", DRAWN, ids=lambda case: case["name"])
def test_shows_what_keras_shows(case):
    diagram = keras.utils.model_to_dot(model_of(case), **case["shown"]).diagram
    boxes = [[[cell.text for cell in row] for row in rows] for rows in diagram.boxes]
    assert sorted(boxes) == sorted(case["boxes"])
    ends = [[boxes[source][0][0], boxes[target][0][0]] for source, target in diagram.arrows]
    assert sorted(ends) == case["arrows"]
    groups = [[group.name, len(group.boxes)] for group in diagram.groups]
    assert sorted(groups) == sorted(case["groups"])


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case["name"])
def test_refuses_what_keras_refuses(case):
    with pytest.raises(ValueError) as caught:
        keras.utils.model_to_dot(model_of(case), **case["shown"])
    assert_alike(caught.value, case["error"])


@pytest.mark.parametrize("rankdir", ["TB", "BT", "LR", "RL"])
def test_boxes_do_not_overlap_and_arrows_pass_beside_them(rankdir):
    chance = np.random.default_rng(3)
    for _ in range(20):
        count = int(chance.integers(1, 12))
        sizes = [(float(w), float(h)) for w, h in chance.integers(10, 90, (count, 2))]
        pairs = itertools.combinations(range(count), 2)
        arrows = [pair for pair in pairs if chance.random() < 0.3]
        placed = layout(sizes, arrows, rankdir)
        boxes = [
            (x - w / 2, y - h / 2, x + w / 2, y + h / 2)
            for (x, y), (w, h) in zip(placed.centres, sizes, strict=True)
        ]
        for left, top, right, bottom in boxes:
            assert left >= -1e-6 and top >= -1e-6
            assert right <= placed.width + 1e-6 and bottom <= placed.height + 1e-6
        for (a, b, c, d), (e, f, g, h) in itertools.combinations(boxes, 2):
            assert c <= e or g <= a or d <= f or h <= b
        for path in placed.paths:
            for x, y in path[1:-1]:
                assert not any(a < x < c and b < y < d for a, b, c, d in boxes)


def test_svg_is_a_document_of_all_texts(tmp_path):
    model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(3, name="a<b>&c")])
    shown = {"show_shapes": True, "show_layer_names": True}
    keras.utils.plot_model(model, tmp_path / "m.svg", dpi=72, **shown)
    root = ET.parse(tmp_path / "m.svg").getroot()
    texts = [one.text for one in root.iter("{http://www.w3.org/2000/svg}text")]
    assert texts == ["a<b>&c (Dense)", "Input shape: (None, 4)", "Output shape: (None, 3)"]
    picture = keras.utils.model_to_dot(model, show_shapes=True).create(format="svg")
    assert float(ET.fromstring(picture).get("width")) == pytest.approx(
        float(root.get("width")) * 200 / 72, abs=2
    )


def test_png_has_the_size_of_its_resolution(tmp_path):
    pytest.importorskip("PIL")
    model = model_of(DRAWN[0])
    sizes = []
    for dpi in (72, 144):
        keras.utils.plot_model(model, str(tmp_path / "m.png"), dpi=dpi)
        data = (tmp_path / "m.png").read_bytes()
        assert data[:8] == b"\x89PNG\r\n\x1a\n"
        sizes.append(struct.unpack(">II", data[16:24]))
    assert np.allclose(np.multiply(sizes[0], 2), sizes[1], atol=2)
    from PIL import Image

    pixels = np.asarray(Image.open(io.BytesIO(keras.utils.model_to_dot(model).create())))
    assert (pixels == 0).all(-1).mean() > 0.1 and (pixels == 255).all(-1).mean() > 0.1


def test_text_of_graphviz():
    text = keras.utils.model_to_dot(model_of(DRAWN[0]), rankdir="LR").to_string()
    assert text.startswith('digraph "sequential" {') and "rankdir=LR" in text
    assert "n0 -> n1;" in text and "dropout (Dropout)" in text


def test_png_without_pillow_names_the_package(tmp_path, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(ImportError, match=r"pip install .pelton\[images\]"):
        keras.utils.plot_model(model_of(DRAWN[0]), tmp_path / "m.png")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"to_file": "m.xyz"}, "xyz"),
        ({"to_file": 3}, "to_file"),
        ({"to_file": "m.svg", "rankdir": "UP"}, "rankdir"),
        ({"to_file": "m.svg", "dpi": 0}, "dpi"),
        ({"to_file": "m.png", "dpi": 1e6}, "dpi"),
        ({"to_file": "m.svg", "splines": None}, "splines"),
        ({"model": 3}, "model"),
    ],
)
def test_bad_arguments_are_named(arguments, named, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises((ValueError, ImportError), match=named):
        keras.utils.plot_model(**{"model": model_of(DRAWN[0]), **arguments})
    assert not list(tmp_path.iterdir())
