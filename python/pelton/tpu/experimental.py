"""``tf.tpu.experimental``: starts and ends a TPU, of which there is none."""

from __future__ import annotations

import enum
from typing import Any

from pelton.distribute.cluster_resolver import NO_TPU
from pelton.tpu import embedding


class HardwareFeature:
    """What a TPU can do."""

    class EmbeddingFeature(enum.Enum):
        """Which tables of embeddings a TPU has."""

        UNSUPPORTED = "UNSUPPORTED"
        V1 = "V1"
        V2 = "V2"


def initialize_tpu_system(cluster_resolver: Any = None) -> Any:
    """Starts the TPU; raises ValueError, as there is none."""
    raise ValueError(NO_TPU)


def shutdown_tpu_system(cluster_resolver: Any = None) -> None:
    """Ends the TPU; raises ValueError, as there is none."""
    raise ValueError(NO_TPU)


__all__ = ["HardwareFeature", "embedding", "initialize_tpu_system", "shutdown_tpu_system"]
