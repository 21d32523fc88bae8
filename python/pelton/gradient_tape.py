"""Owns ``tf.GradientTape``: what ``_core.Tape`` does not do in C."""

from __future__ import annotations

from pelton._core import Tape, Variable

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike
    from pelton.autograd.unconnected_gradients import UnconnectedGradients


_MAY_BE_VARIABLES = (Variable, list, tuple, dict)
_enter = Tape.__enter__
_gradient = Tape.gradient


class GradientTape(Tape):
    """Records the ops inside ``with`` and gives gradients of what they computed.

    ``persistent``: gradient may be called more than once. ``watch_accessed_variables``: trainable
    variables are watched when they are read; other tensors need ``watch``. Tapes nest, so second
    derivatives come from a tape around a ``gradient`` call. Behaves as TensorFlow's class.
    """

    __slots__ = ("_was_entered",)

    def __enter__(self) -> GradientTape:
        self._was_entered = True
        return _enter(self)

    def gradient(
        self,
        target: Any,
        sources: Any,
        output_gradients: Any = None,
        unconnected_gradients: UnconnectedGradients | str = "none",
    ) -> Any:
        """d target / d source for every leaf of ``sources``, None where they are not connected.

        Raises RuntimeError on a second call unless persistent, and for a tape that never recorded.
        """
        if not hasattr(self, "_was_entered"):
            self._refuse()
        if isinstance(target, _MAY_BE_VARIABLES):
            from pelton.autograd.variable_targets import gradients

            return gradients(self, target, sources, output_gradients, unconnected_gradients)
        if unconnected_gradients == "none":  # which costs more to look up than small gradients
            return _gradient(self, target, sources, output_gradients)
        return _gradient(self, target, sources, output_gradients, unconnected_gradients)

    def _refuse(self) -> None:
        raise RuntimeError(
            "A non-persistent GradientTape can only be used to compute one set of gradients (or "
            "jacobians), and only after its `with` block, which this one never had"
        )

    def jacobian(
        self,
        target: TensorLike,
        sources: Any,
        unconnected_gradients: UnconnectedGradients | str = "none",
        parallel_iterations: int | None = None,
        experimental_use_pfor: bool = True,
    ) -> Any:
        """d target / d source, of shape target.shape + source.shape, for every leaf of ``sources``.

        ``target``: one tensor; one backward pass per element. Unconnected sources give None, or
        zeros. ``parallel_iterations`` has no effect. Raises RuntimeError on a second call unless
        persistent.
        """
        from pelton.autograd import jacobian

        if not hasattr(self, "_was_entered"):
            self._refuse()
        jacobian.check_loops(self, experimental_use_pfor)
        return jacobian.full(self, target, sources, unconnected_gradients)

    def batch_jacobian(
        self,
        target: TensorLike,
        source: Tensor | Variable,
        unconnected_gradients: UnconnectedGradients | str = "none",
        parallel_iterations: int | None = None,
        experimental_use_pfor: bool = True,
    ) -> Tensor:
        """The Jacobian of each example: [b, y..., x...] for target [b, y...] and source [b, x...].

        Example i of ``target`` must depend on example i of ``source`` only; unconnected: zeros.
        Raises ValueError unless both have at least two axes and the same first one.
        """
        from pelton.autograd import jacobian

        if not hasattr(self, "_was_entered"):
            self._refuse()
        jacobian.check_loops(self, experimental_use_pfor)
        return jacobian.per_example(self, target, source, unconnected_gradients)

    def stop_recording(self) -> _StopRecording:
        """A context manager inside which nothing is recorded.

        Raises RuntimeError when the tape is not recording.
        """
        return _StopRecording(self)


class _StopRecording:
    """Pauses a tape."""

    def __init__(self, tape: Tape) -> None:
        if not tape.is_recording:
            raise RuntimeError("Trying to stop recording a tape which is not recording.")
        self._tape = tape

    def __enter__(self) -> None:
        self._tape.stop()

    def __exit__(self, *error: object) -> None:
        self._tape.start()


def __getattr__(name: str) -> object:
    if name == "UnconnectedGradients":  # loads enum, and is seldom wanted
        from pelton.autograd.unconnected_gradients import UnconnectedGradients

        return UnconnectedGradients
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
