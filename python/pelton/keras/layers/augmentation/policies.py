"""RandAugment and AugMix: changes chosen at random."""

from __future__ import annotations

import random

from pelton._core import ops as _ops
from pelton.keras.layers import library_layer
from pelton.keras.layers.augmentation import draws
from pelton.keras.layers.augmentation.grays import RandomColorDegeneration
from pelton.keras.layers.augmentation.histograms import AutoContrast, Equalization
from pelton.keras.layers.augmentation.levels import RandomPosterization, Solarization
from pelton.keras.layers.augmentation.sharpness import RandomSharpness
from pelton.keras.layers.augmentation.value_layer import ValueLayer
from pelton.keras.layers.augmentation.warps import RandomShear
from pelton.keras.layers.preprocessing.image_layer import ImageLayer
from pelton.keras.layers.preprocessing.moves import RandomRotation, RandomTranslation
from pelton.keras.layers.preprocessing.tones import RandomBrightness, RandomContrast

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


def _changes(layer: Any, has_tones: bool) -> list[Any]:
    """The layers to choose from; those of `has_tones` come last."""
    shared = {"seed": layer.seed, "data_format": layer.data_format, "dtype": layer.dtype_policy}
    moved = {"interpolation": layer.interpolation, **shared}
    valued = {"value_range": layer.value_range, **shared}
    factor = layer.factor
    still = {key: value for key, value in valued.items() if key != "seed"}
    found: list[Any] = [
        RandomShear(factor, factor, **moved),
        RandomTranslation(factor, factor, **moved),
        RandomRotation(factor, **moved),
        Solarization(factor, factor, **valued),
        RandomPosterization(max(1, int(8 * factor[1])), **valued),
        AutoContrast(**still),
        Equalization(**still),
    ]
    if has_tones:
        tones: Any = (RandomBrightness, RandomColorDegeneration, RandomContrast, RandomSharpness)
        found += [cls(factor, **valued) for cls in tones]
    return found


class _Policy(ValueLayer):
    """What both share: the strength of the changes and how those that move pixels interpolate."""

    _changed_boxes = ImageLayer._changed_boxes

    def __init__(
        self,
        factor: Any,
        value_range: Any,
        data_format: str | None,
        seed: int | None,
        interpolation: str,
        **kwargs: Any,
    ) -> None:
        super().__init__(factor, value_range, data_format, seed, **kwargs)
        self.interpolation = interpolation

    def _changed_masks(self, masks: Tensor, drawn: Any, training: bool) -> Tensor:
        if training:
            raise NotImplementedError(
                f"{self._place()} does not change segmentation masks, which some of its changes "
                "would have to move"
            )
        return masks

    def _own_config(self) -> dict[str, Any]:
        return {**super()._own_config(), "interpolation": self.interpolation}


class RandAugment(_Policy):
    """Makes `num_ops` changes after each other in training, each drawn from eleven for the whole
    batch: shears, translations, rotations, brightness, fainter colors, contrast, sharpness,
    solarization, posterization, automatic contrast and equalization. Their strengths are drawn
    from `factor` in [0, 1], two numbers or the largest one.

    Source: RandAugment (Cubuk et al., 2019)."""

    def __init__(
        self,
        value_range: Any = (0, 255),
        num_ops: int = 2,
        factor: Any = 0.5,
        interpolation: str = "bilinear",
        seed: int | None = None,
        data_format: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(factor, value_range, data_format, seed, interpolation, **kwargs)
        self.num_ops = library_layer.positive_int(self, "num_ops", num_ops)
        self._choices = _changes(self, True)

    def _draw(self, images: Tensor, training: bool) -> Any:
        if not training:
            return None
        drawn = self._numbers(self.num_ops, 0.0, float(len(self._choices)))
        return _ops.cast(drawn, "int32")

    def _randomly_changed(self, x: Tensor, drawn: Any) -> Tensor:
        for step in range(self.num_ops):
            given = x
            for number, change in enumerate(self._choices):
                changed = change.call(given, training=True)
                x = _ops.where(_ops.equal(drawn[step], number), changed, x)
        return x

    def _own_config(self) -> dict[str, Any]:
        return {**super()._own_config(), "num_ops": self.num_ops}


class AugMix(_Policy):
    """Mixes images in training with `num_chains` changed ones, each made by up to `chain_depth`
    changes, those of RandAugment, without the four of tones unless `all_ops`. The shares of the
    chains are of the Dirichlet distribution of `alpha`, that of the images themselves of its beta
    distribution. Python's generator chooses the changes, or one of `seed`: a traced function keeps
    its choice.

    Source: AugMix (Hendrycks et al., 2019)."""

    def __init__(
        self,
        value_range: Any = (0, 255),
        num_chains: int = 3,
        chain_depth: int = 3,
        factor: Any = 0.3,
        alpha: float = 1.0,
        all_ops: bool = True,
        interpolation: str = "bilinear",
        seed: int | None = None,
        data_format: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(factor, value_range, data_format, seed, interpolation, **kwargs)
        self.num_chains = library_layer.positive_int(self, "num_chains", num_chains)
        self.chain_depth = library_layer.positive_int(self, "chain_depth", chain_depth)
        self.alpha, self.all_ops = alpha, bool(all_ops)
        self._choices = _changes(self, self.all_ops)
        self._chooser = None if seed is None else random.Random(seed)  # noqa: S311

    def _draw(self, images: Tensor, training: bool) -> Any:
        if not training:
            return None
        shares = draws.shares(self, self.num_chains, self.alpha)
        return shares, draws.beta(self, 1, self.alpha)[0]

    def _randomly_changed(self, x: Tensor, drawn: Any) -> Tensor:
        shares, own = drawn
        choose = random.choice if self._chooser is None else self._chooser.choice  # noqa: S311
        mixed = _ops.zeros_like(x)
        for share in shares:
            changed = x
            for _ in range(self.chain_depth):
                change = choose([*self._choices, None])
                changed = changed if change is None else change.call(changed, training=True)
            mixed = mixed + changed * _ops.cast(share, x.dtype)
        own = _ops.cast(own, x.dtype)
        return self._within(own * x + (1.0 - own) * mixed)

    def _own_config(self) -> dict[str, Any]:
        names = ("num_chains", "chain_depth", "alpha", "all_ops")
        return {**super()._own_config(), **{name: getattr(self, name) for name in names}}
