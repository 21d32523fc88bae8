"""Preprocessing layers by sparse and ragged inputs, by inputs of more axes, and what they tell of
their outputs. Each code begins with `START`."""

START = """
K = tf.keras
L = K.layers
def told(x):
    x = [x.indices, x.values, x.dense_shape] if isinstance(x, tf.SparseTensor) else x
    x = x.to_list() if isinstance(x, tf.RaggedTensor) else x
    return [told(one) for one in x] if isinstance(x, list) else x
NUMBERS = np.array([[1, 2], [0, 3]])
CUBE = np.arange(12.0).reshape(2, 3, 2) / 6
S = tf.sparse.from_dense(NUMBERS)
T = tf.sparse.SparseTensor([[0, 0], [1, 0]], ["a", "b"], [2, 2])
R = tf.ragged.constant([[4], [7, 9]])
def words(mode, **options):
    return L.StringLookup(vocabulary=["a", "b"], output_mode=mode, **options)
def bins(mode, **options):
    return L.Discretization([0.0, 1.0], output_mode=mode, **options)
"""

_SPARSE = """
told(L.CategoryEncoding(4, output_mode="multi_hot")(S))
told(L.CategoryEncoding(4, output_mode="count")(S))
told(L.CategoryEncoding(4, output_mode="multi_hot", sparse=True)(S))
told(L.CategoryEncoding(4, output_mode="count")(S, count_weights=tf.sparse.from_dense(NUMBERS / 2)))
L.CategoryEncoding(4, output_mode="one_hot")(S)
told(L.Hashing(3)(S))
told(L.Hashing(3)(T))
told(L.Hashing(3, mask_value="a")(T))
told(L.Hashing(3, salt=[1, 2])(S))
told(L.Hashing(3, output_mode="multi_hot")(T))
told(L.Hashing(3, output_mode="count")(T))
told(bins("int")(tf.sparse.from_dense(CUBE[0])))
told(bins("multi_hot")(tf.sparse.from_dense(CUBE[0])))
told(words("int")(T))
told(words("multi_hot")(T))
told(words("count")(T))
told(words("tf_idf", idf_weights=[0.5, 0.6])(T))
words("one_hot")(T)
told(L.IntegerLookup(vocabulary=[4, 7], output_mode="multi_hot")(R))
told(L.IntegerLookup(vocabulary=[4, 7])(R))
"""

_AXES = """
L.CategoryEncoding(4, output_mode="multi_hot")(CUBE.astype("int64"))
L.CategoryEncoding(4, output_mode="count")(CUBE.astype("int64"))
bins("multi_hot")(CUBE)
bins("count")(CUBE)
bins("one_hot")(CUBE[..., :1])
words("multi_hot")(np.array([[["a", "b"], ["q", "a"]]]))
[bins("count").compute_output_shape(s) for s in [(None, 4, 1), (), (3,), (None, 4, 3), (None, 3)]]
[bins("one_hot").compute_output_shape(s) for s in [(None, 4, 1), (3,), (None, 4, 3)]]
"""

_TOLD = """
[bins(mode).output_dtype for mode in ("int", "one_hot", "multi_hot")]
bins("int", dtype="int64")(CUBE[0])
L.MelSpectrogram(fft_length=64, sequence_length=128)
"""

CASES = {
    name: codes.strip().splitlines()
    for name, codes in {"sparse": _SPARSE, "axes": _AXES, "told": _TOLD}.items()
}
