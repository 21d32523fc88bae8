"""StringLookup and IntegerLookup: the numbers of words and of integers in a vocabulary."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton.keras.layers.preprocessing.index_lookup import IndexLookup

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class StringLookup(IndexLookup):
    """Strings to the numbers that they have in a vocabulary, given or made by `adapt`."""

    def __init__(
        self,
        max_tokens: int | None = None,
        num_oov_indices: int = 1,
        mask_token: str | None = None,
        oov_token: str = "[UNK]",
        vocabulary: Any = None,
        idf_weights: Any = None,
        invert: bool = False,
        output_mode: str = "int",
        pad_to_max_tokens: bool = False,
        sparse: bool = False,
        encoding: str = "utf-8",
        name: str | None = None,
        salt: Any = None,
        **kwargs: Any,
    ) -> None:
        self.encoding = encoding
        arguments = {
            "max_tokens": max_tokens,
            "num_oov_indices": num_oov_indices,
            "mask_token": mask_token,
            "oov_token": oov_token,
            "vocabulary": vocabulary,
            "idf_weights": idf_weights,
            "invert": invert,
            "output_mode": output_mode,
            "pad_to_max_tokens": pad_to_max_tokens,
            "sparse": sparse,
            "oov_method": kwargs.pop("oov_method", "floormod"),
            "salt": salt,
        }
        super().__init__(arguments, name=name, **kwargs)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "encoding": self.encoding}


class IntegerLookup(IndexLookup):
    """Integers to the numbers that they have in a vocabulary, given or made by `adapt`."""

    _kind = int
    _key_dtype = _dtypes.int64

    def __init__(
        self,
        max_tokens: int | None = None,
        num_oov_indices: int = 1,
        mask_token: int | None = None,
        oov_token: int = -1,
        vocabulary: Any = None,
        vocabulary_dtype: str = "int64",
        idf_weights: Any = None,
        invert: bool = False,
        output_mode: str = "int",
        sparse: bool = False,
        pad_to_max_tokens: bool = False,
        oov_method: str = "floormod",
        salt: Any = None,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        if vocabulary_dtype != "int64":
            raise ValueError(
                "Only `vocabulary_dtype='int64'` is supported at this time. Received: "
                f"vocabulary_dtype={vocabulary_dtype} [{type(self).__name__}]"
            )
        arguments = {
            "max_tokens": max_tokens,
            "num_oov_indices": num_oov_indices,
            "mask_token": mask_token,
            "oov_token": oov_token,
            "vocabulary": vocabulary,
            "idf_weights": idf_weights,
            "invert": invert,
            "output_mode": output_mode,
            "pad_to_max_tokens": pad_to_max_tokens,
            "sparse": sparse,
            "oov_method": oov_method,
            "salt": salt,
        }
        super().__init__(arguments, name=name, **kwargs)

    def get_config(self) -> dict[str, Any]:
        config = {**super().get_config(), "vocabulary_dtype": "int64"}
        names = list(config)
        names.insert(names.index("idf_weights"), names.pop())
        return {name: config[name] for name in names}
