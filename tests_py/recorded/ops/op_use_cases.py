"""keras.ops of sparse tensors, between layers of a functional model, and what they refuse. Each
code begins with `START`."""

START = """
K = tf.keras
ops = K.ops
def told(x):
    x = [x.indices, x.values, x.dense_shape] if isinstance(x, tf.SparseTensor) else x
    return x
S = tf.sparse.from_dense(np.array([[0, 1.0], [2.0, 0]], "float32"))
INTS = np.array([[1, 2], [0, 3]])
def run(f, *shapes):
    inputs = [K.Input(batch_shape=shape) for shape in shapes]
    output = f(*inputs)
    draw = np.random.RandomState(0)
    full = [[2 if size is None else size for size in shape] for shape in shapes]
    data = [draw.uniform(size=shape).astype("float32") for shape in full]
    return [tuple(output.shape), K.Model(inputs, output)(data)]
"""

_SPARSE = """
told(ops.one_hot(np.array([1, 0]), 3, sparse=True))
told(ops.multi_hot(np.array([[1, 0], [2, 2]]), 3, sparse=True))
ops.convert_to_numpy(S)
told(ops.convert_to_tensor(S))
told(ops.convert_to_tensor(S, sparse=False))
told(ops.add(S, S))
told(ops.add(S, 1.0))
told(ops.multiply(S, 2.0))
told(ops.multiply(S, INTS))
told(ops.divide(S, 2.0))
told(ops.matmul(S, np.ones((2, 3), "float32")))
told(ops.abs(S))
told(ops.negative(S))
told(ops.exp(S))
told(ops.sum(S, axis=1))
told(ops.reshape(S, (4,)))
told(ops.concatenate([S, S], axis=1))
told(ops.cast(S, "int32"))
told(ops.transpose(S))
told(ops.expand_dims(S, 0))
told(ops.squeeze(tf.sparse.from_dense(np.ones((1, 2)))))
ops.shape(S)
ops.is_tensor(S)
ops.take(np.ones((3, 2)), tf.sparse.from_dense(np.array([[0, 1], [2, 0]])), axis=0)
"""

_MODELS = """
run(lambda a: ops.squeeze(a), (None, 1))
run(lambda a: ops.squeeze(a), (None, 1, 3))
run(lambda a: ops.associative_scan(lambda p, q: p + q, a, axis=1), (None, 3))
run(lambda a: ops.slice_update(a, [0, 1], ops.zeros((2, 1))), (2, 3))
run(lambda a: ops.repeat(a, [1, 2, 1], axis=1), (None, 3))
run(lambda a: ops.image.resize(a, (3, 3), crop_to_aspect_ratio=True), (None, 4, 6, 1))
"""

_REFUSED = """
ops.convert_to_numpy(K.KerasTensor((2,)))
K.random.dropout(np.ones((2, 3), "float32"), rate=1.0, seed=0)
K.random.dropout(np.ones((2, 3), "float32"), rate=1.5, seed=0)
ops.depth_to_space(np.ones((1, 2, 2, 4)), 0)
ops.space_to_depth(np.ones((1, 2, 2, 4)), 1)
ops.stft(np.ones(20, "float32"), 8, 0, 8)
ops.istft((np.ones((3, 5), "float32"), np.ones((3, 5), "float32")), 8, 0, 8)
ops.segment_sum(np.ones(3), np.array([0, 1]))
ops.image.extract_patches(np.ones((1, 4, 4, 1)), (3, 3, 3, 3))
"""

CASES = {
    name: codes.strip().splitlines()
    for name, codes in {"sparse": _SPARSE, "models": _MODELS, "refused": _REFUSED}.items()
}
