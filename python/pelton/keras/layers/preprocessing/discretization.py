"""Discretization: numbers as the intervals in which they lie."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.keras.layers import library_layer
from pelton.keras.layers.library_layer import LibraryLayer
from pelton.keras.layers.preprocessing import category_codes as _codes
from pelton.keras.layers.preprocessing import quantiles as _quantiles

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor

_MODES = ("int", "one_hot", "multi_hot", "count")


class Discretization(LibraryLayer):
    """Numbers to the index of their interval: below the first of `bin_boundaries`, between it and
    the second, and so on; or, by `output_mode`, vectors of them. In place of boundaries,
    `num_bins` intervals of about as many numbers each come from `adapt`, with an error of about
    `epsilon` of the ranks.

    Raises ValueError for bad arguments, and in the call before there are boundaries."""

    _allow_non_tensor_positional_args = True

    def __init__(
        self,
        bin_boundaries: Any = None,
        num_bins: int | None = None,
        epsilon: float = 0.01,
        output_mode: str = "int",
        sparse: bool = False,
        dtype: Any = None,
        name: str | None = None,
    ) -> None:
        super().__init__(name=name, dtype=dtype)
        self._check(bin_boundaries, num_bins, epsilon)
        if sparse and output_mode == "int":
            raise ValueError(
                "`sparse=True` may only be used if `output_mode` is `'one_hot'`, `'multi_hot'`, or "
                f"`'count'`. Received: sparse={sparse} and output_mode={output_mode} "
                f"[{type(self).__name__}]"
            )
        self.input_bin_boundaries = bin_boundaries
        self.bin_boundaries = [float(number) for number in bin_boundaries or ()]
        self.num_bins, self.epsilon, self.sparse = num_bins, epsilon, sparse
        self.output_mode = _codes.read_mode(type(self).__name__, output_mode, _MODES)
        self.summary = _quantiles.empty()
        self.built = True

    def _check(self, boundaries: Any, count: Any, epsilon: Any) -> None:
        title = type(self).__name__
        if boundaries is None and count is None:
            raise ValueError(f"You need to set either `num_bins` or `bin_boundaries`. [{title}]")
        if boundaries is not None and count is not None:
            raise ValueError(
                "Both `num_bins` and `bin_boundaries` should not be set. Received: "
                f"`num_bins={count}` and `bin_boundaries={boundaries}` [{title}]"
            )
        if count is not None and (not isinstance(count, int) or count < 0):
            raise ValueError(
                f"`num_bins` must be greater than or equal to 0. Received: `num_bins={count}` "
                f"[{title}]"
            )
        is_number = isinstance(epsilon, (int, float)) and not isinstance(epsilon, bool)
        if not is_number or not 0 < epsilon < 1:
            raise ValueError(
                f"`epsilon` must be a number between 0 and 1. Received: epsilon={epsilon} [{title}]"
            )
        if boundaries is not None and list(boundaries) != sorted(boundaries):
            raise ValueError(
                f"`bin_boundaries` must be sorted. Received: bin_boundaries={boundaries} [{title}]"
            )

    def adapt(self, data: Any, steps: int | None = None) -> None:
        """Sets the boundaries to quantiles of an array, or of a dataset's first `steps` batches.

        Raises ValueError where `bin_boundaries` were given, or there is nothing to read."""
        if self.input_bin_boundaries is not None:
            raise ValueError(
                "Cannot adapt a Discretization layer that has been initialized with "
                f"`bin_boundaries`, use `num_bins` instead. [{type(self).__name__} '{self.name}']"
            )
        self.reset_state()
        is_array = hasattr(data, "dtype") or isinstance(data, (list, tuple))
        for number, batch in enumerate([data] if is_array else data):
            if steps is not None and number >= steps:
                break
            self.update_state(batch)
        self.finalize_state()

    def update_state(self, data: Any) -> None:
        """Adds numbers to what the boundaries will be made of."""
        import numpy as np

        first = data[0] if isinstance(data, tuple) and data else data
        numbers = np.asarray(first, "float32").reshape(-1)
        self.summary = _quantiles.with_numbers(self.summary, numbers, self.epsilon)

    def finalize_state(self) -> None:
        """Makes the boundaries. Raises ValueError where no number was read."""
        import numpy as np

        if self.input_bin_boundaries is not None:
            return
        if self.summary.shape[1] == 0:
            raise ValueError(f"adapt() received no numbers. [{type(self).__name__} '{self.name}']")
        shares = np.arange(1, self.num_bins) / self.num_bins
        self.bin_boundaries = _quantiles.quantiles(self.summary, shares).tolist()

    def reset_state(self) -> None:
        """Forgets what `adapt` read."""
        if self.input_bin_boundaries is None:
            self.bin_boundaries = []
            self.summary = _quantiles.empty()

    def call(self, inputs: Any) -> Any:
        if not self.bin_boundaries and self.num_bins != 1:
            raise ValueError(
                "You need to either pass the `bin_boundaries` argument at construction time or "
                "call `adapt(dataset)` before you can start using the `Discretization` layer. "
                f"[{type(self).__name__} '{self.name}']"
            )
        indices = _codes.of_values(self._indices, library_layer.as_tensor(self, "inputs", inputs))
        depth = len(self.bin_boundaries) + 1
        return _codes.encoded(indices, self.output_mode, depth, self.output_dtype, self.sparse)

    @property
    def output_dtype(self) -> str:
        """The dtype of what the layer gives: int32 for indices."""
        return "int32" if self.output_mode == "int" else str(self.compute_dtype)

    def _indices(self, x: Tensor) -> Tensor:
        numbers = _ops.expand_dims(_ops.cast(x, "float32"), -1)
        is_above = [numbers >= boundary for boundary in self.bin_boundaries]
        if not is_above:
            return _ops.zeros_like(_ops.cast(x, "int32"))
        return _ops.reduce_sum(_ops.cast(_ops.concat(is_above, -1), "int32"), [-1])

    def compute_output_shape(self, input_shape: Any) -> Any:
        depth = len(self.bin_boundaries) + 1
        if self.output_mode in ("multi_hot", "count") and len(input_shape) > 1:
            return (input_shape[0], *input_shape[2:], depth)  # counted over the second axis
        return _codes.encoded_shape(self.output_mode, depth, input_shape)

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Discretization:
        """A layer of this config, which has `num_bins` and boundaries after `adapt`."""
        boundaries = config.get("bin_boundaries")
        if boundaries is None or config.get("num_bins") is None:
            return cls(**config)
        layer = cls(**{**config, "bin_boundaries": None})
        layer.bin_boundaries = [float(number) for number in boundaries]
        return layer

    def get_config(self) -> dict[str, Any]:
        return {
            "bin_boundaries": self.bin_boundaries or None,
            "num_bins": self.num_bins,
            "epsilon": self.epsilon,
            "output_mode": self.output_mode,
            "sparse": self.sparse,
            "name": self.name,
            "dtype": self.dtype,
        }
