"""Owns how TensorFlow 1 splits texts: into a sparse matrix, at any of several characters."""

from __future__ import annotations

import re

from pelton.compat.v1.graph import get_default_graph, is_active
from pelton.compat.v1.operation import Operation

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


def sparse_parts(
    source: Any, separator: Any, is_whole: bool, skip_empty: bool, result_type: str
) -> Any:
    """The parts of each text of a vector: a SparseTensor, or a RaggedTensor by `result_type`."""
    from pelton._core import functions as _functions
    from pelton.sparse.sparse_tensor import SparseTensor

    if hasattr(separator, "dtype"):
        raise NotImplementedError("string_split: `delimiter` must be a text, got a tensor")
    mark = separator.encode() if isinstance(separator, str) else bytes(separator)
    if result_type == "RaggedTensor":
        from pelton import strings

        return strings.split(source, mark)

    def parts(texts: Any) -> list[Any]:
        return _parts_of(texts, mark, is_whole, skip_empty)

    given = _functions.convert(source)
    if not is_active():
        return SparseTensor(*parts(given))
    node = Operation(get_default_graph(), "StringSplit", "StringSplit", _at_once, (given,),
                     {"split": _Split(parts)})  # fmt: skip
    return SparseTensor(*node.give([
        _functions.symbolic([None, 2], "int64"), _functions.symbolic([None], "string"),
        _functions.symbolic([2], "int64"),
    ]))  # fmt: skip


def split(
    input: Any = None, sep: Any = None, maxsplit: int = -1, result_type: str = "SparseTensor",
    source: Any = None, name: Any = None,
) -> Any:  # fmt: skip
    """``tf.compat.v1.strings.split``: the parts of each text between separators, at white space by
    default, as a SparseTensor or a RaggedTensor."""
    from pelton import strings
    from pelton._core import functions as _functions
    from pelton.ragged.ragged_tensor import RaggedTensor

    given = input if source is None else source
    if given is None:
        raise ValueError("Either `source` or `input` argument must be provided.")
    if result_type not in ("SparseTensor", "RaggedTensor"):
        raise ValueError("result_type must be 'RaggedTensor' or 'SparseTensor'.")
    if not isinstance(given, RaggedTensor):
        given = _functions.convert(given, "string")
        given = given[None] if len(given.shape) == 0 else given
    made = strings.split(given, sep, maxsplit)
    return made.to_sparse() if result_type == "SparseTensor" else made


class _Split:
    """How texts are split, among the arguments of a node."""

    def __init__(self, function: Any) -> None:
        self.function = function


def _at_once(texts: Any, split: _Split) -> Any:
    from pelton.functions.host_functions import numpy_function

    def on_arrays(array: Any) -> Any:
        return [part.numpy() for part in split.function(array)]

    return numpy_function(on_arrays, [texts], ["int64", "string", "int64"])


def _parts_of(texts: Any, mark: bytes, is_whole: bool, skip_empty: bool) -> list[Any]:
    from pelton._core import functions as _functions

    array = texts.numpy() if hasattr(texts, "numpy") else texts
    rows = [_row(text, mark, is_whole, skip_empty) for text in array.reshape(-1)]
    places = [[row, column] for row, found in enumerate(rows) for column in range(len(found))]
    flat = [part for found in rows for part in found]
    sizes = [len(rows), max((len(found) for found in rows), default=0)]
    import numpy as np

    return [
        _functions.convert(np.array(places, np.int64).reshape(-1, 2)),
        _functions.convert(np.array(flat, object), "string"),
        _functions.convert(np.array(sizes, np.int64)),
    ]


def _row(text: bytes, mark: bytes, is_whole: bool, skip_empty: bool) -> Sequence[bytes]:
    if not mark:
        found = [text[place : place + 1] for place in range(len(text))]
    elif is_whole:
        found = text.split(mark)
    else:
        found = re.split(b"[" + re.escape(mark) + b"]", text)
    return [part for part in found if part] if skip_empty else found
