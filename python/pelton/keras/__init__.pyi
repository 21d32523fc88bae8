"""Types of pelton.keras. Made by `dev.py stubs`; do not edit."""

from . import activations as activations
from . import applications as applications
from . import backend as backend
from . import callbacks as callbacks
from . import config as config
from . import constraints as constraints
from . import datasets as datasets
from . import dtype_policies as dtype_policies
from . import export as export
from . import initializers as initializers
from . import layers as layers
from . import losses as losses
from . import metrics as metrics
from . import mixed_precision as mixed_precision
from . import models as models
from . import ops as ops
from . import optimizers as optimizers
from . import preprocessing as preprocessing
from . import random as random
from . import regularizers as regularizers
from . import saving as saving
from . import tree as tree
from . import utils as utils
from . import wrappers as wrappers
from pelton._core.constraints import Constraint as Constraint
from pelton._core.initializers import Initializer as Initializer
from pelton._core.layers import Layer as Layer
from pelton._core.layers import Model as Model
from pelton._core.layers import Sequential as Sequential
from pelton._core.losses import Loss as Loss
from pelton._core.metrics import Metric as Metric
from pelton._core.optimizers import Optimizer as Optimizer
from pelton._core.regularizers import Regularizer as Regularizer
from pelton.keras.dtype_policies import DTypePolicy as DTypePolicy
from pelton.keras.dtype_policies import DTypePolicy as FloatDTypePolicy
from pelton.keras.function import Function as Function
from pelton.keras.keras_tensor import Input as Input
from pelton.keras.keras_tensor import KerasTensor as KerasTensor
from pelton.keras.layers.input_spec import InputSpec as InputSpec
from pelton.keras.operation import Operation as Operation
from pelton.keras.rematerialization import RematScope as RematScope
from pelton.keras.rematerialization import remat as remat
from pelton.keras.scopes import device as device
from pelton.keras.scopes import name_scope as name_scope
from pelton.keras.stateless import StatelessScope as StatelessScope
from pelton.keras.variable import Variable as Variable

def version() -> str: ...
__version__: str
