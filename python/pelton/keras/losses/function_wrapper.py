"""Owns LossFunctionWrapper, the loss of a function, as libraries derive from it."""

from __future__ import annotations

from typing import Any

from pelton.keras import ops
from pelton.keras.losses import Loss
from pelton.nest import assert_same_structure, flatten, pack_sequence_as


def squeeze_or_expand_to_same_rank(x1: Any, x2: Any, expand_rank_1: bool = True) -> tuple[Any, Any]:
    """Both with as many axes where they differ by a last one of size 1."""
    ranks = len(x1.shape), len(x2.shape)
    if ranks[0] == ranks[1] + 1 and x1.shape[-1] == 1:
        if ranks[1] == 1 and expand_rank_1:
            return x1, ops.expand_dims(x2, axis=-1)
        return ops.squeeze(x1, axis=-1), x2
    if ranks[1] == ranks[0] + 1 and x2.shape[-1] == 1:
        if ranks[0] == 1 and expand_rank_1:
            return ops.expand_dims(x1, axis=-1), x2
        return x1, ops.squeeze(x2, axis=-1)
    return x1, x2


class LossFunctionWrapper(Loss):
    """The loss `fn(y_true, y_pred, **kwargs)`."""

    def __init__(
        self,
        fn: Any,
        reduction: str | None = "sum_over_batch_size",
        name: str | None = None,
        dtype: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(name=name, reduction=reduction, dtype=dtype)
        self.fn = fn
        self._fn_kwargs = kwargs

    def call(self, y_true: Any, y_pred: Any) -> Any:
        assert_same_structure(y_true, y_pred)
        leaves = zip(flatten(y_true), flatten(y_pred), strict=True)
        pairs = [squeeze_or_expand_to_same_rank(*pair) for pair in leaves]
        y_true = pack_sequence_as(y_true, [pair[0] for pair in pairs])
        y_pred = pack_sequence_as(y_pred, [pair[1] for pair in pairs])
        return self.fn(y_true, y_pred, **self._fn_kwargs)

    def get_config(self) -> dict[str, Any]:
        from pelton.keras.saving import serialize_keras_object

        given = {key: serialize_keras_object(value) for key, value in self._fn_kwargs.items()}
        return {**super().get_config(), "fn": serialize_keras_object(self.fn), **given}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        from pelton.keras.saving import deserialize_keras_object

        if "fn" in config:
            config = deserialize_keras_object(config)
        return cls(**config)
