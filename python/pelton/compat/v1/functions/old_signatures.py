"""Owns functions whose arguments TensorFlow 2 renamed or dropped: reductions with `keep_dims`,
`dimension` of argmax, and names that are gone."""

from __future__ import annotations

import functools

from pelton import math as _math
from pelton._core import ops as _ops

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def _renamed(function: Callable[..., Any], old: dict[str, str]) -> Callable[..., Any]:
    """`function`, which takes old names of keywords too."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        for before, now in old.items():
            if before in kwargs:
                value = kwargs.pop(before)
                if value is not None:
                    kwargs[now] = value
        return function(*args, **kwargs)

    return call


_REDUCTION = {"keep_dims": "keepdims", "reduction_indices": "axis"}
reduce_sum = _renamed(_math.reduce_sum, _REDUCTION)
reduce_mean = _renamed(_math.reduce_mean, _REDUCTION)
reduce_max = _renamed(_math.reduce_max, _REDUCTION)
reduce_min = _renamed(_math.reduce_min, _REDUCTION)
reduce_prod = _renamed(_math.reduce_prod, _REDUCTION)
reduce_all = _renamed(_math.reduce_all, _REDUCTION)
reduce_any = _renamed(_math.reduce_any, _REDUCTION)
reduce_logsumexp = _renamed(_math.reduce_logsumexp, _REDUCTION)


def argmax(input: Any, axis: Any = None, name: Any = None, dimension: Any = None,  # noqa: A002
           output_type: Any = "int64") -> Any:  # fmt: skip
    """The index of the largest element along `axis` (0), which was `dimension`."""
    along = dimension if axis is None else axis
    return _math.argmax(input, 0 if along is None else along, output_type)


def argmin(input: Any, axis: Any = None, name: Any = None, dimension: Any = None,  # noqa: A002
           output_type: Any = "int64") -> Any:  # fmt: skip
    """The index of the smallest element along `axis` (0), which was `dimension`."""
    along = dimension if axis is None else axis
    return _math.argmin(input, 0 if along is None else along, output_type)


def expand_dims(input: Any, axis: Any = None, name: Any = None, dim: Any = None) -> Any:  # noqa: A002
    """`input` with an axis of size 1 at `axis`, which was `dim`."""
    return _ops.expand_dims(input, dim if axis is None else axis)


def squeeze(input: Any, axis: Any = None, name: Any = None, squeeze_dims: Any = None) -> Any:  # noqa: A002
    """`input` without its axes of size 1, or those of `axis`, which was `squeeze_dims`."""
    return _ops.squeeze(input, squeeze_dims if axis is None else axis)


def div(x: Any, y: Any, name: Any = None) -> Any:
    """x / y as Python 2 divided: integers are rounded down."""
    is_inexact = _is_inexact(x) or _is_inexact(y)
    return _math.truediv(x, y) if is_inexact else _math.floordiv(x, y)


def _is_inexact(value: Any) -> bool:
    dtype = getattr(value, "dtype", None)
    return isinstance(value, float) if dtype is None else bool(dtype.is_floating)


def to_float(x: Any, name: str = "ToFloat") -> Any:
    """`x` as float32."""
    return _ops.cast(x, "float32")


def to_double(x: Any, name: str = "ToDouble") -> Any:
    """`x` as float64."""
    return _ops.cast(x, "float64")


def to_int32(x: Any, name: str = "ToInt32") -> Any:
    """`x` as int32."""
    return _ops.cast(x, "int32")


def to_int64(x: Any, name: str = "ToInt64") -> Any:
    """`x` as int64."""
    return _ops.cast(x, "int64")


def Print(input_: Any, data: Any, message: str | None = None, first_n: Any = None,  # noqa: N802
          summarize: int | None = 3, name: Any = None) -> Any:  # fmt: skip
    """`input_`, which prints `data` whenever it is computed."""
    from pelton._core import functions as _functions
    from pelton.compat.v1.graph import get_default_graph
    from pelton.compat.v1.operation import Operation
    from pelton.host.printing import print as show

    def shown(value: Any, parts: Any) -> Any:
        show(message or "", *parts, summarize=summarize, sep="")
        return _ops.identity(value)

    made = Operation(get_default_graph(), "Print", name or "Print", shown, (input_, list(data)))
    return made.give(_functions.convert(input_))


RENAMED = {  # gone names and where they are now in pelton
    "log": "math.log",
    "log1p": "math.log1p",
    "lgamma": "math.lgamma",
    "digamma": "math.digamma",
    "erf": "math.erf",
    "ceil": "math.ceil",
    "rsqrt": "math.rsqrt",
    "reciprocal": "math.reciprocal",
    "is_nan": "math.is_nan",
    "is_inf": "math.is_inf",
    "is_finite": "math.is_finite",
    "logical_xor": "math.logical_xor",
    "floor_div": "math.floordiv",
    "floordiv": "math.floordiv",
    "floormod": "math.floormod",
    "mod": "math.floormod",
    "squared_difference": "math.squared_difference",
    "real": "math.real",
    "imag": "math.imag",
    "conj": "math.conj",
    "cumprod": "math.cumprod",
    "segment_sum": "math.segment_sum",
    "segment_mean": "math.segment_mean",
    "unsorted_segment_sum": "math.unsorted_segment_sum",
    "invert_permutation": "math.invert_permutation",
    "confusion_matrix": "math.confusion_matrix",
    "bincount": "math.bincount",
    "cross": "linalg.cross",
    "trace": "linalg.trace",
    "diag": "linalg.tensor_diag",
    "diag_part": "linalg.tensor_diag_part",
    "matrix_diag": "linalg.diag",
    "matrix_inverse": "linalg.inv",
    "matrix_determinant": "linalg.det",
    "matrix_band_part": "linalg.band_part",
    "matrix_solve": "linalg.solve",
    "cholesky": "linalg.cholesky",
    "self_adjoint_eig": "linalg.eigh",
    "svd": "linalg.svd",
    "qr": "linalg.qr",
    "reverse_v2": "reverse",
    "where_v2": "where",
    "concat_v2": "concat",
    "softplus": "math.softplus",
    "lin_space": "linspace",
    "decode_raw": "io.decode_raw",
    "read_file": "io.read_file",
    "matching_files": "io.matching_files",
    "parse_example": "io.parse_example",
    "parse_single_example": "io.parse_single_example",
    "FixedLenFeature": "io.FixedLenFeature",
    "VarLenFeature": "io.VarLenFeature",
    "string_split": "strings.split",
    "string_join": "strings.join",
    "regex_replace": "strings.regex_replace",
    "substr": "strings.substr",
    "sparse_tensor_to_dense": "sparse.to_dense",
    "space_to_depth": "nn.space_to_depth",
    "depth_to_space": "nn.depth_to_space",
    "random_shuffle": "random.shuffle",
    "random_crop": "image.random_crop",
}
DRAWS = {  # functions whose results differ from run to run
    "random_normal": "random.normal",
    "random_uniform": "random.uniform",
    "truncated_normal": "random.truncated_normal",
    "random_gamma": "random.gamma",
    "random_poisson": "random.poisson",
    "multinomial": "random.categorical",
    "random_shuffle": "random.shuffle",
}
