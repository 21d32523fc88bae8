"""Training calls whose printed bytes, results and callback order are recorded.

`START` runs before each: a model `m` with fixed weights and fixed data. The learning rate is zero
where nothing else is said, so that every figure is the same in each epoch.
"""

START = """
L, K = tf.keras.layers, tf.keras
kernel = (np.arange(12).reshape(4, 3) % 5 - 2) / 4
x = (np.arange(40).reshape(10, 4) * 7 % 11 - 5).astype('float32') / 4
y = np.arange(10) % 3
one_hot = np.eye(3, dtype='float32')[y]
m = K.Sequential([K.Input((4,)), L.Dense(3)])
m.set_weights([kernel, np.array([0.5, 0, -0.5])])
scce = K.losses.SparseCategoricalCrossentropy(from_logits=True)
still = K.optimizers.SGD(0.0)
def binary():
  b = K.Sequential([K.Input((4,)), L.Dense(1, activation='sigmoid')])
  b.set_weights([kernel[:, :1], np.array([0.25])])
  return b
"""
READY = "m.compile(still, scce, metrics=['accuracy'])\n"
_OPTIONAL = """
class Maybe(L.Layer):
  def call(self, a, b=None):
    return a if b is None else a + b
a, b = K.Input((4,), name='a'), K.Input((4,), name='b', optional=True)
def fitted(inputs, data):
  m = K.Model(inputs, L.Dense(4, kernel_initializer='ones')(Maybe()(a, b)))
  m.compile(still, 'mse')
  return [m.fit(data, x, batch_size=4, shuffle=False, verbose=0).history,
          m.evaluate(data, x, verbose=0), m.predict(data, verbose=0),
          m.predict_on_batch(data), m.train_on_batch(data, x)]
"""
_NEST = """
z = one_hot[:, :1]
i = K.Input((4,))
def out(size, name):
  return L.Dense(size, kernel_initializer='ones', name=name)(i)
a, b, c = out(3, 'a'), out(1, 'b'), out(1, 'c')
def fitted(outputs, targets, **given):
  m = K.Model(i, outputs)
  m.compile(still, **given)
  return [m.fit(x, targets, verbose=0).history, m.evaluate(x, targets, verbose=0), m.metrics_names]
"""
# What the call prints on stdout while the clock stands still, and the value of the last line.
PRINTED = {
    "fit_verbose_0": "m.fit(x, y, batch_size=4, verbose=0).history",
    "fit_verbose_1": "m.fit(x, y, batch_size=4, verbose=1, shuffle=False).history",
    "fit_verbose_2": "m.fit(x, y, batch_size=4, verbose=2).history",
    "fit_verbose_auto": "m.fit(x, y, batch_size=4, shuffle=False).history",
    "fit_two_epochs": "m.fit(x, y, batch_size=4, epochs=2, shuffle=False).history",
    "fit_two_epochs_verbose_2": "m.fit(x, y, batch_size=4, epochs=2, verbose=2).history",
    "fit_validation": "m.fit(x, y, batch_size=4, verbose=2, validation_data=(x, y)).history",
    "fit_validation_bar": (
        "m.fit(x, y, batch_size=4, shuffle=False, validation_data=(x, y)).history"
    ),
    "fit_validation_split": "m.fit(x, y, batch_size=4, verbose=2, validation_split=0.3).history",
    "fit_validation_freq": (
        "m.fit(x, y, epochs=3, verbose=2, validation_data=(x, y), validation_freq=2).history"
    ),
    "fit_initial_epoch": "m.fit(x, y, epochs=3, initial_epoch=1, verbose=2).epoch",
    "fit_steps_per_epoch": (
        "m.fit(x, y, batch_size=4, steps_per_epoch=2, shuffle=False, verbose=2).params"
    ),
    "fit_default_batch_size": "m.fit(np.tile(x, (7, 1)), np.tile(y, 7), verbose=2).params",
    "fit_nan": ("m.fit(x * np.inf, y, verbose=2).history"),
    "fit_sample_weight": ("m.fit(x, y, verbose=2, sample_weight=np.arange(10) / 4).history"),
    "fit_class_weight": "m.fit(x, y, verbose=2, class_weight={0: 2.0, 1: 0.5, 2: 1.0}).history",
    "fit_class_weight_missing": "m.fit(x, y, verbose=2, class_weight={1: 0.5}).history",
    "fit_weighted_metrics": (
        "m.compile(still, scce, weighted_metrics=['accuracy'])\n"
        "m.fit(x, y, verbose=2, sample_weight=np.arange(10) / 4).history"
    ),
    "fit_regularizer": (
        "r = K.Sequential([K.Input((4,)), L.Dense(3, kernel_regularizer=K.regularizers.L2(0.5))])\n"
        "r.set_weights([kernel, np.zeros(3)])\nr.compile(still, scce)\n"
        "r.fit(x, y, verbose=2).history"
    ),
    "fit_trains": (
        "m.compile(K.optimizers.SGD(0.1), scce)\n"
        "m.fit(x, y, batch_size=5, epochs=3, shuffle=False, verbose=2).history"
    ),
    "fit_trains_adam": (
        "m.compile(K.optimizers.Adam(0.1), scce, metrics=['accuracy'])\n"
        "m.fit(x, y, batch_size=5, epochs=3, shuffle=False, verbose=2).history"
    ),
    "evaluate_bar": "m.evaluate(x, y, batch_size=4)",
    "evaluate_verbose_0": "m.evaluate(x, y, verbose=0)",
    "evaluate_verbose_2": "m.evaluate(x, y, batch_size=4, verbose=2)",
    "evaluate_dictionary": "m.evaluate(x, y, verbose=0, return_dict=True)",
    "evaluate_no_metrics": "m.compile(still, scce)\nm.evaluate(x, y, verbose=0)",
    "evaluate_sample_weight": "m.evaluate(x, y, verbose=0, sample_weight=np.arange(10) / 4)",
    "evaluate_steps": "m.evaluate(x, y, batch_size=4, steps=1, verbose=0)",
    "predict_bar": "m.predict(x, batch_size=4).shape",
    "predict_values": "m.predict(x[:2], verbose=0)",
    "predict_verbose_2": "m.predict(x, batch_size=4, verbose=2).shape",
    "predict_type": "p = m.predict(x, verbose=0)\n[type(p).__name__, p.dtype.name]",
    "train_on_batch": "m.train_on_batch(x, y)",
    "train_on_batch_twice": "m.train_on_batch(x[:5], y[:5])\nm.train_on_batch(x[5:], y[5:])",
    "train_on_batch_dictionary": "m.train_on_batch(x, y, return_dict=True)",
    "train_on_batch_no_metrics": "m.compile(still, scce)\nm.train_on_batch(x, y)",
    "test_on_batch": "m.test_on_batch(x, y)",
    "predict_on_batch": "m.predict_on_batch(x[:2])",
    "predict_on_batch_type": "type(m.predict_on_batch(x[:2])).__name__",
    "metrics_names_before": "m.metrics_names",
    "metrics_names_of_own_metrics": (
        "class Own(K.Sequential):\n"
        "  @property\n"
        "  def metrics(self):\n    return [K.metrics.Mean(name='own')]\n"
        "m = Own([K.Input((4,)), L.Dense(3)])\nm.compile(still, scce)\nm.metrics_names"
    ),
    "metrics_names_after": "m.fit(x, y, verbose=0)\nm.metrics_names",
    "history_repr": "type(m.fit(x, y, verbose=0)).__name__",
    "history_params": "m.fit(x, y, batch_size=4, epochs=2, verbose=0).params",
    "history_epoch": "m.fit(x, y, epochs=2, verbose=0).epoch",
    "model_history": "h = m.fit(x, y, verbose=0)\nm.history is h",
    "optimizer_iterations": (
        "m.fit(x, y, batch_size=4, epochs=2, verbose=0)\nm.optimizer.iterations"
    ),
    **{
        f"fit_nest_{i}": _NEST + f"fitted({structure}, {targets}, {given})"
        for i, (structure, targets, given) in enumerate(
            (
                (
                    "{'p': {'x': a}, 'q': [b, c]}",
                    "{'p': {'x': one_hot}, 'q': [z, z]}",
                    "loss={'p': {'x': 'mse'}, 'q': ['mae', 'mse']}, "
                    "metrics={'p': {'x': ['mae', 'mse']}, 'q': ['mse', 'mae']}",
                ),
                (
                    "{'p': {'x': a}, 'q': [b, c]}",
                    "{'p': {'x': one_hot}, 'q': [z, z]}",
                    "loss='mse', weighted_metrics={'p': {'x': 'mae'}, 'q': ['mse', None]}",
                ),
                (
                    "{'a': {'x': a}, 'b': [b, c]}",
                    "{'a': {'x': one_hot}, 'b': [z, z]}",
                    "loss={'a': {'x': 'mse'}, 'b': ['mae', 'mse']}",
                ),
                (
                    "[a, [b, c]]",
                    "[one_hot, [z, z]]",
                    "loss=['mse', 'mae', 'mse'], metrics=['mae', [['mae'], ['mse']]]",
                ),
                (
                    "{'a': a, 'b': b}",
                    "{'a': one_hot, 'b': z}",
                    "loss='mse', metrics=[['mae'], 'mse']",
                ),
            )
        )
    },
    **{
        f"fit_optional_{i}": _OPTIONAL + f"fitted({inputs}, {data})"
        for i, (inputs, data) in enumerate(
            (
                ("{'a': a, 'b': b}", "{'a': x, 'b': None}"),
                ("[b, a]", "[None, x]"),
                ("[a, b]", "[x, x]"),
                ("{'other': a, 'b': b}", "{'other': x, 'b': x}"),
            )
        )
    },
    "fit_metric_of_several_numbers": (
        "m.compile(still, 'mse', metrics=[K.metrics.F1Score(average=None)])\n"
        "h = m.fit(x, one_hot, verbose=0, validation_data=(x, one_hot)).history\n"
        "{name: np.asarray(values) for name, values in h.items()}"
    ),
    "evaluate_metric_of_several_numbers": (
        "m.compile(still, 'mse', metrics=['mae', K.metrics.F1Score(average=None)])\n"
        "m.evaluate(x, one_hot, batch_size=4)"
    ),
    "train_on_batch_metric_of_several_numbers": (
        "m.compile(still, 'mse', metrics=[K.metrics.F1Score(average=None)])\n"
        "[type(one).__name__ for one in m.train_on_batch(x, one_hot)]"
    ),
    "evaluate_own_metric_of_several_numbers": (
        "class Sums(K.metrics.Metric):\n"
        "  def __init__(self):\n"
        "    super().__init__(name='sums')\n"
        "    self.total = self.add_variable((3,), 'zeros', name='total')\n"
        "  def update_state(self, y_true, y_pred, sample_weight=None):\n"
        "    self.total.assign_add(tf.reduce_sum(y_pred, 0))\n"
        "  def result(self):\n    return self.total / 2\n"
        "m.compile(still, 'mse', metrics=[Sums()])\n"
        "m.evaluate(x, one_hot, verbose=2)"
    ),
    "early_stopping": (
        "s = K.callbacks.EarlyStopping('loss', patience=1, verbose=1)\n"
        "m.fit(x, y, epochs=5, verbose=0, callbacks=[s]).epoch"
    ),
    "early_stopping_restores": (
        "s = K.callbacks.EarlyStopping('loss', patience=1, verbose=1, restore_best_weights=True)\n"
        "m.fit(x, y, epochs=5, verbose=0, callbacks=[s]).epoch"
    ),
    "early_stopping_missing": (
        "s = K.callbacks.EarlyStopping('val_loss')\n"
        "m.fit(x, y, epochs=2, verbose=0, callbacks=[s]).epoch"
    ),
    "terminate_on_nan": (
        "m.fit(x * np.inf, y, epochs=3, verbose=0, callbacks=[K.callbacks.TerminateOnNaN()]).epoch"
    ),
    "reduce_on_plateau": (
        "c = K.callbacks.ReduceLROnPlateau('loss', patience=1, verbose=1)\n"
        "m.compile(K.optimizers.SGD(1e-12), scce)\n"
        "m.fit(x, y, epochs=3, verbose=0, callbacks=[c]).history['learning_rate']"
    ),
    "scheduler": (
        "S = K.callbacks.LearningRateScheduler\n"
        "c = S(lambda epoch, rate: 1e-12 / (epoch + 1), verbose=1)\n"
        "m.fit(x, y, epochs=2, verbose=0, callbacks=[c]).history['learning_rate']"
    ),
}

PRINTED = {name: code if "compile(" in code else READY + code for name, code in PRINTED.items()} | {
    "compile_again_keeps_metrics": READY + "m.compile(still, scce)\nm.evaluate(x, y, verbose=0)"
}

# "accuracy" and "crossentropy": which function the string stands for, and what it gives.
RESOLUTION = {
    "accuracy_sparse": "m.compile(still, scce, metrics=['accuracy'])\nd = (m, x, y)",
    "accuracy_sparse_column": (
        "m.compile(still, scce, metrics=['accuracy'])\nd = (m, x, y[:, None])"
    ),
    "accuracy_categorical": (
        "m.compile(still, K.losses.CategoricalCrossentropy(from_logits=True), "
        "metrics=['accuracy'])\nd = (m, x, one_hot)"
    ),
    "accuracy_binary": (
        "b = binary()\nb.compile(still, 'binary_crossentropy', metrics=['accuracy'])\n"
        "d = (b, x, y[:, None] % 2)"
    ),
    "accuracy_binary_flat": (
        "b = binary()\nb.compile(still, 'binary_crossentropy', metrics=['accuracy'])\n"
        "d = (b, x, y % 2)"
    ),
    "acc": "m.compile(still, scce, metrics=['acc'])\nd = (m, x, y)",
    "accuracy_multi_label": (
        "m.compile(still, K.losses.BinaryCrossentropy(from_logits=True), metrics=['accuracy'])\n"
        "d = (m, x, one_hot)"
    ),
    "crossentropy_metric_sparse": (
        "m.compile(still, scce, metrics=['crossentropy'])\nd = (m, x, y)"
    ),
    "ce_metric_categorical": (
        "m.compile(still, K.losses.CategoricalCrossentropy(from_logits=True), metrics=['ce'])\n"
        "d = (m, x, one_hot)"
    ),
    "crossentropy_loss_sparse": "m.compile(still, 'crossentropy')\nd = (m, x, y)",
    "crossentropy_loss_binary": (
        "b = binary()\nb.compile(still, 'crossentropy')\nd = (b, x, y[:, None] % 2)"
    ),
    "mse_metric": "m.compile(still, 'mse', metrics=['mse', 'mae'])\nd = (m, x, one_hot)",
    "metric_long_name": (
        "m.compile(still, 'mean_squared_error', metrics=['MeanAbsoluteError'])\nd = (m, x, one_hot)"
    ),
    "metric_object": (
        "m.compile(still, scce, metrics=[K.metrics.SparseCategoricalAccuracy(name='hits')])\n"
        "d = (m, x, y)"
    ),
    "metric_function": (
        "def worst(y_true, y_pred):\n  return tf.reduce_max(tf.abs(y_true - y_pred), -1)\n"
        "m.compile(still, 'mse', metrics=[worst])\nd = (m, x, one_hot)"
    ),
    "loss_function": (
        "def cube(y_true, y_pred):\n  return tf.reduce_mean(tf.abs(y_true - y_pred) ** 3, -1)\n"
        "m.compile(still, cube)\nd = (m, x, one_hot)"
    ),
    "same_metric_twice": (
        "m.compile(still, scce, metrics=['accuracy', 'accuracy'])\nd = (m, x, y)"
    ),
    "top_5": (
        "m.compile(still, scce, metrics=['sparse_top_k_categorical_accuracy'])\nd = (m, x, y)"
    ),
}

# The order in which a callback's hooks are called, and the names in their logs.
HOOKS = {
    "fit": "m.fit(x, y, batch_size=5, epochs=2, verbose=0, callbacks=[c])",
    "fit_validation": (
        "m.fit(x, y, batch_size=5, verbose=0, callbacks=[c], validation_data=(x[:3], y[:3]))"
    ),
    "evaluate": "m.evaluate(x, y, batch_size=5, verbose=0, callbacks=[c])",
    "predict": "m.predict(x, batch_size=5, verbose=0, callbacks=[c])",
}
