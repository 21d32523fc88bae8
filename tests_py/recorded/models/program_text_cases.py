"""What programs print of models, layers, metrics and symbolic tensors: (name, code), whose last
line gives the text. Layers are named anew in each."""

_START = "K = tf.keras\nL = K.layers\n"
_X = "x = np.arange(12, dtype='float32').reshape(4, 3) / 10\ny = x[:, :1]\n"
_MODEL = "m = K.Sequential([K.Input((3,)), L.Dense(1, kernel_initializer='ones')])\n"
_STEP = """
class Own(K.Model):
    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            y_pred = self(x, training=True)
            loss = self.compute_loss(y=y, y_pred=y_pred)
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply(gradients, self.trainable_variables)
        for metric in self.metrics:
            if metric.name == 'loss': metric.update_state(loss)
            else: metric.update_state(y, y_pred)
        return {m.name: m.result() for m in self.metrics}
i = K.Input((3,))
m = Own(i, L.Dense(1, kernel_initializer='ones')(i))
m.compile('sgd', 'mse', metrics=['mae'])
"""
_UNTRACKED = """
class Untracked(K.Model):
    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self(x, training=True) - y) ** 2)
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply(gradients, self.trainable_variables)
        return {'loss': loss, 'more': loss} if self.gives_more else {'loss': loss}
i = K.Input((3,))
m = Untracked(i, L.Dense(1, kernel_initializer='ones')(i))
m.compile('sgd', 'mse')
"""
_FUNCTION = "def twice(y_true, y_pred): return y_true * 2 - y_pred\n"

_ROWS = {
    "name_of_unnamed_input": "K.Input((3,)).name",
    "unnamed_input": "K.Input((3,))",
    "named_input": "K.Input((3,), name='digits')",
    "layer_output": "L.Dense(2)(K.Input((3,)))",
    "outputs_in_order": "i = K.Input((3,))\na = L.Dense(2)(i)\nb = L.Dense(2)(a)\n[i, a, b]",
    "several_outputs": "L.LSTM(3, return_state=True)(K.Input((3, 2)))",
    "output_of_model": (
        "i = K.Input((3,))\nm = K.Model(i, L.Dense(2)(i))\n[m.inputs, m.outputs, m.output_names]"
    ),
    "vocabulary_of_words": "L.StringLookup(vocabulary=['a', 'b']).get_vocabulary()",
    "vocabulary_of_numbers": "L.IntegerLookup(vocabulary=[5, 6], mask_token=0).get_vocabulary()",
    "vocabulary_without_special": (
        "v = L.TextVectorization()\nv.adapt(['b a', 'a'])\n"
        "[v.get_vocabulary(), v.get_vocabulary(include_special_tokens=False)]"
    ),
    "no_vocabulary_yet": "L.StringLookup().get_vocabulary()",
    "metrics_of_fitted": (
        _X + _MODEL + "m.compile('sgd', 'mse', metrics=['mae'])\nm.fit(x, y, verbose=0)\n"
        "[[one.name for one in m.metrics], m.metrics_names]"
    ),
    "metrics_of_compiled": (
        _MODEL + "m.compile('sgd', 'mse', metrics=['mae'])\n[one.name for one in m.metrics]"
    ),
    "metrics_without_any": _MODEL + "m.compile('sgd', 'mse')\n[one.name for one in m.metrics]",
    "result_of_compiled_metrics": (
        _X + _MODEL + "m.compile('sgd', 'mse', metrics=['mae'])\nm.evaluate(x, y, verbose=0)\n"
        "list(m.metrics[1].result())"
    ),
    "history_of_own_step": _X + _STEP + "list(m.fit(x, y, verbose=0).history)",
    "history_of_step_without_metrics": (
        _X + _UNTRACKED + "m.gives_more = False\nm.fit(x, y, verbose=0).history"
    ),
    "history_of_step_with_more": (
        _X + _UNTRACKED + "m.gives_more = True\n"
        "{k: round(v[0], 3) for k, v in m.fit(x, y, verbose=0, shuffle=False).history.items()}"
    ),
    "figures_of_own_step": _X + _STEP + "list(m.evaluate(x, y, verbose=0, return_dict=True))",
    "variables_of_metric": (
        "a, b = K.metrics.Precision(), K.metrics.Mean(name='mine')\n"
        "[(v.name, v.path) for v in a.variables + b.variables]"
    ),
    "variable_of_metric": "K.metrics.Sum().variables[0]",
    "no_penalty_on_outputs": (
        "class Own(L.Layer):\n    def __init__(self, penalty=None):\n"
        "        super().__init__()\n"
        "        self.activity_regularizer = K.regularizers.get(penalty)\n"
        "    def call(self, x): return x * 2\n"
        "one, other = Own(), Own('l2')\n[one(np.ones((2, 3))), other(np.ones((2, 3)))]\n"
        "[len(one.losses), [float(loss) for loss in other.losses]]"
    ),
    "wrapper_config": (
        _FUNCTION + "sorted(K.metrics.MeanMetricWrapper(twice, name='t').get_config())"
    ),
    "wrapper_again": (
        _FUNCTION + "made = K.metrics.MeanMetricWrapper(twice, name='t')\n"
        "with K.utils.custom_object_scope({'twice': twice}):\n"
        "    again = K.metrics.MeanMetricWrapper.from_config(made.get_config())\n"
        "[again.name, float(again(np.ones(2), np.ones(2) * 3))]"
    ),
    "json_of_compiled": (
        "import json\n" + _MODEL + "m.compile('sgd', 'mse')\nlist(json.loads(m.to_json()))"
    ),
    "states_of_stateful": (
        "m = K.Sequential([K.Input(batch_shape=(2, 3, 4)), L.LSTM(2, stateful=True)])\n"
        "[(one.name, one.path) for one in m.layers[0].states]"
    ),
    "operations_of_masked": (
        "i = K.Input((4,), name='i')\ne = L.Embedding(5, 2, mask_zero=True)(i)\n"
        "m = K.Model(i, L.Dense(1)(L.LSTM(3)(e)))\n"
        "[[one.name for one in m.operations], [one.name for one in m.layers]]"
    ),
    "operations_of_two_models": (
        "i = K.Input((4,), name='i')\ne = L.Embedding(5, 2, mask_zero=True)(i)\n"
        "m = K.Model(i, L.LSTM(3)(e))\nn = K.Model(i, L.GRU(3)(e))\n"
        "[[one.name for one in each.operations] for each in (m, n)]"
    ),
}
CASES = {name: _START + code for name, code in _ROWS.items()}
