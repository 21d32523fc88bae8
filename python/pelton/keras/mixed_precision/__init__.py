"""keras.mixed_precision: the dtype policy under its older names, and LossScaleOptimizer."""

from pelton.keras.config import dtype_policy as global_policy
from pelton.keras.config import set_dtype_policy as set_global_policy
from pelton.keras.dtype_policies import DTypePolicy as DTypePolicy
from pelton.keras.missing_names import lookup as _lookup
from pelton.keras.optimizers import LossScaleOptimizer as LossScaleOptimizer

Policy = DTypePolicy
dtype_policy = global_policy
set_dtype_policy = set_global_policy

__getattr__ = _lookup(__name__)
