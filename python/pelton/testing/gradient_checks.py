"""Owns compute_gradient: Jacobians by the tape beside those of central differences."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton.gradient_tape import GradientTape

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from pelton._core import Tensor


def _by_tape(f: Callable[..., Tensor], xs: list[Tensor], at: int) -> Any:
    import numpy as np

    with GradientTape() as tape:
        tape.watch(xs[at])
        y = f(*xs)
    rows = tape.jacobian(y, xs[at])
    size = int(np.prod(xs[at].shape))
    if rows is None:
        return np.zeros((int(np.prod(y.shape)), size), xs[at].dtype.as_numpy_dtype)
    return rows.numpy().reshape(-1, size)


def _by_differences(f: Callable[..., Tensor], xs: list[Tensor], at: int, delta: float) -> Any:
    import numpy as np

    base = xs[at].numpy()
    columns = []
    for place in range(base.size):
        found = []
        for sign in (1, -1):
            moved = np.array(base)
            moved.reshape(-1)[place] += sign * delta
            given = [*xs[:at], _functions.convert(moved), *xs[at + 1 :]]
            found.append(f(*given).numpy().reshape(-1))
        columns.append((found[0] - found[1]) / (2 * delta))
    return np.array(columns).T


def compute_gradient(
    f: Callable[..., Tensor], x: Sequence[Any], delta: float | None = None
) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """The Jacobians by each of `x`, a row for each output: the tape's, and those of differences.

    Raises ValueError where `x` is no list, TypeError for other than floating numbers."""
    if not isinstance(x, (list, tuple)):
        raise ValueError(
            "compute_gradient: `x` must be a list or tuple of values convertible to a Tensor"
        )
    xs = [_functions.convert(one) for one in x]
    for one in xs:
        if not one.dtype.is_floating:
            raise TypeError(f"compute_gradient: x must be floating numbers, got {one.dtype.name}")
    theory, numbers = [], []
    for at, one in enumerate(xs):
        step = delta if delta is not None else 2.0**-24 if one.dtype.size == 8 else 2.0**-10
        theory.append(_by_tape(f, xs, at))
        numbers.append(_by_differences(f, xs, at, step))
    return tuple(theory), tuple(numbers)
