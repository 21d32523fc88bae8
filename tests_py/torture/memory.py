"""Memory that ends: at a random size of the process, or at the n-th allocation of a GPU."""

from __future__ import annotations

import random

from torture.kind import WRONG, Kind, Snippet

HEAD = (
    "import contextlib, pickle, resource; L = tf.keras.layers; e = []; "
    "size = lambda: int(open('/proc/self/statm').read().split()[0]) * 4096; "
    "bound = lambda n: resource.setrlimit(resource.RLIMIT_AS, (n, 3 << 30)); "
    "fault = tf._core.runtime.set_fake_gpu_fault"
)
# On the CPU the data are large, since small blocks are there already; on the GPU each call counts.
DATA = "x = np.random.rand({rows}, {wide}).astype('float32'); y = np.ones(({rows}, 2), 'float32')"
MODELS = [
    "m = tf.keras.Sequential([L.Dense(64, activation='relu'), L.Dense(2)])",
    "m = tf.keras.Sequential([L.Dense(64), L.BatchNormalization(), L.Dropout(0.5), L.Dense(2)])",
    "m = tf.keras.Sequential([L.Reshape((-1, 4, 1)), L.Conv2D(4, 3, activation='relu'), "
    "L.MaxPooling2D((2, 1)), L.Flatten(), L.Dense(2)])",
    "i = tf.keras.Input(({wide},)); a = L.Dense(32)(i); "
    "m = tf.keras.Model(i, L.Dense(2)(L.Add()([a, L.Dense(32)(i)])))",
    "l, o = L.Dense(24), L.Dense(2); "
    "m = type('Own', (tf.keras.Model,), {{'call': lambda s, x: o(tf.nn.relu(l(x)))}})()",
]
OPTIMIZERS = ["sgd", "adam", "adamw", "nadam", "adagrad", "adadelta", "ftrl", "lion", "rmsprop"]
WORK = [
    *["m.fit(x, y, verbose=0)", "m.fit(x, y, verbose=0, batch_size=8, validation_split=0.5)"],
    *["m.evaluate(x, y, verbose=0)", "m.predict(x, verbose=0)", "m.train_on_batch(x, y)", "m(x)"],
    *["(m(x), m.optimizer.build(m.trainable_variables))", "tf.matmul(x, x.T)"],
    *["tf.function(lambda a: tf.reduce_sum(tf.nn.softmax(a * 2), 0))(x)", "tf.stack([x] * 20)"],
    *["tf.concat([x, x], 0)", "tf.constant(x) + 1"],
    *["tf.Variable(x).assign_add(x)", "tf.gather(x, [0] * 9)"],
    *["tf.random.normal((len(x), 64))", "tf.function(m)(x)"],
    "(lambda t: [t.watch(c := tf.constant(x)), t.gradient(m(c), c)])"
    "(tf.GradientTape().__enter__())",
]  # fmt: skip
# What the end of memory may be called; anything else is wrong.
ENDS = "(type(None), MemoryError, tf.errors.ResourceExhaustedError)"
JUDGED = f"assert isinstance(e[0], {ENDS}), repr(e[0])"
AGAIN = "assert np.isfinite(m.fit(x, y, verbose=0).history['loss']).all()"


class Torture(Kind):
    """A call in which memory ends, then a training in which it does not."""

    LIMIT = 20.0
    ENVIRONMENT = {"PELTON_FAKE_GPUS": "1"}

    def snippet(self, index: int) -> Snippet:
        chance = random.Random(f"{self.seed}:{index}")
        on_gpu = chance.random() < 0.3
        data = {"rows": 4, "wide": 16} if on_gpu else {"rows": 4000, "wide": 128}
        model, optimizer = chance.choice(MODELS).format(**data), chance.choice(OPTIMIZERS)
        if on_gpu:
            number = int(2 ** chance.uniform(0, 7))
            begin, end = f"fault(0, 'allocate:{number}:resource_exhausted')", "fault(0, None)"
        else:
            begin = f"bound(size() + {int(2 ** chance.uniform(10, 26))})"
            end = "bound(3 << 30)"
        device = "GPU:0" if on_gpu else "CPU:0"
        ended = f"s.push(lambda t, v, b: ({end}, e.append(v)) and True)"
        warm = "s = 0" if on_gpu else "s = tf.ones((500, 500)) @ tf.ones((500, 500))"
        before = chance.choice(("", "", "m.fit(x, y, verbose=0); "))
        return Snippet(
            [
                HEAD,
                f"d = tf.device('{device}'); d.__enter__(); {DATA.format(**data)}; {model}",
                f"m.compile('{optimizer}', 'mse'); {before}{warm}",
                f"with contextlib.ExitStack() as s: {ended}; {begin}; {chance.choice(WORK)}",
                f"d.__exit__(None, None, None); {JUDGED}",
                f"d = tf.device('{device}'); d.__enter__(); {AGAIN}; d.__exit__(None, None, None)",
            ]
        )

    def fault(self, snippet: Snippet, error: BaseException) -> str | None:
        return WRONG  # whatever it says, the next training should have worked
