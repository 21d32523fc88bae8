"""Owns fused ops as the nodes that TensorFlow's graphs have in their place."""

from __future__ import annotations

from pelton import nn as _nn
from pelton._core import ops as _ops
from pelton.compat.v1.deferred import named

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

_ACTIVATIONS = {
    "relu": (_ops.relu, "Relu"),
    "relu6": (_nn.relu6, "Relu6"),
    "sigmoid": (_ops.sigmoid, "Sigmoid"),
    "tanh": (_ops.tanh, "Tanh"),
    "elu": (_nn.elu, "Elu"),
    "selu": (_nn.selu, "Selu"),
    "softplus": (_nn.softplus, "Softplus"),
}


def expanded(op: str, inputs: list[Any], attributes: dict[str, Any]) -> Any:
    """What the nodes give that stand for a call of the engine's op; None where the call is a node
    by itself."""
    activation = attributes.get("activation", "none")
    if activation != "none" and activation not in _ACTIVATIONS:
        return None
    if op == "fused_matmul":
        made = _node(_ops.matmul, "MatMul", inputs[0], inputs[1])
    elif op == "fused_conv2d" and not attributes["explicit_paddings"]:
        made = _convolution(inputs, attributes)
    else:
        return None
    if len(inputs) > 2:
        made = _node(_ops.bias_add, "BiasAdd", made, inputs[2])
    if activation != "none":
        made = _node(_ACTIVATIONS[activation][0], _ACTIVATIONS[activation][1], made)
    pool = list(attributes.get("pool", ()))
    if pool not in ([], [1, 1]):
        made = _node(lambda x: _nn.max_pool2d(x, pool, pool, "VALID"), "MaxPool", made)
    return made


def _convolution(inputs: list[Any], attributes: dict[str, Any]) -> Any:
    images, kernel = inputs[:2]
    strides, dilations = list(attributes["strides"]), list(attributes["dilations"])
    padding = attributes["padding"]
    is_by_channel = kernel.shape[2] == 1 and images.shape[-1] != 1

    def convolve(x: Any, w: Any) -> Any:
        return _nn.conv2d(x, w, strides, padding, dilations=dilations)

    return _node(convolve, "depthwise" if is_by_channel else "Conv2D", images, kernel)


def _node(function: Any, name: str, *inputs: Any) -> Any:
    def call(*values: Any) -> Any:
        return function(*values)

    return named(call)(*inputs, name=name)
