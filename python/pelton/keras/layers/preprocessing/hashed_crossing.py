"""HashedCrossing: combinations of integers and strings as numbers of bins."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.keras.layers.library_layer import LibraryLayer
from pelton.keras.layers.preprocessing import category_codes as _codes

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


class HashedCrossing(LibraryLayer):
    """Two or more inputs of one shape, (), (batch,) or (batch, 1), of integers or strings, to the
    number below `num_bins` of each combination, TensorFlow's of `tf.sparse.cross_hashed`; with
    `output_mode="one_hot"` to vectors of `num_bins`.

    Raises ValueError for bad arguments and for inputs that are too few, of several shapes, of more
    axes, ragged, sparse or of other dtypes."""

    _allow_non_tensor_positional_args = True

    def __init__(
        self,
        num_bins: int,
        output_mode: str = "int",
        sparse: bool = False,
        name: str | None = None,
        dtype: Any = None,
        **kwargs: Any,
    ) -> None:
        if output_mode == "int" and dtype is None:
            dtype = "int64"
        super().__init__(name=name, dtype=dtype, **kwargs)
        if not isinstance(num_bins, int) or isinstance(num_bins, bool) or num_bins <= 0:
            raise ValueError(
                f"`num_bins` must be a positive integer. Received: num_bins={num_bins} "
                "[HashedCrossing]"
            )
        self.num_bins, self.sparse = num_bins, sparse
        self.output_mode = _codes.read_mode("HashedCrossing", output_mode, ("int", "one_hot"))
        self.built = True

    def _refuse(self, text: str, inputs: Any) -> None:
        raise ValueError(f"{text} Received: inputs={inputs} [{type(self).__name__} '{self.name}']")

    def _checked(self, inputs: Any) -> list[Tensor]:
        """The inputs as tensors of one shape."""
        if not isinstance(inputs, (list, tuple)):
            self._refuse("`HashedCrossing` should be called on a list or tuple of inputs.", inputs)
        if len(inputs) < 2:
            self._refuse("`HashedCrossing` should be called on at least two inputs.", inputs)
        if any(hasattr(x, "flat_values") or hasattr(x, "dense_shape") for x in inputs):
            self._refuse("All `HashedCrossing` inputs should be dense tensors.", inputs)
        tensors = [_functions.convert(x) for x in inputs]
        first = tuple(tensors[0].shape)
        if len(first) > 2 or (len(first) == 2 and first[1] != 1):
            text = "All `HashedCrossing` inputs should have shape `()`, `(batch_size)` or "
            self._refuse(f"{text}`(batch_size, 1)`.", inputs)
        if any(tuple(x.shape) != first for x in tensors):
            self._refuse("All `HashedCrossing` inputs should have equal shape.", inputs)
        if not all(x.dtype.is_integer or x.dtype.name == "string" for x in tensors):
            text = "All `HashedCrossing` inputs should have an integer or string dtype."
            self._refuse(text, inputs)
        return tensors

    def call(self, inputs: Any) -> Any:
        from pelton.sparse import cross_hashed, to_dense

        tensors = self._checked(inputs)
        if any(map(_functions.is_symbolic, tensors)) and not _functions.is_tracing():
            shape = self.compute_output_shape([tuple(x.shape) for x in tensors])
            return _functions.symbolic(shape, self.compute_dtype)
        columns = [_ops.reshape(x, [-1, 1]) for x in tensors]
        bins = to_dense(cross_hashed(columns, self.num_bins))
        shape = tensors[0].shape
        rows = -1 if len(shape) == 0 or shape[0] is None else shape[0]
        bins = _ops.reshape(bins, [[], [rows], [rows, 1]][len(shape)])
        return _codes.encoded(
            bins, self.output_mode, self.num_bins, self.compute_dtype, self.sparse
        )

    def compute_output_shape(self, input_shape: Any) -> Any:
        is_pair = len(input_shape) > 1 and all(isinstance(x, (tuple, list)) for x in input_shape)
        if not is_pair:
            raise ValueError(
                f"Expected as input a list/tuple of 2 tensors. Received input_shape={input_shape}"
            )
        return _codes.encoded_shape(self.output_mode, self.num_bins, input_shape[0])

    def get_config(self) -> dict[str, Any]:
        names = ("num_bins", "output_mode", "sparse", "name", "dtype")
        return {name: getattr(self, name) for name in names}
