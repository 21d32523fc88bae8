"""Owns ``tf.GradientTape``: nested structures and warnings around ``_core.Tape``."""

import enum
import logging

from pelton._core import Tape, Tensor, Variable
from pelton._core.functions import convert, zeros

_log = logging.getLogger("tensorflow")


class UnconnectedGradients(enum.Enum):
    """What the gradient of a source is when the target does not depend on it."""

    NONE = "none"
    ZERO = "zero"


def _flatten(structure, leaves):
    """Appends the leaves of nested lists, tuples and dicts to ``leaves``, in order."""
    if isinstance(structure, dict):
        for key in sorted(structure):
            _flatten(structure[key], leaves)
    elif isinstance(structure, (list, tuple)):
        for item in structure:
            _flatten(item, leaves)
    else:
        leaves.append(structure)


def _pack(structure, leaves):
    """The same nesting as ``structure`` with its leaves taken from the iterator ``leaves``."""
    if isinstance(structure, dict):
        packed = {key: _pack(structure[key], leaves) for key in sorted(structure)}
        return {key: packed[key] for key in structure}
    if isinstance(structure, tuple) and hasattr(structure, "_fields"):
        return type(structure)(*(_pack(item, leaves) for item in structure))
    if isinstance(structure, (list, tuple)):
        return type(structure)(_pack(item, leaves) for item in structure)
    return next(leaves)


def _is_differentiable(leaf, role):
    if leaf.dtype.is_floating or leaf.dtype.is_complex:
        return True
    _log.warning(
        "The dtype of the %s tensor must be floating (e.g. tf.float32)%s, got %r",
        role,
        "" if role == "watched" else " when calling GradientTape.gradient",
        leaf.dtype,
    )
    return False


class GradientTape:
    """Records the ops inside ``with`` and gives gradients of what they computed.

    ``persistent``: gradient may be called more than once. ``watch_accessed_variables``: trainable
    variables are watched when they are read; other tensors need ``watch``. Tapes nest, so second
    derivatives come from a tape around a ``gradient`` call. Behaves as TensorFlow's class.
    """

    __slots__ = ("_tape", "_used")

    def __init__(self, persistent=False, watch_accessed_variables=True):
        self._tape = Tape(persistent, watch_accessed_variables)
        self._used = False

    def __enter__(self):
        self._tape.start()
        return self

    def __exit__(self, *error):
        if self._tape.is_recording:
            self._tape.stop()

    def watch(self, tensor):
        """Records what is computed from ``tensor``, a tensor, a variable or a nest of them.

        Raises ValueError for anything else; an integer tensor is refused with a warning.
        """
        leaves = []
        _flatten(tensor, leaves)
        for leaf in leaves:
            if not isinstance(leaf, (Tensor, Variable)):
                raise ValueError(
                    f"Passed in object {leaf!r} of type {type(leaf).__name__!r}, not tf.Tensor or "
                    "tf.Variable or ExtensionType."
                )
            if _is_differentiable(leaf, "watched"):
                self._tape.watch(leaf)

    def watched_variables(self):
        """The variables that were read, in that order."""
        return tuple(self._tape.watched_variables())

    def reset(self):
        """Forgets everything recorded so far."""
        self._used = False
        self._tape.reset()

    def stop_recording(self):
        """A context manager inside which nothing is recorded.

        Raises RuntimeError when the tape is not recording.
        """
        return _StopRecording(self._tape)

    def gradient(self, target, sources, output_gradients=None, unconnected_gradients="none"):
        """d sum(target) / d source for every leaf of ``sources``, in its structure.

        ``output_gradients`` weighs the target's elements. Unconnected sources give None, or zeros
        with ``UnconnectedGradients.ZERO``. Raises RuntimeError on a second call unless persistent,
        LookupError when an op on the way has no gradient.
        """
        unconnected = UnconnectedGradients(unconnected_gradients)
        if self._tape.is_recording and self._tape.is_persistent:
            _log.warning(
                "Calling GradientTape.gradient on a persistent tape inside its context is slower "
                "and takes more memory than calling it outside."
            )
        targets, weights, leaves = [], [], []
        _flatten(target, targets)
        _flatten(sources, leaves)
        if output_gradients is not None and isinstance(target, (list, tuple, dict)):
            _flatten(output_gradients, weights)
        elif output_gradients is not None:
            weights = [convert(output_gradients)]
        targets = [convert(leaf) for leaf in targets]
        if not all([_is_differentiable(leaf, "target") for leaf in targets]):
            return _pack(sources, iter([None] * len(leaves)))
        for leaf in leaves:
            if isinstance(leaf, (Tensor, Variable)):
                _is_differentiable(leaf, "source")
        grads = self._tape.gradient(targets, leaves, weights)
        if unconnected is UnconnectedGradients.ZERO:
            grads = [
                zeros(leaf.shape, leaf.dtype) if grad is None else grad
                for grad, leaf in zip(grads, leaves, strict=True)
            ]
        return _pack(sources, iter(grads)) if not isinstance(sources, Variable) else grads[0]


class _StopRecording:
    """Pauses a tape."""

    def __init__(self, tape):
        if not tape.is_recording:
            raise RuntimeError("Trying to stop recording a tape which is not recording.")
        self._tape = tape

    def __enter__(self):
        self._tape.stop()

    def __exit__(self, *error):
        self._tape.start()
