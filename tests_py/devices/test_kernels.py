"""GPU kernels give what the CPU gives: special values and sizes that no row of the op table has."""

import pytest

from devices.row_player import printed

# `same` compares a call on GPU:0 with one on the CPU: to the last bit, or within `close`.
HEAD = """
import numpy as np
from pelton._core import ops
def values(device, call, arrays):
    with tf.device(device):
        results = call(*(tf.constant(a) for a in arrays))
        results = results if isinstance(results, (list, tuple)) else [results]
        assert all(device in r.device for r in results), results[0].device
        return [r.numpy() for r in results]
def same(call, *arrays, close=0):
    for cpu, gpu in zip(values("CPU:0", call, arrays), values("GPU:0", call, arrays), strict=True):
        assert cpu.dtype == gpu.dtype and cpu.shape == gpu.shape
        cpu, gpu = ((cpu, gpu) if cpu.dtype.kind in "biuc" else
                    (cpu.astype("float64"), gpu.astype("float64")))
        np.testing.assert_allclose(gpu, cpu, rtol=close, atol=close)
random = np.random.default_rng(7)
def normal(*shape, dtype="float32"):
    return random.standard_normal(shape).astype(dtype)
def with_specials(*shape):
    x = normal(*shape)
    x.flat[random.choice(x.size, x.size // 4, replace=False)] = np.resize(
        np.float32([np.nan, np.inf, -np.inf, 0]), x.size // 4)
    return x
"""

SAME = {
    "random": """
stream = {"key": 2**62 + 12345, "offset": 2**40 + 7}
for size in (0, 1, 3, 4, 5, 5000):
    for dtype in ("float32", "float64", "float16", "bfloat16"):
        draw = {"shape": (size,), "dtype": dtype, **stream}
        same(lambda: ops.random_uniform(minval=-0.3, maxval=7.7, **draw))
        same(lambda: ops.random_normal(mean=0.1, stddev=3.0, **draw), close=1e-6)
        same(lambda: ops.truncated_normal(**draw), close=1e-6)
        same(lambda: ops.stateless_dropout(tf.ones((size,), dtype), rate=0.3, **stream))
        same(lambda: ops.stateless_dropout(tf.ones((size,), dtype), rate=0.3, first=2051, **stream))
    for dtype in ("int32", "int64"):
        same(lambda: ops.random_uniform((size,), -7, 2**31 - 1, dtype, **stream))
    same(lambda: ops.random_permutation(size, **stream))
same(lambda: ops.random_permutation(100003, **stream))
same(lambda: ops.random_uniform((9,), -(2.0**63), 2.0**63, "int64", **stream))
logits = np.float32([[0, np.nan, 1], [np.inf, 0, np.inf], [-np.inf, 3, -np.inf]])
same(lambda x: ops.random_categorical(x, 500, **stream), logits)
with tf.device("GPU:0"):
    shuffled = tf.random.shuffle(tf.range(1000), seed=3)
assert sorted(shuffled.numpy().tolist()) == list(range(1000)) and "GPU:0" in shuffled.device
""",
    "long reductions": """
for shape in ((20000,), (3, 9000), (70000,), (130, 33), (5000, 7), (2, 5000, 3), (64, 64, 70)):
    x = normal(*shape)
    for axis in (None, 0, -1, tuple(range(len(shape) - 1)) or None):
        for reduce in (tf.reduce_sum, tf.reduce_mean, tf.reduce_max, tf.reduce_min):
            same(lambda a: reduce(a, axis=axis), x, close=1e-5)
        same(lambda a: tf.reduce_sum(a, axis=axis), (100 * x).astype("int32"))
        same(lambda a: tf.reduce_prod(a, axis=axis), 1 + x / 1000, close=1e-4)
        same(lambda a: tf.reduce_any(a, axis=axis), x > 3.5)
""",
    "places of the largest": """
for shape in ((5, 63), (5, 64), (3, 2000), (7, 1025)):
    x, all_nan = np.round(3 * with_specials(*shape)), np.full(shape, np.nan, "float32")
    for search in (tf.argmax, tf.argmin):
        for array in (x, all_nan, np.zeros(shape, "float32"), np.nan_to_num(x).astype("int32")):
            same(lambda a: search(a, axis=-1), array)
            same(lambda a: search(a, axis=0, output_type="int32"), array)
""",
    "segments": """
sizes = ((1, 1, 1), (10, 4, 3), (700, 5, 2), (3000, 3, 1), (3000, 4000, 4), (2049, 2, 1),
    (256, 1, 2), (257, 1, 1), (512, 1, 1), (513, 2, 1), (100, 300, 0))
folds = (tf.math.unsorted_segment_sum, tf.math.unsorted_segment_max, tf.math.unsorted_segment_min)
for rows, segments, columns in sizes:
    any_order = random.integers(0, segments, rows)
    some = np.where(random.random(rows) < 0.3, -1, any_order)
    for ids in (any_order, np.sort(any_order), np.full(rows, segments - 1), some):
        for fold in folds:
            same(lambda x, i: fold(x, i, segments), normal(rows, columns), ids, close=1e-4)
            same(lambda x, i: fold(x, i, segments), random.integers(-9, 9, (rows, columns)), ids)
        factors = 1 + normal(rows, columns) / 1000
        same(lambda x, i: tf.math.unsorted_segment_prod(x, i, segments), factors, ids, close=1e-4)
""",
    "sorts": """
for shape in ((5,), (3, 2048), (2, 2049), (4, 5000), (7, 3, 100), (3000, 2), (0, 3)):
    x = np.round(20 * normal(*shape))
    for axis in (0, -1):
        for direction in ("ASCENDING", "DESCENDING"):
            same(lambda a: tf.sort(a, axis, direction), x)
            same(lambda a: tf.argsort(a, axis, direction, stable=True), x.astype("int8"))
    same(lambda a: tf.math.top_k(a, min(5, shape[-1])), x)
""",
    "pools": """
for shape in ((2, 7, 6, 5), (1, 9, 4, 1), (0, 5, 5, 2), (2, 5, 5, 0)):
    for pool in ((2, 2), (2, 2), "VALID"), ((3, 2), (2, 1), "SAME"), ((2, 3), (3, 4), "VALID"):
        attrs = dict(zip(("ksize", "strides", "padding"), pool))
        x, v = with_specials(*shape), normal(*shape)
        same(lambda a: ops.max_pool2d(a, **attrs), x)
        same(lambda a: ops.avg_pool2d(a, **attrs), x)
        same(lambda a, b: ops.max_pool2d_pick(a, b, **attrs), x, v)
        grad = normal(*ops.max_pool2d(tf.constant(x), **attrs).shape)
        same(lambda a, b: ops.max_pool2d_grad(a, b, **attrs), x, grad)
        same(lambda b: ops.avg_pool2d_grad(b, shape, **attrs), grad)
same(lambda a: ops.max_pool2d(a, ksize=(4, 1), strides=(1, 1), padding="VALID"), normal(1, 3, 3, 2))
""",
    "batch normalisation": """
for rows in ((0,), (1,), (31,), (33,), (4000,), (3, 17000)):
    for dtype in ("float32", "float16", "float64"):
        x = (3 + 2 * normal(*rows, 3)).astype(dtype)
        scale, offset = normal(2, 3, dtype="float64" if dtype == "float64" else "float32")
        mean, variance = offset, scale * scale
        close = 2e-3 if dtype == "float16" else 2e-5
        grad = normal(*rows, 3).astype(dtype) / 64
        for activation in "none", "relu":
            def on(op):
                return lambda *a: op(*a, activation=activation)
            same(on(ops.batch_norm_train), x, scale, offset, close=close)
            same(on(ops.batch_norm_infer), x, mean, variance, scale, offset, close=close)
            same(on(ops.batch_norm_grad), grad, x, scale, offset, mean, variance, close=close)
""",
    "layer normalisation": """
for rows, last in ((0,), (3,)), ((1,), (31,)), ((33,), (5, 3)), ((9, 7), (1025,)), ((), (2000,)):
    for dtype in ("float32", "float16", "float64"):
        x = (3 + 2 * normal(*rows, *last)).astype(dtype)
        scale, offset = normal(2, *last, dtype="float64" if dtype == "float64" else "float32")
        close = 2e-3 if dtype == "float16" else 2e-5
        grad = normal(*rows, *last).astype(dtype) / 8
        same(ops.layer_norm, x, scale, offset, close=close)
        same(ops.layer_norm_grad, grad, x, scale, close=close)
same(ops.layer_norm, np.ones((3, 0), "float32"), *np.ones((2, 0), "float32"))
same(ops.layer_norm_grad, *np.ones((2, 3, 0), "float32"), np.ones(0, "float32"))
""",
    "fused product": """
for activation in "none", "relu":
    for dtype, close in ("float32", 1e-6), ("float64", 1e-14), ("float16", 2e-3):
        for m, k, n in (1, 1, 1), (3, 70, 65), (130, 20, 7), (2, 0, 5), (0, 3, 4):
            args = normal(m, k), normal(k, n), normal(n)
            same(lambda *a: ops.fused_matmul(*a, activation=activation),
                 *(a.astype(dtype) for a in args), close=close * 50)
same(lambda *a: ops.fused_matmul(*a), normal(2, 3, 4), normal(4, 5), normal(5), close=1e-5)
""",
    "hits": """
for rows, n in (0, 3), (5, 1), (40, 3), (20, 33), (9, 2000):
    for dtype in "int32", "int64":
        labels = random.integers(-1, n + 1, rows).astype(dtype)
        scores = np.round(with_specials(rows, n))
        same(ops.sparse_categorical_correct, labels, scores)
        same(ops.categorical_correct, np.round(with_specials(rows, n)), scores)
        labels = np.clip(labels, 0, n - 1)
        scores = np.round(2 * normal(rows, n)) / 2
        for attrs in {}, {"of_softmax": True}:
            same(lambda *a: ops.sparse_softmax_cross_entropy_correct(*a, **attrs), labels, scores,
                 close=1e-5)
            same(lambda *a: ops.softmax_cross_entropy_correct(*a, **attrs), normal(rows, n) / n,
                 scores, close=1e-5)
""",
    "products of halves": """
def product(dtype, offset, **attrs):
    def call(a, b):
        a, b = (tf.cast(x, dtype)[offset:] for x in (a, b))
        return tf.cast(ops.matmul(a, b, **attrs), "float32")
    return call
for dtype, close in ("float16", 2e-2), ("bfloat16", 2e-1):
    for k in (1, 31, 64, 100):
        for a, b, attrs in (
                ((66, k), (k, 72), {}), ((k, 66), (k, 72), {"transpose_a": True}),
                ((3, 2, k), (3, 1, 9, k), {"transpose_b": True})):
            same(product(dtype, 0, **attrs), with_specials(*a), normal(*b), close=close)
    same(product(dtype, 1), normal(4, 5, 33), normal(4, 33, 7), close=close)
    x, w, b = normal(2, 9, 7, 5), normal(3, 3, 5, 16), normal(16)
    same(lambda *a: tf.cast(ops.fused_conv2d(*(tf.cast(x, dtype) for x in a))[0], "float32"),
         x, w, b, close=close)
""",
    "casts of slices": """
floats = "float16", "bfloat16", "float32", "float64"
x = with_specials(40, 9)
for source in floats:
    for target in floats:
        for start in (0, 1, 2, 8):
            same(lambda a: tf.cast(tf.cast(tf.cast(a, source)[start:], target), "float64"), x)
        same(lambda a: tf.cast(tf.cast(tf.cast(a, source)[:, 2:], target), "float64"), x)
""",
    "fused convolution": """
attrs = {"activation": "relu", "padding": "SAME"}
for pool in (1, 1), (2, 2), (3, 1), (2, 5):
    for filters, strides in ((3, 3, 2, 8), (1, 1)), ((2, 3, 4, 6), (2, 1)):
        x, w, b = normal(2, 11, 9, 4), normal(*filters), normal(filters[3])
        call = lambda *a: ops.fused_conv2d(*a, pool=pool, strides=strides, **attrs)
        same(call, x, w, b, close=1e-5)
        y, cells = (r.numpy() for r in call(*map(tf.constant, (x, w, b))))
        args = x, w, y, cells, normal(*y.shape)
        back = lambda *a: ops.fused_conv2d_grad(*a, pool=pool, strides=strides, **attrs)
        same(back, *args, close=2e-5)
        back = lambda *a: ops.fused_conv2d_grad(
            *a, pool=pool, strides=strides, input_needed=False, **attrs)
        same(back, *args, close=2e-5)
x = np.float32([[0, 0, np.nan, 1], [0, 0, 2, np.nan]]).reshape(1, 2, 4, 1)
one = np.ones((1, 1, 1, 1), "float32"), np.zeros(1, "float32")
same(lambda *a: ops.fused_conv2d(*a, pool=(2, 2)), x, *one)
cells = np.uint8([2, 1]).reshape(1, 1, 2, 1)
grads = np.float32([0, 3]).reshape(1, 1, 2, 1)
infinite = np.full((1, 1, 1, 1), np.inf, "float32")
call = lambda *a: ops.fused_conv2d_grad(*a, pool=(2, 2))
found = values("GPU:0", call, (x, infinite, grads, cells, grads))[0]
assert found.ravel().tolist() == [0, 0, 0, np.inf, 0, 0, 0, 0], found
""",
    "complex numbers": """
unary = "abs acos acosh asin asinh atan atanh conj cos cosh exp expm1 imag log log1p negative "
unary += "real reciprocal rsqrt sigmoid sign sin sinh sqrt square tan tanh reduce_sum reduce_mean"
binary = "add subtract multiply divide divide_no_nan pow squared_difference equal not_equal"
for dtype, close in ("complex64", 1e-6), ("complex128", 1e-14):
    x = np.asarray(with_specials(40) + 1j * with_specials(40), dtype).reshape(5, 8)
    y = np.asarray(normal(5, 8) + 1j * normal(5, 8), dtype)
    for name in unary.split():
        same(getattr(ops, name), x, close=close)
    for name in binary.split():
        same(getattr(ops, name), x, y, close=close)
    same(lambda a, b: ops.matmul(a, b, transpose_b=True), y, y[:3], close=close)
    same(lambda a: ops.reduce_prod(a, axis=0), y, close=close)
    same(lambda a: ops.scatter_add(a, tf.constant([0, 2, 0, 1, 2]), shape=(3, 8)), y, close=close)
    for target in "complex64", "complex128", "float16", "int32", "bool":
        same(lambda a: tf.cast(a, target), x)
        same(lambda a: tf.cast(a, dtype), np.arange(5).astype(target))
long = normal(3, 5000) + 1j * normal(3, 5000)
same(lambda a: ops.reduce_sum(a, axis=1), long.astype("complex64"), close=1e-4)
""",
    "nonzero": """
for shape in ((1,), (256,), (257, 3), (0, 4), (70000,), (4, 5, 6)):
    for share in (0, 0.02, 0.5, 1):
        same(tf.where, random.random(shape) < share)
""",
}


@pytest.mark.parametrize("name", SAME)
def test_gpu_gives_what_the_cpu_gives(name):
    assert printed(HEAD + SAME[name] + "print('done')", gpus=1) == "done"
