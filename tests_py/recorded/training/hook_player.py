"""Overrides the methods and properties of Keras's public base classes one at a time and notes in
which calls of a model they are called, the same for Keras and Pelton."""

import functools
import warnings

import numpy as np

X = np.linspace(-1, 1, 24, dtype="float32").reshape(8, 3)
Y = X.sum(1, keepdims=True)


def _layer(keras):
    class Scale(keras.layers.Layer):
        def build(self, input_shape):
            self.kernel = self.add_weight(shape=(input_shape[-1], 1), name="kernel")

        def call(self, inputs, training=None):
            return inputs @ self.kernel

    return Scale


def _subclassed(keras):
    class Net(keras.Model):
        def __init__(self, **kwargs):
            super().__init__(**kwargs)
            self.dense = keras.layers.Dense(1)

        def call(self, inputs, training=None):
            return self.dense(inputs)

    return Net


def _own_loss(keras):
    class OwnLoss(keras.losses.Loss):
        def call(self, y_true, y_pred):
            return abs(y_true - y_pred)

    return OwnLoss


def _own_metric(keras):
    class OwnMetric(keras.metrics.Metric):
        def __init__(self, **kwargs):
            super().__init__(**kwargs)
            self.total = self.add_weight(name="total", initializer="zeros")

        def update_state(self, y_true, y_pred, sample_weight=None):
            self.total.assign_add(abs(y_true - y_pred)[0, 0])

        def result(self):
            return self.total

    return OwnMetric


def _own_optimizer(keras):
    class OwnOptimizer(keras.optimizers.Optimizer):
        def __init__(self, learning_rate=0.1):
            super().__init__(learning_rate=learning_rate)

        def update_step(self, gradient, variable, learning_rate):
            self.assign_sub(variable, gradient * learning_rate)

    return OwnOptimizer


def _schedule(keras):
    class Half(keras.optimizers.schedules.LearningRateSchedule):
        def __call__(self, step):
            return 0.5

        def get_config(self):
            return {}

    return Half


def _part(base, call):
    return type("Part", (base,), {"__call__": call})


def _sequential(keras, *layers, **kwargs):
    return keras.Sequential([keras.Input((3,)), *layers], **kwargs)


def _kinds_of_layers(keras):
    layers = keras.layers
    return {
        "Layer": (_layer(keras), lambda cls: (_sequential(keras, cls()), {})),
        "Dense": (layers.Dense, lambda cls: (_sequential(keras, cls(1)), {})),
        "Model": (_subclassed(keras), lambda cls: (cls(), {})),
        "Sequential": (
            keras.Sequential,
            lambda cls: (cls([keras.Input((3,)), layers.Dense(1)]), {}),
        ),
        "Functional": (keras.Model, lambda cls: (_functional(keras, cls), {})),
    }


def _kinds_to_compile(keras):
    """What goes to compile()."""
    optimizers, schedules = keras.optimizers, keras.optimizers.schedules
    squared, absolute = keras.losses.MeanSquaredError, keras.metrics.MeanAbsoluteError

    def given(**options):
        return _sequential(keras, keras.layers.Dense(1)), options

    return {
        "Optimizer": (_own_optimizer(keras), lambda cls: given(optimizer=cls())),
        "SGD": (optimizers.SGD, lambda cls: given(optimizer=cls())),
        "Adam": (optimizers.Adam, lambda cls: given(optimizer=cls())),
        "Schedule": (_schedule(keras), lambda cls: given(optimizer=optimizers.SGD(cls()))),
        "ExponentialDecay": (
            schedules.ExponentialDecay,
            lambda cls: given(optimizer=optimizers.SGD(cls(0.1, 10, 0.9))),
        ),
        "Loss": (_own_loss(keras), lambda cls: given(loss=cls())),
        "MeanSquaredError loss": (squared, lambda cls: given(loss=cls())),
        "Metric": (_own_metric(keras), lambda cls: given(metrics=[cls()])),
        "Mean": (absolute, lambda cls: given(metrics=[cls()])),
        "weighted metric": (absolute, lambda cls: given(weighted_metrics=[cls()])),
    }


def _kinds_of_parts(keras):
    """What goes to layers and to fit()."""

    def dense(**options):
        return _sequential(keras, keras.layers.Dense(1, **options)), {}

    ones = _part(keras.initializers.Initializer, lambda self, shape, dtype=None: np.ones(shape))
    square = _part(keras.regularizers.Regularizer, lambda self, x: 0.1 * (x * x)[0, 0])
    half = _part(keras.constraints.Constraint, lambda self, w: w * 0.5)
    glorot, l2, norm = (
        keras.initializers.GlorotUniform,
        keras.regularizers.L2,
        keras.constraints.MaxNorm,
    )
    stopping = keras.callbacks.EarlyStopping
    return {
        "Initializer": (ones, lambda cls: dense(kernel_initializer=cls())),
        "GlorotUniform": (glorot, lambda cls: dense(kernel_initializer=cls())),
        "Regularizer": (square, lambda cls: dense(kernel_regularizer=cls())),
        "L2": (l2, lambda cls: dense(kernel_regularizer=cls())),
        "activity regularizer": (l2, lambda cls: dense(activity_regularizer=cls())),
        "Constraint": (half, lambda cls: dense(kernel_constraint=cls())),
        "MaxNorm": (norm, lambda cls: dense(kernel_constraint=cls())),
        "Callback": (keras.callbacks.Callback, lambda cls: (*dense(), cls())),
        "EarlyStopping": (stopping, lambda cls: (*dense(), cls(monitor="loss"))),
    }


def kinds(keras):
    """{name: (class, what makes of a class derived from it a model, the arguments of compile() and
    callbacks)}."""
    return {**_kinds_of_layers(keras), **_kinds_to_compile(keras), **_kinds_of_parts(keras)}


def _functional(keras, cls):
    inputs = keras.Input((3,))
    return cls(inputs, keras.layers.Dense(1)(inputs))


def _run(model, options, callbacks):
    """The calls in which hooks may be called, one after the other."""
    options = {"optimizer": "sgd", "loss": "mse", "metrics": ["mae"], **options}
    yield "compile", lambda: model.compile(**options)
    fit = {"batch_size": 4, "epochs": 2, "verbose": 0, "callbacks": callbacks}
    yield "fit", lambda: model.fit(X, Y, validation_data=(X, Y), **fit)
    yield "fit again", lambda: model.fit(X, Y, **fit)
    yield "evaluate", lambda: model.evaluate(X, Y, verbose=0, callbacks=callbacks)
    yield "predict", lambda: model.predict(X, verbose=0, callbacks=callbacks)
    yield "train_on_batch", lambda: model.train_on_batch(X, Y)
    yield "test_on_batch", lambda: model.test_on_batch(X, Y)
    yield "predict_on_batch", lambda: model.predict_on_batch(X)
    yield "call", lambda: model(X)


def _noting(owner, original, name, seen):
    """An override of `original` that notes its calls; owner[0] will be its class."""
    if not callable(original):

        def read(self):
            seen.append(name)
            return getattr(super(owner[0], self), name)

        def write(self, value):
            original.__set__(self, value)

        return property(read, write)

    @functools.wraps(original)
    def method(self, *args, **kwargs):
        seen.append(name)
        return getattr(super(owner[0], self), name)(*args, **kwargs)

    method.__code__ = method.__code__.replace(co_name=name)
    return method


def hooks_of(cls):
    """The names that a class derived from `cls` may override."""
    names = [name for name in dir(cls) if not name.startswith("_") or name == "__call__"]
    return [
        name
        for name in names
        if isinstance(_static(cls, name), property) or callable(_static(cls, name))
        if not isinstance(_static(cls, name), (classmethod, staticmethod, type))
    ]


def _static(cls, name):
    return next((vars(base)[name] for base in cls.__mro__ if name in vars(base)), None)


def derived(base, names, seen):
    """A class of `base` that overrides `names` and appends to `seen` which of them is called."""
    owner = []
    own = {name: _noting(owner, _static(base, name), name, seen) for name in names}
    owner.append(type("Own", (base,), own))
    return owner[0]


def called_in(keras, base, make, names):
    """{name: the calls of a model in which its override is called}, with all `names` overridden
    at once; {"error": ...} where one of these calls raises."""
    seen, found, where = [], {name: [] for name in names}, "construction"

    def note():
        for name in dict.fromkeys(seen):
            found[name].append(where)
        seen.clear()

    try:
        keras.utils.set_random_seed(1)
        model, options, *callback = make(derived(base, names, seen))
        note()
        for step, call in _run(model, options, callback):
            where = step
            call()
            note()
    except Exception as error:  # noqa: BLE001 - the error is what is asked for
        found["error"] = f"{where}: {type(error).__name__}: {str(error)[:300]}"
    return found


def play(keras):
    """{kind: {name: the calls in which it is called}}."""
    out = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for kind, (base, make) in kinds(keras).items():
            out[kind] = called_in(keras, base, make, hooks_of(base))
    return out
