"""Owns ``tf.config.experimental``: settings and reports of TensorFlow and of Pelton alone."""

from __future__ import annotations

from pelton._core import training as _training

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._core.layers import Model

__all__ = ["explain_program"]


def explain_program(model: Model) -> str:
    """What the model's recorded steps do, op by op, or why a step is not recorded, as text.

    ``fit``, ``evaluate`` and ``predict`` record the forward pass of each kind of batch (phase,
    shapes and dtypes) the first time that it comes, and run the record from then on. A model with
    Python code in its layers or loss is computed call by call. ``model`` is a Keras model; raises
    TypeError for anything else. Pelton's own.
    """
    return _training.trainer_of(model).explain_programs()
