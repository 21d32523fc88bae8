"""What TensorFlow's functions, branches and loops do with ragged and sparse tensors and their \
kin.

They begin with `START`; `parts` are the tensors that a nest of them is made of."""

from recorded.code_facts import snippets

START = """
def parts(x): return tf.nest.flatten(x, expand_composites=True)
def shown(x): return str(x).replace("\\n", "")
RS, SS = tf.RaggedTensorSpec, tf.SparseTensorSpec
R = tf.ragged.constant([[1.0, 2.0], [3.0]])
RR = tf.ragged.constant([[[1.0], [2.0, 3.0]], [[4.0, 5.0]], []], ragged_rank=2)
S = tf.sparse.from_dense([[0.0, 1.0], [2.0, 0.0]])
I = tf.IndexedSlices(tf.ones([2, 3]), tf.constant([0, 2]), tf.constant([4, 3]))
same = tf.function(lambda x: x)
def counted(*values, **options):
    f = tf.function(lambda x: x, **options)
    for value in values: f(value)
    return f.experimental_get_tracing_count()
def gradient(f, x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    return tape.gradient(y, x)
def saved(f):
    import tempfile
    m = tf.Module()
    m.f = f
    with tempfile.TemporaryDirectory() as folder:
        tf.saved_model.save(m, folder)
        return tf.saved_model.load(folder)
def sums(r): return {"sums": tf.reduce_sum(r, axis=1), "twice": r * 2.0}
"""

FUNCTIONS = """
parts(same(R)) + parts(same(RR))
parts(same(S)) + parts(same(I))
parts(same({"b": (R, 1), "a": [S, None]}))
[type(x).__name__ for x in (same(R), same(S), same(I))]
counted(R, tf.ragged.constant([[1.0], [2.0, 3.0, 4.0]]), tf.ragged.constant([[1.0]]))
counted(S, tf.sparse.from_dense([[0.0, 0.0], [2.0, 0.0]]), tf.sparse.from_dense([[1.0, 0, 0]]))
counted(*[tf.ragged.constant([[1.0]] * n) for n in (1, 2, 3, 4)], reduce_retracing=True)
counted(R, tf.ragged.constant([[1.0]]), input_signature=[RS([None, None])])
counted(S, tf.sparse.from_dense([[1.0, 0, 0]]), input_signature=[SS([None, None])])
counted(R, tf.ragged.constant([[1, 2], [3]]))
counted(R, tf.ragged.constant([[1, 2], [3]]), input_signature=[RS([None, None])])
counted(tf.constant([[1.0]]), input_signature=[RS([None, None])])
counted(RR, input_signature=[RS([None, None])])
counted(R, input_signature=[SS([None, None])])
parts(tf.function(sums, input_signature=[RS([None, None])])(R))
parts(tf.function(sums)(R))
parts(tf.function(lambda r: tf.RaggedTensor.from_row_lengths(r.values, r.row_lengths()[::-1]))(R))
parts(tf.function(lambda s: tf.SparseTensor(s.indices, s.values * 2.0, s.dense_shape))(S))
parts(tf.function(lambda x: tf.IndexedSlices(x.values * 2.0, x.indices, x.dense_shape))(I))
[str(x) for x in parts(RS([None, None], tf.int32)) + parts(SS([None, 2])) + parts(RS([3, 2], \
ragged_rank=0))]
[str(x) for x in parts(tf.IndexedSlicesSpec([4, 3], dense_shape_dtype=tf.int64))]
str(same.get_concrete_function(RS([None, None])).structured_input_signature)
str(same.get_concrete_function({"x": SS([None, 2])}).structured_input_signature)
[x.shape for x in same.get_concrete_function(RS([None, None])).inputs]
[x.dtype for x in same.get_concrete_function(SS([None, 2])).outputs]
same.get_concrete_function(RS([None, None])).pretty_printed_signature()
parts(same.get_concrete_function(RS([None, None]))(R))
same.get_concrete_function(RS([None, None]))(tf.constant([1.0]))
shown(I)
"""

NESTS = """
tf.nest.flatten([R, {"s": S}], expand_composites=True)
len(tf.nest.flatten([R, {"s": S}]))
parts(tf.nest.pack_sequence_as(R, [tf.constant([1, 2]), tf.constant([0, 0, 2])], \
expand_composites=True))
parts(tf.nest.pack_sequence_as(RS([None, None]), parts(R), expand_composites=True))
tf.nest.pack_sequence_as(R, [tf.constant([1, 2])], expand_composites=True)
parts(tf.nest.map_structure(lambda x: x, {"s": S}, expand_composites=True))
parts(tf.nest.map_structure(lambda x, y: x, R, tf.ragged.constant([[9.0], []]), \
expand_composites=True))
tf.nest.assert_same_structure(R, tf.ragged.constant([[1.0]]), expand_composites=True)
tf.nest.assert_same_structure(R, tf.ragged.constant([[1]]), expand_composites=True)
tf.nest.assert_same_structure([R], [S], expand_composites=True)
tf.nest.assert_same_structure([R], [1], expand_composites=True)
tf.nest.assert_same_structure([R], [S])
"""

GRADIENTS = """
parts(gradient(lambda r: tf.reduce_sum(r * r), R))
parts(gradient(lambda r: r.with_values(r.values**3), R))
parts(gradient(tf.function(lambda r: r.with_values(r.values**3)), R))
[parts(g) for g in gradient(lambda r: tf.reduce_sum(r["a"] * r["a"]) * r["b"], {"a": R, "b": \
tf.constant(2.0)}).values()]
gradient(lambda s: s, S)
gradient(lambda x: R, tf.constant(1.0))
gradient(lambda x: tf.RaggedTensor.from_row_lengths(x * x, [1, 2]), tf.constant([1.0, 2.0, 3.0]))
gradient(lambda v: tf.sparse.sparse_dense_matmul(S.with_values(v), tf.ones([2, 2])), \
tf.constant([3.0, 4.0]))
parts(gradient(tf.function(lambda r: tf.map_fn(lambda x: x * x, r, \
fn_output_signature=RS([None]))), R))
"""

FLOW = """
parts(tf.function(lambda p: tf.cond(p, lambda: R * 2.0, lambda: R + 1.0))(tf.constant(True)))
parts(tf.function(lambda p: tf.cond(p, lambda: R[:1], lambda: R + 1.0))(tf.constant(False)))
parts(tf.function(lambda p: tf.cond(p, lambda: S, lambda: S.with_values(S.values * \
2.0)))(tf.constant(False)))
tf.function(lambda p: tf.cond(p, lambda: S, lambda: R))(tf.constant(False))
parts(tf.cond(tf.constant(True), lambda: R, lambda: R * 2.0))
parts(tf.function(lambda r: tf.while_loop(lambda i, r: i < 3, lambda i, r: (i + 1, r * 2.0), (0, \
r)))(R))
parts(tf.while_loop(lambda i, r: i < 3, lambda i, r: (i + 1, r * 2.0), (0, R)))
parts(tf.function(lambda r: tf.while_loop(lambda i, r: i < 2, lambda i, r: (i + 1, tf.concat([r, \
r], 0)), (0, r), shape_invariants=(tf.TensorShape([]), RS([None, None]))))(R))
parts(tf.function(lambda i: tf.switch_case(i, [lambda: R, lambda: R * 2.0]))(tf.constant(1)))
parts(tf.map_fn(lambda i: tf.range(i), tf.constant([3, 0, 2]), fn_output_signature=RS([None], \
tf.int32)))
parts(tf.function(lambda n: tf.map_fn(lambda i: tf.range(i), n, fn_output_signature=RS([None], \
tf.int32)))(tf.constant([3, 0, 2])))
parts(tf.map_fn(lambda i: (tf.range(i), i), tf.constant([3, 0]), fn_output_signature=(RS([None], \
tf.int32), tf.int32)))
parts(tf.function(lambda n: tf.map_fn(lambda i: (tf.range(i), i), n, \
fn_output_signature=(RS([None], tf.int32), tf.int32)))(tf.constant([3, 0])))
tf.map_fn(tf.reduce_sum, R, fn_output_signature=tf.float32)
tf.function(lambda r: tf.map_fn(tf.reduce_sum, r, fn_output_signature=tf.float32))(R)
parts(tf.map_fn(lambda x: x * 2.0, R))
parts(tf.map_fn(lambda x: x * 2.0, RR, fn_output_signature=RS([None, None])))
parts(tf.function(lambda r: tf.map_fn(lambda x: x * 2.0, r, fn_output_signature=RS([None, \
None])))(RR))
tf.map_fn(lambda s: tf.sparse.reduce_sum(s), S, fn_output_signature=tf.float32)
parts(tf.map_fn(lambda x: tf.sparse.from_dense(x), tf.constant([[0.0, 1.0], [2.0, 3.0]]), \
fn_output_signature=SS([None])))
tf.map_fn(lambda i: i, tf.constant([1, 2]), fn_output_signature=RS([None], tf.int32))
tf.map_fn(lambda i: tf.range(i), tf.constant([1, 2]), fn_output_signature=RS([None], tf.float32))
"""

FILES = """
parts(saved(tf.function(sums, input_signature=[RS([None, None])])).f(R))
parts(saved(tf.function(sums, input_signature=[RS([None, None])])).f(tf.ragged.constant([[], \
[1.0]])))
parts(saved(tf.function(lambda s: s.with_values(s.values * 2.0), input_signature=[SS([None, \
2])])).f(S))
parts(saved(tf.function(lambda x: tf.IndexedSlices(x.values, x.indices), \
input_signature=[tf.IndexedSlicesSpec([None, 3])])).f(tf.IndexedSlices(tf.ones([1, 3]), \
tf.constant([1], tf.int64))))
saved(tf.function(sums, input_signature=[RS([None, None])])).f(S)
parts(saved(tf.function(sums, input_signature=[RS([None, \
None])])).signatures["serving_default"](r=R.values, r_1=R.row_splits))
"""

SPARSE = """
[op(S).values for op in (tf.abs, tf.negative, tf.sign, tf.square, tf.sqrt, tf.tanh, tf.sin, \
tf.atan)]
parts(tf.cast(S, tf.int32)) + parts(tf.identity(S)) + parts(tf.stop_gradient(S))
parts(tf.function(lambda s: tf.cast(tf.abs(s), tf.int64), input_signature=[SS([None, None])])(S))
tf.exp(S)
tf.add(S, S)
tf.reduce_sum(S)
[tf.shape(S), tf.size(S), tf.rank(S), tf.shape(S, tf.int64)]
parts(tf.ones([2, 2]) * S) + parts(S * 2.0)
2.0 * S
"""

PYTHON = """
tf.py_function(lambda r: r.row_lengths(), [R], tf.int64)
parts(tf.py_function(lambda r: r * 2.0, [R], RS([2, None])))
[one if i else parts(one) for i, one in enumerate(tf.py_function(\
lambda r: (r + 1.0, tf.reduce_sum(r)), [R], [RS([2, None]), tf.float32]))]
tf.py_function(lambda s: tf.sparse.to_dense(s), [S], tf.float32)
parts(tf.py_function(lambda x: tf.sparse.from_dense(x), [[0.0, 1.0]], SS([2])))
parts(tf.function(lambda r: tf.py_function(lambda x: x + 1.0, [r], RS([None, None])))(R))
[parts(one) for one in tf.data.Dataset.from_tensor_slices([1, 2]).map(lambda n: tf.py_function(\
lambda x: tf.ragged.constant([[1.0], [2.0, 3.0]]) * tf.cast(x, tf.float32), [n], RS([None, None])))]
tf.py_function(lambda r: tf.constant(1.0), [R], RS([None, None]))
"""

CASES = {
    "sparse": SPARSE,
    "python": PYTHON,
    "functions": FUNCTIONS,
    "nests": NESTS,
    "gradients": GRADIENTS,
    "flow": FLOW,
    "files": FILES,
}
CASES = snippets(CASES)
