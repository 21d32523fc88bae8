"""Hashing: integers and strings as numbers of bins."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.keras.layers.library_layer import LibraryLayer
from pelton.keras.layers.preprocessing import category_codes as _codes
from pelton.tensors.kinds import is_ragged, is_sparse

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor

_MODES = ("int", "one_hot", "multi_hot", "count")


def _texts(x: Tensor) -> Tensor:
    """Strings as they are, the digits of integers; floats lose what is behind the point."""
    return x if x.dtype.name == "string" else _ops.as_string(_ops.cast(x, "int64"))


def _dtype_of(layer: str, output_mode: str, dtype: Any) -> Any:
    """The layer's dtype, int64 for numbers of bins and float32 for vectors unless given."""
    if dtype is None:
        return "int64" if output_mode == "int" else "float32"
    name = dtype if isinstance(dtype, str) else getattr(dtype, "name", None)
    if output_mode == "int" and name is not None and not name.startswith("int"):
        raise ValueError(
            "When `output_mode=\"int\"`, `dtype` should be an integer type, 'int32' or 'int64'. "
            f"Received: dtype={name} [{layer}]"
        )
    return dtype


class Hashing(LibraryLayer):
    """Integers and strings to one of `num_bins` numbers by FarmHash64, by SipHash64 with a `salt`
    (an integer or two); `mask_value` has number 0 for itself. Or, by `output_mode`, vectors.

    Raises ValueError for bad arguments."""

    _allow_non_tensor_positional_args = True

    def __init__(
        self,
        num_bins: int,
        mask_value: Any = None,
        salt: Any = None,
        output_mode: str = "int",
        sparse: bool = False,
        **kwargs: Any,
    ) -> None:
        kwargs["dtype"] = _dtype_of(type(self).__name__, output_mode, kwargs.get("dtype"))
        super().__init__(**kwargs)
        self._take(num_bins, output_mode, sparse)
        self.mask_value, self.salt = mask_value, self._salt(salt)

    def _take(self, num_bins: Any, output_mode: Any, sparse: Any) -> None:
        title = type(self).__name__
        if not isinstance(num_bins, int) or isinstance(num_bins, bool) or num_bins <= 0:
            raise ValueError(
                f"The `num_bins` for `{title}` cannot be `None` or non-positive values. Received: "
                f"num_bins={num_bins}."
            )
        self.num_bins, self.sparse = num_bins, sparse
        self.output_mode = _codes.read_mode(title, output_mode, _MODES)
        if sparse and output_mode == "int":
            raise ValueError(
                '`sparse` may only be true if `output_mode` is `"one_hot"`, `"multi_hot"`, or '
                f'`"count"`. Received: sparse={sparse} and output_mode={output_mode} [{title}]'
            )
        self.built = True

    def _written(self, bins: Any) -> Any:
        return _codes.encoded(
            bins, self.output_mode, self.num_bins, self.compute_dtype, self.sparse
        )

    def _salt(self, salt: Any) -> list[int] | None:
        numbers = salt if isinstance(salt, (list, tuple)) else (salt, salt)
        if salt is None:
            return None
        if len(numbers) != 2 or not all(type(number) is int for number in numbers):
            raise ValueError(
                "The `salt` argument for `Hashing` can only be a tuple of size 2 integers, or a "
                f"single integer. Received: salt={salt}."
            )
        return list(numbers)

    def call(self, inputs: Any) -> Any:
        if not (is_ragged(inputs) or is_sparse(inputs)):
            inputs = _functions.convert(inputs)
        return self._written(_codes.of_values(self._bins, inputs))

    def _bins(self, x: Tensor) -> Tensor:
        count = self.num_bins - (1 if self.mask_value is not None and self.num_bins > 1 else 0)
        texts = _texts(x)
        if self.salt is None:
            bins = _ops.string_to_hash_bucket_fast(texts, num_buckets=count)
        else:
            bins = _ops.string_to_hash_bucket_strong(texts, num_buckets=count, key=self.salt)
        if self.mask_value is None:
            return bins
        is_masked = _ops.equal(texts, str(self.mask_value))
        bins = bins + 1 if count < self.num_bins else bins
        return _ops.where(is_masked, _ops.zeros_like(bins), bins)

    def compute_output_shape(self, input_shape: Any) -> Any:
        return _codes.encoded_shape(self.output_mode, self.num_bins, input_shape)

    def get_config(self) -> dict[str, Any]:
        names = "num_bins salt mask_value output_mode sparse".split()
        return {**super().get_config(), **{name: getattr(self, name) for name in names}}
