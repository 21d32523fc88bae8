"""PyDataset: a data set that gives batches by their index, read ahead by workers while training."""

from __future__ import annotations

import itertools

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


class PyDataset:
    """Batches by index: a subclass defines `__getitem__(index)`, which gives `(inputs, targets)`,
    and `__len__` or `num_batches` (None: without an end).

    `workers` threads, or processes with `use_multiprocessing`, read at most `max_queue_size`
    batches ahead; `on_epoch_begin` and `on_epoch_end` are called around each pass."""

    # What a subclass has that does not call super().__init__().
    workers = 1
    use_multiprocessing = False
    max_queue_size = 10

    def __init__(
        self, workers: int = 1, use_multiprocessing: bool = False, max_queue_size: int = 10
    ) -> None:
        for name, value in (("workers", workers), ("max_queue_size", max_queue_size)):
            if not isinstance(value, int) or value < 0:
                raise ValueError(
                    f"`{name}` must be an integer of at least 0. Received: {name}={value!r} "
                    f"[{type(self).__name__}]"
                )
        self.workers = workers
        self.use_multiprocessing = bool(use_multiprocessing)
        self.max_queue_size = max_queue_size

    def __getitem__(self, index: int) -> Any:
        raise NotImplementedError(f"{type(self).__name__} must define `__getitem__`")

    @property
    def num_batches(self) -> int | None:
        """The number of batches; None where there is no end."""
        if hasattr(self, "__len__"):
            return len(self)
        raise NotImplementedError(
            "You need to implement the `num_batches` property:\n\n"
            "@property\ndef num_batches(self):\n  return ..."
        )

    def __iter__(self) -> Iterator[Any]:
        try:
            count = self.num_batches
        except NotImplementedError:
            count = None
        for index in itertools.count() if count is None else range(count):
            yield self[index]

    def on_epoch_begin(self) -> None:
        """Called before each pass."""

    def on_epoch_end(self) -> None:
        """Called after each pass."""


Sequence = PyDataset
