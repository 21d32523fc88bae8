"""Types of pelton.keras.preprocessing.sequence. Made by `dev.py stubs`; do not edit."""

import numpy as np
from collections.abc import Sequence
from pelton.keras.preprocessing.timeseries_generator import TimeseriesGenerator as TimeseriesGenerator
from pelton.keras.utils.sequences import pad_sequences as pad_sequences
from typing import Any

def make_sampling_table(size: int, sampling_factor: float = 1e-05) -> np.ndarray: ...
def skipgrams(
    sequence: Sequence[int],
    vocabulary_size: int,
    window_size: int = 4,
    negative_samples: float = 1.0,
    shuffle: bool = True,
    categorical: bool = False,
    sampling_table: Sequence[float] | None = None,
    seed: int | None = None,
) -> tuple[list[list[int]], list[Any]]: ...
