"""Tokenizer: numbers for the words of texts, the most frequent first."""

from __future__ import annotations

import collections
import json
import math
import warnings

from pelton.keras.preprocessing.words import FILTERS, text_to_word_sequence

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    import numpy as np

_COUNTS = ("word_counts", "word_docs", "index_docs", "index_word", "word_index")
_PLAIN = ("num_words", "filters", "lower", "split", "char_level", "oov_token", "document_count")
_MODES = ("binary", "count", "tfidf", "freq")


class Tokenizer:
    """Numbers from 1 for the words (characters with `char_level`) of the texts that it was fit on.

    Only the `num_words - 1` most frequent words are used; the others, and unknown ones, are left
    out or become `oov_token`, whose number is 1."""

    def __init__(
        self,
        num_words: int | None = None,
        filters: str = FILTERS,
        lower: bool = True,
        split: str = " ",
        char_level: bool = False,
        oov_token: str | None = None,
        analyzer: Callable[[str], list[str]] | None = None,
        **kwargs: Any,
    ) -> None:
        if "nb_words" in kwargs:
            warnings.warn(
                "The `nb_words` argument in `Tokenizer` has been renamed `num_words`.",
                stacklevel=2,
            )
            num_words = kwargs.pop("nb_words")
        self.document_count = kwargs.pop("document_count", 0)
        if kwargs:
            raise TypeError(f"Unrecognized keyword arguments: {kwargs}")
        self.num_words, self.filters, self.lower, self.split = num_words, filters, lower, split
        self.char_level, self.oov_token, self.analyzer = char_level, oov_token, analyzer
        self.word_counts: dict[Any, int] = collections.OrderedDict()
        self.word_docs: dict[Any, int] = collections.defaultdict(int)
        self.index_docs: dict[int, int] = collections.defaultdict(int)
        self.word_index: dict[Any, int] = {}
        self.index_word: dict[int, Any] = {}

    def _words(self, text: Any) -> Any:
        if self.char_level or isinstance(text, list):
            if not self.lower:
                return text
            return [word.lower() for word in text] if isinstance(text, list) else text.lower()
        if self.analyzer is not None:
            return self.analyzer(text)
        return text_to_word_sequence(text, self.filters, self.lower, self.split)

    def fit_on_texts(self, texts: Iterable[Any]) -> None:
        """Counts the words of more texts (strings or lists of words) and numbers them anew."""
        for text in texts:
            self.document_count += 1
            words = self._words(text)
            for word in words:
                self.word_counts[word] = self.word_counts.get(word, 0) + 1
            for word in set(words):
                self.word_docs[word] += 1
        ordered = sorted(self.word_counts, key=lambda word: -self.word_counts[word])
        first = [] if self.oov_token is None else [self.oov_token]
        self.word_index = {word: place for place, word in enumerate([*first, *ordered], start=1)}
        self.index_word = {place: word for word, place in self.word_index.items()}
        for word, count in self.word_docs.items():
            self.index_docs[self.word_index[word]] = count

    def fit_on_sequences(self, sequences: Sequence[Iterable[int]]) -> None:
        """Counts in how many sequences of numbers each number is."""
        self.document_count += len(sequences)
        for sequence in sequences:
            for number in set(sequence):
                self.index_docs[number] += 1

    def _is_used(self, number: int | None) -> bool:
        return number is not None and not (self.num_words and number >= self.num_words)

    def texts_to_sequences_generator(self, texts: Iterable[Any]) -> Iterator[list[int]]:
        """The numbers of each text's words, text by text."""
        unknown = self.word_index.get(self.oov_token)
        for text in texts:
            numbers = [self.word_index.get(word) for word in self._words(text)]
            kept = [number if self._is_used(number) else unknown for number in numbers]
            yield [number for number in kept if number is not None]

    def texts_to_sequences(self, texts: Iterable[Any]) -> list[list[int]]:
        """The numbers of each text's words."""
        return list(self.texts_to_sequences_generator(texts))

    def sequences_to_texts_generator(self, sequences: Iterable[Iterable[int]]) -> Iterator[str]:
        """The words of each sequence of numbers, joined by spaces, one by one."""
        unknown = None if self.oov_token is None else self.index_word.get(1)
        for sequence in sequences:
            found = [
                self.index_word.get(number) if self._is_used(number) else None
                for number in sequence
            ]
            words = [unknown if word is None else word for word in found]
            yield " ".join(word for word in words if word is not None)

    def sequences_to_texts(self, sequences: Iterable[Iterable[int]]) -> list[str]:
        """The words of each sequence of numbers, joined by spaces."""
        return list(self.sequences_to_texts_generator(sequences))

    def texts_to_matrix(self, texts: Iterable[Any], mode: str = "binary") -> np.ndarray:
        """sequences_to_matrix of the texts' numbers."""
        return self.sequences_to_matrix(self.texts_to_sequences(texts), mode=mode)

    def sequences_to_matrix(
        self, sequences: Sequence[Iterable[int]], mode: str = "binary"
    ) -> np.ndarray:
        """A row (num_words,) for each sequence: which numbers it has ("binary"), how often
        ("count", "freq"), or weights by rarity ("tfidf"). Raises ValueError before any fit."""
        import numpy as np

        size = self.num_words or (len(self.word_index) + 1 if self.word_index else 0)
        if not size:
            raise ValueError(
                "Specify a dimension (`num_words` argument), or fit on some text data first."
            )
        if mode not in _MODES:
            raise ValueError(f"Unknown vectorization mode: {mode}")
        if mode == "tfidf" and not self.document_count:
            raise ValueError("Fit the Tokenizer on some data before using tfidf mode.")
        matrix = np.zeros((len(sequences), size))
        for row, sequence in zip(matrix, sequences, strict=True):
            numbers = list(sequence)
            for number, count in collections.Counter(n for n in numbers if n < size).items():
                row[number] = self._weight(mode, number, count, len(numbers))
        return matrix

    def _weight(self, mode: str, number: int, count: int, length: int) -> float:
        if mode == "tfidf":
            documents = self.index_docs.get(number, 0)
            return (1 + math.log(count)) * math.log(1 + self.document_count / (1 + documents))
        return {"binary": 1, "count": count, "freq": count / length}[mode]

    def get_config(self) -> dict[str, Any]:
        """The arguments, and the counts as JSON."""
        counts = {name: json.dumps(getattr(self, name)) for name in _COUNTS}
        return {**{name: getattr(self, name) for name in _PLAIN}, **counts}

    def to_json(self, **kwargs: Any) -> str:
        """Class name and config as JSON; `kwargs` go to json.dumps."""
        return json.dumps(
            {"class_name": type(self).__name__, "config": self.get_config()}, **kwargs
        )


def tokenizer_from_json(json_string: str) -> Tokenizer:
    """The tokenizer that `to_json` wrote."""
    config = json.loads(json_string)["config"]
    counts = {name: json.loads(config.pop(name)) for name in _COUNTS}
    for name in ("index_docs", "index_word"):  # JSON has no numbers as keys
        counts[name] = {int(key): value for key, value in counts[name].items()}
    tokenizer = Tokenizer(**config)
    for name, value in counts.items():
        setattr(tokenizer, name, value)
    return tokenizer


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
