"""Files, pipes and terminals that take no more: an OSError or nothing, and training goes on."""

from __future__ import annotations

import random

from torture.kind import WRONG, Kind, Snippet
from torture.memory import AGAIN

HEAD = (
    "import contextlib, os, resource, sys, tempfile; L = tf.keras.layers; e = []; "
    "x = np.ones((64, 3), 'float32'); y = np.ones((64, 2), 'float32'); "
    "path = os.path.join(tempfile.gettempdir(), f'torture{os.getpid()}'); "
    "bound = lambda n: resource.setrlimit(resource.RLIMIT_FSIZE, (n, resource.RLIM_INFINITY)); "
    "C = tf.keras.callbacks"
)
MODEL = (
    "m = tf.keras.Sequential([tf.keras.Input((3,)), L.Dense(2)]); m.compile('adam', 'mse'); "
    "keep = sys.stdout, sys.stderr, os.dup(1), os.dup(2)"
)
# What is full: a file at some size, the standard streams in Python or below it.
FULL = {
    "bound({size})": "bound(-1)",
    "sys.stdout = open('/dev/full', 'w', buffering={line})": "setattr(sys, 'stdout', keep[0])",
    "sys.stderr = open('/dev/full', 'w', buffering={line})": "setattr(sys, 'stderr', keep[1])",
    "sys.stdout = open('/dev/full', 'w'); sys.stdout.close()": "setattr(sys, 'stdout', keep[0])",
    "sys.stdout = None": "setattr(sys, 'stdout', keep[0])",
    "f = os.open('/dev/full', os.O_WRONLY); s2 = os.dup2(f, 1); s2 = os.dup2(f, 2)": (
        "os.dup2(keep[2], 1), os.dup2(keep[3], 2)"
    ),
    "(r, w) = os.pipe(); os.close(r); s2 = os.dup2(w, 1); s2 = os.dup2(w, 2)": (
        "os.dup2(keep[2], 1), os.dup2(keep[3], 2)"
    ),
}
WORK = [
    *["m.fit(x, y, verbose=0, epochs=9, callbacks=[C.CSVLogger(path)])", "m.fit(x, y, verbose=1)"],
    *["m.fit(x, y, verbose=0, epochs=3, callbacks=[C.CSVLogger('/dev/full')])", "m.summary()"],
    *["m.fit(x, y, verbose=0, epochs=3, callbacks=[C.CSVLogger(path, append=True)])"],
    *["m.fit(x, y, verbose=0, epochs=3, callbacks=[C.ModelCheckpoint(path + '.keras')])"],
    *["m.fit(x, y, verbose=0, callbacks=[C.ModelCheckpoint(path, save_weights_only=True)])"],
    *["m.fit(x, y, verbose=2, epochs=3)", "m.evaluate(x, y, verbose=1)", "m.predict(x, verbose=1)"],
    "tf.print(tf.ones((9, 9)))",
    *["tf.print('a' * 99, output_stream=sys.stdout)", "print(tf.ones(99))"],
    "m.fit(x, y, verbose=1, callbacks=[C.EarlyStopping('loss', patience=0, verbose=1)], epochs=5)",
    "m.fit(x, y, verbose=0, callbacks=[C.EarlyStopping('nope')])",
    "tf.debugging.set_log_device_placement(True)",
    "m.save(path + '.keras')",
    *["m.save_weights(path + '.weights.h5')", "tf.keras.utils.Progbar(9).update(3)"],
    *["m.fit(x, y, verbose=1, epochs=3, callbacks=[C.ReduceLROnPlateau('loss', verbose=1)])"],
]  # fmt: skip
# SystemExit is rich's, of a closed pipe.
ENDS = "(type(None), OSError, ValueError, AttributeError, NotImplementedError, SystemExit)"


class Torture(Kind):
    """Output that cannot be written, then a training that writes nothing."""

    LIMIT = 4.0

    def snippet(self, index: int) -> Snippet:
        chance = random.Random(f"{self.seed}:{index}")
        full, mended = chance.choice([*FULL.items()])
        full = full.format(size=chance.choice((0, 1, 10, 50, 200)), line=chance.choice((1, -1)))
        off = "tf.debugging.set_log_device_placement(False)"
        ended = f"s.push(lambda t, v, b: ({mended}, e.append(v), {off}) and True)"
        return Snippet(
            [
                HEAD,
                MODEL,
                f"with contextlib.ExitStack() as s: {ended}; {full}; {chance.choice(WORK)}",
                f"s2 = [*map(os.close, keep[2:])]; assert isinstance(e[0], {ENDS}), repr(e[0])",
                AGAIN,
            ]
        )

    def fault(self, snippet: Snippet, error: BaseException) -> str | None:
        return WRONG
