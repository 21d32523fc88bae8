"""Connections to other machines, which there are none of."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def experimental_connect_to_cluster(
    cluster_spec_or_resolver: Any,
    job_name: str = "localhost",
    task_index: int = 0,
    protocol: str | None = None,
    make_master_device_default: bool = True,
    cluster_device_filters: Any = None,
) -> None:
    """Makes the devices of a cluster's machines known: those of none for a resolver that knows
    none. Raises ValueError for what is no resolver, NotImplementedError for other machines."""
    from pelton.distribute.cluster_resolver import ClusterResolver

    if not isinstance(cluster_spec_or_resolver, ClusterResolver):
        raise ValueError(
            "`cluster_spec_or_resolver` must be a `ClusterSpec` or a `ClusterResolver`."
        )
    jobs = cluster_spec_or_resolver.cluster_spec()
    if jobs:
        raise NotImplementedError(
            f"experimental_connect_to_cluster: there is one machine, got a cluster of {jobs}"
        )


def experimental_connect_to_host(remote_host: Any = None, job_name: str = "worker") -> None:
    """Makes another machine's devices known. Raises ValueError without one, NotImplementedError
    with one."""
    if not remote_host:
        raise ValueError("Must provide at least one remote_host")
    raise NotImplementedError(
        f"experimental_connect_to_host: there is one machine, got the host {remote_host!r}"
    )


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
