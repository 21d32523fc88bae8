"""Files of models and weights, batches of other sizes than an Input names, and InputSpec. Each code
begins with `START`, in an empty folder."""

from recorded.code_facts import snippets

START = """
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
def skipped(one, other):
    file = saved(one, objects_to_skip=one.layers[:1])
    return same(one, read(other, file, objects_to_skip=other.layers[:1]))[::2]
def vectorized():
    layer = L.TextVectorization()
    layer.adapt(["a b"])
    return K.Sequential([K.Input((), dtype="string"), layer])
def parts(spec): return [spec.dtype, spec.shape, spec.ndim, spec.max_ndim, spec.name, spec.optional]
ONES = dict(kernel_initializer="ones")
"""

_FILES = """
m = small(); n = again(m, "m", zipped=False); [sorted(os.listdir(path("m"))), same(m, n)]
again(small(), "m.keras", zipped=False)
again(vectorized(), "m", zipped=False)(tf.constant(["b"]))
K.models.load_model(folder)
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

CASES = snippets({"files": _FILES, "batches": _BATCHES, "specs": _SPECS, "names": _NAMES})
