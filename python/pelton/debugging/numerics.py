"""Owns the checks for NaN and infinities."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton._core import runtime as _runtime
from pelton.debugging.asserts import perform_check
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


def enable_check_numerics(stack_height_limit: int = 30, path_length_limit: int = 50) -> None:
    """From now on an op that computes NaN or infinite numbers in this thread raises
    InvalidArgumentError, which names the op, what it was given, dtype and shape, how many elements
    are bad and where the first one is. Traced functions and the steps of ``fit`` run op by op
    meanwhile. The limits are TensorFlow's; here Python's traceback shows the line."""
    _runtime.set_check_numerics(True)


def disable_check_numerics() -> None:
    """Ends what ``enable_check_numerics`` began, in this thread."""
    _runtime.set_check_numerics(False)


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

    perform_check("CheckNumerics", [is_finite, checked], check)
    return checked


def assert_all_finite(x: TensorLike, message: str, name: str | None = None) -> Tensor:
    """`x` itself; raises as check_numerics does."""
    return check_numerics(x, message)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
