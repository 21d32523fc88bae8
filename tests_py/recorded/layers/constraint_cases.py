"""Snippets about weight constraints, the same for Keras and Pelton: `K` and `L` are keras and its
layers."""

START = """
K, L = tf.keras, tf.keras.layers
C = K.constraints
w = np.array([[0.5, -2.0, 3.0], [0.25, 1.0, -4.0]], 'float32')
def rounded(nest):
    return [np.asarray(t).astype("float64").round(4).tolist() for t in tf.nest.flatten(nest)]
def trained(layer, shape=(4,), optimizer='sgd', steps=3, **kwargs):
    model = K.Sequential([K.Input(shape), layer])
    for i, weight in enumerate(model.weights):
        n = int(np.prod(weight.shape))
        weight.assign((np.arange(n) % 7 - 3.0).reshape(weight.shape).astype('float32') / 2)
    model.compile(K.optimizers.get({'class_name': optimizer, 'config': dict(
        learning_rate=0.125, **kwargs)}), 'mse')
    x = (np.arange(6 * int(np.prod(shape))) % 5).reshape(6, *shape).astype('float32') / 4
    y = np.ones((6, *model.output_shape[1:]), 'float32')
    model.fit(x, y, batch_size=2, epochs=steps, shuffle=False, verbose=0)
    return rounded(model.weights)
"""
_OWN = """
class Halved(C.Constraint):
    def __call__(self, w):
        return w * 0.5
    def get_config(self):
        return {}
"""
_ALL = "MaxNorm(1.0) MaxNorm(1.0,axis=1) MaxNorm(2,axis=[0,1]) MinMaxNorm(0.5,1.0) " \
       "MinMaxNorm(1.0,2.0,rate=0.25) MinMaxNorm(0.5,1.5,axis=1) NonNeg() UnitNorm() " \
       "UnitNorm(axis=1) UnitNorm(axis=[0,1])"  # fmt: skip

CASES = {
    **{f"value_{text}": f"rounded(C.{text}(w))" for text in _ALL.split()},
    **{f"config_{text}": f"C.{text}.get_config()" for text in _ALL.split()},
    **{
        f"get_{name}": f"type(C.get({name!r})).__name__"
        for name in "max_norm MaxNorm min_max_norm MinMaxNorm non_neg NonNeg unit_norm "
        "UnitNorm".split()
    },
    "get_none": "C.get(None)",
    "get_unknown": "C.get('nope')",
    "get_object": "c = C.NonNeg()\nC.get(c) is c",
    "get_config": "C.get({'class_name': 'MaxNorm', 'config': {'max_value': 3, 'axis': "
    "1}}).get_config()",
    "aliases": "[C.max_norm is C.MaxNorm, C.non_neg is C.NonNeg, C.unit_norm is C.UnitNorm,"
    " C.min_max_norm is C.MinMaxNorm]",
    "serialize": "C.serialize(C.MaxNorm(3.0))",
    "deserialize": "C.deserialize(C.serialize(C.MinMaxNorm(0.25))).get_config()",
    "zeros": "rounded([c(np.zeros((2, 2), 'float32')) for c in (C.MaxNorm(), C.UnitNorm(), "
    "C.NonNeg(), C.MinMaxNorm(0.5, 1.0))])",
    "float64": "C.UnitNorm()(w.astype('float64')).dtype.name",
    "dense": "trained(L.Dense(3, kernel_constraint='max_norm', bias_constraint='non_neg'))",
    "dense_norms": "trained(L.Dense(3, kernel_constraint=C.MinMaxNorm(0.5, 1.0, rate=0.5)))",
    "dense_adam": "trained(L.Dense(3, kernel_constraint=C.UnitNorm(axis=1)), optimizer='adam')",
    "dense_clipped": "trained(L.Dense(3, kernel_constraint='non_neg'), clipnorm=0.5)",
    "dense_accumulated": "trained(L.Dense(3, kernel_constraint='non_neg'), "
    "gradient_accumulation_steps=2)",
    "dense_averaged": "trained(L.Dense(3, kernel_constraint='unit_norm'), use_ema=True)",
    "conv": "trained(L.Conv2D(2, 2, kernel_constraint=C.MaxNorm(1.0, axis=[0, 1, 2])), (3, 3, 2))",
    "batch_norm": "trained(L.BatchNormalization(gamma_constraint='non_neg', "
    "beta_constraint=C.MaxNorm(0.25)))",
    "layer_norm": "trained(L.LayerNormalization(gamma_constraint='unit_norm', "
    "beta_constraint='non_neg'))",
    "embedding": "trained(L.Embedding(3, 2, embeddings_constraint='unit_norm'), (2,))",
    "lstm": "trained(L.LSTM(2, kernel_constraint='unit_norm', recurrent_constraint='max_norm', "
    "bias_constraint='non_neg'), (3, 2), steps=1)",
    "attention": "a = L.MultiHeadAttention(2, 3, kernel_constraint='non_neg', bias_constraint="
    "'max_norm')\nx = np.ones((1, 2, 4), 'float32')\na(x, x)\n"
    "o = K.optimizers.SGD(0.1)\no.apply([np.ones(w.shape, 'float32') for w in a.weights], "
    "a.weights)\n"
    "[bool((w.numpy() >= 0).all()) for w in a.weights if w.name == 'kernel']",
    "only_what_is_trained": "d = L.Dense(2, kernel_constraint='non_neg')\nd.build((None, 2))\n"
    "d.kernel.assign(-np.ones((2, 2)))\nbefore = d.kernel.numpy().tolist()\n"
    "K.optimizers.SGD(1.0).apply([np.zeros(2, 'float32')], [d.bias])\n"
    "[before, d.kernel.numpy().tolist()]",
    "own_class": _OWN + "trained(L.Dense(2, kernel_constraint=Halved()))",
    "own_function": "trained(L.Dense(2, kernel_constraint=lambda w: tf.abs(w)))",
    "own_weight": "class Mine(L.Layer):\n  def build(self, shape):\n"
    "    self.w = self.add_weight(shape=(shape[-1],), name='w', constraint='non_neg')\n"
    "  def call(self, x):\n    return x * self.w\ntrained(Mine())",
    "own_train_step": "class Mine(K.Sequential):\n  def train_step(self, data):\n    x, y = data\n"
    "    with tf.GradientTape() as tape:\n      loss = tf.reduce_mean((self(x) - y) ** 2)\n"
    "    ws = self.trainable_variables\n"
    "    self.optimizer.apply_gradients(zip(tape.gradient(loss, ws), ws))\n"
    "    return {'loss': loss}\n"
    "s = Mine([K.Input((2,)), L.Dense(2, kernel_initializer='zeros', "
    "kernel_constraint='non_neg')])\n"
    "s.compile(K.optimizers.SGD(0.5), 'mse')\n"
    "s.fit(np.ones((2, 2), 'float32'), np.array([[1, -1], [1, -1]], 'float32'), verbose=0)\n"
    "rounded(s.weights)",
    "layer_config": "c = L.Dense(3, kernel_constraint=C.MaxNorm(2.5, axis=1)).get_config()\n"
    "[c['kernel_constraint'], c['bias_constraint']]",
    "layer_from_config": "d = L.Dense(3, kernel_constraint=C.MaxNorm(2.5))\n"
    "L.Dense.from_config(d.get_config()).kernel_constraint.get_config()",
    "lstm_config": "c = L.LSTM(3, recurrent_constraint='unit_norm').get_config()\n"
    "[c['recurrent_constraint'], c['kernel_constraint']]",
    "bad_argument": "L.Dense(3, kernel_constraint='no')",
}
