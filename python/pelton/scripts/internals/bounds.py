"""Owns `BoundedTensorSpec` of ``tensorflow.python.framework.tensor_spec``."""

from __future__ import annotations

from pelton.tensors.tensor_spec import TensorSpec

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    import numpy as np


def _bound(what: str, value: Any, spec: TensorSpec) -> np.ndarray[Any, Any]:
    if value is None:
        raise ValueError(f"`{what}` can not be None.")
    import numpy as np

    array = np.array(value, dtype=spec.dtype.as_numpy_dtype)
    sizes = spec.shape.as_list() if spec.shape.rank is not None else [None] * array.ndim
    fits = array.ndim <= len(sizes) and all(
        given in (1, size) or size is None
        for given, size in zip(array.shape[::-1], sizes[::-1], strict=False)
    )
    if not fits:
        raise ValueError(f"`{what}` {value} is not compatible with shape {spec.shape}.")
    array.setflags(write=False)
    return array


class BoundedTensorSpec(TensorSpec):
    """A TensorSpec of values between `minimum` and `maximum`, arrays that broadcast to its shape
    (else ValueError)."""

    def __init__(
        self, shape: Any, dtype: Any, minimum: Any, maximum: Any, name: str | None = None
    ) -> None:
        super().__init__(shape, dtype, name)
        self._minimum, self._maximum = (
            _bound(what, value, self)
            for what, value in (("minimum", minimum), ("maximum", maximum))
        )

    @classmethod
    def from_spec(cls, spec: Any) -> BoundedTensorSpec:  # type: ignore[override]
        """A copy; a spec without bounds has those of its dtype."""
        low, high = spec.dtype.min, spec.dtype.max
        bounds = getattr(spec, "minimum", low), getattr(spec, "maximum", high)
        return cls(spec.shape, spec.dtype, *bounds, spec.name)

    @property
    def minimum(self) -> np.ndarray[Any, Any]:
        """The least values, an array that cannot be written to."""
        return self._minimum

    @property
    def maximum(self) -> np.ndarray[Any, Any]:
        """The greatest values, an array that cannot be written to."""
        return self._maximum

    def _serialize(self) -> tuple[Any, ...]:
        return (*self._parts()[:2], self._minimum, self._maximum, self.name)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BoundedTensorSpec) or not super().__eq__(other):
            return False
        import numpy as np

        bounds = ((self.minimum, other.minimum), (self.maximum, other.maximum))
        return all(np.allclose(*pair) for pair in bounds)

    def __hash__(self) -> int:
        return super().__hash__()

    def __repr__(self) -> str:
        return (
            f"BoundedTensorSpec(shape={self.shape}, dtype={self.dtype!r}, name={self.name!r}, "
            f"minimum={self.minimum!r}, maximum={self.maximum!r})"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return BoundedTensorSpec, self._serialize()
