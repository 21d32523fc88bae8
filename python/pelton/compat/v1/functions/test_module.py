"""Owns ``tf.test`` of TensorFlow 1: that of today, with gradients of graphs, a folder and mocks."""

from __future__ import annotations

import os
import tempfile
from unittest import mock

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

__all__ = [
    "compute_gradient", "compute_gradient_error", "get_temp_dir", "mock", "test_src_dir_path",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    from pelton import test

    return getattr(test, name)


def get_temp_dir() -> str:
    """A folder for files of tests: that of TEST_TMPDIR, or a new one of the process."""
    found = os.environ.get("TEST_TMPDIR") or os.path.join(
        tempfile.gettempdir(), f"pelton_test_{os.getpid()}"
    )
    os.makedirs(found, exist_ok=True)
    return found


def test_src_dir_path(relative_path: str) -> str:
    """A path below the folder that the tests run in."""
    return os.path.join(os.getcwd(), relative_path)


def compute_gradient(
    x: Any, x_shape: Any, y: Any, y_shape: Any, x_init_value: Any = None, delta: float = 1e-3,
    init_targets: Any = None, extra_feed_dict: Any = None,
) -> Any:  # fmt: skip
    """(the derivatives of y by x that the graph gives, those of differences), as matrices of
    (elements of x, elements of y), in the default session; pairs for lists of x."""
    if not isinstance(x, (list, tuple)):
        return _pair(x, x_shape, y, y_shape, x_init_value, delta, init_targets, extra_feed_dict)
    starts = x_init_value or [None] * len(x)
    return [
        _pair(one, shape, y, y_shape, start, delta, init_targets, extra_feed_dict)
        for one, shape, start in zip(x, x_shape, starts, strict=True)
    ]


def _pair(
    x: Any, x_shape: Any, y: Any, y_shape: Any, start: Any, delta: float, targets: Any, more: Any
) -> Any:
    import numpy as np

    from pelton.compat.v1.graph_ops import gradients, placeholder
    from pelton.compat.v1.session import get_default_session

    session: Any = get_default_session()
    if targets is not None:
        session.run(targets)
    inputs = int(np.prod(x_shape))
    outputs = int(np.prod(y_shape))
    kind = x.dtype.base_dtype.as_numpy_dtype
    value = np.random.random_sample(list(x_shape)).astype(kind) if start is None else start
    value = np.asarray(value, kind).reshape(list(x_shape))
    given = placeholder(y.dtype, list(y_shape))
    found = gradients(y, x, given)[0]
    told, seen = np.zeros((inputs, outputs), kind), np.zeros((inputs, outputs), kind)
    for place in range(outputs):
        picked = np.zeros(outputs, kind)
        picked[place] = 1
        feeds = {**(more or {}), x: value, given: picked.reshape(list(y_shape))}
        told[:, place] = 0 if found is None else np.reshape(session.run(found, feeds), -1)
    for place in range(inputs):
        ends = []
        for step in (delta, -delta):
            moved = value.reshape(-1).copy()
            moved[place] += step
            feeds = {**(more or {}), x: moved.reshape(list(x_shape))}
            ends.append(np.reshape(session.run(y, feeds), -1))
        seen[place] = (ends[0] - ends[1]) / (2 * delta)
    return told, seen


def compute_gradient_error(
    x: Any, x_shape: Any, y: Any, y_shape: Any, x_init_value: Any = None, delta: float = 1e-3,
    init_targets: Any = None, extra_feed_dict: Any = None,
) -> float:  # fmt: skip
    """The largest difference between the two derivatives that compute_gradient gives."""
    import numpy as np

    found = compute_gradient(
        x, x_shape, y, y_shape, x_init_value, delta, init_targets, extra_feed_dict
    )
    pairs = found if isinstance(found, list) else [found]
    return max(float(np.abs(told - seen).max(initial=0.0)) for told, seen in pairs)
