"""Which strategy is in scope in a thread, and whether a replica's function is running."""

from __future__ import annotations

import threading
from typing import Any

from pelton.distribute.options import reduce_op as _reduce_op


class _Entered(threading.local):
    """Of one thread: strategies whose scopes were entered, replicas whose functions run."""

    def __init__(self) -> None:
        self.strategies: list[Any] = []
        self.replicas: list[ReplicaContext | None] = []


entered = _Entered()


class ReplicaContext:
    """What a replica's function knows of the others: there are none."""

    def __init__(self, strategy: Any = None, replica_id_in_sync_group: int = 0) -> None:
        self._strategy = strategy
        self.replica_id_in_sync_group = replica_id_in_sync_group

    @property
    def strategy(self) -> Any:
        """The strategy whose replica runs."""
        from pelton.distribute.strategies import get_strategy

        return get_strategy() if self._strategy is None else self._strategy

    @property
    def num_replicas_in_sync(self) -> int:
        """The number of replicas: 1."""
        return 1

    @property
    def devices(self) -> tuple[str, ...]:
        """The replica's device."""
        return (str(self.strategy.extended.worker_devices[0]),)

    def all_reduce(self, reduce_op: Any, value: Any, options: Any = None) -> Any:
        """The sum or mean of all replicas' values: with one replica that value."""
        _reduce_op("ReplicaContext.all_reduce", reduce_op)
        return value

    def all_gather(self, value: Any, axis: int, options: Any = None) -> Any:
        """All replicas' values one after another: with one replica that value."""
        return value

    def merge_call(self, merge_fn: Any, args: Any = (), kwargs: Any = None) -> Any:
        """Calls `merge_fn(strategy, *args, **kwargs)`, once for all replicas."""
        if not callable(merge_fn):
            raise TypeError(f"merge_call: `merge_fn` must be callable, got {merge_fn!r}")
        entered.replicas.append(None)
        try:
            return merge_fn(self.strategy, *args, **(kwargs or {}))
        finally:
            entered.replicas.pop()

    def __enter__(self) -> ReplicaContext:
        entered.replicas.append(self)
        return self

    def __exit__(self, *exc_info: object) -> None:
        if not entered.replicas or entered.replicas[-1] is not self:
            raise RuntimeError("ReplicaContext.__exit__: the context was not entered last")
        entered.replicas.pop()


def get_replica_context() -> ReplicaContext | None:
    """The replica whose function runs; None in a strategy's scope, outside of `run`."""
    if entered.replicas:
        return entered.replicas[-1]
    return None if entered.strategies else ReplicaContext()


def in_cross_replica_context() -> bool:
    """Whether a strategy's scope was entered and no replica's function runs."""
    return get_replica_context() is None


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
