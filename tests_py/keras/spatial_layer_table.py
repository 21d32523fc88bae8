"""The rows of the layer table of convolutions and pools over one to three axes."""

from layer_row import ONES, LayerRow, bad, called_twice, refused_by_window

from pelton.keras import layers as L  # noqa: N812

LINE, IMAGE, VOLUME = (None, 8, 3), (None, 8, 8, 3), (None, 8, 8, 8, 3)


def window(cls, axes, *args):
    """What all windows refuse but for Conv1D's padding."""
    return refused_by_window(cls, *args, axes=axes)[1:]


def small(axes, channels=1, size=3, dtype="float32"):
    return ONES((1, *[size] * axes, channels), dtype)


def convolved(name, axes):
    """What the convolutions with filters refuse."""
    cls, tuple_text = getattr(L, name), f"a tuple of {axes} integers"
    sizes = (2,) * (axes + 1)
    return [
        *window(cls, axes, 2, 3),
        bad(lambda: cls(2, 3, padding="sam"), ValueError, "`padding`", "'same', 'valid'"),
        bad(lambda: cls(0, 3), ValueError, "`filters`", "strictly positive", "filters=0."),
        bad(lambda: cls("4", 3), ValueError, "`filters`", f"[{name}]"),
        bad(lambda: cls(), TypeError, "2 required", "'filters' and 'kernel_size'"),
        bad(lambda: cls(2, 0), ValueError, "`kernel_size` argument", "{0}", "value > 0"),
        bad(lambda: cls(2, sizes), ValueError, tuple_text, str(sizes)),
        bad(lambda: cls(2, "a"), ValueError, "kernel_size=a"),
        bad(lambda: cls(2, 3, dilation_rate=0), ValueError, "`dilation_rate`"),
        bad(lambda: cls(2, 3)(small(axes, dtype="uint8")), ValueError, "uint8", "float32"),
        bad(lambda: cls(2, 3).build((None, *[5] * axes, None)), ValueError, "channel dimension"),
        bad(
            lambda: called_twice(cls(2, 3), small(axes), small(axes, 3)),
            ValueError,
            "axis -1 of input shape to have value 1",
        ),
    ]


def stepped(name):
    """What those refuse that have either strides or dilations."""
    cls = getattr(L, name)
    return [
        bad(
            lambda: cls(2, 3, strides=2, dilation_rate=2),
            ValueError,
            "`strides > 1` not supported in conjunction with `dilation_rate > 1`",
        )
    ]


def conv(name, axes, shape, output):
    cls = getattr(L, name)
    return LayerRow(
        name,
        {"filters": 4, "kernel_size": 3},
        shape,
        output,
        (name.lower(),),
        [
            *convolved(name, axes),
            *stepped(name),
            bad(lambda: cls(2, 3, groups=0), ValueError, "groups=0."),
            bad(lambda: cls(3, 3, groups=2), ValueError, "groups=2, filters=3."),
            bad(lambda: cls(4, 3, groups=2)(small(axes, 3)), ValueError, "has 3 channels"),
            bad(lambda: cls(2, 5)(small(axes)), ValueError, "size would be zero or negative"),
        ],
    )


def transposed(name, axes, shape, output):
    cls = getattr(L, name)
    return LayerRow(
        name,
        {"filters": 4, "kernel_size": 3},
        shape,
        output,
        (name.lower().replace("transpose", "_transpose"),),
        [
            *convolved(name, axes),
            *stepped(name),
            bad(lambda: cls(2, 3, groups=2), ValueError, "{'groups': 2}"),
            bad(lambda: cls(2, 3, output_padding=2), ValueError, "`output_padding` is 2 but"),
            bad(lambda: cls(2, 3, output_padding=-1), ValueError, "value >= 0"),
            bad(lambda: cls(2, 3, output_padding="a"), ValueError, "output_padding=a"),
        ],
    )


def depthwise(name, axes, shape, output):
    cls = getattr(L, name)
    return LayerRow(
        name,
        {"kernel_size": 3, "depth_multiplier": 2},
        shape,
        output,
        (f"depthwise_conv{axes}d",),
        [
            *window(cls, axes, 3),
            bad(lambda: cls(), TypeError, "missing 1 required", "'kernel_size'"),
            bad(lambda: cls(0), ValueError, "`kernel_size` argument", "{0}"),
            bad(lambda: cls(3, depth_multiplier=0), ValueError, "depth_multiplier=0."),
            bad(lambda: cls(3, filters=2), ValueError, "{'filters': 2}"),
            bad(lambda: cls(3, depthwise_initializer="no"), ValueError, "identifier: no"),
            bad(lambda: cls(3)(small(axes, dtype="uint8")), ValueError, "uint8", "float32"),
            bad(lambda: cls(5)(small(axes)), ValueError, "size would be zero or negative"),
            bad(lambda: cls(3).build((None, *[5] * axes, None)), ValueError, "channel dimension"),
        ],
    )


def separable(name, axes, shape, output):
    cls = getattr(L, name)
    return LayerRow(
        name,
        {"filters": 4, "kernel_size": 3},
        shape,
        output,
        (f"separable_conv{axes}d",),
        [
            *convolved(name, axes),
            bad(lambda: cls(2, 3, depth_multiplier=-1), ValueError, "depth_multiplier=-1."),
            bad(lambda: cls(2, 3, pointwise_initializer="no"), ValueError, "identifier: no"),
            bad(lambda: cls(2, 3, kernel_initializer="ones"), ValueError, "kernel_initializer"),
            bad(lambda: cls(2, 5)(small(axes)), ValueError, "size would be zero or negative"),
        ],
    )


def pool(name, facts, args, shape, output):
    cls = getattr(L, name)
    return LayerRow(
        name,
        {"pool_size": 2},
        shape,
        output,
        (facts,),
        [
            *refused_by_window(cls, *args, axes=len(shape) - 2),
            bad(lambda: cls(0), ValueError, "`pool_size`", "value > 0"),
            bad(lambda: cls("a"), ValueError, "pool_size=a", f"[{name}]"),
            bad(lambda: cls((2,) * 4), ValueError, "(2, 2, 2, 2)"),
        ],
    )


ROWS = [
    conv("Conv1D", 1, LINE, (None, 6, 4)),
    conv("Conv3D", 3, VOLUME, (None, 6, 6, 6, 4)),
    transposed("Conv1DTranspose", 1, LINE, (None, 10, 4)),
    transposed("Conv2DTranspose", 2, IMAGE, (None, 10, 10, 4)),
    transposed("Conv3DTranspose", 3, VOLUME, (None, 10, 10, 10, 4)),
    depthwise("DepthwiseConv1D", 1, LINE, (None, 6, 6)),
    depthwise("DepthwiseConv2D", 2, IMAGE, (None, 6, 6, 6)),
    separable("SeparableConv1D", 1, LINE, (None, 6, 4)),
    separable("SeparableConv2D", 2, IMAGE, (None, 6, 6, 4)),
    pool("MaxPooling1D", "max_pool1d", (), LINE, (None, 4, 3)),
    pool("MaxPooling3D", "max_pool3d", (), VOLUME, (None, 4, 4, 4, 3)),
    pool("AveragePooling1D", "average_pool1d", (2,), LINE, (None, 4, 3)),
    pool("AveragePooling3D", "average_pool3d", (2,), VOLUME, (None, 4, 4, 4, 3)),
]
