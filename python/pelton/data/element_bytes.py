"""Owns elements as bytes: each tensor, or part of a ragged or sparse one, an array of its file."""

from __future__ import annotations

import functools
import io
import math
from collections.abc import Iterator, Mapping
from typing import Any

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton.data import structure as _structure
from pelton.errors import DataLossError, InvalidArgumentError
from pelton.tensors.composite_specs import NoneTensorSpec, PartsSpec
from pelton.tensors.tensor_spec import TensorSpec

_VERSION = b"\x93NUMPY\x01\x00"
_START = len(_VERSION) + 2  # bytes, of which the last say how long the header is
_PIECE = 1 << 24  # bytes that are read at once
_MOST_STRING_BYTES = 1 << 40  # that one array may claim


def checked(spec: Any) -> Any:
    """`spec`; raises InvalidArgumentError where some of its leaves are datasets or values of types
    of the user's."""
    for leaf in _structure.specs_in(spec):
        is_known = type(leaf).__name__ in ("RaggedTensorSpec", "SparseTensorSpec")
        if not is_known and not isinstance(leaf, (TensorSpec, NoneTensorSpec)):
            raise InvalidArgumentError(f"elements of {leaf} cannot be written to files")
    return spec


def encoded(spec: Any) -> Any:
    """A structure of specs as JSON has it; a named tuple becomes a tuple."""
    if isinstance(spec, Mapping):
        return {"dict": [[key, encoded(spec[key])] for key in spec]}
    if isinstance(spec, tuple):
        return {"tuple": [encoded(part) for part in spec]}
    if isinstance(spec, NoneTensorSpec):
        return {"none": True}
    shape = None if spec.shape.rank is None else spec.shape.as_list()
    entry = {"dtype": spec.dtype.name, "shape": shape}
    if hasattr(spec, "ragged_rank"):
        splits = spec.row_splits_dtype.name
        return {**entry, "ragged_rank": spec.ragged_rank, "row_splits_dtype": splits}
    return {**entry, "is_sparse": True} if isinstance(spec, PartsSpec) else entry


def decoded(entry: Any) -> Any:
    """The structure; raises KeyError, TypeError or ValueError for what is none."""
    if "dict" in entry:
        return {key: decoded(part) for key, part in entry["dict"]}
    if "tuple" in entry:
        return tuple(decoded(part) for part in entry["tuple"])
    if "none" in entry:
        return NoneTensorSpec()
    shape, dtype = entry["shape"], entry["dtype"]
    if "ragged_rank" in entry:
        from pelton.ragged.ragged_tensor_spec import RaggedTensorSpec

        splits = _dtypes.as_dtype(entry["row_splits_dtype"])
        return RaggedTensorSpec(shape, dtype, int(entry["ragged_rank"]), splits)
    if "is_sparse" in entry:
        from pelton.sparse.sparse_tensor_spec import SparseTensorSpec

        return SparseTensorSpec(shape, dtype)
    return TensorSpec(shape, dtype)


@functools.lru_cache(256)
def _header(dtype: Any, shape: tuple[int, ...]) -> bytes:
    """What stands before the numbers of an array in a file of NumPy's."""
    import numpy as np

    text = np.lib.format.dtype_to_descr(dtype)
    about = {"descr": text, "fortran_order": False, "shape": shape}
    file = io.BytesIO()
    np.lib.format.write_array_header_1_0(file, about)
    return file.getvalue()


def write(file: Any, spec: Any, element: Any) -> None:
    """Appends the tensors of an element."""
    import numpy as np

    def array(values: Any) -> None:
        file.write(_header(values.dtype, values.shape) + values.tobytes())

    for tensor in _structure.leaves_of(element):
        if tensor is None:
            continue
        values = np.asarray(tensor.numpy())
        if tensor.dtype == _dtypes.string:
            texts = [bytes(text) for text in values.reshape(-1)]
            array(np.array([len(text) for text in texts], np.int64).reshape(values.shape))
            file.write(b"".join(texts))
        else:
            array(values.view(np.uint16) if tensor.dtype == _dtypes.bfloat16 else values)


def read_all(file: Any, name: str, written: Any, wanted: Any) -> Iterator[Any]:
    """The elements in a file, written by the spec `written`, nested as `wanted`. Raises
    DataLossError for what is cut off or no element, InvalidArgumentError for other dtypes."""
    specs, asked = _structure.part_specs(written), _structure.part_specs(wanted)
    if len(specs) != len(asked):
        raise InvalidArgumentError(f"{name} has elements of {written}, which are not {wanted}")
    for place, (one, other) in enumerate(zip(specs, asked, strict=True)):
        if not isinstance(one, TensorSpec):
            continue
        if not isinstance(other, TensorSpec):
            raise InvalidArgumentError(f"{name} has elements of {written}, which are not {wanted}")
        if one.dtype != other.dtype:
            raise InvalidArgumentError(
                f"Data type mismatch at component {place}: expected {other.dtype.name} but got "
                f"{one.dtype.name}."
            )
    while file.peek(1):
        try:
            leaves = [_read_leaf(file, spec) for spec in specs]
        except (ValueError, EOFError, OSError) as error:
            raise DataLossError(f"{name}: an element cannot be read: {error}") from error
        yield _structure.pack(wanted, leaves)


def _read_bytes(file: Any, count: int) -> bytes:
    """That many bytes, taken piece by piece; raises ValueError where the file has fewer."""
    pieces = []
    while count > 0 and (piece := file.read(min(count, _PIECE))):
        pieces.append(piece)
        count -= len(piece)
    if count > 0:
        raise ValueError(f"{count} bytes are missing")
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)


@functools.lru_cache(256)
def _described(header: bytes) -> tuple[Any, tuple[int, ...], int]:
    """The dtype, shape and bytes of the array after a header."""
    import numpy as np

    file = io.BytesIO(header)
    np.lib.format.read_magic(file)
    shape, is_turned, dtype = np.lib.format.read_array_header_1_0(file)
    if is_turned or dtype.hasobject:
        raise ValueError(f"no array of this package: {header!r}")
    return dtype, shape, math.prod(shape) * dtype.itemsize


def _read_array(file: Any) -> Any:
    import numpy as np

    start = _read_bytes(file, _START)
    if not start.startswith(_VERSION):
        raise ValueError(f"no array begins with {start!r}")
    header = start + _read_bytes(file, int.from_bytes(start[-2:], "little"))
    dtype, shape, count = _described(header)
    return np.frombuffer(_read_bytes(file, count), dtype).reshape(shape)


def _read_leaf(file: Any, spec: Any) -> Any:
    if isinstance(spec, NoneTensorSpec):
        return None
    values = _read_array(file)
    if spec.dtype == _dtypes.string:
        return _functions.convert(_texts(file, values), spec.dtype)
    if spec.dtype == _dtypes.bfloat16:
        values = values.view(spec.dtype.as_numpy_dtype)
    return _functions.convert(values, spec.dtype)


def _texts(file: Any, lengths: Any) -> Any:
    """Strings of these lengths; raises ValueError where the file has fewer bytes."""
    import numpy as np

    counts = lengths.reshape(-1).astype(np.int64).tolist()
    if any(count < 0 for count in counts) or sum(counts) > _MOST_STRING_BYTES:
        raise ValueError("lengths of strings are damaged")
    made = np.empty(len(counts), object)
    for place, count in enumerate(counts):
        made[place] = file.read(count)
        if len(made[place]) != count:
            raise ValueError("a string is cut off")
    return made.reshape(lengths.shape)
