"""``tf.distribute.experimental``: strategies under their older names, and how workers exchange
values, which one worker has no use for."""

from __future__ import annotations

from typing import Any

from pelton.distribute import coordinator as coordinator
from pelton.distribute.several_devices import ParameterServerStrategy
from pelton.distribute.single_worker import (
    CentralStorageStrategy,
    MultiWorkerMirroredStrategy,
    TPUStrategy,
)
from pelton.names.named_enums import NamedEnum


class CommunicationImplementation(NamedEnum):
    """By what workers exchange values."""

    AUTO = "AUTO"
    RING = "RING"
    NCCL = "NCCL"


class CommunicationOptions:
    """How workers exchange values: sizes of packs in bytes, seconds to wait, by what.

    Raises ValueError for a negative size."""

    def __init__(
        self,
        bytes_per_pack: int = 0,
        timeout_seconds: float | None = None,
        implementation: Any = CommunicationImplementation.AUTO,
    ) -> None:
        if bytes_per_pack < 0:
            raise ValueError(
                f"Argument `bytes_per_pack` must be >=0, Received {bytes_per_pack}. "
                "(CommunicationOptions)"
            )
        if isinstance(implementation, str):
            implementation = CommunicationImplementation(implementation.upper())
        self.bytes_per_pack = bytes_per_pack
        self.timeout_seconds = timeout_seconds
        self.implementation = implementation


CollectiveCommunication = CommunicationImplementation
CollectiveHints = CommunicationOptions

__all__ = [
    "CentralStorageStrategy",
    "CollectiveCommunication",
    "CollectiveHints",
    "CommunicationImplementation",
    "CommunicationOptions",
    "MultiWorkerMirroredStrategy",
    "ParameterServerStrategy",
    "TPUStrategy",
    "coordinator",
]
