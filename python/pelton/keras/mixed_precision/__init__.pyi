"""Types of pelton.keras.mixed_precision. Made by `dev.py stubs`; do not edit."""

from pelton._core.keras_settings import set_dtype_policy as set_dtype_policy
from pelton._core.keras_settings import set_dtype_policy as set_global_policy
from pelton.keras.config import dtype_policy as dtype_policy
from pelton.keras.config import dtype_policy as global_policy
from pelton.keras.dtype_policies import DTypePolicy as DTypePolicy
from pelton.keras.dtype_policies import DTypePolicy as Policy
from pelton.keras.optimizers.loss_scale_optimizer import LossScaleOptimizer as LossScaleOptimizer
