"""Owns ``tensorflow.python.framework``'s `composite_tensor`, `type_spec` and `type_spec_registry`:
the classes that libraries derive values of several tensors and their specs from."""

from __future__ import annotations

from pelton import nest as _nest
from pelton._core import Tensor, Variable
from pelton.tensor_shape import TensorShape
from pelton.tensors.composite_specs import CompositeSpec, PartsSpec, zeros_of
from pelton.tensors.composite_value import CompositeValue
from pelton.tensors.tensor_spec import TensorSpec
from pelton.tensors.type_spec import TypeSpec as _AnySpec

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any


class CompositeTensor(CompositeValue):
    """A value that is made of several tensors; its `_type_spec` is a TypeSpec."""

    def _shape_invariant_to_type_spec(self, shape: Any) -> Any:
        raise NotImplementedError(f"{type(self).__name__}._shape_invariant_to_type_spec")

    def _consumers(self) -> list[Any]:
        return []

    def _convert_variables_to_tensors(self) -> Any:
        """This value with tensors for its variables."""
        spec = self._type_spec
        return spec._from_components(convert_variables_to_tensors(spec._to_components(self)))


def _key(value: Any) -> Any:
    """`value` as something that is hashed and compared."""
    if isinstance(value, dict):
        return tuple((key, _key(value[key])) for key in sorted(value, key=str))
    if isinstance(value, (list, tuple)):
        return (type(value).__name__, *map(_key, value))
    if isinstance(value, TensorShape):
        return ("TensorShape", None if value.rank is None else tuple(value.as_list()))
    if hasattr(value, "tobytes"):
        return (str(value.dtype), value.shape, value.tobytes())
    return value


class _SpecMeta(type):
    """Specs of Pelton's own are instances of `TypeSpec` too, and of `BatchableTypeSpec`."""

    def __instancecheck__(cls, instance: object) -> bool:
        if cls is TypeSpec:
            return isinstance(instance, _AnySpec)
        if cls is BatchableTypeSpec and isinstance(instance, TensorSpec):
            return True
        return type.__instancecheck__(cls, instance)


class TypeSpec(PartsSpec, metaclass=_SpecMeta):
    """A spec as libraries write one: `value_type`, `_serialize`, `_component_specs`,
    `_to_components` and `_from_components`."""

    _component_specs: Any

    def _to_components(self, value: Any) -> Any:
        raise NotImplementedError(f"{type(self).__name__}._to_components")

    def _from_components(self, components: Any) -> Any:
        raise NotImplementedError(f"{type(self).__name__}._from_components")

    @classmethod
    def _deserialize(cls, serialization: Any) -> Any:
        return cls(*serialization)

    def part_specs(self) -> list[Any]:
        """The specs of the tensors within the components."""
        return _nest.flatten(self._component_specs, expand_composites=True)

    def parts_of(self, value: Any) -> list[Any]:
        """The tensors within the components of a value."""
        return _nest.flatten(self._to_components(value), expand_composites=True)

    def of_parts(self, parts: Sequence[Any]) -> Any:
        """The value of such tensors."""
        specs = self._component_specs
        return self._from_components(_nest.pack_sequence_as(specs, list(parts), True))

    def static_parts(self) -> tuple[Any, ...]:
        """The spec itself, which is compared."""
        return (self,)

    def sample(self) -> list[Any]:
        """Zeros for the parts."""
        return [zeros_of(spec, 1) for spec in self.part_specs()]

    def with_open_sizes(self) -> Any:
        """This spec: only its class knows which of its sizes may be open."""
        return self

    def count_of_rows(self) -> int | None:
        """None: only its class knows what its rows are."""
        return None

    def most_specific_common_supertype(self, others: Sequence[Any]) -> Any:
        """This spec where the others are equal; None otherwise."""
        return self if all(self == other for other in others) else None

    def _with_tensor_ranks_only(self) -> Any:
        return self

    def _without_tensor_names(self) -> Any:
        return self

    def __make_cmp_key(self, value: Any) -> Any:
        return _key(value)

    def __is_compatible(self, one: Any, other: Any) -> bool:
        if type(one) is not type(other):
            return False
        if isinstance(one, (list, tuple)):
            return len(one) == len(other) and all(map(self.__is_compatible, one, other))
        if isinstance(one, dict):
            return one.keys() == other.keys() and all(
                self.__is_compatible(one[key], other[key]) for key in one
            )
        if hasattr(one, "is_compatible_with"):
            return bool(one.is_compatible_with(other))
        return bool(one == other)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and _key(self._serialize()) == _key(other._serialize())

    def __hash__(self) -> int:
        return hash((type(self), _key(self._serialize())))


class BatchableTypeSpec(TypeSpec):
    """One whose values may be rows of a batch."""

    def _batch(self, batch_size: Any) -> Any:
        raise NotImplementedError(f"{type(self).__name__}._batch")

    def _unbatch(self) -> Any:
        raise NotImplementedError(f"{type(self).__name__}._unbatch")

    def batched(self, rows: int | None) -> Any:
        """The spec of a batch of such values."""
        return self._batch(rows)

    def row_spec(self) -> Any:
        """The spec of a row."""
        return self._unbatch()


class VariableSpec(CompositeSpec):
    """What a ``tf.Variable`` looks like."""

    def __init__(
        self, shape: Any, dtype: Any = None, trainable: bool = True, alias_id: Any = None
    ) -> None:
        import pelton

        self.shape = TensorShape(shape)
        self.dtype = pelton.float32 if dtype is None else pelton.as_dtype(dtype)
        self.trainable, self.alias_id = trainable, alias_id

    @property
    def value_type(self) -> type:
        """``tf.Variable``."""
        return Variable

    @classmethod
    def from_value(cls, value: Any) -> VariableSpec:
        """The spec of a variable."""
        return cls(value.shape, value.dtype, value.trainable)

    def _serialize(self) -> tuple[Any, ...]:
        return self.shape, self.dtype, self.trainable, self.alias_id


def type_spec_from_value(value: Any) -> Any:
    """The spec of a tensor, a variable, an array or a composite. TypeError for others."""
    if isinstance(value, CompositeValue):
        return value._type_spec
    if isinstance(value, Variable):
        return VariableSpec.from_value(value)
    import pelton

    return pelton.type_spec_from_value(value)


def convert_variables_to_tensors(values: Any) -> Any:
    """The structure with the values of its variables, those within composites too."""

    def converted(value: Any) -> Any:
        if isinstance(value, Variable):
            return value.read_value()
        if isinstance(value, CompositeTensor):
            return value._convert_variables_to_tensors()
        return value

    return _nest.map_structure(converted, values)


_NAME_TO_TYPE_SPEC: dict[str, type] = {}
_TYPE_SPEC_TO_NAME: dict[type, str] = {}


def register(name: str) -> Callable[[type], type]:
    """A decorator that gives a class of specs a name. ValueError for one that has one."""

    def decorated(cls: type) -> type:
        if name in _NAME_TO_TYPE_SPEC or cls in _TYPE_SPEC_TO_NAME:
            raise ValueError(f"TypeSpec {cls.__name__} or its name {name!r} is registered already.")
        _NAME_TO_TYPE_SPEC[name], _TYPE_SPEC_TO_NAME[cls] = cls, name
        return cls

    return decorated


def get_name(cls: type) -> str:
    """The name that a class was registered by. ValueError for others."""
    if cls not in _TYPE_SPEC_TO_NAME:
        raise ValueError(f"TypeSpec {cls.__name__} has not been registered.")
    return _TYPE_SPEC_TO_NAME[cls]


def lookup(name: str) -> type:
    """The class that was registered by a name. ValueError for others."""
    if name not in _NAME_TO_TYPE_SPEC:
        raise ValueError(f"No TypeSpec has been registered with name {name!r}.")
    return _NAME_TO_TYPE_SPEC[name]


DenseSpec = TensorSpec
EagerTensor = SymbolicTensor = Tensor
