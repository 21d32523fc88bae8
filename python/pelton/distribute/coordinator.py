"""``tf.distribute.coordinator``: what hands functions out to the workers of parameter servers."""

from __future__ import annotations

from typing import Any

from pelton.distribute.several_devices import ParameterServerStrategy


class ClusterCoordinator:
    """Schedules functions on workers. Raises ValueError for strategies without parameter
    servers."""

    def __init__(self, strategy: Any) -> None:
        if not isinstance(strategy, ParameterServerStrategy):
            raise ValueError(
                "Only `tf.distribute.ParameterServerStrategy` is supported to work with "
                f"`tf.distribute.coordinator.ClusterCoordinator`, got {type(strategy).__name__}"
            )


__all__ = ["ClusterCoordinator"]
