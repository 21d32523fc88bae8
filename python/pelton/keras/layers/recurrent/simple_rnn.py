"""SimpleRNN: a fully connected recurrent network over sequences."""

from __future__ import annotations

from pelton.keras.layers.recurrent.cell_layer import CellLayer, arguments_of_cell
from pelton.keras.layers.recurrent.simple_rnn_cell import SimpleRNNCell

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


@arguments_of_cell
class SimpleRNN(CellLayer):
    """SimpleRNNCell over sequences (batch, time, features); flags, masks, states and errors as of
    RNN."""

    cell_class = SimpleRNNCell
    cell_name = "simple_rnn_cell"

    def __init__(
        self,
        units: int,
        activation: Any = "tanh",
        use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform",
        recurrent_initializer: Any = "orthogonal",
        bias_initializer: Any = "zeros",
        kernel_regularizer: Any = None,
        recurrent_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        kernel_constraint: Any = None,
        recurrent_constraint: Any = None,
        bias_constraint: Any = None,
        dropout: float = 0.0,
        recurrent_dropout: float = 0.0,
        return_sequences: bool = False,
        return_state: bool = False,
        go_backwards: bool = False,
        stateful: bool = False,
        unroll: bool = False,
        seed: int | None = None,
        **kwargs: Any,
    ) -> None:
        given = dict(locals())
        self._make(given, kwargs)

    def get_config(self) -> dict[str, Any]:
        config = super().get_config()
        del config["seed"]  # as in Keras
        return config
