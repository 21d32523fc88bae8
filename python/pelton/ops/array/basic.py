"""Owns the array functions whose arguments Python reads, such as ``tf.shape`` and ``tf.slice``."""

from __future__ import annotations

import builtins
import contextlib

from pelton import dtypes as _dtypes
from pelton._core import Tensor, Variable
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError as _InvalidArgumentError
from pelton.names.named_refusals import REFUSALS as _REFUSALS
from pelton.names.named_refusals import name_refusal as _name_refusal
from pelton.names.named_refusals import named as _named
from pelton.names.named_refusals import named_as as _named_as
from pelton.names.named_refusals import names_itself as _names_itself
from pelton.names.named_refusals import shown as _shown
from pelton.ops.array.sizes import integers as _integers

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._types import DTypeLike, TensorLike


def _dense_shape_of(input: Any) -> Tensor:
    """The shape of a sparse tensor; raises what its conversion does of anything else."""
    found = getattr(input, "dense_shape", None)
    return _ops.shape(_functions.convert(input)) if found is None else found


def shape(
    input: TensorLike,
    out_type: DTypeLike | None = None,
    name: str | None = None,
) -> Any:
    """The sizes of ``input`` as a 1-d integer tensor; a DynamicRaggedShape of a ragged one."""
    out_type = _dtypes.int32 if out_type is None else out_type
    try:
        try:
            tensor = input if type(input) is Tensor else _functions.convert(input)
        except ValueError:
            if hasattr(input, "row_splits"):
                from pelton.ragged.dynamic_shape import DynamicRaggedShape

                return DynamicRaggedShape.from_tensor(input, out_type)
            return _ops.cast(_dense_shape_of(input), out_type)
        if not tensor.shape.is_fully_defined():
            return _ops.shape(tensor, out_type)
        return _functions.convert(list(tensor.shape), out_type)
    except _REFUSALS as error:
        _name_refusal(error, "shape", (input,), {"out_type": out_type})
        raise


@_named
def size(
    input: TensorLike,
    out_type: DTypeLike | None = None,
    name: str | None = None,
) -> Tensor:
    """Number of elements of ``input`` as a 0-d integer tensor."""
    out_type = _dtypes.int32 if out_type is None else out_type
    try:
        tensor = _functions.convert(input)
    except ValueError:
        return _ops.cast(_ops.reduce_prod(_dense_shape_of(input)), out_type)
    if not tensor.shape.is_fully_defined():
        return _ops.reduce_prod(_ops.shape(tensor, out_type))
    return _functions.convert(tensor.shape.num_elements(), out_type)


@_named
def rank(input: TensorLike, name: str | None = None) -> Tensor:
    """Number of axes of ``input`` as a 0-d int32 tensor."""
    try:
        return _functions.convert(_functions.convert(input).ndim)
    except ValueError:
        return _functions.convert(_dense_shape_of(input).shape[0])


@_names_itself
def where(
    condition: TensorLike,
    x: TensorLike | None = None,
    y: TensorLike | None = None,
    name: str | None = None,
) -> Tensor:
    """``x`` where ``condition`` is true, else ``y``; all three broadcast.

    Without ``x`` and ``y``: int64 indices [n, rank] of the elements that are not zero. Raises
    ValueError when only one of them is given.
    """
    if type(condition) is Tensor and type(x) is Tensor and type(y) is Tensor:
        return _ops.where(condition, x, y)  # the usual call
    return _any_where(condition) if x is None and y is None else _any_where(condition, x, y)


@_named_as("where")
def _any_where(
    condition: TensorLike, x: TensorLike | None = None, y: TensorLike | None = None
) -> Tensor:
    if x is None and y is None:
        condition = _functions.convert(condition)
        if condition.dtype != _dtypes.bool:
            condition = _ops.not_equal(condition, 0)
        return _ops.nonzero(condition)
    if x is None or y is None:
        raise ValueError("x and y must both be non-None or both be None.")
    return _ops.where(condition, x, y)


def slice(  # noqa: A001 - TensorFlow's name
    input_: TensorLike,
    begin: Sequence[int] | Tensor,
    size: Sequence[int] | Tensor,
    name: str | None = None,
) -> Tensor:
    """The block of ``input_`` that starts at ``begin`` and has ``size``; -1 reaches to the end."""
    try:
        input_ = _functions.convert(input_)
        starts, sizes = _integers("slice", "begin", begin), _integers("slice", "size", size)
    except _REFUSALS as error:
        _name_refusal(error, "slice", (input_, begin, size), {})
        raise
    if not len(starts) == len(sizes) == input_.ndim:
        raise _InvalidArgumentError(
            "slice: Expected begin and size arguments to be 1-D tensors of size "
            f"{input_.ndim}, but got shapes [{len(starts)}] and [{len(sizes)}] instead; "
            f"input_: {input_.dtype.name} {tuple(input_.shape)}"
        )
    for axis, total in enumerate(input_.shape):
        is_open = _functions.is_symbolic(sizes[axis])
        if is_open or sizes[axis] == -1:
            extent = shape(input_, _dtypes.int64)[axis] if total is None else total
            rest = extent - starts[axis]
            sizes[axis] = _rest_if_asked(sizes[axis], rest) if is_open else rest
    return _ops.strided_slice(input_, starts, sizes, [1] * len(sizes))


def _rest_if_asked(size: Tensor, rest: Any) -> Tensor:
    """A size of which only a run knows whether it is -1."""
    rest = _ops.cast(rest, size.dtype)
    return _ops.where(_ops.equal(size, _ops.cast(-1, size.dtype)), rest, size)


def _index_part(bit: int, begin: Any, end: Any, stride: Any, masks: dict[str, int]) -> Any:
    """What stands for one place of a strided slice in Python's index."""
    if masks["ellipsis_mask"] & bit:
        return Ellipsis
    if masks["new_axis_mask"] & bit:
        return None
    if masks["shrink_axis_mask"] & bit:
        if _functions.is_symbolic(stride) or stride <= 0:
            raise _InvalidArgumentError(
                f"strided_slice: only stride 1 allowed on non-range indexing, got {stride}"
            )
        return begin
    if not _functions.is_symbolic(stride) and stride == 0:
        raise _InvalidArgumentError("strided_slice: strides must be non-zero, got 0")
    first = None if masks["begin_mask"] & bit else begin
    last = None if masks["end_mask"] & bit else end
    return builtins.slice(first, last, stride)


def _index_of(begin: Any, end: Any, strides: Any, masks: dict[str, int]) -> tuple[Any, ...]:
    """Python's index of a strided slice."""
    starts = _integers("strided_slice", "begin", begin)
    ends = _integers("strided_slice", "end", end)
    given = [1] * len(starts) if strides is None else strides
    steps = _integers("strided_slice", "strides", given)
    if not len(starts) == len(ends) == len(steps):
        raise _InvalidArgumentError(
            "strided_slice: Expected begin, end, and strides to be 1D equal size tensors, but got "
            f"shapes [{len(starts)}], [{len(ends)}], and [{len(steps)}] instead."
        )
    places = enumerate(zip(starts, ends, steps, strict=True))
    return tuple([_index_part(1 << place, *bounds, masks) for place, bounds in places])


def strided_slice(
    input_: TensorLike,
    begin: Sequence[int] | Tensor,
    end: Sequence[int] | Tensor,
    strides: Sequence[int] | Tensor | None = None,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
    var: Variable | None = None,
    name: str | None = None,
) -> Tensor:
    """The elements of ``input_`` from ``begin`` to before ``end``, ``strides`` apart, per axis.

    Bounds count from the end where they are negative, and end at the input's. Bit i of a mask
    changes what place i means: no begin, no end, "...", a new axis, or one index whose axis goes.
    ``var`` changes nothing.
    """
    masks = {
        "ellipsis_mask": ellipsis_mask,
        "new_axis_mask": new_axis_mask,
        "shrink_axis_mask": shrink_axis_mask,
        "begin_mask": begin_mask,
        "end_mask": end_mask,
    }
    try:
        return _functions.convert(input_)[_index_of(begin, end, strides, masks)]
    except _REFUSALS as error:
        _name_refusal(error, "strided_slice", (input_, begin, end, strides), masks)
        raise


def stack(values: Sequence[TensorLike] | TensorLike, axis: int = 0, name: str = "stack") -> Tensor:
    """Tensors of one shape along a new axis; one tensor stands for the list of its rows."""
    if type(values) is list and values and type(values[0]) is Tensor and type(axis) is int:
        return _ops.stack(values, axis)  # the usual call
    if getattr(axis, "shape", ()) != ():
        raise ValueError(f"stack: axis must be an integer, got {_shown(axis)}")
    if not hasattr(values, "ndim") and not isinstance(values, (Tensor, Variable)):
        if isinstance(values, (dict, builtins.set)):
            raise TypeError(f"stack: values must be a list of tensors, got {type(values).__name__}")
        is_list = isinstance(values, (list, tuple))
        if axis == 0 and is_list and not any(isinstance(x, (Tensor, Variable)) for x in values):
            with contextlib.suppress(TypeError, ValueError, _InvalidArgumentError):
                return _functions.convert(list(values))  # numbers find their dtype together
        return _ops.stack(values, axis)
    try:
        rows = _functions.convert(values)
        if axis == 0:
            return rows
        rank = rows.ndim
        if not -rank <= axis < rank:
            raise ValueError(f"stack: Argument `axis` = {axis} not in range [{-rank}, {rank})")
    except _REFUSALS as error:
        _name_refusal(error, "stack", (values,), {"axis": axis})
        raise
    places = list(builtins.range(1, rank))
    places.insert(axis % rank, 0)
    return _ops.transpose(rows, places)


def gather(
    params: TensorLike,
    indices: TensorLike,
    validate_indices: bool | None = None,
    axis: int | None = None,
    batch_dims: int = 0,
    name: str | None = None,
) -> Tensor:
    """The slices of ``params`` along ``axis`` (``batch_dims`` unless given) at ``indices``.

    The first ``batch_dims`` axes of both go together: each batch is picked from by its indices.
    ``validate_indices`` changes nothing.
    """
    try:
        if batch_dims == 0:
            is_first = axis is None or (type(axis) is int and axis == 0)
            return _ops.gather(params, indices) if is_first else _ops.gather(params, indices, axis)
        return _ops.batch_gather(params, indices, batch_dims, axis)
    except _REFUSALS as error:
        _name_refusal(error, "gather", (params, indices), {"axis": axis, "batch_dims": batch_dims})
        raise


def _hot_value(name: str, value: TensorLike, dtype: DTypeLike | None) -> Tensor:
    tensor = _functions.convert(value)
    if not isinstance(value, (Tensor, Variable)) and dtype is not None:
        with contextlib.suppress(TypeError):  # not a value of that dtype: told as another dtype
            tensor = _functions.convert_like(value, dtype)
    if tensor.ndim != 0:
        raise _InvalidArgumentError(
            f"one_hot: {name} must be a scalar, but got: {tensor.dtype.name} {tuple(tensor.shape)}"
        )
    return tensor


def one_hot(
    indices: TensorLike,
    depth: int | Tensor,
    on_value: TensorLike | None = None,
    off_value: TensorLike | None = None,
    axis: int | None = None,
    dtype: DTypeLike | None = None,
    name: str | None = None,
) -> Tensor:
    """``on_value`` where the new ``axis`` of size ``depth`` is at the index, else ``off_value``.

    1 and 0 unless given. The dtype is that of the values, float32 without any. Raises TypeError
    when these and ``dtype`` differ.
    """
    place = -1 if axis is None else axis
    try:
        if on_value is None and off_value is None:
            if axis is None and dtype is None:
                return _ops.one_hot(indices, depth)
            kind = _dtypes.as_dtype(dtype or "float32")
            return _ops.one_hot(indices, depth, axis=place, dtype=kind)
        wanted = None if dtype is None else _dtypes.as_dtype(dtype)
        on = None if on_value is None else _hot_value("on_value", on_value, wanted)
        off = None if off_value is None else _hot_value("off_value", off_value, wanted)
    except _REFUSALS as error:
        given = {"on_value": on_value, "off_value": off_value, "dtype": dtype}
        _name_refusal(error, "one_hot", (indices, depth), given)
        raise
    found = {"on_value": on, "off_value": off}
    dtypes = {key: value.dtype for key, value in found.items() if value is not None}
    if wanted is not None:
        dtypes["dtype parameter"] = wanted
    (first, kind), *rest = dtypes.items()
    for other, another in rest:
        if another != kind:
            raise TypeError(
                f"one_hot: dtype {kind} of {first} does not match dtype {another} of {other}"
            )
    on = _ops.ones((), kind) if on is None else on
    off = _ops.zeros((), kind) if off is None else off
    return _ops.where(_ops.one_hot(indices, depth, axis=place, dtype=_dtypes.bool), on, off)
