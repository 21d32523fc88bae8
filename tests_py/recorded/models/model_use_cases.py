"""Files of models and weights, batches of other sizes than an Input names, and InputSpec. Each code
begins with `START`, in an empty folder."""

from recorded.code_facts import snippets

START = r"""
import os, tempfile
K = tf.keras
L = K.layers
S = getattr(K, "saving", None) or __import__("keras").saving
folder = tempfile.mkdtemp()
x = np.ones((2, 3), "float32")
def path(name): return os.path.join(folder, name)
def demanding(of=None, **demands):
    class Plain(L.Layer):
        def call(self, x):
            return x
    layer = Plain(dtype=of, name="plain")
    layer.input_spec = L.InputSpec(**demands)
    return layer
def small(): return K.Sequential([K.Input((3,)), L.Dense(2, name="a"), L.Dense(1, name="b")])
def same(one, other): return [bool(np.allclose(a, b)) for a, b in zip(one.weights, other.weights)]
def again(model, name, **options):
    model.save(path(name), **options)
    return K.models.load_model(path(name))
def saved(model, **options):
    S.save_weights(model, path("m.weights.h5"), **options)
    return path("m.weights.h5")
def read(model, file, **options):
    S.load_weights(model, file, **options)
    return model
def fixed(output, *shape, batch=3):
    i = K.Input(shape, batch_size=batch)
    return K.Model(i, output(i))
def named(package):
    @S.register_keras_serializable(package=package)
    class Named(K.Model):
        def __init__(self, **options):
            super().__init__(**options)
            self.inner = {package: [L.Dense(2)]}
        def call(self, x):
            return self.inner[package][0](x)
    return Named
def automatic(model):
    model(x)
    K.utils.clear_session()
    again(model, "own.keras")
    return L.InputLayer((2,)).name
def skipped(one, other):
    file = saved(one, objects_to_skip=one.layers[:1])
    return same(one, read(other, file, objects_to_skip=other.layers[:1]))[::2]
def vectorized():
    layer = L.TextVectorization()
    layer.adapt(["a b"])
    return K.Sequential([K.Input((), dtype="string"), layer])
def parts(spec): return [spec.dtype, spec.shape, spec.ndim, spec.max_ndim, spec.name, spec.optional]
ONES = dict(kernel_initializer="ones")
FUNCTION = {"class_name": "function", "module": "builtins", "config": "relu"}
X, Y = np.ones((4, 2)), np.ones((4, 3))
def dense(**entries):
    return {"class_name": "Dense", "module": "keras.layers", "config": {"units": 1}, **entries}
def three(*losses):
    i = K.Input((2,))
    o = L.Dense(3, **ONES)(i)
    m = K.Model(i, [o, o, o])
    m.compile("sgd", list(losses))
    return m
def history(model, arrays): return model.fit(*arrays, verbose=0).history
def tracking():
    class Own(K.Sequential):
        def train_step(self, data):
            x, y = data
            y_pred = self(x)
            self._loss_tracker.update_state(2.0, sample_weight=4)
            self._compile_loss(y, y_pred)
            return self.compute_metrics(x, y, y_pred)
    m = Own([K.Input((2,)), L.Dense(3)])
    m.compile("sgd", "mse", metrics=["mae"])
    return m
def pairs(**options): return tf.data.Dataset.from_tensor_slices((X, Y)).batch(2, **options)
def shown(use):
    class Called(K.Model):
        def __init__(self):
            super().__init__()
            self.a, self.b = L.Dense(7), L.Dense(3)
        def call(self, x):
            return self.b(self.a(x))
    m, lines = Called(), []
    m.compile("sgd", "mse")
    use(m)
    m.summary(print_fn=lambda text, **k: lines.append(text))
    return __import__("re").findall(r"\([None\d]+, \d\)", "".join(lines))
def summary_of_several():
    i = K.Input((2,))
    inner = K.Model(i, [L.Dense(2)(i), L.Dense(1)(i)])
    class Several(K.Model):
        def __init__(self):
            super().__init__()
            self.inner = inner
        def call(self, x):
            return self.inner(x)[0]
    m, lines = Several(), []
    m(X)
    m.summary(print_fn=lambda text, **k: lines.append(text))
    return "".join(lines).replace("None", "4")
def operation(kind):
    class Op(K.Operation):
        def call(self, x):
            return x
    class Named(Op):
        def __init__(self, alpha, *, beta=1.0, name=None):
            super().__init__(name=name)
    class Unnamed(Op):
        def __init__(self, alpha, beta=1.0):
            super().__init__()
    class Keywords(Op):
        def __init__(self, alpha, beta=2.0, **kwargs):
            super().__init__(**kwargs)
    class Places(Op):
        def __init__(self, *alphas, name=None):
            super().__init__(name=name)
    class Defined(Named):
        def get_config(self):
            return {**super().get_config(), "alpha": 3}
    made = dict(plain=lambda: Op(name="p"), named=lambda: Named(1, name="n"))
    made |= dict(keywords=lambda: Keywords(1, name="k"), defined=lambda: Defined(1, name="d"))
    made |= dict(unnamed=lambda: Unnamed(0.5), places=lambda: Places(1, 2))
    made |= dict(array=lambda: Named(np.ones(2)))
    return made[kind]()
def fitted(at_epochs_end=lambda m: None):
    K.utils.set_random_seed(1)
    i = K.Input((2,))
    m = K.Model(i, L.Dense(3)(i))
    m.compile("sgd", "mse", metrics=[K.metrics.MeanAbsoluteError()])
    call = K.callbacks.LambdaCallback(on_epoch_end=lambda epoch, logs: at_epochs_end(m))
    options = dict(validation_data=(X * 9, Y), callbacks=[call])
    return m.fit(X, Y, epochs=3, verbose=0, **options).history
def function(a=(2, 3)):
    i, j = K.KerasTensor(a), K.KerasTensor(a)
    s = K.ops.add(i, j)
    return K.Function([i, j], [s * 3, s**2], name="f")
"""

_FILES = """
m = small(); n = again(m, "m", zipped=False); [sorted(os.listdir(path("m"))), same(m, n)]
again(small(), "m.keras", zipped=False)
again(vectorized(), "m", zipped=False)(tf.constant(["b"]))
K.models.load_model(folder)
automatic(named("m")())
m = small(); same(m, read(small(), saved(m), objects_to_skip=[]))
m, n = small(), small(); same(m, read(n, saved(m), objects_to_skip=[n.layers[1]]))[::2]
skipped(small(), small())
m = small(); read(small(), saved(m, objects_to_skip=[m.layers[0]]))
one, two = named("one")(), named("two")(); two(x); type(again(two, "m.keras")).__name__
one, two = named("one")(), named("two")(); two(x); same(two, again(two, "m.keras"))
"""

_BATCHES = """
fixed(L.Dense(1, **ONES), 2)(np.ones((2, 2), "float32"))
fixed(L.Dense(1, **ONES), 2).predict(np.ones((5, 2), "float32"), batch_size=3, verbose=0)
fixed(L.Flatten(), 4, 2)(np.ones((5, 4, 2))).shape
fixed(L.LSTM(2), 4, 2)(np.ones((5, 4, 2))).shape
fixed(lambda i: i + np.ones((3, 2)), 2)(np.ones((2, 2)))
fixed(L.Dense(1), 2)(np.ones((3, 4)))
"""

_SPECS = """
parts(L.InputSpec(shape=(None, 3), name="x", optional=True, max_ndim=4))
parts(L.InputSpec(dtype=tf.float16))
[repr(L.InputSpec(**o)) for o in (dict(ndim=2), dict(min_ndim=2, max_ndim=3), dict(axes={-1: 3}))]
repr(L.InputSpec(shape=(None, 3), dtype="float32"))
demanding(dtype="int32")(x)
demanding(max_ndim=1)(x)
demanding(max_ndim=2, dtype="float32")(x).shape
demanding(dtype="float32", of="float64")(x)
repr(demanding(max_ndim=2, dtype="float32").input_spec)
"""

_NAMES = """
K.utils.clear_session(); K.optimizers.deserialize({"class_name": "SGD", "config": {}}).name
K.utils.clear_session(); [K.optimizers.get(dict(class_name="Adam", config={})).name for _ in "ab"]
float(K.optimizers.get(dict(class_name="adam", config=dict(learning_rate=0.5))).learning_rate)
K.optimizers.get({"class_name": "Nope", "config": {}})
"""

_CONFIGS = """
S.deserialize_keras_object(dense(registered_name="my>Dense"))
S.deserialize_keras_object(dense(registered_name="Dense")).units
S.deserialize_keras_object(dict(FUNCTION, registered_name="other"))
S.deserialize_keras_object(dict(FUNCTION, config=[1]))
K.Sequential.from_config({"layers": [dense()]})
K.Sequential.from_config({"name": "s", "layers": [dense(), {}]})
S.save_model(small(), path("m.keras"), save_format="keras")
S.save_model(small(), path("m"), save_format="tf")
"""

_STEPS = """
history(three("mse", None, None), [X, Y])
history(three(None, "mse", None), [X, [Y]])
history(three(None, "mse", "mae"), [X, [Y, Y]])
history(three("mse", None, None), [X, [Y] * 3])
list(tracking().fit(X, Y, verbose=0).history)
[tracking()._compile_metrics.name, tracking()._compile_loss is None]
small()._loss_tracker
shown(lambda m: m.fit(X, Y, batch_size=3, verbose=0))
shown(lambda m: m.fit(X, Y, batch_size=2, verbose=0))
shown(lambda m: m.fit(X, Y, verbose=0))
shown(lambda m: m.fit(X, Y, batch_size=1, validation_split=0.25, verbose=0))
shown(lambda m: m.fit(X, Y, batch_size=2, validation_split=0.25, verbose=0))
shown(lambda m: m.fit(pairs(), verbose=0))
shown(lambda m: m.fit(pairs(drop_remainder=True), verbose=0))
shown(lambda m: m.evaluate(pairs(), verbose=0))
shown(lambda m: m.fit(((X, Y) for _ in range(2)), verbose=0))
shown(lambda m: m.fit(X, Y, verbose=0, shuffle=False))
shown(lambda m: m.evaluate(X, Y, verbose=0))
shown(lambda m: m.evaluate(X, Y, batch_size=3, verbose=0))
shown(lambda m: m(X))
shown(lambda m: m.train_on_batch(X, Y))
"((4, 2), (4, 1))" in summary_of_several()
fitted() == fitted(lambda m: saved(m)) == fitted(lambda m: m._compile_loss)
"""

_FUNCTIONS = """
[o.numpy() for o in function()([x, x])]
[t.shape for t in function()([K.KerasTensor((2, 3)), K.KerasTensor((2, 3))])]
function(a=(None, 3)).compute_output_shape([(5, 3), (5, 3)])
function().name, len(function().inputs), len(function().outputs)
function()(x)
function()([x, x[:1]])
function()([x, x[0]])
K.Function(K.KerasTensor((2, 3)), [])
[operation(n).get_config() for n in ("plain", "named", "keywords", "defined")]
operation("unnamed").get_config()
operation("places").get_config()
operation("array").get_config()
K.Function(K.Input((3,)), L.Dense(1)(K.Input((3,))))
[K.config.disable_traceback_filtering(), K.config.enable_traceback_filtering()]
"""

CASES = snippets(
    {
        "files": _FILES,
        "batches": _BATCHES,
        "specs": _SPECS,
        "names": _NAMES,
        "configs": _CONFIGS,
        "steps": _STEPS,
        "functions": _FUNCTIONS,
    }
)
