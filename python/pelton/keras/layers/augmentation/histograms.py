"""AutoContrast and Equalization: values spread over their range."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.keras.layers import library_layer
from pelton.keras.layers.augmentation.value_layer import PlainValueLayer
from pelton.keras.layers.preprocessing.image_layer import rescaled

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor

_BYTE = (0, 255)


class AutoContrast(PlainValueLayer):
    """Stretches each channel of each image, so that its values reach both ends of `value_range`;
    a channel of one value stays."""

    def _revalued(self, x: Tensor, drawn: Any) -> Tensor:
        y = rescaled(x, self.value_range, _BYTE)
        low = _ops.reduce_min(y, axis=[1, 2], keepdims=True)
        high = _ops.reduce_max(y, axis=[1, 2], keepdims=True)
        scale = 255.0 / (high - low)
        y = _ops.clip_by_value(y * scale - low * scale, 0.0, 255.0)
        is_flat = _ops.equal(high, low)
        return _ops.where(is_flat, x, rescaled(y, _BYTE, self.value_range))


class Equalization(PlainValueLayer):
    """Replaces values by the share of the pixels up to them, among `bins` equal parts of
    `value_range`, channel by channel over the whole batch. In training only, as Keras does it."""

    def __init__(
        self,
        value_range: Any = (0, 255),
        bins: int = 256,
        data_format: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(value_range, data_format=data_format, **kwargs)
        self.bins = library_layer.positive_int(self, "bins", bins)

    def _changed(self, images: Tensor, drawn: Any, training: bool) -> Tensor:
        if not training:
            return _ops.cast(images, self.compute_dtype)
        return super()._changed(images, drawn, training)

    def _revalued(self, x: Tensor, drawn: Any) -> Tensor:
        y = rescaled(x, self.value_range, _BYTE)
        channels = [self._equalized(one) for one in _ops.unstack(y, num=x.shape[-1], axis=-1)]
        return rescaled(_ops.stack(channels, -1), _BYTE, self.value_range)

    def _equalized(self, x: Tensor) -> Tensor:
        from pelton.keras.ops.math.segments import segment_sum

        last = self.bins - 1
        bins = _ops.cast(_ops.cast(x, "float32") * float(last) / 255.0, "int32")
        flat = _ops.reshape(_ops.clip_by_value(bins, 0, last), [-1])
        ones = _ops.ones_like(_ops.cast(flat, "float32"))
        counts = segment_sum(ones, flat, num_segments=self.bins)
        up_to = _ops.cumsum(counts, 0)
        is_filled = _ops.greater(counts, 0.0)
        first = _ops.reduce_min(_ops.where(is_filled, up_to, up_to[-1]))
        rest = up_to[-1] - first
        table = _ops.divide_no_nan((up_to - first) * 255.0, rest)
        table = _ops.cast(_ops.clip_by_value(_ops.round(table), 0.0, 255.0), x.dtype)
        places = _ops.clip_by_value(x / 255.0 * float(last), 0.0, float(last))
        found = _ops.gather(table, _ops.cast(places, "int32"))
        return _ops.where(_ops.greater(rest, 0.0), found, x)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "bins": self.bins}
