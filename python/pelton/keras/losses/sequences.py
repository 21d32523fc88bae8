"""The CTC loss, of sequences whose labels have no given place."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


def ctc(y_true: Any, y_pred: Any) -> Tensor:
    """Connectionist temporal classification (Graves et al., 2006) of labels (batch, length), where
    0 stands for none, and logits (batch, time, classes). Raises ValueError for other ranks."""
    from pelton.keras.ops.nn.ctc import ctc_loss

    t, p = _functions.convert(y_true), _functions.convert(y_pred)
    if t.ndim != 2:
        raise ValueError(
            "Targets `y_true` are expected to be a tensor of shape `(batch_size, max_length)` in "
            f"integer format. Received: y_true.shape={tuple(t.shape)}"
        )
    if p.ndim != 3:
        raise ValueError(
            "Logits `y_pred` are expected to be a tensor of shape `(batch_size, max_length, "
            f"num_classes)`. Received: y_pred.shape={tuple(p.shape)}"
        )
    t = _ops.cast(t, "int32")
    labels = _ops.reduce_sum(_ops.cast(_ops.not_equal(t, 0), "int32"), [1])
    steps = _ops.reduce_sum(_ops.cast(_ops.ones_like(p[:, :, 0]), "int32"), [1])
    return ctc_loss(t, p, labels, steps, mask_index=0)
