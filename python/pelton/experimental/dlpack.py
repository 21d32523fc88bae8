"""Owns ``tf.experimental.dlpack``: tensors from and for other libraries."""

from __future__ import annotations

from pelton._core import functions as _functions

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


class _Capsule:
    """What NumPy's ``from_dlpack`` asks: it gives a capsule and says that it is of the CPU."""

    def __init__(self, capsule: Any) -> None:
        self._capsule = capsule

    def __dlpack__(self, **options: Any) -> Any:
        return self._capsule

    def __dlpack_device__(self) -> tuple[int, int]:
        return 1, 0


def to_dlpack(tf_tensor: Tensor) -> Any:
    """The tensor as a DLPack capsule of its values on the host."""
    import numpy as np

    return np.array(_functions.convert(tf_tensor).numpy()).__dlpack__()


def from_dlpack(dlcapsule: Any) -> Tensor:
    """The values of a DLPack capsule, or of an object that gives one, as a tensor."""
    import numpy as np

    given = dlcapsule if hasattr(dlcapsule, "__dlpack__") else _Capsule(dlcapsule)
    return _functions.convert(np.from_dlpack(given))


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__)
