"""Types of pelton.audio. Made by `dev.py stubs`; do not edit."""

from pelton._core import Tensor
from pelton._types import TensorLike
from typing import Any

def decode_wav(
    contents: TensorLike,
    desired_channels: int = -1,
    desired_samples: int = -1,
    name: str | None = None,
) -> Any: ...
def encode_wav(audio: TensorLike, sample_rate: TensorLike, name: str | None = None) -> Tensor: ...
