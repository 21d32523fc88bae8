"""STFTSpectrogram: signals as the strengths of frequencies over time, by filters that can train."""

from __future__ import annotations

import math
import warnings

from pelton._core import ops as _ops
from pelton._core.keras_settings import image_data_format
from pelton.keras.initializers.short_time_fourier import SCALINGS, STFT, window_of
from pelton.keras.layers import library_layer
from pelton.keras.layers.input_spec import InputSpec
from pelton.keras.layers.library_layer import LibraryLayer

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor

_MODES = ("log", "magnitude", "psd", "real", "imag", "angle", "stft")
_LEAST = 1e-7  # what logarithms and roots are taken of


class STFTSpectrogram(LibraryLayer):
    """Signals (batch, samples, channels), each channel by itself, as short-time Fourier transforms
    by a convolution: (batch, frames, channels * frequencies), with `expand_dims` (batch, frames,
    frequencies, channels). `mode` says what of the complex numbers is given.

    Raises ValueError for an unknown mode, scaling, padding or window and for lengths that do not
    fit."""

    def __init__(
        self,
        mode: str = "log",
        frame_length: int = 256,
        frame_step: int | None = None,
        fft_length: int | None = None,
        window: Any = "hann",
        periodic: bool = False,
        scaling: str | None = "density",
        padding: str = "valid",
        expand_dims: bool = False,
        data_format: str | None = None,
        **kwargs: Any,
    ) -> None:
        _check_lengths(frame_length, frame_step, fft_length)
        for argument, value, known in (
            ("mode", mode, _MODES),
            ("scaling", scaling, SCALINGS),
            ("padding", padding, ("valid", "same")),
            ("data_format", data_format, (None, "channels_last", "channels_first")),
        ):
            if value not in known:
                raise ValueError(
                    f"`{argument}` is invalid, it must be one of {', '.join(map(str, known))}. "
                    f"Received: {argument}={value} [STFTSpectrogram]"
                )
        if isinstance(window, str):
            window_of(window, 1, periodic)
        super().__init__(**kwargs)
        self.mode, self.window, self.periodic = mode, window, periodic
        self.frame_length, self.frame_step, self.fft_length = frame_length, frame_step, fft_length
        self.scaling, self.padding, self.expand_dims = scaling, padding, expand_dims
        self.data_format = data_format or image_data_format()
        self.input_spec = InputSpec(ndim=3)

    def _step(self) -> int:
        return self.frame_step or self.frame_length // 2

    def _frequencies(self) -> int:
        length = self.fft_length or 2 ** math.ceil(math.log2(self.frame_length))
        return length // 2 + 1

    def build(self, input_shape: Any) -> None:
        for side in ("real", "imag"):
            if self.mode not in ("real", "imag") or self.mode == side:
                kernel = self.add_weight(
                    name=f"{side}_kernel",
                    shape=(self.frame_length, 1, self._frequencies()),
                    initializer=STFT(side, self.window, self.scaling, self.periodic),
                )
                setattr(self, f"{side}_kernel", kernel)

    def call(self, inputs: Any) -> Tensor:
        x = library_layer.as_tensor(self, "inputs", inputs)
        if x.dtype.name not in ("float16", "float32", "float64"):
            raise TypeError(
                "Invalid input type. Expected `float16`, `float32` or `float64`. Received: input "
                f"type={x.dtype.name}"
            )
        x = _ops.transpose(x, [0, 2, 1]) if self.data_format == "channels_last" else x
        found = self._transformed(x)
        return _ops.log(_ops.maximum(found, _LEAST)) if self.mode == "log" else found

    def _transformed(self, x: Tensor) -> Tensor:
        """What the mode asks for of (batch, channels, samples), before the logarithm."""
        if self.mode in ("real", "imag"):
            return self._arranged(self._convolved(x, getattr(self, f"{self.mode}_kernel")))
        real, imaginary = (
            self._convolved(x, kernel) for kernel in (self.real_kernel, self.imag_kernel)
        )
        if self.mode == "angle":
            return self._arranged(_ops.atan2(imaginary, real))
        if self.mode == "stft":
            return self._arranged(_ops.concat([real, imaginary], axis=-1))
        power = _ops.square(real) + _ops.square(imaginary)
        if self.mode == "psd":  # frequencies beside the first and the last stand for two
            inner = _ops.pad(power[..., 1:-1], [0, 0, 0, 0, 0, 0, 1, 1])
            return self._arranged(power + inner)
        return self._arranged(_ops.sqrt(_ops.maximum(power, _LEAST)))

    def _convolved(self, x: Tensor, kernel: Any) -> Tensor:
        """(batch, channels, frames, frequencies)."""
        from pelton.keras.ops.core.tensors import shape
        from pelton.keras.ops.nn.convolution import conv

        _, channels, samples = shape(x)
        rows = _ops.reshape(x, [-1, samples, 1])
        kernel = _ops.cast(kernel, x.dtype)
        found = conv(rows, kernel, self._step(), self.padding, data_format="channels_last")
        _, frames, frequencies = shape(found)
        return _ops.reshape(found, [-1, channels, frames, frequencies])

    def _arranged(self, found: Tensor) -> Tensor:
        """In the layer's order of axes."""
        from pelton.keras.ops.core.tensors import shape

        is_last = self.data_format == "channels_last"
        if self.expand_dims:
            return _ops.transpose(found, [0, 2, 3, 1]) if is_last else found
        _, channels, frames, frequencies = shape(found)
        if is_last:
            found = _ops.transpose(found, [0, 2, 1, 3])
            return _ops.reshape(found, [-1, frames, channels * frequencies])
        found = _ops.transpose(found, [0, 1, 3, 2])
        return _ops.reshape(found, [-1, channels * frequencies, frames])

    def compute_output_shape(self, input_shape: Any) -> tuple[int | None, ...]:
        is_last = self.data_format == "channels_last"
        batch, first, second = input_shape
        samples, channels = (first, second) if is_last else (second, first)
        frequencies = self._frequencies() * (2 if self.mode == "stft" else 1)
        frames = samples
        if samples is not None:
            room = samples if self.padding == "same" else samples - self.frame_length + 1
            frames = -(-room // self._step())
        if self.expand_dims:
            last = (batch, frames, frequencies, channels)
            return last if is_last else (batch, channels, frames, frequencies)
        both = frequencies * channels
        return (batch, frames, both) if is_last else (batch, both, frames)

    def get_config(self) -> dict[str, Any]:
        names = (
            "mode frame_length frame_step fft_length window periodic scaling padding data_format "
            "expand_dims"
        )
        own = {name: getattr(self, name) for name in names.split()}
        return {**super().get_config(), **own}


def _check_lengths(frame_length: int, frame_step: int | None, fft_length: int | None) -> None:
    given = {"frame_length": frame_length, "frame_step": frame_step, "fft_length": fft_length}
    for name, length in given.items():
        is_count = isinstance(length, int) and not isinstance(length, bool) and length > 0
        if not is_count and (length is not None or name == "frame_length"):
            raise ValueError(
                f"`{name}` should be a positive integer. Received: {name}={length} "
                "[STFTSpectrogram]"
            )
    if frame_step is not None and frame_step > frame_length:
        raise ValueError(
            "`frame_step` should be a positive integer not greater than `frame_length`. Received "
            f"frame_step={frame_step}, frame_length={frame_length} [STFTSpectrogram]"
        )
    if fft_length is not None and fft_length < frame_length:
        raise ValueError(
            "`fft_length` should be not less than `frame_length`. Received fft_length="
            f"{fft_length}, frame_length={frame_length} [STFTSpectrogram]"
        )
    if fft_length is not None and (fft_length & -fft_length) != fft_length:
        warnings.warn(
            f"`fft_length` is recommended to be a power of two. Received fft_length={fft_length}",
            stacklevel=3,
        )
