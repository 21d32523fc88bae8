"""Owns TensorFlow 1's ctc_loss, whose labels are sparse and whose blank is the last class, and its
decoders."""

from __future__ import annotations

from pelton import nn as _nn
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.compat.v1.graph import at_once, get_default_graph, is_active
from pelton.compat.v1.operation import Operation

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def ctc_loss(
    labels: Any, inputs: Any = None, sequence_length: Any = None,
    preprocess_collapse_repeated: bool = False, ctc_merge_repeated: bool = True,
    ignore_longer_outputs_than_inputs: bool = False, time_major: bool = True, logits: Any = None,
) -> Any:  # fmt: skip
    """-log p(labels) of each example, of sparse labels and logits of (time, batch, classes).

    Raises TypeError for labels that are not sparse, NotImplementedError for repeated labels that
    are collapsed first or not merged."""
    if not hasattr(labels, "dense_shape"):
        raise TypeError("Expected labels (first argument) to be a SparseTensor")
    if preprocess_collapse_repeated or not ctc_merge_repeated:
        raise NotImplementedError(
            "ctc_loss: `preprocess_collapse_repeated` must be False and `ctc_merge_repeated` True"
        )
    given = _functions.convert(inputs if logits is None else logits)
    if not time_major:
        given = _ops.transpose(given, [1, 0, 2])
    args = (labels.indices, labels.values, given, sequence_length)
    if not is_active():
        return _of_parts(*args)
    node = Operation(get_default_graph(), "CTCLoss", "CTCLoss", _of_parts, args)
    return node.give(_functions.symbolic([given.shape[1]], given.dtype))


def ctc_beam_search_decoder(
    inputs: Any, sequence_length: Any, beam_width: int = 100, top_paths: int = 1,
    merge_repeated: bool = True,
) -> tuple[list[Any], Any]:  # fmt: skip
    """(sparse labels of the likeliest paths, the logarithms of their probabilities)."""
    return _decoded(
        lambda logits, lengths: _nn.ctc_beam_search_decoder(logits, lengths, beam_width, top_paths),
        inputs, sequence_length, top_paths,
    )  # fmt: skip


def ctc_greedy_decoder(
    inputs: Any, sequence_length: Any, merge_repeated: bool = True, blank_index: int | None = None
) -> tuple[list[Any], Any]:
    """(sparse labels of the likeliest steps in a list, the negative sums of their logits)."""
    return _decoded(
        lambda logits, lengths: _nn.ctc_greedy_decoder(
            logits, lengths, merge_repeated, -1 if blank_index is None else blank_index
        ),
        inputs, sequence_length, 1,
    )  # fmt: skip


def _decoded(decode: Any, inputs: Any, lengths: Any, count: int) -> tuple[list[Any], Any]:
    """What a decoder gives, in graphs by a node of Python's that runs it on arrays."""
    from pelton.functions.host_functions import numpy_function
    from pelton.sparse.sparse_tensor import SparseTensor

    given = _functions.convert(inputs)
    if not is_active():
        return decode(given, lengths)  # type: ignore[no-any-return]
    types = ["int64", "int64", "int64"] * count + [given.dtype]

    def on_arrays(logits: Any, sizes: Any) -> list[Any]:
        with at_once():
            found, scores = decode(_functions.convert(logits), _functions.convert(sizes))
        parts = [[one.indices, one.values, one.dense_shape] for one in found]
        return [one.numpy() for part in parts for one in part] + [scores.numpy()]

    node = Operation(
        get_default_graph(), "CTCDecoder", "CTCDecoder",
        lambda values: numpy_function(on_arrays, values, types),
        ([given, _ops.cast(lengths, "int32")],),
    )  # fmt: skip
    shapes = [[None, 2], [None], [2]] * count + [[given.shape[1], count]]
    pairs = zip(shapes, types, strict=True)
    made = node.give([_functions.symbolic(shape, kind) for shape, kind in pairs])
    decoded = [SparseTensor(*made[3 * one : 3 * one + 3]) for one in range(count)]
    return decoded, made[-1]


def _of_parts(places: Any, values: Any, logits: Any, lengths: Any) -> Any:
    """The losses of labels given by their places and values: no row has more of them than there
    are values, or steps."""
    from pelton import ones_like, scatter_nd

    batch = logits.shape[1]
    width = max(1, min(values.shape[0], logits.shape[0]))
    places, values = _ops.cast(places, "int32"), _ops.cast(values, "int32")
    dense = scatter_nd(places, values, [batch, width])
    counts = scatter_nd(places[:, :1], ones_like(values), [batch])
    lengths = _ops.cast(lengths, "int32")
    return _nn.ctc_loss(dense, logits, counts, lengths, logits_time_major=True, blank_index=-1)
