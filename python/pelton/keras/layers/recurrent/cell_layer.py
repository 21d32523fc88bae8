"""CellLayer: the base of SimpleRNN and GRU, an RNN whose cell's arguments are its own."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.keras.layers.input_spec import InputSpec
from pelton.keras.layers.library_layer import activity_regularizer_config, in_order
from pelton.keras.layers.recurrent import dropout_masks, sequence_shapes, steps
from pelton.keras.layers.recurrent.cell import ORDER
from pelton.keras.layers.recurrent.rnn import FLAGS, RNN

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


class CellLayer(RNN):
    """A RecurrentCell over sequences (batch, time, features). The inputs' part of all steps is one
    product; then the steps follow each other, as one op where the cell has one."""

    cell_class: Any = None
    cell_name = ""

    def _make(self, given: dict[str, Any], kwargs: dict[str, Any]) -> None:
        """What `__init__` does with its arguments `given`, among them those of the cell."""
        flags = {name: given[name] for name in FLAGS if name in given}
        flags["zero_output_for_mask"] = kwargs.pop("zero_output_for_mask", False)
        own = {
            "name": self.cell_name,
            "dtype": kwargs.get("dtype"),
            "trainable": kwargs.get("trainable", True),
        }
        names = (*self.cell_class.parts, *self.cell_class.plain)
        cell = self.cell_class(**{name: given[name] for name in names}, **own)
        regularizer = given["activity_regularizer"]
        RNN.__init__(self, cell, activity_regularizer=regularizer, **flags, **kwargs)
        self.input_spec = InputSpec(ndim=3)

    def build(self, sequences_shape: Any, initial_state_shape: Any = None) -> None:
        sequence_shapes.check_for_build(self._label(), sequences_shape, self.stateful)
        super().build(sequences_shape, initial_state_shape)
        self.input_spec = InputSpec(ndim=3, axes={-1: sequences_shape[-1]})

    def _run(self, x: Tensor, states: Any, mask: Any, training: Any) -> tuple[Tensor, Tensor, Any]:
        cell = self.cell
        sequence_shapes.check_for_call(self._label(), (None, None, cell.kernel.shape[0]), x, mask)
        of_inputs, of_state = dropout_masks.of_layer(
            cell, lambda: _ops.reduce_sum(x, axis=[1]), lambda: states[0], training
        )
        projected = cell.project(x, of_inputs)
        if of_state is None and cell.is_one_op():
            flags = {"go_backwards": self.go_backwards}
            flags["zero_output_for_mask"] = self.zero_output_for_mask
            outputs, h = cell.run(projected, states[0], mask, **flags)
            return outputs, h if mask is None else outputs[:, -1], [h]

        def step(row: Tensor, held: Any) -> tuple[Tensor, Any]:
            after = cell.step(row, held[0], of_state)
            return after, [after]

        return steps.run(
            step, projected, states, mask, self.go_backwards, self.zero_output_for_mask
        )

    def get_config(self) -> dict[str, Any]:
        flags = {name: getattr(self, name) for name in FLAGS}
        own = in_order(ORDER, {**self.cell.own_config(), **activity_regularizer_config(self)})
        return {**super(RNN, self).get_config(), **flags, **own}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """Of the arguments that the config holds."""
        return cls(**config)


def arguments_of_cell(cls: Any) -> Any:
    """Gives the layer class the cell's arguments as attributes."""
    for name in (*cls.cell_class.parts, *cls.cell_class.plain):
        setattr(cls, name, property(lambda self, name=name: getattr(self.cell, name)))
    return cls
