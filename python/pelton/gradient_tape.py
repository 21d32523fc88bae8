"""Owns ``tf.GradientTape``: what ``_core.Tape`` does not do in C."""

from __future__ import annotations

from pelton._core import Tape

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor, Variable
    from pelton._types import TensorLike
    from pelton.autograd.unconnected_gradients import UnconnectedGradients


class GradientTape(Tape):
    """Records the ops inside ``with`` and gives gradients of what they computed.

    ``persistent``: gradient may be called more than once. ``watch_accessed_variables``: trainable
    variables are watched when they are read; other tensors need ``watch``. Tapes nest, so second
    derivatives come from a tape around a ``gradient`` call. Behaves as TensorFlow's class.
    """

    __slots__ = ()

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

        jacobian.check_loops(self, experimental_use_pfor)
        return jacobian.jacobian(self, target, sources, unconnected_gradients)

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

        jacobian.check_loops(self, experimental_use_pfor)
        return jacobian.batch_jacobian(self, target, source, unconnected_gradients)

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
