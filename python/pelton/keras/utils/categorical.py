"""One-hot encoding of class labels: on the host, or of a tensor by the op."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def to_categorical(x: object, num_classes: int | None = None) -> Any:
    """Turn integer labels of shape (...) or (..., 1) into a float64 one-hot array (..., classes);
    those of a tensor into a float32 tensor.

    `num_classes` defaults to the largest label plus one. Follows Keras, but a label outside
    [0, num_classes) raises a ValueError with its position where Keras wraps or fails in NumPy."""
    import numpy as np

    from pelton._core import Tensor
    from pelton._core.functions import check_nesting

    if isinstance(x, Tensor) and num_classes:
        return _of_tensor(x, num_classes)

    check_nesting(x)
    labels = np.asarray(x).astype("int64")
    shape = labels.shape
    if len(shape) > 1 and shape[-1] == 1:
        shape = shape[:-1]
    flat = labels.reshape(-1)
    if not num_classes:
        if flat.size == 0:
            raise ValueError("to_categorical: num_classes is needed when x is empty")
        num_classes = int(flat.max()) + 1
    wrong = np.flatnonzero((flat < 0) | (flat >= num_classes))
    if wrong.size:
        from pelton.errors import InvalidIndexError

        raise InvalidIndexError(
            None,
            None,
            f"to_categorical: label {flat[wrong[0]]} at position {wrong[0]} of x with shape "
            f"{labels.shape} is outside [0, {num_classes})",
        )
    one_hot = np.zeros((flat.size, num_classes))
    one_hot[np.arange(flat.size), flat] = 1
    return one_hot.reshape(*shape, num_classes)


def _of_tensor(x: Any, num_classes: int) -> Any:
    from pelton._core import ops as _ops

    if x.ndim > 1 and x.shape[-1] == 1:
        x = _ops.squeeze(x, axis=[-1])
    return _ops.one_hot(x, num_classes)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
