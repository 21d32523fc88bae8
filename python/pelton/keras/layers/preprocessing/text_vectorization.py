"""TextVectorization: texts as the numbers of their words."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton._core.keras_settings import unique_name
from pelton.keras.layers.library_layer import LibraryLayer, in_order
from pelton.keras.layers.preprocessing import vocabulary as _vocabulary
from pelton.keras.layers.preprocessing.string_lookup import StringLookup

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

_ORDER = (
    "max_tokens standardize split ngrams output_mode output_sequence_length pad_to_max_tokens "
    "sparse ragged vocabulary idf_weights encoding vocabulary_size"
).split()
_PUNCTUATION = r'[!"#$%&()\*\+,-\./:;<=>?@\[\\\]^_`{|}~\']'
_STANDARDS = ("lower_and_strip_punctuation", "lower", "strip_punctuation")
_SPLITS = ("whitespace", "character")
_STORED = ("vocabulary_size", "has_input_vocabulary")  # arguments of configs only


class _WordLookup(StringLookup):
    """The vocabulary of a TextVectorization, which errors name."""

    def _title(self) -> str:
        return "TextVectorization"


class TextVectorization(LibraryLayer):
    """Texts (batch,) or (batch, 1) to numbers of their words (batch, words), 0 after the last one;
    or, by `output_mode`, to one vector each. `adapt` makes the vocabulary."""

    _allow_non_tensor_positional_args = True

    def __init__(
        self,
        max_tokens: int | None = None,
        standardize: Any = "lower_and_strip_punctuation",
        split: Any = "whitespace",
        ngrams: Any = None,
        output_mode: str = "int",
        output_sequence_length: int | None = None,
        pad_to_max_tokens: bool = False,
        vocabulary: Any = None,
        idf_weights: Any = None,
        sparse: bool = False,
        ragged: bool = False,
        encoding: str = "utf-8",
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        stored = {key: kwargs.pop(key) for key in _STORED if key in kwargs}
        super().__init__(name=name, **kwargs)
        self._standardize = self._one_of("standardize", standardize, _STANDARDS)
        self._split = self._one_of("split", split, _SPLITS)
        self._ngrams_arg = ngrams
        self._ngrams = self._read_ngrams(ngrams)
        self._ragged, self._encoding = ragged, encoding
        self._output_sequence_length = output_sequence_length
        self._lookup_layer = _WordLookup(
            max_tokens=max_tokens,
            vocabulary=vocabulary,
            idf_weights=idf_weights,
            pad_to_max_tokens=pad_to_max_tokens,
            mask_token="",
            output_mode=output_mode,
            sparse=sparse,
            encoding=encoding,
            name=unique_name("string_lookup"),
            **stored,
        )
        self._output_mode = self._lookup_layer.output_mode
        self._check_length()
        self.built = True

    def _one_of(self, argument: str, value: Any, known: tuple[str, ...]) -> Any:
        if value is not None and not callable(value) and value not in known:
            raise ValueError(
                f"Unknown value for `{argument}` argument of {type(self).__name__}. Allowed values "
                f"are: {known}. Received: {argument}={value}"
            )
        return value

    def _read_ngrams(self, value: Any) -> tuple[int, ...] | None:
        if value is None:
            return None
        sizes = tuple(range(1, value + 1)) if isinstance(value, int) else value
        if not isinstance(sizes, tuple) or not all(isinstance(n, int) and n > 0 for n in sizes):
            raise ValueError(
                "`ngrams` must be None, an integer, or a tuple of integers. Received: "
                f"ngrams={value} [{type(self).__name__}]"
            )
        return sizes

    def _check_length(self) -> None:
        length = self._output_sequence_length
        if length is not None and (self._output_mode != "int" or not isinstance(length, int)):
            wanted = (
                "must be either None or an integer when `output_mode` is 'int'"
                if self._output_mode == "int"
                else "must not be set if `output_mode` is not 'int'"
            )
            raise ValueError(
                f"`output_sequence_length` {wanted}. Received: output_sequence_length={length} and "
                f"output_mode={self._output_mode} [{type(self).__name__}]"
            )
        if self._ragged and self._output_mode != "int":
            raise ValueError(
                "`ragged` may only be true if `output_mode` is `'int'`. Received: "
                f"ragged={self._ragged} and output_mode={self._output_mode} [{type(self).__name__}]"
            )

    def adapt(self, data: Any, batch_size: int | None = None, steps: int | None = None) -> None:
        """Makes the vocabulary of the words in `data`: a dataset, list, array or batches."""
        self.reset_state()
        for batch in _vocabulary.batches_of(data, steps, self):
            self.update_state(batch)
        self.finalize_state()

    def update_state(self, data: Any) -> None:
        """Counts the words of a batch of texts."""
        self._lookup_layer.update_state(self._preprocess(data))

    def finalize_state(self) -> None:
        """Makes the vocabulary of what was counted."""
        self._lookup_layer.finalize_state()

    def reset_state(self) -> None:
        """Forgets what was counted."""
        self._lookup_layer.reset_state()

    def get_vocabulary(self, include_special_tokens: bool = True) -> list[str]:
        """The words in the order of their numbers."""
        return self._lookup_layer.get_vocabulary(include_special_tokens)

    def vocabulary_size(self) -> int:
        """The number of words, special ones included."""
        return self._lookup_layer.vocabulary_size()

    def set_vocabulary(self, vocabulary: Any, idf_weights: Any = None) -> None:
        """Takes a list of words or the path of a file with one a line, as StringLookup does."""
        self._lookup_layer.set_vocabulary(vocabulary, idf_weights)

    def _texts(self, inputs: Any) -> Any:
        try:
            x = _functions.convert(inputs)
        except (TypeError, ValueError):
            x = None
        if x is None or x.dtype != _dtypes.string:
            raise ValueError(
                f"{type(self).__name__} '{self.name}': `inputs` must be texts. Received: {inputs!r}"
            )
        return x

    def _preprocess(self, inputs: Any) -> Any:
        """The words of texts: a ragged tensor, one of strings where nothing is split."""
        x = inputs if hasattr(inputs, "flat_values") else self._texts(inputs)
        x = self._standardized(x)
        if self._split is not None:
            x = self._words(x)
        if self._ngrams is not None:
            from pelton.keras.layers.preprocessing.word_groups import word_groups

            x = word_groups(x, self._ngrams)
        return x

    def _standardized(self, x: Any) -> Any:
        from pelton import strings

        if callable(self._standardize):
            return self._standardize(x)
        if hasattr(x, "flat_values"):
            return x.with_flat_values(self._standardized(x.flat_values))
        if self._standardize in ("lower", "lower_and_strip_punctuation"):
            x = strings.lower(x)
        if self._standardize in ("strip_punctuation", "lower_and_strip_punctuation"):
            x = strings.regex_replace(x, _PUNCTUATION, "")
        return x

    def _words(self, x: Any) -> Any:
        from pelton import strings

        if x.ndim > 1:
            if x.shape[-1] != 1:
                raise ValueError(
                    "When using `TextVectorization` to tokenize strings, the input rank must be 1 "
                    "or the last shape dimension must be 1. Received: "
                    f"inputs.shape={tuple(x.shape)} with rank={x.ndim} [{self.name}]"
                )
            x = _ops.squeeze(x, [-1])
        if callable(self._split):
            return self._split(x)
        if self._split == "character":
            return strings.unicode_split(x, "UTF-8")
        return strings.split(x)

    def call(self, inputs: Any) -> Any:
        found = self._lookup_layer.call(self._preprocess(inputs))
        if self._output_mode != "int":
            return found
        length = self._output_sequence_length
        if hasattr(found, "to_tensor"):
            if self._ragged:
                return found if length is None else found[:, :length]
            return found.to_tensor(default_value=0, shape=(None, length))
        if length is None:
            return found
        found = found[..., :length]
        gap = length - _ops.shape(found)[-1]
        last = _ops.stack([_ops.zeros_like(gap), gap])
        none = _ops.zeros_like(last)
        padded = _ops.pad(found, _ops.stack([none] * (found.ndim - 1) + [last]))
        return _ops.reshape(padded, [-1, length] if found.ndim > 1 else [length])

    def compute_output_shape(self, input_shape: Any) -> Any:
        if self._output_mode == "int":
            return (input_shape[0] if input_shape else None, self._output_sequence_length)
        depth = self._lookup_layer._depth()
        return (input_shape[0], depth) if len(input_shape) else (depth,)

    def get_config(self) -> dict[str, Any]:
        lookup = self._lookup_layer.get_config()
        own = {
            "standardize": _stored(self._standardize),
            "split": _stored(self._split),
            "ngrams": self._ngrams_arg,
            "output_sequence_length": self._output_sequence_length,
            "ragged": self._ragged,
            "vocabulary_size": self.vocabulary_size(),
        }
        kept = "max_tokens output_mode pad_to_max_tokens sparse vocabulary idf_weights encoding"
        own.update({name: lookup[name] for name in kept.split()})
        return {**super().get_config(), **in_order(_ORDER, own)}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> TextVectorization:
        """The layer of this config; functions in it must be registered."""
        from pelton.keras.saving import deserialize_keras_object

        config = dict(config)
        for name in ("standardize", "split"):
            if isinstance(config.get(name), dict):
                config[name] = deserialize_keras_object(config[name])
        if isinstance(config.get("ngrams"), list):
            config["ngrams"] = tuple(config["ngrams"])
        return cls(**config)

    def save_own_variables(self, store: Any) -> None:
        """As StringLookup does."""
        self._lookup_layer.save_own_variables(store)

    def load_own_variables(self, store: Any) -> None:
        """As StringLookup does."""
        self._lookup_layer.load_own_variables(store)

    def save_assets(self, dir_path: str) -> None:
        """As StringLookup does."""
        self._lookup_layer.save_assets(dir_path)

    def load_assets(self, dir_path: str) -> None:
        """As StringLookup does."""
        self._lookup_layer.load_assets(dir_path)


def _stored(value: Any) -> Any:
    """A function as its config, all else as it is."""
    if not callable(value):
        return value
    from pelton.keras.saving import serialize_keras_object

    return serialize_keras_object(value)
