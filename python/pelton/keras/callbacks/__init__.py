"""keras.callbacks: one file per callback."""

from pelton.keras.callbacks.backup_and_restore import BackupAndRestore as BackupAndRestore
from pelton.keras.callbacks.callback import Callback as Callback
from pelton.keras.callbacks.callback_list import CallbackList as CallbackList
from pelton.keras.callbacks.csv_logger import CSVLogger as CSVLogger
from pelton.keras.callbacks.early_stopping import EarlyStopping as EarlyStopping
from pelton.keras.callbacks.history import History as History
from pelton.keras.callbacks.lambda_callback import LambdaCallback as LambdaCallback
from pelton.keras.callbacks.learning_rate_scheduler import (
    LearningRateScheduler as LearningRateScheduler,
)
from pelton.keras.callbacks.model_checkpoint import ModelCheckpoint as ModelCheckpoint
from pelton.keras.callbacks.progbar_logger import ProgbarLogger as ProgbarLogger
from pelton.keras.callbacks.reduce_lr_on_plateau import ReduceLROnPlateau as ReduceLROnPlateau
from pelton.keras.callbacks.remote_monitor import RemoteMonitor as RemoteMonitor
from pelton.keras.callbacks.swap_ema_weights import SwapEMAWeights as SwapEMAWeights
from pelton.keras.callbacks.tensorboard import TensorBoard as TensorBoard
from pelton.keras.callbacks.terminate_on_nan import TerminateOnNaN as TerminateOnNaN
from pelton.keras.missing_names import lookup as _lookup
from pelton.names.named_refusals import name_class as _name_class

for _value in list(globals().values()):
    if isinstance(_value, type):
        _name_class(_value)
__getattr__ = _lookup(__name__)
