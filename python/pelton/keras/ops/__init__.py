"""``keras.ops``: Keras's functions of tensors, on tensors, variables, arrays and symbolic tensors.

Each is defined in the package of its family. Dtypes follow Keras's rules (``ops.dtypes``)."""

from pelton.keras.missing_names import lookup as _lookup
from pelton.keras.ops import image as image
from pelton.keras.ops import linalg as linalg
from pelton.keras.ops import nn as nn
from pelton.keras.ops import numpy as numpy
from pelton.keras.ops import sparse_calls as _sparse_calls  # noqa: F401
from pelton.keras.ops.core import *  # noqa: F403
from pelton.keras.ops.graph_calls import record_calls as _record_calls
from pelton.keras.ops.linalg import *  # noqa: F403
from pelton.keras.ops.math import *  # noqa: F403
from pelton.keras.ops.nn import *  # noqa: F403
from pelton.keras.ops.numpy import *  # noqa: F403
from pelton.names.named_refusals import name_refusals as _name_refusals

__getattr__ = _lookup(__name__)
for _package in (image, linalg, nn, numpy):
    _record_calls(_package.__name__)
_record_calls(__name__)
_name_refusals(__name__)
