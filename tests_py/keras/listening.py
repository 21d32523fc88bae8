"""A callback that notes every hook call; shared by the training tests."""

import pelton as tf

HOOK_NAMES = [
    *(f"on_{m}{part}_{edge}" for m in ("train", "test", "predict") for part in ("", "_batch")
      for edge in ("begin", "end")),
    "on_epoch_begin",
    "on_epoch_end",
]  # fmt: skip


def listening_callback(calls):
    def hook(name):
        def called(self, *arguments, logs=None):
            *numbers, logs = (*arguments, logs) if logs is not None else arguments or (None,)
            calls.append([name, *numbers, sorted(logs or {})])

        return called

    kind = type("Listening", (tf.keras.callbacks.Callback,), {n: hook(n) for n in HOOK_NAMES})
    return kind()
