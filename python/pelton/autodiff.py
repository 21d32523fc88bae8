"""Owns ``tf.autodiff``: the tape, and directional derivatives forwards."""

from __future__ import annotations

import threading
from contextlib import ExitStack, nullcontext

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.autograd.unconnected_gradients import UnconnectedGradients
from pelton.gradient_tape import GradientTape
from pelton.nest import flatten, pack_sequence_as

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

__all__ = ["ForwardAccumulator", "GradientTape"]


class _Active(threading.local):
    """The accumulators that this thread is within, the outermost first."""

    def __init__(self) -> None:
        self.accumulators: list[ForwardAccumulator] = []


_active = _Active()


class ForwardAccumulator:
    """``with ForwardAccumulator(primals, tangents) as acc:`` then ``acc.jvp(outputs)`` is the
    derivative of what was computed inside, along `tangents`.

    It is taken as the gradient of a gradient (the double backward way), which costs about two
    backward passes. Accumulators around this one have the derivatives of what it gives. Raises
    ValueError where shapes or dtypes of tangents and primals differ."""

    def __init__(self, primals: Any, tangents: Any) -> None:
        self._primals = flatten(primals)
        given = flatten(tangents)
        if len(given) != len(self._primals):
            raise ValueError(
                f"ForwardAccumulator: {len(self._primals)} primals, but {len(given)} tangents"
            )
        for place, primal in enumerate(self._primals):
            if any(primal is other for other in self._primals[:place]):
                raise ValueError(
                    f"Tensor {primal!r} was specified as a primal multiple times. This may "
                    "indicate an error. If it was intended, please sum the corresponding tangents."
                )
        self._tangents = []
        for primal, tangent in zip(self._primals, given, strict=True):
            found = _functions.convert_like(tangent, primal.dtype)
            if found.dtype != primal.dtype or tuple(found.shape) != tuple(primal.shape):
                raise ValueError(
                    f"ForwardAccumulator: a tangent of shape {tuple(found.shape)} and dtype "
                    f"{found.dtype.name} for a primal of shape {tuple(primal.shape)} and dtype "
                    f"{primal.dtype.name}"
                )
            self._tangents.append(found)
        self._tape = GradientTape(persistent=True)
        self._around: list[ForwardAccumulator] = []

    def __enter__(self) -> ForwardAccumulator:
        self._around = list(_active.accumulators)
        self._tape.__enter__()
        _active.accumulators.append(self)
        for primal in self._primals:
            self._tape.watch(primal)
        return self

    def __exit__(self, *error: Any) -> None:
        _active.accumulators.remove(self)
        self._tape.__exit__(*error)

    def jvp(self, primals: Any, unconnected_gradients: UnconnectedGradients | str = "none") -> Any:
        """The derivative of each tensor of `primals`, in their structure; None, or zeros, where it
        does not follow from the accumulator's."""
        wants_zeros = UnconnectedGradients(unconnected_gradients) is UnconnectedGradients.ZERO
        leaves = [self._along(_functions.convert(leaf), wants_zeros) for leaf in flatten(primals)]
        return pack_sequence_as(primals, leaves)

    def _along(self, output: Any, wants_zeros: bool) -> Any:
        if not self._tape.was_entered:
            return _ops.zeros_like(output) if wants_zeros else None
        with ExitStack() as around:
            for accumulator in self._around:
                if not accumulator._tape.is_recording:
                    around.enter_context(accumulator._tape)
            return self._differentiated(output, wants_zeros)

    def _differentiated(self, output: Any, wants_zeros: bool) -> Any:
        pause = self._tape.stop_recording() if self._tape.is_recording else nullcontext()
        with pause, GradientTape() as outer:
            weights = _ops.zeros_like(output)
            outer.watch(weights)
            gradients = self._tape.gradient(output, self._primals, output_gradients=weights)
        pairs = [
            (gradient, tangent)
            for gradient, tangent in zip(gradients, self._tangents, strict=True)
            if gradient is not None
        ]
        if not pairs:
            return _ops.zeros_like(output) if wants_zeros else None
        made, along = zip(*pairs, strict=True)
        return outer.gradient(
            list(made), weights, output_gradients=list(along), unconnected_gradients="zero"
        )


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
