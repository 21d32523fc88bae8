"""Calls that the layers that change colors, histograms and shapes of images must refuse."""

from __future__ import annotations

import numpy as np
from layer_row import Bad, bad
from preprocessing_call_table import IMAGES, drawn, factored, images, moving

from pelton.keras import layers as L  # noqa: N812


def ranged(name, *args, with_factor=True) -> list[Bad]:
    """Those with a range of values, and most with a factor as first argument."""
    cls = getattr(L, name)
    return [
        *(factored(name, "factor") if with_factor else images(name, *args)),
        bad(lambda: cls(*args, value_range=3), ValueError, "`value_range`", "value_range=3"),
        bad(lambda: cls(*args, value_range=(0, "a")), ValueError, "value_range=(0, 'a')"),
    ]


def optional(name, argument="factor") -> list[Bad]:
    """Those whose factor has a default."""
    cls = getattr(L, name)
    return [
        *drawn(name),
        bad(lambda: cls(**{argument: 1.5}), ValueError, f"`{argument}`", f"{argument}=1.5"),
        bad(lambda: cls(**{argument: "a"}), ValueError, f"{argument}=a"),
        bad(lambda: cls(**{argument: (0.1, 0.2, 0.3)}), ValueError, "(0.1, 0.2, 0.3)"),
    ]


def policy(name) -> list[Bad]:
    cls = getattr(L, name)
    masks = {"images": IMAGES, "segmentation_masks": IMAGES[..., :1]}
    return [
        *optional(name),
        bad(lambda: cls(value_range=3), ValueError, "value_range=3"),
        bad(lambda: cls()(masks, training=True), NotImplementedError, "segmentation masks"),
    ]


TALL = np.ones((2, 3), "float32")
BOXES = {"images": IMAGES, "bounding_boxes": {"boxes": TALL, "labels": TALL}}
ROWS: dict[str, list[Bad]] = {
    "RandomGrayscale": [
        *drawn("RandomGrayscale"),
        bad(lambda: L.RandomGrayscale(2), ValueError, "`factor`", "factor=2"),
        bad(lambda: L.RandomGrayscale((0, 1)), ValueError, "factor=(0, 1)"),
    ],
    "RandomColorDegeneration": ranged("RandomColorDegeneration", 0.1),
    "RandomInvert": optional("RandomInvert"),
    "RandomPosterization": [
        *drawn("RandomPosterization", 3),
        bad(lambda: L.RandomPosterization(), TypeError, "'factor'"),
        bad(lambda: L.RandomPosterization(9), ValueError, "factor=9", "[1, 8]"),
        bad(lambda: L.RandomPosterization((0, 3)), ValueError, "factor=(0, 3)"),
    ],
    "Solarization": [*optional("Solarization", "addition_factor")],
    "RandomHue": ranged("RandomHue", 0.1),
    "RandomSaturation": ranged("RandomSaturation", 0.1),
    "RandomColorJitter": [
        *drawn("RandomColorJitter"),
        bad(lambda: L.RandomColorJitter(value_range="a"), ValueError, "value_range=a"),
    ],
    "RandomSharpness": ranged("RandomSharpness", 0.1),
    "RandomGaussianBlur": [
        *optional("RandomGaussianBlur"),
        *optional("RandomGaussianBlur", "sigma"),
        bad(lambda: L.RandomGaussianBlur(kernel_size=4), ValueError, "odd", "kernel_size=4"),
        bad(lambda: L.RandomGaussianBlur(kernel_size=(3, 5, 3)), ValueError, "(3, 5, 3)"),
    ],
    "AutoContrast": ranged("AutoContrast", with_factor=False),
    "Equalization": [
        *ranged("Equalization", with_factor=False),
        bad(lambda: L.Equalization(bins=0), ValueError, "`bins`", "bins=0"),
    ],
    "ContrastLimitedAdaptiveHistogramEqualization": [
        *ranged("ContrastLimitedAdaptiveHistogramEqualization", with_factor=False),
        bad(
            lambda: L.ContrastLimitedAdaptiveHistogramEqualization(tile_grid_size=8),
            ValueError,
            "tile_grid_size=8",
        ),
        bad(
            lambda: L.ContrastLimitedAdaptiveHistogramEqualization(clip_limit=-1),
            ValueError,
            "clip_limit=-1",
        ),
    ],
    "MixUp": [
        *drawn("MixUp"),
        bad(lambda: L.MixUp(0), ValueError, "`alpha`", "alpha=0"),
        bad(lambda: L.MixUp("a"), ValueError, "alpha=a"),
    ],
    "CutMix": optional("CutMix"),
    "RandomErasing": [
        *optional("RandomErasing"),
        *optional("RandomErasing", "scale"),
        bad(lambda: L.RandomErasing(fill_value="a"), ValueError, "`fill_value`", "fill_value=a"),
        bad(lambda: L.RandomErasing(fill_value=(1, 2)), ValueError, "fill_value=(1, 2)"),
    ],
    "RandomShear": [
        *moving("RandomShear", "x_factor")[:9],
        bad(lambda: L.RandomShear(1.5), ValueError, "x_factor=1.5"),
        bad(lambda: L.RandomShear(0.1, "a"), ValueError, "`y_factor`", "y_factor=a"),
        bad(lambda: L.RandomShear(fill_mode="x"), NotImplementedError, "`fill_mode` x"),
    ],
    "RandomPerspective": [
        *optional("RandomPerspective"),
        bad(lambda: L.RandomPerspective(scale=2), ValueError, "`scale`", "scale=2"),
        bad(lambda: L.RandomPerspective(interpolation="x"), NotImplementedError, "`interpolation`"),
    ],
    "RandomElasticTransform": [
        *optional("RandomElasticTransform"),
        *optional("RandomElasticTransform", "scale"),
        bad(lambda: L.RandomElasticTransform(fill_mode="x"), NotImplementedError, "`fill_mode` x"),
    ],
    "RandAugment": [
        *policy("RandAugment"),
        bad(lambda: L.RandAugment(num_ops=0), ValueError, "`num_ops`", "num_ops=0"),
    ],
    "AugMix": [
        *policy("AugMix"),
        bad(lambda: L.AugMix(num_chains=0), ValueError, "`num_chains`", "num_chains=0"),
        bad(lambda: L.AugMix(chain_depth="a"), ValueError, "chain_depth=a"),
    ],
    "MaxNumBoundingBoxes": [
        *images("MaxNumBoundingBoxes", 3)[:-1],
        bad(lambda: L.MaxNumBoundingBoxes(), TypeError, "'max_number'"),
        bad(lambda: L.MaxNumBoundingBoxes(0), ValueError, "`max_number`", "max_number=0"),
        bad(lambda: L.MaxNumBoundingBoxes("a"), ValueError, "max_number=a"),
        bad(lambda: L.MaxNumBoundingBoxes(3)(BOXES), ValueError, "boxes.shape=(2, 3)"),
    ],
    "MelSpectrogram": [
        bad(lambda: L.MelSpectrogram(0), ValueError, "`fft_length`", "fft_length=0"),
        bad(lambda: L.MelSpectrogram(num_mel_bins="a"), ValueError, "num_mel_bins=a"),
        bad(lambda: L.MelSpectrogram(top_db="a"), ValueError, "`top_db`", "top_db=a"),
        bad(lambda: L.MelSpectrogram(min_freq=None), ValueError, "min_freq=None"),
        bad(lambda: L.MelSpectrogram(size=3), ValueError, "{'size': 3}"),
        bad(lambda: L.MelSpectrogram()("a"), ValueError, "`inputs` must be a tensor", "'a'"),
    ],
    "STFTSpectrogram": [
        bad(lambda: L.STFTSpectrogram("x"), ValueError, "`mode`", "mode=x"),
        bad(lambda: L.STFTSpectrogram(frame_length="a"), ValueError, "frame_length=a"),
        bad(lambda: L.STFTSpectrogram(frame_length=8, frame_step=9), ValueError, "frame_step=9"),
        bad(lambda: L.STFTSpectrogram(fft_length=8), ValueError, "fft_length=8"),
        bad(lambda: L.STFTSpectrogram(window=3.5, scaling="x"), ValueError, "scaling=x"),
        bad(lambda: L.STFTSpectrogram(padding="full"), ValueError, "padding=full"),
        bad(lambda: L.STFTSpectrogram()("a"), ValueError, "STFTSpectrogram"),
    ],
    "Pipeline": [
        bad(lambda: L.Pipeline(), TypeError, "'layers'"),
        bad(lambda: L.Pipeline(3), TypeError, "a list of layers", "layers=3"),
        bad(lambda: L.Pipeline([3]), TypeError, "layers=[3]"),
        bad(lambda: L.Pipeline({"a": L.AutoContrast()}), TypeError, "'a'"),
        bad(lambda: L.Pipeline.from_config({"layers": 3}), ValueError, "layers=3"),
    ],
}
