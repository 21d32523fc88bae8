"""Types of pelton.autodiff. Made by `dev.py stubs`; do not edit."""

from pelton.autograd.unconnected_gradients import UnconnectedGradients
from pelton.gradient_tape import GradientTape as GradientTape
from typing import Any


class ForwardAccumulator:
    def __init__(self, primals: Any, tangents: Any) -> None: ...
    def __enter__(self) -> ForwardAccumulator: ...
    def __exit__(self, *error: Any) -> None: ...
    def jvp(
        self,
        primals: Any,
        unconnected_gradients: UnconnectedGradients | str = 'none',
    ) -> Any: ...
