"""record_calls: a call of a function of ``keras.ops`` between the layers of a model is one
operation of its graph, as in Keras, whatever ops it is made of."""

from __future__ import annotations

import functools
import inspect
import sys
from types import FunctionType

from pelton._core import functions as _functions

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# Functions whose class in Keras is not called as they are; None: no operation.
_CLASSES: dict[str, str | None] = {
    "abs": "Absolute",
    "allclose": "AllClose",
    "batch_normalization": "BatchNorm",
    "cdist": "CDist",
    "conj": "Conjugate",
    "ctc_decode": "CTCDecode",
    "ctc_loss": "CTCLoss",
    "extract_patches_3d": "ExtractPatches3D",
    "fft": "FFT",
    "fft2": "FFT2",
    "hsv_to_rgb": "HSVToRGB",
    "ifft2": "IFFT2",
    "irfft": "IRFFT",
    "isin": "IsIn",
    "istft": "ISTFT",
    "layer_normalization": "LayerNorm",
    "psnr": "PSNR",
    "rfft": "RFFT",
    "rgb_to_grayscale": "RGBToGrayscale",
    "rgb_to_hsv": "RGBToHSV",
    "rms_normalization": "RMSNorm",
    "searchsorted": "SearchSorted",
    "ssim": "SSIM",
    "stft": "STFT",
    "svd": "SVD",
    **dict.fromkeys(
        "arange array bartlett blackman convert_to_numpy custom_gradient dtype empty eye "
        "full geomspace hamming hanning identity is_tensor jvp kaiser linspace "
        "logspace ndim ones remat shape size tri unravel_index vectorize zeros".split()
    ),
}
_PAIRS = """add allclose append arctan2 cross divide divide_no_nan dot equal floor_divide fmax fmin
fmod gcd greater greater_equal heaviside hypot inner isin kron lcm ldexp less less_equal logaddexp
logaddexp2 logical_and logical_or logical_xor matmul maximum minimum mod multiply nextafter
not_equal outer power psnr subtract tensordot true_divide vdot correlate"""
# The parameters that are operands, where these are more than the first.
_OPERANDS = {
    **{name: ("x1", "x2") for name in _PAIRS.split()},
    **{
        name: tuple(operands.split())
        for name, operands in {
            "affine_transform": "images transform",
            "associative_scan": "f elems",
            "average": "x weights",
            "batch_normalization": "x mean variance offset scale",
            "binary_crossentropy": "target output",
            "bitwise_and": "x y",
            "bitwise_left_shift": "x y",
            "bitwise_or": "x y",
            "bitwise_right_shift": "x y",
            "bitwise_xor": "x y",
            "categorical_crossentropy": "target output",
            "cdist": "x y",
            "cond": "pred true_fn false_fn",
            "conv": "inputs kernel",
            "conv_transpose": "inputs kernel",
            "ctc_decode": "inputs sequence_lengths",
            "ctc_loss": "target output target_length output_length",
            "depthwise_conv": "inputs kernel",
            "digitize": "x bins",
            "dot_product_attention": "query key value bias mask scale",
            "einsum": "operands",
            "fori_loop": "init_val",
            "full_like": "x fill_value",
            "get_item": "x key",
            "in_top_k": "targets predictions",
            "isclose": "x1 x2 rtol atol",
            "layer_normalization": "x gamma beta",
            "left_shift": "x y",
            "lstsq": "a b",
            "map": "f xs",
            "map_coordinates": "inputs coordinates",
            "nanpercentile": "x q",
            "nanquantile": "x q",
            "pad": "x constant_values",
            "percentile": "x q",
            "perspective_transform": "images start_points end_points",
            "polar": "abs_ angle",
            "quantile": "x q",
            "right_shift": "x y",
            "rms_normalization": "x scale",
            "scale_and_translate": "images output_shape scale translation",
            "scan": "f init xs",
            "scatter": "indices values",
            "scatter_update": "inputs indices updates",
            "searchsorted": "sorted_sequence values",
            "segment_max": "data segment_ids",
            "segment_min": "data segment_ids",
            "segment_prod": "data segment_ids",
            "segment_sum": "data segment_ids",
            "select": "condlist choicelist default",
            "separable_conv": "inputs depthwise_kernel pointwise_kernel",
            "slice": "inputs start_indices",
            "slice_update": "inputs start_indices updates",
            "solve": "a b",
            "solve_triangular": "a b",
            "sparse_categorical_crossentropy": "target output",
            "ssim": "image1 image2",
            "switch": "index branches operands",
            "take": "x indices",
            "take_along_axis": "x indices",
            "vectorized_map": "elements",
            "where": "condition x1 x2",
            "while_loop": "loop_vars",
        }.items()
    },
}

# Loops, and what they give tensors like, whatever their bodies make.
_LIKE = {"fori_loop": "init_val", "while_loop": "loop_vars"}


def class_of(function: str) -> str | None:
    """What Keras calls the operation of a function of its name; None where there is none."""
    if function in _CLASSES:
        return _CLASSES[function]
    return "".join(word[:1].upper() + word[1:] for word in function.split("_"))


def _holds_symbolic(values: Any) -> bool:
    for value in values:
        if _functions.is_symbolic(value):
            return True
        if type(value) in (list, tuple) and _holds_symbolic(value):
            return True
    return False


def _is_between_layers(args: Any, kwargs: Any) -> bool:
    if not (_holds_symbolic(args) or _holds_symbolic(kwargs.values())):
        return False
    from pelton import executing_eagerly
    from pelton.keras.models.graph import is_outside_of_layers

    return executing_eagerly() and is_outside_of_layers()


def _like(values: Any) -> Any:
    """Symbolic tensors like `values`, which a loop replaces; None where one is no tensor."""
    from pelton.nest import flatten, map_structure

    if not all(map(_functions.is_symbolic, flatten(values))):
        return None
    return map_structure(lambda leaf: _functions.symbolic(leaf.shape, leaf.dtype), values)


def _first_parameter(function: Any) -> tuple[str, ...]:
    code = function.__code__
    place = 0 if code.co_argcount else code.co_kwonlyargcount  # that of `*args`
    return code.co_varnames[place : place + 1]


def recorded(function: Any, name: str, class_name: str) -> Callable[..., Any]:
    """The function, whose calls on a graph's tensors are operations of the class."""
    family = function.__module__.split(".")[3]
    module = "keras.src.ops." + ("einops" if name == "rearrange" else family)
    kind = (module, class_name, _OPERANDS.get(name, _first_parameter(function)))
    is_symbolic = _functions.is_symbolic

    signature = inspect.signature(function) if name in _LIKE else None

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        outputs = None
        if signature is not None and _is_between_layers(args, kwargs):
            outputs = _like(signature.bind(*args, **kwargs).arguments[_LIKE[name]])
        if outputs is None:
            outputs = function(*args, **kwargs)
        kind_of = type(outputs)
        if kind_of is list or kind_of is tuple:
            if not _holds_symbolic(outputs):
                return outputs
        elif not is_symbolic(outputs):
            return outputs
        if not _is_between_layers(args, kwargs):
            return outputs
        from pelton.keras.models.operations.operation_node import record

        return record(call, kind, args, kwargs, outputs)

    call.operation = kind  # type: ignore[attr-defined]
    return call


def as_operation(function: Any, *args: Any, **kwargs: Any) -> Any:
    """What a function of keras.ops gives, of a graph's tensors as an operation also within a
    layer's call: the masks that layers compute."""
    outputs = function(*args, **kwargs)
    from pelton import executing_eagerly

    if not executing_eagerly() or not _holds_symbolic(args):
        return outputs
    from pelton.keras.models.operations.operation_node import record

    return record(function, function.operation, args, kwargs, outputs)


def record_calls(module: str) -> None:
    """Lets the calls of the module's public functions be operations."""
    functions = vars(sys.modules[module])
    for name, value in list(functions.items()):
        home = getattr(value, "__module__", "")
        if type(value) is not FunctionType or not home.startswith("pelton.keras.ops."):
            continue
        class_name = None if name.startswith("_") else class_of(name)
        if class_name is not None and not hasattr(value, "__wrapped__"):
            functions[name] = recorded(value, name, class_name)
