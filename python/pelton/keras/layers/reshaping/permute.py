"""Permute and RepeatVector: other orders of axes, and copies along a new one."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.keras.layers.input_spec import InputSpec
from pelton.keras.layers.library_layer import LibraryLayer, as_tensor

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._core import Tensor


class Permute(LibraryLayer):
    """The axes of an input, from 1, in the order `dims`; the batch stays first."""

    def __init__(self, dims: Sequence[int], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        is_list = isinstance(dims, (list, tuple))
        if not is_list or sorted(dims) != list(range(1, len(dims) + 1)):
            raise ValueError(
                "Invalid permutation argument `dims` for Permute Layer. The set of indices in "
                f"`dims` must be consecutive and start from 1. Received dims={dims} [Permute]"
            )
        self.dims = tuple(dims)
        self.input_spec = InputSpec(ndim=len(self.dims) + 1)

    def call(self, inputs: Any) -> Tensor:
        return _ops.transpose(as_tensor(self, "inputs", inputs), [0, *self.dims])

    def compute_output_shape(self, input_shape: Any) -> Any:
        return (input_shape[0], *(input_shape[dim] for dim in self.dims))

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "dims": self.dims}


class RepeatVector(LibraryLayer):
    """Each vector of (batch, features) `n` times: (batch, n, features)."""

    def __init__(self, n: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if not isinstance(n, int) or isinstance(n, bool):
            raise TypeError(f"Expected an integer value for `n`, got {type(n)}. [RepeatVector]")
        if n <= 0:
            raise ValueError(
                f"Argument `n` should be a positive integer. Received: n={n} [RepeatVector]"
            )
        self.n = n
        self.input_spec = InputSpec(ndim=2)

    def call(self, inputs: Any) -> Tensor:
        return _ops.tile(_ops.expand_dims(as_tensor(self, "inputs", inputs), 1), [1, self.n, 1])

    def compute_output_shape(self, input_shape: Any) -> Any:
        return (input_shape[0], self.n, input_shape[1])

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "n": self.n}
