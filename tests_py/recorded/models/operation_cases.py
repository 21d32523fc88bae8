"""Functional models with ops between layers: expressions of `x` and others of INPUTS, the same for
Keras and Pelton (`ops`, `K` for keras, `L` for its layers, `np`).

IN_BOTH are written in Keras's words; OF_TENSORFLOW use `tf`, whose functions real Keras does not
take here: only what Pelton writes of them is opened by Keras."""

import numpy as np

# Inputs by name: shape without the batch, dtype.
INPUTS = {
    "x": ((4,), "float32"),
    "positive": ((4,), "float32"),
    "square": ((3, 3), "float32"),
    "steps": ((None, 3), "float32"),
    "image": ((6, 8, 3), "float32"),
    "whole": ((4,), "int32"),
    "flag": ((4,), "bool"),
}
_UNARY = (
    "abs absolute arcsinh arctan ceil celu conj cos cosh elu erf exp exp2 expm1 floor "
    "gelu glu hard_sigmoid hard_shrink hard_silu hard_tanh imag isfinite isinf isnan "
    "leaky_relu log_sigmoid log_softmax nan_to_num negative ones_like real relu relu6 "
    "round selu sigmoid sign silu sin sinc sinh soft_shrink softmax softplus softsign "
    "sparse_plus sparsemax square squareplus stop_gradient tan tanh tanh_shrink "
    "threshold_ trunc zeros_like"
).replace("threshold_ ", "")
_POSITIVE = "arccosh log log10 log1p log2 reciprocal rsqrt sqrt logaddexp_ digamma_"
_BINARY = (
    "add subtract multiply divide true_divide floor_divide mod power_ maximum minimum arctan2 "
    "equal not_equal greater greater_equal less less_equal divide_no_nan logaddexp hypot"
)
_REDUCTIONS = "sum mean max min prod var std logsumexp any all amax amin median"


def _expressions():
    out = {f"ops.{name}": f"ops.{name}(x)" for name in _UNARY.split()}
    for name in _POSITIVE.split():
        if not name.endswith("_"):
            out[f"ops.{name}"] = f"ops.{name}(positive)"
    for name in _BINARY.split():
        if not name.endswith("_"):
            out[f"ops.{name}"] = f"ops.{name}(x, positive)"
    for name in _REDUCTIONS.split():
        out[f"ops.{name}"] = f"ops.{name}(x, axis=1)"
        out[f"ops.{name}, kept"] = f"ops.{name}(image, axis=(1, 2), keepdims=True)"
    return out


_OTHERS = """
x + 1
1 + x
2.0 - x
x - 0.5
-x
abs(x)
x * x
x * 0.1 + x
x / 2
2 / positive
x // 0.3
x % 0.3
positive ** 2
positive ** 0.5
whole + 1
whole * 2 - whole
whole // 2
whole / 2
x > 0
x <= positive
x != 0
~flag
flag & (x > 0)
flag | (x > 0)
flag ^ (x > 0)
whole << 1
x @ np.ones((4, 3), "float32")
x @ ops.ones((4, 3))
x[:, 0]
x[:, 1:3]
x[:, -1]
x[:, ::2]
x[:, ::-1]
x[..., 0]
x[:, None]
x[:, None, 1:, None]
steps[:, 0]
steps[:, -1]
steps[:, -1, :]
steps[:, 1:]
steps[:, :-1]
steps[:, 1:-1]
steps[:, ::2]
steps[:, ::-1]
steps[:, -2:, 0]
steps[..., :2]
image[:, 1:-1, 2:, 0]
ops.relu(steps)[:, 1:]
L.Dense(2)(steps)[:, -1]
(steps + 1)[:, -1]
ops.relu(x)[:, 0]
L.LSTM(2, return_sequences=True)(steps)[:, -1, :]
L.Dense(2)(steps[:, ::2] * 2.0)[:, 1:]
ops.concatenate([x, positive])
ops.concatenate([x, positive], -1)
ops.stack([x, positive], axis=1)
ops.stack([x, positive], axis=-1)
ops.hstack([x, positive])
ops.append(x, positive, axis=1)
ops.split(x, 2, axis=1)
ops.split(x, [1, 3], axis=1)[1]
ops.unstack(x, axis=1)[2]
ops.reshape(x, (-1, 2, 2))
ops.reshape(image, (-1, 144))
ops.transpose(image, (0, 3, 1, 2))
ops.swapaxes(image, 1, 2)
ops.moveaxis(image, -1, 1)
ops.expand_dims(x, 1)
ops.expand_dims(x, (1, -1))
ops.squeeze(ops.expand_dims(x, 1), 1)
ops.squeeze(L.Dense(1)(x), -1)
ops.ravel(x)[:, None]
ops.flip(x, 1)
ops.rot90(image, axes=(1, 2))
ops.roll(x, 1, axis=1)
ops.tile(x, (1, 2))
ops.repeat(x, 2, axis=1)
ops.pad(x, [[0, 0], [1, 2]])
ops.pad(x, [[0, 0], [1, 2]], constant_values=0.5)
ops.pad(x, [[0, 0], [1, 2]], mode="reflect")
ops.take(x, [0, 2], axis=1)
ops.take(x, 1, axis=-1)
ops.take_along_axis(x, ops.argsort(x, axis=1), axis=1)
ops.where(x > 0, x, 0.0)
ops.where(x > 0, x, positive)
ops.clip(x, -0.1, 0.2)
ops.cast(x, "int32")
ops.cast(x, "float16")
ops.cast(whole, "float32") * x
ops.matmul(square, square)
ops.dot(x, np.ones((4, 2), "float32"))
ops.tensordot(x, np.ones((4, 2), "float32"), axes=1)
ops.einsum("bij,bjk->bik", square, square)
ops.einsum("ij,ij->i", x, positive)
ops.inner(x, np.ones((2, 4), "float32"))
ops.outer(positive, positive)
ops.cross(x[:, :3], positive[:, :3])
ops.softmax(x, axis=-1)
ops.softmax(image, axis=1)
ops.leaky_relu(x, negative_slope=0.3)
ops.elu(x, alpha=0.5)
ops.gelu(x, approximate=False)
ops.threshold(x, 0.1, -1.0)
ops.one_hot(whole, 7)
ops.one_hot(whole, 7, axis=1)
ops.multi_hot(whole, 7)
ops.argmax(x, axis=-1)
ops.argmin(x, axis=1)
ops.argsort(x, axis=1)
ops.sort(x, axis=1)
ops.top_k(x, 2)[0]
ops.top_k(x, 2)[1]
ops.in_top_k(whole[:, 0] * 0, x, 2)[:, None]
ops.cumsum(x, axis=1)
ops.cumprod(x, axis=1)
ops.diff(x, axis=1)
ops.average(x, axis=1)
ops.average(x, axis=1, weights=[1.0, 2.0, 3.0, 4.0])
ops.count_nonzero(whole, axis=1)
ops.quantile(x, 0.5, axis=1)
ops.norm(x, axis=1)
ops.normalize(x, axis=1)
ops.layer_normalization(x)
ops.rms_normalization(x)
ops.moments(x, axes=[1])
ops.logical_and(x > 0, flag)
ops.logical_or(x > 0, flag)
ops.logical_xor(x > 0, flag)
ops.logical_not(flag)
ops.isclose(x, positive)
ops.bitwise_and(whole, 1)
ops.bitwise_or(whole, 1)
ops.right_shift(whole, 1)
ops.diagonal(square, axis1=1, axis2=2)
ops.trace(square, axis1=1, axis2=2)
ops.tril(square)
ops.triu(square, 1)
ops.linalg.inv(square + 5 * np.eye(3, dtype="float32"))
ops.linalg.det(square)
ops.linalg.solve(square + 5 * np.eye(3, dtype="float32"), square)
ops.max_pool(image, 2)
ops.max_pool(image, (2, 3), strides=1, padding="same")
ops.average_pool(image, 2, padding="same")
ops.conv(image, np.ones((3, 3, 3, 2), "float32"), padding="same")
ops.conv(image, np.ones((3, 3, 3, 2), "float32"), strides=2)
ops.depthwise_conv(image, np.ones((3, 3, 3, 1), "float32"))
ops.image.resize(image, (3, 4))
ops.image.resize(image, (12, 16), interpolation="nearest")
ops.image.rgb_to_grayscale(image)
ops.image.pad_images(image, 1, 1, 1, 1)
ops.image.crop_images(image, 1, 1, 1, 1)
ops.segment_sum(x, [0, 0, 1], num_segments=2)
ops.digitize(x, np.array([-0.2, 0.0, 0.2]))
ops.searchsorted(np.array([-0.2, 0.0, 0.2], "float32"), x[:, 0])
ops.broadcast_to(x, (3, 4))
ops.full_like(x, 2.0)
ops.meshgrid(x[0], positive[0])
ops.vectorized_map(lambda row: row + 1, x)
ops.binary_crossentropy(x > 0, ops.sigmoid(x))
ops.categorical_crossentropy(ops.softmax(positive), ops.softmax(x))
K.activations.relu(x)
K.activations.relu(x, max_value=0.2, negative_slope=0.1)
K.activations.mish(x)
K.activations.softmax(x)
K.activations.gelu(x)
K.activations.silu(x)
L.Dense(2)(x) + x[:, :2]
L.Add()([x, positive]) * 2 + x
L.Dense(3)(ops.relu(L.Dense(2)(x))) + L.Dense(3)(x)
[x + 1, x[:, 0]]
{"a": x + 1, "b": ops.relu(x)}
x * K.Variable(2.0)
"""
IN_BOTH = {**_expressions(), **{line: line for line in _OTHERS.strip().split("\n")}}
_TENSORFLOW = """
tf.nn.relu(x)
tf.nn.leaky_relu(x)
tf.nn.softmax(x)
tf.nn.bias_add(x, [1.0, 2.0, 3.0, 4.0])
tf.nn.l2_normalize(x, 1)
tf.nn.max_pool2d(image, 2, 2, "VALID")
tf.nn.conv2d(image, np.ones((3, 3, 3, 2), "float32"), 1, "SAME")
tf.nn.sigmoid_cross_entropy_with_logits(positive, x)
tf.concat([x, positive], -1)
tf.stack([x, positive], 1)
tf.reduce_mean(steps, axis=1)
tf.reduce_max(steps, 1)
tf.reduce_sum(x, -1, keepdims=True)
tf.math.reduce_std(x, 1)
tf.expand_dims(x, -1)
tf.squeeze(L.Dense(1)(x), -1)
tf.transpose(steps, [0, 2, 1])
tf.reshape(x, [-1, 2, 2])
tf.reshape(x, [tf.shape(x)[0], 2, 2])
tf.cast(x, tf.float16)
tf.one_hot(whole, 7)
tf.gather(x, [0, 2], axis=1)
tf.argmax(x, 1)
tf.matmul(square, square, transpose_b=True)
tf.split(x, 2, 1)
tf.unstack(x, axis=1)[1]
tf.tile(x, [1, 2])
tf.pad(x, [[0, 0], [1, 1]])
tf.clip_by_value(x, -0.1, 0.1)
tf.where(x > 0, x, tf.zeros_like(x))
tf.image.resize(image, (3, 4))
tf.math.squared_difference(x, positive)
tf.math.top_k(x, 2).values
tf.stop_gradient(x) * 2.0
tf.identity(x) + 1.0
tf.exp(-tf.square(x - 1.5) / 2.0)
tf.keras.backend.sum(x, axis=1)
tf.keras.backend.l2_normalize(x, axis=1)
tf.keras.activations.relu(x)
"""
OF_TENSORFLOW = {line: line for line in _TENSORFLOW.strip().split("\n")}


def values_of(names):
    """A batch of three for each of the inputs, by formula."""
    out = {}
    for number, name in enumerate(names):
        shape, dtype = INPUTS[name]
        shape = (3, *(5 if size is None else size for size in shape))
        places = np.arange(int(np.prod(shape)), dtype=np.float64) + 37.0 * (number + 1)
        value = np.round(places * 0.61803398875 % 1.0, 3).reshape(shape)
        if name == "positive":
            out[name] = (value + 1.0).astype(dtype)
        elif dtype == "float32":
            out[name] = (value - 0.5).astype(dtype)
        else:
            out[name] = (value * 6 if dtype == "int32" else value > 0.5).astype(dtype)
    return out


def built(expression, keras, **scope):
    """(model, its inputs' values): a model of the inputs that the expression names."""
    keras.backend.clear_session()
    scope = {"K": keras, "L": keras.layers, "ops": keras.ops, "np": np, **scope}
    code = compile(expression, "expression", "eval")
    names = [name for name in INPUTS if name in code.co_names]
    inputs = {
        name: keras.Input(INPUTS[name][0], dtype=INPUTS[name][1], name=name) for name in names
    }
    outputs = eval(code, {**scope, **inputs})
    model = keras.Model(list(inputs.values()), outputs, name="model")
    weights = [np.full(weight.shape, 0.25, "float32") for weight in model.get_weights()]
    model.set_weights(weights)
    return model, values_of(names)


def outputs_of(model, values, flatten):
    """The arrays that the model gives in a call, flat."""
    made = model([values[name] for name in values])
    return [np.asarray(one) for one in flatten(made)]
