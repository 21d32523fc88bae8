"""Datasets, sessions, functions and fits that are put together at random and do not fit."""

from __future__ import annotations

import random
import re

from torture import combined_data, combined_fits, combined_functions, combined_graphs, texts
from torture.filled import Filler
from torture.kind import Kind, Snippet

HEAD = (
    "K, L, D = tf.keras, tf.keras.layers, tf.data.Dataset; "
    "S, R = tf.TensorSpec, tf.RaggedTensorSpec; end = lambda d: [e for _, e in zip(range(4), d)]"
)
# Arguments by name, and TensorFlow's own words.
_THEIRS = re.compile(r"`[\w.]+`| is not in graph$|'assign'|^Export directory ")
FAMILIES = (combined_data, combined_graphs, combined_functions, combined_fits)


class Torture(Kind):
    """A snippet of one family."""

    LIMIT = 4.0

    def snippet(self, index: int) -> Snippet:
        chance = random.Random(f"{self.seed}:{index}")
        family = chance.choice(FAMILIES)
        return Snippet([HEAD, *family.lines(Filler(chance, family.PARTS))])

    def fault(self, snippet: Snippet, error: BaseException) -> str | None:
        found = texts.inside(error)
        if found != texts.INSIDE or isinstance(error, SystemError):
            return found
        text = str(error)
        is_named = texts.says_whose(text) or _THEIRS.search(text)
        return None if is_named or texts.is_of_the_code(error) else found
