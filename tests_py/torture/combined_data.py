"""Datasets of random sources, stages and ends, whose specs, nests and functions may not fit."""

from __future__ import annotations

from torture.filled import Filler
from torture.kind import expressions

SOURCES = expressions("""
    D.range(5); D.range(0); D.range(2**62).take(9); D.from_tensors(1.0); D.from_tensors((1,
    [2.0, 3.0]));
    D.from_tensor_slices(np.ones((6, 2))); D.from_tensor_slices({'a': [1, 2, 3], 'b': [[1.], [2.],
    [3.]]}); D.from_tensor_slices((np.ones((4, 3)), ['a', 'b', 'c', 'd']));
    D.from_tensor_slices(tf.ragged.constant([[1], [2, 3], []]));
    D.from_tensor_slices(tf.sparse.from_dense([[1, 0], [0, 2]])); D.from_tensor_slices([[1, 2],
    [3]]); D.from_generator(lambda: iter([1, 2]), output_signature={spec});
    D.from_generator({function}, output_signature={spec}); D.from_generator(lambda: ((i, [i] * i)
    for i in range(4)), output_signature={spec}); D.from_generator(lambda: iter([{value}]),
    output_types={value}, output_shapes={value}); D.zip({source}, D.range(3)); D.zip(({source},
    ({source},))); D.zip({'a': {source}}); D.random(seed=1).take(9); D.from_tensor_slices({value});
    D.from_tensors({value}); D.zip({value}); D.list_files({value});
    D.sample_from_datasets([{source}, {source}], [.5, .5], seed=1);
    D.choose_from_datasets([{source}], {source}); tf.data.TextLineDataset({value});
    tf.data.TFRecordDataset({value}); tf.data.FixedLengthRecordDataset({value}, 3)
""")
SPECS = expressions("""
    S((), 'int32'); S((2,), 'float32'); S((None,), 'string'); S(None, 'float32'); (S((), 'int64'),
    S((None,), 'int64')); {'a': S((), 'int32')}; R((None, None), 'int32'); tf.SparseTensorSpec((2,
    2), 'float32'); S((-1,), 'int32'); [S((), 'int32')]; tf.int32; (); None; S((), 'variant');
    tf.data.DatasetSpec(S((), 'int64')); tf.TensorArraySpec((), 'float32'); {value}
""")
FUNCTIONS = expressions("""
    lambda x: x; lambda x, y: (y, x); lambda x, y: x; lambda: 1; lambda *a: a; lambda **k: k;
    lambda x: x + 1; lambda x: {'a': x}; lambda x: (x, x); lambda x: [x, x]; lambda x: None;
    lambda x: tf.ragged.constant([[1], [2, 3]]); lambda x: tf.cast(x, 'string'); lambda x: x['a'];
    lambda x: x[7]; lambda x: tf.random.uniform(()); lambda *a: tf.ones((2, 3)); lambda x:
    tf.py_function(lambda a: {value}, [x], tf.float32); lambda x: tf.numpy_function(lambda a:
    {value}, [x], tf.float32); lambda *a: {value}; lambda *a: D.range(3); lambda *a: {source};
    lambda *a: tf.constant(True); lambda *a: tf.constant([True, False]); lambda *a: len(a); lambda
    *a: (a, {value}); lambda x: tf.io.parse_single_example(x, {'a': tf.io.FixedLenFeature((),
    'int64')}); lambda x: tf.reshape(x, (7, 7)); lambda x: x if x > 2 else None; lambda x:
    tf.cond(x > 2, lambda: 1, lambda: 2.0); {value}; tf.function(lambda x: x * 2); lambda x:
    tf.debugging.assert_equal(x, 77); lambda x: tf.Variable(1.0); lambda a, b: (a, a); lambda s,
    x: (s + 1, x); lambda s, x: s; lambda key, d: d.batch(2); lambda x:
    tf.data.experimental.AUTOTUNE
""")
SIZES = expressions("""
    1; 2; 3; 0; -1; -2; 2**31; 2**63; 1.5; None; 'a'; tf.constant(2); tf.constant([1, 2]);
    tf.constant(2.0); True; {value}
""")
SHAPES = expressions("""
    (); (2,); (None,); ((), (3,)); {'a': (2,)}; [2]; [None]; (-1,); (2**40,); None;
    tf.TensorShape(None); tf.constant([3]); {value}
""")
STAGES = expressions("""
    map({function}); map({function}, num_parallel_calls={size}); filter({function});
    flat_map({function}); batch({size}); interleave({function}, cycle_length={size},
    block_length={size}); batch({size}, drop_remainder={value}); unbatch(); padded_batch({size});
    padded_batch({size}, padded_shapes={shapes}); padded_batch({size}, padding_values={value});
    padded_batch(2, padded_shapes={shapes}, padding_values={value}); shuffle({size});
    shuffle({size}, seed={size}); repeat({size}).take(9); take({size}); skip({size}); window({size},
    {size}, {size}); window(2).flat_map({function}); cache(); prefetch({size});
    concatenate({source}); enumerate({size}); shard({size}, {size}); scan({value}, {function});
    scan(0, {function}); take_while({function}); apply({function}); batch(2).map({function});
    batch(2).unbatch(); ragged_batch({size}); group_by_window({function}, {function}, {size});
    group_by_window(lambda x: x % 2, {function}, 2); rejection_resample({function}, [.5, .5]);
    bucket_by_sequence_length({function}, [2, 4], [1, 2, 3]); bucket_by_sequence_length(lambda x:
    1, {shapes}, {shapes}); rebatch({size}); rebatch([{size}, {size}]); unique();
    with_options({value}); sparse_batch({size}, {shapes});
    apply(tf.data.experimental.assert_cardinality({size}));
    apply(tf.data.experimental.ignore_errors());
    apply(tf.data.experimental.dense_to_ragged_batch({size}));
    apply(tf.data.experimental.unbatch()); snapshot('s')
""")
ENDS = expressions("""
    end(d); end(d.as_numpy_iterator()); next(iter(d)); d.element_spec; d.cardinality();
    d.get_single_element(); repr(d); len(d); bool(d); d.reduce({value}, {function}); d.reduce(0,
    {function}); tf.function(lambda: [d.reduce(0, {function})])(); end(iter(d)); (lambda i:
    [i.get_next(), i.get_next_as_optional(), i.element_spec])(iter(d)); m.fit(d, verbose=0,
    steps_per_epoch={size}); m.fit(d.take(2), validation_data=d, verbose=0); m.predict(d.take(2),
    verbose=0); m.evaluate(d.take(3), verbose=0); tf.function(lambda: [x for x in d.take(2)])();
    (d.save('saved'), end(D.load('saved', {spec})))[1]; end(D.from_tensors(d));
    tf.train.Checkpoint(i=iter(d)).save('iterator'); end(D.zip(d, d));
    tf.data.experimental.get_single_element(d.take(1)); tf.nest.map_structure(print, d)
""")
MODEL = "m = tf.keras.Sequential([tf.keras.layers.Dense(2)]); m.compile('sgd', 'mse')"
PARTS = {
    "source": SOURCES,
    "spec": SPECS,
    "function": FUNCTIONS,
    "size": SIZES,
    "shapes": SHAPES,
}


def lines(filler: Filler) -> list[str]:
    """A source, some stages and what reads them."""
    count = filler.chance.choice((0, 1, 1, 2, 3))
    stages = "".join(f".{filler.one_of(STAGES)}" for _ in range(count))
    return [MODEL, f"d = {filler.one_of(SOURCES)}{stages}; {filler.one_of(ENDS)}"]
