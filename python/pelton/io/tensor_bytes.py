"""Owns serialize_tensor and parse_tensor: tensors as bytes of TensorFlow's TensorProto."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton.errors import DataLossError, InvalidArgumentError
from pelton.train.checkpoints import wire as _wire
from pelton.train.checkpoints.bundle import DTYPE_NUMBERS

if TYPE_CHECKING:
    from pelton._core import Tensor
    from pelton._types import DTypeLike, TensorLike

_DTYPE, _SHAPE, _CONTENT, _STRINGS = 1, 2, 4, 8  # the fields that are written

# The fields of numbers one by one, 7 for those that are not here; how they are written, if not as
# varints.
_LISTS = {
    "float32": (5, "<f4"),
    "float64": (6, "<f8"),
    "complex64": (9, "<f4"),
    "int64": (10, ""),
    "bool": (11, ""),
    "complex128": (12, "<f8"),
    "float16": (13, ""),
    "bfloat16": (13, ""),
    "uint32": (16, ""),
    "uint64": (17, ""),
}
_MOST_FILLED = 1 << 28
_NUMBER_OF_STRING = 7


def _number_of(dtype: Any) -> int:
    """TensorFlow's number of a dtype."""
    return _NUMBER_OF_STRING if dtype == _dtypes.string else DTYPE_NUMBERS[dtype.name]


def _bytes_of(tensor: Tensor) -> bytes:
    sizes = b"".join(_wire.text(2, _wire.number(1, size)) for size in tensor.shape)
    head = _wire.number(_DTYPE, _number_of(tensor.dtype)) + _wire.text(_SHAPE, sizes)
    array = tensor.numpy()
    if tensor.dtype == _dtypes.string:
        texts = [array] if isinstance(array, bytes) else array.ravel().tolist()
        return head + b"".join(_wire.text(_STRINGS, text) for text in texts)
    content = array.tobytes()
    return head + (_wire.text(_CONTENT, content) if content else b"")


def serialize_tensor(tensor: TensorLike, name: str | None = None) -> Tensor:
    """The bytes of a TensorProto message with the dtype, the shape and the values."""

    def serialize(tensors: list[Tensor]) -> list[Tensor]:
        return [_functions.convert(_bytes_of(tensors[0]))]

    given = _functions.convert(tensor)
    return _functions.compute("serialize_tensor", [given], serialize, [(_dtypes.string, [])])[0]


def _shape_of(message: bytes) -> list[int]:
    shape = []
    for dim in _wire.fields(message).get(2, []):
        size = _wire.one(_wire.fields(dim), 1, int, 0)
        if size >= 1 << 63:
            raise DataLossError("a negative size")
        shape.append(size)
    return shape


def _listed(fields: Any, name: str, kind: Any) -> Any:
    """The numbers that stand one by one in the field of their dtype, where there are no bytes."""
    import numpy as np

    number, written = _LISTS.get(name, (7, ""))
    found: list[Any] = [np.empty(0, kind)]
    for part in fields.get(number, []):
        if written:  # by fours or eights of bytes, of which the wire's reader makes an integer
            data = part.to_bytes(4, "little") if isinstance(part, int) else part
            found.append(np.frombuffer(data, written).view(kind))
            continue
        numbers = [part] if isinstance(part, int) else list(_wire.varints(part))
        bits = np.array(numbers, np.uint64)
        is_stored_as_bits = name in ("float16", "bfloat16")
        found.append(bits.astype(np.uint16).view(kind) if is_stored_as_bits else bits.astype(kind))
    return np.concatenate(found)


def _filled(values: Any, count: int) -> Any:
    """As many numbers as that: the last one stands for those that follow, none for zeros; more are
    left out."""
    import numpy as np

    if count > max(len(values), _MOST_FILLED):
        raise DataLossError(f"{len(values)} numbers for {count} elements")
    if len(values) >= count:
        return values[:count]
    rest = values[-1] if len(values) else 0
    return np.concatenate([values, np.full(count - len(values), rest, values.dtype)])


def _values(fields: Any, dtype: Any, shape: list[int]) -> Any:
    """An array of the message's values; raises DataLossError where they do not fit the shape."""
    import math

    import numpy as np

    count = math.prod(shape)
    if dtype == _dtypes.string:
        texts = fields.get(_STRINGS, [])
        if len(texts) != count or not all(isinstance(text, bytes) for text in texts):
            raise DataLossError(f"{len(texts)} strings for the shape {shape}")
        array = np.empty(count, object)
        array[:] = texts
        return array.reshape(shape)
    kind = np.dtype(dtype.as_numpy_dtype)
    content = _wire.one(fields, _CONTENT, bytes, b"")
    if not content:
        return _filled(_listed(fields, dtype.name, kind), count).reshape(shape)
    if len(content) != count * kind.itemsize:
        raise DataLossError(f"{len(content)} bytes for the shape {shape} of {dtype.name}")
    if kind == np.bool_:
        return (np.frombuffer(content, np.uint8) != 0).reshape(shape)
    return np.frombuffer(content, kind).reshape(shape)


def _parsed(data: bytes, dtype: Any) -> Tensor:
    try:
        fields = _wire.fields(data)
        found = _wire.one(fields, _DTYPE, int, 0)
        if found != _number_of(dtype):
            raise InvalidArgumentError(
                f"parse_tensor: Type mismatch between parsed tensor (dtype number {found}) and "
                f"dtype ({dtype.name}, {_number_of(dtype)})"
            )
        shape = _shape_of(_wire.one(fields, _SHAPE, bytes, b""))
        return _functions.convert(_values(fields, dtype, shape), dtype)
    except (DataLossError, TypeError, ValueError) as error:
        raise InvalidArgumentError(
            f"parse_tensor: Could not parse `serialized`, {len(data)} bytes, as TensorProto: "
            f"{error}"
        ) from error


def parse_tensor(serialized: TensorLike, out_type: DTypeLike, name: str | None = None) -> Tensor:
    """The tensor that serialize_tensor, or TensorFlow's, made the bytes of.

    Its shape is not known before, so that traces without values do not hold it. Raises
    InvalidArgumentError for other bytes and for another dtype."""
    dtype = _dtypes.as_dtype(out_type)
    given = _functions.convert(serialized, _dtypes.string)
    if given.shape.rank:
        raise InvalidArgumentError(f"parse_tensor: serialized must be scalar, got {given.shape}")

    def parse(tensors: list[Tensor]) -> list[Tensor]:
        return [_parsed(tensors[0].numpy(), dtype)]

    return _functions.compute("parse_tensor", [given], parse)[0]


def serialize_sparse(
    sp_input: Any, out_type: DTypeLike = _dtypes.string, name: str | None = None
) -> Tensor:
    """Three strings: the bytes of a SparseTensor's indices, values and dense shape."""
    from pelton._core import ops
    from pelton.sparse import SparseTensor

    if not isinstance(sp_input, SparseTensor):
        raise TypeError(f"serialize_sparse: Input must be a SparseTensor, got {sp_input!r}")
    if _dtypes.as_dtype(out_type) != _dtypes.string:
        raise InvalidArgumentError(f"serialize_sparse: out_type must be string, got {out_type}")
    parts = (sp_input.indices, sp_input.values, sp_input.dense_shape)
    return ops.stack([serialize_tensor(part) for part in parts])
