"""Mean and variance of data that Normalization adapts to, batch after batch."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    import numpy as np

_PART_SIZE = 2**22  # numbers that are read at once


def first_part(batch: Any) -> Any:
    """The inputs of (inputs, targets, ...), or a batch that is no tuple."""
    return batch[0] if isinstance(batch, tuple) and batch else batch


class Moments:
    """Reads data for a Normalization layer, which it builds for the data's shape."""

    def __init__(self, layer: Any) -> None:
        self._layer = layer
        self._count = 0
        self.mean: Any = 0.0
        self.variance: Any = 0.0

    def read(self, data: Any) -> None:
        """All of an array, a tensor, or batches; raises ValueError where there is nothing."""
        import numpy as np

        if isinstance(data, np.ndarray) or (hasattr(data, "dtype") and hasattr(data, "shape")):
            self._add(data)
        else:
            for batch in self._batches(data):
                self._add(first_part(batch))
        if not self._count:
            raise ValueError(
                "adapt() received an empty iterable (no batches). Expected at least one batch. "
                f"[{self._place()}]"
            )

    def _place(self) -> str:
        return f"{type(self._layer).__name__} '{self._layer.name}'"

    def _batches(self, data: Any) -> Any:
        """An iterable of batches; a dataset's elements that are single rows are batched."""
        if hasattr(data, "element_spec"):
            shape = tuple(first_part(data.element_spec).shape)
            return data.batch(128) if len(shape) == 1 and shape[0] is not None else data
        if hasattr(data, "__getitem__") and hasattr(data, "__len__") and not isinstance(data, list):
            return (data[place] for place in range(len(data)))
        if not hasattr(data, "__iter__") or isinstance(data, (str, bytes, dict)):
            raise TypeError(
                f"Unsupported data type: {type(data)}. `adapt` supports arrays, tensors, datasets, "
                f"PyDatasets and iterables of batches. [{self._place()}]"
            )
        return data

    def _add(self, batch: Any) -> None:
        x = self._array(batch)
        layer = self._layer
        if not layer.built:
            layer.build(tuple(x.shape))
            layer.built = True
        if any(
            axis >= x.ndim or x.shape[axis] != layer._built_for[axis] for axis in layer._kept
        ) or x.ndim != len(layer._built_for):
            raise ValueError(
                f"The layer was built with input_shape={layer._built_for}, but adapt() is being "
                f"called with data with an incompatible shape, data.shape={x.shape} "
                f"[{self._place()}]"
            )
        for part in self._parts(x):
            self._merge(part)

    def _parts(self, x: np.ndarray) -> Any:
        """`x` in slices of some rows each: NumPy makes float64 of the whole, deaf to Ctrl-C."""
        if not x.ndim or 0 in self._layer._kept:
            return (x,)
        rows = max(1, _PART_SIZE * len(x) // max(1, x.size))
        return (x[start : start + rows] for start in range(0, len(x), rows))

    def _merge(self, x: np.ndarray) -> None:
        axes = tuple(axis for axis in range(x.ndim) if axis not in self._layer._kept)
        count = 1
        for axis in axes:
            count *= x.shape[axis]
        if not count:
            return
        mean, variance = x.mean(axes, dtype="float64"), x.var(axes, dtype="float64")
        self._count += count
        share = count / self._count
        total = self.mean * (1 - share) + mean * share
        before = (self.variance + (self.mean - total) ** 2) * (1 - share)
        self.variance = before + (variance + (mean - total) ** 2) * share
        self.mean = total

    def _array(self, batch: Any) -> np.ndarray:
        import numpy as np

        if not hasattr(batch, "shape"):
            raise TypeError(
                "adapt() expects an iterable that yields arrays or tensors with a `.shape` "
                f"attribute. Got an element of type {type(batch).__name__}. [{self._place()}]"
            )
        x = np.asarray(batch)
        if x.dtype.kind not in "fiub":
            raise TypeError(
                f"adapt() expects numbers, got an array of dtype {x.dtype}. [{self._place()}]"
            )
        return x
