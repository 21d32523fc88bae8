"""Owns ``tf.io.decode_json_example``: serialized tf.train.Example messages of their JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton.errors import InvalidArgumentError

if TYPE_CHECKING:
    from pelton._core import Tensor
    from pelton._types import TensorLike


def _serialized(text: bytes) -> bytes:
    from google.protobuf import json_format

    from pelton.train import Example

    try:
        message = json_format.Parse(text, Example())
    except (json_format.ParseError, UnicodeDecodeError) as error:
        raise InvalidArgumentError(
            f"decode_json_example: Error while parsing JSON: {error}"
        ) from error
    return bytes(message.SerializeToString(deterministic=True))


def decode_json_example(json_examples: TensorLike, name: str | None = None) -> Tensor:
    """The serialized examples of strings of JSON, of the same shape, for ``parse_example``.

    Raises InvalidArgumentError for what is no JSON of an example."""
    import numpy as np

    texts = _functions.convert(json_examples, _dtypes.string)

    def decode(tensors: list[Tensor]) -> list[Tensor]:
        flat = np.asarray(tensors[0].numpy(), object).reshape(-1)
        made = np.array([_serialized(text) for text in flat], object)
        return [_functions.convert(made.reshape(tensors[0].shape.as_list()), _dtypes.string)]

    outputs = None if texts.shape.rank is None else [(_dtypes.string, texts.shape)]
    return _functions.compute("decode_json_example", [texts], decode, outputs)[0]
