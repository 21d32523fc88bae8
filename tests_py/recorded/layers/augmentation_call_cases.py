"""Calls of the layers that change colors, histograms and shapes of images, with factors that have
one possible value, so that nothing is left to chance; and shapes."""

from recorded.layers.layer_case import case
from recorded.recorder import integers, numbers

SHAPE = (2, 6, 7, 3)
PIXELS = integers("pixels", SHAPE, 0, 256).astype("float32")
SHARES = abs(numbers("shares", SHAPE)) % 1.0
FIRST = PIXELS.transpose(0, 3, 1, 2).copy()
TRAINED = {"training": True}
UNIT = {"value_range": [0, 1]}


def rows(cls, *given, training=True):
    """The layer with each of the arguments, each with its images: a batch, shares, channels first,
    one image."""
    found = []
    for number, kwargs in enumerate(given):
        images = SHARES if kwargs.get("value_range") == [0, 1] else PIXELS
        images = FIRST if kwargs.get("data_format") == "channels_first" else images
        found.append(case(f"{cls.lower()}_{number}", cls, kwargs, images, training=training))
    return found


def of_one_image(cls, kwargs):
    """The layer called on one image, and on a batch outside of training."""
    return [
        case(f"{cls.lower()}_one", cls, kwargs, PIXELS[0], training=True),
        case(f"{cls.lower()}_idle", cls, kwargs, PIXELS, training=False),
    ]


CHANNELS = {"data_format": "channels_first"}
HALF = {"factor": [0.4, 0.4]}
VALUES = [
    *rows("RandomGrayscale", {"factor": 1.0}, {"factor": 0.0}, {"factor": 1, **CHANNELS}),
    *rows("RandomColorDegeneration", HALF, {**HALF, **UNIT}, {**HALF, **CHANNELS}),
    *rows("RandomInvert", {"factor": [1.0, 1.0]}, {"factor": [1.0, 1.0], **UNIT}, {"factor": 0.0}),
    *rows("RandomPosterization", *({"factor": [n, n]} for n in (1, 3, 8))),
    *rows("RandomPosterization", {"factor": [2, 2], **UNIT})[:1],
    *rows("Solarization", {}, {"value_range": [0, 1]}, {"value_range": [20, 200], "seed": 1}),
    *rows("RandomHue", {"factor": [1.0, 1.0]}, {"factor": 0.0, **UNIT}),
    *rows("RandomSaturation", HALF, {"factor": [0.8, 0.8]}, {**HALF, **CHANNELS}),
    *rows("RandomSharpness", HALF, {"factor": [0.9, 0.9]}, {**HALF, **CHANNELS}),
    *rows(
        "RandomGaussianBlur",
        {"factor": [1.0, 1.0], "sigma": [0.7, 0.7]},
        {"factor": [1.0, 1.0], "kernel_size": [5, 5], "sigma": [0.9, 0.9], **CHANNELS},
        {"factor": 0.0},
    ),
    *rows(
        "RandomColorJitter",
        {},
        {"brightness_factor": [0.1, 0.1], "saturation_factor": [0.3, 0.3]},
        {"contrast_factor": [0.0, 0.0], "hue_factor": [1.0, 1.0]},
    ),
]
HISTOGRAMS = [
    *rows("AutoContrast", {}, UNIT, {"value_range": [20, 200]}),
    *rows("Equalization", {}, UNIT, {"bins": 16}, CHANNELS),
    *rows(
        "ContrastLimitedAdaptiveHistogramEqualization",
        {"tile_grid_size": [2, 3]},
        {"tile_grid_size": [3, 2], "clip_limit": 1.5},
        {"tile_grid_size": [2, 2], "clip_limit": 0.0, **UNIT},
        {"tile_grid_size": [2, 3], **CHANNELS},
    ),
    case("autocontrast_flat", "AutoContrast", {}, PIXELS * 0 + 7, training=True),
    case("equalization_flat", "Equalization", {}, PIXELS * 0 + 7, training=True),
]
ERASED = {"factor": [1.0, 1.0], "scale": [1.0, 1.0]}
SHAPES_OUT = [
    *rows(
        "RandomErasing",
        {**ERASED, "fill_value": 7},
        {**ERASED, "fill_value": [1, 2, 300]},
        {"factor": 0.0},
        {"scale": 0.0},
    ),
    *rows("RandomShear", {}, {"x_factor": [0.0, 0.0], "y_factor": 0.0, **CHANNELS}),
    *rows("RandomPerspective", {"scale": 0.0}, {"factor": 0.0, "seed": 3}),
    *rows("RandomElasticTransform", {"factor": 0.0}, {"scale": 0.0, **CHANNELS}),
]
ONE = PIXELS[:1]
MIXED = [
    case("mixup_of_one", "MixUp", {"alpha": 0.3}, ONE, training=True),
    case("cutmix_of_one", "CutMix", {"factor": 0.5}, ONE, training=True),
    *(
        case(f"{cls.lower()}_idle", cls, {"seed": 1}, PIXELS, training=False)
        for cls in ("MixUp", "CutMix", "RandAugment", "AugMix")
    ),
    case("augmix_none", "AugMix", {"factor": 0.0, "all_ops": False}, PIXELS, training=False),
    case("maxnumboundingboxes", "MaxNumBoundingBoxes", {"max_number": 3}, PIXELS, training=False),
]
SINGLE = [
    *of_one_image("RandomGrayscale", {"factor": 1.0}),
    *of_one_image("RandomColorDegeneration", HALF),
    *of_one_image("RandomInvert", {"factor": [1.0, 1.0]}),
    *of_one_image("RandomPosterization", {"factor": [4, 4]}),
    *of_one_image("Solarization", {}),
    *of_one_image("RandomSaturation", HALF),
    *of_one_image("RandomSharpness", HALF),
    *of_one_image("AutoContrast", {}),
    *of_one_image("Equalization", {}),
    *of_one_image("RandomErasing", {**ERASED, "fill_value": 0}),
    *of_one_image("RandomShear", {}),
]
CASES = [*VALUES, *HISTOGRAMS, *SHAPES_OUT, *MIXED, *SINGLE]
_NAMES = [one["name"] for one in CASES]
CASES = [
    {**one, "name": f"{one['name']}_{place}"} if _NAMES.count(one["name"]) > 1 else one
    for place, one in enumerate(CASES)
]

OPEN = (None, None, None, 3)
SHAPES = [
    *((cls, {}, [OPEN]) for cls in ("RandomGrayscale", "RandomInvert", "Solarization")),
    *((cls, {}, [OPEN]) for cls in ("RandomErasing", "MixUp", "CutMix", "AutoContrast")),
    *((cls, {"factor": 0.2}, [OPEN]) for cls in ("RandomHue", "RandomSaturation")),
    *((cls, {"factor": 0.2}, [OPEN]) for cls in ("RandomSharpness", "RandomColorDegeneration")),
    ("RandomShear", {"x_factor": 0.2}, [OPEN]),
    ("RandomPerspective", {}, [OPEN]),
    ("RandomGaussianBlur", {}, [(None, 8, 8, 3)]),
    ("RandomElasticTransform", {}, [(None, 8, 8, 3)]),
    ("RandomColorJitter", {"hue_factor": 0.2}, [OPEN]),
    ("RandAugment", {}, [(None, 8, 8, 3)]),
    ("AugMix", {}, [(None, 8, 8, 3)]),
    ("Equalization", {}, [(None, 8, 8, 3)]),
    ("ContrastLimitedAdaptiveHistogramEqualization", {}, [(None, 8, 8, 3)]),
    ("MaxNumBoundingBoxes", {"max_number": 4}, [OPEN]),
]
