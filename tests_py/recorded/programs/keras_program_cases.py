"""What programs of Keras's examples and guides call. Each code begins with `START`, in an empty
folder."""

from recorded.code_facts import snippets

START = r"""
import os, tempfile, warnings
warnings.simplefilter("ignore")
K = tf.keras
L = K.layers
ops = K.ops
D = K.dtype_policies
X, Y = np.arange(12.0, dtype="float32").reshape(4, 3), np.ones((4, 1), "float32")
def fixed(model):
    for place, weight in enumerate(model.weights):
        draw = np.random.RandomState(place + 1)
        weight.assign(draw.uniform(0.1, 0.6, weight.shape).astype("float32"))
    return model
def network(**options):
    dense = L.Dense(2, kernel_regularizer="l2", **options)
    return fixed(K.Sequential([K.Input((3,)), dense, L.BatchNormalization(), L.Dense(1)]))
def values(variables): return [tf.convert_to_tensor(one) for one in variables]
def state(model):
    return values(model.trainable_variables), values(model.non_trainable_variables)
def called(model, *inputs, **options):
    before = [weight.numpy() for weight in model.weights]
    outputs = model.stateless_call(*state(model), *inputs, **options)
    return [outputs, [bool((a == b.numpy()).all()) for a, b in zip(before, model.weights)]]
def gradients(model, wrap=lambda function: function):
    def step(trainable, others, x):
        with tf.GradientTape() as tape:
            tape.watch([*trainable, x])
            y, _, losses = model.stateless_call(
                trainable, others, x, training=True, return_losses=True)
            loss = tf.reduce_sum(y**2) + tf.add_n(losses)
        return [tf.round(one * 1e4) for one in tape.gradient(loss, [*trainable, x])]
    trainable, others = state(model)
    return wrap(step)([one + 0.5 for one in trainable], others, tf.constant(X))
def by_variables(model):
    with tf.GradientTape() as tape:
        y, _ = model.stateless_call(model.trainable_variables, model.non_trainable_variables, X)
        loss = tf.reduce_sum(y**2)
    return tape.gradient(loss, model.trainable_variables)
class Own(L.Layer):
    def __init__(self):
        super().__init__()
        self.n = self.add_weight(name="n", shape=(), initializer="zeros", trainable=False)
        self.dense = L.Dense(2)
    def call(self, x, training=None):
        self.n.assign_add(1.0)
        self.add_loss(tf.reduce_sum(x))
        return {"a": self.dense(x), "b": (x, x * 2)}
def own():
    layer = Own()
    layer(X)
    fixed(layer)
    layer.n.assign(3.0)
    found = called(layer, X, return_losses=True)
    return [found, layer.n.numpy()]
def dropped():
    model = K.Sequential([K.Input((3,)), L.Dropout(0.5, seed=3)])
    one, seeds = model.stateless_call([], values(model.non_trainable_variables), X, training=True)
    two, seeds = model.stateless_call([], seeds, X, training=True)
    return [one, two, seeds]
def compiled():
    model = network()
    model.compile("sgd", "mse", metrics=["mae"])
    model.evaluate(X, Y, verbose=0)
    metrics = values(model.metrics_variables)
    loss, groups = model.stateless_compute_loss(*state(model), metrics, X, Y, model(X))
    return [loss, [len(group) for group in groups]]
def scoped(model):
    pairs = [(one, one.value * 0 + 1) for one in model.variables]
    with K.StatelessScope(state_mapping=pairs) as scope:
        inside = [model(X), scope.get_current_value(model.variables[0])]
        model.variables[1].assign([2.0, 3.0])
    last = scope.get_current_value(model.variables[1])
    return [inside, last, scope.get_current_value(K.Variable(1.0)), model(X)]
def policies():
    found = D.DTypePolicyMap(D.DTypePolicy("float32"))
    found["enc/a"], found["enc/.*"] = D.DTypePolicy("bfloat16"), "float16"
    found["dec"] = "mixed_float16"
    return found
def set_policy(key, policy):
    found = policies()
    found[key] = policy
    return found[key].name
def trained(**options):
    model = fixed(K.Sequential([K.Input((3,)), L.Dense(1)]))
    model.compile("sgd", "mse", metrics=["mae"], **options)
    return model
def stepped(update):
    class Stepping(K.Model):
        def train_step(self, data):
            x, y = data
            update(self, y, self(x))
            return {metric.name: metric.result() for metric in self.metrics}
    i = K.Input((3,))
    model = fixed(Stepping(i, L.Dense(1)(i)))
    model.compile("sgd", "mse", metrics=["mae"])
    return model.fit(X, Y, verbose=0, shuffle=False).history
def made_functions():
    model = trained()
    first = model.make_predict_function()
    return [first, callable(model.predict_function), callable(model.make_predict_function()),
            model.make_train_function(force=True)]
def by_numpy():
    tnp = tf.experimental.numpy
    w = K.Variable([[1.5, 2.0]])
    return [tnp.matmul(X[:, :1], w), tnp.maximum(w, 1.75), tnp.result_type(w, 1.0).name,
            tnp.concatenate([w, w]), tnp.sum(K.Variable([1, 2], dtype="int32"))]
def unused_input():
    i, j = K.Input((3,), name="i"), K.Input((1,), name="j")
    return [layer.name for layer in K.Model([i, j], L.Dense(2, name="d")(i[:, ::-1])).layers]
def within(make):
    K.utils.clear_session()
    i = K.Input((3,), name="i")
    h = L.Dense(4, name="a")(i)
    return [layer.name for layer in make(i, h, L.Dense(2, name="b")(h)).layers]
class Start(L.Layer):
    def __init__(self, units=3, **options):
        super().__init__(**options)
        self.units = units
    def build(self, input_shape, start="zeros"):
        self.w = self.add_weight(shape=(input_shape[-1], self.units), initializer=start, name="w")
        self.start = start
    def call(self, inputs):
        return ops.matmul(inputs, self.w)
    def get_config(self):
        return {**super().get_config(), "units": self.units}
    def get_build_config(self):
        return {"start": self.start, "input_shape": (None, 3)}
    def build_from_config(self, config):
        self.build(config["input_shape"], start=config["start"])
def started():
    layer = Start(2, name="s")
    layer.build((None, 3), start="ones")
    return layer
def ends(layer):
    i = K.Input((3,), name="i")
    return i, layer(i)
def saved(model):
    file = os.path.join(tempfile.mkdtemp(), "m.keras")
    model.save(file)
    return K.models.load_model(file, custom_objects=dict(Start=Start, Told=Told)).layers[-1]
def built_again(write):
    layer = write(started())
    return [layer.start, layer.built, layer(X)]
class Told(K.Model):
    def __init__(self, **options):
        super().__init__(**options)
        self.dense = L.Dense(1)
    def call(self, x):
        return self.dense(x)
    def get_config(self):
        return {}
    def get_compile_config(self):
        return {"how": self.optimizer, "of": K.losses.MeanSquaredError(name="q")}
    def compile_from_config(self, config):
        how, of = (K.utils.deserialize_keras_object(config[name]) for name in ("how", "of"))
        self.compile(how, of)
def compiled_again():
    model = Told()
    model.compile(K.optimizers.SGD(0.5), "mse")
    model.fit(X, Y, verbose=0)
    file = os.path.join(tempfile.mkdtemp(), "m.keras")
    model.save(file)
    read = K.models.load_model(file, custom_objects=dict(Told=Told))
    return [float(read.optimizer.learning_rate), read.loss.name, type(read.optimizer).__name__]
def told_build():
    told = []
    class Told(K.Model):
        def __init__(self):
            i = K.Input((3,))
            super().__init__(i, L.Dense(2)(i))
            told.append([self.built, len(self.weights)])
        def build(self, input_shape=None):
            told.append(input_shape)
            self.built = True
    model = Told()
    model(X)
    model.build((None, 3))
    return told
class Cached(L.MultiHeadAttention):
    def call(self, query, value, key=None, attention_mask=None, training=None):
        query, key = self._query_dense(query), self._key_dense(value)
        result, scores = self._compute_attention(
            query=query, key=key, value=self._value_dense(value), attention_mask=attention_mask)
        return self._output_dense(result)
def by_own_call():
    layer, x = Cached(2, 3), tf.constant(X[None] / 9)
    layer(x, x)
    return fixed(layer)(x, x, attention_mask=ops.tril(ops.ones((1, 4, 4), "bool")))
class Bend(L.Layer):
    def call(self, inputs):
        return tf.gradients(*inputs, unconnected_gradients="zero")[0]
def slopes(use):
    a, b = K.Input((1,)), K.Input((1,))
    y = L.Dense(1)(L.Dense(3, activation="tanh")(L.Concatenate()([a, b])))
    slope = L.Lambda(lambda t: tf.gradients(t[0], t[1], unconnected_gradients="zero"))([y, [a, b]])
    model = fixed(K.Model([a, b], [*slope, Bend()([slope[0], a])]))
    model.compile("sgd", "mse")
    return use(model, [X[:, :1] / 9, X[:, 1:2] / 9])
def end_of_called(inner, name, calls=1):
    i = K.Input((3,))
    x = L.Dense(3, name="first")(i)
    for _ in range(calls):
        y = inner(x)
        x = L.Dense(3)(y)
    return fixed(K.Model(i, getattr(inner, name)))(X)
def PSNR(a, b): return ops.mean(a - b)
def meanPred2x(a, b): return ops.mean(b)
class AsMetric:
    def __call__(self, a, b): return ops.mean(b)
def history_of(names, *metrics):
    i = K.Input((3,))
    ends = [L.Dense(1, name=name)(i) for name in names]
    model = K.Model(i, ends) if len(ends) > 1 else K.Sequential([K.Input((3,)), L.Dense(1)])
    y = [Y] * len(ends) if len(ends) > 1 else Y
    model.compile("sgd", "mse", metrics=[list(metrics)] * len(ends))
    return sorted(model.fit(X, y, verbose=0).history)
def shapes_of(nest):
    i = K.Input((3,))
    model = K.Model(i, nest(L.Dense(1)(i), L.Dense(2)(i)))
    found = model(X), model.predict(X, verbose=0), model.predict_on_batch(X)
    return [[type(one).__name__, tf.nest.map_structure(lambda t: tuple(t.shape), one)] for one in
            found if isinstance(one, (list, tuple, dict))]
def kinds_of(nest):
    if isinstance(nest, dict):
        return {key: kinds_of(one) for key, one in nest.items()}
    nested = isinstance(nest, (list, tuple))
    return [type(nest).__name__, *map(kinds_of, nest)] if nested else len(nest.shape)
def data_of_steps(x, y=None):
    seen = []
    class Seeing(K.Model):
        def train_step(self, data):
            seen.append(kinds_of(data))
            return {"loss": tf.constant(0.0)}
        def test_step(self, data):
            return self.train_step(data)
        def predict_step(self, data):
            seen.append(kinds_of(data))
            return tf.constant([1.0])
    model = Seeing()
    model.compile(run_eagerly=True)
    model.fit(x, y, batch_size=4, verbose=0)
    model.evaluate(x, y, batch_size=4, verbose=0)
    model.predict(x, batch_size=4, verbose=0)
    return seen
V = K.Variable([1.0, 2.6], name="v")
W = tf.Variable([1.0])
"""

_STATELESS = """
called(network(), X)
called(network(), X, training=True)
called(network(activity_regularizer="l1"), X, training=True, return_losses=True)
gradients(network(activity_regularizer="l1"))
gradients(network(), tf.function)
by_variables(network())
own()
dropped()
compiled()
scoped(network())
L.Dense(2).stateless_call([], [], X)
network().stateless_call([], [], X)
network().stateless_call(network().trainable_variables, [], X)
K.StatelessScope([(1, 2)])
K.StatelessScope([(V, 2.0)])
K.StatelessScope().get_current_value(1)
K.StatelessScope().losses
"""

_POLICIES = """
policies()["enc/a"].name
policies()["enc/b"].name
policies()["dec/x"].name
policies().name
policies().compute_dtype
policies().quantization_mode
list(policies())
policies().get_config()["policy_map"]
D.DTypePolicyMap().get_config()
D.DTypePolicyMap.from_config(policies().get_config())["enc/a"].name
D.serialize(policies())
D.deserialize(D.serialize(policies()))["enc/b"].name
D.get(policies()).name
isinstance(policies(), D.DTypePolicy)
"dec" in policies(), "enc/q" in policies(), len(policies())
set_policy("z", "float64")
set_policy("z", None)
set_policy("dec", "float32")
set_policy("z", 3)
set_policy("enc/a.*", "float32") and policies()["enc/a"].name
policies().pop("nobody")
D.DTypePolicyMap(policies())
D.DTypePolicyMap(policy_map=[1])
L.Dense(3, dtype=D.DTypePolicyMap(D.DTypePolicy("bfloat16"))).compute_dtype
repr(D.QuantizedDTypePolicy("int8", "float32"))
repr(D.get("float8_from_mixed_bfloat16"))
D.get("int8_from_float32").get_config()
D.get("float8_from_float32").get_config()
D.get("float8_from_float32").compute_dtype
D.get("int8_from_float32").quantization_mode
D.get("int8_from_float32") == D.get("int8_from_float32")
D.get("int8_from_float32") == D.get("float32")
D.QuantizedFloat8DTypePolicy("float8", "float32", 3) == D.get("float8_from_float32")
D.serialize(D.get("float8_from_float32"))
repr(D.deserialize(D.serialize(D.get("float8_from_float32"))))
D.get("float8")
D.get("int8_from_foo")
D.get("int8_from_mixed_float16")
D.QuantizedDTypePolicy("foo", "float32")
D.QuantizedFloat8DTypePolicy("float8", "float32", amax_history_length=1.5)
D.DTypePolicy("float32").quantization_mode
"""

_VARIABLES = """
+V
round(V)
round(V, 1)
round(V, -1)
V.overwrite_with_gradient
V.aggregation, V.synchronization
+W
round(W)
hasattr(W, "overwrite_with_gradient")
K.Variable("x")
K.Variable("zeros")
K.Variable([1.0], aggregation="foo")
K.Variable([1.0], synchronization="foo")
K.Variable([1.0], name=3)
K.Variable([1.0], name="a/b")
K.Variable([1.0], aggregation="none", synchronization="auto", name="q").name
"""

_DTYPES = """
[K.Variable([1, 2], dtype=kind).dtype for kind in ("int", int)]
[ops.cast([1.5], kind).dtype.name for kind in ("int", int, float, bool)]
ops.arange(3, dtype="int").dtype.name, ops.convert_to_tensor([1, 2], dtype="int").dtype.name
[K.Input((2,), dtype=kind).dtype for kind in ("int", int, float, bool, str)]
"""

_OLDER_NAMES = """
stepped(lambda model, y, p: model.compiled_metrics.update_state(y, p))
stepped(lambda model, y, p: model.compiled_metrics.update_state(y, p, sample_weight=np.arange(4.0)))
trained().compiled_loss(Y, Y * 3)
trained().compiled_loss(Y, Y * 3, sample_weight=np.array([1.0, 0.0, 2.0, 0.0]))
[getattr(trained(), name) for name in ("train_function", "test_function", "predict_function")]
made_functions()
trained().steps_per_execution, trained(steps_per_execution=3).steps_per_execution
by_numpy()
unused_input()
within(lambda i, h, o: K.Model(h, o))
within(lambda i, h, o: K.models.clone_model(K.Model(h, o)))
within(lambda i, h, o: K.Model.from_config(K.Model(h, o).get_config()))
within(lambda i, h, o: K.Model([h, i], [o, L.Flatten(name="f")(i)]))
"""

_BUILD_CONFIGS = """
built_again(lambda layer: L.deserialize(L.serialize(layer), custom_objects=dict(Start=Start)))
built_again(lambda layer: saved(K.Sequential([K.Input((3,)), layer])))
built_again(lambda layer: saved(K.Model(*ends(layer))))
K.Model(*ends(started())).get_config()["layers"][1]["build_config"]
K.Sequential([K.Input((3,)), started()]).get_config()["layers"][1]["build_config"]
compiled_again()
L.Dense(2).quantization_mode
"""

_DERIVED = """
told_build()
by_own_call()
K.utils.deserialize_keras_object(L.serialize(L.Dense(3)), printable_module_name="layer").units
"""

_GRADIENTS = """
slopes(lambda model, x: model.predict(x, verbose=0))
slopes(lambda model, x: tf.function(lambda one: model(one))([tf.constant(one) for one in x]))
slopes(lambda model, x: model.fit(x, x + [x[0]], shuffle=False, verbose=0).history["loss"])
slopes(lambda model, x: model(x))
"""

_CALLED = """
end_of_called(K.Sequential([L.Dense(2)]), "output")
end_of_called(K.Sequential([L.Dense(2)]), "input")
end_of_called(K.Sequential([K.Input((3,)), L.Dense(2)]), "output")
end_of_called(network(), "output", calls=2)
"""

_FUNCTIONS_AS_METRICS = """
history_of("a", PSNR, meanPred2x, AsMetric())
history_of(["Aa", "bB"], PSNR, lambda a, b: ops.mean(b))
"""

_NESTED_OUTPUTS = """
shapes_of(lambda a, b: [[a, b]])
shapes_of(lambda a, b: ([a, b],))
shapes_of(lambda a, b: [[a]])
shapes_of(lambda a, b: [{"x": a}])
shapes_of(lambda a, b: [a, [b]])
"""

_DATA_OF_STEPS = """
data_of_steps([X, Y])
data_of_steps((X, Y), [Y, X])
data_of_steps({"x": [X, Y]}, {"y": Y})
data_of_steps([X, [Y, X]], Y)
"""

CASES = snippets(
    {
        "stateless": _STATELESS,
        "policies": _POLICIES,
        "variables": _VARIABLES,
        "dtypes": _DTYPES,
        "older names": _OLDER_NAMES,
        "build configs": _BUILD_CONFIGS,
        "derived": _DERIVED,
        "gradients": _GRADIENTS,
        "called": _CALLED,
        "data of steps": _DATA_OF_STEPS,
        "functions as metrics": _FUNCTIONS_AS_METRICS,
        "nested outputs": _NESTED_OUTPUTS,
    }
)
