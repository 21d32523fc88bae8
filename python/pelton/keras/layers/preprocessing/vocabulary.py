"""The words or numbers that a lookup layer knows: how they are counted, checked and found."""

from __future__ import annotations

import collections

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.names.named_refusals import shown

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any


def plain_tokens(layer: Any, vocabulary: Any, kind: type) -> list[Any]:
    """A vocabulary (list, array or tensor) as a list of str or int. Raises ValueError, naming the
    layer's class, for others."""
    if hasattr(vocabulary, "numpy"):
        vocabulary = vocabulary.numpy()
    if hasattr(vocabulary, "tolist"):
        if getattr(vocabulary, "ndim", 1) != 1:
            raise ValueError(
                f"`vocabulary` must be a vector. Received: vocabulary={shown(vocabulary)} "
                f"[{layer._title()}]"
            )
        vocabulary = vocabulary.tolist()
    if not isinstance(vocabulary, (list, tuple)):
        raise ValueError(
            f"`vocabulary` must be a list, an array, a tensor or the path of a file. Received: "
            f"vocabulary={vocabulary!r} [{layer._title()}]"
        )
    tokens = [token.decode() if isinstance(token, bytes) else token for token in vocabulary]
    tokens = [token.item() if hasattr(token, "item") else token for token in tokens]
    wrong = [token for token in tokens if not isinstance(token, kind)]
    if wrong:
        raise ValueError(
            f"`vocabulary` must hold values of type {kind.__name__}. Received: {wrong[:3]!r} "
            f"[{layer._title()}]"
        )
    if not tokens:
        raise ValueError(
            f"Cannot set an empty vocabulary. Received: vocabulary={vocabulary} [{layer._title()}]"
        )
    return tokens


def read_lines(layer: Any, path: str, kind: type) -> list[Any]:
    """The tokens of a file, one a line. Raises ValueError where it does not exist."""
    import os

    if not os.path.isfile(path):
        raise ValueError(f"Vocabulary file {path} does not exist. [{layer._title()}]")
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    while lines and not lines[-1]:
        lines.pop()
    return [kind(line) for line in lines]


def checked(layer: Any, tokens: list[Any], specials: Sequence[Any]) -> tuple[list[Any], bool]:
    """The tokens without the special ones in front of them, and whether those were there.

    Raises ValueError for repeats and for special tokens elsewhere."""
    has_specials = bool(specials) and tokens[: len(specials)] == list(specials)
    own = tokens[len(specials) :] if has_specials else tokens
    repeated = [token for token, count in collections.Counter(own).items() if count > 1]
    if repeated:
        raise ValueError(
            "The passed vocabulary has at least one repeated term. Please uniquify your dataset. "
            f"The repeated terms are: {repeated} [{layer._title()}]"
        )
    reserved = [("mask", layer.mask_token)]
    if layer.invert:
        reserved.append(("OOV", layer.oov_token))
    for name, token in reserved:
        if token is not None and token in own:
            raise ValueError(
                f"Found reserved {name} token {token!r} at an unexpected location in "
                f"`vocabulary`, index {tokens.index(token)}. Leave out all mask and OOV tokens, or "
                f"begin with precisely these: {list(specials)} [{layer._title()}]"
            )
    return own, has_specials


class TokenCounts:
    """How often each token was seen, and in how many documents."""

    def __init__(self) -> None:
        self.tokens: collections.Counter[Any] = collections.Counter()
        self.documents: collections.Counter[Any] = collections.Counter()
        self.document_count = 0

    def add(self, rows: Iterable[list[Any]]) -> None:
        """Counts rows of tokens; each row is a document."""
        for row in rows:
            self.tokens.update(row)
            self.documents.update(set(row))
            self.document_count += 1

    def most_common(self, without: Sequence[Any], most: int | None) -> list[Any]:
        """Tokens, the most frequent ones first and of equals the last by order, at most `most`."""
        known = [token for token in self.tokens if token not in without]
        known.sort(key=lambda token: (self.tokens[token], token), reverse=True)
        return known[:most]


def rows_of(data: Any, dtype: Any) -> list[list[Any]]:
    """A batch of tokens (tensor, array, list or ragged) as rows of bytes or integers."""
    if hasattr(data, "to_list"):
        rows = data.to_list()
        while rows and any(isinstance(part, list) for row in rows for part in row):
            rows = [[token for part in row for token in part] for row in rows]
        return rows
    x = _functions.convert(data)
    x = x if x.dtype == dtype else _ops.cast(x, dtype)
    array = x.numpy()
    if x.ndim == 0:
        return [[array.item() if hasattr(array, "item") else array]]
    return array.reshape(1 if x.ndim == 1 else array.shape[0], -1).tolist()


def batches_of(data: Any, steps: int | None, layer: Any) -> Iterable[Any]:
    """The batches of a dataset or iterable, at most `steps`; an array or list is one batch.

    Raises TypeError for other data."""
    is_single = isinstance(data, (list, tuple, str, bytes)) or hasattr(data, "dtype")
    if is_single or hasattr(data, "to_list"):
        if not hasattr(data, "to_list"):
            data = _functions.convert(data)
            data = _ops.expand_dims(data, -1) if data.ndim == 1 else data
        return [data]
    if not hasattr(data, "__iter__") or isinstance(data, dict):
        raise TypeError(
            f"{type(layer).__name__}.adapt: `data` must be a dataset, an array, a tensor or an "
            f"iterable of batches, got {type(data).__name__}"
        )
    if steps is None:
        return data
    import itertools

    return itertools.islice(data, steps)


def table(tokens: list[Any], first: int, is_inverse: bool, dtype: Any, default: Any) -> Any:
    """A table from tokens to numbers from `first` on, or the other way round."""
    from pelton.lookup import KeyValueTensorInitializer, StaticHashTable

    numbers = list(range(first, first + len(tokens)))
    keys, values = (numbers, tokens) if is_inverse else (tokens, numbers)
    kinds = (_dtypes.int64, dtype) if is_inverse else (dtype, _dtypes.int64)
    made = KeyValueTensorInitializer(
        _functions.convert(keys, kinds[0]), _functions.convert(values, kinds[1])
    )
    return StaticHashTable(made, default)
