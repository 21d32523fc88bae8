"""Types of pelton.keras.optimizers. Made by `dev.py stubs`; do not edit."""

from . import legacy as legacy
from . import schedules as schedules
from pelton._core.optimizers import Adadelta as Adadelta
from pelton._core.optimizers import Adagrad as Adagrad
from pelton._core.optimizers import Adam as Adam
from pelton._core.optimizers import AdamW as AdamW
from pelton._core.optimizers import Adamax as Adamax
from pelton._core.optimizers import Ftrl as Ftrl
from pelton._core.optimizers import Lamb as Lamb
from pelton._core.optimizers import Lion as Lion
from pelton._core.optimizers import Nadam as Nadam
from pelton._core.optimizers import Optimizer as Optimizer
from pelton._core.optimizers import RMSprop as RMSprop
from pelton._core.optimizers import SGD as SGD
from pelton.keras.optimizers.adafactor import Adafactor as Adafactor
from pelton.keras.optimizers.loss_scale_optimizer import LossScaleOptimizer as LossScaleOptimizer
from pelton.keras.optimizers.multi_optimizer import MultiOptimizer as MultiOptimizer
from pelton.keras.optimizers.muon import Muon as Muon
from pelton.keras.optimizers.optimizer_map import OptimizerMap as OptimizerMap
from pelton.keras.optimizers.schedule_free_adamw import ScheduleFreeAdamW as ScheduleFreeAdamW
from typing import Any

def deserialize(config: dict[str, Any], custom_objects: Any = None) -> Any: ...
def get(identifier: Any) -> Any: ...
def serialize(optimizer: Any) -> dict[str, Any]: ...
