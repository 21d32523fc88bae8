"""STFT, the filters whose convolution with a signal is a short-time Fourier transform."""

from __future__ import annotations

import math
from typing import Any

from pelton._core import Tensor
from pelton._core import functions as _functions
from pelton._core import keras_settings as _settings

SCALINGS = (None, "density", "spectrum")
# Windows that are sums of cosines: their factors.
_COSINES = {
    "boxcar": (1.0,),
    "hann": (0.5, 0.5),
    "hamming": (0.54, 0.46),
    "blackman": (0.42, 0.5, 0.08),
    "nuttall": (0.3635819, 0.4891775, 0.1365995, 0.0106411),
    "blackmanharris": (0.35875, 0.48829, 0.14128, 0.01168),
}


def window_of(window: Any, length: int, periodic: bool) -> Any:
    """The window of that length as float64; raises ValueError for a name that is none."""
    import numpy as np

    if not isinstance(window, str):
        return np.asarray(window, "float64")
    factors = _COSINES.get(window)
    if factors is None:
        return _of_scipy(window, length, periodic)
    if length == 1:
        return np.ones(1)
    angles = 2 * math.pi * np.arange(length) / (length if periodic else length - 1)
    return sum((-1) ** k * factor * np.cos(k * angles) for k, factor in enumerate(factors))


def _of_scipy(window: str, length: int, periodic: bool) -> Any:
    try:
        from scipy.signal import get_window
    except ImportError:
        raise ValueError(
            f"Unknown window type: {window!r}. Without SciPy these are known: {sorted(_COSINES)}"
        ) from None
    return get_window(window, length, periodic)


class STFT:
    """Cosines or sines, by `side` "real" or "imag", of the frequencies of a Fourier transform,
    times a window: a kernel of shape (frame length, 1, frequencies).

    Raises ValueError for an unknown side, window or scaling."""

    def __init__(
        self,
        side: str = "real",
        window: Any = "hann",
        scaling: str | None = "density",
        periodic: bool = False,
    ) -> None:
        if side not in ("real", "imag"):
            raise ValueError(f"side should be 'real' or 'imag', not {side}")
        if scaling not in SCALINGS:
            raise ValueError(
                "Scaling is invalid, it must be `None`, 'density' or 'spectrum'. Received "
                f"scaling={scaling}"
            )
        if isinstance(window, str):
            window_of(window, 1, periodic)
        self.side, self.window, self.scaling, self.periodic = side, window, scaling, periodic

    def __call__(self, shape: Any, dtype: Any = None) -> Tensor:
        import numpy as np

        length, _, frequencies = shape
        dtype = dtype or _settings.floatx()
        turns = np.arange(length)[:, None, None] * np.arange(frequencies) / (2 * (frequencies - 1))
        kernel = (np.cos if self.side == "real" else np.sin)(-2 * math.pi * turns)
        if self.window is not None:
            window = window_of(self.window, length, self.periodic)
            if window.shape != (length,):
                raise ValueError(
                    "The shape of `window` must be equal to [frame_length]. Received: window "
                    f"shape={window.shape}"
                )
            kernel = kernel * window[:, None, None]
            if self.scaling == "density":
                kernel = kernel / np.sqrt(np.sum(window**2))
            elif self.scaling == "spectrum":
                kernel = kernel / np.sum(np.abs(window))
        return _functions.convert(kernel, dtype)

    def get_config(self) -> dict[str, Any]:
        names = ("side", "window", "periodic", "scaling")
        return {name: getattr(self, name) for name in names}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> STFT:
        return cls(**config)


STFT.__module__ = "pelton.keras.initializers"


from pelton.names.named_refusals import name_class as _name_class  # noqa: E402 - of all above

_name_class(STFT)
