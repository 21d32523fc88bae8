"""User code that changes the model, its parts or the settings from inside a model's calls."""

from __future__ import annotations

import random

from torture import texts
from torture.kind import Kind, Snippet

HEAD = (
    "import copy, gc, pickle, threading; L = tf.keras.layers; "
    "x = np.ones((8, 3), 'float32'); y = np.ones((8, 2), 'float32')"
)
# What the user's code does, to the model m, whose first layer is l.
ACTIONS = [
    *["m.pop()", "m.add(L.Dense(2))", "m.add(m)", "m.compile('adam', 'mae')", "m.summary()"],
    *["m.fit(x, y, verbose=0)", "m.evaluate(x, y, verbose=0)", "m.predict(x, verbose=0)", "m(x)"],
    *["m.train_on_batch(x, y)", "m.test_on_batch(x, y)"],
    *["m.predict_on_batch(x)", "m.build((3, 3))"],
    *["m.get_weights()", "m.set_weights([w * 0 for w in m.get_weights()])", "m.get_config()"],
    *["m.reset_metrics()", "m.layers.clear()", "m.layers.append(L.ReLU())", "m.layers.pop()"],
    "m.optimizer.build([])",
    *["m.optimizer.build(m.trainable_variables)", "delattr(m, 'optimizer')"],
    *["setattr(m, 'optimizer', tf.keras.optimizers.Adam())", "setattr(m, 'loss', 'mae')"],
    *["setattr(m.optimizer, 'learning_rate', 0.5)", "setattr(m.optimizer, 'iterations', 7)"],
    *["setattr(m, 'trainable', False)", "setattr(m, 'stop_training', True)", "m.stop_training"],
    "setattr(m, 'run_eagerly', True)",
    *["setattr(m, 'layers', [])", "setattr(m, 'call', lambda x: x)"],
    *["setattr(l, 'trainable', False)", "setattr(l, 'activation', tf.nn.relu)", "l.build((3, 3))"],
    *["setattr(l, 'kernel', tf.Variable(1.0))", "delattr(l, 'kernel')", "l.add_weight(shape=(2,))"],
    *["l.__init__(3)", "m.__init__()", "m.optimizer.__init__(0.5)", "m.loss.__init__()"],
    *["l.kernel.assign(l.kernel * 0)", "l.kernel.assign(np.ones((9, 9)))", "l(np.ones((8, 3)))"],
    "l.add_loss(tf.ones(()))",
    *["setattr(l, 'extra', L.Dense(2))", "setattr(m, 'extra', L.Dense(2))"],
    *["setattr(m, 'extra', m)", "tf.keras.backend.clear_session()", "gc.collect()", "copy.copy(m)"],
    *["copy.deepcopy(m)", "pickle.dumps(m)", "tf.keras.models.clone_model(m)", "m.count_params()"],
    *["tf.config.run_functions_eagerly(True)", "tf.config.experimental.empty_cache('CPU:0')"],
    *["tf.config.threading.set_intra_op_parallelism_threads(1)", "tf.random.set_seed(1)"],
    "tf.keras.utils.set_random_seed(1)",
    "tf.keras.mixed_precision.set_global_policy('mixed_float16')",
    *["tf.keras.backend.set_floatx('float64')", "tf.config.experimental.enable_op_determinism()"],
    *["globals().pop('m')", "globals().update(m=None)", "globals().update(l=None)", "{}['odd']"],
    *["[m.optimizer.apply_gradients([(v, v)]) for v in m.trainable_variables]"],
    *["m.optimizer.apply([v * 1.0 for v in m.trainable_variables])", "m.metrics.clear()"],
    "[v.assign(v * float('nan')) for v in m.variables]",
    *["m.compiled_metrics", "m.explain_program()"],
    *["threading.Thread(target=lambda: m.fit(x, y, verbose=0)).start()", "m.stop_evaluating"],
    *["np.copyto(x, np.nan)", "x.resize((1, 3), refcheck=False)", "y.setflags(write=False)"],
    "tf.function(lambda: m(x))()",
    *["tf.GradientTape().__enter__()", "tf.device('CPU:0').__enter__()"],
    *["[f.close() for f in [(i for i in m.weights)]]", "h(x)"],
    *["exec('del m, l')", "m.weights.clear()"],
    *["(lambda t: (t.watch(l.kernel), t.gradient(m(x), l.kernel)))(tf.GradientTape().__enter__())"],
]  # fmt: skip
# Where the user's code stands: h(first argument, ...) does the action and gives its first argument.
_SEQUENTIAL = "m = tf.keras.Sequential([tf.keras.Input((3,)), {}, L.Dense(2)]); l = m.layers[0]"
_LAYER = "type('Own', (L.Layer,), {{{!r}: {}}})()"
_DENSE = "type('Own', (L.Dense,), {{{!r}: {}}})(3)"
PLACES = {
    "activation": _SEQUENTIAL.format("L.Dense(3, activation=h)"),
    "activation layer": _SEQUENTIAL.format("L.Dense(3), L.Activation(h)"),
    "initializer": _SEQUENTIAL.replace("tf.keras.Input((3,)), ", "").format(
        "L.Dense(3, kernel_initializer=lambda shape, dtype: h(tf.ones(shape, dtype)))"
    ),
    "regularizer": _SEQUENTIAL.format(
        "L.Dense(3, kernel_regularizer=lambda w: h(tf.reduce_sum(w)))"
    ),
    "activity regularizer": _SEQUENTIAL.format(
        "L.Dense(3, activity_regularizer=lambda w: h(tf.reduce_sum(w)))"
    ),
    "constraint": _SEQUENTIAL.format("L.Dense(3, kernel_constraint=lambda w: h(w))"),
    "call": _SEQUENTIAL.format("L.Dense(3), " + _LAYER.format("call", "lambda s, x: h(x)")),
    "call of a dense": _SEQUENTIAL.format(
        _DENSE.format("call", "lambda s, x: h(L.Dense.call(s, x))")
    ),
    "build": _SEQUENTIAL.replace("tf.keras.Input((3,)), ", "").format(
        "L.Dense(3), " + _LAYER.format("build", "lambda s, shape: h(None)")
    ),
    "compute_output_shape": _SEQUENTIAL.format(
        "L.Dense(3), " + _LAYER.format("compute_output_shape", "lambda s, shape: h(shape)")
    ),
    "get_config": _SEQUENTIAL.format(
        "L.Dense(3), " + _LAYER.format("get_config", "lambda s: h({})")
    ),
    "__setattr__": _SEQUENTIAL.format(
        _DENSE.format("__setattr__", "lambda s, n, v: h(L.Dense.__setattr__(s, n, v))")
    ),
    "__del__": _SEQUENTIAL.format("L.Dense(3), " + _LAYER.format("__del__", "lambda s: h(0)")),
    "model's call": (
        "l, o = L.Dense(3), L.Dense(2); "
        "m = type('Own', (tf.keras.Model,), {'call': lambda s, x: o(h(l(x)))})(); s = m(x)"
    ),
    "train_step": (
        "m = type('Own', (tf.keras.Sequential,), {'train_step': lambda s, d: "
        "h(tf.keras.Sequential.train_step(s, d))})([L.Dense(3), L.Dense(2)]); l = m.layers[0]"
    ),
    "test_step": (
        "m = type('Own', (tf.keras.Sequential,), {'test_step': lambda s, d: "
        "h(tf.keras.Sequential.test_step(s, d))})([L.Dense(3), L.Dense(2)]); l = m.layers[0]"
    ),
    "functional": (
        "i = tf.keras.Input((3,)); l = L.Dense(3, activation=h); "
        "m = tf.keras.Model(i, L.Dense(2)(l(i)))"
    ),
}
PLAIN = _SEQUENTIAL.format("L.Dense(3)")
# {place: (optimizer, loss, metrics)} of compile, in models with nothing else of the user's.
COMPILED = {
    "loss": ("'sgd'", "lambda y, p: h(tf.reduce_mean(y - p))", "None"),
    "loss's call": (
        "'sgd'",
        "type('Own', (tf.keras.losses.Loss,), "
        "{'call': lambda s, y, p: h(tf.reduce_mean(y - p, -1))})()",
        "None",
    ),
    "metric": ("'sgd'", "'mse'", "[lambda y, p: h(tf.reduce_mean(y - p))]"),
    "metric's update": (
        "'sgd'",
        "'mse'",
        "[type('Own', (tf.keras.metrics.Mean,), {'update_state': lambda s, *a, **k: h(None)})()]",
    ),
    "metric's result": (
        "'sgd'",
        "'mse'",
        "[type('Own', (tf.keras.metrics.MeanSquaredError,), {'result': lambda s: h(1.0)})()]",
    ),
    "schedule": (
        "tf.keras.optimizers.SGD(type('Own', "
        "(tf.keras.optimizers.schedules.LearningRateSchedule,), "
        "{'__call__': lambda s, step: h(0.1), 'get_config': lambda s: {}})())",
        "'mse'",
        "None",
    ),
    "learning rate": ("tf.keras.optimizers.SGD(lambda: h(0.1))", "'mse'", "None"),
    "update_step": (
        "type('Own', (tf.keras.optimizers.SGD,), {'update_step': lambda s, g, v, r: h(None)})()",
        "'mse'",
        "None",
    ),
}
CALLBACKS = (
    "on_train_begin on_train_end on_epoch_begin on_epoch_end on_train_batch_begin "
    "on_train_batch_end on_test_begin on_test_batch_end on_predict_batch_end set_model set_params"
).split()
ENTRIES = [
    *["m.fit(x, y, verbose=0, epochs=2, batch_size=4)", "m.fit(x, y, verbose=0, batch_size=4)"],
    *["m.evaluate(x, y, verbose=0)", "m.predict(x, verbose=0)", "m(x)", "m.train_on_batch(x, y)"],
    *["m.test_on_batch(x, y)", "m.predict_on_batch(x)", "m.summary()", "m.get_config()", "l(x)"],
    *["tf.function(lambda: m(x))()", "tf.function(m)(x)", "tf.keras.models.clone_model(m)"],
    *["m.fit(x, y, verbose=0, validation_split=0.5)", "m.compute_output_shape((2, 3))", "repr(m)"],
    *["m.fit(((x, y) for _ in range(3)), verbose=0)", "setattr(l, 'name_', 1)"],
]
AFTER = [
    *[
        "m.fit(x, y, verbose=0)",
        "m.predict(x, verbose=0)",
        "m.summary()",
        "m(x)",
        "repr(m)",
        "None",
    ],
    *["m.get_weights()", "gc.collect()", "m.evaluate(x, y, verbose=0)", "globals().pop('m')"],
]


class Torture(Kind):
    """A place, what is done there, the call that gets there, and a call afterwards, by chance."""

    LIMIT = 4.0

    def snippet(self, index: int) -> Snippet:
        chance = random.Random(f"{self.seed}:{index}")
        action, k = chance.choice(ACTIONS), chance.choice((1, 1, 2, 40))
        # Done k times, so that calls of what is running end some day; by chance before, when built.
        lines = [HEAD, f"k = [1] * {k}; h = lambda *a: (k and k.pop() and {action}, a[0])[1]"]
        kind = chance.randrange(4)
        optimizer, loss, metrics = "'sgd'", "'mse'", "None"
        entry = chance.choice(ENTRIES)
        if kind == 0:
            optimizer, loss, metrics = chance.choice([*COMPILED.values()])
        model = chance.choice([*PLACES.values()]) if kind > 1 else PLAIN
        if kind == 1:
            entry = self._fed(chance)
        compiled = f"m.compile({optimizer}, {loss}, metrics={metrics})"
        late = chance.random() < 0.5  # the user's code does nothing before the model is compiled
        steps = [model, compiled]
        if late:
            lines[1] = lines[1].replace(f"k = [1] * {k}", "k = []")
            steps.append(f"k += [1] * {k}")
        if chance.random() < 0.3:
            steps.insert(2, "m.fit(x, y, verbose=0)")  # so that its steps are recorded
        return Snippet([*lines, *steps, entry, chance.choice(AFTER)])

    @staticmethod
    def _fed(chance: random.Random) -> str:
        """An entry that the user's code is in by way of a callback or of its data."""
        method = chance.choice(CALLBACKS)
        callback = f"callbacks=[type('Own', (tf.keras.callbacks.Callback,), {{{method!r}: h}})()]"
        batches = "((h(x), y) for _ in range(3))"
        entries = [
            f"m.fit(x, y, verbose=0, epochs=2, batch_size=2, validation_split=0.5, {callback})",
            f"m.evaluate(x, y, verbose=0, batch_size=2, {callback})",
            f"m.predict(x, verbose=0, batch_size=2, {callback})",
            f"m.fit({batches}, verbose=0)",
            f"m.evaluate({batches}, verbose=0)",
            "m.predict((h(x) for _ in range(3)), verbose=0)",
            f"m.fit(x, y, verbose=0, validation_data={batches})",
        ]
        return chance.choice(entries)

    def fault(self, snippet: Snippet, error: BaseException) -> str | None:
        found = texts.inside(error)
        return None if found == texts.INSIDE and not isinstance(error, SystemError) else found
