"""Owns ``tf.type_spec_from_value``: the spec of any value that has one."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import functions as _functions
from pelton.tensors.composite_specs import CompositeSpec
from pelton.tensors.composite_value import CompositeValue
from pelton.tensors.tensor_spec import TensorSpec

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

# The classes of values that are neither tensors nor made of them: where each is, and its spec.
_SPECS = {
    "TensorArray": ("tensors.tensor_array", "tensors.composite_specs.TensorArraySpec"),
    "Dataset": ("data.dataset", "data.specs.DatasetSpec"),
    "Iterator": ("data.iteration", "data.specs.IteratorSpec"),
    "Optional": ("experimental.optional", "tensors.composite_specs.OptionalSpec"),
}


def composite_spec(value: Any) -> Any:
    """The spec of a ragged or sparse tensor, of a dataset and their kin; None for others."""
    if isinstance(value, CompositeValue):
        return value._type_spec
    for one in type(value).__mro__:
        module, path = _SPECS.get(one.__name__, ("", ""))
        if module and one.__module__ == f"pelton.{module}":
            from importlib import import_module

            place, name = path.rsplit(".", 1)
            return getattr(import_module(f"pelton.{place}"), name).from_value(value)
    return None


def type_spec_from_value(value: Any) -> Any:
    """The spec of a tensor, of what becomes one, or of a ragged or sparse tensor and their kin.

    Raises TypeError for anything else."""
    from pelton.tensors.composite_specs import NoneTensorSpec

    if isinstance(value, Tensor):
        return TensorSpec.from_tensor(value)
    found: CompositeSpec | None = NoneTensorSpec() if value is None else composite_spec(value)
    if found is not None:
        return found
    try:
        return TensorSpec.from_tensor(_functions.convert(value))
    except (TypeError, ValueError) as error:
        kind = type(value).__name__
        raise TypeError(f"Could not build a TypeSpec for {value!r} of type {kind}") from error


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
