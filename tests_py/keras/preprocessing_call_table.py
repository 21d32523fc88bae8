"""Calls that the layers that prepare data must refuse."""

from __future__ import annotations

import numpy as np
from layer_row import Bad, bad

import pelton as tf
from pelton.keras import layers as L  # noqa: N812

IMAGES = np.ones((2, 5, 7, 3), "float32")


def images(name, *args, **kwargs) -> list[Bad]:
    """What all layers over images refuse."""

    def make(**more):
        return getattr(L, name)(*args, **{**kwargs, **more})

    return [
        bad(lambda: make(size=3), ValueError, "{'size': 3}"),
        bad(lambda: make(data_format="NHWC"), ValueError, "`data_format`", "NHWC"),
        bad(lambda: make()(IMAGES[0, 0]), ValueError, "rank 3 (single image)", "(7, 3)"),
        bad(lambda: make()("a"), ValueError, "`data` must be a tensor", "'a'"),
        bad(lambda: make()(tf.constant([[["a"]]])), ValueError, "(1, 1, 1)", "dtype=string"),
        bad(lambda: make()({"labels": np.ones(2)}), ValueError, "'images'", "['labels']"),
        bad(
            lambda: make()({"images": IMAGES, "bounding_boxes": np.ones((2, 4))}),
            ValueError,
            "'bounding_boxes'",
        ),
    ]


def drawn(name, *args) -> list[Bad]:
    cls = getattr(L, name)
    return [
        *images(name, *args),
        bad(lambda: cls(*args, seed="a"), ValueError, "seed=a"),
        bad(lambda: cls(*args, seed=1.5), ValueError, "seed=1.5"),
    ]


def factored(name, argument, *more) -> list[Bad]:
    """Those with a factor as first argument."""
    cls = getattr(L, name)
    return [
        *drawn(name, 0.1, *more),
        bad(lambda: cls(), TypeError, f"'{argument}'"),
        bad(lambda: cls(1.5, *more), ValueError, f"`{argument}`", f"{argument}=1.5"),
        bad(lambda: cls("a", *more), ValueError, f"{argument}=a"),
        bad(lambda: cls((0.1, 0.2, 0.3), *more), ValueError, f"{argument}=(0.1, 0.2, 0.3)"),
        bad(lambda: cls((0.1, "b"), *more), ValueError, f"{argument}=(0.1, 'b')"),
    ]


def moving(name, argument, *more) -> list[Bad]:
    cls = getattr(L, name)
    return [
        *factored(name, argument, *more),
        bad(lambda: cls(0.1, *more, fill_mode="x"), NotImplementedError, "`fill_mode` x"),
        bad(lambda: cls(0.1, *more, fill_value="x"), ValueError, "fill_value='x'"),
        bad(lambda: cls(0.1, *more, interpolation="x"), NotImplementedError, "`interpolation` x"),
    ]


def toned(name) -> list[Bad]:
    cls = getattr(L, name)
    return [
        *factored(name, "factor"),
        bad(lambda: cls(0.1, value_range=3), ValueError, "`value_range`", "value_range=3"),
        bad(lambda: cls(0.1, value_range=(0, "a")), ValueError, "value_range=(0, 'a')"),
    ]


def sized(name) -> list[Bad]:
    cls = getattr(L, name)
    return [
        *images(name, 3, 4),
        bad(lambda: cls(3), TypeError, "'width'"),
        bad(lambda: cls(0, 4), ValueError, "`height`", "height=0"),
        bad(lambda: cls(3, 4.5), ValueError, "`width`", "width=4.5"),
        bad(lambda: cls(3, 4).compute_output_shape((3, 4)), ValueError, "(3, 4)"),
    ]


DATA = np.ones((4, 3), "float32")


def normalization(**kwargs):
    return L.Normalization(**kwargs)


NORMALIZATION = [
    bad(lambda: normalization(size=3), ValueError, "{'size': 3}"),
    bad(lambda: normalization(axis="a"), ValueError, "`axis`", "axis=a"),
    bad(lambda: normalization(axis=(0, "a")), ValueError, "axis=(0, 'a')"),
    bad(lambda: normalization(mean=1.0), ValueError, "both `mean` and `variance`", "mean=1.0"),
    bad(lambda: normalization(mean=[1, 2], variance=1), ValueError, "(2,)", "()"),
    bad(lambda: normalization(mean="a", variance="b"), ValueError, "`mean`", "mean='a'"),
    bad(lambda: normalization(mean=[[1]], variance=[[1]]), ValueError, "(1, 1)", "axis (-1,)"),
    bad(lambda: normalization(mean=[1, 2], variance=[1, 2])(DATA), ValueError, "(2,)", "(4, 3)"),
    bad(lambda: normalization(axis=2)(DATA), ValueError, "ndim=2", "axis=(2,)"),
    bad(lambda: normalization()(tf.keras.Input((None,))), ValueError, "known shape", "index 1"),
    bad(lambda: normalization()("a"), ValueError, "a tensor of numbers"),
    bad(lambda: normalization().adapt(3), TypeError, "<class 'int'>"),
    bad(lambda: normalization().adapt([]), ValueError, "no batches"),
    bad(lambda: normalization().adapt(DATA[:0]), ValueError, "no batches"),
    bad(lambda: normalization().adapt([1.0, 2.0]), TypeError, "type float"),
    bad(lambda: normalization().adapt(np.array(["a"])), TypeError, "<U1"),
    bad(lambda: normalization().adapt([DATA, np.ones((4, 2))]), ValueError, "(4, 3)", "(4, 2)"),
    bad(lambda: normalization(mean=1.0, variance=1.0).adapt(DATA), ValueError, "static"),
]

ROWS: dict[str, list[Bad]] = {
    "Normalization": NORMALIZATION,
    "RandomFlip": [
        *drawn("RandomFlip"),
        bad(lambda: L.RandomFlip("both"), ValueError, "`mode`", "mode=both"),
    ],
    "RandomRotation": moving("RandomRotation", "factor"),
    "RandomZoom": [
        *moving("RandomZoom", "height_factor"),
        bad(lambda: L.RandomZoom(-1), ValueError, "height_factor=-1"),
        bad(lambda: L.RandomZoom(0.1, 2), ValueError, "width_factor=2"),
    ],
    "RandomTranslation": [
        *moving("RandomTranslation", "height_factor", 0.1),
        bad(lambda: L.RandomTranslation(0.1, None), ValueError, "width_factor=None"),
    ],
    "RandomContrast": [
        *toned("RandomContrast"),
        bad(lambda: L.RandomContrast(-0.5), ValueError, "factor=-0.5", "[0, 1]"),
    ],
    "RandomBrightness": toned("RandomBrightness"),
    "CenterCrop": sized("CenterCrop"),
    "RandomCrop": [
        *sized("RandomCrop"),
        bad(lambda: L.RandomCrop(3, 4, seed="a"), ValueError, "seed=a"),
        bad(
            lambda: L.RandomCrop(3, 4)(tf.keras.Input((None, 4, 1))),
            ValueError,
            "fully defined height and width",
            "(None, None, 4, 1)",
        ),
    ],
    "Resizing": [
        *sized("Resizing"),
        bad(lambda: L.Resizing(3, 4, "x"), ValueError, "`interpolation`", "interpolation=x"),
        bad(lambda: L.Resizing(3, 4, fill_mode="x"), ValueError, "`fill_mode`", "fill_mode=x"),
        bad(
            lambda: L.Resizing(3, 4, crop_to_aspect_ratio=True, pad_to_aspect_ratio=True),
            ValueError,
            "Only one of",
        ),
    ],
}
