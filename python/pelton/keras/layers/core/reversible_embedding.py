"""ReversibleEmbedding: rows of a table for ids, and scores of all ids for rows."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.keras.layers.core.embedding import Embedding

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


class ReversibleEmbedding(Embedding):
    """Embedding; with `reverse=True` in the call (..., output_dim) times the table's transpose, or
    times a second table where `tie_weights` is False: scores (..., input_dim).

    The product is in `reverse_dtype` where it is given. With `logit_soft_cap` c the scores s are
    c * tanh(s / c). Errors as of Embedding. Source: Press and Wolf, 2016."""

    def __init__(
        self,
        input_dim: int,
        output_dim: int,
        tie_weights: bool = True,
        embeddings_initializer: Any = "uniform",
        embeddings_regularizer: Any = None,
        embeddings_constraint: Any = None,
        mask_zero: bool = False,
        reverse_dtype: str | None = None,
        logit_soft_cap: float | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(
            input_dim,
            output_dim,
            embeddings_initializer=embeddings_initializer,
            embeddings_regularizer=embeddings_regularizer,
            embeddings_constraint=embeddings_constraint,
            mask_zero=mask_zero,
            **kwargs,
        )
        self.tie_weights = tie_weights
        self.reverse_dtype = reverse_dtype
        self.logit_soft_cap = logit_soft_cap

    def _is_made_of_ops(self) -> bool:
        return False

    def build(self, input_shape: Any = None) -> None:
        super().build(input_shape)
        if not self.tie_weights:
            self.reverse_embeddings = self.add_weight(
                name="reverse_embeddings",
                shape=(self.output_dim, self.input_dim),
                initializer=self.embeddings_initializer,
            )

    def call(self, inputs: Any, reverse: bool = False) -> Tensor:
        if not reverse:
            return self._looked_up(inputs)
        table = self.embeddings if self.tie_weights else self.reverse_embeddings
        dtype = self.reverse_dtype or self.compute_dtype
        x, kernel = _ops.cast(inputs, dtype), _ops.cast(table, dtype)
        scores = _ops.tensordot(x, kernel, [[-1], [1 if self.tie_weights else 0]])
        if self.logit_soft_cap is None:
            return scores
        return _ops.tanh(scores / self.logit_soft_cap) * self.logit_soft_cap

    def _looked_up(self, inputs: Any) -> Tensor:
        rows = super().call(inputs)
        mask = super().compute_mask(inputs)
        if mask is not None:
            rows._keras_mask = mask
        return rows

    def compute_mask(self, inputs: Any, mask: Any = None) -> None:
        """None: the call gives the rows their mask."""
        return None

    def compute_output_shape(
        self, input_shape: Any, reverse: bool = False
    ) -> tuple[int | None, ...]:
        if reverse:
            return (*input_shape[:-1], self.input_dim)
        return super().compute_output_shape(input_shape)

    def get_config(self) -> dict[str, Any]:
        own = {name: getattr(self, name) for name in _OWN}
        return {**super().get_config(), **own}


_OWN = ("tie_weights", "reverse_dtype", "logit_soft_cap")
