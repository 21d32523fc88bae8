"""Snippets that make models to draw, and what of them is shown."""

CASES = {
    "plain": ("net()", {}),
    "shapes": ("net()", {"show_shapes": True}),
    "everything": (
        "net()",
        {
            "show_shapes": True,
            "show_dtype": True,
            "show_layer_activations": True,
            "show_trainable": True,
        },
    ),
    "no names": ("net()", {"show_layer_names": False, "show_dtype": True}),
    "graph": ("graph()", {"show_shapes": True}),
    "shared": ("shared()", {"show_shapes": True, "show_trainable": True}),
    "nested": ("nested()", {"show_shapes": True}),
    "nested, expanded": ("nested()", {"expand_nested": True}),
    "class": ("subclassed()", {"show_shapes": True, "show_trainable": True}),
    "unbuilt": ("keras.Sequential([keras.layers.Dense(1)])", {}),
    "layer_range": ("net()", {"layer_range": ["a", "b"]}),
    "unknown": ("net()", {"colour": "red"}),
}

START = """
keras = tf.keras
L = keras.layers

def net():
    made = keras.Sequential([keras.Input((4,)), L.Dense(3, "relu", name="a"), L.Dropout(0.1)])
    made.add(L.Dense(2, name="b", trainable=False))
    return made

def graph():
    i, j = keras.Input((4,), name="i"), keras.Input((4,), dtype="int32", name="j")
    e = L.Embedding(5, 2, name="e")(j)
    h = L.Concatenate(name="both")([L.Dense(4, name="d")(i), L.Flatten(name="f0")(e)])
    return keras.Model([i, j], [L.Dense(1, name="x")(h), L.Activation("softmax", name="y")(h)])

def shared():
    i, layer = keras.Input((3,), name="i"), L.Dense(3, name="twice")
    return keras.Model({"i": i}, {"o": L.add([layer(i), layer(layer(i))])})

def nested():
    i, inner = keras.Input((4,), name="i"), graph()
    parts = [keras.Input((1,)), L.Dense(2, name="c"), L.Dense(1, name="f")]
    chain = keras.Sequential(parts, name="n")
    k = keras.Input((4,), dtype="int32", name="k")
    x, y = inner([i, k])
    return keras.Model([i, k], [chain(x), y])

def subclassed():
    class Net(keras.Model):
        def __init__(self):
            super().__init__()
            self.dense = L.Dense(1)
        def call(self, x):
            return self.dense(x)
    made = Net()
    made(np.ones((2, 3), "float32"))
    return made
"""
