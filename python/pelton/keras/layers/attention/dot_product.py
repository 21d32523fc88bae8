"""Attention and AdditiveAttention: one head, over [query, value] or [query, value, key]."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.keras.layers import library_layer
from pelton.keras.layers.attention import score_masks
from pelton.keras.layers.library_layer import LibraryLayer

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor

_BLIND = {"float16": 65504.0}  # what scores of masked places lose, else 1e9
_MODES = ("dot", "concat")


class Attention(LibraryLayer):
    """The values' mean by softmax of scores of queries (batch, q, d) and keys (batch, v, d), by
    default the values (batch, v, d): (batch, q, d), with `return_attention_scores` also the
    weights (batch, q, v).

    Scores are dot products, with "concat" a weight times sum(tanh(query + key)); `use_scale`
    learns a factor. `mask` is [query mask, value mask]. Raises ValueError for other inputs."""

    supports_masking = True

    def __init__(
        self,
        use_scale: bool = False,
        score_mode: str = "dot",
        dropout: float = 0.0,
        seed: int | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        if score_mode not in _MODES:
            raise ValueError(
                "Invalid value for argument score_mode. Expected one of {'dot', 'concat'}. "
                f"Received: score_mode={score_mode} [{type(self).__name__}]"
            )
        self.use_scale, self.score_mode = bool(use_scale), score_mode
        self.dropout = library_layer.rate(self, "dropout", dropout)
        self.seed = library_layer.seed(self, seed)
        if self.dropout > 0:
            library_layer.add_seed_generator(self, self.seed)
        self.scale = self.concat_score_weight = None

    def get_build_config(self) -> dict[str, Any] | None:
        """The inputs' shapes, in a list; None before build."""
        shapes = vars(self).get("_build_shapes")
        return None if shapes is None else {"input_shape": shapes}

    def build_from_config(self, config: dict[str, Any]) -> None:
        """Builds for the inputs' shapes."""
        self.build([tuple(shape) for shape in config["input_shape"]])

    def build(self, input_shape: Any) -> None:
        self._check(input_shape)
        vars(self)["_build_shapes"] = [tuple(shape) for shape in input_shape]
        if self.use_scale:
            self.scale = self.add_weight(name="scale", shape=(), initializer="ones")
        if self.score_mode == "concat":
            self.concat_score_weight = self.add_weight(
                name="concat_score_weight", shape=(), initializer="ones"
            )

    def _check(self, inputs: Any, mask: Any = None) -> None:
        name = type(self).__name__
        if not isinstance(inputs, (list, tuple)) or (inputs and not _is_several(inputs)):
            raise ValueError(
                f"{name} layer must be called on a list of inputs, namely [query, value] or "
                f"[query, value, key]. Received: inputs={inputs}."
            )
        if not 2 <= len(inputs) <= 3:
            raise ValueError(
                f"{name} layer accepts inputs list of length 2 or 3, namely [query, value] or "
                f"[query, value, key]. Received length: {len(inputs)}."
            )
        if mask is not None and not isinstance(mask, (list, tuple)):
            raise ValueError(
                f"{name} layer mask must be a list, namely [query_mask, value_mask]. Received: "
                f"mask={mask}."
            )
        if mask is not None and not 2 <= len(mask) <= 3:
            raise ValueError(
                f"{name} layer accepts mask list of length 2 or 3. Received: mask={mask}."
            )

    def _calculate_scores(self, query: Tensor, key: Tensor) -> Tensor:
        scale = None if self.scale is None else self._read(self.scale)
        if self.score_mode == "dot":
            scores = _ops.matmul(query, key, transpose_b=True)
            return scores if scale is None else scores * scale
        both = _pairs(query, key)
        summed = _ops.reduce_sum(_ops.tanh(both if scale is None else both * scale), axis=[-1])
        return self._read(self.concat_score_weight) * summed

    def call(
        self,
        inputs: Any,
        mask: Any = None,
        training: bool = False,
        return_attention_scores: bool = False,
        use_causal_mask: bool = False,
    ) -> Any:
        self._check(inputs, mask)
        query, value, *rest = (library_layer.as_tensor(self, "inputs", x) for x in inputs)
        query_mask, value_mask = (None, None) if mask is None else mask[:2]
        scores = self._calculate_scores(query, rest[0] if rest else value)
        seen = _seen(query, rest[0] if rest else value, value_mask, use_causal_mask)
        if seen is not None:
            away = _ops.cast(_BLIND.get(scores.dtype.name, 1e9), scores.dtype)
            scores = _ops.where(seen, scores, scores - away)
        weights = _ops.softmax(scores, axis=-1)
        if training and self.dropout > 0:
            weights = _ops.counted_dropout(weights, self.dropout, seed=self._draws_by)
        output = _ops.matmul(weights, value)
        if query_mask is not None:
            is_query = _ops.expand_dims(_as_bool(query_mask), -1)
            output = _ops.where(is_query, output, _ops.zeros_like(output))
        return (output, weights) if return_attention_scores else output

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        """The queries' mask."""
        from pelton.keras import ops
        from pelton.keras.ops.graph_calls import as_operation

        self._check(inputs, mask)
        if mask is None or mask[0] is None:
            return None
        return _as_bool(as_operation(ops.convert_to_tensor, mask[0]))

    def compute_output_shape(self, input_shape: Any) -> Any:
        return (*input_shape[0][:-1], input_shape[1][-1])

    def get_config(self) -> dict[str, Any]:
        own = {name: getattr(self, name) for name in "use_scale score_mode dropout seed".split()}
        return {**super().get_config(), **own}


class AdditiveAttention(Attention):
    """Attention whose scores are sum(scale * tanh(query + key)), with a learned scale (d,)."""

    def __init__(self, use_scale: bool = True, dropout: float = 0.0, **kwargs: Any) -> None:
        super().__init__(use_scale=use_scale, dropout=dropout, **kwargs)

    def build(self, input_shape: Any) -> None:
        self._check(input_shape)
        vars(self)["_build_shapes"] = [tuple(shape) for shape in input_shape]
        if self.use_scale:
            self.scale = self.add_weight(
                name="scale", shape=(input_shape[0][-1],), initializer="glorot_uniform"
            )

    def _calculate_scores(self, query: Tensor, key: Tensor) -> Tensor:
        both = _ops.tanh(_pairs(query, key))
        both = both if self.scale is None else both * self._read(self.scale)
        return _ops.reduce_sum(both, axis=[-1])

    def get_config(self) -> dict[str, Any]:
        config = super().get_config()
        del config["score_mode"]
        return config


def _is_several(inputs: Any) -> bool:
    """Whether a list holds tensors or shapes, not the sizes of one."""
    return not isinstance(inputs[0], (int, float)) and inputs[0] is not None


def _pairs(query: Tensor, key: Tensor) -> Tensor:
    return _ops.expand_dims(query, -2) + _ops.expand_dims(key, -3)


def _as_bool(mask: Any) -> Tensor:
    mask = _functions.convert(mask)
    return mask if mask.dtype.name == "bool" else _ops.cast(mask, "bool")


def _seen(query: Tensor, key: Tensor, value_mask: Any, use_causal_mask: bool) -> Tensor | None:
    """Which values each query sees; None for all."""
    seen = None if value_mask is None else _as_bool(value_mask)
    if seen is not None and seen.ndim == 2:
        seen = _ops.expand_dims(seen, -2)
    if not use_causal_mask:
        return seen
    causal = _ops.expand_dims(score_masks.causal(query, key), 0)
    return causal if seen is None else _ops.logical_and(seen, causal)
