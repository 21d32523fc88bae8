"""MelSpectrogram: sounds as the strengths of frequencies that ears tell apart, over time."""

from __future__ import annotations

import math

from pelton._core import ops as _ops
from pelton.keras.layers import library_layer
from pelton.keras.layers.library_layer import LibraryLayer

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor

_COUNTS = ("fft_length", "sequence_stride", "sequence_length", "sampling_rate", "num_mel_bins")
_NUMBERS = ("min_freq", "max_freq", "top_db", "mag_exp", "min_power", "ref_power")


class MelSpectrogram(LibraryLayer):
    """Sounds (samples) or (batch, samples) to (..., num_mel_bins, frames): magnitudes of Fourier
    transforms of frames, to the power `mag_exp`, weighted into bins of the mel scale, and with
    `power_to_db` as decibels that are at most `top_db` below the largest of them all.

    Raises ValueError for sizes that are not positive and for numbers that are none."""

    _allow_non_tensor_positional_args = True

    def __init__(
        self,
        fft_length: int = 2048,
        sequence_stride: int = 512,
        sequence_length: int | None = None,
        window: Any = "hann",
        sampling_rate: int = 16000,
        num_mel_bins: int = 128,
        min_freq: float = 20.0,
        max_freq: float | None = None,
        power_to_db: bool = True,
        top_db: float = 80.0,
        mag_exp: float = 2.0,
        min_power: float = 1e-10,
        ref_power: float = 1.0,
        **kwargs: Any,
    ) -> None:
        given = locals()
        super().__init__(**kwargs)
        given["sequence_length"] = sequence_length or fft_length
        given["max_freq"] = max_freq or int(sampling_rate / 2)
        for name in _COUNTS:
            setattr(self, name, library_layer.positive_int(self, name, given[name]))
        for name in _NUMBERS:
            if not isinstance(given[name], (int, float)) or isinstance(given[name], bool):
                raise ValueError(
                    f"`{name}` must be a number. Received: {name}={given[name]} "
                    f"[{type(self).__name__}]"
                )
            setattr(self, name, given[name])
        if self.fft_length < self.sequence_length:
            raise ValueError(
                "`fft_length` must not be less than `sequence_length`. Received: fft_length="
                f"{fft_length}, sequence_length={sequence_length} [{type(self).__name__}]"
            )
        self.window, self.power_to_db = window, bool(power_to_db)

    def call(self, inputs: Any) -> Tensor:
        from pelton.keras.ops.math.signals import stft

        x = library_layer.as_tensor(self, "inputs", inputs)
        wide = "float64" if self.compute_dtype == "float64" else "float32"
        real, imaginary = stft(
            _ops.cast(x, wide),
            self.sequence_length,
            self.sequence_stride,
            self.fft_length,
            window=self.window,
            center=True,
        )
        strength = _ops.sqrt(_ops.square(real) + _ops.square(imaginary))
        strength = _ops.pow(strength, _ops.cast(self.mag_exp, wide))
        bins = _ops.tensordot(strength, self._weights(wide), [[strength.ndim - 1], [0]])
        bins = self._decibels(bins) if self.power_to_db else bins
        axes = [*range(bins.ndim - 2), bins.ndim - 1, bins.ndim - 2]
        return _ops.cast(_ops.transpose(bins, perm=axes), self.compute_dtype)

    def _weights(self, dtype: str) -> Tensor:
        """(frequencies, bins)."""
        from pelton.signal import linear_to_mel_weight_matrix

        count = self.fft_length // 2 + 1
        rate, ends = self.sampling_rate, (self.min_freq, self.max_freq)
        return linear_to_mel_weight_matrix(self.num_mel_bins, count, rate, *ends, dtype=dtype)

    def _decibels(self, bins: Tensor) -> Tensor:
        least = _ops.cast(self.min_power, bins.dtype)
        found = _ops.log(_ops.maximum(bins, least)) * (10.0 / math.log(10.0))
        found = found - 10.0 * math.log10(max(abs(self.ref_power), self.min_power))
        axes = list(range(found.ndim))
        return _ops.maximum(found, _ops.reduce_max(found, axis=axes) - self.top_db)

    def compute_output_shape(self, input_shape: Any) -> tuple[int | None, ...]:
        samples = input_shape[-1]
        frames = None
        if samples is not None:
            # Half a transform is mirrored at both ends.
            whole = samples + 2 * (self.fft_length // 2)
            frames = 1 + (whole - self.fft_length) // self.sequence_stride
        return (*input_shape[:-1], self.num_mel_bins, frames)

    def get_config(self) -> dict[str, Any]:
        names = (*_COUNTS, *_NUMBERS, "window", "power_to_db")
        return {**super().get_config(), **{name: getattr(self, name) for name in names}}
