"""IndexLookup, the base of the layers that number the words or integers of a vocabulary."""

from __future__ import annotations

import math
import os

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import init_scope as _init_scope
from pelton._core import ops as _ops
from pelton.keras.layers.library_layer import LibraryLayer
from pelton.keras.layers.preprocessing import category_codes as _codes
from pelton.keras.layers.preprocessing import vocabulary as _vocabulary
from pelton.keras.layers.preprocessing.lookup_arguments import read_arguments

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    import numpy as np

_CONFIG = (
    "invert max_tokens num_oov_indices oov_token mask_token output_mode sparse pad_to_max_tokens"
)


class IndexLookup(LibraryLayer):
    """Tokens to numbers: 0 for the mask token, one or more for unknown ones, then the vocabulary;
    or, by `output_mode`, vectors of them; with `invert` numbers to tokens."""

    _allow_non_tensor_positional_args = True

    _kind: type = str
    _key_dtype = _dtypes.string

    def __init__(self, arguments: dict[str, Any], **kwargs: Any) -> None:
        size = kwargs.pop("vocabulary_size", None)
        has_input = kwargs.pop("has_input_vocabulary", None)
        super().__init__(**kwargs)
        given = read_arguments(self, arguments)
        for name in (*_CONFIG.split(), "oov_method", "salt"):
            setattr(self, name, given[name])
        vocabulary, weights = given["vocabulary"], given["idf_weights"]
        self.input_vocabulary = None if isinstance(vocabulary, str) else vocabulary
        self.input_idf_weights = weights
        self._has_input_vocabulary = vocabulary is not None if has_input is None else has_input
        self._tokens: Any = []
        self._table: Any = None
        self._mask_table: Any = None  # of the mask alone, as stored programs hold no texts
        self._idf_row: Any = None
        self._frozen_vocab_size = size
        self._counts = _vocabulary.TokenCounts()
        self.built = True
        if vocabulary is not None:
            self.set_vocabulary(vocabulary, weights)

    def _title(self) -> str:
        """What errors call the layer."""
        return type(self).__name__

    def _place(self) -> str:
        return f"{self._title()} '{self.name}'"

    def _oov_start(self) -> int:
        return 1 if self.mask_token is not None and self.output_mode == "int" else 0

    def _token_start(self) -> int:
        return self._oov_start() + self.num_oov_indices

    def _specials(self) -> list[Any]:
        return [self.mask_token] * self._oov_start() + [self.oov_token] * self.num_oov_indices

    def get_vocabulary(self, include_special_tokens: bool = True) -> list[Any]:
        """The tokens in the order of their numbers; all but special ones are NumPy's scalars."""
        import numpy as np

        kind = np.str_ if self._kind is str else np.int64
        tokens = [kind(token) for token in self._tokens]
        return [*self._specials(), *tokens] if include_special_tokens else tokens

    def vocabulary_size(self) -> int:
        """The number of tokens, special ones included."""
        return self._token_start() + len(self._tokens)

    def set_vocabulary(self, vocabulary: Any, idf_weights: Any = None) -> None:
        """Takes a list, array or tensor of tokens, or the path of a file with one a line.

        Raises ValueError for repeats, misplaced special tokens and more than `max_tokens`."""
        if (self.output_mode == "tf_idf") != (idf_weights is not None):
            raise ValueError(
                "`idf_weights` must be set if output_mode is 'tf_idf', and only then. Received: "
                f"output_mode={self.output_mode} and idf_weights={idf_weights} [{self._place()}]"
            )
        if isinstance(vocabulary, str):
            from pelton.keras.saving import registration

            if registration.in_safe_mode():
                raise ValueError(
                    "Requested the loading of a vocabulary file outside of the model archive, "
                    "which is refused unless `safe_mode=False` is given. Vocabulary file: "
                    f"'{vocabulary}' [{self._place()}]"
                )
            tokens = _vocabulary.read_lines(self, vocabulary, self._kind)
        else:
            tokens = vocabulary
        tokens = _vocabulary.plain_tokens(self, tokens, self._kind)
        own, has_specials = _vocabulary.checked(self, tokens, self._specials())
        size = self._token_start() + len(own)
        if self.max_tokens is not None and size > self.max_tokens:
            raise ValueError(
                "Attempted to set a vocabulary larger than the maximum vocab size. Received "
                f"vocabulary size is {size}; `max_tokens` is {self.max_tokens}. [{self._place()}]"
            )
        weights = None
        if idf_weights is not None:
            weights = self._padded_weights(idf_weights, len(tokens), has_specials)
        self._take(own, weights)

    def _padded_weights(self, idf_weights: Any, count: int, has_specials: bool) -> np.ndarray:
        import numpy as np

        weights = np.asarray(idf_weights, "float32")
        if weights.shape != (count,):
            raise ValueError(
                "`idf_weights` must be the same length as vocabulary. len(idf_weights) is "
                f"{weights.shape}; len(vocabulary) is {count} [{self._place()}]"
            )
        if has_specials:
            return weights
        return np.concatenate([np.full(self._token_start(), weights.mean(), "float32"), weights])

    def _take(self, tokens: list[Any], weights: Any) -> None:
        size = self._token_start() + len(tokens)
        is_open = self.output_mode == "int" or self.pad_to_max_tokens
        if not is_open and self._frozen_vocab_size not in (None, size):
            raise RuntimeError(
                f"When using `output_mode={self.output_mode}` and `pad_to_max_tokens=False`, the "
                "vocabulary size cannot be changed after the layer is called. Old vocab size is "
                f"{self._frozen_vocab_size}, new vocab size is {size} [{self._place()}]"
            )
        with _init_scope():
            default = self.oov_token if self.invert else -1
            if self.mask_token is not None and not self.invert:
                self._mask_table = _vocabulary.table(
                    [self.mask_token], 0, False, self._key_dtype, -1
                )
            made = None
            if tokens:
                made = _vocabulary.table(
                    tokens, self._token_start(), self.invert, self._key_dtype, default
                )
            if weights is not None:
                self._idf_row = _functions.convert(self._of_depth(weights), _dtypes.float32)
        self._tokens, self._table, self._frozen_vocab_size = list(tokens), made, size

    def _of_depth(self, weights: np.ndarray) -> np.ndarray:
        import numpy as np

        missing = (self.max_tokens or 0) - len(weights) if self.pad_to_max_tokens else 0
        return np.pad(weights, (0, max(missing, 0)))

    def adapt(self, data: Any, steps: int | None = None) -> None:
        """Makes the vocabulary of the tokens in `data`: a dataset, array, tensor or batches."""
        self.reset_state()
        for batch in _vocabulary.batches_of(data, steps, self):
            self.update_state(batch)
        self.finalize_state()

    def reset_state(self) -> None:
        """Forgets what update_state counted."""
        self._counts = _vocabulary.TokenCounts()

    def update_state(self, data: Any) -> None:
        """Counts the tokens of a batch. Raises ValueError where the vocabulary was an argument."""
        if self._has_input_vocabulary:
            raise ValueError(
                f"Cannot adapt layer '{self.name}' after setting a static vocabulary via "
                f"`vocabulary` argument or `set_vocabulary()` method. [{self._title()}]"
            )
        self._counts.add(_vocabulary.rows_of(data, self._key_dtype))

    def finalize_state(self) -> None:
        """Makes the vocabulary of what was counted."""
        counts = self._counts
        if self._has_input_vocabulary or not counts.tokens:
            self._frozen_vocab_size = self.vocabulary_size()
            return
        specials = [
            token.encode() if isinstance(token, str) else token
            for token in (self.mask_token, self.oov_token)
        ]
        most = None if self.max_tokens is None else self.max_tokens - self._token_start()
        found = counts.most_common(specials, most)
        weights = None
        if self.output_mode == "tf_idf":
            weights = self._inverse_frequencies(found)
        self._take([t.decode() if isinstance(t, bytes) else t for t in found], weights)
        self.reset_state()

    def _inverse_frequencies(self, tokens: list[Any]) -> np.ndarray:
        import numpy as np

        counts = self._counts
        rare = [math.log(1 + counts.document_count / (1 + counts.documents[t])) for t in tokens]
        weights = np.asarray(rare, "float32")
        mean = weights.mean() if len(weights) else 0.0
        return np.concatenate([np.full(self._token_start(), mean, "float32"), weights])

    @property
    def idf_weights(self) -> Any:
        """The weight of each place of the outputs of "tf_idf", float32 (depth,)."""
        return self._idf_row

    def call(self, inputs: Any) -> Any:
        x, depth = self._as_keys(inputs), self._depth()
        if self.output_mode == "int":
            return self._numbers(x)
        if depth is None:
            raise RuntimeError(
                f"When using `output_mode={self.output_mode}` and `pad_to_max_tokens=False`, you "
                "must set the layer's vocabulary before calling it. Either pass a `vocabulary` "
                f"argument to the layer, or call `adapt` with some sample data. [{self._place()}]"
            )
        found = self._numbers(x)
        if self.output_mode != "tf_idf":
            return _codes.encoded(found, self.output_mode, depth, "int64", self.sparse)
        return self._weighted(_codes.encoded(found, "count", depth, "float32"))

    def _weighted(self, counts: Any) -> Any:
        """The counts times the weights of "tf_idf"."""
        if self._idf_row is not None:  # a model's structure is made before its file's weights
            counts = counts * self._idf_row
        elif not _functions.is_symbolic(counts):
            raise RuntimeError(f"{self._place()} has no `idf_weights`: call `adapt` first")
        if not self.sparse:
            return counts
        from pelton.sparse import from_dense

        return from_dense(counts)

    def _depth(self) -> int | None:
        return self.max_tokens if self.pad_to_max_tokens else self._frozen_vocab_size

    def _as_keys(self, inputs: Any) -> Any:
        kind = _dtypes.int64 if self.invert else self._key_dtype
        if hasattr(inputs, "flat_values") or hasattr(inputs, "dense_shape"):
            return _codes.of_values(self._as_keys, inputs)
        try:
            x = _functions.convert(inputs)
            return x if x.dtype == kind else _ops.cast(x, kind)
        except (TypeError, ValueError):
            raise ValueError(
                f"{self._place()}: `inputs` must be a tensor of {kind.name}. Received: {inputs!r}"
            ) from None

    def _numbers(self, x: Any) -> Any:
        if hasattr(x, "flat_values") or hasattr(x, "dense_shape"):
            return _codes.of_values(self._numbers, x)
        if self._table is None and not _functions.is_symbolic(x):
            from pelton.errors import FailedPreconditionError

            raise FailedPreconditionError(
                f"{self._place()}: Table not initialized. Give it a `vocabulary` or call `adapt`"
            )
        if self.invert:
            return self._inverse(x)
        found = self._found(x)
        if self._mask_table is not None:
            masked = 0 if self.output_mode == "int" else -1
            is_mask = _ops.equal(self._mask_table.lookup(x), 0)
            found = _ops.where(is_mask, _functions.convert(masked, _dtypes.int64), found)
        return found

    def _inverse(self, x: Any) -> Any:
        if self._table is None:
            default = _functions.convert(self.oov_token, self._key_dtype)
            found = _ops.where(_ops.equal(x, x), default, default)
        else:
            found = self._table.lookup(x)
        if self.mask_token is None:
            return found
        mask = _functions.convert(self.mask_token, self._key_dtype)
        return _ops.where(_ops.equal(x, 0), mask, found)

    def _found(self, x: Any) -> Any:
        """The number of each token that is no mask."""
        unknown = _functions.convert(-1, _dtypes.int64)
        if self._table is None:
            found = _ops.where(_ops.equal(x, x), unknown, unknown)
        else:
            found = self._table.lookup(x)
        is_unknown = _ops.equal(found, -1)
        if self.num_oov_indices == 0:
            if not _functions.is_symbolic(x) and bool(_ops.reduce_any(is_unknown)):
                from pelton.errors import InvalidArgumentError

                raise InvalidArgumentError(
                    f"{self._place()}: When `num_oov_indices=0` all inputs should be in "
                    "vocabulary, found OOV values "
                    f"{_ops.boolean_mask(x, is_unknown).numpy().tolist()[:5]}, consider setting "
                    "`num_oov_indices=1`."
                )
            return found
        start = _functions.convert(self._oov_start(), _dtypes.int64)
        if self.num_oov_indices > 1:
            start = self._bucket(x) + start
        return _ops.where(is_unknown, start, found)

    def _bucket(self, x: Any) -> Any:
        """Which of the numbers for unknown tokens each token has."""
        count = self.num_oov_indices
        is_integer = self._key_dtype != _dtypes.string
        if is_integer and self.oov_method != "farmhash":
            return _ops.floormod(x, count)
        texts = _ops.as_string(x) if is_integer else x
        if self.salt is None:
            return _ops.string_to_hash_bucket_fast(texts, num_buckets=count)
        return _ops.string_to_hash_bucket_strong(texts, num_buckets=count, key=self.salt)

    def compute_output_shape(self, input_shape: Any) -> Any:
        return _codes.encoded_shape(self.output_mode, self._depth(), input_shape)

    def get_config(self) -> dict[str, Any]:
        own: dict[str, Any] = {name: getattr(self, name) for name in _CONFIG.split()}
        for name in ("idf_weights", "vocabulary"):
            value = getattr(self, f"input_{name}")
            value = value.numpy() if hasattr(value, "numpy") else value
            own[name] = value.tolist() if hasattr(value, "tolist") else value
        own["vocabulary_size"] = self._frozen_vocab_size
        return {**super().get_config(), **own, "oov_method": self.oov_method, "salt": self.salt}

    def save_own_variables(self, store: Any) -> None:
        """The weights of "tf_idf", which are no variables."""
        if self.output_mode == "tf_idf" and self._idf_row is not None:
            store["idf_weights"] = self._idf_row.numpy()

    def load_own_variables(self, store: Any) -> None:
        """Reads what save_own_variables wrote."""
        if self.output_mode == "tf_idf" and "idf_weights" in store:
            self._idf_row = _functions.convert(store["idf_weights"][:], _dtypes.float32)

    def save_assets(self, dir_path: str) -> None:
        """Writes the tokens that are no argument, one a line."""
        if self.input_vocabulary is None:
            path = os.path.join(dir_path, "vocabulary.txt")
            with open(path, "w", encoding="utf-8") as file:
                file.write("\n".join(map(str, self.get_vocabulary())))

    def load_assets(self, dir_path: str) -> None:
        """Reads what save_assets wrote."""
        path = os.path.join(dir_path, "vocabulary.txt")
        if self.input_vocabulary is not None or not os.path.isfile(path):
            return
        tokens = _vocabulary.read_lines(self, path, self._kind)
        if len(tokens) <= self._token_start():
            return
        weights = None
        if self.output_mode == "tf_idf" and self._idf_row is not None:
            weights = self._idf_row.numpy()[: len(tokens)]
        self.set_vocabulary(tokens, weights)
