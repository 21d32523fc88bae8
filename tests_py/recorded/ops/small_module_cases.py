"""Calls of tf.sets, tf.sparse, tf.IndexedSlices and other small parts whose values are facts.

They begin with `START`."""

START = """
def parts(x): return [x.indices, x.values, x.dense_shape]
A = [[1, 2, 2], [5, 3, 1]]
B = [[2, 9], [1, 7]]
S = tf.sparse.SparseTensor([[0, 0], [0, 2], [1, 1], [2, 3]], [1.0, 2.0, 3.0, 4.0], [3, 4])
R = tf.sparse.SparseTensor([[0, 2], [1, 1], [2, 0]], [5.0, -3.0, -1.0], [3, 4])
I = tf.sparse.SparseTensor([[0, 0], [0, 2], [1, 1]], tf.constant([3, 0, 2], tf.int64), [3, 4])
X = tf.IndexedSlices(tf.constant([[1.0, 2], [3, 4]]), tf.constant([2, 0]), tf.constant([4, 2]))
H = tf.sparse.SparseTensor([[0, 0], [0, 1], [1, 0]], ["a", "b", "c"], [2, 2])
T = tf.sparse.SparseTensor([[0, 0], [0, 1], [0, 2], [1, 0]], ["a", "x", "b", "c"], [2, 3])
"""

SETS = """
parts(tf.sets.difference(A, B))
parts(tf.sets.difference(A, B, aminusb=False))
parts(tf.sets.intersection(A, B))
parts(tf.sets.union(A, B))
parts(tf.sets.union(tf.sparse.from_dense(A), tf.sparse.from_dense(B)))
parts(tf.sets.intersection(A, tf.sparse.from_dense(B)))
parts(tf.sets.union([[b"a", b"c"]], [[b"b", b"a"]]))
tf.sets.size(tf.sparse.from_dense(A))
tf.sets.size(I)
tf.sets.union(A, [[1]])
tf.sets.union(A, [[1.0], [2.0]])
tf.sets.size(A)
"""

SPARSE = """
parts(tf.sparse.slice(S, [0, 1], [2, 3]))
parts(tf.sparse.slice(S, [1, 0], [9, 9]))
[parts(x) for x in tf.sparse.split(S, 2, 1)]
[parts(x) for x in tf.sparse.split(S, 2, 0)]
tf.sparse.split(S, 9, 0)
parts(tf.sparse.expand_dims(S))
parts(tf.sparse.expand_dims(S, 0))
parts(tf.sparse.expand_dims(S, 1))
tf.sparse.expand_dims(S, 5)
parts(tf.sparse.eye(2))
parts(tf.sparse.eye(2, 3, tf.int32))
parts(tf.sparse.maximum(S, R))
parts(tf.sparse.minimum(S, R))
parts(tf.sparse.softmax(S))
tf.sparse.to_indicator(I, 5)
tf.sparse.to_indicator(S, 5)
tf.sparse.segment_sum([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], [0, 2, 1], [0, 0, 1])
tf.sparse.segment_mean([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], [0, 2, 1], [0, 0, 1])
tf.sparse.segment_sqrt_n([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], [0, 2, 1], [0, 0, 1])
tf.sparse.segment_sum([[1.0, 2.0], [3.0, 4.0]], [0, 1], [0, 2], num_segments=4)
"""

SLICES = """
tf.convert_to_tensor(X)
X * 2.0
tf.add(X, 1.0)
[X.values, X.indices, X.dense_shape]
X.shape
X.dtype
[(-X).values, (-X).indices]
tf.convert_to_tensor(tf.IndexedSlices(tf.constant([[1.0]]), tf.constant([0])))
tf.convert_to_tensor(tf.IndexedSlices(tf.ones([2, 1]), tf.constant([1, 1]), tf.constant([2, 1])))
[tf.sparse.mask(X, [2]).values, tf.sparse.mask(X, [2]).indices]
"""

OTHERS = """
tf.io.parse_tensor(bytes.fromhex("080112002a0400002040"), tf.float32)
tf.io.parse_tensor(bytes.fromhex("08011204120208032a0400002040"), tf.float32)
tf.io.parse_tensor(bytes.fromhex("08021200320800000000000004c0"), tf.float64)
tf.io.parse_tensor(bytes.fromhex("080312003a0af9ffffffffffffffff01"), tf.int32)
tf.io.parse_tensor(bytes.fromhex("08091200520af9ffffffffffffffff01"), tf.int64)
tf.io.parse_tensor(bytes.fromhex("0809120412020803520af9ffffffffffffffff01"), tf.int64)
tf.io.parse_tensor(bytes.fromhex("080a12005a0101"), tf.bool)
tf.io.parse_tensor(bytes.fromhex("081312006a02807c"), tf.float16)
tf.io.parse_tensor(bytes.fromhex("080e12006a02c07f"), tf.bfloat16)
tf.io.parse_tensor(bytes.fromhex("080412003a02c801"), tf.uint8)
tf.io.parse_tensor(bytes.fromhex("0816120082010103"), tf.uint32)
tf.io.parse_tensor(bytes.fromhex("081712008a010103"), tf.uint64)
tf.math.real(tf.io.parse_tensor(bytes.fromhex("080812004a080000803f00000040"), "complex64"))
tf.io.parse_tensor(bytes.fromhex("080612003a0afdffffffffffffffff01"), tf.int8)
tf.io.parse_tensor(bytes.fromhex("0801120412020802"), tf.float32)
tf.io.parse_tensor(bytes.fromhex("08011204120208022a0c0000803f0000004000004040"), tf.float32)
tf.edit_distance(H, T)
tf.edit_distance(H, T, normalize=False)
tf.edit_distance(I, I)
tf.edit_distance(H, 3)
[tf.errors.OK, tf.errors.NOT_FOUND, tf.errors.DATA_LOSS, tf.errors.UNAUTHENTICATED]
tf.saved_model.PREDICT_METHOD_NAME
tf.make_ndarray(tf.make_tensor_proto([[1.5, 2.5]]))
tf.make_ndarray(tf.make_tensor_proto([1, 2], dtype=tf.int64))
tf.make_ndarray(tf.make_tensor_proto([1, 2], shape=[2, 1])).shape
tf.make_tensor_proto([1, 2], shape=[2, 1], verify_shape=True)
tf.as_string([1, 2])
tf.test.compute_gradient(lambda x: x * x, [tf.constant([1.0, 2.0])])[0]
"""

GROUPS = {"sets": SETS, "sparse": SPARSE, "slices": SLICES, "others": OTHERS}
CASES = {group: text.strip().split("\n") for group, text in GROUPS.items()}
