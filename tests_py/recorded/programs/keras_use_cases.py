"""Rarer uses of Keras's layers, models and functions. Each code begins with `START`, in an empty
folder."""

from recorded.code_facts import snippets

START = r"""
import os, tempfile
K = tf.keras
L = K.layers
ops = K.ops
folder = tempfile.mkdtemp()
X, Y = np.arange(40.0, dtype="float32").reshape(10, 4) / 40, np.ones((10, 1), "float32")
INTS = np.array([[1, 2], [3, 4]])
def fixed(model):
    for place, weight in enumerate(model.weights):
        draw = np.random.RandomState(place + 1)
        weight.assign(draw.uniform(-0.3, 0.3, weight.shape).astype("float32"))
    return model
def again(model, **custom):
    file = os.path.join(folder, "m.keras")
    model.save(file)
    return K.models.load_model(file, custom_objects=custom, safe_mode=False)
def logged(**options):
    model = K.Sequential([K.Input((4,)), L.Dense(1)])
    model.compile("sgd", "mse", **options)
    data = dict(sample_weight=np.ones(10), validation_split=0.2, epochs=2, verbose=0)
    return list(model.fit(X, Y, **data).history)
def of_outputs(outputs, **options):
    i = K.Input((4,))
    o = {name: L.Dense(1, name=name)(i) for name in outputs}
    model = K.Model(i, o)
    model.compile("sgd", "mse", **options)
    data = dict(validation_split=0.5, verbose=0)
    return list(model.fit(X, {name: Y for name in outputs}, **data).history)
class Pair(L.Layer):
    def __init__(self, units, **options):
        super().__init__(**options)
        self.units = units
        self.one, self.two = L.Dense(units), L.Dense(units)
    def call(self, inputs, other, mask=None):
        return self.one(inputs) + self.two(other)
    def get_config(self):
        return {**super().get_config(), "units": self.units}
class Hot(L.Layer):
    def __init__(self, **options):
        super().__init__(**options)
        self.dense = L.Dense(2)
    def call(self, inputs):
        return self.dense(tf.one_hot(inputs, 5))
def pair():
    one, two = K.Input((None, 4)), K.Input((None, 4))
    model = K.Model([one, two], Pair(3)(one, two))
    read = again(model, Pair=Pair)
    data = [X[None], X[None]]
    return [bool(np.allclose(model(data), read(data))), len(read.weights)]
def hot():
    i = K.Input((), dtype="int32")
    model = K.Model(i, Hot()(i))
    data = np.array([1, 3])
    return bool(np.allclose(model(data), again(model, Hot=Hot)(data)))
def between(function, *sizes, saves=True):
    i = K.Input(sizes or (4,))
    model = K.Model(i, function(i))
    kinds = [entry["class_name"] for entry in model.get_config()["layers"]] if saves else []
    found = model(X)
    own = dict(ones=ones, zeros=zeros, double=double, more=more, both=both, carried=carried)
    return [found, again(model, **own)(X) if saves else None, kinds]
def stateful():
    layer = L.ConvLSTM1D(2, 3, stateful=True)
    x = X.reshape(2, 2, 5, 2)
    layer(x)
    fixed(layer)
    layer.reset_state()
    first, second = layer(x), layer(x)
    layer.reset_state()
    model = fixed(K.Sequential([K.Input(batch_shape=(2, 2, 5, 2)), layer, L.Flatten(), L.Dense(1)]))
    model.compile("sgd", "mse")
    losses = model.fit(x, Y[:2], epochs=3, shuffle=False, verbose=0).history["loss"]
    return [first, second, layer(x), losses, layer.get_config()["stateful"]]
def kinds(layer):
    return [one.dtype.name for one in tf.nest.flatten(layer(X[None]))]
def steps_alone():
    i, j = K.Input((4,)), K.Input((4,))
    inner = K.Model([i, j], [L.Dense(1)(i), L.Dense(2)(j)])
    class Own(K.Model):
        def __init__(self):
            super().__init__()
            self.inner = inner
        def call(self, x):
            return self.inner(x)
        def train_step(self, data):
            with tf.GradientTape() as tape:
                one, two = self.inner(data)
                loss = tf.reduce_mean(one) + tf.reduce_mean(two)
            weights = self.inner.trainable_weights
            self.optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
            return {"loss": loss}
    model, lines = Own(), []
    model.compile("adam")
    model.fit(tf.data.Dataset.from_tensor_slices((X, X)).batch(5), verbose=0)
    model.summary(print_fn=lambda text, **k: lines.append(text))
    return "(None, 1), (None, 2)" in "".join(lines)
def ones(): return K.ops.ones((2,))
def zeros(): return K.ops.zeros((2,))
def double(a): return a * 2
def more(a): return a + 1
def both(a, b): return a + b
def carried(a, b): return a + b, a * b
def ends(make, **names):
    K.utils.clear_session()
    i = K.Input((4,), **names)
    model = make(K.Model({"q": i} if names else i, L.Dense(2, name="d")(i)))
    return [model.inputs[0].name, *(layer.name for layer in model.layers)]
def nested():
    K.utils.clear_session()
    i, j = K.Input((4,)), K.Input((4,))
    inner = K.Sequential([K.Input((4,)), L.Dense(3), L.Dense(2)], name="inner")
    middle = K.Model(i, [inner(i), L.Dense(1)(i)], name="middle")
    model, lines = K.Model(j, L.Concatenate()(middle(j))), []
    add = lambda text, **k: lines.append(text)
    model.summary(expand_nested=True, line_length=100, print_fn=add)
    return "\n".join(lines)
def masks(function):
    i = K.Input((None,), dtype="int32")
    model = fixed(K.Model(i, function(L.Embedding(9, 4, mask_zero=True)(i))))
    loss = K.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile("sgd", loss, metrics=["accuracy"])
    words, labels = np.array([[1, 2, 0], [3, 0, 0]]), np.array([[0, 1, 2], [1, 2, 3]])
    found = getattr(model(words), "_keras_mask", None)
    return [found is None, model.evaluate(words, labels, verbose=0)]
def heads(*inputs): return L.MultiHeadAttention(2, 3)(*inputs)
def summed(*inputs): return L.Add()(list(inputs))
def pooled(x): return L.RepeatVector(3)(L.GlobalAveragePooling1D()(x))
def recurrent(x): return L.LSTM(4, return_sequences=True)(x)
def operated(code):
    found = eval(code, dict(globals(), i=WHOLE, f=REALS, h=HALF_OF_THEM))
    return [found, getattr(found.dtype, "name", found.dtype)]
def handed(data):
    seen = []
    class Own(K.Model):
        def train_step(self, given):
            seen.extend(part.dtype.name for part in given)
            return {"loss": 0.0}
    model = Own()
    model.compile(run_eagerly=True)
    model.fit(*data, verbose=0)
    return seen
def two(): yield X.astype("float64"), X.astype("float16")
def called_order():
    K.utils.clear_session()
    a, b = K.Input((4, 3)), K.Input((4,))
    x, y = a[:, 0], b[:, :3]
    return [one.name for one in K.Model([a, b], y * x + (1.0 - b[:, :3]) * x).layers]
def after_build(base, args, shape, name, **options):
    class Own(base):
        def build(self, input_shape):
            super().build(input_shape)
            self.seen = [list(getattr(self, name).shape), getattr(self, "bias", 0) is None]
            self.extra = self.add_weight(shape=(2,), name="extra")
    layer = Own(*args, **options)
    layer(tf.ones(shape))
    return [layer.seen, layer.built, [weight.name for weight in layer.weights]]
class RowSums(L.Layer):
    def call(self, x):
        return tf.cast(tf.expand_dims(tf.reduce_sum(x, 1), 1), tf.float32)
def ragged(last):
    i = K.Input((None,), ragged=True, dtype="int32")
    rows = tf.ragged.constant([[1, 2, 3], [4], [5, 6]])
    model = K.Model(i, last(i))
    return [i.ragged, model(rows), model.get_config()["layers"][0]["config"]["ragged"]]
def ragged_fit():
    i = K.Input((None,), ragged=True, dtype="int32")
    model = K.Model(i, L.Dense(1, kernel_initializer="ones")(RowSums()(i)))
    model.compile("sgd", "mse")
    rows = tf.ragged.constant([[1, 2, 3], [4], [5, 6]])
    return [model.fit(rows, np.ones([3, 1]), verbose=0).history, model.predict(rows, verbose=0)]
class Doubled(L.Softmax):
    def call(self, x, mask=None):
        return super().call(x * 2, mask=mask)
class Passed(L.BatchNormalization):
    def call(self, x, training=None, mask=None):
        return super().call(x, training=training, mask=mask)
def passed():
    layer = Passed()
    mask = np.array([[True, False, True], [True, True, True]])
    data = X[:6].reshape(2, 3, 4)
    return [layer(data, training=True, mask=mask), layer.moving_mean]
def thawed(again):
    K.utils.clear_session()
    hidden = L.Dense(3, kernel_initializer="ones", kernel_regularizer="l2", name="a")
    last = L.Dense(2, kernel_initializer="ones", kernel_regularizer="l2", name="b")
    base = K.Sequential([K.Input((4,)), hidden, last], name="base")
    base.trainable = False
    again(base).trainable = True
    model = K.Sequential([base, L.Dense(1, kernel_initializer="ones", name="head")], name="m")
    model.build((None, 4))
    model.compile("sgd", "mse")
    told = [[one.path for one in part.trainable_weights] for part in (model, base)]
    loss = model.fit(X, Y, verbose=0).history["loss"]
    return [told, list(map(float, model.losses)), loss, hidden.kernel, last.kernel]
def has(thing, *names): return [getattr(thing, name) for name in names]
def dtype(name, one, two): return getattr(ops, name)(one, two).dtype.name
WHOLE, REALS = K.Variable(3, dtype="int32"), K.Variable([1.0, 2.0])
HALF_OF_THEM = K.Variable([1.0, 2.0], dtype="float16")
BYTES, HALVES = np.array([1, 2], "uint8"), np.array([1.0, 2.0], "float16")
"""

_OPERATORS = """
operated("i + 1.5")
operated("i / 2")
operated("2 / i")
operated("i * 2")
operated("i ** 0.5")
operated("i // 0.5")
operated("i < 2.5")
operated("tf.constant([1.0, 2.0], tf.float64) * f")
operated("f * tf.constant([1, 2])")
operated("h * f")
operated("h * 1.5")
operated("f * np.array([1.0, 2.0])")
operated("f > tf.constant([1, 2])")
operated("i + [1.5]")
operated("f + [1, 2]")
"""

_BATCHES = """
handed([tf.data.Dataset.from_tensor_slices((X.astype("float64"), X.astype("float16"))).batch(5)])
handed([tf.data.Dataset.range(3).map(lambda i: (tf.cast(i, "float64"), i)).batch(3)])
handed([two()])
handed([X.astype("float64"), X.astype("float16")])
called_order()
L.InputLayer(batch_input_shape=(4, 3)).batch_shape
K.initializers.VarianceScaling(distribution="normal").get_config()["distribution"]
"""

_BUILDS = """
after_build(L.Dense, (2,), (1, 3), "kernel")
after_build(L.Dense, (2,), (1, 3), "kernel", use_bias=False)
after_build(L.Conv1D, (2, 3), (1, 4, 2), "kernel")
after_build(L.Conv2D, (2, 3), (1, 4, 4, 2), "kernel")
after_build(L.DepthwiseConv2D, (2,), (1, 4, 4, 2), "kernel")
after_build(L.Conv2DTranspose, (2, 2), (1, 4, 4, 2), "kernel")
after_build(L.SeparableConv2D, (2, 3), (1, 4, 4, 2), "depthwise_kernel")
after_build(L.BatchNormalization, (), (1, 3), "gamma")
after_build(L.LayerNormalization, (), (1, 3), "gamma")
after_build(L.Embedding, (3, 2), (1, 3), "embeddings")
"""

_ATTRIBUTES = """
has(L.MaxPooling2D(2), "strides", "pool_size")
has(L.AveragePooling1D(3, strides=2), "strides", "pool_size")
has(L.ConvLSTM2D(2, 3), "filters", "kernel_size", "strides", "padding", "dropout", "use_bias")
has(L.GRU(3), "single_state")
has(L.LSTM(3), "single_state")
has(K.metrics.Precision(), "thresholds", "init_thresholds")
has(K.metrics.TruePositives([0.2, 0.7]), "thresholds")
has(K.metrics.PrecisionAtRecall(0.5, num_thresholds=3), "value", "thresholds")
has(K.initializers.HeNormal(), "scale", "mode", "distribution")
has(K.initializers.GlorotUniform(3).clone(), "scale", "seed")
callable(L.Dense(2).stateless_call)
Doubled()(X[:2], mask=np.array([True, True, False, True]))
passed()
"""

_RAGGED = """
ragged(RowSums())
ragged(L.Lambda(lambda x: x.to_tensor(), output_shape=(None,)))
ragged_fit()
"""

_FREEZING = """
thawed(lambda base: base.layers[-1])
thawed(lambda base: base)
thawed(lambda base: base.layers[0])
"""

_LOGS = """
logged(metrics=["mae"], weighted_metrics=["mae"])
logged(metrics=[K.metrics.MeanAbsoluteError(name="x")])
of_outputs(["w", "z"])
of_outputs(["w", "a"], metrics=["mae", "mse"])
of_outputs(["a", "b"], metrics=[None, "mae"])
of_outputs(["a", "b"], metrics=["mse", None], weighted_metrics=[["mae"], None])
"""

_FILES = """
pair()
hot()
"""

_LAYERS = """
stateful()
L.ConvLSTM1D(2, 3, stateful=True)(K.Input((2, 5, 2)))
kinds(L.Bidirectional(L.LSTM(3), dtype="float16"))
kinds(L.Bidirectional(L.GRU(3, dtype="float16"), dtype="float32"))
kinds(L.Bidirectional(L.LSTM(3, return_state=True), dtype="float16", merge_mode=None))
kinds(L.TimeDistributed(L.Dense(3), dtype="float64"))
kinds(L.TimeDistributed(L.Dense(3, dtype="float16")))
kinds(L.TimeDistributed(L.Dense(3), dtype="float16"))
kinds(L.TimeDistributed(L.Dense(3, dtype="int32")))
kinds(L.RNN(L.LSTMCell(3), dtype="float16"))
kinds(L.RNN([L.GRUCell(3), L.LSTMCell(2)], return_state=True, dtype="float64"))
kinds(L.RNN(L.SimpleRNNCell(3, dtype="float16"), return_sequences=True))
kinds(L.Embedding(3, 2, autocast=False))
L.LSTM(2, activation=K.ops.sigmoid).get_config()["activation"]
L.LSTM(2, activation=L.LeakyReLU(name="a")).get_config()["activation"]["class_name"]
L.LSTM.from_config(L.LSTM(2, activation=L.LeakyReLU(0.5)).get_config()).activation.negative_slope
L.GRU(2, recurrent_activation=K.activations.relu).get_config()["recurrent_activation"]
steps_alone()
nested()
K.metrics.F1Score(dtype="float64")(np.eye(3), [[0.5, 0.2, 0.3], [0.1, 0.8, 0.1], [0.4, 0.3, 0.3]])
K.metrics.FBetaScore("micro", 2.0, dtype="float64")(np.eye(2), [[0.5, 0.2], [0.4, 0.3]])
"""

_BETWEEN = """
between(lambda x: ops.cond(ops.sum(x) > 3, ones, zeros))
between(lambda x: ops.switch(ops.cast(ops.sum(x), "int32"), [double, more], x))
between(lambda x: ops.map(double, x))
between(lambda x: ops.vectorized_map(more, x))
between(lambda x: ops.scan(carried, x[0], x)[1])
between(lambda x: ops.associative_scan(both, x, axis=1))
ops.fori_loop(0, 3, both, X)
between(lambda x: ops.reshape(x, -1))
between(lambda x: ops.squeeze(x))
between(lambda x: ops.median(x))
between(lambda x: ops.quantile(x, 0.3))
between(lambda x: ops.unique(ops.reshape(x, -1)))
between(lambda x: ops.fori_loop(0, 3, lambda i, a: a + 1.0, x), saves=False)
between(lambda x: ops.fori_loop(0, 3, lambda i, a: a + 1.0, x))
between(lambda x: ops.while_loop(lambda a: ops.sum(a) < 99, double, x), saves=False)
"""

_DTYPES = """
dtype("arctan2", 0.5, HALVES)
dtype("logaddexp", HALVES, 0.5)
dtype("outer", 2, BYTES)
dtype("kron", BYTES, 2)
dtype("gcd", BYTES, 2)
dtype("lcm", 2, BYTES)
dtype("bitwise_and", BYTES, 1)
dtype("bitwise_left_shift", BYTES, 1)
dtype("bitwise_left_shift", 1, BYTES)
dtype("nextafter", HALVES, 0.5)
ops.view(INTS).dtype.name
ops.convert_to_numpy([1, 2])
ops.convert_to_numpy(0.5)
ops.is_tensor(K.Variable([1.0]))
"""

_CLONES = """
ends(K.models.clone_model)
ends(K.models.clone_model, name="q")
ends(lambda model: K.models.clone_model(K.models.clone_model(model)))
ends(lambda model: K.Model.from_config(model.get_config()))
ends(lambda model: K.Model.from_config(model.get_config()), name="q")
"""

_MASKS = """
masks(lambda e: heads(e, e))
masks(lambda e: summed(e, heads(e, e)))
masks(lambda e: summed(heads(e, e), e))
masks(lambda e: summed(heads(e, e), heads(e, e)))
masks(lambda e: summed(heads(e, e), recurrent(e)))
masks(lambda e: summed(heads(e, e), L.LayerNormalization()(e)))
masks(lambda e: recurrent(summed(e, heads(e, e))))
masks(lambda e: pooled(summed(e, heads(e, e))))
masks(lambda e: pooled(e + heads(e, e)))
masks(lambda e: L.Dense(4)(summed(e, L.MultiHeadAttention(2, 3)(query=e, value=e))))
masks(lambda e: L.Dense(4)(L.LayerNormalization()(summed(e, L.Dense(4)(e)))))
"""

CASES = snippets(
    {
        "operators": _OPERATORS,
        "batches": _BATCHES,
        "builds": _BUILDS,
        "attributes": _ATTRIBUTES,
        "ragged": _RAGGED,
        "freezing": _FREEZING,
        "logs": _LOGS,
        "files": _FILES,
        "layers": _LAYERS,
        "between": _BETWEEN,
        "dtypes": _DTYPES,
        "clones": _CLONES,
        "masks": _MASKS,
    }
)
