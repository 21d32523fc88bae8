"""tf.signal: Fourier transforms, frames and windows of signals. Modules load on first use."""

import importlib as _importlib

from pelton.names.named_refusals import public as _public

_MODULES = {
    "cosine": "dct idct mdct inverse_mdct",
    "fourier": "fft fft2d fft3d ifft ifft2d ifft3d rfft rfft2d rfft3d irfft irfft2d irfft3d "
    "fftshift ifftshift",
    "framing": "frame overlap_and_add",
    "many_axes": "fftnd ifftnd rfftnd irfftnd",
    "mel": "linear_to_mel_weight_matrix mfccs_from_log_mel_spectrograms",
    "spectral": "stft inverse_stft inverse_stft_window_fn",
    "window_shapes": "hann_window hamming_window kaiser_window kaiser_bessel_derived_window "
    "vorbis_window",
}
_LAZY = {name: module for module, names in _MODULES.items() for name in names.split()}
__all__ = sorted(_LAZY)


def __getattr__(name: str) -> object:
    if name not in _LAZY:
        from pelton.names.missing_names import missing

        raise missing("pelton.signal", name, __all__)
    value = getattr(_importlib.import_module(f"pelton.signal.{_LAZY[name]}"), name)
    value = _public(value, __name__, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
