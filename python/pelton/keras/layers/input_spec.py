"""InputSpec: what a layer demands of its input's rank and sizes."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any


class InputSpec:
    """Rank (`ndim`, `min_ndim`) and sizes (`axes`: axis to size) that an input must have."""

    def __init__(
        self,
        dtype: None = None,
        shape: Sequence[int | None] | None = None,
        ndim: int | None = None,
        max_ndim: None = None,
        min_ndim: int | None = None,
        axes: Mapping[int, int] | None = None,
    ) -> None:
        if max_ndim is not None or dtype is not None:
            raise NotImplementedError("InputSpec: max_ndim and dtype are not supported, only None")
        self.shape = None if shape is None else tuple(shape)
        self.ndim = len(self.shape) if self.shape is not None else ndim
        self.min_ndim = min_ndim
        self.axes = {int(axis): size for axis, size in (axes or {}).items()}
        if self.shape is not None:
            self.axes.update({i: n for i, n in enumerate(self.shape) if n is not None})

    def __repr__(self) -> str:
        parts = [
            f"{name}={value}"
            for name, value in (("ndim", self.ndim), ("min_ndim", self.min_ndim))
            if value is not None
        ]
        if self.axes:
            parts.append(f"axes={self.axes}")
        return f"InputSpec({', '.join(parts)})"


def from_core(ndim: int | None, min_ndim: int | None, axes: Any) -> InputSpec | None:
    """The InputSpec of a layer's own; None where it demands nothing."""
    if ndim is None and min_ndim is None and not axes:
        return None
    return InputSpec(ndim=ndim, min_ndim=min_ndim, axes=dict(axes))


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
