"""Owns the checks for NaN and infinities."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike


def _kinds(array: Any) -> str:
    import numpy as np

    found = [("Inf", np.isinf(array).any()), ("NaN", np.isnan(array).any())]
    return " and ".join(kind for kind, is_there in found if is_there)


def check_numerics(tensor: TensorLike, message: str, name: str | None = None) -> Tensor:
    """`tensor` itself. Raises InvalidArgumentError, which begins with `message` and names shape and
    first bad index, where an element is NaN or infinite, and for dtypes that have neither."""
    checked = _functions.convert(tensor)
    if not checked.dtype.is_floating:
        raise InvalidArgumentError(
            f"check_numerics: `tensor` must be of a floating dtype, got {checked.dtype.name}"
        )
    is_finite = _ops.is_finite(checked)

    def check(values: list[Any]) -> None:
        import numpy as np

        good = values[0].numpy()
        if good.all():
            return
        where = tuple(int(index) for index in np.argwhere(~good)[0])
        raise InvalidArgumentError(
            f"{message} : Tensor had {_kinds(np.asarray(values[1].numpy(), np.float64))} values "
            f"(shape {tuple(values[1].shape)}, first at index {where}) [Op:CheckNumerics]"
        )

    _functions.perform("CheckNumerics", [is_finite, checked], check)
    return checked


def assert_all_finite(x: TensorLike, message: str, name: str | None = None) -> Tensor:
    """`x` itself; raises as check_numerics does."""
    return check_numerics(x, message)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
