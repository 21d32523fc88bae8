"""Owns ``tf.contrib.layers``: layers with relu and Glorot's initializer unless told otherwise."""

from __future__ import annotations

from pelton.compat.legacy.contrib.arg_scopes import add_arg_scope
from pelton.compat.legacy.contrib.outputs import (
    collected,
    optimize_loss,
    summarize_activation,
    summarize_activations,
    summarize_tensor,
    summarize_tensors,
)
from pelton.compat.legacy.contrib.regularizers import (
    apply_regularization,
    l1_l2_regularizer,
    l1_regularizer,
    l2_regularizer,
    sum_regularizer,
)
from pelton.compat.v1 import layers as _layers
from pelton.compat.v1 import nn as _nn
from pelton.compat.v1.graph import GraphKeys, get_default_graph
from pelton.compat.v1.initializers import glorot_uniform_initializer, zeros_initializer
from pelton.compat.v1.initializers import variance_scaling_initializer as _scaling
from pelton.compat.v1.variable_scopes import get_variable, variable_scope

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

__all__ = [
    "apply_regularization", "avg_pool2d", "batch_norm", "bias_add", "conv1d", "conv2d",
    "conv2d_in_plane", "conv2d_transpose", "conv3d", "convolution", "convolution2d",
    "convolution2d_transpose", "dropout", "embed_sequence", "flatten", "fully_connected",
    "instance_norm", "l1_l2_regularizer", "l1_regularizer", "l2_regularizer", "layer_norm",
    "linear", "max_pool2d", "one_hot_encoding", "optimize_loss", "relu", "relu6", "repeat",
    "separable_conv2d", "separable_convolution2d", "softmax", "stack", "sum_regularizer",
    "summarize_activation", "summarize_activations", "summarize_tensor", "summarize_tensors",
    "unit_norm", "variance_scaling_initializer", "xavier_initializer",
    "xavier_initializer_conv2d",
]  # fmt: skip

softmax = _nn.softmax
_ZEROS = zeros_initializer()  # what biases begin with


def xavier_initializer(uniform: bool = True, seed: Any = None, dtype: Any = "float32") -> Any:
    """Glorot's initializer, uniform or normal."""
    if uniform:
        return glorot_uniform_initializer(seed=seed)
    return _scaling(1.0, "fan_avg", "truncated_normal", seed=seed)


xavier_initializer_conv2d = xavier_initializer


def variance_scaling_initializer(
    factor: float = 2.0, mode: str = "FAN_IN", uniform: bool = False, seed: Any = None,
    dtype: Any = "float32",
) -> Any:  # fmt: skip
    """Values whose variance is `factor` over the number of inputs, outputs or their mean."""
    return _scaling(factor, mode.lower(), "uniform" if uniform else "truncated_normal", seed=seed)


@add_arg_scope
def dropout(
    inputs: Any, keep_prob: Any = 0.5, noise_shape: Any = None, is_training: Any = True,
    outputs_collections: Any = None, scope: Any = None, seed: Any = None,
) -> Any:  # fmt: skip
    """Elements kept with the probability `keep_prob` while training."""
    with get_default_graph().name_scope(scope or "Dropout") as found:
        made = _layers.dropout(
            inputs, 1.0 - keep_prob, noise_shape=noise_shape, seed=seed, training=is_training
        )
        return collected(outputs_collections, made, found.rstrip("/"))


@add_arg_scope
def flatten(inputs: Any, outputs_collections: Any = None, scope: Any = None) -> Any:
    """All axes but the first as one."""
    with get_default_graph().name_scope(scope or "Flatten") as found:
        return collected(outputs_collections, _layers.flatten(inputs), found.rstrip("/"))


def _finished(outputs: Any, size: int, activation_fn: Any, options: dict[str, Any]) -> Any:
    """The normalizer, or else the bias; then the activation."""
    if options.get("normalizer_fn") is not None:
        outputs = options["normalizer_fn"](outputs, **(options.get("normalizer_params") or {}))
    else:
        start = options.get("biases_initializer", zeros_initializer())
        if start is not None:
            made = get_variable(
                "biases", [size], initializer=start, regularizer=options.get("biases_regularizer"),
                trainable=options.get("trainable", True), collections=_of_model(options),
            )  # fmt: skip
            outputs = _nn.bias_add(outputs, made)
    outputs = outputs if activation_fn is None else activation_fn(outputs)
    return collected(options.get("outputs_collections"), outputs)


def _of_model(options: dict[str, Any], kind: str = "biases") -> list[str]:
    """The collections of a layer's variable."""
    given = options.get("variables_collections")
    if isinstance(given, dict):
        given = given.get(kind)
    given = [given] if isinstance(given, str) else list(given or ())
    return [GraphKeys.GLOBAL_VARIABLES, GraphKeys.MODEL_VARIABLES, *given]


def _weights(shape: list[Any], options: dict[str, Any], name: str = "weights") -> Any:
    made = get_variable(
        name, shape, initializer=options.get("weights_initializer") or xavier_initializer(),
        regularizer=options.get("weights_regularizer"), trainable=options.get("trainable", True),
        collections=_of_model(options, "weights"),
    )  # fmt: skip
    return made.value()


@add_arg_scope
def fully_connected(
    inputs: Any, num_outputs: int, activation_fn: Any = _nn.relu, normalizer_fn: Any = None,
    normalizer_params: Any = None, weights_initializer: Any = None,
    weights_regularizer: Any = None, biases_initializer: Any = _ZEROS,
    biases_regularizer: Any = None, reuse: Any = None, variables_collections: Any = None,
    outputs_collections: Any = None, trainable: bool = True, scope: Any = None,
) -> Any:  # fmt: skip
    """activation_fn(inputs @ weights + biases) over the last axis, or with `normalizer_fn`."""
    from pelton.compat.v1 import matmul, tensordot

    options = dict(
        normalizer_fn=normalizer_fn, normalizer_params=normalizer_params,
        weights_initializer=weights_initializer, weights_regularizer=weights_regularizer,
        biases_initializer=biases_initializer, biases_regularizer=biases_regularizer,
        variables_collections=variables_collections, outputs_collections=outputs_collections,
        trainable=trainable,
    )  # fmt: skip
    with variable_scope(scope, default_name="fully_connected", reuse=reuse):
        weights = _weights([inputs.shape[-1], num_outputs], options)
        if len(inputs.shape) == 2:
            outputs = matmul(inputs, weights)
        else:
            outputs = tensordot(inputs, weights, [[-1], [0]])
        return _finished(outputs, num_outputs, activation_fn, options)


def linear(inputs: Any, num_outputs: int, **options: Any) -> Any:
    """fully_connected without an activation."""
    return fully_connected(inputs, num_outputs, activation_fn=None, **options)


def relu(inputs: Any, num_outputs: int, **options: Any) -> Any:
    """fully_connected with relu."""
    return fully_connected(inputs, num_outputs, activation_fn=_nn.relu, **options)


def relu6(inputs: Any, num_outputs: int, **options: Any) -> Any:
    """fully_connected with relu6."""
    return fully_connected(inputs, num_outputs, activation_fn=_nn.relu6, **options)


def _sizes(value: Any, rank: int) -> list[int]:
    return [value] * rank if isinstance(value, int) else list(value)


@add_arg_scope
def convolution(
    inputs: Any, num_outputs: int, kernel_size: Any, stride: Any = 1, padding: str = "SAME",
    data_format: Any = None, rate: Any = 1, activation_fn: Any = _nn.relu, scope: Any = None,
    reuse: Any = None, **options: Any,
) -> Any:  # fmt: skip
    """activation_fn(convolution(inputs, weights) + biases), or with `normalizer_fn`."""
    rank = len(inputs.shape) - 2
    is_first = data_format is not None and data_format.startswith("NC")
    channels = inputs.shape[1 if is_first else -1]
    with variable_scope(scope, default_name="Conv", reuse=reuse):
        weights = _weights([*_sizes(kernel_size, rank), channels, num_outputs], options)
        outputs = _nn.convolution(
            inputs, weights, padding.upper(), _sizes(stride, rank), _sizes(rate, rank),
            data_format=data_format,
        )  # fmt: skip
        if is_first:
            options["normalizer_params"] = {
                "data_format": data_format, **(options.get("normalizer_params") or {})
            }  # fmt: skip
        return _finished(outputs, num_outputs, activation_fn, options)


conv1d = conv2d = conv3d = convolution2d = convolution


@add_arg_scope
def conv2d_in_plane(
    inputs: Any, kernel_size: Any, stride: Any = 1, padding: str = "SAME",
    activation_fn: Any = _nn.relu, scope: Any = None, reuse: Any = None, **options: Any,
) -> Any:  # fmt: skip
    """The same convolution of each channel."""
    channels = int(inputs.shape[-1])
    with variable_scope(scope, default_name="ConvInPlane", reuse=reuse):
        weights = _weights([*_sizes(kernel_size, 2), 1, 1], options)
        from pelton.compat.v1 import tile

        kernel = tile(weights, [1, 1, channels, 1])
        outputs = _nn.depthwise_conv2d(inputs, kernel, [1, *_sizes(stride, 2), 1], padding)
        return _finished(outputs, channels, activation_fn, options)


@add_arg_scope
def separable_conv2d(
    inputs: Any, num_outputs: int | None, kernel_size: Any, depth_multiplier: int = 1,
    stride: Any = 1, padding: str = "SAME", rate: Any = 1, activation_fn: Any = _nn.relu,
    scope: Any = None, reuse: Any = None, **options: Any,
) -> Any:  # fmt: skip
    """A convolution of each channel, then, with `num_outputs`, one of single pixels."""
    channels = int(inputs.shape[-1])
    steps, rates = [1, *_sizes(stride, 2), 1], _sizes(rate, 2)
    with variable_scope(scope, default_name="SeparableConv2d", reuse=reuse):
        shape = [*_sizes(kernel_size, 2), channels, depth_multiplier]
        depth = _weights(shape, options, "depthwise_weights")
        if num_outputs is None:
            outputs = _nn.depthwise_conv2d(inputs, depth, steps, padding, rates)
            return _finished(outputs, channels * depth_multiplier, activation_fn, options)
        shape = [1, 1, channels * depth_multiplier, num_outputs]
        points = _weights(shape, options, "pointwise_weights")
        outputs = _nn.separable_conv2d(inputs, depth, points, steps, padding, rates)
        return _finished(outputs, num_outputs, activation_fn, options)


separable_convolution2d = separable_conv2d


@add_arg_scope
def conv2d_transpose(
    inputs: Any, num_outputs: int, kernel_size: Any, stride: Any = 1, padding: str = "SAME",
    activation_fn: Any = _nn.relu, scope: Any = None, reuse: Any = None, **options: Any,
) -> Any:  # fmt: skip
    """activation_fn(transposed convolution of images + biases), or with `normalizer_fn`."""
    with variable_scope(scope, default_name="Conv2d_transpose", reuse=reuse):
        layer = _layers.Conv2DTranspose(num_outputs, kernel_size, stride, padding)
        layer.kernel = get_variable(
            "weights", [*_sizes(kernel_size, 2), num_outputs, inputs.shape[-1]],
            initializer=options.get("weights_initializer") or xavier_initializer(),
            regularizer=options.get("weights_regularizer"), collections=_of_model(options),
        )  # fmt: skip
        return _finished(layer.call(inputs), num_outputs, activation_fn, options)


convolution2d_transpose = conv2d_transpose


@add_arg_scope
def max_pool2d(inputs: Any, kernel_size: Any, stride: Any = 2, padding: str = "VALID",
               data_format: str = "NHWC", outputs_collections: Any = None,
               scope: Any = None) -> Any:  # fmt: skip
    """The largest element of each window."""
    form = "channels_first" if data_format == "NCHW" else "channels_last"
    with get_default_graph().name_scope(scope or "MaxPool2D") as found:
        made = _layers.max_pooling2d(inputs, kernel_size, stride, padding, form)
        return collected(outputs_collections, made, found.rstrip("/"))


@add_arg_scope
def avg_pool2d(inputs: Any, kernel_size: Any, stride: Any = 2, padding: str = "VALID",
               data_format: str = "NHWC", outputs_collections: Any = None,
               scope: Any = None) -> Any:  # fmt: skip
    """The mean of each window."""
    form = "channels_first" if data_format == "NCHW" else "channels_last"
    with get_default_graph().name_scope(scope or "AvgPool2D") as found:
        made = _layers.average_pooling2d(inputs, kernel_size, stride, padding, form)
        return collected(outputs_collections, made, found.rstrip("/"))


@add_arg_scope
def batch_norm(
    inputs: Any, decay: float = 0.999, center: bool = True, scale: bool = False,
    epsilon: float = 0.001, activation_fn: Any = None, param_initializers: Any = None,
    updates_collections: Any = GraphKeys.UPDATE_OPS, is_training: Any = True, reuse: Any = None,
    variables_collections: Any = None, outputs_collections: Any = None, trainable: bool = True,
    fused: Any = None, data_format: str = "NHWC", zero_debias_moving_mean: bool = False,
    scope: Any = None, **options: Any,
) -> Any:  # fmt: skip
    """Batch normalization, whose averages are updated by `updates_collections`, or with None by
    the call itself."""
    starts = {f"{key}_initializer": one for key, one in (param_initializers or {}).items()}
    with variable_scope(scope, default_name="BatchNorm", reuse=reuse) as found:
        layer = _layers.BatchNormalization(
            1 if data_format.startswith("NC") else -1, decay, epsilon, center, scale,
            trainable=trainable, fused=fused, _scope=found, _reuse=reuse, **starts,
        )  # fmt: skip
        updates = get_default_graph().get_collection_ref(GraphKeys.UPDATE_OPS)
        count = len(updates)
        made = layer(inputs, training=is_training)
        known = get_default_graph().get_collection(GraphKeys.MODEL_VARIABLES)
        for one in layer.variables:
            if not any(one is other for other in known):
                get_default_graph().add_to_collection(GraphKeys.MODEL_VARIABLES, one)
        made = _with_updates(made, updates, count, updates_collections)
        made = made if activation_fn is None else activation_fn(made)
        return collected(outputs_collections, made)


def _with_updates(made: Any, updates: list[Any], count: int, collections: Any) -> Any:
    """Moves the new updates to their collections, or makes `made` wait for them."""
    from pelton.compat.v1 import control_dependencies, identity

    if collections == GraphKeys.UPDATE_OPS:
        return made
    new = updates[count:]
    del updates[count:]
    if collections is None:
        with control_dependencies(new):
            return identity(made)
    for one in new:
        get_default_graph().add_to_collections(collections, one)
    return made


def _normalized(inputs: Any, axes: Any, shape: Any, sizes: Any, epsilon: float,
                options: dict[str, Any]) -> Any:  # fmt: skip
    from pelton.compat.v1 import ones_initializer, reshape

    mean, variance = _nn.moments(inputs, axes, keep_dims=True)
    made = (inputs - mean) / (variance + epsilon) ** 0.5
    if options.get("scale", True):
        gamma = get_variable("gamma", shape, initializer=ones_initializer(),
                             trainable=options.get("trainable", True))  # fmt: skip
        made = made * reshape(gamma, sizes)
    if options.get("center", True):
        beta = get_variable("beta", shape, initializer=zeros_initializer(),
                            trainable=options.get("trainable", True))  # fmt: skip
        made = made + reshape(beta, sizes)
    return made


@add_arg_scope
def layer_norm(
    inputs: Any, center: bool = True, scale: bool = True, activation_fn: Any = None,
    reuse: Any = None, variables_collections: Any = None, outputs_collections: Any = None,
    trainable: bool = True, begin_norm_axis: int = 1, begin_params_axis: int = -1,
    scope: Any = None,
) -> Any:  # fmt: skip
    """Normalization of each row over the axes from `begin_norm_axis` on."""
    rank = len(inputs.shape)
    axes = list(range(begin_norm_axis % rank, rank))
    shape = [int(one) for one in list(inputs.shape)[begin_params_axis % rank :]]
    options = {"center": center, "scale": scale, "trainable": trainable}
    with variable_scope(scope, default_name="LayerNorm", reuse=reuse):
        made = _normalized(inputs, axes, shape, shape, 1e-12, options)
        made = made if activation_fn is None else activation_fn(made)
        return collected(outputs_collections, made)


@add_arg_scope
def instance_norm(
    inputs: Any, center: bool = True, scale: bool = True, epsilon: float = 1e-6,
    activation_fn: Any = None, param_initializers: Any = None, reuse: Any = None,
    variables_collections: Any = None, outputs_collections: Any = None, trainable: bool = True,
    data_format: str = "NHWC", scope: Any = None,
) -> Any:  # fmt: skip
    """Normalization of each channel of each image."""
    rank = len(inputs.shape)
    channel = 1 if data_format.startswith("NC") else rank - 1
    axes = [one for one in range(1, rank) if one != channel]
    size = int(inputs.shape[channel])
    sizes = [size if one == channel else 1 for one in range(rank)]
    options = {"center": center, "scale": scale, "trainable": trainable}
    with variable_scope(scope, default_name="InstanceNorm", reuse=reuse):
        made = _normalized(inputs, axes, [size], sizes, epsilon, options)
        made = made if activation_fn is None else activation_fn(made)
        return collected(outputs_collections, made)


@add_arg_scope
def bias_add(
    inputs: Any, activation_fn: Any = None, initializer: Any = _ZEROS,
    regularizer: Any = None, reuse: Any = None, variables_collections: Any = None,
    outputs_collections: Any = None, trainable: bool = True, data_format: Any = None,
    scope: Any = None,
) -> Any:  # fmt: skip
    """activation_fn(inputs + biases)."""
    options = {
        "biases_initializer": initializer, "biases_regularizer": regularizer,
        "trainable": trainable, "outputs_collections": outputs_collections,
    }  # fmt: skip
    with variable_scope(scope, default_name="BiasAdd", reuse=reuse):
        return _finished(inputs, int(inputs.shape[-1]), activation_fn, options)


@add_arg_scope
def one_hot_encoding(
    labels: Any, num_classes: int, on_value: float = 1.0, off_value: float = 0.0,
    outputs_collections: Any = None, scope: Any = None,
) -> Any:  # fmt: skip
    """Rows of `off_value` with `on_value` at the labels."""
    from pelton.compat.v1 import one_hot

    return collected(
        outputs_collections,
        one_hot(labels, num_classes, on_value=on_value, off_value=off_value),
    )


def embed_sequence(
    ids: Any, vocab_size: int | None = None, embed_dim: int | None = None, unique: bool = False,
    initializer: Any = None, regularizer: Any = None, trainable: bool = True, scope: Any = None,
    reuse: Any = None,
) -> Any:  # fmt: skip
    """The rows of a table of embeddings that ids name."""
    with variable_scope(scope, default_name="EmbedSequence", reuse=reuse):
        table = get_variable(
            "embeddings", [vocab_size, embed_dim], initializer=initializer,
            regularizer=regularizer, trainable=trainable,
        )  # fmt: skip
        return _nn.embedding_lookup(table, ids)


@add_arg_scope
def unit_norm(inputs: Any, dim: int, epsilon: float = 1e-7, scope: Any = None) -> Any:
    """`inputs` divided by their norms along an axis."""
    from pelton.compat.v1 import reduce_sum, sqrt, square

    return inputs / sqrt(epsilon + reduce_sum(square(inputs), dim, keepdims=True))


def repeat(inputs: Any, repetitions: int, layer: Any, *args: Any, **kwargs: Any) -> Any:
    """The layer applied so many times, in scopes numbered from 1."""
    scope = kwargs.pop("scope", None)
    title = getattr(layer, "__name__", "repeat")
    with variable_scope(scope, default_name="Repeat"):
        for number in range(repetitions):
            name = f"{(scope or title).rpartition('/')[2]}_{number + 1}"
            inputs = layer(inputs, *args, scope=name, **kwargs)
    return inputs


def stack(inputs: Any, layer: Any, stack_args: Any, **kwargs: Any) -> Any:
    """The layer applied once for each of the arguments, in scopes numbered from 1."""
    scope = kwargs.pop("scope", None)
    title = getattr(layer, "__name__", "stack")
    with variable_scope(scope, default_name="Stack"):
        for number, given in enumerate(stack_args):
            args = given if isinstance(given, (list, tuple)) else [given]
            name = f"{(scope or title).rpartition('/')[2]}_{number + 1}"
            inputs = layer(inputs, *args, scope=name, **kwargs)
    return inputs
