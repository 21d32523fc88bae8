"""Owns ``tf.print``, which prints values each time, also from a record of a function."""

from __future__ import annotations

import builtins
import operator
import sys

from pelton._core import DType, Tensor, Variable
from pelton._core import functions as _functions
from pelton.host.graph_effects import effect_in_graph
from pelton.host.stored_works import text_of_print
from pelton.names.named_refusals import shown as _argument
from pelton.nest import flatten, is_nested, pack_sequence_as
from pelton.tensor_shape import TensorShape
from pelton.tensors.composite_value import CompositeValue

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class _Text(str):
    """A text that is shown without quotes inside containers."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def _number(value: Any) -> str:
    """The fewest digits of two choices that give the same float again."""
    few, all_digits = (15, 17) if value.dtype.itemsize == 8 else (6, 9)
    text = f"{value:.{few}g}"
    return text if type(value)(text) == value else f"{value:.{all_digits}g}"


def _quoted(value: bytes) -> str:
    return f'"{value.decode("utf-8", "replace")}"'


def text_of(tensor: Tensor, summarize: int) -> _Text:
    """The text of a tensor's values, ``summarize`` at both ends of each axis, all with -1."""
    import numpy as np

    edge = tensor.shape.num_elements() if summarize < 0 else summarize
    kinds = {"float_kind": _number, "int": str, "bool": lambda x: str(int(x))}
    values = np.asarray(tensor.numpy())
    if values.dtype.kind in "OS":
        kinds = {"all": _quoted}
        if values.ndim == 0:
            return _Text(_quoted(values.item()))
    return _Text(
        np.array2string(
            values,
            separator=" ",
            edgeitems=edge,
            threshold=0 if summarize >= 0 else sys.maxsize,
            formatter=kinds,  # type: ignore[arg-type]
            max_line_width=sys.maxsize,
        )
    )


def _text_of_rows(ragged: Any, summarize: int) -> str:
    """The text of a ragged tensor: lists in lists, with `summarize` at both ends of each."""

    def shown(value: Any) -> str:
        if isinstance(value, bytes):
            return repr(value.decode("utf-8", "replace"))
        if not isinstance(value, list):
            return f"{value:f}" if isinstance(value, float) else str(value).lower()
        parts = [shown(part) for part in _ends(value, summarize)]
        if len(parts) < len(value):
            parts.insert(summarize, "...")
        return f"[{', '.join(parts)}]"

    return shown(ragged.to_list())


def _ends(values: list[Any], count: int) -> list[Any]:
    if count < 0 or len(values) <= 2 * count:
        return values
    return values[:count] + values[len(values) - count :]


def text_of_composite(value: Any, summarize: int) -> _Text:
    """The text of a ragged or sparse tensor, of which the parts are tensors."""
    from pelton.ragged.ragged_tensor import RaggedTensor
    from pelton.sparse.sparse_tensor import SparseTensor

    if isinstance(value, RaggedTensor):
        return _Text(_text_of_rows(value, summarize))
    if isinstance(value, SparseTensor):
        names = {"indices": value.indices, "values": value.values, "shape": value.dense_shape}
        parts = (f"{name}={text_of(part, summarize)}" for name, part in names.items())
        return _Text(f"'SparseTensor({', '.join(parts)})'")
    return _Text(value)


def _shown(leaf: Any, summarize: int) -> Any:
    """A leaf as it is printed: the texts of tensors and composites; of dtypes and shapes,
    their repr."""
    if isinstance(leaf, Tensor):
        return _Text(repr(leaf)) if _functions.is_symbolic(leaf) else text_of(leaf, summarize)
    if isinstance(leaf, CompositeValue):
        return text_of_composite(leaf, summarize)
    return _Text(repr(leaf)) if isinstance(leaf, (DType, TensorShape)) else leaf


_FILE = "file://"


def _check_stream(stream: Any) -> None:
    is_path = isinstance(stream, str) and stream.startswith(_FILE) and stream != _FILE
    if stream is not None and not is_path and not callable(getattr(stream, "write", None)):
        raise ValueError(
            f"print: `output_stream` must be a file object or 'file://PATH', got {stream!r}"
        )


def print(  # noqa: A001 - TensorFlow's name
    *inputs: Any,
    output_stream: Any = None,
    summarize: int | None = 3,
    sep: str = " ",
    end: str = "\n",
    name: str | None = None,
) -> Any:
    """Prints ``inputs``, with the values of tensors at that moment, to ``output_stream``.

    That is ``sys.stderr`` unless given: a file object, or ``"file://PATH"``, a file that each call
    adds to. Of each axis ``summarize`` elements are shown at both ends, all with -1. The record of
    a function prints again at each call, a graph of ``compat.v1`` gets an operation. Raises
    ValueError for other streams.
    """
    _check_stream(output_stream)
    try:
        edge = 3 if summarize is None else operator.index(summarize)
    except (TypeError, ValueError):
        raise TypeError(f"print: `summarize` must be an int, got {_argument(summarize)}") from None
    given = list(inputs)
    leaves = flatten(given)
    parts = flatten(leaves, expand_composites=True)
    places = [n for n, part in enumerate(parts) if isinstance(part, (Tensor, Variable))]

    def show(tensors: list[Tensor]) -> None:
        values = list(parts)
        for place, tensor in zip(places, tensors, strict=True):
            values[place] = tensor
        shown = [
            _shown(leaf, edge) for leaf in pack_sequence_as(leaves, values, expand_composites=True)
        ]
        filled = pack_sequence_as(given, shown)
        texts = [repr(part) if is_nested(part) else str(part) for part in filled]
        if isinstance(output_stream, str):
            with open(output_stream.removeprefix(_FILE), "a", encoding="utf-8") as file:
                builtins.print(*texts, sep=sep, end=end, file=file)
        else:
            builtins.print(*texts, sep=sep, end=end, file=output_stream or sys.stderr)

    given_tensors = [_functions.convert(parts[n]) for n in places]
    if (node := effect_in_graph("PrintV2", given_tensors, show)) is not None:
        return node
    options = {"summarize": edge, "sep": sep, "end": end}
    is_flat = _functions.is_tracing() and len(parts) == len(given)
    stored = text_of_print(parts, places, output_stream, **options) if is_flat else ""
    _functions.perform("print", given_tensors, show, stored)
