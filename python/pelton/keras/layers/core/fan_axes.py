"""Owns which axes of a weight of more than two axes are its inputs and its outputs."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


def with_fan_axes(initializer: Any, inputs: Sequence[int], outputs: Sequence[int]) -> Any:
    """An initializer that scales by the sizes of these axes, where `initializer` scales by fans and
    does not say which axes they are; with the same seed."""
    if not hasattr(initializer, "input_axes"):
        return initializer
    if initializer.input_axes is not None and initializer.output_axes is not None:
        return initializer
    axes = {"input_axes": list(inputs), "output_axes": list(outputs)}
    config = {**initializer.get_config(), "seed": initializer.seed, **axes}
    return type(initializer).from_config(config)
