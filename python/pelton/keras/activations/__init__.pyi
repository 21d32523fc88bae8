"""Types of pelton.keras.activations. Made by `dev.py stubs`; do not edit."""

from collections.abc import Callable
from pelton.keras.activations.parametric import celu as celu
from pelton.keras.activations.parametric import elu as elu
from pelton.keras.activations.parametric import gelu as gelu
from pelton.keras.activations.parametric import glu as glu
from pelton.keras.activations.parametric import hard_shrink as hard_shrink
from pelton.keras.activations.parametric import leaky_relu as leaky_relu
from pelton.keras.activations.parametric import log_softmax as log_softmax
from pelton.keras.activations.parametric import relu as relu
from pelton.keras.activations.parametric import soft_shrink as soft_shrink
from pelton.keras.activations.parametric import softmax as softmax
from pelton.keras.activations.parametric import sparsemax as sparsemax
from pelton.keras.activations.parametric import squareplus as squareplus
from pelton.keras.activations.parametric import threshold as threshold
from pelton.keras.activations.plain import exponential as exponential
from pelton.keras.activations.plain import hard_sigmoid as hard_sigmoid
from pelton.keras.activations.plain import hard_silu as hard_silu
from pelton.keras.activations.plain import hard_silu as hard_swish
from pelton.keras.activations.plain import hard_tanh as hard_tanh
from pelton.keras.activations.plain import linear as linear
from pelton.keras.activations.plain import log_sigmoid as log_sigmoid
from pelton.keras.activations.plain import mish as mish
from pelton.keras.activations.plain import relu6 as relu6
from pelton.keras.activations.plain import selu as selu
from pelton.keras.activations.plain import sigmoid as sigmoid
from pelton.keras.activations.plain import silu as silu
from pelton.keras.activations.plain import silu as swish
from pelton.keras.activations.plain import softplus as softplus
from pelton.keras.activations.plain import softsign as softsign
from pelton.keras.activations.plain import sparse_plus as sparse_plus
from pelton.keras.activations.plain import sparse_sigmoid as sparse_sigmoid
from pelton.keras.activations.plain import tanh as tanh
from pelton.keras.activations.plain import tanh_shrink as tanh_shrink
from typing import Any

def deserialize(
    config: str | dict[str, Any],
    custom_objects: dict[str, Any] | None = None,
) -> Callable[..., Any]: ...
def get(identifier: Any) -> Callable[..., Any]: ...
def serialize(activation: Callable[..., Any]) -> str | dict[str, Any]: ...
