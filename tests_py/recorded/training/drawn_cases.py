"""Snippets whose random numbers TensorFlow and Keras decide by a seed: the numbers themselves."""

_U = "tf.random.stateless_uniform"
_N = "tf.random.stateless_normal"
_S = "tf.random.set_seed(42)\n"
_G = "g = tf.random.Generator.from_seed(42)\n"
_K = "tf.keras.utils.set_random_seed(42)\nL = tf.keras.layers\n"
_W = "tf.constant(tf.keras.initializers"


def _kernels(layer, shape):
    """A layer's first weights after set_random_seed."""
    return f"{_K}l = L.{layer}\nl.build({shape})\n[w for w in l.get_weights()]"


def _recurrent(layer):
    """Losses of two epochs with an evaluation after each."""
    return (
        f"{_K}import numpy as np\n"
        "x = np.linspace(-1, 1, 60).reshape(4, 5, 3).astype('float32')\ny = x[:, 0, :1]\n"
        f"m = tf.keras.Sequential([L.Input((5, 3)), L.{layer}, L.Flatten(), L.Dense(1)])\n"
        "m.compile('sgd', 'mse')\n"
        "m.fit(x, y, batch_size=2, epochs=2, validation_data=(x, y), verbose=0).history['loss']"
    )


def _augmented(call):
    """What augmentation that is told nothing of training makes of images, twice."""
    return (
        "L = tf.keras.layers\nx = tf.reshape(tf.range(48.0), (1, 4, 4, 3)) / 48\n"
        "s = tf.keras.Sequential([L.RandomRotation(0.2, seed=2), L.RandomContrast(0.3, seed=3)])\n"
        f"[{call} for _ in range(2)]"
    )


DRAWN = {
    "uniform": f"{_U}([9], [7, 11])",
    "uniform_negative": f"{_U}([3], [-7, -11], -1.0, 3.0)",
    "uniform_wide_seed": f"{_U}([3], tf.constant([2**40 + 3, -7], tf.int64))",
    "uniform_float64": f"{_U}([5], [7, 11], dtype=tf.float64)",
    "uniform_half": f"{_U}([5], [7, 11], 1.0, 3.0, dtype=tf.float16)",
    "uniform_int": f"{_U}([9], [7, 11], 5, 15, tf.int32)",
    "uniform_int64": f"{_U}([5], [7, 11], -3, 10**12, tf.int64)",
    "uniform_full": f"{_U}([3], [7, 11], None, None, tf.int32)",
    "uniform_full_64": f"{_U}([3], [7, 11], None, None, tf.uint64)",
    "normal": f"{_N}([9], [7, 11])",
    "normal_scaled": f"{_N}([2, 3], [7, 11], 2.0, 3.0)",
    "normal_float64": f"{_N}([5], [7, 11], dtype=tf.float64)",
    "truncated": "tf.random.stateless_truncated_normal([50], [7, 11])",
    "truncated_float64": "tf.random.stateless_truncated_normal([21], [7, 11], dtype=tf.float64)",
    "categorical": (
        "tf.random.stateless_categorical([[0.1, 0.2, 0.3], [3.0, 1.0, 2.0]], 6, [7, 11])"
    ),
    "shuffle": "tf.random.experimental.stateless_shuffle(tf.range(12), [7, 11])",
    "split": "tf.random.split([7, 11], 3)",
    "split_int64": "tf.random.split(tf.constant([7, 11], tf.int64), 2)",
    "fold_in": "tf.random.fold_in([7, 11], 3)",
    "in_function": (
        f"f = tf.function(lambda s: {_N}([4], s))\n[f(tf.constant([i, 3])) for i in range(4)]"
    ),
    "seeded_ops": (
        _S + "[tf.random.uniform([3]), tf.random.normal([3]), tf.random.truncated_normal([3]), "
        "tf.random.uniform([4], maxval=100, dtype=tf.int32)]"
    ),
    "seeded_again": _S + "a = tf.random.normal([2])\n" + _S + "[a, tf.random.normal([2])]",
    "seeded_zero": (
        "tf.random.set_seed(0)\n[tf.random.uniform([2]), tf.random.uniform([2], seed=0)]"
    ),
    "seeded_wide": "tf.random.set_seed(2**40 + 1)\ntf.random.uniform([4])",
    "seeded_large": (
        "def drawn(seed):\n    tf.random.set_seed(seed)\n"
        "    d = tf.data.Dataset.range(6).shuffle(6).as_numpy_iterator()\n"
        "    return [list(d), tf.random.uniform([3]), tf.random.uniform([2], seed=3)]\n"
        "[drawn(2**70 + 1), drawn(-2**200), drawn(2**63), drawn(2**64)]"
    ),
    "unseeded_again": (
        "tf.random.set_seed(1)\na = tf.random.uniform([2], seed=3)\ntf.random.set_seed(None)\n"
        "b = tf.random.uniform([9])\ntf.random.set_seed(None)\n"
        "[tf.random.uniform([2], seed=3), bool(tf.reduce_all(b == tf.random.uniform([9])))]"
    ),
    "seeded_shuffle": _S + "[tf.random.shuffle(tf.range(9)), tf.random.shuffle(tf.range(9))]",
    "seeded_categorical": _S + "tf.random.categorical(tf.math.log([[0.5, 0.2, 0.3]]), 12)",
    "seeded_kernels": (
        _S + "f = lambda: [tf.random.uniform([2], seed=5), tf.random.uniform([3], 0, 9, tf.int32, "
        "seed=5), tf.random.uniform([2], seed=5, dtype=tf.float64), tf.random.shuffle([1, 2, 3], "
        "seed=5), tf.random.shuffle([1.0, 2, 3], seed=5), tf.random.categorical([[0.0, 1.0]], 3, "
        "tf.int32, 5), tf.random.categorical([[0.0, 1.0]], 3, seed=5)]\n[f(), f()]"
    ),
    "seeded_dropout": _S + "tf.nn.dropout(tf.ones([3, 5]), 0.5, seed=1)",
    "op_seed": (
        _S + "[tf.random.uniform([3], seed=5), tf.random.uniform([2], seed=5), "
        "tf.random.normal([2], seed=5), tf.random.uniform([2], seed=6)]"
    ),
    "op_seed_in_loop": _S + "[tf.random.normal([3], seed=1) for _ in range(4)]",
    "with_datasets": (
        _S + "a = tf.random.uniform([2])\n"
        "d = list(tf.data.Dataset.range(6).shuffle(6).as_numpy_iterator())\n"
        "[a, d, tf.random.uniform([2])]"
    ),
    "generator": _G + "[g.uniform([3]), g.normal([3]), g.uniform([3], maxval=9, dtype=tf.int64)]",
    "generator_key": "tf.random.Generator.from_state([5, 6, 7], 'philox').normal([5])",
    "generator_truncated": _G + "[g.truncated_normal([9]), g.uniform_full_int([2])]",
    "generator_seeds": _G + "[g.make_seeds(2), g.split(2)[1].normal([2])]",
    "keras_functions": (
        "k = tf.keras.random\n"
        "[k.normal((3,), seed=5), k.uniform((3,), -1.0, 1.0, seed=5), "
        "k.truncated_normal((3,), seed=5), k.randint((3,), 0, 100, seed=5), "
        "k.categorical([[0.0, 1.0, 2.0]], 5, seed=5), k.shuffle([1, 2, 3, 4, 5], seed=5), "
        "k.dropout(tf.ones([8]), 0.5, seed=5)]"
    ),
    "keras_generator": (
        "k = tf.keras.random\ns = k.SeedGenerator(2**31 + 5)\n"
        "[k.normal((2,), seed=s) for _ in range(3)]"
    ),
    "keras_global": (
        "tf.keras.utils.set_random_seed(7)\n[tf.keras.random.normal((2,)) for _ in [0, 1]]"
    ),
    **{
        f"initializer_{name}": f"{_W}.{name}(seed=3)((4, 3)))"
        for name in (
            "GlorotUniform",
            "GlorotNormal",
            "HeUniform",
            "HeNormal",
            "LecunNormal",
            "LecunUniform",
            "RandomNormal",
            "RandomUniform",
            "TruncatedNormal",
            "Orthogonal",
            "VarianceScaling",
        )
    },
    "initializer_wide_orthogonal": f"{_W}.Orthogonal(seed=3)((2, 5)))",
    "initializer_default_seeds": _K + "[tf.keras.initializers.HeNormal().seed for _ in range(3)]",
    "weights_after_python_seed": (
        "import random\nrandom.seed(5)\ntf.random.set_seed(5)\n"
        "l = tf.keras.layers.Dense(3)\nl.build((None, 4))\nl.get_weights()"
    ),
    "initializer_of_tensorflow": (
        "i = tf.random_normal_initializer(stddev=0.1, seed=3)\n"
        "[i((2, 3)), i((2, 3)), i((3,), tf.float64)]"
    ),
    "uniform_initializer_of_tensorflow": (
        _S + "i = tf.random_uniform_initializer(seed=3)\n[i((2, 3)), i((2, 3))]"
    ),
    "unseeded_initializer_of_tensorflow": (
        _S + "i = tf.random_normal_initializer()\n[i((2, 3)), i((2, 3))]"
    ),
    "weights_Dense": _kernels("Dense(3)", "(None, 4)"),
    "weights_Conv2D": _kernels("Conv2D(2, 3)", "(None, 5, 5, 2)"),
    "weights_SeparableConv2D": _kernels("SeparableConv2D(2, 3)", "(None, 5, 5, 2)"),
    "weights_Embedding": _kernels("Embedding(5, 3)", "(None, 4)"),
    "weights_LSTM": _kernels("LSTM(3)", "(None, 4, 2)"),
    "weights_GRU": _kernels("GRU(3)", "(None, 4, 2)"),
    "weights_Bidirectional": _kernels("Bidirectional(L.LSTM(2))", "(None, 4, 2)"),
    "weights_MultiHeadAttention": (
        f"{_K}l = L.MultiHeadAttention(2, 3)\nx = tf.ones([1, 2, 4])\ny = l(x, x)\nl.get_weights()"
    ),
    "weights_of_a_model": (
        f"{_K}m = tf.keras.Sequential([L.Dense(3), L.Dropout(0.5), L.Dense(2)])\n"
        "m.build((None, 4))\nm.get_weights()"
    ),
    "dropout_layer": f"{_K}l = L.Dropout(0.5)\n[l(tf.ones([8]), training=True) for _ in range(3)]",
    "dropout_layer_seed": (
        "l = tf.keras.layers.Dropout(0.3, seed=9)\nl(tf.ones([2, 9]), training=True)"
    ),
    "spatial_dropout": (
        "l = tf.keras.layers.SpatialDropout1D(0.5, seed=9)\nl(tf.ones([2, 3, 4]), training=True)"
    ),
    "gaussian_noise": (
        "l = tf.keras.layers.GaussianNoise(0.5, seed=9)\n"
        "[l(tf.ones([5]), training=True) for _ in [0, 1]]"
    ),
    "fit": (
        f"{_K}import numpy as np\n"
        "x = np.linspace(-1, 1, 60).reshape(20, 3).astype('float32')\ny = (x.sum(1) > 0) * 1.0\n"
        "m = tf.keras.Sequential([L.Dense(8, activation='relu'), L.Dropout(0.2), L.Dense(1)])\n"
        "m.compile('adam', 'mse')\nm.fit(x, y, batch_size=4, epochs=3, verbose=0).history['loss']"
    ),
    "fit_again": (
        f"{_K}import numpy as np\n"
        "x = np.arange(40).reshape(20, 2).astype('float32') / 40\ny = x.sum(1)\n"
        "m = tf.keras.Sequential([L.Dense(1)])\nm.compile('sgd', 'mse')\n"
        "[m.fit(x, y, batch_size=3, epochs=2, verbose=0).history['loss'] for _ in range(2)]"
    ),
    **{
        f"fit_{layer.partition('(')[0]}_{number}": _recurrent(layer)
        for number, layer in enumerate(
            (
                "LSTM(3, dropout=0.3)",
                "LSTM(3, dropout=0.3, recurrent_dropout=0.2)",
                "GRU(3, recurrent_dropout=0.3)",
                "GRU(3, dropout=0.3, recurrent_dropout=0.2, reset_after=False)",
                "SimpleRNN(3, dropout=0.3, recurrent_dropout=0.2)",
                "Bidirectional(L.LSTM(3, dropout=0.3, return_sequences=True))",
                "RNN(L.LSTMCell(3, dropout=0.3, recurrent_dropout=0.2))",
                "RNN([L.LSTMCell(3, dropout=0.3), L.GRUCell(2, dropout=0.3)])",
            )
        )
    },
    "fit_ConvLSTM": _recurrent(
        "Reshape((5, 1, 3, 1)), L.ConvLSTM2D(2, 1, dropout=0.3, recurrent_dropout=0.2)"
    ),
    "augmented_by_a_sequential": _augmented("s(x)"),
    "augmented_within": _augmented("tf.keras.Sequential([s, L.Flatten()])(x)"),
    "augmented_told": _augmented("[s(x, training=True), s(x, training=False)]"),
    "augmented_predicted": _augmented("s.predict(x, verbose=0)"),
    "generator_in_map": (
        f"{_G}d = tf.data.Dataset.range(3).map(lambda i: g.make_seeds(2)[0])\n"
        "[list(d), g.make_seeds(1)]"
    ),
    "function_ops": (
        f"{_S}@tf.function\ndef f():\n    return [tf.random.normal([2]), tf.random.uniform([3]), "
        "tf.random.truncated_normal([2]), tf.random.uniform([2], maxval=9, dtype=tf.int32), "
        "tf.random.shuffle(tf.range(5)), tf.random.categorical(tf.zeros((2, 4)), 3), "
        "tf.nn.dropout(tf.ones(6), 0.5)]\n[f() for _ in range(3)] + [tf.random.normal([2])]"
    ),
    "function_op_seeds": (
        f"{_S}@tf.function\ndef f():\n    return [tf.random.normal([2], seed=7), "
        "tf.random.uniform([2], seed=7), tf.random.normal([2], seed=7)]\n"
        "a = f(), f()\ntf.random.set_seed(1)\n[a, f(), tf.random.normal([2], seed=7), f()]"
    ),
    "function_shapes": (
        f"{_S}f = tf.function(lambda x: x + tf.random.normal(tf.shape(x)))\n"
        "[f(tf.zeros(n)) for n in (2, 3, 2, 3)]"
    ),
    "function_seed_set_again": (
        f"{_S}f = tf.function(lambda: tf.random.uniform([2]))\na = [f(), f()]\n{_S}b = [f(), f()]\n"
        "tf.random.set_seed(1)\n[a, b, f(), tf.function(lambda: tf.random.uniform([2]))()]"
    ),
    "function_in_function": (
        f"{_S}f = tf.function(lambda: tf.random.uniform([2]))\n"
        "g = tf.function(lambda: [f(), tf.random.uniform([2]), tf.random.uniform([2]), f()])\n"
        "[f(), g(), g(), f()]"
    ),
    "function_that_makes_variables": (
        f"{_S}v = []\n@tf.function\ndef f():\n    if not v:\n        v.append(tf.Variable(1.0))\n"
        "    return v[0] + tf.random.normal([2])\n[f() for _ in range(3)]"
    ),
    "function_of_map": (
        f"{_S}d = tf.data.Dataset.range(3).map(lambda x: tf.random.uniform([2]))\n"
        "[[x for x in d] for _ in range(2)]"
    ),
    "fit_with_noise": (
        f"{_K}import numpy as np\n"
        "x = np.linspace(-1, 1, 60).reshape(20, 3).astype('float32')\n"
        "class Noisy(tf.keras.Model):\n    def __init__(self):\n        super().__init__()\n"
        "        self.one, self.two = L.Dense(4), L.Dense(3)\n"
        "    def call(self, x):\n        y = self.one(x)\n"
        "        return self.two(y + tf.random.normal(tf.shape(y)))\n"
        "m = Noisy()\nm.compile('adam', 'mse')\n"
        "[m.fit(x, x, batch_size=8, epochs=3, verbose=0).history['loss'], "
        "m.evaluate(x, x, batch_size=8, verbose=0), m(x[:1]), m(x[:1])]"
    ),
    "predict_with_noise": (
        f"{_K}m = tf.keras.Sequential([L.Lambda(lambda x: x + tf.random.normal(tf.shape(x)))])\n"
        "[m.predict(tf.zeros((5, 1)), batch_size=2, verbose=0) for _ in range(2)]"
    ),
    "own_steps_with_noise": (
        f"{_K}g, d = tf.keras.Sequential([L.Dense(3)]), tf.keras.Sequential([L.Dense(1)])\n"
        "o, p = tf.keras.optimizers.Adam(0.1), tf.keras.optimizers.Adam(0.1)\n"
        "@tf.function\ndef step(x):\n    with tf.GradientTape(persistent=True) as tape:\n"
        "        made = d(g(tf.random.normal([4, 2])))\n        real = d(x)\n"
        "        a = tf.reduce_mean((made - 1) ** 2)\n"
        "        b = tf.reduce_mean(made**2 + (real - 1) ** 2)\n"
        "    for loss, model, optimizer in ((a, g, o), (b, d, p)):\n"
        "        grads = tape.gradient(loss, model.trainable_variables)\n"
        "        optimizer.apply_gradients(zip(grads, model.trainable_variables))\n"
        "    return [a, b]\n[step(tf.ones([4, 3])) for _ in range(4)]"
    ),
}
