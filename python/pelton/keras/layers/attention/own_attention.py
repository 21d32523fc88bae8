"""What classes derived from MultiHeadAttention write anew or use of Keras's: how projected queries,
keys and values are attended, and the settings by Keras's names."""

from __future__ import annotations

import math
import operator

from pelton._core import ops as _ops
from pelton.keras.layers.attention.attend import attend, attend_by_scores
from pelton.keras.layers.attention.score_masks import causal
from pelton.keras.layers.library_layer import LibraryLayer
from pelton.keras.user_attribute import UserAttribute

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor

_SETTINGS = {
    "_num_heads": "num_heads",
    "_key_dim": "key_dim",
    "_value_dim": "value_dim",
    "_dropout": "dropout",
    "_use_bias": "use_bias",
    "_use_gate": "use_gate",
    "_attention_axes": "attention_axes",
    "_output_shape": "_output_sizes",
    "_flash_attention": "_is_flash",
}


class OwnAttention(LibraryLayer):
    """A layer of attention whose `_compute_attention` a derived class may define."""

    @property
    def _inverse_sqrt_key_dim(self) -> float:
        return 1.0 / math.sqrt(float(self.key_dim))

    def _has_own_attention(self) -> bool:
        return type(self)._compute_attention is not OwnAttention._compute_attention

    def _compute_attention(
        self,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        attention_mask: Any = None,
        training: bool | None = None,
        return_attention_scores: bool = False,
        use_causal_mask: bool = False,
    ) -> tuple[Tensor, Any]:
        """Output (batch, T, heads, width) and scores, where they are asked for, of projected
        queries, keys and values (batch, positions, heads, features); the mask is (batch, T, S)."""
        drop = self._dropout_layer if training and self.dropout > 0 else None
        mask = None if attention_mask is None else _of_heads(attention_mask)
        return self._attended(
            (query, key, value), mask, use_causal_mask, drop, return_attention_scores
        )

    def _attended(
        self, given: Any, mask: Any, is_causal: bool, drop: Any, gives_scores: bool
    ) -> tuple[Tensor, Any]:
        if gives_scores or drop is not None:
            return attend_by_scores(*given, mask, is_causal, drop)
        blind_is_zero = self.dropout > 0 or not self._axes.is_plain
        return attend(*given, mask, is_causal, blind_is_zero), None

    def _attended_anew(
        self, given: Any, mask: Any, is_causal: bool, training: Any, gives_scores: bool
    ) -> tuple[Tensor, Any]:
        """By the derived class's function, whose mask has no axis of heads if all are alike."""
        if is_causal:
            earlier = causal(given[0], given[1])[None, None]
            mask = earlier if mask is None else _ops.logical_and(mask, earlier)
        if mask is not None and mask.shape[1] == 1:
            mask = _ops.squeeze(mask, axis=[1])
        made = self._compute_attention(*given, mask, training, gives_scores)
        return made[0], made[1]

    def _masked_softmax(self, attention_scores: Tensor, attention_mask: Any = None) -> Tensor:
        """The weights of scores (batch, heads, T, S); those that the mask hides are 0 beside
        others."""
        if attention_mask is None:
            return _ops.softmax(attention_scores)
        hidden = _ops.cast(
            -3e4 if attention_scores.dtype == "float16" else -1e9, attention_scores.dtype
        )
        return _ops.softmax(_ops.where(_of_heads(attention_mask), attention_scores, hidden))


def _of_heads(mask: Any) -> Any:
    """A mask of rank 4 of one (batch, T, S) or (T, S)."""
    mask = mask if mask.dtype == "bool" else _ops.cast(mask, "bool")
    places = {2: (None, None), 3: (slice(None), None)}.get(len(mask.shape))
    return mask if places is None else mask[places]


def _setting(name: str) -> property:
    return property(lambda layer: getattr(layer, name))


for _name, _now in _SETTINGS.items():
    setattr(OwnAttention, _name, _setting(_now))
for _name in ("query_dense", "key_dense", "value_dense", "gate_dense", "output_dense"):
    setattr(OwnAttention, f"_{_name}", UserAttribute(operator.attrgetter(_name)))
