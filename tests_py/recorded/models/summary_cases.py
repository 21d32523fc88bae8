"""The models whose printed summary is recorded, and how it is asked for."""

_CNN = """
L = tf.keras.layers
m = tf.keras.Sequential([
    tf.keras.Input((28, 28, 1)), L.Conv2D(32, 3, activation='relu'), L.MaxPooling2D(2),
    L.Conv2D(64, 3, activation='relu'), L.MaxPooling2D(2), L.Conv2D(64, 3, activation='relu'),
    L.Flatten(), L.Dense(64, activation='relu'), L.Dense(10)])
"""
_COMPILE = """
loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
m.compile('adam', loss, metrics=['accuracy'])
"""
_FIT = "m.fit(np.zeros((2, 28, 28, 1)), np.zeros(2), verbose=0)\n"
_UNBUILT = (
    "L = tf.keras.layers\nm = tf.keras.Sequential([L.Dense(4), L.Dropout(0.5), L.Dense(1)])\n"
)
_BATCH_NORM = """
L = tf.keras.layers
m = tf.keras.Sequential([
    tf.keras.Input((8, 8, 3)), L.Conv2D(4, 3, use_bias=False), L.BatchNormalization(),
    L.Activation('relu'), L.GlobalAveragePooling2D(), L.Dense(2)], name='normalized')
"""
_NESTED = """
L = tf.keras.layers
inner = tf.keras.Sequential([tf.keras.Input((4,)), L.Dense(3), L.Dense(2)], name='inner')
m = tf.keras.Sequential([tf.keras.Input((4,)), inner, L.Dense(1)])
"""
_REARRANGING = """
L = tf.keras.layers
class Rearranging(tf.keras.Model):
    def __init__(self):
        super().__init__(name='rearranging')
        self.parts = [L.Lambda(lambda x: x * 2), L.Permute((1,)), L.RepeatVector(2), L.Flatten()]
    def call(self, x):
        for part in self.parts: x = part(x)
        return x
m = Rearranging()
m(tf.ones((2, 3)))
"""
_OF_GRAPHS = """
L = tf.keras.layers
class Convolution(L.Layer):
    def build(self, shape): self.kernel = self.add_weight(shape=(shape[-1], 2))
    def call(self, x, edges): return edges @ x @ self.kernel
class Net(tf.keras.Model):
    def __init__(self):
        super().__init__(name='net')
        self.first, self.second = Convolution(), L.Dense(2)
    def call(self, x, edges): return self.second(self.first(x, edges))
m = Net()
m(tf.ones((2, 3)), tf.ones((2, 2)))
"""
_SUBCLASS = """
L = tf.keras.layers
class Difference(L.Layer):
    def call(self, pair): return pair[0] - pair[1]
class Two(L.Layer):
    def call(self, x): return {'a': x, 'b': x * 2}
class Own(tf.keras.Model):
    def __init__(self):
        super().__init__(name='own')
        self.parts = [L.Flatten(), L.Dense(2), L.ReLU(), L.Activation('relu'), L.Softmax(),
                      L.BatchNormalization(), L.Rescaling(2.0), L.Reshape((2,)), L.Dropout(0.5),
                      tf.keras.Sequential([L.Dense(2), L.ReLU()], name='inner')]
        self.pair, self.add, self.two = L.Concatenate(), L.Add(), Two()
        self.difference = Difference()
        self.normalize, self.unused = L.LayerNormalization(), L.Embedding(3, 2)
    def call(self, x):
        for part in self.parts: x = part(x)
        x = self.two(self.difference([self.add([x, x]), x]))
        return self.normalize(self.pair([x['a'], x['b']]))
m = Own()
m(tf.ones((3, 2, 2)))
"""
_NESTS = """
L = tf.keras.layers
class Two(L.Layer):
    def call(self, x): return {'a': x, 'b': x * 2}
class Difference(L.Layer):
    def call(self, pair): return pair[0] - pair[1]
i, j = tf.keras.Input((3,)), tf.keras.Input((3,))
difference = Difference()
m = tf.keras.Model([i, j], [Two()(difference([i, j])), difference([j, i])])
"""

# name: (code that makes `m`, arguments of summary(), columns of the terminal)
_MASKED = """
L = tf.keras.layers
i = tf.keras.Input((6, 3), name='i')
x = L.LSTM(4, return_sequences=True)(L.Masking()(i))
m = tf.keras.Model(i, L.GRU(3)(L.Dense(2)(x)))
"""
_TRANSLATION = """
L = tf.keras.layers
told, said = tf.keras.Input((5,)), tf.keras.Input((4,))
_, h, c = L.LSTM(4, return_state=True)(L.Embedding(9, 4, mask_zero=True)(told))
x = L.LSTM(4, return_sequences=True)(L.Embedding(9, 4, mask_zero=True)(said), initial_state=[h, c])
m = tf.keras.Model([told, said], L.Dense(9)(x))
"""
_ATTENTIVE = """
L = tf.keras.layers
i = tf.keras.Input((6,), name='i')
e = L.Embedding(5, 4, mask_zero=True)(i)
x = L.LayerNormalization()(L.Add()([e, L.MultiHeadAttention(2, 2)(e, e)]))
m = tf.keras.Model(i, [L.GlobalAveragePooling1D()(x), L.TimeDistributed(L.Dense(2))(e)])
"""
SUMMARIES = {
    "cnn": (_CNN, {}, 80),
    "cnn_compiled": (_CNN + _COMPILE, {}, 80),
    "cnn_fitted": (_CNN + _COMPILE + _FIT, {}, 80),
    "cnn_wide_terminal": (_CNN, {}, 200),
    "cnn_narrow_terminal": (_CNN, {}, 50),
    "cnn_line_length": (_CNN, {"line_length": 60}, 80),
    "cnn_positions": (_CNN, {"positions": [0.3, 0.6, 1.0]}, 80),
    "cnn_show_trainable": (_CNN + "m.layers[0].trainable = False\n", {"show_trainable": True}, 80),
    "cnn_layer_range": (_CNN, {"layer_range": ["conv2d_1", "flatten"]}, 80),
    "unbuilt": (_UNBUILT, {}, 80),
    "unbuilt_then_called": (_UNBUILT + "m(tf.ones((2, 3)))\n", {}, 80),
    "unbuilt_then_fitted": (
        _UNBUILT
        + "m.compile('sgd', 'mse')\n"
        + "m.fit(np.zeros((5, 3)), np.zeros(5), batch_size=2, verbose=0)\n",
        {},
        80,
    ),
    "unbuilt_compiled": (_UNBUILT + "m.compile('sgd', 'mse')\n", {}, 80),
    "empty": ("m = tf.keras.Sequential()\n", {}, 80),
    "batch_norm": (_BATCH_NORM, {}, 80),
    "batch_norm_sgd_fitted": (
        _BATCH_NORM
        + "m.compile(tf.keras.optimizers.SGD(momentum=0.9), 'mse')\n"
        + "m.fit(np.zeros((2, 8, 8, 3)), np.zeros((2, 2)), verbose=0)\n",
        {},
        80,
    ),
    "frozen": (_UNBUILT + "m(tf.ones((2, 3)))\nm.trainable = False\n", {}, 80),
    "float16": (
        "L = tf.keras.layers\n"
        "m = tf.keras.Sequential([tf.keras.Input((4,)), L.Dense(3, dtype='float16')])\n",
        {},
        80,
    ),
    "long_names": (
        "L = tf.keras.layers\nm = tf.keras.Sequential([tf.keras.Input((4,)), "
        "L.Dense(1000, name='a_rather_long_name_of_a_dense_layer'), L.Dense(5000)])\n",
        {},
        80,
    ),
    "subclass": (_SUBCLASS, {}, 80),
    "subclass_rearranging": (_REARRANGING, {}, 80),
    "subclass_of_graphs": (_OF_GRAPHS, {}, 80),
    "nests": (_NESTS, {}, 80),
    "masked": (_MASKED, {}, 80),
    "masked_translation": (_TRANSLATION, {}, 80),
    "masked_attention": (_ATTENTIVE, {}, 80),
    "nested": (_NESTED, {}, 80),
    "nested_expanded": (_NESTED, {"expand_nested": True}, 80),
}
