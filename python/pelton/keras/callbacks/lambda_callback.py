"""A callback made of functions. Knows nothing but the hooks' names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pelton.keras.callbacks.callback import Callback
from pelton.names.named_refusals import shown

Hook = Callable[..., Any]


class LambdaCallback(Callback):
    """Each function given replaces the hook of its name; other keywords become attributes.

    Raises TypeError for a hook that cannot be called."""

    def __init__(
        self,
        on_epoch_begin: Hook | None = None,
        on_epoch_end: Hook | None = None,
        on_train_begin: Hook | None = None,
        on_train_end: Hook | None = None,
        on_train_batch_begin: Hook | None = None,
        on_train_batch_end: Hook | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__()
        hooks = {
            "on_epoch_begin": on_epoch_begin,
            "on_epoch_end": on_epoch_end,
            "on_train_begin": on_train_begin,
            "on_train_end": on_train_end,
            "on_train_batch_begin": on_train_batch_begin,
            "on_train_batch_end": on_train_batch_end,
        }
        for name, hook in hooks.items():
            if hook is not None and not callable(hook):
                raise TypeError(f"LambdaCallback: `{name}` must be a function, got {shown(hook)}")
        self.__dict__.update(kwargs)
        self.__dict__.update({name: hook for name, hook in hooks.items() if hook is not None})
