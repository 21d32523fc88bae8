"""What the tables of ``tf.lookup`` share: finding keys that do not change."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import Variable
from pelton._core import functions as _functions
from pelton._core import ops as _ops

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pelton._core import DType, Tensor


def as_key(value: Any, dtype: DType) -> Tensor:
    """The keys as a tensor; raises TypeError for another dtype than the table's."""
    key = _functions.convert_like(value, dtype)
    if key.dtype != dtype:
        raise TypeError(
            f"Dtype of argument `keys` must be {dtype.name}, received: {key.dtype.name}"
        )
    return key


_PARTS = ("_keys", "_values", "_default")


class LookupTable:
    """What tables share: keys, values, and what other keys get."""

    _keys: Any
    _values: Any
    _default: Tensor

    @property
    def key_dtype(self) -> DType:
        """The DType of the keys."""
        return self._keys.dtype

    @property
    def value_dtype(self) -> DType:
        """The DType of the values."""
        return self._values.dtype

    @property
    def name(self) -> str | None:
        """The name that the table was made with."""
        return getattr(self, "_name", None)

    def lookup(self, keys: Any, name: str | None = None) -> Any:
        """The value of each key, the default one for keys that the table does not have."""
        from pelton.ragged.ragged_tensor import RaggedTensor
        from pelton.sparse.sparse_tensor import SparseTensor

        if isinstance(keys, RaggedTensor):
            return keys.with_flat_values(self.lookup(keys.flat_values))
        if isinstance(keys, SparseTensor):
            return keys.with_values(self.lookup(keys.values))
        keys = as_key(keys, self.key_dtype)
        default = _ops.reshape(self._default, [1, *self._values.shape[1:]])

        def found() -> Tensor:
            at = _ops.find_keys(keys, self._keys)
            return _ops.gather(_ops.concat([default, self._values], 0), at + 1)

        return self._at_once(found)

    def __getitem__(self, keys: Any) -> Any:
        return self.lookup(keys)

    def size(self, name: str | None = None) -> Tensor:
        """The number of keys, as int64."""
        return _ops.shape(self._keys, out_type=_dtypes.int64)[0]

    def export(self, name: str | None = None) -> tuple[Tensor, Tensor]:
        """All keys, all values."""
        return self._at_once(lambda: (_ops.identity(self._keys), _ops.identity(self._values)))

    def _checkpoint_children(self) -> list[tuple[str, Any]]:
        return []

    def _held_variables(self) -> dict[str, Variable]:
        """Its parts by name, as variables from now on: programs that are stored read variables of
        texts, but hold no texts."""
        for name in _PARTS:
            part = getattr(self, name)
            if not isinstance(part, Variable):
                setattr(self, name, Variable(part, trainable=False))
        return {name: getattr(self, name) for name in _PARTS}

    def _at_once(self, body: Callable[[], Any]) -> Any:
        """What body() returns, which no other thread's change of the table comes between."""
        return body()


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
