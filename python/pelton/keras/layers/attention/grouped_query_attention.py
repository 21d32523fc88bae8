"""GroupedQueryAttention: attention in which several heads of the queries share keys and values."""

from __future__ import annotations

from pelton.keras.layers import library_layer
from pelton.keras.layers.attention.multi_head_attention import MultiHeadAttention

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


class GroupedQueryAttention(MultiHeadAttention):
    """MultiHeadAttention of `num_query_heads` heads of width `head_dim` over (batch, T, features),
    in which `num_query_heads / num_key_value_heads` of them use the same keys and values. Here a
    given `query_mask` hides all keys from the queries that are masked.

    Raises ValueError for arguments, shapes and masks that do not fit. Source: GQA (Ainslie et al.,
    2023)."""

    def __init__(
        self,
        head_dim: int,
        num_query_heads: int,
        num_key_value_heads: int,
        dropout: float = 0.0,
        use_bias: bool = True,
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
        given = {name: value for name, value in locals().items() if name in _SHARED}
        self.head_dim = library_layer.positive_int(self, "head_dim", head_dim)
        self.num_query_heads = library_layer.positive_int(self, "num_query_heads", num_query_heads)
        self.num_key_value_heads = library_layer.positive_int(
            self, "num_key_value_heads", num_key_value_heads
        )
        if num_query_heads % num_key_value_heads:
            raise ValueError(
                "`num_query_heads` must be divisible by `num_key_value_heads`. Received: "
                f"num_query_heads={num_query_heads}, num_key_value_heads={num_key_value_heads} "
                f"[{type(self).__name__}]"
            )
        super().__init__(num_query_heads, head_dim, **given, **kwargs)

    def _key_heads(self) -> int:
        return self.num_key_value_heads

    def _seeing(self, query: Tensor, query_mask: Any) -> Any:
        return getattr(query, "_keras_mask", None) if query_mask is None else query_mask

    def _forget_masks(self, *tensors: Any) -> None:
        """Nothing: Keras's layer leaves the masks where they are."""

    def _spread(self, x: Tensor) -> Tensor:
        from pelton.keras.ops.numpy.shaping import repeat

        return repeat(x, self.num_query_heads // self.num_key_value_heads, axis=2)

    def get_config(self) -> dict[str, Any]:
        config = super().get_config()
        for name in ("num_heads", "key_dim", "value_dim", "output_shape", "attention_axes"):
            del config[name]
        names = ("head_dim", "num_query_heads", "num_key_value_heads")
        return {**config, **{name: getattr(self, name) for name in names}}


GroupQueryAttention = GroupedQueryAttention  # Keras's public name
_SHARED = tuple(
    "dropout use_bias sliding_window flash_attention kernel_initializer bias_initializer "
    "kernel_regularizer bias_regularizer activity_regularizer kernel_constraint bias_constraint "
    "use_gate seed".split()
)
