"""RecurrentCell: what SimpleRNNCell and GRUCell share: weights, dropout and configs."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.keras.layers import library_layer
from pelton.keras.layers.library_layer import LibraryLayer
from pelton.keras.layers.open_sizes import same_sizes
from pelton.keras.layers.recurrent import dropout_masks

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor

_WEIGHTS = ("kernel", "recurrent", "bias")
_KINDS = ("initializer", "regularizer", "constraint")
PARTS = (
    "activation",
    *(f"{weight}_{kind}" for kind in _KINDS for weight in _WEIGHTS),
)
PLAIN = ("units", "use_bias", "dropout", "recurrent_dropout", "seed")
# In which order Keras's configs of recurrent layers and cells have their arguments.
ORDER = tuple(
    "filters kernel_size strides padding data_format dilation_rate units activation "
    "recurrent_activation use_bias kernel_initializer recurrent_initializer bias_initializer "
    "unit_forget_bias kernel_regularizer recurrent_regularizer bias_regularizer "
    "activity_regularizer kernel_constraint recurrent_constraint bias_constraint dropout "
    "recurrent_dropout reset_after seed".split()
)


class RecurrentCell(LibraryLayer):
    """A cell with one state h (batch, units), a kernel for the inputs and one for the state, each
    of `gates` * units columns."""

    gates = 1
    masks_gates = False  # whether each gate has dropout of its own in any case
    draws_first = False  # its numbers' seed is drawn before those of its initializers, in Keras
    parts: tuple[str, ...] = PARTS
    plain: tuple[str, ...] = PLAIN

    def _configure(self, given: dict[str, Any]) -> None:
        """Reads the arguments; raises ValueError for bad sizes, rates, seeds and names."""
        self.units = library_layer.positive_int(self, "units", given["units"])
        self.seed = library_layer.seed(self, given["seed"])
        if self.draws_first:
            library_layer.add_seed_generator(self, self.seed)
        library_layer.read_parts(self, **{name: given[name] for name in self.parts})
        self.use_bias = bool(given["use_bias"])
        for name in ("dropout", "recurrent_dropout"):
            setattr(self, name, library_layer.rate(self, name, given[name]))
        if not self.draws_first:
            library_layer.add_seed_generator(self, self.seed)
        self.bias = None

    @property
    def state_size(self) -> int:
        """The size of h."""
        return self.units

    @property
    def output_size(self) -> int:
        """The size of the output."""
        return self.units

    def _bias_shape(self) -> tuple[int, ...]:
        return (self.gates * self.units,)

    def build(self, input_shape: Any) -> None:
        columns = self.gates * self.units
        self.kernel = self._weight("kernel", (input_shape[-1], columns), "kernel")
        self.recurrent_kernel = self._weight("recurrent_kernel", (self.units, columns), "recurrent")
        self.bias = self._weight("bias", self._bias_shape(), "bias") if self.use_bias else None

    def _weight(self, name: str, shape: tuple[int, ...], kind: str) -> Any:
        return self.add_weight(
            name=name,
            shape=shape,
            initializer=getattr(self, f"{kind}_initializer"),
            regularizer=getattr(self, f"{kind}_regularizer"),
            constraint=getattr(self, f"{kind}_constraint"),
        )

    def get_initial_state(self, batch_size: Any = None) -> list[Tensor]:
        """The state that a sequence begins with unless it is given: zeros."""
        return [_functions.zeros((batch_size, self.units), self.compute_dtype)]

    def is_one_op(self) -> bool:
        """Whether all steps are one op of the engine, which `run` calls."""
        return False

    def call(self, inputs: Any, states: Any, training: bool = False) -> tuple[Tensor, Any]:
        x = library_layer.as_tensor(self, "inputs", inputs)
        if not same_sizes(tuple(x.shape), (None, self.kernel.shape[0])):
            raise ValueError(
                f"The inputs must have shape (batch, {self.kernel.shape[0]}). Received: "
                f"inputs.shape={tuple(x.shape)} [{type(self).__name__} '{self.name}']"
            )
        is_list = isinstance(states, (list, tuple))
        h = self.checked_state(states[0] if is_list and len(states) == 1 else states, x.shape[0])
        of_inputs, of_state = dropout_masks.of_call(self, x, h, training)
        output = self.step(self.project(x, of_inputs), h, of_state)
        return output, ([output] if is_list else output)

    def checked_state(self, state: Any, batch: int | None) -> Tensor:
        """`state` as h in the compute dtype; raises ValueError for another shape."""
        if isinstance(state, (list, tuple)):
            raise ValueError(
                f"The state is one tensor ({batch}, {self.units}). Received: {len(state)} of them "
                f"[{type(self).__name__} '{self.name}']"
            )
        h = _functions.convert(library_layer.as_tensor(self, "states", state))
        if not same_sizes(tuple(h.shape), (batch, self.units)):
            raise ValueError(
                f"The state must have shape ({batch}, {self.units}). Received: {tuple(h.shape)} "
                f"[{type(self).__name__} '{self.name}']"
            )
        return h if h.dtype.name == self.compute_dtype else _ops.cast(h, self.compute_dtype)

    def own_config(self) -> dict[str, Any]:
        """The entries that are not of all layers."""
        plain = {name: getattr(self, name) for name in self.plain}
        own = {**plain, **library_layer.parts_config(self, *self.parts)}
        return library_layer.in_order(ORDER, own)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), **self.own_config()}
