"""Calls of functions of sparse, ragged and string tensors, whose values are facts.

They begin with `START`."""

START = """
def parts(x): return [x.indices, x.values, x.dense_shape]
Q = tf.reshape(tf.constant([float(n * n * 7 % 23) / 9 - 1 for n in range(48)]), [1, 4, 4, 3])
K = tf.reshape(tf.constant([float(n * 5 % 7) / 3 for n in range(24)]), [2, 2, 3, 2])
E = tf.reshape(tf.range(20.0), [10, 2])
M = tf.sparse.SparseTensor([[0, 1], [2, 0], [2, 3]], [3, -1, 4], [4, 5])
DI = tf.nn.depthwise_conv2d_backprop_input
DF = tf.nn.depthwise_conv2d_backprop_filter
def rows(x): return [x.values, tf.cast(x.row_splits, tf.int64)]  # Pelton has no int32 ones
S = tf.sparse.SparseTensor([[0, 1], [2, 0], [2, 3]], [3, 1, 3], [4, 5])
W = tf.sparse.SparseTensor([[0, 1], [2, 0], [2, 3]], [0.5, 2.0, 1.5], [4, 5])
T = tf.sparse.SparseTensor([[0, 0], [2, 0], [2, 1]], ["a", "b", "c"], [4, 2])
D = tf.constant([["x", "y"], ["", "z"], ["u", "v"], ["s", "t"]])
R = tf.ragged.constant([["a", "b"], [], ["c"]])
N = tf.ragged.constant([[1, 2, 2], [], [7]])
B = tf.constant([[3, 1, 3], [0, 1, 9]])
X = tf.reshape(tf.constant([float(n * n * 7 % 23) / 9 for n in range(24)]), [2, 3, 4])
"""

SPARSE = """
[*parts(tf.sparse.fill_empty_rows(S, 7)[0]), tf.sparse.fill_empty_rows(S, 7)[1]]
[*parts(tf.sparse.fill_empty_rows(T, "-")[0]), tf.sparse.fill_empty_rows(T, "-")[1]]
tf.sparse.fill_empty_rows([1], 7)
parts(tf.sparse.reset_shape(S))
parts(tf.sparse.reset_shape(S, [6, 5]))
parts(tf.sparse.reset_shape(S, [6, 5, 1]))
parts(tf.sparse.reset_shape(S, [1, 5]))
parts(tf.sparse.bincount(B))
parts(tf.sparse.bincount(B, axis=-1))
parts(tf.sparse.bincount(B, axis=-1, minlength=12))
parts(tf.sparse.bincount(B, axis=-1, maxlength=4))
parts(tf.sparse.bincount(B, axis=-1, binary_output=True))
parts(tf.sparse.bincount([2, 2, 5], weights=[0.5, 1.0, 2.0]))
parts(tf.sparse.bincount(B, weights=tf.cast(B, tf.float32) / 2, axis=-1))
parts(tf.sparse.bincount(S, axis=-1))
parts(tf.sparse.bincount(S, weights=W, axis=-1))
parts(tf.sparse.bincount(N, axis=-1))
parts(tf.sparse.bincount([1, -1]))
parts(tf.sparse.bincount(B, axis=2))
parts(tf.sparse.cross([D, T]))
parts(tf.sparse.cross([D, T, S], separator="-"))
parts(tf.sparse.cross([S, W]))
parts(tf.sparse.cross_hashed([D, T], num_buckets=100))
parts(tf.sparse.cross_hashed([D, T]))
parts(tf.sparse.cross_hashed([S, T, D], num_buckets=1000, hash_key=1234567))
parts(tf.sparse.cross_hashed([S, S], num_buckets=1000))
parts(tf.sparse.cross([D, T[:2]]))
rows(tf.ragged.cross([R, R]))
rows(tf.ragged.cross([R, N, D[:3]]))
rows(tf.ragged.cross_hashed([R, N], num_buckets=1000))
rows(tf.ragged.cross_hashed([R, D[:3]]))
rows(tf.ragged.stack_dynamic_partitions(["a", "b", "c", "d"], [2, 0, 2, 1], 4))
rows(tf.ragged.stack_dynamic_partitions(X, [1, 0], 3))
rows(tf.ragged.stack_dynamic_partitions([[1, 2], [3, 4]], [[0, 1], [1, 0]], 2))
tf.ragged.stack_dynamic_partitions(N, [1, 1, 0], 2).flat_values
"""

STRINGS = """
tf.strings.ngrams(["a", "b", "c", "d"], 2)
tf.strings.ngrams(["a", "b", "c", "d"], [1, 3], separator="|")
tf.strings.ngrams(D, 2)
rows(tf.strings.ngrams(R, 2))
rows(tf.strings.ngrams(R, 2, pad_values="#"))
rows(tf.strings.ngrams(R, 3, pad_values=("<", ">"), padding_width=1))
rows(tf.strings.ngrams(R, [2, 3], preserve_short_sequences=True))
rows(tf.strings.ngrams(R, [4, 3], pad_values="#", padding_width=1, preserve_short_sequences=True))
tf.strings.ngrams(R, 0)
tf.strings.ngrams("a", 1)
tf.strings.ngrams(["a"], 1, pad_values=3)
tf.strings.ngrams(["a"], 1, padding_width=1)
tf.strings.to_hash_bucket(["a", "", "longer than eight", "12345678", "\\u00e9"], 1000)
tf.strings.to_hash_bucket("abc", 7)
tf.strings.to_hash_bucket("abc", 0)
tf.strings.unsorted_segment_join(["a", "b", "c"], [1, 0, 1], 3, separator=":")
tf.strings.unsorted_segment_join(D, [1, 0, 1, -1], 2)
tf.strings.unsorted_segment_join(D, [[1, 0], [0, 0], [1, 1], [0, 1]], 2)
tf.strings.unsorted_segment_join(["a", "b"], [1, 5], 3)
tf.strings.unsorted_segment_join(["a", "b"], [1], 3)
"""

OTHERS = """
tf.nn.safe_embedding_lookup_sparse(E, S)
tf.nn.safe_embedding_lookup_sparse(E, M)
tf.nn.safe_embedding_lookup_sparse(E, S, W, "sum")
tf.nn.safe_embedding_lookup_sparse(E, S, W, default_id=2)
tf.nn.safe_embedding_lookup_sparse(E, M, W, "sqrtn", max_norm=2.0)
tf.nn.safe_embedding_lookup_sparse(E, tf.sparse.reshape(S, [2, 2, 5]))
tf.nn.safe_embedding_lookup_sparse(E, S, combiner="max")
tf.nn.atrous_conv2d_transpose(Q, tf.transpose(K, [0, 1, 3, 2]), [1, 6, 6, 2], 2, "VALID")
tf.nn.atrous_conv2d_transpose(Q, tf.transpose(K, [0, 1, 3, 2]), [1, 4, 4, 2], 2, "SAME")
tf.nn.atrous_conv2d_transpose(Q, tf.transpose(K, [0, 1, 3, 2]), [1, 4, 4, 2], 0, "SAME")
DI([1, 4, 4, 3], K, tf.ones([1, 3, 3, 6]), [1, 1, 1, 1], "VALID")
DI([1, 4, 4, 3], K, tf.ones([1, 2, 2, 6]), [1, 2, 2, 1], "SAME")
DF(Q, [2, 2, 3, 2], tf.ones([1, 3, 3, 6]), [1, 1, 1, 1], "VALID")
DF(Q, [2, 2, 3, 2], tf.ones([1, 4, 4, 6]), [1, 1, 1, 1], "SAME")
list(tf.nn.isotonic_regression(X))
list(tf.nn.isotonic_regression(X * X, decreasing=False, axis=1))
list(tf.nn.isotonic_regression([3, 1, 2, 2, 5]))
list(tf.nn.isotonic_regression(tf.constant([3.0, 1, 4, 4], tf.float64), axis=0))
tf.nn.isotonic_regression(X, axis=5)
list(tf.nn.compute_accidental_hits([[1, 2], [5, 9]], [2, 9, 9, 4], 2))
tf.nn.compute_accidental_hits([[1, 2], [5, 9]], [2, 9, 9, 4], 3)
tf.realdiv([1.0, 4.0], [2.0, 5.0])
tf.matrix_square_root([[4.0, 0.0], [1.0, 9.0]])
tf.space_to_batch_nd(Q, [2, 2], [[0, 0], [0, 0]])
tf.guarantee_const([1, 2])
tf.fingerprint(["a", "bc", "", "\u00e9"])
tf.fingerprint([[1, 2], [3, 4]])
tf.fingerprint([["a", "b"], ["c", "d"]])
tf.fingerprint([[1.5], [2.5]])
tf.fingerprint(["a"], method="md5")
tf.fingerprint("a")
tf.extract_volume_patches(tf.reshape(Q, [1, 4, 2, 2, 3]), [1, 2, 2, 1, 1], [1, 1, 1, 1, 1], "VALID")
tf.extract_volume_patches(tf.reshape(Q, [1, 4, 2, 2, 3]), [1, 3, 1, 2, 1], [1, 2, 1, 1, 1], "SAME")
tf.extract_volume_patches(Q, [1, 2, 2, 1, 1], [1, 1, 1, 1, 1], "VALID")
list(tf.required_space_to_batch_paddings([7, 4], [2, 3]))
list(tf.required_space_to_batch_paddings([7, 4], [2, 3], [[1, 0], [2, 1]]))
list(tf.approx_top_k(E, 2, is_max_k=True))
tf.io.decode_compressed(["ab", ""])
tf.io.decode_compressed([b"x\x9cKL\x02\x00\x01'\x00\xc4"], "ZLIB")
tf.io.decode_compressed(["ab"], "GZIP")
tf.io.decode_compressed(["ab"], "LZ4")
tf.CriticalSection().execute(lambda: tf.constant(3))
"""

CASES = {
    group: [line for line in text.strip().split("\n") if line]
    for group, text in {"sparse": SPARSE, "strings": STRINGS, "others": OTHERS}.items()
}
