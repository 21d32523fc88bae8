"""MixUp and CutMix: mixtures of the images of a batch, and of their labels."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.keras.layers.augmentation import draws
from pelton.keras.layers.augmentation.value_layer import ValueLayer, count_of
from pelton.keras.layers.preprocessing.image_layer import ImageLayer
from pelton.keras.layers.preprocessing.resized import channels_last

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


def _as_batch(layer: Any, images: Tensor) -> Tensor:
    x = channels_last(layer, images)
    return x if x.ndim == 4 else x[None]


def _blended(x: Tensor, share: Tensor, order: Tensor) -> Tensor:
    """`share` (n,) of each row and the rest of the row that `order` names."""
    weight = _ops.reshape(_ops.cast(share, x.dtype), [-1, *[1] * (x.ndim - 1)])
    return weight * x + (1.0 - weight) * _ops.gather(x, order)


class _Mixture(ValueLayer):
    """What both share: drawn are an order of the batch and the share that each image keeps."""

    def _changed_labels(self, labels: Any, drawn: Any, training: bool) -> Any:
        if not training or drawn is None:
            return labels
        x = _functions.convert(labels)
        x = x if x.dtype.is_floating else _ops.cast(x, self.compute_dtype)
        return _blended(x, drawn[1], drawn[0])

    _changed_boxes = ImageLayer._changed_boxes

    def _own_config(self) -> dict[str, Any]:
        return {}


class MixUp(_Mixture):
    """Mixes each image in training with one of the same batch, and labels, which are numbers or
    vectors, and masks alike. The shares are of the beta distribution of `alpha` in [0, 1] twice.

    Source: mixup (Zhang et al., 2017)."""

    _drawn_names = {"permutation_order": None, "mix_weight": None}

    def __init__(
        self,
        alpha: float = 0.2,
        data_format: str | None = None,
        seed: int | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(data_format=data_format, seed=seed, **kwargs)
        is_number = isinstance(alpha, (int, float)) and not isinstance(alpha, bool)
        if not is_number or alpha <= 0:
            raise ValueError(
                f"`alpha` must be a positive number. Received: alpha={alpha} "
                f"[{type(self).__name__}]"
            )
        self.alpha = alpha

    def _draw(self, images: Tensor, training: bool) -> Any:
        if not training:
            return None
        count = count_of(_as_batch(self, images))
        return draws.order(self, count), draws.beta(self, count, self.alpha)

    def _revalued(self, x: Tensor, drawn: Any) -> Tensor:
        return _blended(x, drawn[1], drawn[0])

    def _changed_masks(self, masks: Tensor, drawn: Any, training: bool) -> Tensor:
        return self._changed(masks, drawn, training)

    def _changed_boxes(self, boxes: Any, images: Tensor, drawn: Any, training: bool) -> Any:
        """As in Keras: each image has the boxes of the other one too, and the labels of the batch
        that is mixed in follow those of the batch."""
        found = self._kept_boxes(boxes, images, drawn, training)
        if not training:
            return found
        axes = {"boxes": 1, "labels": 0}
        return {
            name: _ops.concat([found[name], _ops.gather(found[name], drawn[0])], axis)
            for name, axis in axes.items()
        }

    def _own_config(self) -> dict[str, Any]:
        return {"alpha": self.alpha}


class CutMix(_Mixture):
    """Puts a rectangle of another image of the batch into each one in training, into masks too, and
    mixes labels by the share of its pixels. A single image stays.

    `factor` in [0, 1], two numbers or the largest one, is where the parameter of the beta
    distribution of that share is drawn from. Source: CutMix (Yun et al., 2019)."""

    _drawn_names = {"permutation_order": None, "mix_weight": 4, "batch_masks": None}

    def __init__(
        self,
        factor: Any = 1.0,
        seed: int | None = None,
        data_format: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(factor, data_format=data_format, seed=seed, **kwargs)

    def _draw(self, images: Tensor, training: bool) -> Any:
        if not training or images.ndim == 3:
            return None
        x = _as_batch(self, images)
        count = count_of(x)
        alpha = self._number(*self.factor) + 1e-6
        side = _ops.sqrt(1.0 - draws.beta(self, count, alpha))
        inside, share = draws.rectangles(self, x, side, side)
        return draws.order(self, count), 1.0 - share, inside

    def _revalued(self, x: Tensor, drawn: Any) -> Tensor:
        return x if drawn is None else _ops.where(drawn[2], _ops.gather(x, drawn[0]), x)

    def _changed_masks(self, masks: Tensor, drawn: Any, training: bool) -> Tensor:
        return self._changed(masks, drawn, training)

    def _own_config(self) -> dict[str, Any]:
        return {"factor": self.factor}
