"""Types of pelton.keras.preprocessing.text. Made by `dev.py stubs`; do not edit."""

from collections.abc import Callable
from pelton.keras.preprocessing.tokenizer import Tokenizer as Tokenizer
from pelton.keras.preprocessing.tokenizer import tokenizer_from_json as tokenizer_from_json
from pelton.keras.preprocessing.words import text_to_word_sequence as text_to_word_sequence

def hashing_trick(
    text: str,
    n: int,
    hash_function: Callable[[str], int] | str | None = None,
    filters: str = ...,
    lower: bool = True,
    split: str = ' ',
    analyzer: Callable[[str], list[str]] | None = None,
) -> list[int]: ...
def one_hot(
    input_text: str,
    n: int,
    filters: str = ...,
    lower: bool = True,
    split: str = ' ',
    analyzer: Callable[[str], list[str]] | None = None,
) -> list[int]: ...
