"""Owns what there is of ``tf.contrib``."""

from __future__ import annotations

import importlib

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

# The modules of tf.contrib that are here.
HERE = frozenset(
    "crf data distributions framework layers legacy_seq2seq lookup metrics rnn seq2seq slim "
    "tensorboard training".split()
)


def __getattr__(name: str) -> Any:
    if name in HERE:
        return importlib.import_module(f"{__name__}.{name}")
    if name == "keras":
        return importlib.import_module("pelton.keras")
    raise AttributeError(
        f"module 'tensorflow.contrib' has no attribute {name!r}: of tf.contrib only "
        f"{', '.join(sorted(HERE))} and keras are here"
    )
