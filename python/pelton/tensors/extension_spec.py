"""Owns ExtensionTypeSpec, the specs of extension types, and how batches of them are made."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from pelton._core import DType, Tensor
from pelton._core import ops as _ops
from pelton.tensor_shape import TensorShape
from pelton.tensors.composite_specs import PartsSpec, zeros_of
from pelton.tensors.composite_value import CompositeValue
from pelton.tensors.extension_fields import (
    ImmutableDict,
    converted,
    map_values,
    nested_alike,
    values_in,
)
from pelton.tensors.tensor_spec import TensorSpec


def refuse_change(self: Any, name: str, kind: str) -> None:
    """Raises AttributeError unless the object is being made and `name` is one of its fields."""
    if not self.__dict__.get("_is_made", True) and name in type(self)._fields:
        return
    raise AttributeError(
        f"Cannot mutate attribute `{name}` outside the custom constructor of {kind}."
    )


def _spec_of(value: Any) -> Any:
    if isinstance(value, Tensor):
        return TensorSpec(value.shape, value.dtype)
    return value._type_spec if isinstance(value, CompositeValue) else value


def _static(value: Any) -> Any:
    """What a key of traces has of a value or spec: numbers, texts, None and tuples of them."""
    if isinstance(value, tuple):
        return tuple(map(_static, value))
    if isinstance(value, ImmutableDict):
        return tuple((key, _static(value[key])) for key in sorted(value))
    if isinstance(value, PartsSpec):
        return (type(value).__qualname__, value.static_parts())
    if isinstance(value, TensorSpec):
        return "tensor"
    return (type(value).__name__, repr(value)) if isinstance(value, (DType, TensorShape)) else value


class ExtensionTypeSpec(PartsSpec):
    """What an extension type looks like: specs in place of its tensors, the other fields as
    they are.

    Each extension type has a class of its own, its ``Spec``. Raises TypeError for missing fields
    and for what is no spec of a field.
    """

    _fields: ClassVar[dict[str, Any]] = {}
    _of: ClassVar[Any] = None

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        if cls._of is None:
            raise TypeError(
                "Can't instantiate abstract class ExtensionTypeSpec: "
                "each ExtensionType has one of its own, its `Spec`"
            )
        self = super().__new__(cls)
        self.__dict__["_is_made"] = False
        return self

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        signature = inspect.Signature([inspect.Parameter(name, kind) for name in self._fields])
        try:
            bound = signature.bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{self._of.__name__}.Spec: {error}") from None
        for name, value in bound.arguments.items():
            setattr(self, name, value)

    def _finish(self) -> None:
        for name, annotation in self._fields.items():
            value = converted(name, annotation, self.__dict__[name], of_spec=True)
            self.__dict__[name] = value
        self.__dict__["_is_made"] = True

    @classmethod
    def _made(cls, fields: dict[str, Any]) -> Any:
        self = cls.__new__(cls)
        self.__dict__.update(fields, _is_made=True)
        return self

    def __setattr__(self, name: str, value: Any) -> None:
        refuse_change(self, name, "ExtensionTypeSpec")
        self.__dict__[name] = value

    def __delattr__(self, name: str) -> None:
        refuse_change(self, name, "ExtensionTypeSpec")

    @property
    def value_type(self) -> type:
        """The extension type."""
        found: type = self._of
        return found

    @classmethod
    def from_value(cls, value: Any) -> Any:
        """The spec of a value of the extension type."""
        return cls._made({name: map_values(_spec_of, getattr(value, name)) for name in cls._fields})

    def _values(self) -> dict[str, Any]:
        return {name: self.__dict__[name] for name in self._fields}

    def _specs(self) -> list[Any]:
        """The specs among the fields, in order."""
        found = [leaf for value in self._values().values() for leaf in values_in(value)]
        return [leaf for leaf in found if isinstance(leaf, (TensorSpec, PartsSpec))]

    def part_specs(self) -> list[Any]:
        """The specs of the tensors in the fields, in order."""
        return [
            part
            for spec in self._specs()
            for part in (spec.part_specs() if isinstance(spec, PartsSpec) else [spec])
        ]

    def parts_of(self, value: Any) -> list[Any]:
        """The tensors in the fields of a value, in order."""
        parts: list[Any] = []
        for name in self._fields:
            for leaf in values_in(getattr(value, name)):
                if isinstance(leaf, CompositeValue):
                    parts += leaf._type_spec.parts_of(leaf)
                elif isinstance(leaf, Tensor):
                    parts.append(leaf)
        return parts

    def of_parts(self, parts: Sequence[Any]) -> Any:
        """The value of these tensors."""
        rest = iter(parts)

        def taken(leaf: Any) -> Any:
            if isinstance(leaf, PartsSpec):
                return leaf.of_parts([next(rest) for _ in leaf.part_specs()])
            return next(rest) if isinstance(leaf, TensorSpec) else leaf

        made = {name: map_values(taken, value) for name, value in self._values().items()}
        return self._of._made(made)

    def static_parts(self) -> tuple[Any, ...]:
        """The fields without tensors."""
        return tuple((name, _static(value)) for name, value in self._values().items())

    def sample(self) -> list[Any]:
        """Zeros for all tensors."""
        parts: list[Any] = []
        for spec in self._specs():
            parts += spec.sample() if isinstance(spec, PartsSpec) else [zeros_of(spec, 1)]
        return parts

    def _map_specs(self, function: Any) -> Any:
        """This spec with others in place of those among its fields."""

        def mapped(leaf: Any) -> Any:
            return function(leaf) if isinstance(leaf, (TensorSpec, PartsSpec)) else leaf

        return self._made({name: map_values(mapped, v) for name, v in self._values().items()})

    def with_open_sizes(self) -> Any:
        """The spec in which all sizes are open."""

        def opened(leaf: Any) -> Any:
            if isinstance(leaf, PartsSpec):
                return leaf.with_open_sizes()
            return TensorSpec([None] * (leaf.shape.rank or 0), leaf.dtype)

        return self._map_specs(opened)

    def _fits(self, other: Any, how: str) -> bool:
        if type(other) is not type(self):
            return False
        for name, value in self._values().items():
            given = other.__dict__[name]
            if not nested_alike(value, given):
                return False
            for one, two in zip(values_in(value), values_in(given), strict=True):
                is_spec = isinstance(one, (TensorSpec, PartsSpec))
                if not (getattr(one, how)(two) if is_spec else one == two):
                    return False
        return True

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """Whether the spec, or the value's own, describes values that this one may."""
        is_value = isinstance(spec_or_value, self.value_type)
        other = type(self).from_value(spec_or_value) if is_value else spec_or_value
        return self._fits(other, "is_compatible_with")

    def is_subtype_of(self, other: Any) -> bool:
        """Whether every value of this spec is one of `other`."""
        return self._fits(other, "is_subtype_of")

    def most_specific_common_supertype(self, others: Sequence[Any]) -> Any:
        """The narrowest spec of which this and all `others` are cases, or None."""
        failed = False

        def common(leaf: Any, *rest: Any) -> Any:
            nonlocal failed
            is_spec = isinstance(leaf, (TensorSpec, PartsSpec))
            found = leaf.most_specific_common_supertype(rest) if is_spec else leaf
            failed |= found is None if is_spec else any(leaf != one for one in rest)
            return found

        if not all(type(other) is type(self) for other in others):
            return None
        made = {}
        for name, value in self._values().items():
            given = [other.__dict__[name] for other in others]
            if not all(nested_alike(value, one) for one in given):
                return None
            made[name] = map_values(common, value, *given)
        return None if failed else self._made(made)

    def _serialize(self) -> tuple[Any, ...]:
        return tuple(self._values().items())

    def __reduce__(self) -> tuple[Any, ...]:
        return _spec_again, (self._of, self._values())

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in self._values().items())
        return f"{self._of.__qualname__}.Spec({fields})"


def _spec_again(of: Any, fields: dict[str, Any]) -> Any:
    return of.Spec._made(fields)


class ExtensionTypeBatchEncoder:
    """How a batchable extension type is encoded as tensors, of which batches are made.

    The base encodes it as its tensors. Subclasses say ``batch`` and ``unbatch`` of specs, and
    ``encode``, ``decode`` and ``encoding_specs`` of values."""

    def batch(self, spec: Any, batch_size: int | None) -> Any:
        """The spec of a batch of values of `spec`."""

        def batched(leaf: Any) -> Any:
            if isinstance(leaf, PartsSpec):
                return leaf.batched(batch_size)
            shape = None if leaf.shape.rank is None else [batch_size, *leaf.shape]
            return TensorSpec(shape, leaf.dtype)

        return spec._map_specs(batched)

    def unbatch(self, spec: Any) -> Any:
        """The spec of a row."""

        def row(leaf: Any) -> Any:
            if isinstance(leaf, PartsSpec):
                return leaf.row_spec()
            return TensorSpec(None if leaf.shape.rank is None else leaf.shape[1:], leaf.dtype)

        return spec._map_specs(row)

    def encode(self, spec: Any, value: Any, minimum_rank: int = 0) -> list[Any]:
        """The tensors and composites that a value is encoded as."""
        found = (leaf for name in spec._fields for leaf in values_in(getattr(value, name)))
        return [leaf for leaf in found if isinstance(leaf, (Tensor, CompositeValue))]

    def decode(self, spec: Any, encoding: Sequence[Any]) -> Any:
        """The value of an encoding."""
        parts: list[Any] = []
        for one in encoding:
            is_composite = isinstance(one, CompositeValue)
            parts += one._type_spec.parts_of(one) if is_composite else [one]
        return spec.of_parts(parts)

    def encoding_specs(self, spec: Any) -> list[Any]:
        """The specs of what values are encoded as."""
        found: list[Any] = spec._specs()
        return found


class BatchableExtensionTypeSpec(ExtensionTypeSpec):
    """The spec of a batchable extension type."""

    @property
    def _encoder(self) -> ExtensionTypeBatchEncoder:
        found: ExtensionTypeBatchEncoder = self._of._batch_encoder()
        return found

    def batched(self, rows: int | None) -> Any:
        """The spec of a batch of such values."""
        return self._encoder.batch(self, rows)

    def row_spec(self) -> Any:
        """The spec of a row."""
        return self._encoder.unbatch(self)

    def count_of_rows(self) -> int | None:
        """How many rows such values have, where that is known."""
        first = self.part_specs()[0].shape
        return first[0] if first.rank else None

    def stacked(self, values: Sequence[Any]) -> Any:
        """The batch of values."""
        encoder = self._encoder
        batch = encoder.batch(self, len(values))
        if not values:
            return batch.of_parts(batch.sample())
        columns = zip(*(encoder.encode(self, value) for value in values), strict=True)
        stacked = []
        for spec, column in zip(encoder.encoding_specs(self), columns, strict=True):
            is_composite = isinstance(spec, PartsSpec)
            made = spec.stacked(list(column)) if is_composite else _ops.stack(list(column), axis=0)
            stacked.append(made)
        return encoder.decode(batch, stacked)

    def rows_of(self, value: Any) -> Iterable[Any]:
        """The rows of a value."""
        encoder = self._encoder
        row = encoder.unbatch(self)
        columns = []
        for part in encoder.encode(self, value, minimum_rank=1):
            is_composite = isinstance(part, CompositeValue)
            columns.append(part._type_spec.rows_of(part) if is_composite else _ops.unstack(part))
        return (encoder.decode(row, parts) for parts in zip(*columns, strict=True))


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
