"""Owns TensorFlow 1's ctc_loss, whose labels are sparse and whose blank is the last class."""

from __future__ import annotations

from pelton import nn as _nn
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.compat.v1.graph import get_default_graph, is_active
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
