"""Calls of TensorFlow's rarer public names whose values, or classes of errors, are facts: a \
case is
some lines, the last of which is the value. Groups begin with the lines of `STARTS`."""

QUEUES = """
q = tf.queue.FIFOQueue(3, tf.int32)
[q.dtypes, q.names, len(q.shapes)]

q.enqueue("a")

q.enqueue_many([[1, 2]]); q.dequeue_many(2)

q = tf.queue.FIFOQueue(3, [tf.int32, tf.float32]); q.enqueue((1, 2))
q.dequeue()

q = tf.queue.FIFOQueue(3, [tf.int32, tf.float32], names=["a", "b"]); q.enqueue({"a": 1, "b": 2})
q.dequeue()

q = tf.queue.FIFOQueue(3, [tf.int32, tf.float32], names=["a", "b"])
q.enqueue([1, 2.0])

q = tf.queue.FIFOQueue(3, [tf.int32, tf.float32], names=["a", "b"])
q.enqueue({"a": 1})

q.enqueue({"a": 1})

s.enqueue_many([[1, 2]]); x = s.dequeue_many(2); [x, s.size(), s.is_closed()]

s.enqueue_many([[1, 2]]); s.close(); s.dequeue_many(3)

s.enqueue_many([[1, 2]]); s.close(); [s.dequeue_up_to(3), s.is_closed()]

s.close(); s.dequeue_up_to(3)

s.close(); s.dequeue()

s.close(); s.enqueue(1)

s.close(); s.close()

s.enqueue([[1, 2]])

s.enqueue_many([1])

s.dequeue_many(-1)

s.dequeue_many(0)

tf.queue.FIFOQueue(3, [tf.int32, tf.int32], shapes=[()])

tf.queue.FIFOQueue(3, [tf.int32, tf.int32], names=["a"])

tf.queue.FIFOQueue(3, [tf.int32], shapes=[[None]])

q = tf.queue.FIFOQueue(3, [tf.int32, tf.int32], shapes=[(), ()])
q.enqueue_many([[1, 2], [1]])

p.enqueue([[1, 2]]); p.enqueue([[1]]); p.dequeue_many(2)

p.enqueue([[1, 2]]); p.dequeue()

p.enqueue([1])

r.enqueue([3, "c"]); r.enqueue([1, "a"]); r.enqueue([2, "b"]); [r.dequeue(), r.dequeue_many(2)]

[r.dtypes, r.shapes]

q = tf.queue.RandomShuffleQueue(9, 2, tf.int32, shapes=[()], seed=1)
q.enqueue_many([[1, 2, 3, 4]]); q.close(); tf.sort(q.dequeue_many(4))

tf.queue.RandomShuffleQueue(2, 5, tf.int32)

t = tf.queue.FIFOQueue(2, tf.int32, shapes=[()]); t.enqueue(7)
c = tf.queue.QueueBase.from_list(1, [s, t]); [c.dequeue(), c.shapes]

tf.queue.QueueBase.from_list(0, [q, tf.queue.FIFOQueue(1, tf.float32)])

tf.queue.QueueBase.from_list(0, [])
"""

NAMES = """
bessel_j0 bessel_j1 bessel_y0 bessel_y1 bessel_k0 bessel_k0e bessel_k1 bessel_k1e dawsn expint
fresnel_cos fresnel_sin spence
""".split()
# Where TensorFlow has a value; Y, K, the exponential integral and Spence's not below 0.
SPECIAL = "\n\n".join(
    f"""x = tf.constant([0.05, 0.25, 0.9, 1.0, 1.7, 4.5, 9.0, 26.0, -1.5, -9.0])
with tf.GradientTape() as tape:
    tape.watch(x)
    y = tf.math.special.{name}(x)
[y, tape.gradient(y, x)[1:8]]"""
    for name in NAMES
)
# Of Y1 TensorFlow gives NaN at 0, where the limit is minus infinity.
SPECIAL += "".join(f"\n\ntf.math.special.{name}([0.0])" for name in NAMES if name != "bessel_y1")
NETWORKS = """
f = tf.nn.fractional_max_pool(P, 1.4, True, False, seed=3)
[f.output.shape, f.row_pooling_sequence[0], f.row_pooling_sequence[-1], f._fields]

f = tf.nn.fractional_avg_pool(P, [1.0, 1.5, 1.2, 1.0], False, True, seed=3)
[f.output.shape, f.col_pooling_sequence.shape, f.col_pooling_sequence.dtype]

tf.nn.fractional_max_pool(P, 1.0).output

tf.nn.fractional_max_pool(P, 2.0, overlapping=True).output

tf.nn.fractional_avg_pool(P, [1.0, 2.0, 2.0, 1.0], overlapping=True).output

tf.nn.fractional_max_pool(P, 0.5)

tf.nn.fractional_max_pool(P, [1.0, 1.5, 1.5])

tf.nn.with_space_to_batch(P, [2, 2], "SAME", conv, filter_shape=[2, 2])

tf.nn.with_space_to_batch(P, [2, 1], "VALID", conv)

tf.nn.with_space_to_batch(P, [1, 1], "SAME", conv)

tf.nn.with_space_to_batch(P, [2, 2], "SAME", conv)

tf.nn.with_space_to_batch(P, [0, 2], "VALID", conv)

s = tf.random.all_candidate_sampler(tf.constant([[1, 3]], tf.int64), 2, 5, True)
[s.sampled_candidates, s.true_expected_count, s.sampled_expected_count]

true = tf.constant([[0, 2]], tf.int64)
s = tf.random.fixed_unigram_candidate_sampler(true, 2, 3, False, 4, unigrams=[1.0, 2.0, 3.0, 4.0])
[s.sampled_candidates.shape, s.true_expected_count]

true = tf.constant([[1, 2]], tf.int64)
s = tf.nn.fixed_unigram_candidate_sampler(
    true, 2, 3, False, 4, distortion=0.5, num_reserved_ids=1, unigrams=[1.0, 4.0, 9.0])
s.true_expected_count

tf.math.sobol_sample(5, 6, skip=3)

tf.math.sobol_sample(100, 40, dtype=tf.float64)[-1]

tf.math.sobol_sample(0, 4)

tf.dtypes.saturate_cast([300.0, -5.0], tf.uint8)
"""
IMAGES = "\n\n".join(
    f"""tf.image.extract_glimpse(
    P, [2, 3], [{at}], centered={centered}, normalized={normalized}, noise='zero')"""
    for centered in (True, False)
    for normalized in (True, False)
    for at in ([0.0, 0.0], [0.5, -0.25], [1.0, 2.0], [-1.0, 0.9])
)
QUANTIZATION = """
tf.quantization.quantize_and_dequantize_v2(X, -1.0, 1.0, range_given=True)

tf.quantization.quantize_and_dequantize_v2(X, 0.0, 0.0)

tf.quantization.quantize_and_dequantize_v2(X, 0.0, 0.0, signed_input=False, num_bits=4)

tf.quantization.quantize_and_dequantize_v2(
    X, 0.0, 0.0, narrow_range=True, round_mode="HALF_UP", num_bits=4)

tf.quantization.quantize_and_dequantize_v2(X, 0.0, 0.0, axis=0, num_bits=4)

tf.quantization.quantize_and_dequantize_v2(X, 0.0, 0.0, round_mode="UP")

tf.quantization.quantize_and_dequantize_v2(X, 0.0, 0.0, num_bits=70)

tf.quantization.quantize_and_dequantize(X, -1.0, 1.0)

with tf.GradientTape() as tape:
    tape.watch(X)
    y = tf.quantization.quantize_and_dequantize_v2(X, -1.0, 1.0, range_given=True)
tape.gradient(y, X)
"""
CHECKPOINTS = """
c, p = saved(); v = tf.train.CheckpointView(p); [v.children(0)["m"], \
v.children(v.children(0)["m"]).keys() >= {"v"}, len(v.descendants()), sorted(v.children(0))]

c, p = saved(); t = tf.train.TrackableView(c); [t.root is c, sorted(t.children(c)), \
len(t.descendants())]

c, p = saved(); v = tf.train.CheckpointView(p); [sorted(v.match(c)), [len(x) for x in v.diff(c)]]

c, p = saved(); v = tf.train.CheckpointView(p); [len(x) for x in \
v.diff(tf.train.Checkpoint(m=c.m, other=tf.Variable(1.0)))][1:]
"""

SPECS = """
it = iter(tf.data.Dataset.range(5)); [repr(tf.type_spec_from_value(it)), \
repr(tf.data.IteratorSpec(tf.TensorSpec([])))]

s = tf.data.IteratorSpec(tf.TensorSpec([], tf.int64)); [s == \
tf.type_spec_from_value(iter(tf.data.Dataset.range(2))), s.is_compatible_with(3)]

f = tf.function(lambda it: next(it) * 2, input_signature=[tf.data.IteratorSpec(tf.TensorSpec([], \
tf.int64))]); it = iter(tf.data.Dataset.range(1, 5)); [f(it), f(it)]

tf.function(lambda it: it, input_signature=[tf.data.IteratorSpec(tf.TensorSpec([], tf.int64))])(3)

[[tf.random_index_shuffle(i, [1, 2, 3], 4) for i in range(5)], [tf.random_index_shuffle(i, [7, \
8, 9], 1000000, rounds=8) for i in (0, 77, 999999)]]

tf.random_index_shuffle([0, 1, 2], [[1, 2, 3], [4, 5, 6], [7, 8, 9]], [4, 5, 6])

tf.random_index_shuffle(5, [1, 2, 3], 4)

tf.random_index_shuffle(1, [1, 2], 4)

[tf.debugging.is_traceback_filtering_enabled(), tf.debugging.disable_traceback_filtering(), \
tf.debugging.is_traceback_filtering_enabled(), tf.debugging.enable_traceback_filtering()][:3:2]

[repr(tf.IndexedSlicesSpec([3, 2])), repr(tf.NoneTensorSpec()), repr(tf.TensorArraySpec([2]))]

repr(tf.OptionalSpec(tf.TensorSpec([])))

[tf.TensorArraySpec([2]) == tf.TensorArraySpec([2]), tf.NoneTensorSpec() == tf.NoneTensorSpec()]

[tf.IndexedSlicesSpec([None, 2]).is_compatible_with(tf.IndexedSlicesSpec([3, 2]))]

tf.IndexedSlicesSpec([3, 2]).is_compatible_with(tf.IndexedSlicesSpec([3, 2], tf.int32))

[c.__name__ for c in (tf.IndexedSlicesSpec([1]).value_type, tf.TensorArraySpec().value_type)]

o = tf.experimental.Optional.from_value({"a": 3})
[o.has_value(), o.get_value(), repr(o.element_spec)]

o = tf.experimental.Optional.empty(tf.TensorSpec([]))
[o.has_value(), repr(o.element_spec)]

tf.experimental.Optional.empty(tf.TensorSpec([])).get_value()

tf.experimental.dlpack.from_dlpack(tf.experimental.dlpack.to_dlpack(X))

[isinstance(tf.function(abs), getattr(tf.types.experimental, n)) for n in
 ("GenericFunction", "PolymorphicFunction", "Callable")]

isinstance(
    tf.function(abs).get_concrete_function(tf.TensorSpec([])),
    tf.types.experimental.ConcreteFunction)
"""
GRADIENTS = """
tf.gradients(1.0, 2.0)

tf.hessians(tf.constant(1.0), tf.constant(2.0))

tf.function(lambda x: tf.gradients(x * x * x, x))(tf.constant(2.0))

tf.function(lambda x: tf.gradients([x * x * x, x], [x], grad_ys=[2.0, 1.0]))(tf.constant(2.0))

tf.function(lambda x, y: tf.gradients(x * x, [x, y]))(tf.constant(2.0), tf.constant(3.0))[0]

tf.function(lambda x, y: tf.gradients(x, y, unconnected_gradients="zero"))(X, tf.constant(3.0))

tf.function(lambda x: tf.gradients(tf.gradients(x ** 3, x), x))(X)

tf.function(lambda x: tf.hessians(x * x * x, x))(tf.constant([2.0, 3.0]))

v = tf.Variable(3.0)
tf.function(lambda x: tf.gradients(x * v * v, [v]))(tf.constant(2.0))

@tf.function
def f(x):
    y = tf.square(x)
    return tf.gradients(tf.exp(y), [y, x])
[f(tf.constant(0.5)), f(tf.constant(0.25))]

tf.register_tensor_conversion_function(A, lambda v, dtype=None, name=None, as_ref=False: v.value)
[tf.convert_to_tensor(A(X)), tf.add(A(X), 1.0)]

tf.register_tensor_conversion_function(3, lambda v: v)

tf.register_tensor_conversion_function(A, 3)

tf.register_tensor_conversion_function(int, lambda v, **options: v)

tf.nn.experimental.general_dropout(X, 0.5, lambda shape, dtype: tf.fill(shape, 0.6))

tf.nn.experimental.general_dropout(X, 0.5, lambda shape, dtype: tf.fill(shape, 0.4), [2, 1])

tf.nn.experimental.general_dropout(X, 1.5, lambda shape, dtype: tf.fill(shape, 0.4))

tf.nn.experimental.general_dropout([1, 2], 0.5, lambda shape, dtype: tf.fill(shape, 0.4))

tf.nn.experimental.stateless_dropout(X, 0.5, seed=[1, 2]).shape

tf.nn.experimental.stateless_dropout(X, 0.0, seed=[1, 2])
"""
STARTS = {
    **dict.fromkeys(
        ("networks", "images", "quantization", "specs", "gradients"),
        """
P = tf.reshape(tf.range(36, dtype=tf.float32), [1, 6, 6, 1])
X = tf.constant([[0.1, -0.7], [1.3, 0.45]])
class A:
    def __init__(self, value): self.value = value
def conv(x, num_spatial_dims, padding):
    return tf.nn.conv2d(x, tf.constant([[1.0, 2.0], [3.0, 4.0]])[:, :, None, None], 1, padding)
""",
    ),
    "checkpoints": """
def saved():
    import tempfile
    m = tf.Module()
    m.v = tf.Variable(1.0)
    c = tf.train.Checkpoint(m=m, step=tf.Variable(3))
    return c, c.save(tempfile.mkdtemp() + "/x")
""",
    "queues": """
q = tf.queue.FIFOQueue(3, tf.int32)
s = tf.queue.FIFOQueue(3, tf.int32, shapes=[()])
p = tf.queue.PaddingFIFOQueue(3, tf.int32, shapes=[[None]])
r = tf.queue.PriorityQueue(3, tf.string, shapes=())
""",
}
GROUPS = {
    "queues": QUEUES,
    "special": SPECIAL,
    "networks": NETWORKS,
    "images": IMAGES,
    "quantization": QUANTIZATION,
    "specs": SPECS,
    "checkpoints": CHECKPOINTS,
    "gradients": GRADIENTS,
}


def cases(group):
    """The cases of a group."""
    return GROUPS[group].strip().split("\n\n")


def code_of(group, case):
    """A case with the lines that it begins with; statements of one line stand on several."""
    return STARTS.get(group, "").strip() + "\n" + case.replace("; ", "\n")
