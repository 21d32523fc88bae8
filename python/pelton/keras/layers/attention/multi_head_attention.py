"""MultiHeadAttention: projections to heads, the fused attention op, and the projection back."""

from __future__ import annotations

import inspect

from pelton._core import ops as _ops
from pelton._core.functions import is_symbolic, is_tracing
from pelton._core.keras_settings import unique_name
from pelton._core.layers import Dropout
from pelton.keras.layers import library_layer
from pelton.keras.layers.attention import arguments, score_masks
from pelton.keras.layers.attention.attention_axes import AttentionAxes
from pelton.keras.layers.attention.heads_projection import HeadsProjection
from pelton.keras.layers.attention.own_attention import OwnAttention
from pelton.keras.layers.library_layer import as_tensor

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor

_PARTS = tuple(
    "kernel_initializer bias_initializer kernel_regularizer bias_regularizer kernel_constraint "
    "bias_constraint".split()
)


class MultiHeadAttention(OwnAttention):
    """Attention of queries (batch, T, features) to values (batch, S, features) by keys, which are
    the values unless given: `num_heads` times softmax(query key^T / sqrt(key_dim)) value. Inputs
    may have more axes, of which `attention_axes` (None: all but the first and the last) are
    attended together and the others are like further axes of the batch.

    Gives (batch, T, output), where the output's size is that of the queries or `output_shape`;
    with `return_attention_scores` also what the values are weighted by, (batch, heads, T, S).
    Masks are true where there is a value: `value_mask` and `key_mask` (batch, S), `attention_mask`
    (batch, T, S) or what broadcasts to it; `use_causal_mask` hides later keys. A mask that the
    queries carry hides all keys from those that are masked and is the output's; `query_mask`
    (batch, T) hides nothing, as in Keras. A query that sees no key gets the mean of the values, or
    nothing where scores are asked for or `dropout` is set. `flash_attention` changes nothing:
    attention is one op that stores no scores, unless these are asked for or dropped from. With
    `sliding_window` queries see keys that are less than that many positions away; with `use_gate`
    heads are multiplied by a sigmoid of a projection of the queries.

    Raises ValueError for bad arguments, ranks, sizes and masks."""

    supports_masking = True
    activity_regularizer = None  # of the projections, not of the layer's output itself

    def __init__(
        self,
        num_heads: int,
        key_dim: int,
        value_dim: int | None = None,
        dropout: float = 0.0,
        use_bias: bool = True,
        output_shape: Any = None,
        attention_axes: Any = None,
        sliding_window: int | None = None,
        flash_attention: bool | None = None,
        kernel_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        kernel_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        kernel_constraint: Any = None,
        bias_constraint: Any = None,
        use_gate: bool = False,
        seed: int | None = None,
        **kwargs: Any,
    ) -> None:
        parts = {name: value for name, value in locals().items() if name in _PARTS}
        super().__init__(**kwargs)
        if sliding_window is not None:
            library_layer.positive_int(self, "sliding_window", sliding_window)
        self.sliding_window, self.use_gate = sliding_window, bool(use_gate)
        self.num_heads = library_layer.positive_int(self, "num_heads", num_heads)
        self.key_dim = library_layer.positive_int(self, "key_dim", key_dim)
        value_dim = key_dim if value_dim is None else value_dim
        self.value_dim = library_layer.positive_int(self, "value_dim", value_dim)
        self.use_bias = bool(use_bias)
        library_layer.read_parts(self, **parts, activity_regularizer=activity_regularizer)
        self._output_sizes = arguments.output_sizes(self, output_shape)
        self.attention_axes = arguments.axes(attention_axes)
        self._take_dropout(dropout, flash_attention, seed)

    def _take_dropout(self, dropout: float, flash: bool | None, seed: int | None) -> None:
        self.dropout = library_layer.rate(self, "dropout", dropout)
        self.seed = library_layer.seed(self, seed)
        self._is_flash = bool(flash)
        if self._is_flash and self.dropout > 0:
            raise ValueError(
                "Dropout is not supported when flash attention is enabled. Please set dropout to "
                f"0.0 to use flash attention. Received: dropout={dropout} [{self._label()}]"
            )

    def _is_made_of_ops(self) -> bool:
        return True

    def _label(self) -> str:
        return f"{type(self).__name__} '{self.name}'"

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        given = {**dict(zip(_ARGUMENTS, args, strict=False)), **kwargs}
        if len(given) < len(args) + len(kwargs) or not {"query", "value"} <= given.keys():
            self._refuse(args, kwargs)
        if not self.built:  # from all of the inputs' shapes
            tensors = {name: given.get(name) for name in ("query", "value", "key")}
            self.build(
                *(
                    None if tensor is None else tuple(as_tensor(self, name, tensor).shape)
                    for name, tensor in tensors.items()
                )
            )
        return super().__call__(*args, **kwargs)

    def _refuse(self, args: Any, kwargs: Any) -> None:
        try:
            inspect.signature(self.call).bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{error} [{type(self).__name__}.call()]") from None

    def build(self, query_shape: Any, value_shape: Any, key_shape: Any = None) -> None:
        shapes = (query_shape, value_shape, key_shape)
        query, value, key = arguments.checked_shapes(self._label(), *shapes)
        heads, depth, width = self.num_heads, self.key_dim, self.value_dim
        outputs = self._output_sizes or (query[-1],)
        others = self._key_heads()
        self.query_dense = HeadsProjection(self, (query[-1],), (heads, depth), "query")
        self.key_dense = HeadsProjection(self, (key[-1],), (others, depth), "key")
        self.query_dense.build(query)
        self.key_dense.build(key)
        if self.use_gate:
            self.gate_dense = HeadsProjection(self, (query[-1],), (heads, width), "gate")
            self.gate_dense.build(query)
        self.value_dense = HeadsProjection(self, (value[-1],), (others, width), "value")
        self.value_dense.build(value)
        kind = {"name": "dropout", "dtype": self.dtype_policy}
        self._dropout_layer = Dropout(self.dropout, seed=self.seed, **kind)
        self.output_dense = HeadsProjection(self, (heads, width), outputs, "attention_output")
        self.output_dense.build((*query[:2], heads, width))
        self._axes = AttentionAxes(self._label(), len(query), self.attention_axes)
        self.attention_axes = self._axes.axes
        for inner in ("softmax", "dropout"):  # layers of Keras's, which count among the names
            unique_name(inner)
        self._build_shapes = shapes

    def _key_heads(self) -> int:
        """How many heads keys and values have."""
        return self.num_heads

    def get_build_config(self) -> dict[str, Any] | None:
        shapes = vars(self).get("_build_shapes")
        if shapes is None:
            return None
        named = zip(arguments.SHAPES, shapes, strict=True)
        return {"shapes_dict": {name: shape for name, shape in named if shape is not None}}

    def call(
        self,
        query: Tensor,
        value: Tensor,
        key: Tensor | None = None,
        query_mask: Any = None,
        value_mask: Any = None,
        key_mask: Any = None,
        attention_mask: Any = None,
        return_attention_scores: bool = False,
        training: bool | None = None,
        use_causal_mask: bool = False,
    ) -> Any:
        if return_attention_scores and self._is_flash:
            raise ValueError(
                "Returning attention scores is not supported when flash attention is enabled. "
                f"Please disable flash attention to access attention scores. [{self._label()}]"
            )
        masks = {
            "attention_mask": attention_mask,
            "query_mask": self._seeing(query, query_mask),
            "value_mask": _mask_of(value, value_mask),
            "key_mask": _mask_of(key, key_mask),
        }
        key = value if key is None else key
        given = self._operands(query=query, value=value, key=key)
        if query_mask is not None:
            mask = as_tensor(self, "query_mask", query_mask)
            score_masks.check(self._label(), "query_mask", mask, given[0].shape[:2])
        masks = {
            name: None if mask is None else as_tensor(self, name, mask)
            for name, mask in masks.items()
        }
        drop = self._dropout_layer if training and self.dropout > 0 else None
        options = (bool(use_causal_mask), drop, return_attention_scores, training)
        if self._axes.is_plain:
            result, scores = self._attend(given, self._mask(given, masks), *options)
        else:
            result, scores = self._attend_folded(given, masks, *options)
        return (result, scores) if return_attention_scores else result

    def _seeing(self, query: Tensor, query_mask: Any) -> Any:
        """The mask of the queries that see something."""
        return getattr(query, "_keras_mask", None)

    def _forget_masks(self, *tensors: Any) -> None:
        """Takes the masks from the tensors that the layer was called on, as Keras's does: what
        is made of them afterwards, such as a sum with the result, has none."""
        for tensor in tensors:
            is_of_graph = is_symbolic(tensor) and not is_tracing()
            if getattr(tensor, "_keras_mask", None) is not None and not is_of_graph:
                tensor._keras_mask = None

    def _mask(self, given: list[Tensor], masks: dict[str, Any]) -> Any:
        query, value, _ = given
        sizes = (query.shape[0], self.num_heads, query.shape[1], value.shape[1])
        seen = score_masks.combined(self._label(), sizes, *masks.values())
        if self.sliding_window is None:
            return seen
        near = score_masks.near(query, value, self.sliding_window)[None, None]
        return near if seen is None else _ops.logical_and(seen, near)

    def _attend(
        self,
        given: list[Tensor],
        mask: Any,
        is_causal: bool,
        drop: Any,
        gives_scores: bool,
        training: Any,
    ) -> tuple[Tensor, Any]:
        """Output and scores, where they are asked for, of (batch, time, features)."""
        dense = self.query_dense, self.value_dense, self.key_dense
        query, value, key = (layer(x) for layer, x in zip(dense, given, strict=True))
        heads = query, self._spread(key), self._spread(value)
        if self._has_own_attention():
            result, scores = self._attended_anew(heads, mask, is_causal, training, gives_scores)
        else:
            result, scores = self._attended(heads, mask, is_causal, drop, gives_scores)
        if self.use_gate:
            result = result * _ops.sigmoid(self.gate_dense(given[0]))
        return self.output_dense(result), scores

    def _spread(self, x: Tensor) -> Tensor:
        """Keys or values (batch, S, heads, width) for all heads of the queries."""
        return x

    def _attend_folded(
        self,
        given: list[Tensor],
        masks: dict[str, Any],
        is_causal: bool,
        drop: Any,
        gives_scores: bool,
        training: Any,
    ) -> tuple[Tensor, Any]:
        """The same over other axes than the second of three."""
        axes, (query, value, _) = self._axes, given
        refused = [name for name in masks if name != "attention_mask" and masks[name] is not None]
        if is_causal and axes.axes != (1,):
            refused.append("use_causal_mask")
        if self.sliding_window is not None:
            refused.append("sliding_window")
        if refused:
            raise ValueError(
                f"`{refused[0]}` is only supported where the second of three axes is attended. "
                f"Received: query.shape={tuple(query.shape)}, attention_axes={axes.axes} "
                f"[{self._label()}]"
            )
        axes.check(query, value)
        mask = masks["attention_mask"]
        if mask is not None:
            mask = axes.fold_mask(mask, query, value)[:, None]
        folded = [axes.fold(x) for x in given]
        result, scores = self._attend(folded, mask, is_causal, drop, gives_scores, training)
        if gives_scores:
            scores = axes.unfold_scores(scores, query, value)
        return axes.unfold(result, query), scores

    def _operands(self, **given: Any) -> list[Tensor]:
        """Query, value and key as tensors that fit together, and the layer, without masks."""
        self._forget_masks(*given.values())
        tensors = [as_tensor(self, name, value) for name, value in given.items()]
        shapes = arguments.checked_shapes(self._label(), *(tensor.shape for tensor in tensors))
        dense = self.query_dense, self.value_dense, self.key_dense
        built = tuple(layer.inputs[0] for layer in dense)
        if tuple(shape[-1] for shape in shapes) != built:
            raise ValueError(
                f"Query, value and key must have {built} features, as the layer was built for. "
                f"Received: shapes {shapes} [{self._label()}]"
            )
        return tensors

    def compute_mask(self, inputs: Any, previous_mask: Any = None) -> Any:
        """The query's mask."""
        is_list = isinstance(previous_mask, (list, tuple))
        return previous_mask[0] if is_list else previous_mask

    def compute_output_shape(
        self, query_shape: Any, value_shape: Any = None, key_shape: Any = None
    ) -> tuple[int | None, ...]:
        """That of the queries but for the last size; the other shapes are only checked."""
        query, _, _ = arguments.checked_shapes(
            self._label(), query_shape, value_shape or query_shape, key_shape
        )
        return (*query[:-1], *(self._output_sizes or (query[-1],)))

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "num_heads": self.num_heads,
            "key_dim": self.key_dim,
            "value_dim": self.value_dim,
            "dropout": self.dropout,
            "use_bias": self.use_bias,
            "use_gate": self.use_gate,
            "output_shape": self._output_sizes,
            "attention_axes": self.attention_axes,
            "sliding_window": self.sliding_window,
            **library_layer.in_order(
                _PARTS[:4],
                {
                    **library_layer.activity_regularizer_config(self),
                    **library_layer.parts_config(self, *_PARTS),
                },
            ),
            "seed": self.seed,
        }


def _mask_of(tensor: Any, given: Any) -> Any:
    """The mask that was given, or the one that the tensor carries."""
    return getattr(tensor, "_keras_mask", None) if given is None else given


_ARGUMENTS = tuple(inspect.signature(MultiHeadAttention.call).parameters)[1:]
