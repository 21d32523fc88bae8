"""Owns ``tf.contrib.rnn``: the cells of tf.nn.rnn_cell and static_rnn."""

from pelton.compat.v1.recurrence.rnn import static_rnn
from pelton.compat.v1.recurrence.rnn_cells import (
    BasicLSTMCell,
    BasicRNNCell,
    DeviceWrapper,
    DropoutWrapper,
    GRUCell,
    LSTMCell,
    LSTMStateTuple,
    MultiRNNCell,
    ResidualWrapper,
    RNNCell,
)

__all__ = [
    "BasicLSTMCell",
    "BasicRNNCell",
    "DeviceWrapper",
    "DropoutWrapper",
    "GRUCell",
    "LSTMCell",
    "LSTMStateTuple",
    "MultiRNNCell",
    "ResidualWrapper",
    "RNNCell",
    "static_rnn",
]
