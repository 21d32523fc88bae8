"""Owns `model.add_loss` of symbolic tensors, as Keras 2's functional models had it."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def _with_losses(native: Any) -> type:
    """A class of functional models whose calls add the mean of each of their symbolic losses."""
    from pelton.keras import ops
    from pelton.keras.models.functional import Functional
    from pelton.nest import flatten, pack_sequence_as

    class WithLosses(Functional):
        """A model of inputs and outputs, with losses that follow from its tensors."""

        def call(self, inputs: Any, training: bool | None = None, mask: Any = None) -> Any:
            found = vars(self)["_whole"](inputs, training=training)
            count = len(flatten(self.output))
            for loss in found[count:]:
                native(self, ops.mean(loss))
            return pack_sequence_as(self.output, found[:count])

    return WithLosses


def _with_symbolic(native: Callable[..., Any]) -> Callable[..., Any]:
    """add_loss that takes symbolic tensors of a functional model too."""
    made: list[type] = []

    def add_loss(self: Any, loss: Any) -> None:
        """Add a scalar, or a symbolic tensor of a functional model, to its losses."""
        from pelton._core import functions as _functions
        from pelton.keras.models.functional import Functional
        from pelton.nest import flatten

        losses = flatten(loss)
        is_symbolic = all(_functions.is_symbolic(one) for one in losses)
        if not isinstance(self, Functional) or not is_symbolic:
            native(self, loss)
            return
        state = vars(self)
        state["_symbolic_losses"] = [*state.get("_symbolic_losses", ()), *losses]
        outputs = [*flatten(self.output), *state["_symbolic_losses"]]
        state["_whole"] = Functional(self.input, outputs)
        if not made:
            made.append(_with_losses(native))
        self.__class__ = made[0]

    return add_loss


def install_losses() -> None:
    """Widens models; once in a process."""
    from pelton import keras

    keras.Model.add_loss = _with_symbolic(keras.Model.add_loss)
