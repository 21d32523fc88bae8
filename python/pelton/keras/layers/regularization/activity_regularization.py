"""ActivityRegularization: a loss by what passes through."""

from __future__ import annotations

from pelton.keras.layers.library_layer import LibraryLayer, as_tensor

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


class ActivityRegularization(LibraryLayer):
    """Gives its input and adds l1 * sum(|x|) + l2 * sum(x^2), by example, to the model's losses."""

    supports_masking = True

    def __init__(self, l1: float = 0.0, l2: float = 0.0, **kwargs: Any) -> None:
        from pelton.keras.regularizers import L1L2

        for name, value in (("l1", l1), ("l2", l2)):
            if not isinstance(value, (int, float)) or value < 0:
                raise ValueError(
                    f"`{name}` must be a number of at least 0. Received: {name}={value} "
                    "[ActivityRegularization]"
                )
        super().__init__(activity_regularizer=L1L2(l1=l1, l2=l2), **kwargs)
        self.l1, self.l2 = l1, l2
        self._build_at_init()

    def call(self, inputs: Any) -> Tensor:
        return as_tensor(self, "inputs", inputs)

    def compute_output_shape(self, input_shape: Any) -> Any:
        return tuple(input_shape)

    def get_config(self) -> dict[str, Any]:
        config = {**super().get_config(), "l1": self.l1, "l2": self.l2}
        config.pop("activity_regularizer", None)
        return config
