"""Slices of axes whose size is open: the `start:stop:step` that gave a slice's place and size."""

from __future__ import annotations

from typing import Any

from pelton.keras.models.graph import Graph, place_of

_LENGTHS = (1, 2, 3, 5, 8, 13, 40)


def slices_of(tensor: Any, attributes: dict[str, Any], named: list[Any]) -> list[slice] | None:
    """One slice per axis of what the call took of `tensor`; None where no slice does the same for
    every size of its open axes."""
    sizes, begins = attributes["size"], attributes["begin"]
    strides = attributes["strides"] or [1] * len(begins)
    found = []
    for axis, (begin, size, stride) in enumerate(zip(begins, sizes, strides, strict=True)):
        known = _known(tensor, axis, begin, size, stride, named)
        made = known or _found(tensor, axis, begin, size, stride, named)
        if made is None:
            return None
        found.append(made)
    return found


def _is_whole(tensor: Any, axis: int, size: Any, named: list[Any]) -> bool:
    if isinstance(size, int):
        return size == tensor.shape[axis]
    place, index, is_element = size
    of_tensor = place < 0 or place_of(named[place]) == place_of(tensor)
    return of_tensor and index == axis and not is_element


def _known(tensor: Any, axis: int, begin: Any, size: Any, stride: int, named: Any) -> slice | None:
    """The slice where its place is told by numbers, or where it is the whole axis."""
    if begin == 0 and stride == 1 and _is_whole(tensor, axis, size, named):
        return slice(None)
    if not (isinstance(begin, int) and isinstance(size, int)):
        return None
    stop = begin + (size - 1) * stride + (1 if stride > 0 else -1) if size else begin
    return slice(begin, None if stop < 0 else stop, None if stride == 1 else stride)


def _found(tensor: Any, axis: int, begin: Any, size: Any, stride: int, named: Any) -> slice | None:
    """The slice that begins there and is as long for each of several sizes of the axis."""
    measured = [_measured(tensor, length, begin, size, named) for length in _LENGTHS]
    if None in measured:
        return None
    length, (first, count) = _LENGTHS[-1], measured[-1]
    last = first + count * stride
    start = first if first < length // 2 else first - length
    stop = last if last < length // 2 else last - length
    whole = last >= length if stride > 0 else last < 0
    made = slice(start, None if whole else stop, None if stride == 1 else stride)
    if stride < 0 and start == -1:
        made = slice(None, made.stop, made.step)
    least = max(abs(start), 1) if size == 1 else 1
    for length, (first, count) in zip(_LENGTHS, measured, strict=True):
        taken = range(length)[made]
        is_same = len(taken) == count and (count == 0 or taken.start == first)
        if length >= least and not is_same:
            return None
    return made


def _measured(tensor: Any, length: int, begin: Any, size: Any, named: Any) -> Any:
    """(begin, size) where each open axis of `tensor` has that length; None where they follow from
    something else."""
    from pelton.ops.array.creation import zeros

    value = zeros([length if one is None else one for one in tensor.shape], tensor.dtype)
    wanted = [one for one in (begin, size) if not isinstance(one, int)]
    outputs = [tensor if place < 0 else named[place] for place, _, _ in wanted]
    try:
        given = Graph([tensor], outputs, [""] * len(outputs)).run([value], _refuse_layer)
    except ValueError:
        return None
    numbers = {}
    for one, found in zip(wanted, given, strict=True):
        _, index, is_element = one
        numbers[one] = int(found.numpy().reshape(-1)[index] if is_element else found.shape[index])
    return tuple(numbers.get(one, one) for one in (begin, size))


def _refuse_layer(layer: Any, args: Any, kwargs: Any) -> Any:
    raise ValueError(f"a size that follows from layer '{layer.name}'")
