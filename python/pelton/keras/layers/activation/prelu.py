"""PReLU: a leaky ReLU whose slopes are learned."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.keras.layers import library_layer
from pelton.keras.layers.input_spec import InputSpec
from pelton.keras.layers.library_layer import LibraryLayer

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._core import Tensor

_PARTS = ("alpha_initializer", "alpha_regularizer", "alpha_constraint")


class PReLU(LibraryLayer):
    """x where positive, else alpha * x, with a slope for each place of an input's features; along
    `shared_axes` (from 1) one slope serves all. Raises ValueError for other axes."""

    supports_masking = True

    def __init__(
        self,
        alpha_initializer: Any = "Zeros",
        alpha_regularizer: Any = None,
        alpha_constraint: Any = None,
        shared_axes: int | Sequence[int] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        library_layer.read_parts(
            self,
            alpha_initializer=alpha_initializer,
            alpha_regularizer=alpha_regularizer,
            alpha_constraint=alpha_constraint,
        )
        axes = [shared_axes] if isinstance(shared_axes, int) else shared_axes
        if axes is not None and not all(isinstance(axis, int) for axis in axes):
            raise ValueError(
                f"`shared_axes` must be integers. Received: shared_axes={shared_axes} [PReLU]"
            )
        self.shared_axes = None if axes is None else list(axes)

    def build(self, input_shape: Any) -> None:
        sizes = list(input_shape or ())[1:]
        for axis in self.shared_axes or ():
            if not 1 <= axis <= len(sizes):
                raise ValueError(
                    f"`shared_axes` {self.shared_axes} has an axis that the input does not have. "
                    f"Received: input_shape={tuple(input_shape)} [PReLU '{self.name}']"
                )
            sizes[axis - 1] = 1
        if None in sizes:
            raise ValueError(
                "The sizes of axes that are not shared must be known. Received: "
                f"input_shape={tuple(input_shape)} [PReLU '{self.name}']"
            )
        self.alpha = self.add_weight(
            name="alpha",
            shape=tuple(sizes),
            initializer=self.alpha_initializer,
            regularizer=self.alpha_regularizer,
            constraint=self.alpha_constraint,
        )
        shared = self.shared_axes or range(1, len(input_shape))
        axes = {i: input_shape[i] for i in range(1, len(input_shape)) if i not in shared}
        self.input_spec = InputSpec(ndim=len(input_shape), axes=axes)

    def call(self, inputs: Any) -> Tensor:
        x = library_layer.as_tensor(self, "inputs", inputs)
        return _ops.relu(x) - self._read(self.alpha) * _ops.relu(-x)

    def compute_output_shape(self, input_shape: Any) -> Any:
        return tuple(input_shape)

    def get_config(self) -> dict[str, Any]:
        parts = library_layer.parts_config(self, *_PARTS)
        return {**super().get_config(), **parts, "shared_axes": self.shared_axes}
