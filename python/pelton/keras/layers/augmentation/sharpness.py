"""RandomSharpness and RandomGaussianBlur: sharper and smoother images."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.keras.layers.augmentation.value_layer import ValueLayer
from pelton.keras.layers.preprocessing.image_layer import limits

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor

_SIDE, _MIDDLE = 1.0 / 13.0, 5.0 / 13.0  # weights of a pixel's neighbors and of itself
_LEAST = 1e-6


class RandomSharpness(ValueLayer):
    """Blurs or sharpens images in training by a number drawn from `factor` in [0, 1], two numbers
    or the largest one: 0 gives the blurred image, 0.5 changes nothing, 1 sharpens."""

    def __init__(
        self,
        factor: Any,
        value_range: Any = (0, 255),
        data_format: str | None = None,
        seed: int | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(factor, value_range, data_format, seed, **kwargs)

    def _draw(self, images: Tensor, training: bool) -> Any:
        return self._uniform(images, *self.factor) if training else None

    def _revalued(self, x: Tensor, drawn: Any) -> Tensor:
        from pelton.keras.ops.nn.convolution import depthwise_conv

        window = [_SIDE] * 4 + [_MIDDLE] + [_SIDE] * 4
        kernel = _ops.reshape(_ops.cast(window, x.dtype), [3, 3, 1, 1])
        kernel = _ops.tile(kernel, [1, 1, x.shape[-1], 1])
        smooth = depthwise_conv(x, kernel, 1, "same", "channels_last")
        share = 1.0 - _ops.cast(drawn * 2.0, x.dtype)
        return self._within(x + share * (smooth - x))


class RandomGaussianBlur(ValueLayer):
    """Blurs images in training over windows of `kernel_size` (height, width), odd numbers, each
    image with a chance drawn from `factor` in [0, 1]; the deviations are drawn from `sigma` in
    [0, 1] for all images. Both are two numbers or the largest one."""

    _drawn_names = {"should_apply_blur": 1, "blur_factor": None}

    def __init__(
        self,
        factor: Any = 1.0,
        kernel_size: Any = 3,
        sigma: Any = 1.0,
        value_range: Any = (0, 255),
        data_format: str | None = None,
        seed: int | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(factor, value_range, data_format, seed, **kwargs)
        self.kernel_size = self._odd(kernel_size)
        self.sigma = limits(self, "sigma", sigma, 0.0, 1.0)

    def _odd(self, size: Any) -> tuple[int, int]:
        pair = tuple(size) if isinstance(size, (list, tuple)) else (size, size)
        if len(pair) != 2 or not all(isinstance(one, int) and one > 0 and one % 2 for one in pair):
            raise ValueError(
                "kernel_size must be an odd number. "
                f"Received: kernel_size={size} [{type(self).__name__}]"
            )
        return (pair[0], pair[1])

    def _draw(self, images: Tensor, training: bool) -> Any:
        if not training:
            return None
        deviations = [self._number(*self.sigma) + _LEAST for _ in range(2)]
        return self._chance(images), _ops.stack(deviations)

    def _revalued(self, x: Tensor, drawn: Any) -> Tensor:
        from pelton.keras.ops.image.filters import gaussian_blur

        is_blurred, deviations = drawn
        pair = (deviations[0], deviations[1])
        blurred = gaussian_blur(x, self.kernel_size, pair, "channels_last")
        return self._within(_ops.where(is_blurred, blurred, x))

    def _own_config(self) -> dict[str, Any]:
        own = {"kernel_size": self.kernel_size, "sigma": self.sigma}
        return {**super()._own_config(), **own}
