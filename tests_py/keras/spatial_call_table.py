"""Calls that global pools and the layers that pad, crop and repeat spatial axes must refuse."""

from __future__ import annotations

import numpy as np
from layer_row import Bad, bad

from pelton.keras import layers as L  # noqa: N812


def of_rank(name, axes) -> list[Bad]:
    """What all refuse that want a fixed rank."""
    cls, low = getattr(L, name), np.ones((2,) * (axes + 1), "float32")
    return [
        bad(lambda: cls()(low), ValueError, f"expected ndim={axes + 2}, found ndim={axes + 1}"),
        bad(lambda: cls(axis=1), ValueError, "{'axis': 1}"),
        bad(lambda: cls(dtype="float31"), ValueError, "float31"),
    ]


def formatted(name) -> list[Bad]:
    cls = getattr(L, name)
    return [bad(lambda: cls(data_format="NHWC"), ValueError, "`data_format`", "NHWC", name)]


def pooled(name, axes) -> list[Bad]:
    cls = getattr(L, name)
    return [
        *of_rank(name, axes),
        *formatted(name),
        bad(lambda: cls(keepdims="yes"), ValueError, "`keepdims`", "yes", name),
    ]


def paired(name, axes, argument) -> list[Bad]:
    """What padding and cropping refuse as pairs."""
    cls = getattr(L, name)
    return [
        *of_rank(name, axes),
        bad(lambda: cls(-1), ValueError, f"{argument}=-1", name),
        bad(lambda: cls("a"), ValueError, f"{argument}=a", name),
        bad(lambda: cls((1,) * 4), ValueError, "(1, 1, 1, 1)", name),
        bad(lambda: cls((1.5,) * max(2, axes)), ValueError, "1.5", name),
    ]


def cropped(name, axes) -> list[Bad]:
    cls, small = getattr(L, name), np.ones((1, *[3] * axes, 1), "float32")
    return [
        *paired(name, axes, "cropping"),
        bad(lambda: cls(2)(small), ValueError, "`cropping`", str(small.shape), name),
    ]


def repeated(name, axes) -> list[Bad]:
    cls, no_size = getattr(L, name), TypeError if axes == 1 else ValueError
    return [
        *of_rank(name, axes),
        bad(lambda: cls(0), ValueError, "`size`", "0", name),
        bad(lambda: cls("a"), no_size, "`size`", "a", name),
        bad(lambda: cls((2,) * 4), no_size, "(2, 2, 2, 2)", name),
    ]


def sized(name, axes) -> list[Bad]:
    """What adaptive pools refuse."""
    cls, low = getattr(L, name), np.ones((2,) * (axes + 1), "float32")
    return [
        bad(lambda: cls(2)(low), ValueError, f"expected ndim={axes + 2}, found ndim={axes + 1}"),
        bad(lambda: cls("a"), TypeError, "`output_size`", "Received: a", name),
        bad(lambda: cls(1.5), TypeError, "`output_size`", "Received: 1.5", name),
        bad(lambda: cls(0), ValueError, "`output_size`", "output_size=0", name),
        bad(lambda: cls((2,) * 4), TypeError, "(2, 2, 2, 2)", name),
        bad(lambda: cls(2, data_format="NHWC"), ValueError, "`data_format`", "NHWC", name),
    ]


def films(name, axes) -> list[Bad]:
    """What recurrent convolutions refuse."""
    cls, low = getattr(L, name), np.ones((2,) * (axes + 2), "float32")
    return [
        bad(lambda: cls(2, 1)(low), ValueError, f"expected ndim={axes + 3}, found ndim={axes + 2}"),
        bad(lambda: cls(0, 1), ValueError, "`filters`", "filters=0", name),
        bad(lambda: cls(2, 0), ValueError, "`kernel_size`", name),
        bad(lambda: cls(2, "a"), ValueError, "`kernel_size`", "a", name),
        bad(lambda: cls(2, 1, padding="causal"), ValueError, "`padding`", "causal", name),
        bad(lambda: cls(2, 1, data_format="NHWC"), ValueError, "`data_format`", "NHWC", name),
        bad(lambda: cls(2, 1, 2, dilation_rate=3), ValueError, "`strides > 1`", "(3,", name),
        bad(lambda: cls(2, 1, dropout=2.0), ValueError, "`dropout`", "2.0", name),
        bad(lambda: cls(2, 1, kernel_initializer="no"), ValueError, "`kernel_initializer`", name),
    ]


ROWS = {
    **{f"AdaptiveAveragePooling{n}D": sized(f"AdaptiveAveragePooling{n}D", n) for n in (1, 2, 3)},
    **{f"AdaptiveMaxPooling{n}D": sized(f"AdaptiveMaxPooling{n}D", n) for n in (1, 2, 3)},
    **{f"ConvLSTM{n}D": films(f"ConvLSTM{n}D", n) for n in (1, 2, 3)},
    **{f"GlobalAveragePooling{n}D": pooled(f"GlobalAveragePooling{n}D", n) for n in (1, 3)},
    **{f"GlobalMaxPooling{n}D": pooled(f"GlobalMaxPooling{n}D", n) for n in (1, 2, 3)},
    **{f"ZeroPadding{n}D": paired(f"ZeroPadding{n}D", n, "padding") for n in (1, 2, 3)},
    **{f"Cropping{n}D": cropped(f"Cropping{n}D", n) for n in (1, 2, 3)},
    **{f"UpSampling{n}D": repeated(f"UpSampling{n}D", n) for n in (1, 2, 3)},
}
ROWS["UpSampling2D"].append(
    bad(lambda: L.UpSampling2D(interpolation="x"), ValueError, "`interpolation`", "x")
)
ROWS["ZeroPadding2D"].extend(formatted("ZeroPadding2D"))
