"""Owns the raw ops that TensorFlow shows at top level beside its public functions."""

from __future__ import annotations

import itertools

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton._core.ops import divide as realdiv
from pelton.errors import InvalidArgumentError
from pelton.linalg import sqrtm as matrix_square_root
from pelton.ops.array.rearranging import space_to_batch as space_to_batch_nd
from pelton.ops.array.sizes import integers
from pelton.signal import many_axes as _many_axes

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import DTypeLike, TensorLike

__all__ = ["matrix_square_root", "realdiv", "space_to_batch_nd"]


def guarantee_const(input: TensorLike, name: str | None = None) -> Tensor:
    """The tensor itself: constants are found without being told."""
    return _ops.identity(_functions.convert(input))


def fftnd(input: TensorLike, fft_length: Any, axes: Any, name: str | None = None) -> Tensor:
    """``tf.signal.fftnd`` by its raw op."""
    return _many_axes.fftnd(input, fft_length, axes)


def ifftnd(input: TensorLike, fft_length: Any, axes: Any, name: str | None = None) -> Tensor:
    """``tf.signal.ifftnd`` by its raw op."""
    return _many_axes.ifftnd(input, fft_length, axes)


def rfftnd(
    input: TensorLike,
    fft_length: Any,
    axes: Any,
    Tcomplex: DTypeLike = _dtypes.complex64,  # noqa: N803 - TensorFlow's name
    name: str | None = None,
) -> Tensor:
    """``tf.signal.rfftnd`` by its raw op."""
    return _ops.cast(_many_axes.rfftnd(input, fft_length, axes), Tcomplex)


def irfftnd(
    input: TensorLike,
    fft_length: Any,
    axes: Any,
    Treal: DTypeLike = _dtypes.float32,  # noqa: N803 - TensorFlow's name
    name: str | None = None,
) -> Tensor:
    """``tf.signal.irfftnd`` by its raw op."""
    return _ops.cast(_many_axes.irfftnd(input, fft_length, axes), Treal)


def approx_top_k(
    input: TensorLike,
    k: int,
    reduction_dimension: int = -1,
    recall_target: float = 0.95,
    is_max_k: bool = True,
    reduction_input_size_override: int = -1,
    aggregate_to_topk: bool = True,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """The k greatest, or least, numbers along an axis and their places: exact ones."""
    from pelton.ops.array.sorting import approx_max_k, approx_min_k

    return tuple((approx_max_k if is_max_k else approx_min_k)(input, k, reduction_dimension))


def fingerprint(data: TensorLike, method: str = "farmhash64", name: str | None = None) -> Tensor:
    """FarmHash's 64-bit fingerprint of the bytes of each row, as uint8 (rows, 8), lowest first."""
    if method != "farmhash64":
        raise InvalidArgumentError(f"fingerprint: Unsupported fingerprint method: {method!r}")
    x = _functions.convert(data)
    if x.ndim < 1:
        raise InvalidArgumentError("fingerprint: data must have at least 1 axis, got a scalar")
    from pelton.functions.host_functions import numpy_function
    from pelton.sparse.crossing import fingerprints

    def run(values: Any) -> Any:
        import numpy as np

        if values.dtype == object:
            hashed = fingerprints(_functions.convert(values.reshape(-1).tolist(), _dtypes.string))
            packed = b"".join(one.to_bytes(8, "little") for one in hashed)
            if values.ndim == 1:
                return np.frombuffer(packed, np.uint8).reshape(-1, 8)
            width = len(packed) // max(len(values), 1)
            rows = [packed[at : at + width] for at in range(0, len(packed), width)]
        else:
            rows = [np.ascontiguousarray(row).tobytes() for row in values]
        found = fingerprints(_functions.convert(rows or [b""], _dtypes.string))[: len(values)]
        return np.array(found, "<u8").view(np.uint8).reshape(-1, 8)

    return numpy_function(run, [x], _dtypes.uint8)


def extract_volume_patches(
    input: TensorLike, ksizes: Any, strides: Any, padding: str, name: str | None = None
) -> Tensor:
    """The values of each window of (batch, depth, height, width, channels) as one last axis.

    `ksizes`, `strides`: [1, depth, height, width, 1]; `padding`: "SAME" or "VALID"."""
    x = _functions.convert(input)
    sizes, steps = (
        integers("extract_volume_patches", "ksizes", ksizes),
        integers("extract_volume_patches", "strides", strides),
    )
    if x.ndim != 5 or any(len(v) != 5 or v[0] != 1 or v[4] != 1 for v in (sizes, steps)):
        raise InvalidArgumentError(
            "extract_volume_patches: input must have 5 axes and ksizes and strides must be "
            f"[1, depth, height, width, 1], got {tuple(x.shape)}, {sizes} and {steps}"
        )
    count = x.shape[4]
    for size in sizes[1:4]:
        count *= size
    from pelton.ops.nn.convolutions import conv3d

    floats = x if x.dtype.is_floating else _ops.cast(x, _dtypes.float64)
    filters = _ops.reshape(_ops.eye(count, count, floats.dtype), [*sizes[1:4], x.shape[4], count])
    return _ops.cast(conv3d(floats, filters, steps, padding), x.dtype)


def required_space_to_batch_paddings(
    input_shape: Any, block_shape: Any, base_paddings: Any = None, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """The least paddings with which blocks fill the sizes, and the crops that undo them: int32
    (axes, 2) both."""
    op = "required_space_to_batch_paddings"
    sizes, blocks = (
        integers(op, "input_shape", input_shape),
        integers(op, "block_shape", block_shape),
    )
    base = [[0, 0]] * len(sizes)
    if base_paddings is not None:
        pairs = itertools.islice(base_paddings, len(sizes) + 1)
        base = [integers(op, "base_paddings", pair) for pair in pairs]
    if not len(sizes) == len(blocks) == len(base):
        raise ValueError(f"{op}: input_shape {sizes} and block_shape {blocks} differ in length")
    extra = [-(s + sum(p)) % b for s, b, p in zip(sizes, blocks, base, strict=True)]
    pads = [[p[0], p[1] + e] for p, e in zip(base, extra, strict=True)]
    shape = [len(sizes), 2]
    made = [_functions.convert(x, _dtypes.int32) for x in (pads, [[0, e] for e in extra])]
    return tuple(_ops.reshape(x, shape) for x in made)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__)
