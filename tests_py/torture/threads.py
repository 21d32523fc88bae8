"""Other threads that use, change or drop a model beside one that trains."""

from __future__ import annotations

import random

from torture import re_entries, texts
from torture.kind import Kind, Snippet

HEAD = re_entries.HEAD + "; from concurrent.futures import ThreadPoolExecutor as Pool"
MODELS = [
    "m = tf.keras.Sequential([tf.keras.Input((3,)), L.Dense(3), L.Dense(2)]); l = m.layers[0]",
    "m = tf.keras.Sequential([L.Dense(3), L.BatchNormalization(), L.Dropout(.5), L.Dense(2)]); "
    "s = m(x); l = m.layers[0]",
    "i = tf.keras.Input((3,)); l = L.Dense(3); m = tf.keras.Model(i, L.Dense(2)(l(i)))",
    "l, o = L.Dense(3), L.Dense(2); "
    "m = type('Own', (tf.keras.Model,), {'call': lambda s, x: o(l(x))})(); s = m(x)",
]
MAIN = [
    "m.fit(np.ones((4000, 3)), np.ones((4000, 2)), verbose=0, epochs=3)",
    "m.fit(x, y, verbose=0, epochs=500, batch_size=2)",
    "[m.train_on_batch(x, y) for _ in range(2000)]",
    *["m.evaluate(x, y, verbose=0, batch_size=1)", "m.predict(x, verbose=0, batch_size=1)"],
    "[m(x) for _ in range(3000)]",
    *["[f(x) for _ in range(3000)]", "[tf.matmul(b, b) for _ in range(300)]"],
    "[l.kernel.assign_add(l.kernel) for _ in range(3000)]",
    "m.fit(x, y, verbose=0, epochs=1500)",
    "[m.optimizer.apply([v * 1.0 for v in m.trainable_variables]) for _ in range(2000)]",
]  # fmt: skip
# What would end the process or every thread's work by design, or takes the arrays themselves away.
NOT_BESIDE = (
    "globals()",
    "exec(",
    "x.resize",
    "y.setflags",
    "np.copyto",
    "__enter__",
    "m.fit",
    "h(x)",
)
MORE = [
    *["l.kernel.numpy()", "l.kernel.assign(tf.ones((3, 3)))", "m.fit(x, y, verbose=0)", "repr(m)"],
    *["f(x)", "tf.matmul(b, b)", "tf.function(lambda a: a + 1)(x)", "[tf.ones((9, 9)) for _ in x]"],
    "tf.config.threading.set_intra_op_parallelism_threads(i % 3)",
    *["m.get_weights()", "l.get_weights()"],
    *["m.optimizer.variables", "[v.numpy() for v in m.optimizer.variables]", "m.save('/dev/null')"],
    "setattr(m, 'optimizer', None)",
    *["l.kernel.scatter_update([0], [1.0])", "l.kernel[0].assign([1.0] * 3)"],
]  # fmt: skip


class Torture(Kind):
    """One thread computes, two others do one thing over and over; then all is waited for."""

    LIMIT = 10.0
    ACTIONS = [*MORE, *(one for one in re_entries.ACTIONS if not any(p in one for p in NOT_BESIDE))]

    def snippet(self, index: int) -> Snippet:
        chance = random.Random(f"{self.seed}:{index}")
        action, times = chance.choice(self.ACTIONS), chance.choice((20, 200, 2000))
        return Snippet(
            [
                HEAD,
                chance.choice(MODELS),
                f"m.compile({chance.choice(('sgd', 'adam'))!r}, 'mse'); f = tf.function(m); "
                f"b = tf.ones(({chance.choice((8, 300))},) * 2)",
                f"p = Pool({chance.choice((1, 2, 3))}); "
                f"t = [p.submit(lambda i: {action}, i) for i in range({times})]",
                chance.choice(MAIN),
                "p.shutdown(cancel_futures=True)",
            ]
        )

    def fault(self, snippet: Snippet, error: BaseException) -> str | None:
        return texts.RAW if texts.inside(error) == texts.RAW else None
