"""Owns strings in other encodings than UTF-8, which the engine's ops work on: they are converted on
the host before and after."""

from __future__ import annotations

import codecs

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError
from pelton.functions.host_steps import computed

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable

    from pelton._core import Tensor

_OUTPUTS = ("UTF-8", "UTF-16-BE", "UTF-32-BE")


def is_utf8(encoding: str) -> bool:
    """Whether the name is one of UTF-8's."""
    return encoding.upper().replace("_", "-") in ("UTF-8", "UTF8")


def _codec(encoding: str) -> str:
    """Python's name of the encoding; raises InvalidArgumentError for an unknown one."""
    name = encoding.upper().replace("_", "-")
    try:
        return codecs.lookup("UTF-16-BE" if name in ("UTF-16", "UTF16") else name).name
    except LookupError:
        raise InvalidArgumentError(
            f"Could not create converter for input encoding: {encoding}"
        ) from None


def changed_texts(name: str, values: Tensor, change: Callable[[bytes], bytes]) -> Tensor:
    """The strings that `change` makes of these, again at each run of a trace."""

    def made(given: list[Tensor]) -> list[Tensor]:
        texts = [change(text) for text in given[0].numpy().ravel().tolist()]
        flat = _functions.convert(texts, _dtypes.string)
        return [_ops.reshape(flat, given[0].shape)]

    flat = _ops.reshape(values, [-1])
    found = computed(name, [flat], made, [(_dtypes.string, flat.shape)])[0]
    return _ops.reshape(found, _ops.shape(values))


def as_utf8(values: Tensor, encoding: str, errors: str, replacement_char: int) -> Tensor:
    """The strings of an encoding in UTF-8; what is none is replaced, left out or refused with an
    InvalidArgumentError, as `errors` says."""
    if is_utf8(encoding):
        return values
    codec = _codec(encoding)

    def change(text: bytes) -> bytes:
        how = {"replace": "replace", "ignore": "ignore"}.get(errors, "strict")
        try:
            decoded = text.decode(codec, how)
        except UnicodeDecodeError:
            raise InvalidArgumentError("Invalid formatting on input string") from None
        return decoded.replace("\ufffd", chr(replacement_char)).encode("utf-8", "surrogatepass")

    return changed_texts("UnicodeTranscode", values, change)


def check_output(encoding: str) -> str:
    """The encoding in which strings are given; raises InvalidArgumentError for others than
    TensorFlow's three."""
    name = encoding.upper().replace("_", "-")
    if name not in _OUTPUTS:
        allowed = ", ".join(f'"{one}"' for one in _OUTPUTS)
        raise InvalidArgumentError(
            f"Value for attr 'output_encoding' of \"{encoding}\" is not in the list of allowed "
            f"values: {allowed}"
        )
    return name


def from_utf8(values: Tensor, encoding: str) -> Tensor:
    """Strings of UTF-8 in an encoding."""
    name = check_output(encoding)
    if name == "UTF-8":
        return values
    return changed_texts("UnicodeTranscode", values, lambda text: text.decode("utf-8").encode(name))


def bytes_of_codes(codes: Tensor, encoding: str) -> Tensor:
    """How many bytes each character has in an encoding of whole or double units, int64."""
    codec = _codec(encoding)
    unit = {"utf-32-be": 4, "utf-32-le": 4, "utf-16-be": 2, "utf-16-le": 2}.get(codec, 1)
    ones = _ops.ones_like(_ops.cast(codes, _dtypes.int64))
    is_pair = _ops.cast(codes > 0xFFFF, _dtypes.int64) if unit == 2 else 0 * ones
    return unit * (ones + is_pair)
