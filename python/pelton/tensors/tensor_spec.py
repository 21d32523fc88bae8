"""Owns TensorSpec: what a tensor looks like, without its values."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import Tensor
from pelton.tensor_shape import TensorShape
from pelton.tensors.type_spec import TypeSpec

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._core import DType
    from pelton._types import DTypeLike, ShapeLike


class TensorSpec(TypeSpec):
    """A shape, a dtype and maybe a name; immutable, hashable, compared by value.

    ``shape``: sizes, of which None is open, or None for any rank. Raises TypeError for what is no
    shape or dtype, ValueError for a negative size. Behaves as TensorFlow's class.
    """

    __slots__ = ("_dtype", "_name", "_shape")

    def __init__(
        self,
        shape: ShapeLike | None,
        dtype: DTypeLike = _dtypes.float32,
        name: str | None = None,
    ) -> None:
        self._shape = TensorShape(shape)
        self._dtype = _dtypes.as_dtype(dtype)
        self._name = name

    @classmethod
    def from_tensor(cls, tensor: Tensor, name: str | None = None) -> TensorSpec:
        """The spec of ``tensor``, which must be a tensor (ValueError)."""
        if not isinstance(tensor, Tensor):
            raise ValueError(f"`tensor` should be a tf.Tensor, but got type {type(tensor)}.")
        return cls(tensor.shape, tensor.dtype, name)

    @classmethod
    def from_spec(cls, spec: TensorSpec, name: str | None = None) -> TensorSpec:
        """A copy of ``spec``, under another name where one is given."""
        return cls(spec.shape, spec.dtype, name or spec.name)

    def _serialize(self) -> tuple[TensorShape, DType, str | None]:
        return self._shape, self._dtype, self._name

    @property
    def shape(self) -> TensorShape:
        """The sizes, as a TensorShape."""
        return self._shape

    @property
    def dtype(self) -> DType:
        """The DType of the elements."""
        return self._dtype

    @property
    def name(self) -> str | None:
        """The name, or None."""
        return self._name

    @property
    def value_type(self) -> type[Tensor]:
        """The type of what is described."""
        return Tensor

    def is_compatible_with(self, spec_or_tensor: Any) -> bool:
        """True for a tensor or a spec of this dtype and a shape that may be this one."""
        other = spec_or_tensor
        return (
            isinstance(other, (Tensor, TensorSpec))
            and other.dtype == self._dtype
            and self._shape.is_compatible_with(other.shape)
        )

    def is_subtype_of(self, other: Any) -> bool:
        """True when every tensor of this spec is also one of ``other``."""
        return (
            isinstance(other, TensorSpec)
            and self._dtype == other.dtype
            and self._shape.is_subtype_of(other.shape)
            and other.name in (None, self._name)
        )

    def most_specific_common_supertype(self, others: Sequence[Any]) -> TensorSpec | None:
        """The narrowest spec that this and all ``others`` are cases of, or None."""
        shape, name = self._shape, self._name
        for other in others:
            if not isinstance(other, TensorSpec) or other.dtype != self._dtype:
                return None
            shape = shape.most_specific_compatible_shape(other.shape)
            name = name if name == other.name else None
        return TensorSpec(shape, self._dtype, name)

    def _parts(self) -> tuple[TensorShape, DType, str | None]:
        return self._shape, self._dtype, self._name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TensorSpec) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def __repr__(self) -> str:
        return f"TensorSpec(shape={self._shape}, dtype={self._dtype!r}, name={self._name!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return TensorSpec, self._parts()


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
