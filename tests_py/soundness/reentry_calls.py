"""Code of the user's that changes the model from inside one of its calls: a table of places where
such code runs (hooks) and of what it does there (changes), and the script that tries pairs.

    python tests_py/soundness/reentry_calls.py [--part I/N] [--hook NAME] [--change NAME]

prints each pair before it is tried, so that the last line names one that ended the process."""

import argparse
import contextlib
import gc
import sys
import warnings

import numpy as np

import pelton as tf

K, L = tf.keras, tf.keras.layers
X, Y = np.ones((4, 3), "float32"), np.zeros((4, 2), "float32")
WORKS = (
    lambda m: m.fit(X, Y, batch_size=2, epochs=2, verbose=0, validation_data=(X, Y)),
    lambda m: m.evaluate(X, Y, verbose=0),
    lambda m: m.predict(X, verbose=0),
    lambda m: m(X, training=True),
    lambda m: m.train_on_batch(X, Y),
)


class Case:
    """One pair: `now()` is what a hook calls; it changes the model, one level deep."""

    def __init__(self, change):
        self.change, self.depth, self.model = change, 0, None

    def now(self):
        if self.depth > 0 or self.model is None:
            return
        self.depth += 1
        try:
            self.change(self.model)
        finally:
            self.depth -= 1

    def then(self, value):
        self.now()
        return value


def model_of(*layers, optimizer="sgd", loss="mse", metrics=(), cls=K.Sequential):
    model = cls([*layers, L.Dense(2, name="last")])
    model.compile(optimizer, loss, metrics=list(metrics))
    return model


def hooked_layer(case, method):
    class Hooked(L.Layer):
        def build(self, shape):
            self.scale = self.add_weight(shape=(shape[-1],), initializer="ones")
            if method == "build":
                case.now()

        def call(self, x):
            if method == "call":
                case.now()
            if method == "call_after":
                return case.then(x * self.scale)
            return x * self.scale

        def compute_output_shape(self, shape):
            if method == "compute_output_shape":
                case.now()
            return shape

        def get_config(self):
            if method == "get_config":
                case.now()
            return super().get_config()

    return model_of(L.Dense(3), Hooked(), L.Dense(3))


def hooked_metric(case, method):
    class Hooked(K.metrics.Metric):
        def __init__(self):
            super().__init__(name="hooked")
            self.total = self.add_variable((), "zeros", name="total")

        def update_state(self, y_true, y_pred, sample_weight=None):
            if method == "update_state":
                case.now()
            self.total.assign_add(1.0)

        def result(self):
            if method == "result":
                case.now()
            return self.total

        def reset_state(self):
            if method == "reset_state":
                case.now()
            self.total.assign(0.0)

    return model_of(L.Dense(3), metrics=[Hooked(), "mae"])


def hooked_optimizer(case, method):
    class Hooked(K.optimizers.Optimizer):
        def build(self, variables):
            super().build(variables)
            self.slots = [self.add_variable_from_reference(v, "slot") for v in variables]
            if method == "build":
                case.now()

        def update_step(self, gradient, variable, learning_rate):
            if method == "update_step":
                case.now()
            variable.assign_sub(gradient * 0.01)

    return model_of(L.Dense(3), optimizer=Hooked(learning_rate=0.1))


def hooked_schedule(case):
    class Hooked(K.optimizers.schedules.LearningRateSchedule):
        def __call__(self, step):
            return case.then(0.01)

        def get_config(self):
            return {}

    return model_of(L.Dense(3), optimizer=K.optimizers.Adam(Hooked()))


def hooked_callback(case, method):
    class Hooked(K.callbacks.Callback):
        pass

    setattr(Hooked, method, lambda self, *args, **kwargs: case.now())

    class Model(K.Sequential):
        def fit(self, *args, **kwargs):
            return super().fit(*args, callbacks=[Hooked()], **kwargs)

        def evaluate(self, *args, **kwargs):
            return super().evaluate(*args, callbacks=[Hooked()], **kwargs)

        def predict(self, *args, **kwargs):
            return super().predict(*args, callbacks=[Hooked()], **kwargs)

    return model_of(L.Dense(3), cls=Model)


def hooked_step(case, method):
    class Model(K.Sequential):
        pass

    def step(self, *args):
        case.now()
        result = getattr(super(Model, self), method)(*args)
        case.now()
        return result

    setattr(Model, method, step)
    return model_of(L.Dense(3), cls=Model)


def hooked_gradient(case):
    @tf.custom_gradient
    def double(x):
        return x * 2.0, lambda upstream: case.then(upstream * 2.0)

    return model_of(L.Dense(3, activation=double))


def hooked_data(case):
    class Model(K.Sequential):
        def fit(self, x, y, **kwargs):
            def batches():
                for _ in range(3):
                    case.now()
                    yield X, Y

            return super().fit(batches(), steps_per_epoch=2, verbose=0)

    return model_of(L.Dense(3), cls=Model)


def hooked_loss_class(case):
    class Hooked(K.losses.Loss):
        def call(self, y_true, y_pred):
            return case.then(tf.reduce_mean(tf.square(y_true - y_pred), -1))

    return model_of(L.Dense(3), loss=Hooked())


def dense_with(**options):
    return model_of(L.Dense(3), L.Dense(3, **options), L.Dense(3))


def squared(y_true, y_pred):
    return tf.reduce_mean(tf.square(y_true - y_pred), -1)


HOOKS = {
    "activation": lambda c: dense_with(activation=lambda x: c.then(tf.nn.relu(x))),
    "kernel_initializer": lambda c: dense_with(
        kernel_initializer=lambda shape, dtype=None: c.then(tf.ones(shape))
    ),
    "bias_initializer": lambda c: dense_with(
        bias_initializer=lambda shape, dtype=None: c.then(tf.ones(shape))
    ),
    "kernel_regularizer": lambda c: dense_with(
        kernel_regularizer=lambda w: c.then(tf.reduce_sum(w * w))
    ),
    "activity_regularizer": lambda c: dense_with(
        activity_regularizer=lambda x: c.then(tf.reduce_sum(x * x))
    ),
    "kernel_constraint": lambda c: dense_with(kernel_constraint=lambda w: c.then(w * 0.9)),
    "loss": lambda c: model_of(L.Dense(3), loss=lambda t, p: c.then(squared(t, p))),
    "loss_class": hooked_loss_class,
    "metric": lambda c: model_of(L.Dense(3), metrics=[lambda t, p: c.then(squared(t, p))]),
    "schedule": hooked_schedule,
    "rate_function": lambda c: model_of(
        L.Dense(3), optimizer=K.optimizers.SGD(lambda: c.then(0.01))
    ),
    "custom_gradient": hooked_gradient,
    "data": hooked_data,
    **{
        f"layer_{name}": lambda c, name=name: hooked_layer(c, name)
        for name in ("build", "call", "call_after", "compute_output_shape", "get_config")
    },
    **{
        f"metric_{name}": lambda c, name=name: hooked_metric(c, name)
        for name in ("update_state", "result", "reset_state")
    },
    **{
        f"optimizer_{name}": lambda c, name=name: hooked_optimizer(c, name)
        for name in ("build", "update_step")
    },
    **{
        name: lambda c, name=name: hooked_callback(c, name)
        for name in (
            "on_train_begin",
            "on_epoch_begin",
            "on_epoch_end",
            "on_train_batch_begin",
            "on_train_batch_end",
            "on_test_batch_end",
            "on_predict_batch_end",
            "on_train_end",
        )
    },
    **{
        name: lambda c, name=name: hooked_step(c, name)
        for name in ("train_step", "test_step", "predict_step", "compute_loss")
    },
}


def pop_all(model):
    while model.layers:
        model.pop()


def replace_last(model):
    last = model.pop()
    model.add(L.Dense(2))
    return last


def drop_weights(model):
    for layer in model.layers:
        for weight in list(layer.weights):
            layer._untrack(weight)


def freed(model):
    """What was popped goes at once, and its place is used again."""
    model.pop()
    gc.collect()
    return [np.ones(1000) for _ in range(100)]


def first(model):
    return model.layers[0]


CHANGES = {
    "pop": lambda m: m.pop(),
    "pop_all": pop_all,
    "pop_and_collect": freed,
    "add": lambda m: m.add(L.Dense(2)),
    "add_itself": lambda m: m.add(m),
    "add_model": lambda m: m.add(K.Sequential([L.Dense(2)])),
    "replace_last": replace_last,
    "compile": lambda m: m.compile("sgd", "mse"),
    "compile_other": lambda m: m.compile("adam", "mae", metrics=["mse"]),
    "compile_eagerly": lambda m: m.compile("sgd", "mse", run_eagerly=True),
    "compile_wrongly": lambda m: m.compile("sgd", "no such loss"),
    "call": lambda m: m(X),
    "call_symbolic": lambda m: m(K.Input((3,))),
    "fit": lambda m: m.fit(X, Y, verbose=0),
    "evaluate": lambda m: m.evaluate(X, Y, verbose=0),
    "predict": lambda m: m.predict(X, verbose=0),
    "train_on_batch": lambda m: m.train_on_batch(X, Y),
    "train_wrongly": lambda m: m.train_on_batch(X[:, :1], Y),
    "no_rows": lambda m: m.train_on_batch(X[:0], Y[:0]),
    "build": lambda m: m.build((None, 3)),
    "build_layer": lambda m: first(m).build((None, 3)),
    "unbuilt": lambda m: setattr(first(m), "built", False),
    "set_optimizer": lambda m: setattr(m, "optimizer", K.optimizers.RMSprop()),
    "set_rate": lambda m: setattr(m.optimizer, "learning_rate", 0.5),
    "set_schedule": lambda m: setattr(
        m.optimizer, "learning_rate", K.optimizers.schedules.ExponentialDecay(0.1, 10, 0.9)
    ),
    "build_optimizer": lambda m: m.optimizer.build(m.trainable_variables),
    "apply": lambda m: m.optimizer.apply([tf.zeros_like(v) for v in m.trainable_variables]),
    "set_activation": lambda m: setattr(m.layers[-1], "activation", "tanh"),
    "set_activations": lambda m: [setattr(x, "activation", lambda y: y) for x in m.layers],
    "freeze": lambda m: setattr(m, "trainable", False),
    "freeze_layer": lambda m: setattr(first(m), "trainable", False),
    "set_weights": lambda m: m.set_weights([w * 2 for w in m.get_weights()]),
    "assign": lambda m: [w.assign(w * 2.0) for w in m.weights],
    "add_weight": lambda m: first(m).add_weight(shape=(2,), name="more"),
    "drop_weights": drop_weights,
    "add_attribute": lambda m: setattr(first(m), "more", L.Dense(2)),
    "attribute_cycle": lambda m: setattr(first(m), "model", m),
    "reset_metrics": lambda m: m.reset_metrics(),
    "reset_each": lambda m: [metric.reset_state() for metric in m.metrics],
    "stop": lambda m: setattr(m, "stop_training", True),
    "run_eagerly": lambda m: setattr(m, "run_eagerly", True),
    "rename": lambda m: setattr(first(m), "name", "last"),
    "summary": lambda m: m.summary(print_fn=lambda line, line_break=False: None),
    "config": lambda m: K.Sequential.from_config(m.get_config()),
    "clear_session": lambda m: K.backend.clear_session(),
    "collect": lambda m: gc.collect(),
    "clear_dict": lambda m: vars(first(m)).clear(),
    "raise": lambda m: [][1],
    "interrupt": lambda m: (_ for _ in ()).throw(KeyboardInterrupt),
    "exit": lambda m: sys.exit(3),
}


def attempt(work):
    """Errors are an answer; a SystemError is a defect of ours."""
    try:
        work()
    except SystemError:
        raise
    except (Exception, KeyboardInterrupt, SystemExit):
        return


def play(hook, change):
    """All works with the model that `hook` makes; then once more, when nothing is changed."""
    case = Case(CHANGES[change])
    made = []
    attempt(lambda: made.append(HOOKS[hook](case)))
    if not made:
        return
    case.model = model = made.pop()
    for work in WORKS:
        attempt(lambda work=work: work(model))
    case.model = None
    for work in WORKS:
        attempt(lambda work=work: work(model))


def pairs(part=0, parts=1):
    """Every `parts`-th pair from the `part`-th on: each hook and each change is among them."""
    every = [(hook, change) for hook in HOOKS for change in CHANGES]
    return every[part::parts]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--part", default="0/1")
    parser.add_argument("--from", dest="start", type=int, default=0)
    parser.add_argument("--hook", choices=HOOKS)
    parser.add_argument("--change", choices=CHANGES)
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    chosen = pairs(*map(int, given.part.split("/")))
    for i, (hook, change) in enumerate(chosen[given.start :], given.start):
        if given.hook in (None, hook) and given.change in (None, change):
            print(i, hook, change, flush=True)
            with contextlib.redirect_stdout(None):
                play(hook, change)
    print("done", flush=True)


if __name__ == "__main__":
    main()
