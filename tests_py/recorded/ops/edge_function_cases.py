"""Calls of common functions with rare arguments, dtypes, kinds of tensors and unknown sizes.

They begin with `START`."""

from recorded.code_facts import snippets

START = """
def show(x):
    if isinstance(x, tf.RaggedTensor):
        return [x.dtype, x.row_splits.dtype, str(x.shape), *x.nested_row_splits, x.flat_values]
    if isinstance(x, tf.SparseTensor):
        return [x.indices, x.values, x.dense_shape]
    if isinstance(x, tf.Tensor) and x.dtype == tf.string:
        return tf.reshape(x, [-1])
    if isinstance(x, tf.Tensor) and x.dtype.is_complex:
        return [x.dtype, tf.math.real(x), tf.math.imag(x)]
    return [show(one) for one in x] if isinstance(x, (list, tuple)) else x
def grads(f, *xs):
    xs = [tf.constant(x) for x in xs]
    with tf.GradientTape() as tape:
        [tape.watch(x) for x in xs]
        y = f(*xs)
    g = tf.reshape(tf.cast(tf.range(1, tf.size(y) + 1), y.dtype), y.shape)
    return [y, *tape.gradient(y, xs, output_gradients=g)]
def unsized(f, *xs):
    xs = [tf.constant(x) for x in xs]
    specs = [tf.TensorSpec([None] * len(x.shape), x.dtype) for x in xs]
    concrete = tf.function(f, autograph=False).get_concrete_function(*specs)
    return show(concrete(*xs))
common = lambda a, b: tf.broadcast_dynamic_shape(tf.shape(a), tf.shape(b))
def traced(f, x):
    spec = tf.RaggedTensorSpec if isinstance(x, tf.RaggedTensor) else tf.SparseTensorSpec
    return show(tf.function(f, input_signature=[spec([None] * len(x.shape), x.dtype)])(x))
C = tf.constant
v1 = tf.compat.v1
X = tf.reshape(tf.linspace(-1.0, 1.0, 50), [1, 5, 5, 2])
K = tf.reshape(tf.linspace(-1.0, 1.0, 36), [3, 3, 2, 2])
L = tf.reshape(tf.sin(tf.range(24.0)), [3, 2, 4])
A = C([[4.0, 1, 2], [1, 3, 0], [2, 0, 5]], tf.float64)
B = C([[1.0, 2], [0, 1], [3, 1]], tf.float64)
Z = np.linspace(-1.0, 1.0, 8) * (1 + 1j)
DENSE = tf.lookup.experimental.DenseHashTable(tf.int64, tf.int64, -1, -1, -2)
DENSE.insert(C([1, 3], tf.int64), C([5, 6], tf.int64))
DENSE.erase(C([1], tf.int64))
MUTABLE = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
MUTABLE.insert(C(["a"]), C([1], tf.int64))
TABLE = C([[1.0, 2], [3, 4]])
RI = tf.ragged.constant([[0], [], [1, 0]], dtype=tf.int64)
LOOKED = tf.sparse.SparseTensor([[0, 0], [2, 0], [2, 1]], C([0, 1, -1], tf.int64), [3, 2])
R = tf.ragged.constant([[1, 2], [], [3]])
RN = tf.RaggedTensor.from_row_lengths([1, 2, 3], C([2, 0, 1]))
R3 = tf.ragged.constant([[[1], [2, 3]], [], [[4]]])
RL = tf.ragged.constant([[1, 2, 3, 4, 5], [], [6, 7], [8, 9, 10]])
RM = tf.ragged.constant([[[1.0, 2]], [[3.0, 4], [5, 6]]], ragged_rank=1)
RF = tf.cast(R, tf.float32)
S = tf.sparse.SparseTensor([[0, 0], [0, 2], [1, 1]], [1.0, 2.0, 3.0], [2, 3])
IDS = tf.sparse.SparseTensor([[0, 0], [1, 0]], C([1, 0], tf.int64), [2, 1])
RS = tf.ragged.constant([["a", "bb"], [], ["c"]])
RT = tf.ragged.constant([[["a"], ["b", "c"]], [["d"]], []])
J2 = C([[4.0, 1], [0, 4]])
J3 = C([[2.0, 1, 0], [0, 2, 1], [0, 0, 2]])
V = [3, 4]
S2 = tf.sparse.SparseTensor([[0, 0], [0, 1]], [-1.0, 4.0], [2, 3])
"""

CASES = snippets(
    {
        "arrays": """
tf.gather_nd([[1, 2], [3, 4]], [[[0, 0], [5, 0]]], bad_indices_policy="IGNORE")
tf.gather_nd([[1, 2], [3, 4]], [[0], [7]], bad_indices_policy="IGNORE")
tf.gather_nd([[1, 2], [3, 4]], [[0], [7]], bad_indices_policy="DEFAULT")
tf.gather_nd([1, 2], C([[1]], tf.int16))
tf.scatter_nd([[1], [7]], [[1.0, 2], [3, 4]], [3, 2], bad_indices_policy="IGNORE")
tf.scatter_nd([[1, 1], [7, 0], [1, 1]], [1.0, 2, 3], [3, 2], bad_indices_policy="IGNORE")
tf.tensor_scatter_nd_add([1, 2, 3], [[7], [0]], [5, 6], bad_indices_policy="IGNORE")
tf.scatter_nd([[1], [0]], ["x", "y"], [3])
tf.tensor_scatter_nd_update([["a", "b"], ["c", "d"]], [[1, 0], [0, 1]], ["x", "y"])
tf.tensor_scatter_nd_update([["a", "b"], ["c", "d"]], [[1]], [["x", "y"]])
unsized(lambda i, u: tf.scatter_nd(i, u, [3, 2]), [[1], [2]], [[9.0, 8], [1, 2]])
unsized(lambda x, i, u: tf.tensor_scatter_nd_update(x, i, u), [1, 2, 3], [[1]], [9])
grads(lambda x, u: tf.tensor_scatter_nd_max(x, [[1], [2]], u), [1.0, 2, 3, 4], [2.0, 6])
grads(lambda x, u: tf.tensor_scatter_nd_min(x, [[1], [2]], u), [1.0, 2, 3, 4], [2.0, 6])
tf.dynamic_partition(5, 1, 2)
show(tf.dynamic_partition(R, [0, 1, 0], 3))
tf.math.segment_mean([1, 2, 4, -3, -4], [0, 0, 1, 2, 2])
tf.broadcast_dynamic_shape([1, 2, 3], [5, 1])
tf.broadcast_dynamic_shape([], [2])
unsized(common, [[1.0, 2], [3, 4]], [[1.0], [2]])
unsized(common, [[1.0, 2], [3, 4]], [1.0])
str(tf.broadcast_static_shape(tf.TensorShape(None), tf.TensorShape([3, 1])))
unsized(lambda x, n: tf.repeat(x, n), [[1, 2], [3, 4]], 2)
tf.repeat([1, 2], [2, -1])
tf.space_to_batch(tf.zeros([1, 3, 3, 1]), [0, 1], [[0, 0], [0, 0]])
v1.space_to_batch(tf.reshape(tf.range(16.0), [1, 4, 4, 1]), [[0, 0], [0, 0]], 2)
v1.batch_to_space(tf.reshape(tf.range(16.0), [4, 2, 2, 1]), [[0, 0], [0, 0]], 2)
v1.clip_by_average_norm([3.0, 4], 1.0)
tf.math.bincount(tf.sparse.SparseTensor([[0, 0], [1, 1]], [1, 3], [2, 2]), axis=-1)
tf.math.bincount(tf.sparse.SparseTensor([[0, 0], [1, 1]], [1, 3], [2, 2]))
show(tf.pad(["a"], [[1, 1]], constant_values="z"))
show(tf.pad([["a", "b"]], [[1, 0], [0, 1]], constant_values=C("q")))
unsized(lambda x, p: tf.pad(x, p), [[1, 2], [3, 4]], [[1, 1], [0, 2]])
unsized(lambda x, p: tf.pad(x, p, "REFLECT"), [[1, 2], [3, 4]], [[1, 1], [0, 1]])
unsized(lambda x, m: tf.tile(x, m), [[1, 2]], [2, 3])
unsized(lambda x, s: tf.split(x, s, 0, num=2), [[1, 2], [3, 4]], [1, 1])
unsized(lambda x, s: tf.split(x, s, -1, num=2), [[1, 2, 3], [3, 4, 5]], [-1, 2])
unsized(lambda x: tf.split(x, [tf.shape(x)[0] - 1, 1]), [[1.0, 2], [3, 4], [5, 6]])
unsized(lambda x, s: tf.split(x, s), [1, 2, 3], [1, 2])
tf.argmax([1, 5, 2], output_type=tf.int16)
""",
        "math and nn": """
show(tf.norm([3j, 4.0]))
show(tf.norm([[3j, 4.0]], "fro", axis=[0, 1]))
tf.norm([3j, 4.0], 1)
tf.math.reduce_variance([1 + 1j, 2])
tf.math.reduce_std([[1 + 1j, 2], [0, 1j]], axis=1, keepdims=True)
tf.math.reduce_variance([1, 2])
tf.nn.leaky_relu([1, -2])
tf.math.in_top_k([0, 1], [[0.1, 0.2, float("nan")], [0.5, float("inf"), 0.2]], 2)
tf.nn.conv2d(tf.stack([X, X * 2]), K, 1, "SAME")
tf.nn.conv1d(X, K[0], 2, "VALID")
tf.nn.conv3d(tf.stack([X, X])[None], K[None], [1, 1, 1, 1, 1], "SAME")
grads(lambda x, k: tf.nn.conv2d(x, k, 2, "SAME"), tf.stack([X, X * 2]), K)
tf.nn.pool(X, [2, 2], "MAX", padding="VALID", dilations=[2, 2])
tf.nn.pool(X, [2, 2], "AVG", padding="VALID", dilations=[1, 2])
tf.nn.pool(X, [2, 2], "MAX", padding="SAME", dilations=[2, 2])
tf.nn.pool(X, [2, 2], "MAX", strides=[2, 2], dilations=[2, 2])
tf.nn.ctc_loss(tf.sparse.from_dense([[1, 2], [2, 0]]), L, None, [3, 2], blank_index=-1)
tf.nn.ctc_loss(tf.sparse.from_dense([[1, 2], [2, 0]]), L, None, [3, 2], blank_index=0)
tf.nn.ctc_loss(tf.sparse.from_dense([[1, 2], [2, 0]]), L, None, [3, 2])
unsized(lambda a, b: tf.linalg.lstsq(a, b), A, B)
unsized(lambda a, b: tf.linalg.lstsq(a, b, l2_regularizer=0.5), tf.transpose(B), B[:2])
unsized(lambda a: tf.linalg.expm(a), A / 4)
unsized(lambda a: tf.linalg.pinv(a), B)
unsized(lambda a: tf.linalg.matrix_rank(a), B)
unsized(lambda a: tf.linalg.sqrtm(a), A)
tf.linalg.expm([[1.0, 2]])
""",
        "sparse": """
tf.sparse.to_dense(tf.sparse.SparseTensor([[0]], [True], [2]))
show(tf.sparse.from_dense([True, False]))
show(tf.sparse.add(S, S2))
show(tf.sparse.add(S, S2, threshold=2.5))
tf.sparse.add(S, tf.sparse.SparseTensor([[0, 0]], [1.0], [3, 3]))
show(tf.sparse.add(S, S * -1.0))
show(tf.sparse.reduce_sum(S, output_is_sparse=True))
show(tf.sparse.reduce_sum(S, [1], True, True))
show(tf.sparse.reduce_max(S, -1, output_is_sparse=True))
show(tf.sparse.reduce_max(S, [0, 1], True, output_is_sparse=True))
traced(lambda s: tf.sparse.add(s, s), S)
show(v1.sparse_reduce_sum_sparse(S, 1))
show(v1.sparse_reduce_max_sparse(S, 1, True))
v1.sparse_matmul([[1.0, 2]], [[2.0, 3]], transpose_b=True)
show(v1.sparse_merge(IDS, IDS.with_values([5.0, 6]), 3))
""",
        "unknown sizes": """
unsized(lambda x: tf.linalg.tensor_diag_part(x), [[1.0, 2], [3, 4]])
unsized(lambda x: tf.nn.local_response_normalization(x, 1), X)
unsized(lambda n: tf.signal.hann_window(n), 5)
unsized(lambda n: tf.signal.hamming_window(n, periodic=False), 4)
unsized(lambda n: tf.signal.hamming_window(n), 1)
unsized(lambda x: tf.strings.ngrams(x, [1, 2]), [["a", "b", "c"]])
unsized(lambda x: tf.strings.to_hash_bucket(x, 10), ["a", "b"])
unsized(lambda x, n: tf.strings.unsorted_segment_join(x, [1, 0, 1], n), ["a", "b", "c"], 2)
unsized(lambda x: tf.random.experimental.stateless_shuffle(x, [1, 2]), [[1.0, 0], [2, 2], [5, 6]])
unsized(lambda x: tf.nn.isotonic_regression(x)[0], [[1.0, 3, 2]])
unsized(lambda x: tf.sparse.to_dense(tf.sparse.cross([x, x])), [["a", "b"], ["c", "d"]])
unsized(lambda x: tf.sparse.to_dense(tf.sparse.bincount(x, axis=-1)), [[1, 1, 3], [0, 0, 2]])
unsized(lambda x: tf.io.decode_compressed(x), ["ab"])
traced(lambda s: tf.nn.safe_embedding_lookup_sparse(TABLE, s), LOOKED)
tf.nn.embedding_lookup_sparse(TABLE, RI, None, combiner="sqrtn")
tf.nn.embedding_lookup_sparse(TABLE, RI, tf.ragged.constant([[1.0], [], [2.0, 3.0]]))
tf.nn.safe_embedding_lookup_sparse(TABLE, RI, combiner="sum")
tf.quantization.fake_quant_with_min_max_args([0.25, 1.75, 2.0, 1.0, -1.0], -6.0, 6.0)
tf.quantization.fake_quant_with_min_max_args([0.1, 0.25, 1.5, 1.75, 0.6], 0.0, 2.0)
""",
        "signals": """
[tf.signal.rfft(Z.real).dtype, tf.signal.irfft(Z).dtype, tf.signal.ifft(Z).dtype]
[tf.signal.rfft(C(Z.real)).dtype, tf.signal.irfft(C(Z)).dtype, tf.signal.ifft(C(Z)).dtype]
show(tf.signal.rfft(np.arange(8)))
""",
        "tables and variables": """
DENSE.lookup(C([1, 3], tf.int64))
MUTABLE.lookup(C(["a", "q"]), dynamic_default_values=C([7, 8], tf.int64))
tf.Variable([1.0, 2]).set_shape([2])
tf.Variable([1.0, 2]).set_shape([3])
tf.Variable([1.0, 2]).initializer
tf.test.compute_gradient(lambda x, y: x * y, [C([1.0, 2]), C(3.0)])
""",
        "strings": """
show(tf.strings.join([]))
show(v1.strings.split(["a b", "c"]))
show(v1.strings.split(["a,b"], ",", result_type="RaggedTensor"))
show(v1.strings.split(source="a b"))
v1.strings.split(["a b"], result_type="other")
show(tf.strings.reduce_join([["a", "b"], ["c", "d"]], [0, 1]))
show(tf.strings.reduce_join([["a", "b"], ["c", "d"]], [1, 0], separator="-"))
tf.strings.reduce_join([["a", "b"], ["c", "d"]], [0, 1], keepdims=True)
tf.strings.reduce_join([[["a", "b"], ["c", "d"]], [["e", "f"], ["g", "h"]]], [2, 0])
show(tf.strings.reduce_join([[["a", "b"], ["c", "d"]], [["e", "f"], ["g", "h"]]]))
tf.strings.reduce_join([["a"]], 2)
show(tf.strings.as_string([1 + 2j], precision=1))
tf.strings.unicode_decode("a\\x01", "UTF-8", replace_control_characters=True)
show(tf.strings.unicode_decode_with_offsets(["a\\x01b"], "UTF-8", "replace", 63, True))
tf.io.matching_files("/no/such/file*").dtype
""",
        "ragged": """
R3.bounding_shape(axis=[0, 1])
R3.nested_row_lengths()
show(tf.ragged.constant([[1]], row_splits_dtype=tf.int32))
show(tf.ragged.range([3, 1], row_splits_dtype=tf.int32))
show(tf.RaggedTensor.from_nested_value_rowids([1, 2, 3], [[0, 1], [0, 0, 1]]))
show(tf.RaggedTensor.from_nested_value_rowids([1, 2, 3], [[0, 1], [0, 0, 1]], [4, 2]))
tf.RaggedTensor.from_nested_value_rowids([1, 2, 3], [[0, 1], [0, 0, 1]], [4])
show(tf.RaggedTensor.from_tensor([[1, 2], [3, 0]]))
show(tf.RaggedTensor.from_tensor([[[1], [2]], [[3], [0]]], ragged_rank=2))
show([R[tf.newaxis], R[:, tf.newaxis], R[:, :, tf.newaxis], R[tf.newaxis, :, :1]])
show([R3[..., 0:1], R3[:, ..., :1], R3[..., tf.newaxis], R3[0, ...], R3[tf.newaxis, ...]])
show([RL[:, a:b:c] for a in (None, 1, -2, 7) for b in (None, 2, -1, 9) for c in (2, -1, -2)])
show([RL[::-2], R3[:, ::-1], R3[:, :, ::-1]])
R.to_tensor(shape=[2])
show([tf.gather_nd(R, [[0, 1], [2, 0]]), tf.gather_nd(R, [[0]])])
show(tf.gather_nd(R3, [[0, 1], [2, 0]]))
show([tf.gather_nd(R3, [[0, 1, 1], [2, 0, 0]]), tf.gather_nd(R3, [0, 1])])
show(tf.math.unsorted_segment_sum(R, [0, 1, 0], 2))
show(tf.math.unsorted_segment_mean(RF, [0, 1, 0], 2))
show(tf.math.unsorted_segment_max(R, [1, 1, 0], 2))
show(tf.math.unsorted_segment_prod(R, [0, 1, 0], 3))
tf.math.unsorted_segment_sum(R, [0, 5, 0], 2)
show(tf.strings.split(tf.ragged.constant([["a b", "c"], ["d"]])))
show(tf.strings.bytes_split(tf.ragged.constant([["ab", "c"], ["d"]])))
show(tf.strings.format("{} x {}", (R, C(1.5))))
show(tf.strings.format("{}", RF))
show(tf.strings.format("{}", tf.ragged.constant([["ab"], []])))
show([tf.bitcast(R, tf.float32), tf.reshape(R, [-1]), tf.math.reduce_logsumexp(RF, axis=1)])
show([tf.matmul(RM, tf.ones([2, 2, 1])), tf.matmul(RM, RM, transpose_b=True)])
tf.matmul(RM, tf.ones([2, 2, 1]), transpose_a=True)
show(tf.ragged.stack([[1, 2], [3]]))
show(tf.ragged.stack([[1, 2], [3, 4]], axis=1))
show(tf.ragged.stack([[[1, 2]], [[3, 4]]], axis=1))
show(tf.ragged.stack_dynamic_partitions([1, 2, 3], [1, 0, 1], 3))
show(tf.map_fn(lambda row: row * 2, R))
[tf.shape(R)[0], tf.shape(R).rank, tf.shape(R).inner_shape, tf.shape(R).dtype]
[tf.shape(R).is_uniform(1), tf.shape(R).num_row_partitions]
tf.shape(R)[1]
tf.shape(R3).static_lengths(False)
tf.experimental.DynamicRaggedShape.from_lengths([2, (1, 3), 2])[2]
traced(lambda r: r[:, ::-1], R)
show([RN, RN.row_lengths(), RN.nrows(), RN.bounding_shape(), RN.to_tensor(), RN.value_rowids()])
show([RN.to_sparse(), RN[:, tf.newaxis], RN[:, ::-1], RN + [[1], [2], [3]], tf.reverse(RN, [1])])
show([tf.concat([RN, RN], 1), tf.concat([RN, [[1], [2], [3]]], 1), tf.stack([RN, RN])])
show([tf.reduce_sum(RN, 0), tf.reduce_sum(RN, 1), tf.math.bincount(RN), tf.ragged.stack([RN, RN])])
show(tf.RaggedTensor.from_row_lengths([1, 2, 3], np.array([2, 0, 1], np.int32)))
show(tf.RaggedTensor.from_value_rowids([1, 2, 3], C([0, 0, 2])))
show(tf.RaggedTensor.from_nested_row_splits([1, 2, 3], [C([0, 1, 2]), C([0, 2, 3])]))
traced(lambda r: tf.gather_nd(r, [[0, 1]]), R)
traced(lambda r: tf.shape(r)[0], R)
""",
        "rows and places": """
show([tf.strings.reduce_join(RS, a) for a in (None, 0, 1, -1, [0, 1], [])])
show([tf.strings.reduce_join(RS, a, True, "-") for a in (None, 0, 1, [0, 1])])
show([tf.strings.reduce_join(RT, a, separator="-") for a in (None, 0, 1, 2, [0, 1], [1, 2])])
show([tf.strings.reduce_join(RT, a, True, "-") for a in (None, 0, 1, 2, [0, 1])])
tf.strings.reduce_join(RS, 2)
tf.math.unsorted_segment_sum(R, tf.ragged.constant([[1, 0], [], [1]]), 2)
tf.math.unsorted_segment_mean(RF, tf.ragged.constant([[1, 0], [], [1]]), 3)
tf.math.unsorted_segment_sum(R, tf.ragged.constant([[1], [0], [1]]), 2)
tf.math.unsorted_segment_sum([1, 2, 3], tf.ragged.constant([[1, 0], [1]]), 2)
tf.RaggedTensor.from_uniform_row_length([1, 2, 3], 2)
tf.RaggedTensor.from_uniform_row_length([1, 2, 3, 4], 2, nrows=3)
tf.RaggedTensor.from_sparse(tf.sparse.from_dense([[0, 2], [3, 0]]))
tf.RaggedTensor.from_sparse(tf.sparse.from_dense([[1, 0, 2], [3, 0, 0]]))
show(tf.RaggedTensor.from_sparse(tf.sparse.from_dense([[1, 2], [0, 0], [3, 0]])))
R.with_values([1, 2])
tf.concat([R, [[1], [2]]], 1)
tf.sparse.concat(0, [S, tf.sparse.from_dense([[1.0]])])
tf.sparse.concat(1, [S, tf.sparse.from_dense([[1.0]])])
tf.sparse.reshape(S, [5])
tf.sparse.reshape(S, [4, -1])
show(tf.sparse.reshape(S, [3, -1]))
tf.sparse.map_values(tf.add, S, S2)
show(tf.sparse.map_values(tf.add, S, S))
show(tf.SparseTensor.from_value(v1.SparseTensorValue([[0]], [1], [2])))
tf.SparseTensor.from_value([[0]])
v1.sparse_to_dense([[1, 0], [0, 1]], [2, 2], [5, 6])
v1.sparse_to_dense([2, 2], [4], [5, 6])
v1.sparse_to_dense([2, 1], [4], [5, 6], validate_indices=False)
v1.div([7.0, -7.0], 2)
show([v1.div([7, -7], 2), v1.div(7, C(2.0)) if False else v1.div(7.0, 2), v1.div(7, 2)])
tf.image.draw_bounding_boxes(tf.zeros([1, 4, 4, 1]), [[[0.0, 0, 1, 1]]], [[1.0, 0, 0]])
show([tf.linalg.logm(tf.cast(m, tf.complex64)) for m in (J2, J3, [[2.0, 1], [1, 3]])])
show([tf.linalg.sqrtm(m) for m in (J2, J3, [[4.0, 0], [0, 0]])])
show(tf.linalg.logm(C([[[1, 1], [0, 1]], [[2, 0], [0, 3]]], tf.complex128)))
[tf.io.gfile.stat("/").is_directory, tf.io.gfile.stat("/").length >= 0]
""",
        "dtypes": """
[tf.linspace(C(1, d), C(3, d), 3) for d in (tf.int8, tf.uint16, tf.int32, tf.int64)]
show([tf.linspace(C(1 + 1j), 3 - 1j, n) for n in (1, 2, 4)])
tf.linalg.diag(C([True, False, True]))
show([tf.math.segment_mean(C([1 + 1j, 2j, 4]), [0, 0, 2]), tf.math.segment_mean([1, 2], [0, 0])])
tf.dynamic_stitch([[0, 2], [1, 2]], [["a", "b"], ["c", "d"]])
tf.dynamic_stitch([[0], [1]], [[["a", "b"]], [["c", "d"]]])
tf.math.in_top_k([1, 0], [[1, 2], [3, 4]], 1)
tf.math.in_top_k([1], C([[1, 2]]), 1)
tf.debugging.assert_near([1 + 1j], [1 + 2j])
tf.debugging.assert_near(C([1 + 1j]), [1 + 1.0001j], rtol=1e-3)
tf.debugging.assert_near([1.0], [1])
tf.ragged.constant([[True], [], [False, True]]).to_tensor()
grads(lambda x: tf.quantization.quantize_and_dequantize(x, -1, 1, range_given=True), [-2.0, 3])
grads(lambda x: tf.quantization.quantize_and_dequantize_v2(x, -1, 1, range_given=True), [2.0])
[tf.experimental.numpy.add([1, 2], C(V, d)).dtype for d in ("int8", "float16", "float32")]
[tf.experimental.numpy.concatenate([[1.5, 2], C(V, d)]).dtype for d in ("float16", "float32")]
tf.experimental.numpy.result_type([1, 2], [1.5])
[tf.experimental.numpy.add([np.float64(1)] * 2, C(V, "float32")).dtype]
[tf.experimental.numpy.var(2), tf.experimental.numpy.std(C(2.0)), tf.experimental.numpy.var([1, 2])]
tf.split([1, 2, 3, 4], [1, 3], num=3)
tf.split([1, 2, 3, 4], [1, 3], num=2)
tf.sequence_mask([0, 1], maxlen=[3])
tf.image.non_max_suppression([[0.0, 0, 1, 1]], [0.9], 3, 1.5)
""",
    }
)
