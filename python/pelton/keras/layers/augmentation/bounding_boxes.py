"""MaxNumBoundingBoxes: as many boxes for each image as wanted."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.keras.layers.preprocessing.image_layer import ImageLayer

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor

_SIZES = {"boxes": 4, "labels": None}


class MaxNumBoundingBoxes(ImageLayer):
    """Keeps the first `max_number` of the "boxes" (..., boxes, 4) and "labels" (..., boxes) of the
    "bounding_boxes" of a dictionary, and fills up with `fill_value`; all else stays.

    Raises ValueError for numbers that are not positive and for other shapes."""

    _takes_boxes = True

    def __init__(
        self,
        max_number: int,
        fill_value: int = -1,
        bounding_box_format: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(bounding_box_format=bounding_box_format, **kwargs)
        if not isinstance(max_number, (int, float)) or int(max_number) <= 0:
            raise ValueError(
                "`max_number` must be a positive integer. "
                f"Received: max_number={max_number} [{type(self).__name__}]"
            )
        self.max_number, self.fill_value = int(max_number), int(fill_value)

    def _changed(self, images: Tensor, drawn: Any, training: bool) -> Tensor:
        return images

    def _changed_boxes(self, boxes: Any, images: Tensor, drawn: Any, training: bool) -> Any:
        found = {}
        for name, size in _SIZES.items():
            x = _functions.convert(boxes[name])
            axis = x.ndim - (1 if size is None else 2)
            if axis not in (0, 1) or (size is not None and x.shape[-1] != size):
                raise ValueError(
                    f"{self._place()}: the shapes must be (..., boxes, 4) of boxes and (..., "
                    f"boxes) of labels. Received: {name}.shape={tuple(x.shape)}"
                )
            head = (slice(None),) * axis
            x = x[(*head, slice(0, self.max_number))]
            widths = [[0, 0] for _ in range(x.ndim)]
            widths[axis][1] = self.max_number - x.shape[axis]
            found[name] = _ops.pad(x, widths, "CONSTANT", self.fill_value)
        return {**boxes, **found}

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "max_number": self.max_number}
