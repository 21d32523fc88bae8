"""Owns the seeds of what is random in pipelines: from `tf.random.set_seed` and an op's own seed."""

from __future__ import annotations

import os
from typing import Any

from pelton._core import data as _data
from pelton.random import process_seed as _process_seed

# What TensorFlow takes where one of two seeds is missing.
_DEFAULT_GRAPH_SEED = 87654321
_MOST = 2**31 - 1


def pair(seed: Any) -> tuple[int, int]:
    """The two seeds of an op, each below 2**31; those that nobody gave are drawn, below 2**64. Of a
    dataset that a function of a pipeline makes they follow from the pass and the element."""
    own = None if seed is None else int(seed)
    within = _data.seeds_in_function() if own is None else None
    if within is not None:
        return within  # type: ignore[no-any-return]
    process = _process_seed.get()
    if own is None and process is not None:
        own = _process_seed.next_op_seed()
    if own is None:
        return int.from_bytes(os.urandom(8), "little"), int.from_bytes(os.urandom(8), "little")
    first, second = (_DEFAULT_GRAPH_SEED if process is None else process) % _MOST, own % _MOST
    return (0, _MOST) if (first, second) == (0, 0) else (first, second)
