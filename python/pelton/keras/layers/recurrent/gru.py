"""GRU: gated recurrent units over sequences."""

from __future__ import annotations

from pelton.keras.layers.recurrent.cell_layer import CellLayer, arguments_of_cell
from pelton.keras.layers.recurrent.gru_cell import GRUCell

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


@arguments_of_cell
class GRU(CellLayer):
    """GRUCell over sequences (batch, time, features); flags, masks, states and errors as of RNN.
    `use_cudnn` is taken and changes nothing."""

    cell_class = GRUCell
    cell_name = "gru_cell"

    def __init__(
        self,
        units: int,
        activation: Any = "tanh",
        recurrent_activation: Any = "sigmoid",
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
        seed: int | None = None,
        return_sequences: bool = False,
        return_state: bool = False,
        go_backwards: bool = False,
        stateful: bool = False,
        unroll: bool = False,
        reset_after: bool = True,
        use_cudnn: Any = "auto",
        **kwargs: Any,
    ) -> None:
        given = dict(locals())
        kwargs.pop("implementation", None)  # of older versions; there is one
        self._make(given, kwargs)
        self.use_cudnn = use_cudnn  # kept as an attribute alone
