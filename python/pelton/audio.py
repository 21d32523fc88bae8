"""tf.audio: WAV files of 16 bits as tensors, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton.errors import InvalidArgumentError
from pelton.functions.host_steps import computed
from pelton.host.stored_works import stored_text

if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike

__all__ = ["decode_wav", "encode_wav"]


class DecodeWav(NamedTuple):
    """What decode_wav gives: `audio` (samples, channels) from -1 to 1, and `sample_rate`."""

    audio: Tensor
    sample_rate: Tensor


def _refuse(text: str) -> InvalidArgumentError:
    return InvalidArgumentError(f"decode_wav: {text}")


def _chunks(data: bytes) -> dict[bytes, bytes]:
    """The chunks of a WAV file by name."""
    for place, word in ((0, b"RIFF"), (8, b"WAVE")):
        found = data[place : place + 4]
        if len(found) < 4:
            raise _refuse(f"Data too short when trying to read string: {len(data)} bytes")
        if found != word:
            raise _refuse(f"Header mismatch: Expected {word!r} but found {found!r}")
    chunks: dict[bytes, bytes] = {}
    place = 12
    while place < len(data) and b"data" not in chunks:
        name, size = data[place : place + 4], int.from_bytes(data[place + 4 : place + 8], "little")
        if size > len(data) - place - 8:
            raise _refuse(
                f"Data too short when trying to read string: chunk {name!r} says {size} bytes of "
                f"{max(len(data) - place - 8, 0)}"
            )
        chunks[name] = data[place + 8 : place + 8 + size]
        place += 8 + size + size % 2
    return chunks


def _samples(data: bytes) -> tuple[Any, int]:
    """Numbers (samples, channels) of 16 bits and the rate."""
    import struct

    import numpy as np

    chunks = _chunks(data)
    if len(chunks.get(b"fmt ", b"")) < 16 or b"data" not in chunks:
        raise _refuse(f"a WAV file needs the chunks 'fmt ' and 'data', got {sorted(chunks)}")
    kind, channels, rate, _, _, bits = struct.unpack_from("<HHIIHH", chunks[b"fmt "])
    if kind != 1 or bits != 16:
        raise _refuse(
            f"Can only read 16-bit WAV files of PCM, but received {bits} bits of format {kind}"
        )
    if rate >= 1 << 31:
        raise _refuse(f"a sample rate of {rate} is too large")
    content = chunks[b"data"]
    if channels == 0 or len(content) % (2 * channels):
        raise _refuse(f"{len(content)} bytes are no whole samples of {channels} channels")
    return np.frombuffer(content, "<i2").reshape(-1, channels), rate


def decode_wav(
    contents: TensorLike,
    desired_channels: int = -1,
    desired_samples: int = -1,
    name: str | None = None,
) -> Any:
    """The samples of a WAV file of 16 bits as float32 from -1 to 1, and the rate as int32.

    Channels and samples are cut, channels are filled up by the last one and samples by zeros.
    Raises InvalidArgumentError for other files."""
    strings = _functions.convert(contents, _dtypes.string)
    if strings.shape.rank:
        raise _refuse(f"contents must be scalar, got shape {strings.shape}")

    def decode(tensors: list[Tensor]) -> list[Tensor]:
        import numpy as np

        samples, rate = _samples(tensors[0].numpy())
        count = samples.shape[0] if desired_samples < 0 else desired_samples
        channels = samples.shape[1] if desired_channels < 0 else desired_channels
        audio = np.zeros((count, channels), np.float32)
        rows, columns = min(count, samples.shape[0]), min(channels, samples.shape[1])
        audio[:rows, :columns] = samples[:rows, :columns] * np.float32(1 / 32768)
        audio[:, columns:] = audio[:, columns - 1 : columns]
        return [_functions.convert(audio), _functions.convert(rate, _dtypes.int32)]

    sizes = [None if size < 0 else size for size in (desired_samples, desired_channels)]
    outputs = [(_dtypes.float32, sizes), (_dtypes.int32, [])]
    text = stored_text("decode_wav", channels=desired_channels, samples=desired_samples)
    return DecodeWav(*computed("decode_wav", [strings], decode, outputs, text))


def encode_wav(audio: TensorLike, sample_rate: TensorLike, name: str | None = None) -> Tensor:
    """The bytes of a WAV file of 16 bits, of float samples (samples, channels) from -1 to 1.

    Raises InvalidArgumentError for audio of another rank and a rate that is no positive number."""
    samples = _functions.convert(audio, _dtypes.float32)
    rate = _functions.convert(sample_rate, _dtypes.int32)
    if samples.shape.rank != 2 or rate.shape.rank != 0:
        raise InvalidArgumentError(
            "encode_wav: audio must be 2-dimensional and sample_rate one number, got shapes "
            f"{samples.shape} and {rate.shape}"
        )

    def encode(tensors: list[Tensor]) -> list[Tensor]:
        import struct

        import numpy as np

        numbers, hertz = tensors[0].numpy(), int(tensors[1].numpy())
        if hertz <= 0:
            raise InvalidArgumentError(f"encode_wav: sample_rate must be in (0, 2^32), got {hertz}")
        scaled = np.nan_to_num(np.rint(numbers * np.float32(32768)), nan=0.0)
        data = np.clip(scaled, -32768, 32767).astype("<i2").tobytes()
        width = 2 * numbers.shape[1]
        head = struct.pack(
            "<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + len(data), b"WAVE", b"fmt ", 16, 1,
            numbers.shape[1], hertz, hertz * width, width, 16, b"data", len(data),
        )  # fmt: skip
        return [_functions.convert(head + data)]

    return computed("encode_wav", [samples, rate], encode, [(_dtypes.string, [])])[0]


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__)
