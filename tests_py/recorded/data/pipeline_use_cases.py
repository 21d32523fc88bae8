"""Pipelines as programs write them, each run in an empty folder: snippets that give a dataset, and
snippets that give a value. In scope: `tf`, `np` and what START names."""

START = """
D = tf.data.Dataset
E = tf.data.experimental
rt = tf.ragged.constant([[1], [2, 3]])
sp = tf.sparse.from_dense([[0, 1], [2, 0]])
three = [D.from_tensors(i).repeat() for i in range(3)]
one = tf.TensorSpec((), tf.int64)
"""

RECORDS = """
for name in 'ab':
    with tf.io.TFRecordWriter(name) as w:
        [w.write(name + str(i)) for i in range(3)]
"""

SAVED = [
    "D.range(3)",
    "D.from_tensor_slices(['a', 'bc', ''])",
    "D.from_tensor_slices([['a', 'bc'], ['', 'd']])",
    "D.from_tensor_slices(({'a': [1, 2]}, ['x', 'yz'])).batch(2)",
    "D.from_tensors(rt)",
    "D.from_tensors(tf.ragged.constant([['a'], [], ['b', 'cd']]))",
    "D.from_tensors(tf.ragged.constant([[[1], []], [[2, 3]]]))",
    "D.from_tensors(sp)",
    "D.from_tensors((1, None, {'a': 'x'}))",
    "D.from_tensors((sp, rt, 1.5))",
]

# Datasets that functions give, and that stand in a list.
GROWING = "D.range(1, 4).map(lambda x: tf.fill([x], x))"
DATASETS_WITHIN = [
    "D.range(3).batch(2).map(lambda x: D.from_tensor_slices(x))",
    "D.range(3).batch(2).map(lambda x: D.from_tensor_slices(x)).flat_map(lambda d: d)",
    "D.range(3).map(lambda x: D.from_tensors(x)).map(lambda d: d.repeat(2))",
    f"{GROWING}.flat_map(lambda x: D.from_tensors(x))",
    f"{GROWING}.flat_map(lambda x: D.from_tensors(x).batch(2))",
    f"{GROWING}.map(lambda x: D.from_tensors(x))",
    "D.range(3).flat_map(lambda x: D.from_tensors(tf.range(x)))",
    "D.range(2).window(2).flat_map(lambda w: w.batch(2))",
    "D.from_tensor_slices([D.range(3), D.range(2)])",
    "D.from_tensor_slices([D.range(3), D.range(2)]).interleave(lambda x: x, cycle_length=2)",
    "D.from_tensor_slices([D.from_tensors([1]), D.from_tensors([1, 2])]).flat_map(lambda x: x)",
]


def generated(body, signature):
    """A dataset of what a generator yields."""
    return f"def g():\n    {body}\nD.from_generator(g, {signature})"


GENERATED = [
    generated("yield 1.5", "tf.int64, []"),
    generated("yield 300\n    yield -1", "tf.uint8"),
    generated("yield [[1.5, 2], [3, 4]]", "tf.int64"),
    generated("yield [tf.constant(1), np.float32(2)]", "tf.float32, [2]"),
    generated("yield 1", "output_signature=[tf.TensorSpec((), tf.int32)]"),
    generated("yield 1\n    raise KeyError('x')", "tf.int64"),
    generated("yield 1\n    raise ValueError('x')", "tf.int64"),
    generated("yield 1\n    raise NotImplementedError('x')", "tf.int64"),
    "D.from_generator(lambda: 5, tf.int32)",
]

COMBINED = [
    "D.from_tensors({'a': 1}).concatenate(D.from_tensors({'b': 1}))",
    "D.from_tensors({'a': 1, 'b': 2}).concatenate(D.from_tensors({'b': 1, 'a': 2}))",
    "D.from_tensors((1, (2, 3))).concatenate(D.from_tensors(((1, 2), 3)))",
    "D.from_tensors((1, None)).concatenate(D.from_tensors((2, 3)))",
    "D.range(5).prefetch(None)",
    "D.range(10).batch(4, drop_remainder=True).rebatch([2, 2])",
    "D.range(10).batch(4).rebatch([3, 3])",
    "D.from_tensors(([1, 2], [1, 2, 3])).unbatch()",
    "D.counter(3.0, 0.5, dtype=tf.float32).take(3)",
    f"{GROWING}.padded_batch(2, padded_shapes=[-1])",
    "D.range(5).scan(tf.constant([0], tf.int64), lambda s, x: (tf.concat([s, [x]], 0), s))",
]

PIPELINES = [
    *(f"{made}.save('s')\nD.load('s')" for made in SAVED),
    *(f"d = {made}.cache('c')\nlist(d)\nd" for made in SAVED),
    "d = D.from_tensor_slices(['a', 'bc']).snapshot('s')\nlist(d)\nd",
    "d = D.from_tensors(sp).snapshot('s', compression='GZIP')\nlist(d)\nd",
    "d = D.range(4).snapshot('s', shard_func=lambda x: x % 2)\nlist(d)\nd",
    "d = D.range(6).snapshot('s', shard_func=lambda x: x % 2, "
    "reader_func=lambda s: s.flat_map(lambda x: x))\nlist(d)\nd",
    "D.range(6).save('s', shard_func=lambda x: x % 2)\nD.load('s')",
    "def f(x):\n    y = tf.py_function(lambda v: v.numpy() * np.ones(3, 'f'), [x], tf.float32)\n"
    "    y.set_shape([3])\n    return y\nD.range(4).map(f).batch(2)",
    "def f(x):\n    [y] = tf.py_function(lambda v: v.numpy() * np.ones(3, 'f'), [x], [tf.float32]"
    ")\n    return tf.ensure_shape(y, [3]), x\nD.range(4).map(f)",
    "def f(x):\n    y, z = tf.numpy_function(lambda v: (np.ones((2, 2), 'f'), v), [x], [tf.float32,"
    " tf.int64])\n    y.set_shape([2, None])\n    return tf.reduce_sum(y, 1), tf.reshape(z, [1])\n"
    "D.range(4).map(f).batch(2, drop_remainder=True)",
    "D.range(6).save('s', shard_func=lambda x: x % 3)\n"
    "D.load('s', reader_func=lambda s: s.interleave(lambda x: x, cycle_length=1))",
    "D.range(6).save('s', shard_func=lambda x: x % 2)\n"
    "D.load('s', tf.TensorSpec((), tf.int64)).take(3)",
    "D.from_tensor_slices(['a', 'bc']).save('s', compression='GZIP')\nD.load('s', None, 'GZIP')",
    "D.range(3).save('s')\nD.range(5).save('s')\nD.load('s')",
    "D.range(3).save('s')\nD.load('s', element_spec=tf.TensorSpec((), tf.float32))",
    "D.load('nothing')",
    "D.range(3).save('s', shard_func=lambda x: 1.5)",
    "D.range(3).save('s', shard_func=3)",
    "E.save(D.range(3), 's')\nE.load('s', tf.TensorSpec((), tf.int64))",
    "d = D.range(4).cache('c')\nlist(d.take(2))\nd",
    "def check(x):\n    return tf.debugging.check_numerics(1.0 / x, 'bad')\n"
    "D.from_tensor_slices([1.0, 0.0, 4.0]).map(check).ignore_errors()",
    "def fail(x):\n    if x == 1:\n        raise ValueError('one')\n    return x\n"
    "D.range(3).map(lambda x: tf.py_function(fail, [x], tf.int64)).map("
    "lambda x: tf.ensure_shape(x, [])).ignore_errors()",
    "D.from_tensor_slices(['a', 'b', 'a']).unique()",
    "D.from_tensor_slices([['a', 'b'], ['a', 'b'], ['b', 'a']]).unique()",
    "D.sample_from_datasets(three, seed=42).take(30)",
    "D.sample_from_datasets(three, [0.2, 0.3, 0.5], seed=42).take(30)",
    "D.sample_from_datasets(three, tf.constant([0.2, 0.0, 0.5]), seed=3).take(30)",
    "D.sample_from_datasets(three, np.array([0.2, 0.7, 0.1]), seed=3).take(30)",
    "D.sample_from_datasets(three, D.from_tensors([0.1, 0.9, 0.0]).repeat(), seed=1).take(30)",
    "D.sample_from_datasets(three, D.from_tensor_slices([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]))",
    "d = D.sample_from_datasets(three, seed=4, rerandomize_each_iteration=True).take(10)\n"
    "list(d)\nd",
    "tf.random.set_seed(7)\nD.sample_from_datasets([D.range(5), D.range(10, 15)])",
    "D.sample_from_datasets([D.range(3), D.range(5, 9)], seed=5, stop_on_empty_dataset=True)",
    "D.sample_from_datasets(three, [1, 2, 3])",
    "D.sample_from_datasets([D.range(3), D.from_tensors('a')])",
    "D.choose_from_datasets(three, D.range(3).repeat(2))",
    "D.range(3).group_by_window(lambda x: tf.cast(x, tf.float32), lambda k, d: d.batch(5), 5)",
    "D.range(3).group_by_window(lambda x: x, lambda k, d: k, 5)",
    "D.from_tensor_slices([[1, 2], [3, 4]]).bucket_by_sequence_length(tf.size, [3], [2, 2], "
    "drop_remainder=True)",
    "D.from_tensor_slices(['aB', 'É']).batch(2).map(lambda x: tf.strings.lower(x, 'utf-8'))",
    "D.range(4).apply(E.map_and_batch(lambda x: x * 2, 3))",
    "D.range(4).apply(E.shuffle_and_repeat(3, 2, seed=4))",
    "D.range(1, 4).apply(E.parallel_interleave(lambda x: D.range(x), 2, 2))",
    f"{RECORDS}tf.data.TFRecordDataset(['a', 'b'], num_parallel_reads=2)",
    f"{RECORDS}tf.data.TFRecordDataset(D.from_tensor_slices(['a', 'b', 'a']), "
    "num_parallel_reads=1)",
    f"{RECORDS}D.list_files(['a', '?'], shuffle=False)",
    *DATASETS_WITHIN,
    *GENERATED,
    *COMBINED,
]

# Which elements a model sees: each epoch and each evaluation begin a pass that they do not read.
SEEN = """
seen = []
class Noting(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.layer = tf.keras.layers.Dense(1)
    def call(self, x): return self.layer(x)
    def train_step(self, data):
        seen.append(data[0].numpy().ravel().tolist())
        return super().train_step(data)
    def test_step(self, data):
        seen.append(data[0].numpy().ravel().tolist())
        return super().test_step(data)
tf.random.set_seed(3)
def made(count):
    pairs = D.range(count).map(lambda x: (tf.cast(x, tf.float32)[None],) * 2)
    return pairs.shuffle(9).batch(3)
d, v, m = made(6), made(4), Noting()
m.compile('sgd', 'mse', run_eagerly=True)
"""


def with_options(make):
    """Whether a dataset that is made of `a` and of `b`, which have settings, is deterministic."""
    return (
        "def d(value):\n    o = tf.data.Options()\n    o.deterministic = value\n"
        "    return D.range(3).with_options(o)\n"
        f"a, b = d(False), d(True)\n{make}.options().deterministic"
    )


def failing(kind):
    """A pass whose function raises such an error for the last element."""
    return (
        f"def bad(x):\n    if x == 2:\n        raise {kind}('x')\n    return x\n"
        "list(D.range(3).map(lambda x: tf.numpy_function(bad, [x], tf.int64)))"
    )


VALUES = [
    failing("KeyError"),
    failing("TypeError"),
    failing("NotImplementedError"),
    with_options("D.zip((a, b))"),
    with_options("D.zip({'x': b, 'y': (a, D.range(2))})"),
    with_options("a.concatenate(b)"),
    "@tf.function\ndef f(it):\n    return next(it)\nit = iter(D.range(2))\nn = 0\n"
    "try:\n    while True:\n        n += int(f(it)) + 1\nexcept tf.errors.OutOfRangeError:\n"
    "    n += 100\nn",
    f"{SEEN}m.fit(d, epochs=3, validation_data=v, verbose=0)\nm.evaluate(d, verbose=0)\n"
    "m.fit(d, verbose=0)\nseen",
    f"{SEEN}m.fit(d.filter(lambda x, y: True), epochs=2, verbose=0)\nm.fit(d, verbose=0)\nseen",
    "tf.random.set_seed(4)\nd = D.from_tensor_slices(['1', '2', '3', '4']).shuffle(4)\n"
    "made = d.map(lambda x: tf.py_function(lambda s: float(s.numpy().decode()) / int(s.numpy()) * "
    "int(s.numpy()), [x], tf.float32))\n"
    "[[float(x) for x in made], [x.numpy().decode() for x in d]]",
    "s = tf.data.DatasetSpec.from_value(D.range(3))\n"
    "[repr(s), s.is_compatible_with(D.range(2)), s == tf.data.DatasetSpec(one)]",
    "repr(tf.data.IteratorSpec(one))",
    "repr(tf.type_spec_from_value(iter(D.range(3))))",
    "tf.data.IteratorSpec(one).is_compatible_with(iter(D.range(3)))",
    "tf.data.IteratorSpec(one).is_compatible_with(iter(D.from_tensors(1.5)))",
    "repr(tf.OptionalSpec.from_value(tf.experimental.Optional.from_value({'a': [1, 2]})))",
    "repr(iter(D.range(3)).get_next_as_optional().element_spec)",
    "@tf.function(input_signature=[tf.data.DatasetSpec(one)])\n"
    "def total(d):\n    return d.reduce(np.int64(1), lambda s, x: s + x)\ntotal(D.range(4))",
    "@tf.function(input_signature=[tf.data.IteratorSpec(one)])\n"
    "def second(it):\n    next(it)\n    return next(it)\nsecond(iter(D.range(4)))",
    "@tf.function(input_signature=[tf.RaggedTensorSpec([None, None], tf.int32)])\n"
    "def sizes(r):\n    return r.row_lengths()\nsizes(rt)",
    "tf.data.Options().experimental_distribute.auto_shard_policy.name",
    "o = tf.data.Options()\no.deterministic = 3",
    "o = tf.data.Options()\no.threading.private_threadpool_size = 'a'",
    "o = tf.data.Options()\no.threading = 3",
    "o = tf.data.Options()\no.experimental_distribute.auto_shard_policy = "
    "E.AutoShardPolicy.OFF\nD.range(3).with_options(o).with_options(tf.data.Options())"
    ".options().experimental_distribute.auto_shard_policy.name",
]
