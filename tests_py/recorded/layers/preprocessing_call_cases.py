"""Calls of the layers that prepare images and numbers, and shapes whose output shape is recorded.
Factors have one possible value, so that nothing is left to chance."""

from recorded.layers.layer_case import case
from recorded.recorder import integers, numbers

IMAGES = (2, 4, 5, 2)
FOUR = {"num_tokens": 4}
FIRST = {"data_format": "channels_first"}
TRAINED = {"training": True}
MODES = ("reflect", "wrap", "constant", "nearest")
WAYS = ("nearest", "bilinear")


def moved(cls, kwargs, modes=MODES):
    """The layer with each fill mode and interpolation, in training."""
    return [
        case(
            f"{cls.lower()}_{mode}_{way}",
            cls,
            {**kwargs, "fill_mode": mode, "interpolation": way, "fill_value": 0.5},
            IMAGES,
            **TRAINED,
        )
        for mode in modes
        for way in WAYS
    ]


def variants(cls, *rows, x=IMAGES, **options):
    """The layer with each of these arguments."""
    return [
        case(f"{cls.lower()}_{x[0]}_{number}", cls, kwargs, x, **options)
        for number, kwargs in enumerate(rows)
    ]


TURNED = {"factor": [0.13, 0.13], "seed": 1}
ZOOMED = {"height_factor": [0.3, 0.3], "width_factor": [-0.2, -0.2], "seed": 1}
SHIFTED = {"height_factor": [0.32, 0.32], "width_factor": [-0.27, -0.27], "seed": 1}
MOVES = [
    *moved("RandomRotation", TURNED),
    *moved("RandomZoom", ZOOMED),
    *moved("RandomTranslation", SHIFTED),
    *variants("RandomZoom", {"height_factor": [0.4, 0.4]}, {**ZOOMED, **FIRST}, **TRAINED),
    *variants("RandomRotation", {**TURNED, **FIRST}, **TRAINED),
    *variants("RandomTranslation", {**SHIFTED, **FIRST}, **TRAINED),
    *variants("RandomRotation", TURNED, x=IMAGES[1:], **TRAINED),
    *variants("RandomZoom", ZOOMED, x=IMAGES[1:], **TRAINED),
    *variants("RandomTranslation", SHIFTED, x=IMAGES[1:], **TRAINED),
    *variants("RandomRotation", {"factor": 0.2}, x=(3, 4, 4, 1), training=False),
    *variants("RandomZoom", {"height_factor": 0.2}, x=(3, 4, 4, 1), training=False),
    *variants("RandomTranslation", {"height_factor": 0.2, "width_factor": 0.1}, training=False),
]
TONES = [
    *variants("RandomFlip", {}, {"mode": "vertical", "seed": 3}, FIRST, training=False),
    *variants("RandomContrast", {"factor": [0, 0], "value_range": [-1, 1]}, **TRAINED),
    *variants("RandomContrast", {"factor": 0.3}, {"factor": [0.2, 0.5]}, training=False),
    *variants(
        "RandomBrightness",
        {"factor": [0.2, 0.2], "value_range": [-2, 3]},
        {"factor": [-0.2, -0.2]},
        {"factor": [0.0, 0.0], "value_range": [1, 0], "seed": 2},
        **TRAINED,
    ),
    *variants("RandomBrightness", {"factor": 0.4}, x=(1, 2, 3, 2), training=False),
]
SIZES = ({"height": 2, "width": 3}, {"height": 7, "width": 4}, {"height": 3, "width": 8})
RESIZED = [
    case(f"resizing_{way}_{number}", "Resizing", {**size, "interpolation": way}, IMAGES)
    for way in ("bilinear", "nearest", "bicubic", "lanczos3", "lanczos5")
    for number, size in enumerate(SIZES[:2])
] + [
    case(f"resizing_{key}_{number}", "Resizing", {**size, key: True, **extra}, IMAGES)
    for key, extra in (
        ("crop_to_aspect_ratio", {}),
        ("pad_to_aspect_ratio", {"fill_value": 0.25}),
        ("antialias", {}),
        ("antialias", FIRST),
    )
    for number, size in enumerate(SIZES)
    if not extra.get("data_format") or number == 0
]
CUT = [
    *variants("CenterCrop", *SIZES, {**SIZES[0], **FIRST}),
    *variants("CenterCrop", *SIZES, x=IMAGES[1:]),
    *variants("RandomCrop", *({"seed": 1, **size} for size in SIZES[1:]), **TRAINED),
    *variants("RandomCrop", {"seed": 2, "height": 4, "width": 5}, x=IMAGES[1:], **TRAINED),
]
ROWS = {"mean": [0.5, -1.0], "variance": [2.0, 0.25]}
NORMALIZED = [
    *variants(
        "Normalization",
        ROWS,
        {**ROWS, "invert": True},
        {"mean": 0.5, "variance": 4.0},
        {"mean": 0.5, "variance": 4.0, "axis": None},
        {"mean": [0.0, 1.0, 2.0, 3.0], "variance": [1.0, 0.0, 2.0, 3.0], "axis": 1},
        {"mean": [[0.0, 1.0]] * 4, "variance": [[1.0, 3.0]] * 4, "axis": [1, 3]},
        {**ROWS, "dtype": "float16"},
    ),
]

NUMBERS = [integers("encoded", shape, 0, 4) for shape in ((3,), (3, 1), (2, 5))]
ENCODED = [
    case(f"categoryencoding_{mode}_{place}", "CategoryEncoding", {**FOUR, "output_mode": mode}, x)
    for mode in ("one_hot", "multi_hot", "count")
    for place, x in enumerate(NUMBERS)
] + [
    case(
        "categoryencoding_weights",
        "CategoryEncoding",
        {**FOUR, "output_mode": "count"},
        NUMBERS[2],
        count_weights=numbers("weights", (2, 5)),
    )
]

BINS = [
    case(f"{cls.lower()}_{mode}_{place}", cls, {**kwargs, "output_mode": mode}, x)
    for cls, kwargs, inputs in (
        ("Discretization", {"bin_boundaries": [0.5, 1.0, 2.5]}, NUMBERS),
        ("Hashing", {"num_bins": 3}, [x.astype("int64") for x in NUMBERS]),
    )
    for mode in ("int", "one_hot", "multi_hot", "count")
    for place, x in enumerate(inputs)
] + [
    case(f"hashing_{name}", "Hashing", {"num_bins": 5, **kwargs}, NUMBERS[2])
    for name, kwargs in {
        "salt": {"salt": 133},
        "salts": {"salt": [133, 137]},
        "mask": {"mask_value": 2},
        "int32": {"dtype": "int32"},
    }.items()
]
PAIRS = [[x.astype("int64"), (3 - x).astype("int64")] for x in NUMBERS[:2]]
CROSSED = [
    case(
        f"hashedcrossing_{mode}_{place}", "HashedCrossing", {"num_bins": 5, "output_mode": mode}, x
    )
    for mode in ("int", "one_hot")
    for place, x in enumerate([*PAIRS, [*PAIRS[0], PAIRS[0][0]]])
]


def named_once(cases):
    """The cases, the second one of a name with a 2 behind it."""
    names = [one["name"] for one in cases]
    again = [names[:place].count(name) for place, name in enumerate(names)]
    return [
        {**one, "name": f"{one['name']}_{count + 1}"} if count else one
        for one, count in zip(cases, again, strict=True)
    ]


CASES = named_once([*MOVES, *TONES, *RESIZED, *CUT, *NORMALIZED, *ENCODED, *BINS, *CROSSED])

OPEN = (None, None, None, 3)
# Class, arguments, and shapes whose output shape is recorded.
SHAPES = [
    ("RandomFlip", {}, [OPEN]),
    ("RandomRotation", {"factor": 0.1}, [OPEN]),
    ("RandomZoom", {"height_factor": 0.1}, [(None, 4, 4, 1)]),
    ("RandomTranslation", {"height_factor": 0.1, "width_factor": 0.1}, [OPEN]),
    ("RandomContrast", {"factor": 0.1}, [OPEN]),
    ("RandomBrightness", {"factor": 0.1}, [OPEN]),
    ("RandomCrop", SIZES[0], [(None, 8, 8, 3)]),
    ("CenterCrop", SIZES[0], [OPEN]),
    ("CenterCrop", {**SIZES[0], **FIRST}, [(None, 3, None, 8)]),
    ("Resizing", SIZES[0], [OPEN]),
    ("Resizing", {**SIZES[0], **FIRST}, [(2, 3, 5, 6)]),
    ("Normalization", {}, [(None, 3)]),
    ("Discretization", {"bin_boundaries": [1.0]}, [(None, 3)]),
    ("Hashing", {"num_bins": 4}, [(None, 3)]),
    ("CategoryEncoding", FOUR, [(None, 3)]),
    ("CategoryEncoding", {**FOUR, "output_mode": "one_hot"}, [(None, 1)]),
    ("CategoryEncoding", {**FOUR, "output_mode": "count"}, [(None, None)]),
]
