"""Embedding: a row of a table for each id."""

from __future__ import annotations

import warnings

from pelton._core import ops as _ops
from pelton.keras.layers import library_layer
from pelton.keras.layers.low_rank import LowRankLayer

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


class Embedding(LowRankLayer):
    """The rows of a table (input_dim, output_dim) that ids of shape (...) name: (..., output_dim).

    Ids that are no integers are cast to them; negative ones count from the table's end. With
    `mask_zero` id 0 stands for no value: it is masked. `weights` gives the table; with `lora_rank`
    it is frozen and adapted by low rank. Raises ValueError for sizes that are not positive,
    IndexError in the call for ids outside of [-input_dim, input_dim)."""

    _adapts = "embeddings"
    supports_masking = library_layer.masking_where("mask_zero")

    def __init__(
        self,
        input_dim: int,
        output_dim: int,
        embeddings_initializer: Any = "uniform",
        embeddings_regularizer: Any = None,
        embeddings_constraint: Any = None,
        mask_zero: bool = False,
        weights: Any = None,
        lora_rank: int | None = None,
        lora_alpha: int | None = None,
        quantization_config: None = None,
        **kwargs: Any,
    ) -> None:
        if kwargs.pop("input_length", None) is not None:
            warnings.warn("Argument `input_length` is deprecated. Just remove it.", stacklevel=2)
        super().__init__(**{**kwargs, "autocast": False})
        self.input_dim = _size(self, "input_dim", input_dim)
        self.output_dim = _size(self, "output_dim", output_dim)
        library_layer.read_parts(
            self,
            embeddings_initializer=embeddings_initializer,
            embeddings_regularizer=embeddings_regularizer,
            embeddings_constraint=embeddings_constraint,
        )
        self.mask_zero = bool(mask_zero)
        self._set_low_rank(lora_rank, lora_alpha)
        library_layer.only(self, "quantization_config", quantization_config)
        if weights is not None:
            self.build()
            self.set_weights(weights if isinstance(weights, (list, tuple)) else [weights])

    def _is_made_of_ops(self) -> bool:
        return not self.mask_zero

    def build(self, input_shape: Any = None) -> None:
        self._embeddings = self.add_weight(
            name="embeddings",
            shape=(self.input_dim, self.output_dim),
            initializer=self.embeddings_initializer,
            regularizer=self.embeddings_regularizer,
            constraint=self.embeddings_constraint,
        )
        self._adapt_as_asked()

    @property
    def embeddings(self) -> Any:
        """The table, adapted where it is; raises AttributeError before the layer is built."""
        return self._made_adapted()

    def call(self, inputs: Any) -> Tensor:
        ids = library_layer.as_tensor(self, "inputs", inputs)
        is_unsigned = ids.dtype.name.startswith("u")
        ids = ids if ids.dtype.name in ("int32", "int64") else _ops.cast(ids, "int32")
        if not is_unsigned:
            ids = _from_start(ids, self.input_dim)
        try:
            rows = _ops.gather(self.embeddings, ids)
        except IndexError as error:
            error.args = (f"Embedding '{self.name}': {error.args[0]}", *error.args[1:])
            raise
        return self._read(rows)

    def compute_mask(self, inputs: Any, mask: Any = None) -> Tensor | None:
        """Where ids are not 0, if `mask_zero`; else None."""
        if not self.mask_zero:
            return None
        return _ops.not_equal(inputs, _ops.cast(0, inputs.dtype))

    def compute_output_shape(self, input_shape: Any) -> tuple[int | None, ...]:
        return (*input_shape, self.output_dim)

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "input_dim": self.input_dim,
            "output_dim": self.output_dim,
            **library_layer.parts_config(
                self,
                "embeddings_initializer",
                "embeddings_regularizer",
                "activity_regularizer",
                "embeddings_constraint",
            ),
            **self._low_rank_config(),
            "mask_zero": self.mask_zero,
            "quantization_config": None,
        }


def _from_start(ids: Any, count: int) -> Tensor:
    """The ids with negative ones, which count from the table's end, as those from its start."""
    zero, size = _ops.cast(0, ids.dtype), _ops.cast(count, ids.dtype)
    return _ops.where(_ops.less(ids, zero), _ops.add(ids, size), ids)


def _size(layer: Any, argument: str, value: Any) -> int:
    """`value` if it is a positive integer; raises ValueError, naming the layer's class."""
    if not isinstance(value, int) or isinstance(value, bool) or value <= 0:
        raise ValueError(
            f"`{argument}` must be a positive integer. Received: {argument}={value} (of type "
            f"{type(value).__name__}). [{type(layer).__name__}]"
        )
    return value
