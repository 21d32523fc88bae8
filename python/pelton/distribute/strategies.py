"""Strategies: on which device a program runs. Each has one replica; several are not there yet."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pelton.device import device as _device
from pelton.distribute.options import InputContext, ReduceOp
from pelton.distribute.options import reduce_op as _reduce_op
from pelton.distribute.replica_context import ReplicaContext, entered


class StrategyExtended:
    """What a strategy says of its devices."""

    def __init__(self, devices: tuple[str, ...]) -> None:
        self.worker_devices = devices
        self.parameter_devices = devices
        self.should_checkpoint = self.should_save_summary = True
        self.experimental_between_graph = False

    def _in_multi_worker_mode(self) -> bool:
        """False: there is one process."""
        return False


class Strategy:
    """One replica on one device; without a device where ops are placed anyway."""

    def __init__(self, device: str | None = None) -> None:
        self._device = device
        self.extended = StrategyExtended((_full_name(device or "/device:CPU:0"),))
        self.cluster_resolver = None

    @property
    def num_replicas_in_sync(self) -> int:
        """The number of replicas: 1."""
        return 1

    @contextmanager
    def _placed(self) -> Iterator[None]:
        if self._device is None:
            yield
            return
        with _device(self._device):
            yield

    @contextmanager
    def scope(self) -> Iterator[Strategy]:
        """The strategy is in force in the block: `get_strategy()`, the device."""
        entered.strategies.append(self)
        try:
            with self._placed():
                yield self
        finally:
            entered.strategies.pop()

    def run(self, fn: Any, args: Any = (), kwargs: Any = None, options: Any = None) -> Any:
        """`fn(*args, **kwargs)` in the replica. Raises TypeError for what cannot be called."""
        if not callable(fn):
            raise TypeError(f"Strategy.run: `fn` must be callable, got {fn!r}")
        if not isinstance(args, (list, tuple)):
            raise ValueError(f"Strategy.run: `args` must be a list or tuple, got {args!r}")
        if kwargs is not None and not isinstance(kwargs, dict):
            raise ValueError(f"Strategy.run: `kwargs` must be a dict, got {kwargs!r}")
        with self.scope(), ReplicaContext(self):
            return fn(*args, **(kwargs or {}))

    def reduce(self, reduce_op: Any, value: Any, axis: int | None = None) -> Any:
        """The value of the one replica, summed or averaged over `axis` where that is given."""
        kind = _reduce_op("Strategy.reduce", reduce_op)
        if axis is None:
            return value
        from pelton.math import reduce_mean, reduce_sum

        return (reduce_sum if kind is ReduceOp.SUM else reduce_mean)(value, axis)

    def gather(self, value: Any, axis: int) -> Any:
        """The replicas' values one after another along `axis`: that of the one replica."""
        return value

    def experimental_local_results(self, value: Any) -> tuple[Any, ...]:
        """The replicas' values as a tuple."""
        return (value,)

    def experimental_distribute_dataset(self, dataset: Any, options: Any = None) -> Any:
        """The dataset, whose batches are those of the one replica."""
        if not hasattr(dataset, "element_spec"):
            raise TypeError(
                f"experimental_distribute_dataset: `dataset` must be a tf.data.Dataset, got "
                f"{type(dataset).__name__}"
            )
        return dataset

    def distribute_datasets_from_function(self, dataset_fn: Any, options: Any = None) -> Any:
        """What `dataset_fn(InputContext())` returns."""
        if not callable(dataset_fn):
            raise TypeError(
                "distribute_datasets_from_function: `dataset_fn` must be callable, got "
                f"{dataset_fn!r}"
            )
        return dataset_fn(InputContext())

    def experimental_distribute_values_from_function(self, value_fn: Any) -> Any:
        """What `value_fn(ReplicaContext)` returns for the one replica."""
        if not callable(value_fn):
            raise TypeError(
                "experimental_distribute_values_from_function: `value_fn` must be callable, got "
                f"{value_fn!r}"
            )
        return value_fn(ReplicaContext(self))


class OneDeviceStrategy(Strategy):
    """All on one device, which is given by name. Raises ValueError for what names none."""

    def __init__(self, device: str) -> None:
        super().__init__(_device_name("OneDeviceStrategy", device))


class MirroredStrategy(Strategy):
    """Several devices in TensorFlow; here one, the first GPU or else the CPU.

    Raises NotImplementedError for more than one device among `devices`."""

    def __init__(self, devices: Any = None, cross_device_ops: Any = None) -> None:
        if isinstance(devices, str):
            devices = [devices]
        if devices is not None and not isinstance(devices, (list, tuple)):
            raise TypeError(f"MirroredStrategy: `devices` must be a list of names, got {devices!r}")
        if devices is not None and len(devices) != 1:
            raise NotImplementedError(
                f"MirroredStrategy: training on several devices is not there yet, `devices` must "
                f"hold one, got {list(devices)}"
            )
        super().__init__(
            _first_device() if devices is None else _device_name("MirroredStrategy", devices[0])
        )


def _full_name(device: str) -> str:
    """A device's name with its job, as TensorFlow's strategies give it."""
    kind, _, number = device.rpartition("/")[2].removeprefix("device:").partition(":")
    return f"/job:localhost/replica:0/task:0/device:{kind.upper()}:{number or 0}"


def _first_device() -> str:
    from pelton.config import list_logical_devices

    return str((list_logical_devices("GPU") or list_logical_devices("CPU"))[0].name)


def _device_name(strategy: str, name: Any) -> str:
    if not isinstance(name, str):
        raise TypeError(f"{strategy}: a device must be named by a str, got {name!r}")
    try:
        with _device(name):
            return name
    except (RuntimeError, ValueError) as error:
        raise ValueError(f"{strategy}: {error}") from None


_default = Strategy()
_set: list[Strategy] = []  # by experimental_set_strategy


def get_strategy() -> Strategy:
    """The strategy whose scope was entered last; without any the default one."""
    if entered.strategies:
        found: Strategy = entered.strategies[-1]
        return found
    return _set[-1] if _set else _default


def has_strategy() -> bool:
    """Whether another strategy than the default one is in force."""
    return get_strategy() is not _default


def experimental_set_strategy(strategy: Strategy | None) -> None:
    """Makes a strategy the one in force outside of scopes; None takes that back."""
    if strategy is not None and not isinstance(strategy, Strategy):
        raise TypeError(
            f"experimental_set_strategy: `strategy` must be a Strategy, got {strategy!r}"
        )
    _set[:] = [] if strategy is None else [strategy]


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
