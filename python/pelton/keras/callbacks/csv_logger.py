"""Writes each epoch's logs as a row of a CSV file. Knows only logs and its file."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from pelton.keras.callbacks.callback import Callback, Logs


def _cell(value: Any) -> Any:
    is_scalar = isinstance(value, str) or getattr(value, "ndim", None) == 0
    if isinstance(value, Iterable) and not is_scalar:
        return f'"[{", ".join(map(str, value))}]"'
    return value


class CSVLogger(Callback):
    """Rows of `epoch` and the sorted log names of the first epoch (missing values: NA).

    When that epoch had no validation, `val_` columns are kept for later ones, as in Keras.
    append=True continues an existing file and writes the header only if the file is empty."""

    def __init__(
        self, filename: str | os.PathLike[str], separator: str = ",", append: bool = False
    ) -> None:
        super().__init__()
        self.filename = os.fspath(filename)
        self.sep = separator
        self.append = append
        self.append_header = True
        self.keys: list[str] | None = None
        self.csv_file: Any = None

    def on_train_begin(self, logs: Logs | None = None) -> None:
        if self.append and os.path.exists(self.filename):
            self.append_header = os.path.getsize(self.filename) == 0
        self._close()
        mode = "a" if self.append else "w"
        self.csv_file = open(self.filename, mode, newline="", encoding="utf-8")  # noqa: SIM115
        self.keys = None

    def on_epoch_end(self, epoch: int, logs: Logs | None = None) -> None:
        import csv

        logs = logs or {}
        writer = csv.writer(self.csv_file, delimiter=self.sep)
        if self.keys is None:
            self.keys = sorted(logs)
            if not any(name.startswith("val_") for name in self.keys):
                self.keys += [f"val_{name}" for name in self.keys]
            if self.append_header:
                writer.writerow(["epoch", *self.keys])
        writer.writerow([epoch, *(_cell(logs.get(name, "NA")) for name in self.keys)])
        self.csv_file.flush()

    def on_train_end(self, logs: Logs | None = None) -> None:
        self._close()

    def _close(self) -> None:
        if self.csv_file is not None and not self.csv_file.closed:
            self.csv_file.close()
