"""Calls of functions that few programs use, and of tf.linalg's operators, whose values are facts.

They begin with `START`."""

START = """
def grads(f, *xs):
    xs = [tf.constant(x) for x in xs]
    with tf.GradientTape() as tape:
        [tape.watch(x) for x in xs]
        y = f(*xs)
    g = tf.reshape(tf.cast(tf.range(1, tf.size(y) + 1), y.dtype), y.shape)
    return [y, *tape.gradient(y, xs, output_gradients=g)]
def parts(x): return [x.indices, x.values, x.dense_shape]
Q = tf.quantization
V = [-7.0, -1.03, -0.2, 0.0, 0.31, 2.5, 5.99, 6.01]
G = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]
C = [[-0.7, 0.2, 1.0], [0.1, -0.3, 2.0], [0.9, 0.61, -3.0]]
N = [tf.constant(v) for v in ([1.0, 2.0], [4.0, 0.5], [0.1, 0.2], [3.0, 2.0])]
CL, CH = [-0.5, -0.2, -1.0], [0.5, 0.4, 1.5]
I = tf.reshape(tf.constant([3.0, 1, 2, 9, 4, 4, 0, 5, 7, 8, -1, 6, 2, 2, 5, 1, 7, 3, 3, 8]
               + [float(n * n % 11) for n in range(20)]), [2, 5, 4, 1])
I2 = tf.concat([I, 3.5 - I], -1)
F = tf.constant([[[0.1, 1.0], [0.5, -1.0]], [[-0.2, 0.0], [0.3, 0.7]]])
L = tf.reshape(tf.constant([float(n * n * 7 % 23) / 9 for n in range(48)]), [6, 2, 4])
P = tf.constant([[1.0, 2], [3, 4], [5, 6], [7, 8]])
K = tf.constant([1, 3, 0, 1], tf.int64)
S = tf.sparse.SparseTensor([[0, 0], [0, 1], [1, 0], [3, 1]], K, [4, 2])
W = tf.sparse.SparseTensor([[0, 0], [0, 1], [1, 0], [3, 1]], [2.0, 1.0, 0.5, 3.0], [4, 2])
"""

QUANTIZATION = """
grads(lambda x: Q.fake_quant_with_min_max_args(x), V)
grads(lambda x: Q.fake_quant_with_min_max_args(x, -1.5, 3.2, 3), V)
grads(lambda x: Q.fake_quant_with_min_max_args(x, 0.5, 3.2, 4, True), V)
Q.fake_quant_with_min_max_args(V, 3.0, 1.0)
Q.fake_quant_with_min_max_args(V, num_bits=1)
Q.fake_quant_with_min_max_args(V, num_bits=17)
Q.fake_quant_with_min_max_args_gradient(G, V, -1.0, 2.6, 5)
grads(lambda x, a, b: Q.fake_quant_with_min_max_vars(x, a, b), V, -2.2, 4.7)
grads(lambda x, a, b: Q.fake_quant_with_min_max_vars(x, a, b, 4, True), V, -0.4, 5.0)
grads(lambda x, a, b: Q.fake_quant_with_min_max_vars(x, a, b), V, 0.0, 0.0)
Q.fake_quant_with_min_max_vars(V, [0.0], 1.0)
list(Q.fake_quant_with_min_max_vars_gradient(G, V, -1.0, 3.0))
grads(lambda x, a, b: Q.fake_quant_with_min_max_vars_per_channel(x, a, b, 5), C, CL, CH)
list(Q.fake_quant_with_min_max_vars_per_channel_gradient(C, C, CL, CH))
Q.fake_quant_with_min_max_vars_per_channel(C, [0.0], [1.0])
"""

NN = """
grads(lambda x, f: tf.nn.dilation2d(x, f, [1, 1, 1, 1], "VALID", "NHWC", [1, 1, 1, 1]), I2, F)
grads(lambda x, f: tf.nn.dilation2d(x, f, [1, 2, 1, 1], "SAME", "NHWC", [1, 2, 2, 1]), I2, F)
grads(lambda x, f: tf.nn.erosion2d(x, f, [1, 1, 2, 1], "SAME", "NHWC", [1, 1, 1, 1]), I2, F)
tf.nn.dilation2d(I, F, [1, 1, 1, 1], "VALID", "NHWC", [1, 1, 1, 1])
tf.nn.dilation2d(I2, F, [1, 1, 1, 1], "VALID", "NCHW", [1, 1, 1, 1])
list(tf.nn.max_pool_with_argmax(I2, 2, 2, "SAME"))
list(tf.nn.max_pool_with_argmax(I2, [3, 2], [2, 1], "SAME", output_dtype=tf.int32))
tf.nn.max_pool_with_argmax(I2, 2, 2, "SAME").argmax
list(tf.nn.max_pool_with_argmax(I2, 2, 1, "VALID", include_batch_in_index=True))
grads(lambda x: tf.nn.max_pool_with_argmax(x, 3, 2, "SAME")[0], I2)
tf.nn.max_pool_with_argmax(I2, 2, 2, "SAME", "NCHW")
[parts(tf.nn.ctc_greedy_decoder(L, [6, 4])[0][0]), tf.nn.ctc_greedy_decoder(L, [6, 4])[1]]
[parts(tf.nn.ctc_greedy_decoder(L, [3, 0], False, 0)[0][0]), tf.nn.ctc_greedy_decoder(L, [3, 0])[1]]
parts(tf.nn.ctc_greedy_decoder(L, [6, 6], blank_index=-2)[0][0])
[parts(x) for x in tf.nn.ctc_beam_search_decoder(L, [6, 4], 10, 3)[0]]
tf.nn.ctc_beam_search_decoder(L, [6, 4], 10, 3)[1]
tf.nn.ctc_beam_search_decoder(L, [6, 1], 100, 1)[1]
tf.nn.ctc_beam_search_decoder(L, [6, 4], 2, 3)[1]
list(tf.nn.ctc_unique_labels([[3, 3, 1, 3], [2, 5, 5, 0]]))
list(tf.math.approx_max_k([[1.0, 5.0, 3.0], [7.0, 2.0, 9.0]], 2))
tf.nn.batch_norm_with_global_normalization(I2, *N, 0.01, True)
tf.nn.batch_norm_with_global_normalization(I2, *N, 0.01, False)
grads(lambda p: tf.nn.embedding_lookup_sparse(p * 1.0, S, None), P)
grads(lambda p: tf.nn.embedding_lookup_sparse(p * 1.0, S, W, "mean"), P)
grads(lambda p: tf.nn.embedding_lookup_sparse(p * 1.0, S, W, "sqrtn", max_norm=3.0), P)
tf.nn.embedding_lookup_sparse(P, S, None, "sum")
tf.nn.embedding_lookup_sparse(P, S, None, "max")
tf.nn.embedding_lookup_sparse(P, [1], None)
[x.flat_values for x in tf.strings.unicode_split_with_offsets(["h\u00e9y", "", "a"], "UTF-8")]
list(tf.strings.unicode_split_with_offsets("h\u00e9y", "UTF-8"))[1]
"""

CASES = {
    group: [line for line in text.strip().split("\n") if line]
    for group, text in {"quantization": QUANTIZATION, "nn": NN}.items()
}
