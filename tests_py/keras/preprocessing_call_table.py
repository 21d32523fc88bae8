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

ENCODING = [
    bad(lambda: L.CategoryEncoding(), ValueError, "num_tokens must be set"),
    bad(lambda: L.CategoryEncoding(0), ValueError, "`num_tokens`", "num_tokens=0"),
    bad(lambda: L.CategoryEncoding(3, "x"), ValueError, "`output_mode`", "output_mode=x"),
    bad(lambda: L.CategoryEncoding(3, size=2), ValueError, "{'size': 2}"),
    bad(lambda: L.CategoryEncoding(3)("a"), ValueError, "`inputs` must be a tensor", "'a'"),
    bad(
        lambda: L.CategoryEncoding(3)(np.array([1]), count_weights=np.array([1.0])),
        ValueError,
        "`count_weights`",
    ),
]

DISCRETIZATION = [
    bad(lambda: L.Discretization(), ValueError, "either `num_bins` or `bin_boundaries`"),
    bad(lambda: L.Discretization([1.0], 3), ValueError, "Both", "num_bins=3"),
    bad(lambda: L.Discretization(num_bins=-1), ValueError, "`num_bins=-1`"),
    bad(lambda: L.Discretization([2.0, 1.0]), ValueError, "sorted", "[2.0, 1.0]"),
    bad(lambda: L.Discretization([1.0], epsilon=0), ValueError, "`epsilon`", "epsilon=0"),
    bad(lambda: L.Discretization([1.0], output_mode="x"), ValueError, "output_mode=x"),
    bad(lambda: L.Discretization([1.0], sparse=True), ValueError, "`sparse=True`", "=int"),
    bad(lambda: L.Discretization(num_bins=3)(np.array([1.0])), ValueError, "`adapt(dataset)`"),
    bad(lambda: L.Discretization([1.0]).adapt([1.0]), ValueError, "Cannot adapt"),
    bad(lambda: L.Discretization(num_bins=2).adapt([]), ValueError, "no numbers"),
    bad(lambda: L.Discretization([1.0])("a"), ValueError, "`inputs` must be a tensor", "'a'"),
]
HASHING = [
    bad(lambda: L.Hashing(), TypeError, "'num_bins'"),
    bad(lambda: L.Hashing(0), ValueError, "`num_bins`", "num_bins=0"),
    bad(lambda: L.Hashing(None), ValueError, "`num_bins`", "None"),
    bad(lambda: L.Hashing(3, salt="x"), ValueError, "`salt`", "salt=x"),
    bad(lambda: L.Hashing(3, salt=[1, 2, 3]), ValueError, "`salt`", "[1, 2, 3]"),
    bad(lambda: L.Hashing(3, output_mode="x"), ValueError, "output_mode=x"),
    bad(lambda: L.Hashing(3, sparse=True), ValueError, "`sparse`", "=int"),
    bad(lambda: L.Hashing(3, dtype="float32"), ValueError, "integer type", "float32"),
    bad(lambda: L.Hashing(3, size=2), ValueError, "{'size': 2}"),
]

CROSSING = [
    bad(lambda: L.HashedCrossing(0), ValueError, "`num_bins`", "num_bins=0"),
    bad(lambda: L.HashedCrossing(3, output_mode="x"), ValueError, "output_mode=x"),
    bad(lambda: L.HashedCrossing(3)(tf.constant([1])), ValueError, "list or tuple"),
    bad(lambda: L.HashedCrossing(3)([tf.constant([1])]), ValueError, "at least two"),
    bad(
        lambda: L.HashedCrossing(3)([tf.constant([1]), tf.constant([1, 2])]),
        ValueError,
        "equal shape",
    ),
    bad(lambda: L.HashedCrossing(3)([tf.ones((2, 2))] * 2), ValueError, "should have shape"),
    bad(lambda: L.HashedCrossing(3)([tf.ones((2,))] * 2), ValueError, "integer or string"),
]


def looked_up(name, known) -> list[Bad]:
    """What layers with vocabularies refuse."""
    cls = getattr(L, name)
    return [
        bad(lambda: cls(max_tokens=1), ValueError, "`max_tokens`", "max_tokens=1"),
        bad(lambda: cls(max_tokens="a"), ValueError, "max_tokens=a"),
        bad(lambda: cls(pad_to_max_tokens=True), ValueError, "pad_to_max_tokens"),
        bad(lambda: cls(output_mode="x"), ValueError, "`output_mode`", "output_mode=x"),
        bad(lambda: cls(sparse=True), ValueError, "`sparse`", "output_mode=int"),
        bad(lambda: cls(idf_weights=[1.0]), ValueError, "`idf_weights`"),
        bad(lambda: cls(vocabulary=[]), ValueError, "empty vocabulary"),
        bad(lambda: cls(vocabulary=known * 2), ValueError, "repeated term", str(known[0])),
        bad(lambda: cls(vocabulary=[1.5]), ValueError, "`vocabulary`", "1.5"),
        bad(lambda: cls(vocabulary=3.5), ValueError, "`vocabulary`", "3.5"),
        bad(lambda: cls(vocabulary="none.txt"), ValueError, "none.txt does not exist"),
        bad(lambda: cls(max_tokens=2, vocabulary=known), ValueError, "`max_tokens` is 2"),
        bad(lambda: cls(vocabulary=known).adapt([["a"]]), ValueError, "Cannot adapt layer"),
        bad(lambda: cls().adapt(3), TypeError, "`data`", "int"),
        bad(lambda: cls(size=3), ValueError, "{'size': 3}"),
    ]


def indexed(name, known) -> list[Bad]:
    cls = getattr(L, name)
    return [
        *looked_up(name, known),
        bad(lambda: cls(num_oov_indices=-1), ValueError, "num_oov_indices=-1"),
        bad(lambda: cls(salt="a"), ValueError, "`salt`", "salt=a"),
        bad(lambda: cls(oov_method="x"), ValueError, "`oov_method`", "oov_method=x"),
        bad(lambda: cls(invert=True, output_mode="count"), ValueError, "`invert`"),
        bad(lambda: cls(output_mode="one_hot")(known), RuntimeError, "set the layer's vocabulary"),
        bad(lambda: cls()(known), tf.errors.FailedPreconditionError, "not initialized"),
        bad(lambda: cls(vocabulary=known)(object()), ValueError, "`inputs`"),
    ]


TEXTS = [
    *looked_up("TextVectorization", ["a", "b"]),
    bad(lambda: L.TextVectorization(standardize="x"), ValueError, "standardize=x"),
    bad(lambda: L.TextVectorization(split="x"), ValueError, "split=x"),
    bad(lambda: L.TextVectorization(ngrams="x"), ValueError, "`ngrams`", "ngrams=x"),
    bad(lambda: L.TextVectorization(output_sequence_length="x"), ValueError, "_length=x"),
    bad(
        lambda: L.TextVectorization(output_mode="count", output_sequence_length=2),
        ValueError,
        "`output_sequence_length`",
        "output_mode=count",
    ),
    bad(lambda: L.TextVectorization(output_mode="count", ragged=True), ValueError, "`ragged`"),
    bad(lambda: L.TextVectorization(vocabulary=["a"])([1, 2]), ValueError, "must be texts"),
    bad(
        lambda: L.TextVectorization(vocabulary=["a"])(tf.constant([["a", "b"]])),
        ValueError,
        "(1, 2)",
    ),
    bad(lambda: L.TextVectorization()(["a"]), tf.errors.FailedPreconditionError, "not initialized"),
]

ROWS: dict[str, list[Bad]] = {
    "CategoryEncoding": ENCODING,
    "Discretization": DISCRETIZATION,
    "HashedCrossing": CROSSING,
    "Hashing": HASHING,
    "IntegerLookup": [
        *indexed("IntegerLookup", [4, 5]),
        bad(lambda: L.IntegerLookup(vocabulary_dtype="int32"), ValueError, "dtype=int32"),
    ],
    "Normalization": NORMALIZATION,
    "StringLookup": [
        *indexed("StringLookup", ["a", "b"]),
        bad(
            lambda: L.StringLookup(vocabulary=["a"], num_oov_indices=0)(["a", "z"]),
            tf.errors.InvalidArgumentError,
            "`num_oov_indices=1`",
            "z",
        ),
    ],
    "TextVectorization": TEXTS,
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
