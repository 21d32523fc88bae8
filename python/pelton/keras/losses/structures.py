"""Losses written in Python that are called with dicts, lists or tuples of tensors."""

from __future__ import annotations

from typing import Any

import pelton as tf
from pelton._core import losses as _core
from pelton.keras.losses import Loss
from pelton.nest import map_structure


def call(loss: Loss, y_true: Any, y_pred: Any, sample_weight: Any) -> Any:
    """`loss(y_true, y_pred, sample_weight)`: `call` gets the structures with each leaf as a tensor
    of the loss's dtype; what it gives is weighted and reduced, where its own mask is true."""

    def as_tensor(leaf: Any) -> Any:
        return tf.cast(leaf, loss.dtype)

    values = loss.call(map_structure(as_tensor, y_true), map_structure(as_tensor, y_pred))
    return _core._reduced(loss, as_tensor(values), sample_weight)
