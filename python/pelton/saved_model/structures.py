"""Arguments and results of stored functions as JSON: nests with specs in place of tensors."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

from pelton import dtypes
from pelton._core import Tensor, functions
from pelton.errors import DataLossError
from pelton.tensor_shape import TensorShape
from pelton.tensors.extension_spec import ExtensionTypeSpec
from pelton.tensors.extension_type import NAMED_TYPES
from pelton.tensors.tensor_spec import TensorSpec

_DEEPEST = 64


class NotStoredError(ValueError):
    """A value that no file holds."""


def encoded(value: Any) -> Any:
    """The JSON of a nest of specs, numbers, texts, tensors, None; raises NotStoredError."""
    if isinstance(value, TensorSpec):
        rank = value.shape.rank
        sizes = None if rank is None else value.shape.as_list()
        return {"spec": [sizes, value.dtype.name, value.name]}
    if type(value) in _composites().values():
        return {"composite": [type(value).__name__, [_field(part) for part in value._serialize()]]}
    if isinstance(value, ExtensionTypeSpec) and value.value_type._stored_name is not None:
        fields = {name: encoded(part) for name, part in value._values().items()}
        return {"extension": [value.value_type._stored_name, fields]}
    if value is None or isinstance(value, (bool, int, float, str)):
        return {"value": value}
    if isinstance(value, Tensor) and (value.dtype.is_floating or value.dtype.is_integer):
        return {"tensor": [value.dtype.name, value.numpy().tolist()]}
    if isinstance(value, dict):
        if not all(isinstance(key, str) for key in value):
            raise NotStoredError(f"a dict whose keys are no texts: {list(value)}")
        return {"dict": {key: encoded(value[key]) for key in sorted(value)}}
    fields = getattr(value, "_fields", None)
    if isinstance(value, tuple) and fields is not None:
        return {"named": [type(value).__name__, [*fields], [encoded(part) for part in value]]}
    if isinstance(value, (list, tuple)):
        kind = "list" if isinstance(value, list) else "tuple"
        return {kind: [encoded(part) for part in value]}
    raise NotStoredError(f"{value!r} of type {type(value).__name__}")


def _composites() -> dict[str, Any]:
    """The specs of values made of several tensors that files hold, by name."""
    from pelton.ragged.ragged_tensor_spec import RaggedTensorSpec
    from pelton.sparse.sparse_tensor_spec import SparseTensorSpec
    from pelton.tensors.composite_specs import IndexedSlicesSpec

    return {cls.__name__: cls for cls in (RaggedTensorSpec, SparseTensorSpec, IndexedSlicesSpec)}


def _field(part: Any) -> Any:
    """What a composite's spec is made of, as JSON: sizes, the name of a dtype, a number, None."""
    if isinstance(part, TensorShape):
        return {"shape": None if part.rank is None else part.as_list()}
    if isinstance(part, dtypes.DType):
        return part.name
    if part is None or isinstance(part, int):
        return part
    raise NotStoredError(f"{part!r} of type {type(part).__name__}")


def _composite(parts: Any) -> Any:
    """The spec of a composite; raises DataLossError where the JSON stands for none."""
    try:
        name, fields = parts
        given = [TensorShape(one["shape"]) if isinstance(one, dict) else one for one in fields]
        return _composites()[name](*given)
    except (TypeError, ValueError, KeyError) as error:
        raise DataLossError(f"a spec in the saved model is none: {str(error)[:80]}") from None


def _extension(parts: Any, depth: int) -> Any:
    """The spec of an extension type; raises DataLossError where the JSON stands for none, and
    ValueError where the program has no such type."""
    try:
        name, given = parts
        fields = {key: decoded(part, depth + 1) for key, part in given.items()}
        found = NAMED_TYPES.get(name)
    except (TypeError, ValueError, AttributeError) as error:
        raise DataLossError(f"a spec in the saved model is none: {str(error)[:80]}") from None
    if found is None:
        raise ValueError(
            f"No TypeSpec has been registered with name {name!r}: the saved model needs the "
            f"extension type whose class has `__name__ = {name!r}`"
        )
    try:
        return found.Spec(**fields)
    except TypeError as error:
        raise DataLossError(f"a spec in the saved model is none: {error}") from None


def _named(parts: Any, depth: int) -> Any:
    """A named tuple; raises DataLossError where the JSON stands for none."""
    try:
        name, fields, given = parts
        kind = namedtuple(name, fields)  # type: ignore[misc]
        return kind(*(decoded(part, depth + 1) for part in given))
    except (TypeError, ValueError) as error:
        raise DataLossError(f"a named tuple in the saved model is none: {error}") from None


def _spec(parts: Any) -> TensorSpec:
    if not isinstance(parts, list) or len(parts) != 3:
        raise DataLossError(f"a spec in the saved model is none: {str(parts)[:80]}")
    sizes, dtype, name = parts
    try:
        if not (name is None or isinstance(name, str)):
            raise TypeError("its name is no text")
        return TensorSpec(sizes, dtypes.as_dtype(dtype), name)
    except (TypeError, ValueError) as error:
        raise DataLossError(f"a spec in the saved model is none: {error}") from None


def _tensor(parts: Any) -> Tensor:
    """A tensor, such as a default argument; raises DataLossError where the JSON stands for none."""
    try:
        dtype, values = parts
        return functions.convert(values, dtypes.as_dtype(dtype))
    except (TypeError, ValueError) as error:
        raise DataLossError(f"a tensor in the saved model is none: {error}") from None


def decoded(data: Any, depth: int = 0) -> Any:
    """The nest that the JSON stands for; raises DataLossError where it stands for none."""
    if isinstance(data, dict) and len(data) == 1 and depth < _DEEPEST:
        kind, parts = next(iter(data.items()))
        if kind == "spec":
            return _spec(parts)
        if kind == "composite":
            return _composite(parts)
        if kind == "extension":
            return _extension(parts, depth)
        if kind == "value" and (parts is None or isinstance(parts, (bool, int, float, str))):
            return parts
        if kind == "tensor":
            return _tensor(parts)
        if kind == "dict" and isinstance(parts, dict):
            return {key: decoded(part, depth + 1) for key, part in parts.items()}
        if kind == "named":
            return _named(parts, depth)
        if kind in ("list", "tuple") and isinstance(parts, list):
            return (list if kind == "list" else tuple)(decoded(p, depth + 1) for p in parts)
    raise DataLossError(f"the saved model holds no nest of arguments: {str(data)[:80]}")
