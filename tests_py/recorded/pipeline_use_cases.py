"""Pipelines as programs write them, each run in an empty folder: snippets that give a dataset, and
snippets that give a value. In scope: `tf`, `np` and what START names."""

START = """
D = tf.data.Dataset
E = tf.data.experimental
rt = tf.ragged.constant([[1], [2, 3]])
sp = tf.sparse.from_dense([[0, 1], [2, 0]])
"""

SAVED = [
    "D.range(3)",
    "D.from_tensor_slices(['a', 'bc', ''])",
    "D.from_tensor_slices([['a', 'bc'], ['', 'd']])",
    "D.from_tensor_slices({'a': [1, 2], 'b': ['x', 'yz']}).batch(2)",
    "D.from_tensors(rt)",
    "D.from_tensors(tf.ragged.constant([['a'], [], ['b', 'cd']]))",
    "D.from_tensors(tf.ragged.constant([[[1], []], [[2, 3]]]))",
    "D.from_tensors(sp)",
    "D.from_tensors((1, None, {'a': 'x'}))",
    "D.from_tensors((sp, rt, 1.5))",
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
]

VALUES = []
