"""Objects whose __init__ has not run: whatever is done with them is an exception."""

import subprocess
import sys

import pytest

import pelton as tf

keras = tf.keras

# Tries every attribute and special method of every class on an object without its C++ half. The
# last line names what was tried last.
_TRY_ALL = """
import contextlib, copy, pickle, types
import pelton as tf
from pelton import _core

tf.keras.Sequential  # binds what Keras needs

def classes_in(module):
    for value in vars(module).values():
        if isinstance(value, type) and not issubclass(value, BaseException):
            yield value
        elif isinstance(value, types.ModuleType) and value.__name__.startswith("pelton._core."):
            yield from classes_in(value)

SPECIAL = [repr, str, hash, iter, len, bool, int, float, copy.copy, copy.deepcopy, vars,
           lambda x: x == x, lambda x: x(1), lambda x: x(tf.ones((2, 2))), lambda x: x[0],
           lambda x: x + 1, lambda x: x.__enter__(), lambda x: x.__exit__(None, None, None)]
SPECIAL += [lambda x, p=p: pickle.loads(pickle.dumps(x, protocol=p)) for p in range(5)]
SKIPPED = {"__class__", "__new__", "__init_subclass__", "__subclasshook__", "__init__"}

tried = 0
def attempt(title, call, *args):
    global tried
    tried += 1
    print(title, flush=True)
    with contextlib.suppress(Exception):
        call(*args)

for cls in sorted(set(classes_in(_core)), key=lambda one: (one.__module__, one.__qualname__)):
    for derived in (False, True):
        try:
            made = type("Derived", (cls,), {}) if derived else cls
            half = made.__new__(made)
        except (TypeError, ValueError):
            continue  # nobody can make one
        for index, special in enumerate(SPECIAL):
            attempt(f"{made} special {index}", special, half)
        for name in dir(made):
            if name in SKIPPED:
                continue
            attempt(f"{made}.{name}", getattr, half, name)
            for args in ((), (1,), (half,), (tf.ones((2, 2)), half)):
                attempt(f"{made}.{name}{len(args)}", lambda: getattr(half, name)(*args))
            attempt(f"{made}.{name} =", setattr, half, name, 1)
print("tried", tried)
"""


def test_no_use_of_a_half_made_object_ends_the_process():
    done = subprocess.run(
        [sys.executable, "-c", _TRY_ALL], capture_output=True, text=True, timeout=300
    )
    lines = done.stdout.splitlines()
    assert done.returncode == 0, (done.returncode, lines[-1:], done.stderr[-500:])
    word, count = lines[-1].split()
    assert word == "tried"
    assert int(count) > 1000


class WeightFirst(keras.layers.Layer):
    def __init__(self):
        self.w = self.add_weight(shape=(2,))
        super().__init__()


class LayerFirst(keras.Model):
    def __init__(self):
        self.inner = keras.layers.Dense(2)
        super().__init__()


class NeverCalled(keras.layers.Layer):
    def __init__(self, units):
        self.units = units


class OptimizerWithout(keras.optimizers.SGD):
    def __init__(self):
        self.learning_rate = 0.1


@pytest.mark.parametrize(
    "use",
    [
        WeightFirst,
        LayerFirst,
        OptimizerWithout,
        lambda: repr(keras.layers.Dense.__new__(keras.layers.Dense)),
        lambda: keras.layers.Dense.__new__(keras.layers.Dense)(tf.ones((1, 2))),
        lambda: keras.optimizers.SGD.__new__(keras.optimizers.SGD).iterations,
        lambda: keras.metrics.Mean.__new__(keras.metrics.Mean).result(),
    ],
)
def test_the_error_says_what_was_forgotten(use):
    with pytest.raises(RuntimeError, match=r"you forgot to call `super\(\).__init__\(\)`"):
        use()


def test_an_init_that_never_calls_the_engines_says_so():
    with pytest.raises(RuntimeError, match="In layer .NeverCalled., you forgot"):
        NeverCalled(3)


def test_plain_attributes_may_come_first():
    class Early(keras.layers.Layer):
        def __init__(self, units):
            self.units = units
            self.sizes = [1, 2]
            super().__init__()

    layer = Early(3)
    assert layer.units == 3
    assert list(layer.sizes) == [1, 2]
    assert layer.name.startswith("early")
