"""Ctrl-C at a random moment of long work: it ends in half a second, and the model still trains."""

from __future__ import annotations

import random

from torture.kind import WRONG, Kind, Snippet
from torture.memory import AGAIN

HEAD = (
    "import contextlib, itertools, signal, time; L = tf.keras.layers; e = []; "
    "D = tf.data.Dataset; s = signal.signal(signal.SIGPROF, signal.default_int_handler); "
    "timer = lambda t: signal.setitimer(signal.ITIMER_PROF, t); "
    "x = np.random.rand(4000, 64).astype('float32'); y = np.ones((4000, 2), 'float32')"
)
MODELS = [
    "m = tf.keras.Sequential([L.Dense(64, activation='relu'), L.Dense(2)])",
    "m = tf.keras.Sequential([L.Reshape((8, 8, 1)), L.Conv2D(16, 3, padding='same'), "
    "L.BatchNormalization(), L.MaxPooling2D(2), L.Flatten(), L.Dense(2)])",
    "m = tf.keras.Sequential([L.Reshape((8, 8)), L.LSTM(16), L.Dense(2)])",
    "l, o = L.Dense(99), L.Dense(2); "
    "m = type('Own', (tf.keras.Model,), {'call': lambda s, x: o(tf.nn.relu(l(x)))})()",
]
_SQUARE = "tf.ones((1500, 1500), 'float64')"
WORK = [
    "m.fit(x, y, verbose=0, epochs=10**6)",
    "m.fit(x, y, verbose=0, epochs=10**6, batch_size=4000)",
    *["m.fit(x, y, verbose=0, epochs=10**6, validation_split=0.5)"],
    *["m.fit(((x, y) for _ in itertools.count()), verbose=0)", "[m(x) for _ in itertools.count()]"],
    *["[m.evaluate(x, y, verbose=0, batch_size=8) for _ in itertools.count()]"],
    *["[m.predict(x, verbose=0, batch_size=8) for _ in itertools.count()]"],
    "[m.train_on_batch(x, y) for _ in itertools.count()]",
    "[m.get_weights() for _ in iter(int, 1)]",
    f"tf.matmul({_SQUARE}, {_SQUARE})",
    f"tf.linalg.matmul({_SQUARE}, {_SQUARE}, transpose_b=True)",
    *["tf.nn.conv2d(tf.ones((16, 128, 128, 32)), tf.ones((5, 5, 32, 64)), 1, 'SAME')"],
    "tf.random.normal((5000, 5000))",
    *["tf.reduce_sum(tf.ones((9000, 9000)), 0)", "tf.exp(tf.ones((2**27,)))"],
    "tf.constant(np.zeros(2**26), 'float32')",
    *["tf.constant([1.0] * 10**7)"],
    "tf.map_fn(lambda a: a * 2, tf.ones((10**6,)))",
    "tf.scan(lambda a, b: a + b, tf.ones((10**6,)))",
    *["tf.while_loop(lambda i: True, lambda i: (i + 1,), (tf.constant(0),))"],
    "tf.function(lambda: tf.while_loop(lambda i: True, lambda i: (i + 1,), (tf.constant(0),)))()",
    "tf.vectorized_map(lambda a: a * 2, tf.ones((10**6, 4)))",
    "tf.one_hot(tf.zeros((10**6,), 'int32'), 50)",
    "tf.gather(tf.ones((1000, 64)), tf.zeros((2 * 10**6,), 'int32'))",
    "tf.transpose(tf.ones((9000, 9000)))",
    *["tf.tile(tf.ones((1000,)), [5 * 10**4])", "tf.concat([tf.ones((1000, 100))] * 2000, 0)"],
    "[tf.function(lambda a: a * 2)(x) for _ in itertools.count()]",
    "[tf.ones(3) + 1 for _ in iter(int, 1)]",
    "[f(x) for f in [tf.function(lambda a: tf.transpose(a) @ a)] for _ in iter(int, 1)]",
    "[f(tf.ones((n, 3))) for f in [tf.function(lambda a: a * 2)] for n in itertools.count()]",
    "tf.function(lambda: tf.py_function(lambda: [1 for _ in iter(int, 1)], [], tf.float32))()",
    # Not [*D], which is Python's list of 10**9 places at once.
    "[0 for _ in D.range(10**9)]",
    "[0 for _ in D.range(10**9).map(lambda a: a * 2).batch(64)]",
    "[0 for _ in D.from_tensor_slices((x, y)).shuffle(4000).batch(32).repeat()]",
    "[0 for _ in D.range(10**9).map(lambda a: tf.py_function(lambda b: b, [a], tf.int64))]",
    "[0 for _ in D.from_generator(lambda: itertools.count(), output_types=tf.int64).batch(9)]",
    "[0 for _ in D.range(10**9).interleave(lambda a: D.from_tensors(a).repeat(3), 4).shuffle(99)]",
    "[0 for _ in D.range(10**9).filter(lambda a: a < 0)]",
    "D.range(10**9).reduce(np.int64(0), lambda a, b: a + b)",
    "m.fit(D.from_tensor_slices((x, y)).batch(32).repeat(), verbose=0)",
    "m.fit(D.from_tensors((x, y)).repeat().map(lambda a, b: (a * 2, b)), verbose=0)",
    "m.predict(D.from_tensor_slices(x).batch(32).repeat(), verbose=0)",
    "m.fit(x, y, verbose=0, epochs=10**6, callbacks=[tf.keras.callbacks.LambdaCallback("
    "on_train_batch_end=lambda *a, **k: None)])",
    "m.fit(type('Own', (tf.keras.utils.PyDataset,), {'__len__': lambda s: 10**6, "
    "'__getitem__': lambda s, i: (x[:9], y[:9])})(), verbose=0)",
    "(lambda t: (t.watch(c := tf.ones(())), [c := c * 1.0 for _ in range(3 * 10**5)], "
    "t.gradient(c, c)))(tf.GradientTape().__enter__())",
]  # fmt: skip
# The timer's signal goes to whichever thread runs, and Python's main thread does not see at once
# what another got: no work here reads ahead. Ctrl-C's own signal goes to the main thread.
# The timer and this count the processor's time, by as many threads as ran, since others may use
# the machine.
LATE = "(e[0][2] - c - {at}) / max(1.0, (e[0][2] - c) / (e[0][1] - a))"


class Torture(Kind):
    """Long work, a timer whose signal does what Ctrl-C's does, and a training afterwards."""

    LIMIT = 10.0

    def snippet(self, index: int) -> Snippet:
        chance = random.Random(f"{self.seed}:{index}")
        at = round(chance.uniform(0.01, 0.4), 3)
        begun = "a, c = time.monotonic(), time.process_time()"
        ended = (
            "s.push(lambda t, v, b: e.append((v, time.monotonic(), time.process_time())) or True)"
        )
        late = LATE.format(at=at)
        return Snippet(
            [
                HEAD,
                f"{chance.choice(MODELS)}; m.compile('adam', 'mse')",
                f"with contextlib.ExitStack() as s: {ended}; {begun}; s2 = timer({at}); "
                f"{chance.choice(WORK)}",
                "s2 = timer(0); "
                "assert isinstance(e[0][0], (type(None), KeyboardInterrupt, MemoryError)), e; "
                f"assert {late} < 0.5, {late}",
                AGAIN.replace("verbose=0", "verbose=0, batch_size=500"),
            ]
        )

    def fault(self, snippet: Snippet, error: BaseException) -> str | None:
        return WRONG
