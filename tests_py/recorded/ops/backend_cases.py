"""Snippets about keras.backend, the same for Keras and Pelton: each function of its has a row."""

START = """
K = tf.keras.backend
def told(x):
    if isinstance(x, (list, tuple)):
        return [told(one) for one in x]
    if not hasattr(x, "dtype"):
        return x
    array = np.asarray(x)
    return [str(array.dtype), list(array.shape), np.round(array.astype("float64"), 5).tolist()]
R = np.random.RandomState(3)
A = tf.constant([[1.5, -2.0, 0.25], [-0.5, 3.0, 2.0]])
B = tf.constant([[0.5, -2.0, 1.0], [2.0, 0.0, 2.5]])
I = tf.constant([[1, 5, 3], [4, 0, 2]])
C = tf.constant([[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]])
IMAGE = tf.constant(np.round(R.normal(size=(1, 5, 6, 2)), 2).astype("float32"))
VOLUME = tf.constant(np.round(R.normal(size=(1, 4, 3, 3, 2)), 2).astype("float32"))
STEPS = tf.constant(np.round(R.normal(size=(2, 5, 3)), 2).astype("float32"))
def kernel(*shape):
    return tf.constant(np.round(np.random.RandomState(5).normal(size=shape), 2).astype("float32"))
P = tf.constant([[0.2, 0.3, 0.5], [0.7, 0.1, 0.2]])
T = tf.constant([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])
LABELS = np.array([[0, 1, 1], [2, 0, 0]])
SPREAD = tf.nn.softmax(kernel(2, 6, 4) * 2)
def made(x):
    return [str(np.asarray(x).dtype), list(x.shape), isinstance(x, tf.Variable)]
V = tf.Variable([1.0, 2.0])
"""
_PLAIN = {
    **{
        f"{name}({given})": f"{name}({given})"
        for name in "abs sqrt square exp sign round sin cos elu softplus softsign sigmoid "
        "hard_sigmoid tanh flatten batch_flatten transpose zeros_like ones_like relu".split()
        for given in ("A",)
    },
    **{
        f"{name}({given})": f"{name}({given})"
        for name in "equal not_equal greater greater_equal less less_equal maximum minimum".split()
        for given in ("A, B", "I, 3")
    },
    **{
        f"{name}({given})": f"{name}({given})"
        for name in "sum prod mean std var max min any all".split()
        for given in ("A", "A, axis=1", "A, axis=[0, 1], keepdims=True", "A > 0")
        if given != "A > 0" or name in ("mean", "any", "all")
    },
}
_WRITTEN = """log(P)
pow(A, 2)
pow(A, 3.0)
clip(A, -1, 1)
clip(A, 1.0, -1.0)
clip(A, None, 1.0)
clip(I, 1, 3)
relu(A, alpha=0.1)
relu(A, max_value=1.0)
relu(A, 0.2, 2.0, 0.5)
elu(A, 0.5)
softmax(A)
softmax(A, axis=0)
l2_normalize(A)
l2_normalize(A, axis=1)
argmax(A)
argmax(A, 0)
argmin(A)
cumsum(A)
cumsum(A, 1)
cumprod(A, 1)
shape(A)
int_shape(A)
ndim(C)
dtype(A)
dtype(V)
cast(A, 'int32')
count_params(C)
reshape(A, (3, -1))
expand_dims(A)
expand_dims(A, 0)
squeeze(C, 0)
permute_dimensions(C, (0, 2, 1))
concatenate([A, B])
concatenate([A, B], axis=0)
stack([A, B])
stack([A, B], axis=-1)
tile(A, [1, 2])
tile(tf.constant([1, 2]), 3)
repeat(A, 2)
repeat_elements(A, 2, axis=1)
repeat_elements(A, 3, axis=0)
reverse(A, 1)
reverse(A, [0, 1])
gather(A, [1, 0, 1])
one_hot(I, 6)
stop_gradient(A)
temporal_padding(STEPS)
temporal_padding(STEPS, (0, 2))
spatial_2d_padding(IMAGE)
spatial_2d_padding(IMAGE, ((0, 1), (2, 0)), 'channels_first')
spatial_3d_padding(VOLUME)
arange(5)
arange(1, 7, 2, 'float32')
arange(-3)
constant([1, 2])
constant(2, dtype='int32', shape=(2, 2))
zeros_like(I, 'float32')
ones_like(I)
cast_to_floatx([1, 2])
cast_to_floatx(I)
eval(A)
get_value(V)
batch_get_value([V, A])
is_keras_tensor(tf.keras.Input((2,)))
is_keras_tensor(A)
is_sparse(A)
to_dense(A)
dot(A, kernel(3, 4))
dot(C, kernel(2, 4))
dot(C, kernel(3, 2, 4))
batch_dot(A, B)
batch_dot(A, B, axes=1)
batch_dot(STEPS, kernel(2, 3, 4))
batch_dot(STEPS, STEPS, axes=2)
batch_dot(STEPS, STEPS, axes=(1, 1))
batch_dot(STEPS, A, axes=(2, 1))
batch_dot(A, STEPS, axes=(1, 2))
batch_dot(A, kernel(2, 3, 4))
bias_add(A, kernel(3))
bias_add(IMAGE, kernel(2))
bias_add(IMAGE, kernel(5, 6, 2))
bias_add(STEPS, kernel(5), 'channels_first')
conv1d(STEPS, kernel(2, 3, 2))
conv1d(STEPS, kernel(2, 3, 2), padding='causal', dilation_rate=2)
conv1d(STEPS, kernel(3, 3, 2), 2, 'same')
conv2d(IMAGE, kernel(3, 2, 2, 3))
conv2d(IMAGE, kernel(3, 2, 2, 3), (2, 1), 'same')
conv3d(VOLUME, kernel(2, 2, 2, 2, 1))
conv2d_transpose(IMAGE, kernel(3, 2, 3, 2), (1, 10, 12, 3), (2, 2), 'same')
conv2d_transpose(IMAGE, kernel(3, 2, 3, 2), (1, 7, 7, 3))
depthwise_conv2d(IMAGE, kernel(3, 2, 2, 2))
separable_conv2d(IMAGE, kernel(3, 2, 2, 2), kernel(1, 1, 4, 3))
pool2d(IMAGE, (2, 2))
pool2d(IMAGE, (2, 3), (2, 2), 'same', pool_mode='avg')
pool3d(VOLUME, (2, 2, 2))
resize_images(IMAGE, 2, 3, 'channels_last')
resize_images(IMAGE, 2, 1, 'channels_last', 'bilinear')
resize_volumes(VOLUME, 1, 2, 2, 'channels_last')
batch_normalization(A, kernel(3), P[0], kernel(3), P[1])
batch_normalization(A, kernel(3), P[0], None, None, epsilon=0.1)
in_top_k(P, [2, 2], 1)
in_top_k(P, [1, 2], 2)
categorical_crossentropy(T, P)
categorical_crossentropy(T, A, from_logits=True)
sparse_categorical_crossentropy([2, 0], P)
sparse_categorical_crossentropy([[2], [0]], A, from_logits=True)
sparse_categorical_crossentropy([2, 0], P, ignore_class=0)
binary_crossentropy(T, P)
binary_crossentropy(T, A, from_logits=True)
binary_focal_crossentropy(T, P)
binary_focal_crossentropy(T, A, True, 0.3, 1.5, from_logits=True)
categorical_focal_crossentropy(T, P)
categorical_focal_crossentropy(T, A, 0.5, 1.0, from_logits=True)
ctc_batch_cost(LABELS, SPREAD, np.array([[6], [5]]), np.array([[3], [1]]))
ctc_decode(SPREAD, np.array([6, 4]))
foldl(lambda a, x: a + x, A)
foldr(lambda a, x: a - x, A)
map_fn(lambda x: x * 2, A)
switch(tf.constant(True), A, B)
switch(tf.constant(False), lambda: A, lambda: B)
switch(A > 0, A, B)
switch(tf.constant([[True], [False]]), A, B)
rnn(lambda x, s: (x + s[0], [x + s[0]]), STEPS, [A])
rnn(lambda x, s: (x * s[0], [x + s[0]]), STEPS, [A], go_backwards=True)
rnn(lambda x, s: (x + s[0] + s[1], [x]), STEPS, [A], constants=[1.0])
rnn(lambda x, s: (x + s[0], [x]), STEPS, [A], mask=tf.constant(LABELS[:, [0, 1, 2, 0, 1]] > 0))
rnn(lambda x, s: (x + s[0], [x]), tf.transpose(STEPS, [1, 0, 2]), [A], time_major=True)
is_float_dtype('bfloat16')
is_int_dtype('uint8')
is_int_dtype('bool')
standardize_dtype('int32')
standardize_dtype(tf.float16)
result_type('int32', 'float16')
floatx()
epsilon()
image_data_format()"""
_CODE = {
    "variable": "made(K.variable([[1, 2]]))",
    "variable int": "made(K.variable([1, 2], dtype='int32'))",
    "zeros": "[made(K.zeros((2, 3))), told(K.get_value(K.zeros((2, 3))))]",
    "ones": "[made(K.ones((2,), 'int32')), told(K.get_value(K.ones((2,))))]",
    "eye": "[made(K.eye(2)), told(K.get_value(K.eye(3)))]",
    "random_normal": "made(K.random_normal((2, 3), seed=1))",
    "random_uniform": "made(K.random_uniform((2, 3), 0, 2, 'float64', 4))",
    "random_bernoulli": "told(K.random_bernoulli((2, 3), 1.0))",
    "truncated_normal": "made(K.truncated_normal((2, 3)))",
    "random_normal_variable": "made(K.random_normal_variable((2, 3), 0.0, 1.0))",
    "random_uniform_variable": "made(K.random_uniform_variable((2, 3), 0.0, 1.0))",
    "dropout": "told(K.dropout(A, 0.0))",
    "dropout half": "sorted(set(np.round(np.asarray(K.dropout(K.ones_like(A), 0.5)), 3).ravel()) "
    "| {0.0, 2.0})",
    "set_value": "K.set_value(V, [3, 4])\ntold(V)",
    "batch_set_value": "K.batch_set_value([(V, np.array([5.0, 6.0]))])\ntold(V)",
    "update": "K.update(V, [7.0, 8.0])\ntold(V)",
    "update_add": "K.update_add(V, [1.0, 2.0])\ntold(V)",
    "update_sub": "K.update_sub(V, [1.0, 2.0])\ntold(V)",
    "moving_average_update": "K.moving_average_update(V, [3.0, 0.0], 0.9)\ntold(V)",
    "get_uid": "K.clear_session()\n[K.get_uid('a'), K.get_uid('a'), K.get_uid('b')]",
    "name_scope": "with K.name_scope('one'):\n    v = tf.Variable(1.0, name='two')\nv.name",
    "ctc_label_dense_to_sparse": "s = K.ctc_label_dense_to_sparse(tf.constant(LABELS, 'int32'), "
    "tf.constant([2, 3]))\ntold([s.indices, s.values, s.dense_shape])",
    "set_floatx": "K.set_floatx('float64')\nx = K.dtype(K.variable(1))\nK.set_floatx('float32')\nx",
    "set_epsilon": "K.set_epsilon(1e-5)\nx = K.epsilon()\nK.set_epsilon(1e-7)\nx",
    "set_image_data_format": "K.set_image_data_format('channels_last')\nK.image_data_format()",
    "backend": "type(K.backend()).__name__",
    "gradients refused": "K.gradients(A, [B])",
    "batch_dot refused": "K.batch_dot(A, kernel(2, 4, 3))",
    "batch_dot of vectors refused": "K.batch_dot(tf.ones(3), tf.ones(3))",
    "bias_add refused": "K.bias_add(IMAGE, kernel(6, 2))",
    "switch refused": "K.switch(C > 0, A, B)",
    "pool2d refused": "K.pool2d(IMAGE, (2, 2), pool_mode='sum')",
    "is_float_dtype refused": "K.is_float_dtype('flat')",
    "repeat refused": "K.repeat(C, 2)",
}
CASES = {
    **{f"{code}": f"told(K.{code})" for code in [*_PLAIN, *_WRITTEN.splitlines()]},
    **_CODE,
}
