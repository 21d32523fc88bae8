"""Objects whose checkpoints are recorded, built in the same words by TensorFlow and by Pelton.

Knows neither: both are arguments. Values are set by formula.
"""

import numpy as np

NAMES = ("variables", "modules", "model", "graph", "many", "states")
DTYPES = "float64 int32 int64 int8 uint8 bool float16 bfloat16".split()


def variables(tf, keras):
    """Every dtype, in containers, names with dots and slashes."""
    by_dtype = {name: tf.Variable(tf.cast([0, 1, 2], name)) for name in DTYPES}
    scalars = [tf.Variable(1.5), [tf.Variable(2), tf.Variable(np.int64(3))]]
    return {"by_dtype": by_dtype, "scalars": scalars, "named": {"a.b/c": tf.Variable([4.0])}}


def modules(tf, keras):
    """Modules in modules, one of them twice."""

    class Part(tf.Module):
        def __init__(self, value):
            super().__init__()
            self.w = tf.Variable(np.full((2, 3), value, "float32"), name="weight")
            self.parts = []

    root = Part(1.0)
    root.parts = [Part(2.0), Part(3.0)]
    root.again = root.parts[0]
    return {"root": root, "step": tf.Variable(7)}


def trained(keras, model, optimizer):
    """The model and its optimizer after one step."""
    model.compile(optimizer, "mse")
    for place, weight in enumerate(model.weights):
        count = int(np.prod(weight.shape))
        numbers = np.round((np.arange(count) + place) * 0.618 % 1.0, 3).astype("float32")
        weight.assign(numbers.reshape(tuple(weight.shape)))
    x = np.ones((2, *model.input_shape[1:]), "float32")
    model.train_on_batch(x, np.zeros((2, *model.output_shape[1:]), "float32"))
    return {"model": model, "optimizer": model.optimizer}


def model(tf, keras):
    """A Sequential of layers with weights of several names."""
    layers = keras.layers
    sgd = keras.optimizers.SGD(0.1, momentum=0.9)
    parts = [layers.Conv2D(2, 2), layers.BatchNormalization(), layers.Flatten(), layers.Dense(1)]
    return trained(keras, keras.Sequential([keras.Input((3, 3, 1)), *parts]), sgd)


def graph(tf, keras):
    """A functional model with a recurrent layer."""
    i = keras.Input((4, 3))
    x = keras.layers.LSTM(2)(i)
    x = keras.layers.Add()([keras.layers.Dense(2)(x), x])
    return trained(keras, keras.Model(i, x), "adam")


def many(tf, keras):
    """More entries than one block of an index holds."""
    return {"all": [tf.Variable(np.full((place % 5,), place, "float32")) for place in range(300)]}


def states(tf, keras):
    """Texts, a generator of random numbers, tables."""
    table = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
    table.insert(tf.constant(["one"]), tf.constant([1], tf.int64))
    start = tf.lookup.KeyValueTensorInitializer(["a"], [1])
    return {
        "texts": tf.Variable([["a", "bcd"], ["", "e" * 300]]),
        "text": tf.Variable("alone"),
        "generator": tf.random.Generator.from_state([1, 2, 3], "philox"),
        "table": table,
        "static": tf.lookup.StaticHashTable(start, -1),
    }


def made(tf, keras, name):
    """The named objects of a case."""
    keras.backend.clear_session()
    return globals()[name](tf, keras)


def leaves(thing):
    """The variables below the objects, each once."""
    if isinstance(thing, dict):
        thing = list(thing.values())
    if isinstance(thing, (list, tuple)):
        found = [leaf for part in thing for leaf in leaves(part)]
    elif hasattr(thing, "numpy"):
        return [thing]
    elif hasattr(thing, "lookup"):
        return []
    elif hasattr(thing, "state"):
        return [thing.state]
    else:
        found = list(getattr(thing, "weights", None) or thing.variables)
    return list({id(leaf): leaf for leaf in found}.values())


def values_of(root):
    """The values of all variables, and the rows of tables by keys."""
    tables = [thing for thing in root.values() if hasattr(thing, "lookup")]
    rows = [sorted(zip(*(part.numpy() for part in t.export()), strict=True)) for t in tables]
    return [np.asarray(leaf.numpy()) for leaf in leaves(root)] + list(map(np.asarray, rows))


def altered(root):
    """Gives all variables zeros or empty texts, and tables another row."""
    for leaf in leaves(root):
        value = np.asarray(leaf.numpy())
        is_text = value.dtype.kind in "OS"
        leaf.assign(np.full(value.shape, b"") if is_text else np.zeros(value.shape, value.dtype))
    for thing in root.values():
        if hasattr(thing, "insert") and hasattr(thing, "lookup"):
            thing.insert(np.array(["three"]), np.array([3]))
