"""InputSpec: what a layer demands of its input's rank and sizes."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any


class InputSpec:
    """Dtype, rank (`ndim`, `min_ndim`, `max_ndim`) and sizes (`axes`: axis to size) that an input
    must have; what else is given is kept for who asks."""

    def __init__(
        self,
        dtype: Any = None,
        shape: Sequence[int | None] | None = None,
        ndim: int | None = None,
        max_ndim: int | None = None,
        min_ndim: int | None = None,
        axes: Mapping[int, int] | None = None,
        allow_last_axis_squeeze: bool = False,
        name: str | None = None,
        optional: bool = False,
    ) -> None:
        from pelton.keras.backend import standardize_dtype

        self.dtype = None if dtype is None else standardize_dtype(dtype)
        self.shape = None if shape is None else tuple(shape)
        self.ndim = len(self.shape) if self.shape is not None else ndim
        self.max_ndim, self.min_ndim = max_ndim, min_ndim
        self.name, self.optional = name, optional
        self.allow_last_axis_squeeze = allow_last_axis_squeeze
        self.axes = {int(axis): size for axis, size in (axes or {}).items()}
        if self.shape is not None:
            self.axes.update({i: n for i, n in enumerate(self.shape) if n is not None})

    def __repr__(self) -> str:
        names = ("dtype", "shape", "ndim", "max_ndim", "min_ndim")
        given = {name: getattr(self, name) for name in names}
        sizes = dict(enumerate(self.shape or ()))
        given["axes"] = {axis: n for axis, n in self.axes.items() if axis not in sizes} or None
        parts = [f"{name}={value}" for name, value in given.items() if value is not None]
        return f"InputSpec({', '.join(parts)})"


def from_core(
    dtype: str | None, ndim: int | None, max_ndim: int | None, min_ndim: int | None, axes: Any
) -> InputSpec | None:
    """The InputSpec of a layer's own; None where it demands nothing."""
    if all(one is None for one in (dtype, ndim, max_ndim, min_ndim)) and not axes:
        return None
    return InputSpec(dtype, None, ndim, max_ndim, min_ndim, dict(axes))


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
