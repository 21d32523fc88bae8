"""Owns what speech is described by: bands of the mel scale, and cepstral coefficients."""

from __future__ import annotations

import math as _math

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.signal.arguments import floating_dtype, real_signal, whole_number
from pelton.signal.cosine import dct

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import DTypeLike, TensorLike

_OP = "linear_to_mel_weight_matrix"


def _mel(hertz: float) -> float:
    return 1127.0 * _math.log1p(hertz / 700.0)


def _number(argument: str, value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        raise ValueError(f"{_OP}: {argument} must be a number, got {value!r}") from None


def linear_to_mel_weight_matrix(
    num_mel_bins: int = 20,
    num_spectrogram_bins: int = 129,
    sample_rate: float = 8000,
    lower_edge_hertz: float = 125.0,
    upper_edge_hertz: float = 3800.0,
    dtype: DTypeLike = _dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """[num_spectrogram_bins, num_mel_bins]: triangles over frequencies, evenly spaced in mel."""
    if whole_number(_OP, "num_mel_bins", num_mel_bins, -(2**62)) <= 0:
        raise ValueError(f"{_OP}: num_mel_bins must be positive, got {num_mel_bins}")
    bins = whole_number(_OP, "num_spectrogram_bins", num_spectrogram_bins)
    rate, low = _number("sample_rate", sample_rate), _number("lower_edge_hertz", lower_edge_hertz)
    high = _number("upper_edge_hertz", upper_edge_hertz)
    if rate <= 0:
        raise ValueError(f"{_OP}: sample_rate must be positive, got {sample_rate}")
    if low < 0:
        raise ValueError(f"{_OP}: lower_edge_hertz must not be negative, got {low}")
    if not low < high <= rate / 2:
        raise ValueError(
            f"{_OP}: upper_edge_hertz must lie above lower_edge_hertz and not above half of "
            f"sample_rate, got {high} with {low} and {rate}"
        )
    found = floating_dtype(_OP, dtype)
    step = (_mel(high) - _mel(low)) / (num_mel_bins + 1)
    edges = [_mel(low) + step * k for k in range(num_mel_bins + 2)]
    places = [_mel(rate / 2 * k / max(bins - 1, 1)) for k in range(bins)]
    rows = [_weights(place, edges, step) for place in places]
    rows[:1] = [[0.0] * num_mel_bins] if rows else []  # the frequency 0 is in no band
    return _functions.convert(rows, found) if rows else _ops.zeros([0, num_mel_bins], found)


def _weights(place: float, edges: list[float], step: float) -> list[float]:
    """How far a frequency lies within each band: 1 in the middle, 0 at and beyond the edges."""
    bands = zip(edges[:-2], edges[2:], strict=True)
    return [max(0.0, min(place - low, high - place) / step) for low, high in bands]


def mfccs_from_log_mel_spectrograms(
    log_mel_spectrograms: TensorLike, name: str | None = None
) -> Tensor:
    """Cepstral coefficients [..., bins] of the logarithms of mel bands [..., bins]."""
    op = "mfccs_from_log_mel_spectrograms"
    x = real_signal(op, "log_mel_spectrograms", log_mel_spectrograms)
    bins = x.shape[-1]
    if not bins:
        raise ValueError(f"{op}: the number of bands must be known, got {tuple(x.shape)}")
    return _ops.multiply(dct(x, type=2), 1.0 / _math.sqrt(bins * 2.0))
