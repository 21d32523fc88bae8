"""keras.preprocessing.text: texts as words, and words as numbers."""

from __future__ import annotations

import hashlib

from pelton.keras.preprocessing.tokenizer import Tokenizer as Tokenizer
from pelton.keras.preprocessing.tokenizer import (
    tokenizer_from_json as tokenizer_from_json,
)
from pelton.keras.preprocessing.words import FILTERS as _FILTERS
from pelton.keras.preprocessing.words import (
    text_to_word_sequence as text_to_word_sequence,
)

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable


def _md5(word: str) -> int:
    return int(hashlib.md5(word.encode(), usedforsecurity=False).hexdigest(), 16)


def hashing_trick(
    text: str,
    n: int,
    hash_function: Callable[[str], int] | str | None = None,
    filters: str = _FILTERS,
    lower: bool = True,
    split: str = " ",
    analyzer: Callable[[str], list[str]] | None = None,
) -> list[int]:
    """A number in [1, n) for each word: its hash by `hash_function`, Python's `hash` unless it is
    given ("md5" is the same in every process)."""
    number = hash if hash_function is None else _md5 if hash_function == "md5" else hash_function
    if not callable(number):
        raise ValueError(f"`hash_function` must be a function or 'md5', got {hash_function!r}")
    words = analyzer(text) if analyzer else text_to_word_sequence(text, filters, lower, split)
    return [number(word) % (n - 1) + 1 for word in words]


def one_hot(
    input_text: str,
    n: int,
    filters: str = _FILTERS,
    lower: bool = True,
    split: str = " ",
    analyzer: Callable[[str], list[str]] | None = None,
) -> list[int]:
    """hashing_trick with Python's `hash`: a number in [1, n) for each word."""
    return hashing_trick(input_text, n, None, filters, lower, split, analyzer)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
