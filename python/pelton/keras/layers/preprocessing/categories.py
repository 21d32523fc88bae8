"""CategoryEncoding: numbers of categories as vectors."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.keras.layers import library_layer
from pelton.keras.layers.library_layer import LibraryLayer
from pelton.keras.layers.preprocessing import category_codes as _codes
from pelton.tensors.kinds import is_sparse

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class CategoryEncoding(LibraryLayer):
    """Numbers below `num_tokens` as vectors: one for each row by "multi_hot" and "count", one for
    each number by "one_hot". `count_weights` are summed in place of counts."""

    _allow_non_tensor_positional_args = True

    def __init__(
        self,
        num_tokens: int | None = None,
        output_mode: str = "multi_hot",
        sparse: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.output_mode = _codes.read_mode(
            type(self).__name__, output_mode, ("count", "one_hot", "multi_hot")
        )
        if num_tokens is None:
            raise ValueError(
                "num_tokens must be set to use this layer. If the number of tokens is not known "
                f"beforehand, use the IntegerLookup layer instead. [{type(self).__name__}]"
            )
        self.num_tokens = library_layer.positive_int(self, "num_tokens", num_tokens)
        self.sparse = sparse
        self.built = True

    def call(self, inputs: Any, count_weights: Any = None) -> Any:
        if count_weights is not None and self.output_mode != "count":
            raise ValueError(
                "`count_weights` is not used when `output_mode` is not `'count'`. Received "
                f"`count_weights={count_weights}`. [{type(self).__name__}]"
            )
        x = inputs
        if not hasattr(x, "flat_values"):
            x = library_layer.as_tensor(self, "inputs", inputs)
        if count_weights is not None and not is_sparse(count_weights):
            count_weights = library_layer.as_tensor(self, "count_weights", count_weights)
            count_weights = _ops.cast(count_weights, "float32")
        mode, depth = self.output_mode, self.num_tokens
        return _codes.encoded(x, mode, depth, self.compute_dtype, self.sparse, count_weights)

    def compute_output_shape(self, input_shape: Any) -> Any:
        if not input_shape:
            return (self.num_tokens,)
        return _codes.encoded_shape(self.output_mode, self.num_tokens, input_shape)

    def get_config(self) -> dict[str, Any]:
        own = {"num_tokens": self.num_tokens, "output_mode": self.output_mode}
        return {**super().get_config(), **own}
