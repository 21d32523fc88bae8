"""Random pipelines of further transformations: files, resampling, ragged and sparse batches,
buckets, `tf.data.experimental`, and more arguments that are refused.

In scope beside those of `random_pipelines`: `os`, `fresh`, which gives the name of a new folder,
and the names LINES, CSV and RECORDS of what `write_files` writes."""

import os
import tempfile

from recorded.data import random_pipelines
from recorded.data.random_pipelines import DICT, NUMBER, PAIR, VECTOR, Choices

COUNT, FIRST = 300, 10_000

_ANY = [
    ".take_while(lambda *x: True)", ".cache().cache()", ".prefetch(1).prefetch(2)",
    ".shard(2, 1).repeat(2)", ".batch({small}, drop_remainder=True).unbatch()",
    ".repeat(-1).take({n})",
    ".skip(-1)",
    ".apply(tf.data.experimental.ignore_errors())",
    ".apply(tf.data.experimental.take_while(lambda *x: True))",
    ".enumerate().shuffle({n}, seed={seed}).map(lambda i, *x: x[0])",
    ".shuffle({n}, seed={seed}).repeat({small}).batch({small}).unbatch()",
]  # fmt: skip

_OF = {
    NUMBER: [
        (NUMBER, ".rejection_resample(lambda x: tf.cast(x % 2, tf.int32), [0.5, 0.5], [0.5, 0.5], "
         "seed={seed}).map(lambda c, x: x * 0).take(1)"),
        (NUMBER, ".group_by_window(lambda x: x % {small}, lambda k, w: w.take(2), {small})"),
        (NUMBER, ".group_by_window(lambda x: x % 2, lambda k, w: D.zip(w, w.skip(1)).map("
         "lambda a, b: b - a), window_size_func=lambda k: k + 2)"),
        (NUMBER, ".window({small}, shift={small}, stride=2).flat_map(lambda w: w)"),
        (NUMBER, ".window({small}, 2, 1, True).flat_map(lambda w: w.batch(9).map(tf.reduce_sum))"),
        (NUMBER, ".scan(tf.constant(0, tf.int64), lambda s, x: (s * 0 + x, x - s))"),
        (NUMBER, ".map(lambda x: tf.strings.as_string(x)).unique()"
         ".map(lambda s: tf.strings.to_number(s, tf.int64))"),
        (NUMBER, ".apply(tf.data.experimental.unique())"),
        (NUMBER, ".apply(tf.data.experimental.scan(np.int64(3), lambda s, x: (s + 1, s * x)))"),
        (NUMBER, ".apply(tf.data.experimental.map_and_batch(lambda x: x + 1, {small})).unbatch()"),
        (NUMBER, ".apply(tf.data.experimental.parallel_interleave(lambda x: D.range(x % 3), "
         "cycle_length={small}))"),
        (NUMBER, ".map(lambda x: tf.while_loop(lambda i: i < 20, lambda i: [i * 2 + 1], "
         "[tf.abs(x)])[0])"),
        (NUMBER, ".map(lambda x: x, num_parallel_calls=3, deterministic=True)"),
        (NUMBER, ".map(lambda x: tf.numpy_function(lambda y: y * 2, [x], tf.int64))"
         ".map(lambda x: tf.reshape(x, []))"),
        (NUMBER, ".snapshot(fresh())"), (NUMBER, ".cache(os.path.join(fresh(), 'c'))"),
        (NUMBER, ".map(tf.strings.as_string).map(lambda s: tf.strings.length(s + 'ab'))"
         ".map(lambda x: tf.cast(x, tf.int64))"),
        (VECTOR, ".ragged_batch({small}).map(lambda x: x + 0)"),
        (VECTOR, ".batch({small}).batch(2).unbatch()"),
        (VECTOR, ".map(lambda x: tf.range(x % 5)).filter(lambda v: tf.size(v) > 0)"),
        (PAIR, ".map(lambda x: {{'a': x, 'b': -x}}).map(lambda d: (d['b'], d['a']))"),
        (PAIR, ".flat_map(lambda x: D.zip(D.range(x % 3), D.range(5)))"),
        (PAIR, ".interleave(lambda x: D.from_tensors((x, x * x)).repeat(2), cycle_length=3, "
         "block_length={small}, num_parallel_calls=tf.data.AUTOTUNE)"),
        (PAIR, ".map(lambda x: [x, x + 1]).map(lambda v: (v[0], v[1]))"),
    ],
    VECTOR: [
        (VECTOR, ".padded_batch({small}, padding_values=np.int64(7)).unbatch()"),
        (VECTOR, ".padded_batch({small}, drop_remainder=True).map(lambda x: x[-1])"),
        (VECTOR, ".ragged_batch({small}).map(lambda r: r.row_lengths())"),
        (VECTOR, ".ragged_batch({small}).map(lambda r: r.to_tensor()[0])"),
        (VECTOR, ".apply(tf.data.experimental.dense_to_ragged_batch({small}))"
         ".map(lambda r: r.flat_values)"),
        (VECTOR, ".bucket_by_sequence_length(lambda x: tf.size(x), [3], [2, 2], "
         "pad_to_bucket_boundary=False, drop_remainder=True).unbatch()"),
        (VECTOR, ".bucket_by_sequence_length(lambda x: tf.size(x), [3, 6], [2, 2, 2], "
         "no_padding=False, padding_values=np.int64(5)).map(lambda x: x[0])"),
        (VECTOR, ".apply(tf.data.experimental.dense_to_sparse_batch({small}, [40]))"
         ".map(lambda s: s.values)"),
        (VECTOR, ".unique()"), (VECTOR, ".snapshot(fresh())"),
        (NUMBER, ".interleave(D.from_tensor_slices, cycle_length={small})"),
        (NUMBER, ".group_by_window(lambda x: tf.cast(tf.size(x), tf.int64) % 2, "
         "lambda k, w: w.padded_batch(3), 3).map(lambda x: tf.cast(tf.size(x), tf.int64))"),
        (PAIR, ".map(lambda x: (tf.reduce_sum(x), tf.cast(tf.size(x), tf.int64)))"),
        (VECTOR, ".map(lambda x: tf.sort(x, direction='DESCENDING'))"),
        (VECTOR, ".map(lambda x: tf.unique(x)[0])"),
        (VECTOR, ".map(lambda x: tf.boolean_mask(x, x > 2))"),
        (VECTOR, ".map(lambda x: tf.RaggedTensor.from_row_lengths(x, [tf.size(x)]))"
         ".map(lambda r: r[0])"),
    ],
    PAIR: [
        (PAIR, ".take_while(lambda a, b: a < 9)"), (NUMBER, ".map(lambda *x: x[0])"),
        (PAIR, ".group_by_window(lambda a, b: a % 2, lambda k, w: w.batch(2), 2).unbatch()"),
        (PAIR, ".window({small}).flat_map(lambda a, b: D.zip(a, b))"),
        (VECTOR, ".batch({small}, True).map(lambda a, b: tf.concat([a, b], 0))"),
        (PAIR, ".interleave(lambda a, b: D.from_tensors((a, b)).repeat(2), cycle_length=2)"),
        (PAIR, ".padded_batch({small}).unbatch()"), (PAIR, ".ragged_batch({small}).unbatch()"),
        (PAIR, ".scan((np.int64(0), np.int64(1)), lambda s, x: ((s[1], s[0] + x[0]), "
         "(s[0], x[1])))"),
    ],
    DICT: [
        (DICT, ".batch({small}).unbatch()"), (DICT, ".shuffle(3, seed={seed})"),
        (DICT, ".window({small}).flat_map(lambda w: D.zip(w))"),
        (DICT, ".interleave(lambda d: D.from_tensors(d).repeat(2), cycle_length=2, "
         "block_length={small})"),
        (DICT, ".padded_batch({small}).unbatch()"), (DICT, ".ragged_batch(2).unbatch()"),
        (DICT, ".cache(os.path.join(fresh(), 'c'))"), (DICT, ".snapshot(fresh())"),
        (DICT, ".take_while(lambda d: d['a'] < 6)"),
        (DICT, ".map(lambda d: {{k: v * 2 for k, v in d.items()}})"),
    ],
}  # fmt: skip

_EXAMPLE = "lambda r: tf.io.parse_single_example(r, "
_SOURCES = [
    (NUMBER, "D.from_tensor_slices([str(k) for k in range({n} + 1)])"
     ".map(lambda s: tf.strings.to_number(s, tf.int64))"),
    (NUMBER, "tf.data.TextLineDataset(LINES).take({n})"
     ".map(lambda s: tf.strings.to_number(s, tf.int64))"),
    (NUMBER, "tf.data.TextLineDataset([LINES, LINES], num_parallel_reads=2).skip({n})"
     ".map(lambda s: tf.strings.to_number(s, tf.int64))"),
    (PAIR, "tf.data.experimental.CsvDataset(CSV, [tf.int64, tf.int64], header=True).take({n})"),
    (PAIR, "tf.data.experimental.CsvDataset([CSV], [tf.constant(7, tf.int64), tf.int64], "
     "header=True, select_cols=[0, 1]).skip({n})"),
    (VECTOR, "tf.data.FixedLengthRecordDataset(LINES, 2)"
     ".map(lambda b: tf.cast(tf.io.decode_raw(b, tf.uint8), tf.int64)).take({n})"),
    (VECTOR, "D.from_tensor_slices(tf.ragged.constant([[1], [2, 3], [], [4, 5, 6]], "
     "dtype=tf.int64)).map(lambda x: x + {n})"),
    (DICT, "D.from_tensors({{'a': np.int64({n}), 'b': np.int64(2)}}).repeat({small})"),
    (NUMBER, "D.from_tensors(np.int64({n}))"), (NUMBER, "D.range(0)"),
    (NUMBER, "D.range(-{n}, {n})"),
    (VECTOR, f"tf.data.TFRecordDataset(RECORDS).map({_EXAMPLE}"
     "{{'x': tf.io.VarLenFeature(tf.int64)}})['x']).map(tf.sparse.to_dense).take({n})"),
    (NUMBER, f"tf.data.TFRecordDataset(RECORDS).map({_EXAMPLE}"
     "{{'y': tf.io.FixedLenFeature([], tf.int64, {n})}})['y'])"),
    (DICT, "tf.data.TFRecordDataset(RECORDS).batch({small}).map(lambda r: tf.io.parse_example(r, "
     "{{'a': tf.io.FixedLenFeature([], tf.int64, 3), "
     "'b': tf.io.FixedLenFeature([], tf.int64, {n})}})).unbatch()"),
]  # fmt: skip

_TWO = [
    (NUMBER, "D.sample_from_datasets([{one}, {other}], seed={small})"),
    (NUMBER, "D.sample_from_datasets([{one}, {other}], [0.3, 0.7], seed={small}, "
     "stop_on_empty_dataset=True)"),
    (NUMBER, "D.choose_from_datasets([{one}, {other}], D.range({small}).map(lambda x: x % 2))"),
    (PAIR, "D.zip({one}, {other}).map(lambda a, b: (b, a))"),
    (NUMBER, "D.range(3).flat_map(lambda i: {one}.map(lambda x: x + i))"),
    (NUMBER, "{one}.take(3).concatenate({other}.skip(1))"),
]  # fmt: skip

_REFUSED = [
    ".rebatch(0)", ".ragged_batch(0)", ".padded_batch(2, padded_shapes=[-2])", ".skip('x')",
    ".take_while(lambda *x: 1)", ".scan(np.int64(0), lambda s, x: s)",
    ".group_by_window(lambda *x: np.int64(0), lambda k, w: 5, 2)", ".flat_map(lambda *x: x)",
    ".filter(5)", ".repeat(1.5)", ".window(2, 0)", ".window(2, 1, 0)", ".shard(0, 0)",
    ".shard(2, -1)", ".shuffle(-3)", ".shuffle(1.5)", ".map(lambda *x: x, num_parallel_calls=0)",
    ".map(lambda *x: x, num_parallel_calls='a')", ".batch(0, True)",
    ".prefetch('a')", ".apply(5)", ".with_options(3)", ".concatenate(3)", ".get_single_element()",
    ".bucket_by_sequence_length(lambda x: tf.size(x), [2], [2])", ".take(2.5)",
    ".rejection_resample(lambda *x: 0, [0.5, 0.6], seed=1)",
]  # fmt: skip

CHOICES = Choices(
    random_pipelines.SOURCES + _SOURCES,
    random_pipelines.ANY + _ANY,
    {kind: steps + _OF[kind] for kind, steps in random_pipelines.OF.items()},
    random_pipelines.TWO + _TWO,
    random_pipelines.REFUSED + _REFUSED,
)


def code_of(number):
    """The code of pipeline `number`, from 0."""
    return random_pipelines.code_of(FIRST + number, CHOICES)


def write_files(tf, folder):
    """Writes the files; returns their names for the scope of the code."""
    lines, table, records = (os.path.join(folder, name) for name in ("lines", "csv", "records"))
    with open(lines, "w", encoding="utf-8") as file:
        file.writelines(f"{k * 7 % 10}\n" for k in range(12))
    with open(table, "w", encoding="utf-8") as file:
        file.writelines(["a,b\n", *(f"{k},{k * k % 5}\n" for k in range(9))])
    with tf.io.TFRecordWriter(records) as writer:
        for k in range(8):
            numbers = {"x": list(range(k % 4)), "a": [k], **({"y": [k * 3]} if k % 2 else {})}
            example = tf.train.Example()
            for name, values in numbers.items():
                example.features.feature[name].int64_list.value.extend(values)
            writer.write(example.SerializeToString())
    fresh = lambda: tempfile.mkdtemp(dir=folder)  # noqa: E731
    return {"LINES": lines, "CSV": table, "RECORDS": records, "os": os, "fresh": fresh}
