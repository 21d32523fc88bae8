"""Keras's ops of tensors as such: conversions, shapes, indices, branches and loops."""

from pelton.keras.ops.core.control_flow import cond as cond
from pelton.keras.ops.core.control_flow import fori_loop as fori_loop
from pelton.keras.ops.core.control_flow import switch as switch
from pelton.keras.ops.core.control_flow import while_loop as while_loop
from pelton.keras.ops.core.gradients import custom_gradient as custom_gradient
from pelton.keras.ops.core.gradients import remat as remat
from pelton.keras.ops.core.rearranging import rearrange as rearrange
from pelton.keras.ops.core.rows import associative_scan as associative_scan
from pelton.keras.ops.core.rows import map as map
from pelton.keras.ops.core.rows import scan as scan
from pelton.keras.ops.core.rows import vectorized_map as vectorized_map
from pelton.keras.ops.core.scatter import scatter as scatter
from pelton.keras.ops.core.scatter import scatter_update as scatter_update
from pelton.keras.ops.core.scatter import slice as slice
from pelton.keras.ops.core.scatter import slice_update as slice_update
from pelton.keras.ops.core.tensors import cast as cast
from pelton.keras.ops.core.tensors import convert_to_numpy as convert_to_numpy
from pelton.keras.ops.core.tensors import convert_to_tensor as convert_to_tensor
from pelton.keras.ops.core.tensors import dtype as dtype
from pelton.keras.ops.core.tensors import is_tensor as is_tensor
from pelton.keras.ops.core.tensors import saturate_cast as saturate_cast
from pelton.keras.ops.core.tensors import shape as shape
from pelton.keras.ops.core.tensors import stop_gradient as stop_gradient
from pelton.keras.ops.core.tensors import unstack as unstack
