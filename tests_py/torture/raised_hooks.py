"""User code that raises, or is cut off by Ctrl-C, at each place and call; then a good training."""

from __future__ import annotations

import random

from torture import re_entries
from torture.kind import WRONG, Kind, Snippet, expressions

HEAD = (
    f"{re_entries.HEAD}; import contextlib, signal; K = tf.keras; D = tf.data.Dataset; "
    "s = signal.signal(signal.SIGUSR1, signal.default_int_handler); "
    "cut = lambda: signal.raise_signal(signal.SIGUSR1)"
)
# What the code does where it stands; `mine` is an exception that the user's code alone raises.
MINE = "mine = type('Mine', ({},), {{}})"
CLASSES = [
    *["Exception", "ValueError", "KeyboardInterrupt", "StopIteration", "SystemExit", "TypeError"],
    *["tf.errors.OutOfRangeError", "GeneratorExit", "MemoryError", "RecursionError", "OSError"],
    *["tf.errors.InvalidArgumentError", "NotImplementedError", "AttributeError", "KeyError"],
]
RAISES = expressions("[][mine]; (_ for _ in ()).throw(mine('m')); cut()")
HOOKS = [
    *["on_train_begin", "on_train_end", "on_epoch_begin", "on_epoch_end", "on_train_batch_begin"],
    *["on_train_batch_end", "on_test_begin", "on_test_end", "on_test_batch_begin"],
    *["on_test_batch_end", "on_predict_begin", "on_predict_batch_end", "on_predict_end"],
    *["set_model", "set_params", "on_batch_begin", "on_batch_end"],
]
# Data whose reading is the user's code.
FED = expressions("""
    m.fit(((h(x), y) for _ in range(3)), verbose=0, epochs=2, steps_per_epoch=2);
    m.fit(D.from_generator(lambda: ((h(x), y) for _ in range(3)),
    output_signature=(tf.TensorSpec((8, 3)), tf.TensorSpec((8, 2)))), verbose=0);
    m.fit(D.range(3).map(lambda i: tf.py_function(lambda i: h((x, y)), [i], [tf.float32,
    tf.float32])).map(lambda a, b: (tf.ensure_shape(a, (8, 3)), tf.ensure_shape(b, (8, 2)))),
    verbose=0); m.fit(type('Own', (K.utils.PyDataset,), {'__len__': lambda s: 3, '__getitem__':
    lambda s, i: h((x, y))})(), verbose=0, epochs=2); m.fit(type('Own', (K.utils.PyDataset,),
    {'__len__': lambda s: 3, '__getitem__': lambda s, i: h((x, y)), 'on_epoch_end': lambda s:
    None})(workers=2), verbose=0, epochs=2); m.fit(type('Own', (K.utils.PyDataset,), {'__len__':
    lambda s: h(3), '__getitem__': lambda s, i: (x, y), 'on_epoch_end': lambda s: h(None)})(),
    verbose=0, epochs=2); m.fit(x, y, verbose=0, validation_data=((h(x), y) for _ in range(2)));
    m.evaluate(((h(x), y) for _ in range(3)), verbose=0); m.predict((h(x) for _ in range(3)),
    verbose=0); [*D.from_generator(lambda: (h(i) for i in range(3)), output_types=tf.int32)];
    tf.function(lambda: tf.py_function(lambda: h(1.0), [], tf.float32) + 1.0)(); tf.function(lambda
    a: h(a) * 2)(x); tf.map_fn(lambda a: h(a), x); tf.function(lambda: tf.while_loop(lambda i: i <
    3, lambda i: (h(i) + 1,), (tf.constant(0),)))(); [*D.range(3).map(lambda a: h(a))];
    tf.custom_gradient(lambda a: (a, lambda g: h(g)))(x); tf.vectorized_map(lambda a: h(a), x);
    (lambda t: (t.watch(c := tf.ones(3)), t.gradient(tf.custom_gradient(lambda a: (a * 1, lambda g:
    h(g)))(c), c)))(tf.GradientTape().__enter__()); [*D.range(6).map(lambda a:
    tf.numpy_function(lambda b: h(b), [a], tf.int64), num_parallel_calls=2).prefetch(2)]
""")  # fmt: skip
# Places in models that train when nothing is raised there.
PLACES = [
    model
    for place, model in re_entries.PLACES.items()
    if place not in ("build", "compute_output_shape", "get_config", "__del__")
]
CALLS = ["fit(x, y, epochs=2, validation_split=0.5", "evaluate(x, y", "predict(x"]
# A model of its own and the same trained without what had been raised before must train alike.
FRESH = (
    "n = tf.keras.Sequential([tf.keras.Input((3,)), L.Dense(2)]); n.compile('adam', 'mse'); "
    "n.set_weights([w * 0 + .5 for w in n.get_weights()])"
)
TRAINED = "n.fit(x * 0 + 1, y * 0 + 5, verbose=0, epochs=3, batch_size=4).history['loss']"


class Torture(Kind):
    """A place, what it raises at which call, and the call that gets there."""

    LIMIT = 6.0

    def snippet(self, index: int) -> Snippet:
        chance = random.Random(f"{self.seed}:{index}")
        model, parts, entry = self._place(chance)
        h = (
            f"k = []; j = []; h = lambda *a: (k and (k.pop(), not k and j.append(1)), "
            f"j and (j.pop() and {chance.choice(RAISES)}), a[0])[-1]"
        )
        armed = f"k += [1] * {chance.choice((1, 1, 2, 3, 6))}"
        compiled = f"m.compile({parts}{chance.choice(('', '', ', run_eagerly=True'))})"
        steps, again = [model, compiled, armed], "s = 0"
        if chance.random() < 0.3:  # it may be raised while the model is made
            steps = [armed, f"with contextlib.suppress(BaseException): {model}; {compiled}"]
            again = compiled
        return Snippet(
            [
                HEAD,
                f"{MINE.format(chance.choice(CLASSES))}; {h}",
                *steps,
                f"with contextlib.suppress(BaseException): s = {entry}",
                "k.clear(), j.clear(); tf.config.run_functions_eagerly(False)",
                FRESH,
                f"a = {TRAINED}; assert 8.8 < a[0] < 9 and a[2] < a[0], a",
                f"m = m if 'm' in globals() else n; {again}",
                "s = m.fit(x, y, verbose=0).history['loss']",
            ]
        )

    @staticmethod
    def _place(chance: random.Random) -> tuple[str, str, str]:
        """The model, what it is compiled with and the call, in one of which the code stands."""
        kind, parts = chance.randrange(4), ("'sgd'", "'mse'", "None")
        entry, model = chance.choice(re_entries.ENTRIES), re_entries.PLAIN
        if kind == 0:
            parts = chance.choice([*re_entries.COMPILED.values()])
        elif kind == 1:
            model = chance.choice(PLACES)
        elif kind == 2:
            entry = chance.choice(FED)
        else:
            names = chance.sample(HOOKS, chance.choice((1, 1, 2)))
            methods = ", ".join(f"{name!r}: h" for name in names)
            callbacks = f"[type('Own', (K.callbacks.Callback,), {{{methods}}})()]"
            call = chance.choice(CALLS)
            entry = f"m.{call}, verbose=0, batch_size=4, callbacks={callbacks})"
        optimizer, loss, metrics = parts
        return model, f"{optimizer}, {loss}, metrics={metrics}", entry

    def fault(self, snippet: Snippet, error: BaseException) -> str | None:
        return WRONG
