"""Owns `AbstractRNNCell`, what Keras 2's cells of users derive from."""

from __future__ import annotations

from pelton import nest
from pelton._core import layers as _layers
from pelton._core import ops as _ops
from pelton.tensor_shape import TensorShape

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class AbstractRNNCell(_layers.Layer):
    """A cell of ``RNN``, which calls it with an input (batch, values) and the states; derived
    classes give `call`, `state_size` and `output_size`."""

    def call(self, inputs: Any, states: Any) -> Any:
        """The output (batch, output_size) and the new states; the derived class computes them."""
        raise NotImplementedError(f"{type(self).__name__}.call")

    @property
    def state_size(self) -> Any:
        """The size of a state, or a nest of them; the derived class says it."""
        raise NotImplementedError(f"{type(self).__name__}.state_size")

    @property
    def output_size(self) -> Any:
        """The size of an output; the derived class says it."""
        raise NotImplementedError(f"{type(self).__name__}.output_size")

    def get_initial_state(
        self, inputs: Any = None, batch_size: Any = None, dtype: Any = None
    ) -> Any:
        """Zeros for the states of `batch_size` rows, or of as many as the inputs have."""
        from pelton.ops.array.creation import zeros

        if inputs is not None:
            batch_size, dtype = _ops.shape(inputs)[0], inputs.dtype
        if batch_size is None:
            raise ValueError(
                f"{type(self).__name__}.get_initial_state: `inputs` or `batch_size` must be given"
            )
        dtype = dtype or self.compute_dtype
        sizes = self.state_size
        return nest.map_structure(
            lambda size: zeros([batch_size, *TensorShape(size).as_list()], dtype), sizes
        )
