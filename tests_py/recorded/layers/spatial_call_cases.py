"""Calls of global pools and of the layers that pad, crop and repeat spatial axes, and shapes whose
output shape is recorded."""

from recorded.layers.layer_call_cases import case, mask
from recorded.recorder import integers

LINE, IMAGE, VOLUME = (2, 5, 3), (2, 4, 5, 3), (1, 3, 4, 3, 2)
SHAPES_OF = {1: (None, None, 3), 2: (None, None, 5, 3), 3: (None, 3, None, 3, 2)}
FIRST = {"data_format": "channels_first"}


def over(axes, names, *variants):
    """A case of each of the classes `names` for an input of so many axes and each of `variants`."""
    x = {1: LINE, 2: IMAGE, 3: VOLUME}[axes]
    cases = []
    for cls in names.split():
        for number, kwargs in enumerate(({}, *variants)):
            cases.append(case(f"{cls.lower()}_{number}", cls, kwargs, x))
    return cases


KEPT = {"keepdims": True}
POOLS = [
    *over(1, "GlobalAveragePooling1D GlobalMaxPooling1D", KEPT, FIRST, {**KEPT, **FIRST}),
    *over(2, "GlobalMaxPooling2D", KEPT, FIRST),
    *over(3, "GlobalAveragePooling3D GlobalMaxPooling3D", KEPT, FIRST),
    case("globalmaxpooling1d_int", "GlobalMaxPooling1D", {}, integers("gm", (2, 4, 3), -9, 9)),
    case("globalmaxpooling2d_half", "GlobalMaxPooling2D", {"dtype": "float16"}, IMAGE),
    case(
        "globalaveragepooling1d_masked",
        "GlobalAveragePooling1D",
        {},
        LINE,
        mask=mask("11010", "10000"),
    ),
]
SIZED = [
    *(
        case(f"adaptive_{kind}_{axes}", f"Adaptive{kind}Pooling{axes}D", {"output_size": 2}, x)
        for kind in ("Average", "Max")
        for axes, x in ((1, LINE), (2, IMAGE), (3, VOLUME))
    ),
    case("adaptive_line", "AdaptiveMaxPooling1D", {"output_size": [3], **FIRST}, LINE),
    case("adaptive_image", "AdaptiveAveragePooling2D", {"output_size": [3, 2], **FIRST}, IMAGE),
    case("adaptive_volume", "AdaptiveAveragePooling3D", {"output_size": [2, 1, 2]}, VOLUME),
    case("adaptive_half", "AdaptiveMaxPooling2D", {"output_size": 2, "dtype": "float16"}, IMAGE),
]
FILMS = {1: (2, 3, 5, 2), 2: (2, 3, 4, 5, 2), 3: (1, 2, 3, 4, 3, 2)}
SEQUENCES = [
    *(
        case(f"convlstm_{axes}", f"ConvLSTM{axes}D", {"filters": 2, "kernel_size": 2}, FILMS[axes])
        for axes in (1, 2, 3)
    ),
    case(
        "convlstm_all",
        "ConvLSTM2D",
        {
            "filters": 3,
            "kernel_size": [2, 3],
            "strides": [1, 2],
            "padding": "same",
            "return_sequences": True,
            "return_state": True,
            "go_backwards": True,
        },
        FILMS[2],
    ),
    case(
        "convlstm_first",
        "ConvLSTM1D",
        {"filters": 2, "kernel_size": 2, "use_bias": False, "activation": "relu", **FIRST},
        (2, 3, 2, 5),
    ),
    case(
        "convlstm_masked",
        "ConvLSTM1D",
        {"filters": 2, "kernel_size": 2, "return_sequences": True, "unit_forget_bias": False},
        FILMS[1],
        mask=mask("110", "011"),
        previous_mask=mask("110", "011"),
    ),
    case(
        "convlstm_half",
        "ConvLSTM1D",
        {"filters": 2, "kernel_size": 2, "dtype": "mixed_float16", "kernel_regularizer": "l2"},
        FILMS[1],
    ),
]
SHAPED = [
    *over(1, "ZeroPadding1D", {"padding": 2}, {"padding": [0, 3]}, {"padding": [1, 2], **FIRST}),
    *over(
        2,
        "ZeroPadding2D",
        {"padding": 2},
        {"padding": [0, 3]},
        {"padding": [[1, 2], [0, 3]]},
        {"padding": [1, [2, 0]], **FIRST},
    ),
    *over(
        3,
        "ZeroPadding3D",
        {"padding": [0, 1, 2]},
        {"padding": [[1, 2], [0, 3], [1, 0]], **FIRST},
    ),
    *over(1, "Cropping1D", {"cropping": 2}, {"cropping": [0, 3]}),
    *over(
        2,
        "Cropping2D",
        {"cropping": 1},
        {"cropping": [0, 2]},
        {"cropping": [[1, 2], [0, 3]]},
        {"cropping": [[1, 2], [0, 1]], **FIRST},
    ),
    *over(
        3,
        "Cropping3D",
        {"cropping": [[1, 1], [0, 3], [1, 0]]},
        {"cropping": [1, 0, 0], **FIRST},
    ),
    *over(1, "UpSampling1D", {"size": 3}),
    *over(
        2,
        "UpSampling2D",
        {"size": 3},
        {"size": [1, 2], **FIRST},
        {"interpolation": "bilinear"},
        {"interpolation": "bicubic", "size": [3, 2]},
        {"interpolation": "lanczos3", **FIRST},
    ),
    *over(3, "UpSampling3D", {"size": [1, 2, 3]}, FIRST),
    case("zeropadding2d_int", "ZeroPadding2D", {}, integers("zp", (1, 2, 2, 1), -9, 9)),
    case("upsampling2d_half", "UpSampling2D", {"dtype": "float16"}, IMAGE),
]

CASES = POOLS + SIZED + SEQUENCES + SHAPED
SHAPES = [
    (cls, {}, [SHAPES_OF[int(cls[-2])]])
    for cls in sorted({case["class"] for case in POOLS + SHAPED} - {"Cropping3D"})
]
SHAPES += [
    ("ConvLSTM1D", {"filters": 2, "kernel_size": 3}, [(None, None, 7, 2)]),
    (
        "ConvLSTM2D",
        {"filters": 2, "kernel_size": 3, "padding": "same", "return_sequences": True},
        [(None, None, None, 5, 2)],
    ),
    ("AdaptiveMaxPooling2D", {"output_size": 2}, [(None, 4, 5, 3)]),
]
