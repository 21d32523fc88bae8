"""Owns ``tf.GradientTape``: what ``_core.Tape`` does not do in C."""

from __future__ import annotations

from pelton._core import Tape


class GradientTape(Tape):
    """Records the ops inside ``with`` and gives gradients of what they computed.

    ``persistent``: gradient may be called more than once. ``watch_accessed_variables``: trainable
    variables are watched when they are read; other tensors need ``watch``. Tapes nest, so second
    derivatives come from a tape around a ``gradient`` call. Behaves as TensorFlow's class.
    """

    __slots__ = ()

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
        from pelton.unconnected_gradients import UnconnectedGradients

        return UnconnectedGradients
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
