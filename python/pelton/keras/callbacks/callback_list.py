"""The Trainer's one view of the callbacks: calls each hook on those callbacks that define it.

Knows no particular callback but the two that it adds; must stay cheap, it runs per batch."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pelton.keras.callbacks.callback import Callback, Logs
from pelton.keras.callbacks.history import History
from pelton.keras.callbacks.progbar_logger import ProgbarLogger

_ALIASES = {"on_train_batch_begin": "on_batch_begin", "on_train_batch_end": "on_batch_end"}
_MODES = ("train", "test", "predict")
_HOOKS = (
    *(f"on_{mode}_{edge}" for mode in _MODES for edge in ("begin", "end")),
    *(f"on_{mode}_batch_{edge}" for mode in _MODES for edge in ("begin", "end")),
    *("on_batch_begin", "on_batch_end", "on_epoch_begin", "on_epoch_end"),
)


def plain_logs(logs: Mapping[str, Any] | None) -> Logs:
    """Logs with sorted names and float values, nested dicts flattened; others stay as they are.
    Floats alone are a trainer's, which has sorted them, those of a nested dict in its place."""
    if logs and all(type(value) is float for value in logs.values()):
        return dict(logs)
    result: Logs = {}
    for name, value in sorted((logs or {}).items()):
        if isinstance(value, Mapping):
            result.update(plain_logs(value))
            continue
        try:
            result[name] = float(value)
        except (TypeError, ValueError):
            result[name] = value
    return result


def _flatten(callbacks: Any) -> Iterable[Any]:
    if isinstance(callbacks, (list, tuple)):
        for item in callbacks:
            yield from _flatten(item)
    elif callbacks is not None:
        yield callbacks


def _overrides(callback: Any, hook: str) -> bool:
    method = getattr(callback, hook, None)
    if method is None:
        return False
    if getattr(method, "__func__", method) is not Callback.__dict__[hook]:
        return True
    return hook in _ALIASES and _overrides(callback, _ALIASES[hook])


def _age(callback: Any, name: str) -> float:
    """How many classes above the callback define `name` for it; less than 0: itself."""
    if name in getattr(callback, "__dict__", ()):
        return -1
    classes = enumerate(type(callback).__mro__)
    return next((age for age, kind in classes if name in kind.__dict__), math.inf)


def _answers_for(callback: Any, name: str, hook: str) -> Callable[..., Any] | None:
    """The callback's method `name`, unless `hook`, of which it tells something, is newer."""
    method: Callable[..., Any] | None = getattr(callback, name, None)
    return method if _age(callback, name) <= _age(callback, hook) else None


class CallbackList(Callback):
    """Holds callbacks and dispatches hooks, as keras.callbacks.CallbackList.

    `params` (verbose, epochs, steps) go to every callback; add_history and add_progbar append
    a History and a ProgbarLogger unless the list has one. The Trainer asks `needs_batch_begin`
    once per epoch, and `needs_batch_end` before it computes logs and calls a batch-end hook; where
    that says no, `batch_end_pause` says for how long it need not be asked again."""

    def __init__(
        self,
        callbacks: Any = None,
        add_history: bool = False,
        add_progbar: bool = False,
        model: Any = None,
        **params: Any,
    ) -> None:
        super().__init__()
        self.callbacks: list[Any] = list(_flatten(callbacks))
        for position, callback in enumerate(self.callbacks):
            if not (hasattr(callback, "set_model") and hasattr(callback, "set_params")):
                raise TypeError(
                    "callbacks must be keras.callbacks.Callback instances; the one at position "
                    f"{position} is {callback!r} of type {type(callback).__name__}"
                )
        if add_history and not any(isinstance(c, History) for c in self.callbacks):
            self.callbacks.append(History())
        if add_progbar and not any(isinstance(c, ProgbarLogger) for c in self.callbacks):
            self.callbacks.append(ProgbarLogger())
        self._listeners: dict[str, list[Callable[..., Any]]] = {}
        self._always: dict[str, bool] = {}
        self._due: dict[str, list[Callable[[int], bool]]] = {}
        self._pauses: dict[str, list[Callable[[], float] | None]] = {}
        if model is not None:
            self.set_model(model)
        self.set_params(params)
        self.refresh()

    @property
    def history(self) -> History | None:
        """The History among the callbacks, if any."""
        return next((c for c in self.callbacks if isinstance(c, History)), None)

    @property
    def has_batch_hooks(self) -> bool:
        """Whether any training batch may need a hook call; False lets the Trainer skip them all."""
        return self.needs_batch_begin("train") or self._always["train"] or bool(self._due["train"])

    def set_params(self, params: Logs) -> None:
        """Pass `params` to every callback."""
        self.params = params
        if params:
            for callback in self.callbacks:
                callback.set_params(params)

    def set_model(self, model: Any) -> None:
        """Pass the model to every callback and publish the History as `model.history`."""
        super().set_model(model)
        if self.history is not None:
            model.history = self.history
        for callback in self.callbacks:
            callback.set_model(model)

    def resumed_epoch(self, initial_epoch: int) -> int:
        """The epoch to begin with, which a callback that restores a training's state says."""
        for callback in self.callbacks:
            if hasattr(type(callback), "resumed_epoch"):
                initial_epoch = callback.resumed_epoch(initial_epoch)
        return initial_epoch

    def batches_done(self) -> int:
        """On how many batches of the first epoch the training had been before it was cut off."""
        told = (getattr(callback, "batches_done", None) for callback in self.callbacks)
        return max((ask() for ask in told if ask is not None), default=0)

    def on_batches_skipped(self) -> None:
        """Those batches were read and left out."""
        for callback in self.callbacks:
            if hasattr(callback, "on_batches_skipped"):
                callback.on_batches_skipped()

    def refresh(self) -> None:
        """Find again who defines which hook; runs whenever a train, test or predict run begins."""
        for hook in _HOOKS:
            self._listeners[hook] = [
                getattr(callback, hook) for callback in self.callbacks if _overrides(callback, hook)
            ]
        for mode in _MODES:
            hook = f"on_{mode}_batch_end"
            listening = [c for c in self.callbacks if _overrides(c, hook)]
            due = [_answers_for(c, "batch_end_due", hook) for c in listening]
            self._always[mode] = None in due
            self._due[mode] = [ask for ask in due if ask is not None]
            self._pauses[mode] = [
                _answers_for(c, "batch_end_pause", "batch_end_due") for c in listening
            ]

    def needs_batch_begin(self, mode: str) -> bool:
        """Whether on_{mode}_batch_begin would reach a callback (mode: train, test, predict)."""
        return bool(self._listeners[f"on_{mode}_batch_begin"])

    def needs_batch_end(self, mode: str, batch: int) -> bool:
        """Whether on_{mode}_batch_end(batch) would reach a callback that wants it now."""
        return self._always[mode] or any(ask(batch) for ask in self._due[mode])

    def batch_end_pause(self, mode: str) -> float:
        """For how many seconds needs_batch_end(mode) would now say no, but for the epoch's last
        batch, about which to ask in any case. 0: unknown; inf: until then."""
        return min((pause() if pause else 0.0 for pause in self._pauses[mode]), default=math.inf)

    def _call(self, hook: str, logs: Mapping[str, Any] | None) -> None:
        listeners = self._listeners[hook]
        if listeners:
            plain = plain_logs(logs)
            for listener in listeners:
                listener(plain)

    def _call_batch(self, hook: str, batch: int, logs: Mapping[str, Any] | None) -> None:
        listeners = self._listeners[hook]
        if listeners:
            plain = plain_logs(logs)
            for listener in listeners:
                listener(batch, logs=plain)  # by name, as Keras calls batch hooks

    def _call_epoch(self, hook: str, epoch: int, logs: Mapping[str, Any] | None) -> None:
        listeners = self._listeners[hook]
        if listeners:
            plain = plain_logs(logs)
            for listener in listeners:
                listener(epoch, plain)

    def on_batch_begin(self, batch: int, logs: Logs | None = None) -> None:
        self._call_batch("on_batch_begin", batch, logs)

    def on_batch_end(self, batch: int, logs: Logs | None = None) -> None:
        self._call_batch("on_batch_end", batch, logs)

    def on_epoch_begin(self, epoch: int, logs: Logs | None = None) -> None:
        self._call_epoch("on_epoch_begin", epoch, logs)

    def on_epoch_end(self, epoch: int, logs: Logs | None = None) -> None:
        if logs and any(name.startswith("val_") for name in logs):
            logs = dict(sorted(logs.items()))  # they came last
        self._call_epoch("on_epoch_end", epoch, logs)

    def on_train_batch_begin(self, batch: int, logs: Logs | None = None) -> None:
        self._call_batch("on_train_batch_begin", batch, logs)

    def on_train_batch_end(self, batch: int, logs: Logs | None = None) -> None:
        self._call_batch("on_train_batch_end", batch, logs)

    def on_test_batch_begin(self, batch: int, logs: Logs | None = None) -> None:
        self._call_batch("on_test_batch_begin", batch, logs)

    def on_test_batch_end(self, batch: int, logs: Logs | None = None) -> None:
        self._call_batch("on_test_batch_end", batch, logs)

    def on_predict_batch_begin(self, batch: int, logs: Logs | None = None) -> None:
        self._call_batch("on_predict_batch_begin", batch, logs)

    def on_predict_batch_end(self, batch: int, logs: Logs | None = None) -> None:
        self._call_batch("on_predict_batch_end", batch, logs)

    def on_train_begin(self, logs: Logs | None = None) -> None:
        self.refresh()
        self._call("on_train_begin", logs)

    def on_train_end(self, logs: Logs | None = None) -> None:
        self._call("on_train_end", logs)

    def on_test_begin(self, logs: Logs | None = None) -> None:
        self.refresh()
        self._call("on_test_begin", logs)

    def on_test_end(self, logs: Logs | None = None) -> None:
        self._call("on_test_end", logs)

    def on_predict_begin(self, logs: Logs | None = None) -> None:
        self.refresh()
        self._call("on_predict_begin", logs)

    def on_predict_end(self, logs: Logs | None = None) -> None:
        self._call("on_predict_end", logs)
