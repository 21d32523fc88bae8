"""Which of Keras's operations stand for a call of each op: rows of (writer, attributes, inputs).

A row calls `write(class name, *arguments, **config)`, which gives symbolic tensors, and returns
what the op's outputs are. None: there is nothing in Keras that does the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.keras.models.operations.open_slices import slices_of

_Row = Callable[..., Any]

# Ops of tensors alone: op, Keras's class.
_SAME = {
    "abs": "Absolute",
    "acos": "Arccos",
    "acosh": "Arccosh",
    "add": "Add",
    "asin": "Arcsin",
    "asinh": "Arcsinh",
    "atan": "Arctan",
    "atan2": "Arctan2",
    "atanh": "Arctanh",
    "bitwise_and": "BitwiseAnd",
    "bitwise_invert": "BitwiseInvert",
    "bitwise_or": "BitwiseOr",
    "bitwise_xor": "BitwiseXor",
    "ceil": "Ceil",
    "conj": "Conjugate",
    "cos": "Cos",
    "cosh": "Cosh",
    "det": "Det",
    "divide_no_nan": "DivideNoNan",
    "equal": "Equal",
    "erf": "Erf",
    "erfinv": "Erfinv",
    "exp": "Exp",
    "expm1": "Expm1",
    "floor": "Floor",
    "floordiv": "FloorDivide",
    "floormod": "Mod",
    "greater": "Greater",
    "greater_equal": "GreaterEqual",
    "imag": "Imag",
    "is_finite": "Isfinite",
    "is_inf": "Isinf",
    "is_nan": "Isnan",
    "left_shift": "LeftShift",
    "less": "Less",
    "less_equal": "LessEqual",
    "log": "Log",
    "log1p": "Log1p",
    "logical_and": "LogicalAnd",
    "logical_not": "LogicalNot",
    "logical_or": "LogicalOr",
    "logical_xor": "LogicalXor",
    "maximum": "Maximum",
    "minimum": "Minimum",
    "multiply": "Multiply",
    "negative": "Negative",
    "not_equal": "NotEqual",
    "ones_like": "OnesLike",
    "pow": "Power",
    "real": "Real",
    "reciprocal": "Reciprocal",
    "relu": "Relu",
    "relu6": "Relu6",
    "right_shift": "RightShift",
    "round": "Round",
    "rsqrt": "Rsqrt",
    "selu": "Selu",
    "sigmoid": "Sigmoid",
    "sign": "Sign",
    "silu": "Silu",
    "sin": "Sin",
    "sinh": "Sinh",
    "softplus": "Softplus",
    "softsign": "Softsign",
    "sqrt": "Sqrt",
    "square": "Square",
    "stop_gradient": "StopGradient",
    "subtract": "Subtract",
    "tan": "Tan",
    "tanh": "Tanh",
    "where": "Where",
    "zeros_like": "ZerosLike",
}
_REDUCTIONS = {
    "reduce_all": "All",
    "reduce_any": "Any",
    "reduce_logsumexp": "Logsumexp",
    "reduce_max": "Max",
    "reduce_mean": "Mean",
    "reduce_min": "Min",
    "reduce_prod": "Prod",
    "reduce_std": "Std",
    "reduce_sum": "Sum",
    "reduce_variance": "Var",
}
# Ops that are called otherwise in Keras but for their attributes.
_LIKE = {
    "bias_add": "Add",
    "concat": "Concatenate",
    "divide": "TrueDivide",
    "expand_dims": "GetItem",
    "gather": "Take",
    "identity": "Copy",
    "item": "GetItem",
    "matrix_inverse": "Inv",
    "matrix_solve": "Solve",
    "reverse": "Flip",
    "strided_slice": "GetItem",
}


def class_of(op: str) -> str:
    """What Keras calls its operation for an op: "GetItem" for "strided_slice"."""
    found = _SAME.get(op) or _REDUCTIONS.get(op) or _LIKE.get(op)
    return found or op.title().replace("_", "")


def _same(name: str) -> _Row:
    return lambda write, attrs, *tensors: write(name, *tensors)


def _reduction(name: str) -> _Row:
    return lambda write, attrs, x: write(
        name, x, axis=_one_axis(attrs["axis"]), keepdims=attrs["keepdims"]
    )


def _one_axis(axis: Any) -> Any:
    return axis[0] if isinstance(axis, list) and len(axis) == 1 else axis


def _last_axis(axis: Any) -> Any:
    return -1 if axis is None else axis


def _picked(name: str) -> _Row:
    def row(write: Any, attrs: Any, x: Any) -> Any:
        found = write(name, x, axis=attrs["axis"], keepdims=False)
        return _cast(write, found, attrs["output_type"])

    return row


def _cast(write: Any, x: Any, dtype: Any) -> Any:
    return x if x.dtype == dtype else write("Cast", x, dtype=dtype.name)


def _cumulative(name: str) -> _Row:
    def row(write: Any, attrs: Any, x: Any) -> Any:
        if attrs["exclusive"] or attrs["reverse"]:
            return None
        return write(name, x, axis=attrs["axis"], dtype=None)

    return row


def _ascending(name: str) -> _Row:
    def row(write: Any, attrs: Any, x: Any) -> Any:
        return write(name, x, axis=attrs["axis"]) if attrs["direction"] == "ASCENDING" else None

    return row


def _pool(name: str) -> _Row:
    return lambda write, attrs, x: write(
        name,
        x,
        pool_size=tuple(attrs["ksize"]),
        strides=tuple(attrs["strides"]),
        padding=attrs["padding"].lower(),
        data_format="channels_last",
    )


def _convolution(write: Any, attrs: Any, x: Any, filters: Any) -> Any:
    if attrs["explicit_paddings"]:
        return None
    channels, padding = filters.shape[2], attrs["padding"].lower()
    config = {"padding": padding, "data_format": "channels_last"}
    strides, dilations = tuple(attrs["strides"]), tuple(attrs["dilations"])
    if channels == x.shape[-1]:
        return write("Conv", x, filters, strides=strides, dilation_rate=dilations, **config)
    # Keras's DepthwiseConv takes tuples, which files do not have, or one number for both axes.
    is_even = len(set(strides)) == len(set(dilations)) == 1
    if channels != 1 or not is_even or _functions.is_symbolic(filters):
        return None
    filters = _ops.reshape(filters, [*filters.shape[:2], x.shape[-1], -1])
    numbers = {"strides": strides[0], "dilation_rate": dilations[0]}
    return write("DepthwiseConv", x, filters, **numbers, **config)


def _product(write: Any, attrs: Any, *factors: Any) -> Any:
    turned = []
    for factor, name in zip(factors, ("transpose_a", "transpose_b"), strict=True):
        if not attrs[name]:
            turned.append(factor)
        elif _functions.is_symbolic(factor):
            turned.append(write("Swapaxes", factor, axis1=-2, axis2=-1))
        else:
            turned.append(
                _ops.transpose(factor, [*range(factor.ndim - 2), factor.ndim - 1, factor.ndim - 2])
            )
    return write("Matmul", *turned)


def _padding(write: Any, attrs: Any, x: Any) -> Any:
    flat, mode = attrs["paddings"], attrs["mode"].lower()
    pairs = [[before, after] for before, after in zip(flat[::2], flat[1::2], strict=True)]
    value = attrs["constant_values"] if mode == "constant" else None
    return write("Pad", x, pad_width=pairs, mode=mode, _kwargs={"constant_values": value})


def _slice(write: Any, attrs: Any, x: Any) -> Any:
    slices = slices_of(x, attrs, write.named)
    return None if slices is None else write("GetItem", x, tuple(slices))


def _item(write: Any, attrs: Any, x: Any) -> Any:
    slices = slices_of(x, attrs, write.named)
    if slices is None:
        return None
    key = [(one.start or 0) if axis in attrs["axis"] else one for axis, one in enumerate(slices)]
    return write("GetItem", x, tuple(key))


def _new_axis(axis: int) -> tuple[Any, ...]:
    """The index that puts an axis of one place there."""
    return (*[slice(None)] * axis, None) if axis >= 0 else (..., None, *[slice(None)] * (-axis - 1))


def _quotient(write: Any, attrs: Any, x: Any, y: Any) -> Any:
    dtype = next(one.dtype for one in (x, y) if _functions.is_symbolic(one))
    if dtype.is_integer:  # Keras's Divide gives float32
        name = "float32" if dtype.size <= 2 else "float64"
        x, y = (
            write("Cast", one, dtype=name) if _functions.is_symbolic(one) else one for one in (x, y)
        )
    return write("TrueDivide", x, y)


def _searched(write: Any, attrs: Any, sorted_sequence: Any, values: Any) -> Any:
    found = write("SearchSorted", sorted_sequence, values, side=attrs["side"])
    return _cast(write, found, attrs["out_type"])


def _with_bias(write: Any, attrs: Any, x: Any, bias: Any) -> Any:
    is_last = attrs.get("data_format") in (None, "NHWC", "N...C")
    return write("Add", x, bias) if is_last else None


def _reshape(write: Any, attrs: Any, x: Any) -> Any:
    sizes = [size if isinstance(size, int) else -1 for size in attrs["shape"]]
    return write("Reshape", x, newshape=sizes) if sizes.count(-1) <= 1 else None


def _broadcast(write: Any, attrs: Any, x: Any) -> Any:
    return write("BroadcastTo", x, shape=tuple(attrs["shape"]))


def _encoding(write: Any, attrs: Any, x: Any) -> Any:
    if (attrs["on_value"], attrs["off_value"]) != (1.0, 0.0):
        return None
    config = {"axis": attrs["axis"], "dtype": attrs["dtype"].name, "sparse": False}
    return write("OneHot", x, num_classes=attrs["depth"], **config)


def _resized(write: Any, attrs: Any, x: Any) -> Any:
    axis, method = attrs["axis"], attrs["method"]
    other = x.shape[3 - axis] if x.shape.rank == 4 and axis in (1, 2) else None
    if other is None or method not in ("bilinear", "nearest", "bicubic", "lanczos3", "lanczos5"):
        return None
    size = (attrs["size"], other) if axis == 1 else (other, attrs["size"])
    config = {"antialias": attrs["antialias"], "data_format": "channels_last"}
    return write("Resize", x, size=size, interpolation=method, **config)


def _resized_images(write: Any, attrs: Any, x: Any) -> Any:
    if x.shape.rank != 4:
        return None
    size = attrs["height"], attrs["width"]
    return write("Resize", x, size=size, interpolation="bilinear", data_format="channels_last")


def _largest(write: Any, attrs: Any, x: Any) -> Any:
    values, indices = write("TopK", x, k=attrs["k"], sorted=attrs["sorted"])
    return values, _cast(write, indices, attrs["index_type"])


def _normalized(write: Any, attrs: Any, x: Any, mean: Any, variance: Any, *rest: Any) -> Any:
    scale, offset = (*rest, None, None)[:2]
    if attrs["activation"] != "none":
        return None
    return write("BatchNorm", x, mean, variance, offset, scale, axis=-1, epsilon=attrs["epsilon"])


def _cross_entropy(write: Any, attrs: Any, labels: Any, logits: Any) -> Any:
    rest = write("Softplus", write("Negative", write("Absolute", logits)))
    fit = write("Subtract", write("Relu", logits), write("Multiply", logits, labels))
    return write("Add", fit, rest)


ROWS: dict[str, _Row] = {
    **{op: _same(name) for op, name in _SAME.items()},
    **{op: _reduction(name) for op, name in _REDUCTIONS.items()},
    "argmax": _picked("Argmax"),
    "argmin": _picked("Argmin"),
    "argsort": _ascending("Argsort"),
    "avg_pool2d": _pool("AveragePool"),
    "batch_norm_infer": _normalized,
    "bias_add": _with_bias,
    "broadcast_to": _broadcast,
    "cast": lambda write, attrs, x: write("Cast", x, dtype=attrs["dtype"].name),
    "cholesky": lambda write, attrs, x: write("Cholesky", x, upper=False),
    "clip_by_value": lambda write, attrs, x, least, most: write(
        "Minimum", write("Maximum", x, least), most
    ),
    "concat": lambda write, attrs, *xs: write("Concatenate", list(xs), axis=attrs["axis"]),
    "conv2d": _convolution,
    "cumprod": _cumulative("Cumprod"),
    "cumsum": _cumulative("Cumsum"),
    "divide": _quotient,
    "elu": lambda write, attrs, x: write("Elu", x, alpha=attrs["alpha"]),
    "expand_dims": lambda write, attrs, x: write("GetItem", x, _new_axis(attrs["axis"])),
    "gather": lambda write, attrs, x, indices: write("Take", x, indices, axis=attrs["axis"]),
    "gelu": lambda write, attrs, x: write("Gelu", x, approximate=attrs["approximate"]),
    "identity": lambda write, attrs, x: write("Copy", x),
    "item": _item,
    "leaky_relu": lambda write, attrs, x: write("LeakyRelu", x, negative_slope=attrs["alpha"]),
    "log_softmax": lambda write, attrs, x: write("LogSoftmax", x, axis=_last_axis(attrs["axis"])),
    "matmul": _product,
    "matrix_inverse": lambda write, attrs, x: write("Inv", x),
    "matrix_solve": lambda write, attrs, a, b: write("Solve", a, b),
    "max_pool2d": _pool("MaxPool"),
    "one_hot": _encoding,
    "pad": _padding,
    "resample": _resized,
    "reshape": _reshape,
    "resize_bilinear": _resized_images,
    "reverse": lambda write, attrs, x: write("Flip", x, axis=attrs["axis"]),
    "searchsorted": _searched,
    "sigmoid_cross_entropy": _cross_entropy,
    "softmax": lambda write, attrs, x: write("Softmax", x, axis=_last_axis(attrs["axis"])),
    "sort": _ascending("Sort"),
    "squared_difference": lambda write, attrs, x, y: write("Square", write("Subtract", x, y)),
    "squeeze": lambda write, attrs, x: write("Squeeze", x, axis=_one_axis(attrs["axis"])),
    "stack": lambda write, attrs, *xs: write("Stack", list(xs), axis=attrs["axis"]),
    "strided_slice": _slice,
    "tile": lambda write, attrs, x: write("Tile", x, repeats=attrs["multiples"]),
    "top_k": _largest,
    "transpose": lambda write, attrs, x: write("Transpose", x, axes=attrs["perm"]),
}
