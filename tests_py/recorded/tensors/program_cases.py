"""What programs written for TensorFlow 2 do, a value or a class of error each. They begin with
`START`; `each(call, values)` are what a call gives of each value: dtype and entries, or the error's
class. A line goes on in those that are set in."""

START = """
import collections.abc, copy, json, pickle, tempfile
def one(call, *values):
    try:
        made = call(*values)
    except Exception as error:
        return type(error).__name__
    entries = made.numpy().tolist()
    return [made.dtype.name, [item.decode() for item in entries] if made.dtype == tf.string
            else entries]
def each(call, values): return [one(call, value) for value in values]
F64, F32 = np.array([1.7, -1.7]), np.array([1.7, -1.7], np.float32)
I64, U8 = np.array([2, -3]), np.array([200, 3], np.uint8)
TRUTH, TEXT = np.array([True, False]), np.array(["a", "b"])
def made_by(*creators, call=lambda: tf.Variable(1.0)):
    if not creators:
        return call()
    with tf.variable_creator_scope(creators[0]):
        return made_by(*creators[1:], call=call)
def frozen(next_creator, **kwargs):
    return next_creator(**{**kwargs, "trainable": False, "name": "made"})
def doubled(next_creator, **kwargs):
    return next_creator(**{**kwargs, "initial_value": kwargs["initial_value"] * 2})
def signatures(function, *calls):
    traced = tf.function(function)
    for call in calls:
        traced(*call)
    return [traced.pretty_printed_concrete_signatures(),
            traced.pretty_printed_concrete_signatures(verbose=False)]
def slope(f, *xs):
    xs = [tf.constant(x) for x in xs]
    with tf.GradientTape() as tape:
        tape.watch(xs)
        y = f(*xs)
    return tape.gradient(y, xs)
X, Y = tf.Variable(2.0), tf.Variable([3.0, 4.0])
def taped(targets, sources, **options):
    with tf.GradientTape() as tape:
        product = X * Y
    return tape.gradient(targets(product), sources, **options)
def printed(*values, **options):
    with tempfile.TemporaryDirectory() as folder:
        tf.print(*values, output_stream=f"file://{folder}/out", **options)
        with open(f"{folder}/out") as file:
            return file.read()
S, D = tf.strings, tf.ragged.constant([[3, 1, 4], [1], [5, 9]])
def mapped(f, *values): return [one(lambda v: tf.map_fn(f, tf.constant(v)), x) for x in values]
def hexed(texts): return [text.hex() for text in texts.numpy().tolist()]
HALF = bytes([216, 0, 0, 97])
V = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
T = tf.TensorShape
def traces(function, values):
    traced = tf.function(function)
    shapes = [traced(value).shape.as_list() for value in values]
    return shapes, traced.experimental_get_tracing_count()
OBJECTS = np.array([1, 2.5], object)
ARRAYS = [F64, F32, I64, U8, TRUTH, TEXT, OBJECTS, np.float64(2.5), np.int64(7), np.bool_(True)]
"""

LISTS = """
each(tf.constant, [[x] for x in (np.int8(3), np.int64(3), np.uint8(3), np.float16(3),
    np.float32(3), np.float64(3), np.bool_(1))])
each(tf.constant, [[np.float32(1), x] for x in (2, 2.5, True, np.float64(2), np.int64(2),
    np.bool_(1), "a")])
each(tf.constant, [[np.float64(1), x] for x in (2, 2.5, True, np.float32(2), np.int64(2),
    np.bool_(1), "a")])
each(tf.constant, [[np.float16(1), x] for x in (2, 2.5, np.float64(2), np.int64(2))])
each(tf.constant, [[1, x] for x in (True, np.float64(2.5), np.int64(2), np.float32(2),
    np.bool_(1), "a", np.int64(2**40))])
each(tf.constant, [[2.5, x] for x in (True, np.float64(2.5), np.int64(2), np.bool_(1))])
each(tf.constant, [[True, x] for x in (1, 2.5, np.bool_(0), np.int64(1), "a")])
each(tf.constant, [[F64, F64], [I64, I64], [U8, U8], [TRUTH, TRUTH], [F32, [1, 2]], [I64, [1.5,
    2]], [[1, 2], F64]])
each(tf.constant, [[np.array(2.5)], [np.array(3)], [np.array([2**40])], [np.zeros([0])],
    [np.uint32(2**31)]])
each(tf.stack, [[1, 2.5], [I64, I64], [I64, [3, 4]], [[1, 2], [3.5, 4]], [True, False], [U8, U8],
    [np.float64(1.5), 2], [F64, F64], ["a", "b"], [tf.constant(1.0), 2]])
each(tf.constant, [range(3), [range(3), range(3)], [range(2), [1.5, 2]], range(0)])
each(lambda x: tf.constant(x, tf.int32), [[np.float64(1.5)], [np.int8(3)], [True],
    [np.zeros([0])], [[1, True]], True])
each(lambda x: tf.constant(x, tf.float32), [[True], True, [1, True], [np.int64(3)],
    [np.float64(1.5), 2]])
each(lambda x: tf.convert_to_tensor(x, dtype_hint=tf.int32), [[1.5, 2], 3, F64, "a"])
"""

ARRAYS = """
each(lambda x: tf.constant(x, tf.int32), ARRAYS)
each(lambda x: tf.constant(x, tf.float32), ARRAYS)
each(lambda x: tf.constant(x, tf.bool), ARRAYS[:5])
each(lambda x: tf.convert_to_tensor(x, tf.uint8), ARRAYS)
each(lambda x: tf.Variable(x, dtype=tf.int64), ARRAYS)
each(lambda x: tf.constant([10, 20]) + x, ARRAYS[:5])
each(lambda x: x * tf.constant([10, 20]), ARRAYS[:5])
each(lambda x: tf.constant([1.5, 2.5]) * x, [TRUTH, True, [True, False], I64, np.bool_(True),
    range(2)])
each(lambda x: tf.maximum(x, tf.constant([1, 2])), ARRAYS[:5])
each(lambda x: tf.concat([tf.constant([1, 2]), x], 0), ARRAYS[:5])
each(lambda x: tf.Variable([1, 2]).assign(x), ARRAYS[:5])
each(lambda x: tf.constant([1, 2]) < x, ARRAYS[:4])
each(lambda x: tf.constant([1, 2]) == x, ARRAYS[:4])
[tf.constant([1, 2]) / F64, F64 / tf.constant([1, 2]), tf.constant([5, 7]) // np.array([2.5, 2.0])]
each(lambda x: tf.where(x, 1, 2), [F64, I64, TRUTH, [1, 0], [True, False]])
each(tf.logical_not, [I64, F64, TRUTH, [1, 0], 1])
each(lambda x: tf.logical_and(x, True), [I64, [1, 0]])
tf.reduce_sum([[1, 2], [3, 4]], np.array(1))
"""

TYPES = """
[tf.as_dtype(n).name for n in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 14, 17, 18, 19, 22, 23)]
[d.as_datatype_enum for d in (tf.float32, tf.bool, tf.string, tf.bfloat16, tf.uint64,
    tf.complex128)]
tf.as_dtype(99)
[d.limits for d in (tf.int8, tf.uint16, tf.float32)]
tf.string.limits
[tf.complex64.real_dtype.name, tf.complex128.real_dtype.name, tf.int32.real_dtype.name]
[tf.float32.is_compatible_with(tf.float32), tf.float32.is_compatible_with("int64"),
    tf.float32.is_quantized, tf.string.is_numpy_compatible]
[tf.cast("a", tf.string).numpy().decode(), tf.cast([["a"], ["b"]], tf.string).shape]
tf.cast("1", tf.int32)
tf.reshape(tf.range(24), [2, 3, 4])[[1, 2]]
tf.reshape(tf.range(24), [2, 3, 4])[[1, slice(0, 2), 3]]
tf.TensorShape([2, 3]).assert_has_rank(1)
tf.TensorShape([2, 3]).assert_has_rank(2)
tf.TensorShape([None]).assert_is_fully_defined()
tf.TensorShape([2, 3]).assert_same_rank([1])
"""

VARIABLES = """
[V.get_shape(), V.is_initialized(), V.synchronization.name, V.aggregation.name]
[V.experimental_ref() == V.ref(), V.assign(V, read_value=False) is None]
[int(v.count_up_to(5)) for v in [tf.Variable(3)] for _ in range(2)]
tf.Variable(5).count_up_to(5)
tf.Variable(1.0).count_up_to(5)
V.batch_scatter_update(tf.IndexedSlices([[9.0, 8.0]], [1])).numpy()
[(v.trainable, v.name, float(v)) for v in [made_by(frozen)]][0]
[(v.trainable, v.name, float(v)) for v in [made_by(doubled, frozen)]][0]
made_by(doubled, lambda next_creator, **kwargs: sorted(kwargs))
made_by(lambda next_creator, **kwargs: [kwargs["trainable"], kwargs["initial_value"]],
    call=lambda: tf.Variable([1, 2], False))
made_by(lambda next_creator, **kwargs: 42)
made_by(lambda next_creator: 42)
"""

FUNCTIONS = """
signatures(lambda x: x + 1, [tf.constant(1)], [tf.constant([1, 2])], [3])
signatures(lambda x, y=2: (x, {"a": y}), [tf.constant(1.0)], [tf.constant(1.0), "t"])
tf.function(lambda n, d: d["a"] * n, input_signature=[tf.TensorSpec([]),
    {"a": tf.TensorSpec([None])}])(2, {"a": [1.0, 2.0]})
tf.function(lambda n, d: d["a"] * n, input_signature=[tf.TensorSpec([]),
    {"a": tf.TensorSpec([None])}])(2, {"b": [1.0]})
tf.function(lambda p: p[0] + p[1], input_signature=[[tf.TensorSpec([None]),
    tf.TensorSpec([])]])([[1.0, 2.0], 3])
tf.function(lambda p: p[0] + p[1], input_signature=[[tf.TensorSpec([None]),
    tf.TensorSpec([])]])([[1.0, 2.0]])
[tf.executing_eagerly(), tf.function(lambda: tf.executing_eagerly())()]
[type(part).__name__ for part in tf.test.compute_gradient(lambda x: x * x, [tf.constant(2.0)])]
"""

GRADIENTS = """
slope(lambda x: tf.where(x > 0, tf.sqrt(x), 0.0), [0.0, 4.0])
slope(lambda x: tf.sqrt(x), [0.0, 4.0])
slope(lambda x: tf.sqrt(x) * [0.0, 3.0], [0.0, 4.0])
[taped(lambda y: X, X), taped(lambda y: Y, Y), taped(lambda y: X, [X, Y])[1]]
taped(lambda y: [X, y], [X, Y])
taped(lambda y: {"a": X, "b": X, "c": y}, X)
[taped(lambda y: X, X, output_gradients=3.0), taped(lambda y: [X, y], X,
    output_gradients=[3.0, [1.0, 0.0]])]
taped(lambda y: X, {"x": X, "y": Y}, unconnected_gradients="zero")
tf.GradientTape().gradient(X, X)
tf.GradientTape(persistent=True).gradient(tf.constant(1.0), X)
tf.GradientTape(persistent=True).jacobian(tf.constant(1.0), X)
"""

ERRORS = """
[[str(e), e.message, e.op, e.node_def,
    e.error_code] for e in [tf.errors.InvalidArgumentError(None, None, "m")]]
[[str(e), e.message, e.op, e.node_def, e.error_code] for e in [tf.errors.NotFoundError(None, None,
    "m")]]
[[str(e), e.message] for e in [tf.errors.OutOfRangeError(node_def=None, op=None, message="m")]]
[[str(e), e.message] for e in [tf.errors.UnknownError(None, None, "m"),
    tf.errors.AbortedError(None, None, "n")]]
"""

LOOPS = """
tf.case([(tf.constant(False), lambda: 1)])
tf.case([(tf.constant(False), lambda: 1), (tf.constant(True), lambda: 2)])
tf.case([(tf.constant(False), lambda: 1)], default=lambda: 7)
"""

VARIADIC = """
tf.function(lambda *args: sum(args), input_signature=[tf.TensorSpec([])] * 3)(1, 2, 3)
tf.function(lambda *args: sum(args), input_signature=[tf.TensorSpec([])] * 3)(1, 2)
tf.function(lambda *args: sum(args), input_signature=[tf.TensorSpec([])] * 3)(1, 2, 3, 4)
tf.function(lambda *args: sum(args),
    input_signature=[tf.TensorSpec([])] * 3).get_concrete_function()(1.0, 2.0, 3.0)
tf.function(lambda a, *rest: (a, rest),
    input_signature=[tf.TensorSpec([]), tf.TensorSpec([None], tf.int32)])(1, [2])
tf.function(lambda a, *rest: (a, rest), input_signature=[tf.TensorSpec([])])(1)
tf.function(lambda a, *rest: a, input_signature=[tf.TensorSpec([])] * 2).input_signature == (
    tf.TensorSpec([]), tf.TensorSpec([]))
"""

RAGGED = """
repr(tf.ragged.constant([[1, 2], [3]]))
repr(tf.ragged.constant([[], []]))
repr(tf.ragged.constant([[[1.5], [2, 3]], []]))
repr(tf.ragged.constant([list(range(40)), [1]]))
repr(tf.RaggedTensor.from_row_lengths(tf.ones([4, 2]), [1, 3]))
repr(tf.ragged.constant([[1.123456789, 2]], dtype=tf.float64))
repr(tf.strings.split(["The quick brown fox jumps over the lazy dog again and again", "b c"]))
"""

NUMBERS = """
each(lambda x: tf.math.divide_no_nan(x, x), [I64, U8, F32])
each(lambda x: tf.math.divide_no_nan(x, 0), [1, 1.5, I64])
[part.shape for part in tf.test.compute_gradient(lambda x: tf.reduce_sum(x ** 2),
    [tf.constant([1.0, 2.0])])[0]]
[part.shape for part in tf.test.compute_gradient(tf.linalg.matvec,
    [tf.ones([3, 2]), tf.constant([1.0, 2.0])])[1]]
"""

PRINTING = """
printed(tf.float32, [tf.int32], {"x": tf.bool}, tf.TensorShape([1]), None, "a", ["a"])
printed(D, [D], tf.ragged.constant([["a"], ["b", "c"]]), tf.ragged.constant([[[1], [2, 3]], []]))
printed(tf.ragged.constant([[1.5, 2], [3]]), tf.ragged.constant([[True], []]))
printed(tf.ragged.range(tf.range(20)), summarize=2)
printed(tf.ragged.range(tf.range(9)), summarize=-1)
printed(tf.sparse.eye(2), {"s": tf.sparse.from_dense([[0, 2]])}, sep="|", end="!")
"""

UNICODE = """
hexed(S.unicode_transcode(["aé", "语"], "UTF-8", "UTF-16-BE"))
hexed(S.unicode_transcode([bytes([97, 255])], "UTF-8", "UTF-32-BE"))
S.unicode_transcode(["aé".encode("utf-16-be")], "UTF-16-BE", "UTF-8")
S.unicode_transcode("a", "UTF-8", "latin1")
[S.unicode_decode("aé".encode(e), e).numpy().tolist() for e in ("latin-1", "utf-32-be",
    "windows-1252")]
S.unicode_decode("中文".encode("shift_jis"), "SHIFT_JIS")
S.unicode_decode("a", "foo")
[S.unicode_decode(HALF, "UTF-16-BE", errors=e) for e in ("replace", "ignore")]
S.unicode_decode(HALF, "UTF-16-BE", errors="strict")
[x.to_list() for x in S.unicode_decode_with_offsets(["aé😊b".encode("utf-16-be"), b""],
    "UTF-16-BE")]
[f(x) for f, x in zip([hexed, list], S.unicode_split_with_offsets("aé".encode("utf-16-be"),
    "UTF-16-BE"))]
hexed(S.unicode_encode(tf.ragged.constant([[97], [233, 128522]]), "UTF-32-BE"))
S.unicode_encode([97], "latin1")
hexed(tf.function(lambda x: S.unicode_transcode(x, "UTF-8", "UTF-16-BE"))(tf.constant(["ab"])))
"""

ROWS = """
mapped(lambda x: tf.cast(x, tf.float32), [1, 2], [1.5, 2.5])
mapped(lambda x: 1.5, [1, 2], [1.0, 2.0])
mapped(lambda x: 1, [1, 2], [1.0, 2.0])
tf.map_fn(lambda x: x, tf.range(2), fn_output_signature=tf.float32)
tf.map_fn(lambda x: (x, x), tf.range(2))
tf.map_fn(lambda x: x[0], (tf.range(2), tf.range(2)))
tf.map_fn(lambda x: (x[1], x[0]), (tf.range(2), tf.range(2.0)))
tf.map_fn(lambda x: (x[0], x[1]), (tf.range(2), tf.range(2.0)))
tf.map_fn(lambda x: {"a": x["a"] + 1}, {"a": tf.range(2)})
tf.map_fn(tf.range, tf.range(3))
tf.function(lambda: tf.map_fn(lambda x: tf.cast(x, tf.float32), tf.range(3)))()
tf.vectorized_map(lambda x: tf.cast(x, tf.float32) * 1.5, tf.range(3))
D[:, 1]
D[5]
D[0, 5]
"""

SHAPES = """
["%s" % T([2, 3]), "%r" % T(None), isinstance(T([2]), tuple)]
[repr(tf.nest.flatten({"a": T([2, 3])})), T([2, 3]) == (2, 3), T([2, 3]) == [2, 3], T([2]) == 2]
[T([2, 3]) == None, T(None) == None, T([2, 3]) != "ab", T(None) == T([]), [2, 3] == T([2, 3])]
[repr(T(None)[1:3]), repr(T(None)[1:]), repr(T(None)[:2]), repr(T(None)[-1:]), T(None)[0]]
T([2, 3]) * 2
T([2, 3]) < (3, 4)
T([2, 3]).index(2)
repr([T([2, None]).dims, T(None).dims])
tf.constant(T(None))
tf.constant(T([2, None]))
tf.convert_to_tensor(T([2, 3]), tf.float32)
tf.zeros(T([2, None]))
tf.reshape(tf.range(6), T([2, None]))
each(tf.convert_to_tensor, [T([2, 3]), T([]), [T([2, 3]), T([4, 5])], T([2**40])])
each(tf.identity, [T([2, 3])])
tf.zeros(2) * T([2, 3])
one(lambda: tf.ones(2, tf.int32) + T([2, 3]))
json.dumps(T([2, 3]))
repr([T(tf.constant(3)), T(np.array([1, 2])), T([2, 3]).most_specific_common_supertype([T([2,
    4])])])
T(3.5)
T([2, 3]).merge_with([2, 4])
each(tf.function(lambda v: v.shape), [tf.zeros((2, 3))])
tf.function(lambda v: "%s" % v.shape)(tf.zeros((2, 3))).numpy().decode()
repr(tf.data.Dataset.from_tensors(T([2, 3])).element_spec)
isinstance(T([2]), collections.abc.Sequence)
repr([tf.slice(tf.zeros((2, 3, 4)), [0, 0, 0], T([2, 3, 1])).shape, tf.zeros((2, 3)).shape + (1,)])
tf.image.resize(tf.zeros((4, 4, 3)), T([2, 3])).shape.as_list()
np.zeros(6).reshape(T([2, 3])).shape
printed(tf.zeros(T([2])).shape, [T([2, 3])])
repr([copy.deepcopy(T([2, None])), pickle.loads(pickle.dumps(T(None))), tuple(T([2, 3]))])
traces(lambda s: tf.zeros(s), [T([2]), T([2]), T([3])])
repr(tf.keras.layers.Reshape(T([3, 4]))(tf.zeros((5, 12))).shape)
"""

COURSES = """
tf.image.adjust_hue(tf.constant([[[-0.5, -0.1, -0.3], [0.5, -0.2, 0.1], [1.5, 0.2, 0.9]]]), 0.1)
tf.function(lambda y, x: tf.nn.ctc_loss(y, x, tf.fill([tf.shape(y)[0]], 2), tf.fill([tf.shape(y)[
    0]], 3)), input_signature=[tf.TensorSpec([None, None], tf.int32), tf.TensorSpec([None, None,
    4])])(tf.constant([[1, 2], [3, 3]]), tf.reshape(tf.range(24.0), (3, 2, 4)) / 9)
[K.serialize(None) for K in (tf.keras.regularizers, tf.keras.initializers, tf.keras.constraints,
    tf.keras.losses, tf.keras.metrics)]
tf.keras.layers.MaxPooling2D(5)(tf.keras.Input((3, 3, 1)))
tf.keras.Sequential([tf.keras.Input((8, 1)), tf.keras.layers.AveragePooling1D(9)])
"""

CASES = {
    name: text.strip().replace("\n    ", " ").splitlines()
    for name, text in {
        "lists": LISTS,
        "arrays": ARRAYS,
        "types": TYPES,
        "variables": VARIABLES,
        "functions": FUNCTIONS,
        "gradients": GRADIENTS,
        "errors": ERRORS,
        "loops": LOOPS,
        "variadic": VARIADIC,
        "ragged": RAGGED,
        "numbers": NUMBERS,
        "printing": PRINTING,
        "unicode": UNICODE,
        "rows": ROWS,
        "shapes": SHAPES,
        "courses": COURSES,
    }.items()
}
