"""Owns Keras 2's files of weights, `.h5` and `.hdf5`, and the callbacks' arguments of then:
ModelCheckpoint(period=), ReduceLROnPlateau(epsilon=), TensorBoard(write_grads=); monitors whose
direction their names tell."""

from __future__ import annotations

import functools
import os

from pelton.compat.legacy import keras_folders

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_H5 = (".h5", ".hdf5")


def _with_old_files(save_weights: Callable[..., None]) -> Callable[..., None]:
    """save_weights that writes Keras 2's files, `.h5` and `.hdf5`, too."""

    @functools.wraps(save_weights)
    def call(self: Any, filepath: Any, overwrite: bool = True, save_format: Any = None) -> None:
        path = os.fspath(filepath)
        if keras_folders.is_folder(path, save_format) and save_format != "h5":
            keras_folders.weights_written(self, path)
            return
        if path.endswith(".weights.h5") or not (path.endswith(_H5) or save_format == "h5"):
            save_weights(self, filepath, overwrite)
            return
        from pelton.keras.saving import legacy_h5, model_files

        if model_files.may_write(path, overwrite):
            legacy_h5.save_weights(self, path)

    return call


def _with_old_options(kind: Any, dropped: tuple[str, ...], renamed: dict[str, str]) -> None:
    """The class takes these keywords too, some of them without effect."""
    init = kind.__init__

    @functools.wraps(init)
    def call(self: Any, *args: Any, **kwargs: Any) -> None:
        kept = {name: value for name, value in kwargs.items() if name not in dropped}
        init(self, *args, **{renamed.get(name, name): value for name, value in kept.items()})

    kind.__init__ = call


def _widen_checkpoint() -> None:
    """ModelCheckpoint takes `period` and any path of a HDF5 file."""
    from pelton.keras.callbacks import ModelCheckpoint

    init, on_epoch_end = ModelCheckpoint.__init__, ModelCheckpoint.on_epoch_end

    @functools.wraps(init)
    def with_period(
        self: Any, filepath: Any, monitor: str = "val_loss", verbose: int = 0,
        save_best_only: bool = False, save_weights_only: bool = False, mode: str = "auto",
        period: int = 1, **options: Any,
    ) -> None:  # fmt: skip
        path = os.fspath(filepath)
        ending = ".weights.h5" if save_weights_only else ".h5"
        is_taken = path.endswith((".weights.h5", ".keras"))
        taken = path if is_taken else f"{path}{ending}"
        init(self, taken, monitor, verbose, save_best_only, save_weights_only, mode, **options)
        self.filepath, self.period = path, period

    @functools.wraps(on_epoch_end)
    def each_period(self: Any, epoch: int, logs: Any = None) -> None:
        if (epoch + 1) % self.period == 0:
            on_epoch_end(self, epoch, logs)

    ModelCheckpoint.__init__ = with_period  # type: ignore[method-assign]
    ModelCheckpoint.on_epoch_end = each_period  # type: ignore[method-assign]


def _widen_monitors() -> None:
    """What no metric of the model tells is greater for names of accuracies and areas, else less."""
    from pelton.keras.callbacks.monitor_callback import MonitorCallback
    from pelton.keras.ops import greater, less

    direction_of = MonitorCallback._direction_of

    @functools.wraps(direction_of)
    def by_name(self: Any, name: str) -> Callable[[Any, Any], Any]:
        try:
            return direction_of(self, name)
        except ValueError:
            is_greater = name.endswith(("acc", "accuracy", "auc")) or name.startswith("fmeasure")
            return greater if is_greater else less

    MonitorCallback._direction_of = by_name  # type: ignore[method-assign]


def install_files() -> None:
    """Widens models and callbacks; once in a process."""
    from pelton import keras

    keras.Model.save_weights = _with_old_files(keras.Model.save_weights)
    keras.Model.load_weights = keras_folders.with_checkpoints(keras.Model.load_weights)
    keras.Model.save = keras_folders.with_folders(keras.Model.save)
    _widen_checkpoint()
    _widen_monitors()
    _with_old_options(keras.callbacks.ReduceLROnPlateau, (), {"epsilon": "min_delta"})
    _with_old_options(
        keras.callbacks.TensorBoard,
        ("batch_size", "write_grads", "embeddings_layer_names", "embeddings_data"), {},
    )  # fmt: skip
