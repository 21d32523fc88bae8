"""Keras's ops of this family: the definitions that keras.ops on Pelton has too."""

from typing import Any

from keras_pelton.src.random import normal
from pelton.keras.ops.image import *  # noqa: F403
from pelton.keras.ops.image.warping import moved_by_noise


def elastic_transform(
    images: Any,
    alpha: float = 20.0,
    sigma: float = 5.0,
    interpolation: str = "bilinear",
    fill_mode: str = "reflect",
    fill_value: float = 0.0,
    seed: Any = None,
    data_format: str | None = None,
) -> Any:
    """Images whose pixels are moved by a noise that Keras's own generators of seeds decide."""

    def noise_of(shape: tuple[int, ...]) -> Any:
        return normal(shape, seed=seed)

    return moved_by_noise(
        images, alpha, sigma, interpolation, fill_mode, fill_value, noise_of, data_format
    )
