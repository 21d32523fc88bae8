"""RNN: any cell over the steps of a sequence."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.keras.layers.call_signature import takes
from pelton.keras.layers.library_layer import LibraryLayer, as_tensor
from pelton.keras.layers.open_sizes import same_sizes
from pelton.keras.layers.recurrent import dropout_masks, sequence_shapes, steps
from pelton.keras.layers.recurrent.cell_states import initial_states, output_size, state_sizes
from pelton.keras.layers.recurrent.state_variables import Held, keep, state_variable
from pelton.keras.layers.wrapping.wrapper import restored, stored
from pelton.nest import flatten, is_nested, map_structure

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

FLAGS = "return_sequences return_state go_backwards stateful unroll zero_output_for_mask".split()


class RNN(LibraryLayer):
    """A cell, `cell(inputs, states) -> output, states`, over sequences (batch, time, ...).

    Gives the last output, or with `return_sequences` that of each step in the order of the steps;
    with `return_state` the last states behind it. `mask` (batch, time) is true where there is a
    value: elsewhere the states stay and the output is the one before, or 0 with
    `zero_output_for_mask`. `stateful` begins with the states that the call before ended with. A
    list of cells is stacked. Raises ValueError for bad cells, ranks, masks, states, and for no
    steps."""

    supports_masking = True

    def __init__(
        self,
        cell: Any,
        return_sequences: bool = False,
        return_state: bool = False,
        go_backwards: bool = False,
        stateful: bool = False,
        unroll: bool = False,
        zero_output_for_mask: bool = False,
        **kwargs: Any,
    ) -> None:
        given = dict(locals())
        super().__init__(**kwargs)
        if isinstance(cell, (list, tuple)):
            from pelton.keras.layers.recurrent.stacked_cells import StackedRNNCells

            cell = StackedRNNCells(cell)
        for name in ("call", "state_size"):
            if not hasattr(cell, name):
                raise ValueError(
                    f"Argument `cell` should have a `{name}` (a method, an integer or a list of "
                    f"integers). Received: cell={cell} [{type(self).__name__}]"
                )
        state_sizes(cell)
        self.cell = cell
        for name in FLAGS:
            setattr(self, name, bool(given[name]))
        self._states: Any = None

    def _label(self) -> str:
        return f"[{type(self).__name__} '{self.name}']"

    @property
    def state_size(self) -> Any:
        """The sizes of the cell's states, in a list."""
        return state_sizes(self.cell)

    @property
    def single_state(self) -> bool:
        """Whether the cell has one state."""
        return len(self.state_size) == 1

    def build(self, sequences_shape: Any, initial_state_shape: Any = None) -> None:
        sizes = tuple(sequences_shape or ())
        if len(sizes) < 3:
            raise ValueError(
                "The sequences must have shape (batch, time, ...). Received: sequences_shape="
                f"{sequences_shape} {self._label()}"
            )
        if hasattr(self.cell, "built") and not self.cell.built:
            self.cell.build((sizes[0], *sizes[2:]))
        if self.stateful:
            sequence_shapes.check_batch_is_known(self._label(), sizes)
            zeros = self.get_initial_state(sizes[0])
            self._states = Held(map_structure(lambda start: state_variable(self, start), zeros))

    @property
    def states(self) -> Any:
        """The variables of a stateful layer that is built; else None."""
        return None if self._states is None else self._states.variables

    def reset_states(self) -> None:
        """Makes the states of a stateful layer 0."""
        for state in flatten(self.states) if self.states is not None else ():
            state.assign(_ops.zeros_like(state))

    reset_state = reset_states

    def get_initial_state(self, batch_size: Any) -> list[Any]:
        """The states that a sequence begins with unless they are given."""
        return initial_states(self.cell, batch_size, self.compute_dtype)

    def call(
        self, sequences: Any, initial_state: Any = None, mask: Any = None, training: bool = False
    ) -> Any:
        x = as_tensor(self, "sequences", sequences)
        x = x if isinstance(x, Tensor) else _functions.convert(x)
        mask = None if mask is None else as_tensor(self, "mask", mask)
        sequence_shapes.check_steps(self._label(), x, mask)
        if self.unroll and x.shape[1] is None:
            raise ValueError(
                "Cannot unroll a RNN if the time dimension is undefined. Received: "
                f"sequences.shape={tuple(x.shape)} {self._label()}"
            )
        if mask is not None and mask.dtype.name != "bool":
            mask = _ops.cast(mask, "bool")
        states = self._first_states(initial_state, x)
        outputs, last, after = self._run(x, states, mask, training)
        if self._states is not None:
            keep(flatten(self.states), flatten(after))
        output = _ops.cast(outputs if self.return_sequences else last, self.compute_dtype)
        if not self.return_state:
            return output
        return (output, *map_structure(lambda one: _ops.cast(one, self.compute_dtype), after))

    def _first_states(self, given: Any, x: Tensor) -> Any:
        batch = x.shape[0]
        if given is None:
            if self.states is None:
                return self.get_initial_state(_ops.shape(x)[0] if batch is None else batch)
            given = self.states
        given = list(given) if is_nested(given) else [given]
        sizes = flatten(self.state_size)
        shapes = [tuple(as_tensor(self, "initial_state", s).shape) for s in flatten(given)]
        fits = len(shapes) == len(sizes)
        if not fits or not all(
            not isinstance(size, int) or same_sizes(shape[:2], (batch, size))
            for shape, size in zip(shapes, sizes, strict=True)
        ):
            raise ValueError(
                f"The states of this layer have the sizes {sizes} for a batch of {batch}. "
                f"Received: shapes {shapes} {self._label()}"
            )
        dtype = getattr(self.cell, "compute_dtype", self.compute_dtype)
        return map_structure(lambda s: _ops.cast(_functions.convert(s), dtype), given)

    def _run(self, x: Tensor, states: Any, mask: Any, training: Any) -> tuple[Tensor, Tensor, Any]:
        """The output of each step, the last one, and the last states."""
        cell = self.cell
        options = {"training": training} if takes(cell, "training") else {}
        run = cell if callable(cell) else cell.call

        def step(row: Tensor, held: Any) -> tuple[Tensor, Any]:
            return run(row, held, **options)

        flags = (self.go_backwards, self.zero_output_for_mask)
        with dropout_masks.held(cell, x, states):
            return steps.run(step, x, states, mask, *flags)

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        """The mask itself with `return_sequences`; states have none."""
        mask = mask[0] if isinstance(mask, (list, tuple)) else mask
        own = mask if self.return_sequences else None
        return [own, *(None for _ in self.state_size)] if self.return_state else own

    def compute_output_shape(self, sequences_shape: Any, initial_state_shape: Any = None) -> Any:
        batch, time = sequences_shape[0], sequences_shape[1]
        size = output_size(self.cell)
        output = (batch, time, size) if self.return_sequences else (batch, size)
        if not self.return_state:
            return output
        return (output, *map_structure(lambda n: (batch, n), self.state_size))

    def get_config(self) -> dict[str, Any]:
        flags = {name: getattr(self, name) for name in FLAGS}
        return {**super().get_config(), **flags, "cell": stored(self.cell)}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: Any = None) -> Any:
        """Of the cell that the config holds."""
        config = dict(config)
        return cls(restored(config.pop("cell"), custom_objects), **config)
