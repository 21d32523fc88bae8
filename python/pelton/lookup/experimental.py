"""``tf.lookup.experimental``: tables that take and lose keys while a program runs."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import Variable as _Variable
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError
from pelton.lookup.table import LookupTable as _LookupTable
from pelton.lookup.table import as_key as _as_key
from pelton.ops.array.sorting import unique as _unique
from pelton.ops.math.segments import unsorted_segment_max as _unsorted_segment_max

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import DTypeLike


class MutableHashTable(_LookupTable):
    """A table whose keys and values are variables: ``insert`` and ``remove`` change them.

    Keys are scalars, values of the shape of `default_value`. Source: TensorFlow's class."""

    def __init__(
        self,
        key_dtype: DTypeLike,
        value_dtype: DTypeLike,
        default_value: Any,
        name: str = "MutableHashTable",
        checkpoint: bool = True,
        experimental_is_anonymous: bool = False,
    ) -> None:
        self._name = name
        self._default = _functions.convert(default_value, _dtypes.as_dtype(value_dtype))
        row = tuple(self._default.shape)
        self._keys = _empty((), _dtypes.as_dtype(key_dtype))
        self._values = _empty(row, self._default.dtype)

    def lookup(self, keys: Any, dynamic_default_values: Any = None, name: str | None = None) -> Any:
        """The value of each key; for keys that the table does not have the default one, or that of
        `dynamic_default_values`, one value or one for each key."""
        if dynamic_default_values is None:
            return super().lookup(keys)
        given = _as_key(keys, self.key_dtype)
        row = tuple(self._default.shape)
        others = _functions.convert_like(dynamic_default_values, self.value_dtype)
        others = _ops.broadcast_to(others, [*given.shape, *row])

        def found() -> Any:
            at = _ops.find_keys(given, self._keys)
            known = super(MutableHashTable, self).lookup(given)
            is_there = _ops.reshape(at >= 0, [*given.shape, *[1] * len(row)])
            return _ops.where(is_there, known, others)

        return self._at_once(found)

    def insert(self, keys: Any, values: Any, name: str | None = None) -> None:
        """Gives each of `keys` its value, new keys and such that are there; the last one counts.

        Raises InvalidArgumentError where `values` are not of the keys' shape and the table's,
        ValueError for values of another dtype, TypeError for such keys."""
        keys = _as_key(keys, self.key_dtype)
        values = _functions.convert_like(values, self.value_dtype)
        if values.dtype != self.value_dtype:
            raise ValueError(
                f"Dtype of argument `values` must be {self.value_dtype.name}, received: "
                f"{values.dtype.name}"
            )
        row = tuple(self._default.shape)
        expected = (*keys.shape, *row)
        if tuple(values.shape) != expected:
            raise InvalidArgumentError(
                f"Expected shape {list(expected)} for value, got {list(values.shape)} "
                f"(insert of {self._name}, keys of shape {tuple(keys.shape)})"
            )
        keys, values = _ops.reshape(keys, [-1]), _ops.reshape(values, [-1, *row])
        unique, groups = _unique(keys)
        numbers = _ops.range(0, _ops.shape(keys)[0], 1)
        last = _unsorted_segment_max(numbers, groups, _ops.shape(unique)[0])

        def put() -> None:
            self._keep_all_but(unique)
            self._keys.assign(_ops.concat([self._keys, unique], 0))
            self._values.assign(_ops.concat([self._values, _ops.gather(values, last)], 0))

        self._at_once(put)

    def remove(self, keys: Any, name: str | None = None) -> None:
        """Takes `keys` out of the table; those that it does not have are ignored."""
        gone = _ops.reshape(_as_key(keys, self.key_dtype), [-1])
        self._at_once(lambda: self._keep_all_but(gone))

    def _checkpoint_arrays(self) -> dict[str, Any]:
        keys, values = self.export()
        return {"-keys": keys.numpy(), "-values": values.numpy()}

    def _restore_checkpoint_arrays(self, arrays: dict[str, Any]) -> None:
        def put() -> None:
            self._keys.assign(arrays["-keys"])
            self._values.assign(arrays["-values"])

        self._at_once(put)

    def _at_once(self, body: Callable[[], Any]) -> Any:
        return _functions.in_turn([self._keys, self._values], body)

    def _keep_all_but(self, keys: Tensor) -> None:
        kept = _ops.find_keys(_ops.identity(self._keys), keys) < 0
        rest = _ops.boolean_mask(self._keys, kept), _ops.boolean_mask(self._values, kept)
        self._keys.assign(rest[0])
        self._values.assign(rest[1])


class DenseHashTable(MutableHashTable):
    """A MutableHashTable in which two keys, `empty_key` and `deleted_key`, can't be used."""

    def insert_or_assign(self, keys: Any, values: Any, name: str | None = None) -> None:
        """The same as `insert`."""
        self.insert(keys, values, name)

    def __init__(
        self,
        key_dtype: DTypeLike,
        value_dtype: DTypeLike,
        default_value: Any,
        empty_key: Any,
        deleted_key: Any,
        initial_num_buckets: int | None = None,
        name: str = "MutableDenseHashTable",
        checkpoint: bool = True,
        experimental_is_anonymous: bool = False,
    ) -> None:
        super().__init__(key_dtype, value_dtype, default_value, name, checkpoint)
        reserved = [_as_key(key, self.key_dtype) for key in (empty_key, deleted_key)]
        if bool(_ops.reduce_all(reserved[0] == reserved[1])):
            raise InvalidArgumentError("DenseHashTable: empty_key and deleted_key cannot be equal")
        self._reserved = _ops.stack(reserved)

    def erase(self, keys: Any, name: str | None = None) -> None:
        """The same as ``remove``."""
        self.remove(keys)

    def _keep_all_but(self, keys: Tensor) -> None:
        if bool(_ops.reduce_any(_ops.find_keys(keys, self._reserved) >= 0)):
            raise InvalidArgumentError(
                f"Using the empty_key or deleted_key as a table key is not allowed ({self._name})"
            )
        super()._keep_all_but(keys)


def _empty(row: tuple[int, ...], dtype: Any) -> Any:
    """A variable of no rows, which may take any number of them."""
    start = _functions.convert([], dtype)
    return _Variable(
        _ops.reshape(start, [0, *row]), trainable=False, dtype=dtype, shape=(None, *row)
    )


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
