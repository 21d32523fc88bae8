"""Quantiles of a stream of numbers from a summary of it: sorted values and their weights."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    import numpy as np


def empty() -> np.ndarray:
    """The summary of no numbers, float32 (2, 0)."""
    import numpy as np

    return np.zeros((2, 0), "float32")


def with_numbers(summary: np.ndarray, numbers: np.ndarray, epsilon: float) -> np.ndarray:
    """The summary of more numbers; one of 1 / epsilon values or more has as many afterwards."""
    import numpy as np

    added = np.stack([numbers, np.ones_like(numbers)])
    joined = np.concatenate([summary, added], axis=1)
    joined = joined[:, np.argsort(joined[0], kind="stable")]
    if joined.shape[1] * epsilon < 1:
        return joined
    weights = np.cumsum(joined[1], dtype="float64")
    wanted = np.arange(1, round(1 / epsilon) + 1) * epsilon * weights[-1]
    values = np.interp(wanted, weights, joined[0])
    return np.stack([values, np.diff(wanted, prepend=0.0)]).astype("float32")


def quantiles(summary: np.ndarray, shares: np.ndarray) -> np.ndarray:
    """The values below which these shares of the numbers lie."""
    import numpy as np

    weights = np.cumsum(summary[1], dtype="float64")
    return np.interp(shares * weights[-1], weights, summary[0])
