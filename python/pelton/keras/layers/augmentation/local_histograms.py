"""ContrastLimitedAdaptiveHistogramEqualization: values spread by the histograms of tiles."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.keras.layers.augmentation.value_layer import PlainValueLayer, count_of
from pelton.keras.layers.preprocessing.image_layer import rescaled

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor

_BYTE, _LEVELS = (0, 255), 256


class ContrastLimitedAdaptiveHistogramEqualization(PlainValueLayer):
    """Replaces each value by its place in the histograms of the four nearest of
    `tile_grid_size` (down, across) tiles, interpolated. No level counts more than `clip_limit`
    times the mean one (0: any); what is above is spread over all. Sizes of images must be known.

    Source: CLAHE (Zuiderveld, 1994)."""

    def __init__(
        self,
        value_range: Any = (0, 255),
        clip_limit: float = 4.0,
        tile_grid_size: Any = (8, 8),
        data_format: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(value_range, data_format=data_format, **kwargs)
        is_pair = isinstance(tile_grid_size, (list, tuple)) and len(tile_grid_size) == 2
        if not is_pair or not all(isinstance(n, int) and n > 0 for n in tile_grid_size):
            raise ValueError(
                "`tile_grid_size` must be two positive integers. "
                f"Received: tile_grid_size={tile_grid_size} [{type(self).__name__}]"
            )
        if not isinstance(clip_limit, (int, float)) or clip_limit < 0:
            raise ValueError(
                "`clip_limit` must be a number that is not negative. "
                f"Received: clip_limit={clip_limit} [{type(self).__name__}]"
            )
        self.clip_limit, self.tile_grid_size = clip_limit, tuple(tile_grid_size)

    def _revalued(self, x: Tensor, drawn: Any) -> Tensor:
        y = _ops.cast(rescaled(x, self.value_range, _BYTE), "float32")
        sides, padding = [], []
        for size, count in zip(x.shape[1:3], self.tile_grid_size, strict=True):
            if size is None:
                raise ValueError(
                    f"{self._place()}: height and width of the images must be known. Received: "
                    f"shape={tuple(x.shape)}"
                )
            side = -(-size // count)
            sides.append(side)
            padding.append([0, side * count - size])
        padded = _ops.pad(y, [[0, 0], *padding, [0, 0]], "SYMMETRIC")
        levels = _ops.cast(_ops.clip_by_value(padded, 0.0, 255.0), "int32")
        tables = self._tables(levels, sides)
        found = self._interpolated(levels, tables, sides)[:, : x.shape[1], : x.shape[2]]
        return rescaled(_ops.cast(found, x.dtype), _BYTE, self.value_range)

    def _tables(self, levels: Tensor, sides: list[int]) -> Tensor:
        """The new value of each level in each tile: (n, tiles down, tiles across, channels,
        levels)."""
        (down, across), (height, width) = self.tile_grid_size, sides
        tiles = _ops.reshape(levels, [-1, down, height, across, width, levels.shape[-1]])
        tiles = _ops.transpose(tiles, [0, 1, 3, 5, 2, 4])
        tiles = _ops.reshape(tiles, [-1, down, across, levels.shape[-1], height * width])
        hot = _ops.one_hot(tiles, depth=_LEVELS)
        counts = _ops.reduce_sum(hot, axis=[-2])
        if self.clip_limit > 0:
            most = self.clip_limit * height * width / _LEVELS
            clipped = _ops.clip_by_value(counts, 0.0, most)
            rest = _ops.reduce_sum(counts - clipped, axis=[-1], keepdims=True)
            counts = clipped + rest / float(_LEVELS)
        up_to = _ops.cumsum(counts, -1)
        first = _ops.reduce_min(up_to, axis=[-1], keepdims=True)
        rest = float(height * width) - first
        rest = _ops.where(_ops.equal(rest, 0.0), _ops.ones_like(rest), rest)
        return _ops.clip_by_value((up_to - first) * 255.0 / rest, 0.0, 255.0)

    def _interpolated(self, levels: Tensor, tables: Tensor, sides: list[int]) -> Tensor:
        down, across = self.tile_grid_size
        channels = levels.shape[-1]
        flat = _ops.reshape(tables, [-1])
        start = _ops.reshape(_ops.iota(count_of(levels), "int32"), [-1, 1, 1, 1]) * (
            down * across * channels
        )
        start = start + _ops.reshape(_ops.iota(channels, "int32"), [1, 1, 1, -1])
        total: Any = 0.0
        for rows, row_share in _neighbors(down, sides[0]):
            for columns, column_share in _neighbors(across, sides[1]):
                tile = rows[None, :, None, None] * across + columns[None, None, :, None]
                places = (start + tile * channels) * _LEVELS + levels
                share = row_share[None, :, None, None] * column_share[None, None, :, None]
                total = total + _ops.gather(flat, places) * share
        return total

    def get_config(self) -> dict[str, Any]:
        own = {"clip_limit": self.clip_limit, "tile_grid_size": self.tile_grid_size}
        return {**super().get_config(), **own}


def _neighbors(count: int, side: int) -> list[tuple[Tensor, Tensor]]:
    """For each place along an axis of `count` tiles the tile before it and the one behind it, by
    their middles, with their shares."""
    place = (_ops.cast(_ops.iota(count * side, "int32"), "float32") - side / 2.0) / float(side)
    first = _ops.floor(place)
    later = place - first

    def tile(number: Tensor) -> Tensor:
        return _ops.cast(_ops.clip_by_value(number, 0.0, count - 1.0), "int32")

    return [(tile(first), 1.0 - later), (tile(first + 1.0), later)]
