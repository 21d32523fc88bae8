"""Calls of tf.experimental.numpy whose values, dtypes and classes of errors are facts.

They begin with `START`. Those of `BEHAVIOR` also use tensors' methods and operators after
``experimental_enable_numpy_behavior``.
"""

START = """
tnp = tf.experimental.numpy
T = tf.constant
V = [0.5, -1.25, 2.0, 3.0]
M = [[1.0, 2.5, -3.0], [4.0, 0.0, 6.5]]
W = [[3, 1, 2], [9, 7, 8]]
def c(values, dtype): return tf.cast(T(values), dtype)
"""

DTYPES = "bool int8 uint8 int32 int64 float16 bfloat16 float32 float64 complex64".split()
UNARY = """
abs angle arccos arccosh arcsin arcsinh arctan arctanh around bitwise_not cbrt ceil conj cos cosh
deg2rad exp exp2 expm1 fabs fix floor imag iscomplex isfinite isinf isnan isneginf isposinf isreal
log log10 log1p log2 logical_not negative positive rad2deg real reciprocal sign signbit sin sinc
sinh sqrt square tan tanh
sum prod mean var std max min amax amin ptp all any argmax argmin count_nonzero cumsum cumprod
nansum nanprod nanmean average sort argsort ravel zeros_like ones_like empty_like diff diagflat
nonzero vander trace iscomplexobj isrealobj isscalar atleast_2d
""".split()
BINARY = """
add subtract multiply divide floor_divide mod power float_power maximum minimum hypot arctan2
logaddexp logaddexp2 heaviside gcd lcm equal less greater_equal logical_and logical_xor bitwise_and
bitwise_or isclose allclose array_equal dot outer kron nextafter
""".split()
PAIRS = """
bool,bool bool,int8 int8,uint8 int32,int32 int32,int64 int32,float32 int64,float16
uint8,float16 bfloat16,float32 bfloat16,bfloat16 bfloat16,int32 float32,float64 float32,complex64
float64,complex64
""".split()
MATRIX = ("trace",)

OTHERS = """
tnp.array([1, 2])
tnp.array([1, 2.5])
tnp.array([[True], [False]])
tnp.array(1j)
tnp.array([T(1), 2])
tnp.array([T(1.0), 2])
tnp.array([1, 2], dtype=tnp.float32)
tnp.array(3, ndmin=2)
tnp.array("text")
tnp.asarray(np.float32(2))
tnp.asarray([1, 2], dtype="int8")
tnp.ascontiguousarray(3)
tnp.asanyarray(T([1, 2]))
tnp.copy([1])
tnp.zeros([2])
tnp.zeros(3, dtype=int)
tnp.ones((2, 2), dtype=tf.int32)
tnp.ones([2], dtype=bool)
tnp.ones([2], dtype=complex)
tnp.empty([0])
tnp.full([2], 3)
tnp.full([2], 3, dtype=float)
tnp.full([2, 2], [1.5, 2])
tnp.full_like(M, 7)
tnp.full_like(T([1, 2]), 7.5)
tnp.full_like(T([1, 2]), 7, dtype=tnp.float32)
tnp.zeros_like([1, 2], dtype=float)
tnp.eye(2)
tnp.eye(2, 3, 1)
tnp.eye(2, dtype=int)
tnp.identity(2)
tnp.tri(3)
tnp.tri(2, 4, 1, dtype=int)
tnp.arange(5)
tnp.arange(2, 5)
tnp.arange(5.0)
tnp.arange(1, 2, 0.25)
tnp.arange(5, 0, -2)
tnp.arange(3, dtype=tnp.float32)
tnp.arange(3, 1)
tnp.arange(0, 3, 0)
tnp.linspace(0, 1, 5)
tnp.linspace(0, 1, 4, endpoint=False)
tnp.linspace(0, 1, 3, retstep=True)
tnp.linspace(0, 10, 3, dtype=int)
tnp.linspace([0.0, 1.0], [2.0, 3.0], 3, axis=1)
tnp.logspace(0, 2, 3)
tnp.logspace(0, 2, 3, base=2.0)
tnp.logspace(0, 2, 3, dtype=tnp.float32)
tnp.geomspace(1, 8, 4)
tnp.geomspace(1.0, 100.0, 3)
tnp.meshgrid([1, 2], [3.0, 4.0])
tnp.meshgrid([1, 2], [3, 4, 5], indexing="ij")
tnp.vander([1, 2, 3], 2)
tnp.vander([1.0, 2.0], increasing=True)
tnp.diag_indices(3)
tnp.diag([1, 2])
tnp.diag(W)
tnp.diag([1, 2], 1)
tnp.diag(2)
tnp.diagflat([[1, 2]], -1)
tnp.diagonal(W)
tnp.diagonal(W, 1)
tnp.trace(M)
tnp.trace(W, 1)
tnp.trace(W, dtype=float)
tnp.tril(W)
tnp.triu(W, 1)
tnp.tril(c(W, "bool"))
tnp.ix_([0, 1], [2])
tnp.ix_([True, False, True], [1])
tnp.polyval([1, 2, 3], 2)
tnp.polyval([1.5, 2, 3], [1, 2])
tnp.sum(M, axis=0)
tnp.sum(M, axis=(0, 1), keepdims=True)
tnp.sum(W, dtype=tnp.float32)
tnp.sum(M, axis=2)
tnp.sum(c([100, 100], "int8"))
tnp.sum(c([100, 100], "int8"), dtype="int8")
tnp.prod(W, axis=1)
tnp.mean(W)
tnp.mean(M, axis=1, keepdims=True)
tnp.mean(W, dtype=tnp.float32)
tnp.mean(W, dtype=int)
tnp.var(M, axis=0)
tnp.var(M, ddof=1)
tnp.var(W, dtype=tnp.float32)
tnp.std(M, axis=1, keepdims=True)
tnp.std([1 + 1j, 2 - 1j])
tnp.max(M, axis=1)
tnp.min(W, axis=0, keepdims=True)
tnp.amax(M, axis=1)
tnp.ptp(M, axis=1)
tnp.all([[True, False], [True, True]], axis=0)
tnp.any([[0, 0], [1, 0]], axis=1, keepdims=True)
tnp.argmax(M)
tnp.argmax(M, axis=1)
tnp.argmin(W, axis=0)
tnp.argmax(M, axis=5)
tnp.count_nonzero([[0, 1], [2, 0]], axis=0)
tnp.average(M, axis=1)
tnp.average(M, weights=M)
tnp.average(W, axis=1, weights=[1, 2, 3])
tnp.average(W, axis=0, weights=[1.0, 3.0], returned=True)
tnp.nanmean([1.0, float("nan"), 3.0])
tnp.nansum([[1.0, float("nan")], [float("nan"), 2.0]], axis=0)
tnp.nanprod([2.0, float("nan"), 3.0], keepdims=True)
tnp.nanmean([1, 2])
tnp.cumsum(M, axis=1)
tnp.cumsum(W)
tnp.cumsum(c([True, True], "bool"))
tnp.cumprod(W, axis=0)
tnp.cumsum(W, axis=0, dtype=tnp.float32)
tnp.reshape(W, [3, 2])
tnp.reshape(W, -1)
tnp.reshape(W, (3, -1), order="F")
tnp.reshape(W, [4, 2])
tnp.ravel(W)
tnp.flatten(W)
tnp.flatten(W, "F")
tnp.ndim(W)
tnp.shape(W)
tnp.size(W)
tnp.size(3)
tnp.expand_dims(W, 1)
tnp.expand_dims([1], -1)
tnp.squeeze([[[1], [2]]])
tnp.squeeze([[[1], [2]]], axis=0)
tnp.squeeze([[1, 2]], axis=1)
tnp.transpose(W)
tnp.transpose(np.ones([1, 2, 3], "int32"), [2, 0, 1])
tnp.swapaxes(np.ones([1, 2, 3]), 0, 2)
tnp.moveaxis(np.ones([1, 2, 3]), 0, -1)
tnp.moveaxis(np.ones([1, 2, 3]), [0, 1], [-1, -2])
tnp.broadcast_to([1, 2], [2, 2])
tnp.broadcast_to([1, 2], [3])
tnp.broadcast_arrays([1, 2], [[3.5], [4.5]])
tnp.concatenate([[1, 2], [3.5]])
tnp.concatenate([W, W], axis=1)
tnp.concatenate([W, W], axis=None)
tnp.append([1, 2], 3)
tnp.append(W, [[1, 2, 3]], axis=0)
tnp.stack([[1, 2], [3.0, 4.0]])
tnp.stack([[1, 2], [3, 4]], axis=1)
tnp.stack(W)
tnp.hstack([[1], [2, 3]])
tnp.hstack([W, W])
tnp.vstack([[1, 2], [3, 4]])
tnp.dstack([[1, 2], [3, 4]])
tnp.split([1, 2, 3, 4], 2)
tnp.split([1, 2, 3, 4], [1, 3])
tnp.split([1, 2, 3], 2)
tnp.hsplit(W, 3)
tnp.vsplit(W, 2)
tnp.dsplit(np.ones([1, 1, 2]), 2)
tnp.atleast_1d(3)
tnp.atleast_1d(3, [4])
tnp.atleast_2d([1, 2])
tnp.atleast_3d([1, 2])
tnp.atleast_3d(W)
tnp.tile([1, 2], 2)
tnp.tile(W, (2, 1))
tnp.tile([1, 2], (2, 2))
tnp.repeat([1, 2], 2)
tnp.repeat(W, 2, axis=1)
tnp.repeat(W, [1, 2], axis=0)
tnp.flip(W)
tnp.flip(W, 1)
tnp.fliplr(W)
tnp.flipud(W)
tnp.rot90(W)
tnp.rot90(W, 2)
tnp.rot90(W, -1)
tnp.roll([1, 2, 3], 1)
tnp.roll(W, 1, axis=1)
tnp.roll(W, 1)
tnp.pad([1, 2], 1, "constant")
tnp.pad([1, 2], (1, 2), "constant", constant_values=9)
tnp.pad([[1, 2, 3]], ((0, 0), (2, 1)), "reflect")
tnp.pad([[1, 2, 3]], ((1, 0), (2, 1)), "symmetric")
tnp.pad([1, 2], ((1, 1),), "edge")
tnp.diff(W)
tnp.diff(W, axis=0)
tnp.diff([1, 4, 9, 16], n=2)
tnp.diff([True, False])
tnp.sort([[3.0, 1.0], [2.0, 4.0]])
tnp.sort(W, axis=0)
tnp.sort(W, axis=None)
tnp.argsort([3, 1, 2])
tnp.argsort(W, axis=None, kind="stable")
tnp.argsort([3, 1, 2], kind="other")
tnp.take([1, 2, 3], [0, 2])
tnp.take(W, [1, 0], axis=1)
tnp.take([1, 2, 3], [5, -1])
tnp.take([1, 2, 3], [5, -1], mode="wrap")
tnp.take([1, 2, 3], [0], mode="raise")
tnp.take(W, 1)
tnp.take_along_axis(W, [[0], [2]], axis=1)
tnp.take_along_axis([3, 4], [1, 0], axis=None)
tnp.compress([True, False, True], [1, 2, 3])
tnp.compress([False, True], W, axis=0)
tnp.compress([True, False], [1, 2, 3])
tnp.where([True, False], [1, 2], [3.5, 4.5])
tnp.where([True, False], 1, 2)
tnp.where([[True, False], [True, True]])
tnp.where([True], [1])
tnp.where([1, 0], T([1.5, 2.5]), 0)
tnp.nonzero([[0, 1], [2, 0]])
tnp.nonzero(3)
tnp.select([[True, False], [True, True]], [[1, 2], [3, 4]])
tnp.select([[True, False]], [[1.5, 2]], default=-1)
tnp.select([[True, False]], [])
tnp.clip([1, 5, 9], 2, 6)
tnp.clip([1, 5, 9], 2.5, None)
tnp.clip(c([1, 5, 9], "float32"), None, 6)
tnp.clip([1, 2], None, None)
tnp.around([1.25, 2.55], 1)
tnp.around([125, 135], -1)
tnp.round([0.5, 1.5, 2.5])
tnp.fix([-1.7, 1.7])
tnp.sign([-1.5, 0.0, 2.0])
tnp.sign([1 - 2j, -3j])
tnp.angle([1j, 1.0], deg=True)
tnp.signbit([-1.0, 1.0])
tnp.divmod([7, -7], 3)
tnp.remainder([7.5, -7.5], 2)
tnp.true_divide([1, 2], 2)
tnp.logical_or([1, 0], [0, 0])
tnp.not_equal([1, 2], [1.0, 2.5])
tnp.greater([True, False], [False, False])
tnp.less_equal([1, 2], 1)
tnp.bitwise_xor([5, 6], 3)
tnp.bitwise_xor([5.0], 3)
tnp.gcd(12, [8, 18])
tnp.lcm([4, 6], 10)
tnp.isclose([1.0, 2.0], [1.0 + 1e-9, 2.1])
tnp.isclose([float("nan")], [float("nan")], equal_nan=True)
tnp.isclose([1, 2], [1, 3])
tnp.allclose([1.0], [1.0])
tnp.array_equal([1, 2], [1, 2])
tnp.array_equal([1, 2], [1, 2, 3])
tnp.matmul(M, [[1.0], [2.0], [3.0]])
tnp.matmul(W, [1, 2, 3])
tnp.matmul(2, 3)
tnp.matmul(c(W, "int8"), c([1, 2, 3], "int8"))
tnp.dot(W, [1, 2, 3])
tnp.dot(2, 3.5)
tnp.dot([1, 2], [1, 2, 3])
tnp.inner(W, W)
tnp.inner(2, [1, 2])
tnp.outer([1, 2], [3.5, 4.5])
tnp.vdot([1 + 2j, 3], [1j, 1])
tnp.vdot(W, W)
tnp.tensordot(W, W, axes=[[1], [1]])
tnp.tensordot(W, W)
tnp.einsum("ij,kj->ik", W, M)
tnp.einsum("ij", W, casting="unsafe")
tnp.kron([1, 2], [[1, 10]])
tnp.cross([1, 2, 3], [4, 5, 6])
tnp.cross([1.0, 2.0], [3.0, 4.0])
tnp.cross(W, [1, 0, 0], axisc=0)
tnp.cross([1, 2, 3, 4], [1, 2, 3, 4])
tnp.finfo(tnp.float32).eps
tnp.iinfo(tnp.int8).max
tnp.isscalar(1)
tnp.isscalar([1])
tnp.isscalar(T(1.0))
tnp.iscomplexobj(1j)
tnp.result_type(1, 2.0)
tnp.result_type(T(1), tf.float32)
tnp.result_type(tf.int8, 3)
tnp.promote_types(tnp.int32, tnp.float32)
tnp.issubdtype(tnp.int32, tnp.inexact)
tnp.ndarray is tf.Tensor
[tnp.e, tnp.pi, tnp.inf]
tnp.newaxis
tnp.random.rand(2, 3).dtype
tnp.random.randn(2).shape
tnp.random.randn().dtype
tnp.random.standard_normal([2]).dtype
tnp.random.uniform(size=[2]).dtype
tnp.random.uniform([0.0, 1.0], 2.0).shape
tnp.random.random([2]).dtype
tnp.random.poisson(3.0, [2]).dtype
tnp.random.randint(5, size=[2]).dtype
tnp.random.randint(2, 5, size=3, dtype=tnp.int32).dtype
tnp.exp(tf.Variable([1.0]))
tnp.add(tf.Variable([1.0]), 1)
"""

BEHAVIOR_LINES = """
(T([1]) + 2.5).dtype
(2.5 + T([1])).dtype
(T([1]) + T([1.0])).dtype
(T([1]) - np.float32(1)).dtype
(T([1]) / 2).dtype
(T([3]) // 2.0)
(T([3]) ** 2.0).dtype
(T([1]) < 1.5)
T([[1], [2]]) @ T([[1.5]])
T([[1, 2]]).T
T([[1, 2], [3, 4]])[:, [False, True]]
T([[1, 2], [3, 4]])[[0, 1], T([1, 0])]
T([[1, 2], [3, 4]])[T([[1, 2], [3, 4]]) > 2]
T([[1, 2], [3, 4]])[None, np.array([1, 0])]
T([1, 2]).astype(tnp.float32)
T([1, 2]).astype(float)
T([[1, 2]]).reshape(2, 1)
T([[1, 2]]).reshape(-1)
T([[1, 2]]).reshape([2, -1])
T([[1, 2]]).ravel()
T([[1, 2]]).flatten()
T([[1, 2], [3, 4]]).transpose(1, 0)
T([[1, 2], [3, 4]]).transpose()
T([[1, 2], [3, 4]]).size
T([1.5, 2.5]).clip(1.75, 2.0)
T([1, 2]).mean()
T([[1, 2], [3, 4]]).max(axis=0)
T([1, 2]).min()
T([1, 2]).tolist()
T([1.0]).data
T([[1, 2], [3, 4]])[[1, 0]]
T([[1, 2], [3, 4]])[:, [1]]
T([[1, 2], [3, 4]])[..., T([1, 0])]
T([1, 2, 3])[T([True, False, True])]
T([1, 2, 3])[-1]
tnp.exp(1)
tnp.array(1.5)
"""


def _argument(values, dtype):
    return f'c({values}, "{dtype}")'


def _unary():
    values = {name: "[1, 3, 2]" for name in UNARY}
    values.update({name: "[[1, 2], [3, 4]]" for name in MATRIX})
    inside = dict.fromkeys("arccos arcsin arctanh".split(), "[0, 1]")
    return [
        f"tnp.{name}({_argument({**values, **inside}[name], dtype)})"
        for name in UNARY
        for dtype in DTYPES
    ]


def _binary():
    return [
        f"tnp.{name}({_argument('[1, 3, 2]', a)}, {_argument('[2, 1, 2]', b)})"
        for name in BINARY
        for a, b in (pair.split(",") for pair in PAIRS)
    ]


def _python_numbers():
    numbers = ("True", "2", "2.5", "1j")
    return [
        f"tnp.{name}({_argument('[1, 3]', dtype)}, {number}).dtype"
        for name in ("add", "maximum")
        for dtype in DTYPES
        for number in numbers
    ]


CASES = {
    "unary": _unary(),
    "binary": _binary(),
    "numbers": _python_numbers(),
    "others": OTHERS.strip().split("\n"),
    "behavior": BEHAVIOR_LINES.strip().split("\n"),
    "float32": [*_python_numbers(), *BEHAVIOR_LINES.strip().split("\n")[-2:]],
}


# What differs on purpose, by function and dtypes.
_COMPUTED = "computed, where TensorFlow has no kernel for that dtype or refuses it"
_REAL = "the angle of a real number is in its own floating dtype, not in float32"
_SHAPED = "an element for each of x, where TensorFlow gives one False for all"
_WORDS = "another class of error"
_EXACT = "computed in float64 from the start"
_COMPUTED_UNARY = """
abs:bool,uint8 fabs:bool,uint8 conj:bool fix:complex64 isfinite:complex64 isnan:complex64
negative:uint8 real:bool reciprocal:int8,uint8,int32,int64 sign:bool,uint8 cumsum:bool cumprod:bool
nansum:complex64 nanprod:complex64 nanmean:complex64 vander:bool,uint8
"""
_COMPUTED_BINARY = """
power:bool,bool float_power:bool,bool hypot:bool,bool hypot:bool,int8 arctan2:bool,bool
arctan2:bool,int8 arctan2:int8,uint8 arctan2:int32,int32 arctan2:int32,int64 logaddexp:bool,bool
logaddexp2:bool,bool heaviside:bool,bool dot:bool,bool dot:bool,int8 dot:int8,uint8
nextafter:bool,bool nextafter:bool,int8 nextafter:int8,uint8 nextafter:int32,int32
nextafter:int32,int64 nextafter:bfloat16,bfloat16
"""


def _one(name, dtype):
    return f"tnp.{name}({_argument('[1, 3, 2]', dtype)})"


def _two(name, a, b):
    return f"tnp.{name}({_argument('[1, 3, 2]', a)}, {_argument('[2, 1, 2]', b)})"


def _computed():
    unary = (row.split(":") for row in _COMPUTED_UNARY.split())
    binary = (row.replace(":", ",").split(",") for row in _COMPUTED_BINARY.split())
    return [
        *(_one(name, dtype) for name, dtypes in unary for dtype in dtypes.split(",")),
        *(_two(*row) for row in binary),
    ]


DIFFERENCES = {
    **dict.fromkeys(_computed(), _COMPUTED),
    **{_one("angle", dtype): _REAL for dtype in DTYPES if dtype not in ("float32", "complex64")},
    **{
        _one(name, dtype): _SHAPED
        for name in ("isinf", "isneginf", "isposinf")
        for dtype in ("bool", "int8", "uint8", "int32", "int64", "complex64")
        if (name, dtype) not in (("isneginf", "complex64"), ("isposinf", "complex64"))
    },
    _one("isneginf", "complex64"): "complex numbers have no order: refused",
    _one("isposinf", "complex64"): "complex numbers have no order: refused",
    _one("around", "complex64"): _WORDS,
    _one("argsort", "complex64"): _WORDS,
    _two("floor_divide", "float32", "complex64"): _WORDS,
    _two("floor_divide", "float64", "complex64"): _WORDS,
    _two("hypot", "float32", "complex64"): "lengths are real",
    _two("hypot", "float64", "complex64"): "lengths are real",
    _two("arctan2", "bfloat16", "bfloat16"): _EXACT,
    _two("logaddexp2", "uint8", "float16"): _EXACT,
    _two("logaddexp2", "bfloat16", "float32"): _EXACT,
    "tnp.linspace(0, 10, 3, dtype=int)": "the dtype is what was asked for",
    "tnp.logspace(0, 2, 3, dtype=tnp.float32)": "the dtype is what was asked for",
    "tnp.linspace([0.0, 1.0], [2.0, 3.0], 3, axis=1)": "bounds may be arrays, as in NumPy",
    "tnp.diag(2)": _WORDS,
    'tnp.tril(c(W, "bool"))': _COMPUTED,
    "tnp.sum(M, axis=2)": _WORDS,
    "tnp.var(M, ddof=1)": "TensorFlow fails inside",
    'tnp.cumsum(c([True, True], "bool"))': _COMPUTED,
    "tnp.squeeze([[1, 2]], axis=1)": _WORDS,
    "tnp.concatenate([W, W], axis=None)": "as in NumPy",
    "tnp.split([1, 2, 3], 2)": _WORDS,
    "tnp.hsplit(W, 3)": "TensorFlow fails inside for lists",
    "tnp.vsplit(W, 2)": "TensorFlow fails inside for lists",
    'tnp.pad([1, 2], 1, "constant")': "one width is that of all sides, as in NumPy",
    'tnp.pad([1, 2], (1, 2), "constant", constant_values=9)': "a pair is that of all axes",
    "tnp.around([125, 135], -1)": "the nearest tens, as in NumPy",
    'tnp.matmul(c(W, "int8"), c([1, 2, 3], "int8"))': _COMPUTED,
    "tnp.cross([1, 2, 3, 4], [1, 2, 3, 4])": _WORDS,
    "T([[1, 2], [3, 4]]).transpose(1, 0)": "axes may be several arguments, as in NumPy",
}
