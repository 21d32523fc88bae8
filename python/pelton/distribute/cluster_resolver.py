"""``tf.distribute.cluster_resolver``: which machines a program runs on. Here it is one, without
TPUs, as programs that look for them are told."""

from __future__ import annotations

import json
import os
from typing import Any

NO_TPU = "Please provide a TPU Name to connect to."
"""What TensorFlow says where there is no TPU."""


class ClusterResolver:
    """Who this process is among those of a cluster: nobody where it runs alone."""

    task_type: str | None = None
    task_id: int | None = None

    def cluster_spec(self) -> dict[str, list[str]]:
        """The addresses of the processes by job."""
        return {}

    def master(
        self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None
    ) -> str:
        """The address of the process that sessions connect to: none."""
        return ""

    def num_accelerators(
        self, task_type: str | None = None, task_id: int | None = None, config_proto: Any = None
    ) -> dict[str, int]:
        """The number of GPUs of this process."""
        from pelton.config import list_logical_devices

        count = len(list_logical_devices("GPU"))
        return {"GPU": count} if count else {}

    @property
    def environment(self) -> str:
        """Where the cluster runs; nothing is known of it."""
        return ""


class TFConfigClusterResolver(ClusterResolver):
    """What the environment variable TF_CONFIG says of the cluster and of this process.

    Raises ValueError for a text that is no JSON object."""

    def __init__(
        self,
        task_type: str | None = None,
        task_id: int | None = None,
        rpc_layer: str | None = None,
        environment: str | None = None,
    ) -> None:
        text = os.environ.get("TF_CONFIG") or "{}"
        try:
            found = json.loads(text)
        except ValueError as error:
            raise ValueError(f"TFConfigClusterResolver: TF_CONFIG is no JSON: {error}") from None
        if not isinstance(found, dict):
            raise ValueError(f"TFConfigClusterResolver: TF_CONFIG must be an object, got {text}")
        task = found.get("task") or {}
        self._cluster = found.get("cluster") or {}
        self.task_type = task.get("type") if task_type is None else task_type
        self.task_id = task.get("index") if task_id is None else task_id

    def cluster_spec(self) -> dict[str, list[str]]:
        """The addresses of the processes by job."""
        return {str(job): list(addresses) for job, addresses in self._cluster.items()}


class TPUClusterResolver(ClusterResolver):
    """A TPU by name. There are none: raises ValueError, as TensorFlow does without one."""

    def __init__(
        self,
        tpu: Any = None,
        zone: str | None = None,
        project: str | None = None,
        job_name: str = "worker",
        coordinator_name: str | None = None,
        coordinator_address: str | None = None,
        credentials: Any = "default",
        service: Any = None,
        discovery_url: str | None = None,
    ) -> None:
        raise ValueError(NO_TPU)

    @staticmethod
    def connect(
        tpu: Any = None, zone: str | None = None, project: str | None = None
    ) -> TPUClusterResolver:
        """A TPU that is ready; raises ValueError."""
        return TPUClusterResolver(tpu, zone, project)


__all__ = ["ClusterResolver", "TFConfigClusterResolver", "TPUClusterResolver"]
