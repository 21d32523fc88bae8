"""Pipelines whose elements, texts and errors are recorded: snippets by what they are about.

In scope: `tf`, `np`, `D` for tf.data.Dataset and `r` for D.range(10). A snippet gives a dataset.
"""

START = "D = tf.data.Dataset\nr = D.range(10)\n"

PIPELINES = {
    "from_tensor_slices": [
        "D.from_tensor_slices([1, 2, 3])",
        "D.from_tensor_slices(np.arange(6.0).reshape(3, 2))",
        "D.from_tensor_slices(([1, 2], [[1.0], [2.0]]))",
        "D.from_tensor_slices({'b': [1, 2], 'a': ([3, 4], [True, False])})",
        "D.from_tensor_slices((np.ones((2, 0)), np.int8([1, 2])))",
        "D.from_tensor_slices(5)",
        "D.from_tensor_slices(([1, 2], [1, 2, 3]))",
        "D.from_tensor_slices(())",
        "D.from_tensor_slices(np.zeros((0, 2)))",
    ],
    "from_tensors": [
        "D.from_tensors([1, 2, 3])",
        "D.from_tensors((1, {'a': [2.0]}))",
        "D.from_tensors((1, None))",
    ],
    "range": [
        "D.range(5)",
        "D.range(2, 5)",
        "D.range(1, 10, 3)",
        "D.range(10, 1, -4)",
        "D.range(5, 1)",
        "D.range(3, output_type=tf.float32)",
        "D.range(3, output_type=tf.int32)",
        "D.range()",
        "D.range(1, 5, 0)",
        "D.range(1, 2, 3, 4)",
    ],
    "from_generator": [
        "D.from_generator(lambda: iter([1, 2]), tf.int32)",
        "D.from_generator(lambda: iter([1, 2]), output_signature=tf.TensorSpec((), tf.int64))",
        "D.from_generator(lambda: ((i, [i] * i) for i in range(3)), (tf.int32, tf.float32))",
        "D.from_generator(lambda: ((i, [i] * i) for i in range(3)), (tf.int32, tf.float32), "
        "((), (None,)))",
        "D.from_generator(lambda: ({'a': i} for i in range(3)), output_signature="
        "{'a': tf.TensorSpec((), tf.int32)})",
        "D.from_generator(lambda n: iter(range(n)), tf.int64, args=(3,))",
        "D.from_generator(lambda: iter([[1]]), output_signature=tf.TensorSpec((), tf.int32))",
        "D.from_generator(lambda: iter([1]), output_signature=(tf.TensorSpec((), tf.int32), "
        "tf.TensorSpec((), tf.int32)))",
        "D.from_generator(lambda: iter([1]))",
        "D.from_generator([1, 2], tf.int32)",
        "D.from_generator(lambda: iter([1]), tf.int32, output_signature="
        "tf.TensorSpec((), tf.int32))",
    ],
    "random": ["D.random(seed=4).take(5)", "D.random(4).take(6).batch(4)"],
    "counter": ["D.counter(3, 2).take(3)", "D.counter().take(2)", "D.counter(5, -1).take(3)"],
    "zip": [
        "D.zip(r, r.skip(3))",
        "D.zip((r, r.take(2)))",
        "D.zip({'a': r.take(2), 'b': (r, r.map(lambda x: x * 2))})",
        "D.zip(datasets=(r, r))",
        "D.zip()",
        "D.zip([r, r])",
        "D.zip((r, 5))",
        "D.zip(r.repeat(), r.repeat()).take(2)",
    ],
    "concatenate": [
        "r.take(2).concatenate(r.skip(8))",
        "D.from_tensors([1, 2]).concatenate(D.from_tensors([1, 2, 3]))",
        "r.concatenate(D.from_tensor_slices([1.0]))",
        "r.repeat().concatenate(r).take(3)",
    ],
    "take": ["r.take(3)", "r.take(-1)", "r.take(0)", "r.take(20)", "r.take(None)"],
    "skip": ["r.skip(7)", "r.skip(-1)", "r.skip(20)", "r.repeat().skip(3).take(2)"],
    "repeat": [
        "r.take(2).repeat(2)",
        "r.repeat().take(12)",
        "r.repeat(-1).take(3)",
        "r.repeat(0)",
        "r.take(0).repeat()",
    ],
    "shard": [
        "r.shard(3, 1)",
        "r.shard(3, 0)",
        "r.shard(2, 3)",
        "r.shard(0, 0)",
        "r.shard(20, 15)",
    ],
    "enumerate": [
        "r.skip(8).enumerate()",
        "r.skip(8).enumerate(5)",
        "D.zip(r, r).enumerate().take(2)",
    ],
    "shuffle": [
        "r.shuffle(4, seed=1)",
        "r.shuffle(10, seed=42)",
        "r.shuffle(100, seed=3)",
        "r.shuffle(1, seed=3)",
        "r.shuffle(10, seed=1).repeat(3)",
        "r.repeat(3).shuffle(5, seed=1)",
        "r.shuffle(4, seed=1, reshuffle_each_iteration=False).repeat(2)",
        "d = r.shuffle(4, seed=9)\nlist(d)\nd",
        "d = r.shuffle(4, seed=9, reshuffle_each_iteration=False)\nlist(d)\nd",
        "tf.random.set_seed(5)\nr.shuffle(10)",
        "tf.random.set_seed(5)\nr.shuffle(10, seed=2)",
        "tf.random.set_seed(5)\nr.shuffle(3)\nr.shuffle(10)",
        "r.shuffle(-2, seed=4)",
        "r.shuffle(0)",
        "r.shuffle(-1)",
        "r.shuffle(10, seed=1).batch(3).shuffle(2, seed=2)",
    ],
    "cache": ["r.cache()", "d = r.shuffle(4, seed=1).cache()\nlist(d)\nd", "r.cache().repeat(2)"],
    "prefetch": [
        "r.prefetch(2)",
        "r.prefetch(tf.data.AUTOTUNE)",
        "r.prefetch(0)",
        "r.prefetch(-2)",
        "r.repeat().prefetch(3).take(5)",
    ],
    "ignore_errors": [
        "D.from_tensor_slices([1, 0, 2]).map(lambda x: 4 // x).ignore_errors()",
        "r.ignore_errors()",
    ],
    "batch": [
        "r.batch(4)",
        "r.batch(4, drop_remainder=True)",
        "r.batch(20)",
        "r.batch(3, num_parallel_calls=2)",
        "r.batch(2).batch(2)",
        "D.from_tensor_slices({'a': [[1, 2], [3, 4], [5, 6]], 'b': [1.0, 2.0, 3.0]}).batch(2)",
        "D.zip(r, r.map(lambda x: x * 2)).batch(4)",
        "D.from_generator(lambda: iter([[1], [1, 2]]), output_signature="
        "tf.TensorSpec([None], tf.int32)).batch(2)",
        "r.batch(0)",
        "r.batch(-1)",
        "r.repeat().batch(4).take(3)",
        "D.from_tensors((1, None)).repeat(3).batch(2)",
    ],
    "padded_batch": [
        "D.range(1, 5).map(lambda x: tf.fill([x], x)).padded_batch(2)",
        "D.range(1, 5).map(lambda x: tf.fill([x], x)).padded_batch(2, padded_shapes=[5])",
        "D.range(1, 5).map(lambda x: tf.fill([x], x)).padded_batch(2, [None], np.int64(-1))",
        "D.range(1, 4).map(lambda x: (x, tf.fill([x, 2], x))).padded_batch(3, ([], [None, 3]))",
        "D.range(1, 4).map(lambda x: {'a': tf.fill([x], 1.0)}).padded_batch(2, {'a': [None]}, "
        "{'a': 9.0}, True)",
        "D.range(1, 5).map(lambda x: tf.fill([x], x)).padded_batch(2, padded_shapes=[2])",
        "D.from_tensors([1, 2, 3]).padded_batch(2, padded_shapes=[2])",
        "D.from_tensors([1, 2, 3]).padded_batch(2, padded_shapes=[2, 2])",
        "D.from_tensors([1, 2, 3]).padded_batch(2, padded_shapes=[5], padding_values=7)",
        "D.from_tensors([1, 2, 3]).padded_batch(2, padded_shapes=[5], padding_values=7.5)",
        "D.from_generator(lambda: iter([1]), tf.int32).padded_batch(2)",
        "r.padded_batch(3)",
    ],
    "unbatch": [
        "r.batch(3).unbatch()",
        "r.batch(3, drop_remainder=True).unbatch()",
        "D.from_tensors(([1, 2], [[3], [4]])).unbatch()",
        "r.unbatch()",
        "D.from_generator(lambda: iter([([1, 2], [1])]), (tf.int32, tf.int32), ((None,), (None,)))"
        ".unbatch()",
    ],
    "rebatch": [
        "r.batch(4).rebatch(3)",
        "r.batch(4).rebatch(3, drop_remainder=True)",
        "r.batch(4).rebatch([2, 1])",
        "r.batch(2).rebatch(20)",
    ],
    "window": [
        "r.window(3)",
        "r.window(4, 3, 2)",
        "r.window(4, 3, 2, True)",
        "r.window(2, shift=5)",
        "r.window(3, shift=1, drop_remainder=True).flat_map(lambda w: w.batch(3))",
        "D.zip(r, r).window(6)",
        "r.window(0)",
        "r.window(2, 0)",
        "r.window(20)",
    ],
    "map": [
        "r.map(lambda x: x * 2)",
        "r.map(lambda x: (x, {'a': tf.cast(x, tf.float32)}))",
        "D.zip(r, r).map(lambda a, b: a + b)",
        "D.from_tensors({'a': 1, 'b': 2.0}).map(lambda d: {'b': d['b'], 'c': d['a'] + 1})",
        "r.map(lambda x: [x, x + 1])",
        "r.map(lambda x: {'a': [x, x]})",
        "r.map(lambda x: 1)",
        "r.map(lambda x: (x, None))",
        "r.map(lambda x: x + 1, num_parallel_calls=2)",
        "r.map(lambda x: x + 1, num_parallel_calls=tf.data.AUTOTUNE, deterministic=True)",
        "r.map(lambda x: tf.cond(x > 5, lambda: x, lambda: -x))",
        "r.map(lambda x: tf.reshape(tf.range(x * 2), [-1, 2]))",
        "r.batch(3).map(lambda x: tf.reduce_sum(x))",
        "r.map(lambda x: 10 // (x - 2))",
        "r.map(lambda x, y: x)",
        "r.map(5)",
        "r.map(lambda x: object())",
        "r.map(lambda x: x, num_parallel_calls=0)",
    ],
    "filter": [
        "r.filter(lambda x: x % 3 == 0)",
        "D.zip(r, r).filter(lambda a, b: a > 7)",
        "r.filter(lambda x: False)",
        "r.filter(lambda x: x)",
    ],
    "take_while": ["r.take_while(lambda x: x < 3)", "r.take_while(lambda x: x > 3)"],
    "flat_map": [
        "r.take(4).flat_map(lambda x: D.range(x))",
        "r.batch(3).flat_map(lambda x: D.from_tensor_slices(x))",
        "r.take(2).flat_map(lambda x: D.zip(D.range(2), D.from_tensors(x).repeat()))",
    ],
    "interleave": [
        "D.range(1, 5).interleave(lambda x: D.from_tensors(x).repeat(4), 2, 3)",
        "D.range(1, 6).interleave(lambda x: D.range(x), cycle_length=3)",
        "D.range(1, 6).interleave(lambda x: D.range(x), cycle_length=1, block_length=2)",
        "D.range(1, 6).interleave(lambda x: D.range(x), cycle_length=10, block_length=2)",
        "D.range(1, 6).interleave(lambda x: D.range(x), 2, num_parallel_calls=2)",
        "r.interleave(lambda x: D.range(x), cycle_length=0)",
        "r.interleave(lambda x: D.range(x), cycle_length=1, block_length=0)",
    ],
    "scan": [
        "r.scan(np.int64(0), lambda s, x: (s + x, s * 2))",
        "D.zip(r, r).scan(np.int64(1), lambda s, x: (s + x[0], (s, x[1])))",
    ],
    "group_by_window": [
        "r.group_by_window(lambda x: x % 2, lambda k, w: w.batch(3), 3)",
        "r.group_by_window(lambda x: x % 3, lambda k, w: w.batch(10), window_size_func="
        "lambda k: k + 1)",
        "r.group_by_window(lambda x: x % 2, lambda k, w: w.batch(3))",
    ],
    "bucket_by_sequence_length": [
        "D.from_generator(lambda: iter([[0] * k for k in (1, 2, 3, 4, 5, 1, 2)]), "
        "output_signature=tf.TensorSpec([None], tf.int32)).bucket_by_sequence_length("
        "lambda e: tf.shape(e)[0], [3, 5], [2, 2, 2])",
        "D.from_generator(lambda: iter([[7] * k for k in (1, 2, 3, 4, 1, 2)]), "
        "output_signature=tf.TensorSpec([None], tf.int32)).bucket_by_sequence_length("
        "lambda e: tf.shape(e)[0], [3, 5], [2, 2, 2], pad_to_bucket_boundary=True)",
        "D.from_generator(lambda: iter([[7] * k for k in (1, 2, 3)]), "
        "output_signature=tf.TensorSpec([None], tf.int32)).bucket_by_sequence_length("
        "lambda e: tf.shape(e)[0], [3, 5], [2, 2])",
    ],
    "unique": ["D.from_tensor_slices([1, 2, 1, 3, 2]).unique()"],
    "rejection_resample": [
        "r.rejection_resample(lambda x: tf.cast(x % 2, tf.int32), [1.0, 0.0], [0.5, 0.5], seed=1)",
    ],
    "sample_from_datasets": [
        "D.sample_from_datasets([r, r.map(lambda x: -x)], weights=[1.0, 0.0], "
        "stop_on_empty_dataset=True)",
        "D.sample_from_datasets([r, r], weights=[0.5])",
    ],
    "choose_from_datasets": [
        "D.choose_from_datasets([r, r.map(lambda x: -x)], D.range(2).repeat(3))",
        "D.choose_from_datasets([r.take(1), r], D.range(2).repeat(3))",
        "D.choose_from_datasets([r.take(1), r], D.range(2).repeat(3), False)",
        "D.choose_from_datasets([r, r], D.range(3))",
    ],
    "apply": [
        "r.apply(lambda d: d.batch(2))",
        "r.apply(lambda d: 5)",
        "r.apply(tf.data.experimental.assert_cardinality(10))",
        "r.apply(tf.data.experimental.assert_cardinality(11))",
        "r.apply(tf.data.experimental.assert_cardinality(9))",
        "r.apply(tf.data.experimental.unbatch())",
        "r.apply(tf.data.experimental.ignore_errors())",
    ],
    "with_options": ["r.with_options(tf.data.Options())"],
}

VALUES = {
    "len": [
        "len(r)",
        "len(r.repeat())",
        "len(r.filter(lambda x: True))",
        "bool(r.repeat())",
        "r.repeat().cardinality()",
        "tf.data.experimental.cardinality(r.batch(3))",
        "(tf.data.AUTOTUNE, tf.data.INFINITE_CARDINALITY, tf.data.UNKNOWN_CARDINALITY)",
    ],
    "iterators": [
        "next(iter(r))",
        "iter(r.skip(3)).get_next()",
        "iter(r.take(0)).get_next()",
        "iter(r.take(1)).get_next_as_optional().get_value()",
        "iter(r.take(0)).get_next_as_optional().has_value()",
        "iter(r.take(0)).get_next_as_optional().get_value()",
        "next(r.batch(2).as_numpy_iterator())",
        "next(D.from_tensors({'a': (1, 2.0)}).as_numpy_iterator())",
        "[x.numpy() for x in r.take(2)]",
        "r[0]",
    ],
    "reduce": [
        "r.reduce(np.int64(0), lambda s, x: s + x)",
        "D.zip(r, r).reduce((np.int64(0), 1.0), lambda s, x: (s[0] + x[0], s[1] * 1.5))",
        "r.reduce(0, lambda s, x: tf.cast(s, tf.float32))",
    ],
    "get_single_element": [
        "r.batch(10).get_single_element()",
        "r.get_single_element()",
        "r.take(0).get_single_element()",
    ],
    "options": [
        "tf.data.Options().deterministic",
        "o = tf.data.Options()\no.deterministic = False\nr.with_options(o).map(lambda x: x)"
        ".options().deterministic",
        "o = tf.data.Options()\no.foo = 1",
        "o = tf.data.Options()\no.threading.private_threadpool_size = 3\n"
        "o.threading.private_threadpool_size",
        "tf.data.experimental.AutoShardPolicy.DATA.value",
    ],
    "specs": [
        "repr(tf.data.DatasetSpec(tf.TensorSpec(())))",
        "repr(tf.data.DatasetSpec.from_value(r))",
        "repr(tf.data.experimental.get_structure(r))",
        "repr(r.window(2).element_spec)",
        "repr(iter(r).element_spec)",
    ],
}
