"""Lends a model its averaged weights while it is evaluated, or between epochs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pelton.keras.callbacks.callback import Callback, Logs


def _pairs(optimizer: Any) -> Iterator[tuple[Any, Any]]:
    """Each weight with its average, of all optimizers that keep averages.

    Raises ValueError where none does."""
    optimizer = getattr(optimizer, "inner_optimizer", optimizer)
    parts = getattr(optimizer, "optimizers", [optimizer])
    averaging = [part for part in parts if getattr(part, "use_ema", False)]
    if not averaging:
        raise ValueError(
            "SwapEMAWeights must be used when `use_ema=True` is set on the optimizer. "
            f"Received: use_ema={getattr(optimizer, 'use_ema', False)}"
        )
    for part in averaging:
        if not part.built:
            continue  # nothing was trained: there are no averages yet
        averages = [one for one in part.variables if one.path.endswith("_average")]
        yield from zip(part._trainable_variables, averages, strict=True)


class SwapEMAWeights(Callback):
    """Swaps the model's weights with the optimizer's averages (use_ema=True) before evaluation and
    prediction, and back after; with swap_on_epoch also from an epoch's end to the next one's
    beginning, so that a ModelCheckpoint that comes after it saves the averages."""

    def __init__(self, swap_on_epoch: bool = False) -> None:
        super().__init__()
        self.swap_on_epoch = swap_on_epoch
        self._holds_averages = False

    def _swap(self, to_averages: bool) -> None:
        if self._holds_averages == to_averages:
            return
        for weight, average in _pairs(self._given_model().optimizer):
            held = weight.numpy()
            weight.assign(average)
            average.assign(held)
        self._holds_averages = to_averages

    def on_epoch_begin(self, epoch: int, logs: Logs | None = None) -> None:
        if self.swap_on_epoch:
            self._swap(False)

    def on_epoch_end(self, epoch: int, logs: Logs | None = None) -> None:
        if not self.swap_on_epoch:
            return
        self._swap(True)
        if self.params and epoch == self.params["epochs"] - 1:
            # Training ends by giving the weights the averages: these are the weights now.
            for weight, average in _pairs(self._given_model().optimizer):
                average.assign(weight)

    def on_test_begin(self, logs: Logs | None = None) -> None:
        self._swap(True)

    def on_test_end(self, logs: Logs | None = None) -> None:
        self._swap(False)

    def on_predict_begin(self, logs: Logs | None = None) -> None:
        self._swap(True)

    def on_predict_end(self, logs: Logs | None = None) -> None:
        self._swap(False)
