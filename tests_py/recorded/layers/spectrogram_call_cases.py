"""Calls of the layers that make spectrograms of sounds, and shapes."""

from recorded.layers.layer_case import case

SMALL = {"fft_length": 16, "sequence_stride": 4, "num_mel_bins": 5}
CASES = [
    case("mel", "MelSpectrogram", SMALL, (2, 60)),
    case("mel_of_one", "MelSpectrogram", SMALL, (60,)),
    case(
        "mel_power",
        "MelSpectrogram",
        {**SMALL, "fft_length": 32, "sequence_length": 20, "power_to_db": False, "mag_exp": 1.0},
        (2, 70),
    ),
    case(
        "mel_rate",
        "MelSpectrogram",
        {**SMALL, "sampling_rate": 8000, "max_freq": 3000.0, "min_freq": 100.0},
        (2, 60),
    ),
    case(
        "mel_decibels",
        "MelSpectrogram",
        {**SMALL, "ref_power": 3.0, "top_db": 10.0, "window": "hamming", "min_power": 1e-3},
        (2, 60),
    ),
]
FRAMES = {"frame_length": 8, "frame_step": 3, "fft_length": 16}
CASES += [
    case(f"stft_{mode}", "STFTSpectrogram", {**FRAMES, "mode": mode, **options}, (2, 20, 2))
    for mode, options in (
        ("magnitude", {}),
        ("log", {"window": "hamming", "periodic": True}),
        ("psd", {"scaling": "spectrum", "padding": "same"}),
        ("real", {"window": "blackman", "expand_dims": True}),
        ("imag", {"window": None}),
        ("stft", {"scaling": None, "expand_dims": True}),
    )
]
SHAPES = [
    ("STFTSpectrogram", {}, [(None, 16000, 1)]),
    ("STFTSpectrogram", {**FRAMES, "mode": "stft", "expand_dims": True}, [(None, 61, 3)]),
    ("STFTSpectrogram", {**FRAMES, "padding": "same"}, [(2, 61, 3)]),
    ("STFTSpectrogram", {**FRAMES, "data_format": "channels_first"}, [(2, 3, 61)]),
    (
        "STFTSpectrogram",
        {**FRAMES, "data_format": "channels_first", "expand_dims": True},
        [(2, 3, 61)],
    ),
    ("MelSpectrogram", {}, [(None, 16000)]),
    ("MelSpectrogram", SMALL, [(2, 61)]),
]
