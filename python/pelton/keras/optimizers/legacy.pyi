"""Types of pelton.keras.optimizers.legacy. Made by `dev.py stubs`; do not edit."""

from pelton._core.optimizers import Adadelta as Adadelta
from pelton._core.optimizers import Adagrad as Adagrad
from pelton._core.optimizers import Adam as Adam
from pelton._core.optimizers import Adamax as Adamax
from pelton._core.optimizers import Ftrl as Ftrl
from pelton._core.optimizers import Nadam as Nadam
from pelton._core.optimizers import Optimizer as Optimizer
from pelton._core.optimizers import RMSprop as RMSprop
from pelton._core.optimizers import SGD as SGD
