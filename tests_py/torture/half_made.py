"""Objects whose __init__ has not run, or not to its end, and all that can be done with them."""

from __future__ import annotations

import functools
import random
import types
from collections.abc import Iterator

import pelton as tf
from pelton import _core
from torture import public_names, texts
from torture.kind import Kind, Snippet

# How an object comes to be half made; {} is its class. The last line's `s` is the object.
WAYS = [
    ["s = {0}.__new__({0})"],
    ["s = (lambda c: c.__new__(c))(type('Own', ({0},), {{}}))"],
    ["s = type('Own', ({0},), {{'__init__': lambda s, *a: None}})()"],
    [
        "k, own = [], type('Own', ({0},), {{'__init__': lambda s: (k.append(s), {{}}['odd'])}})",
        "with contextlib.suppress(KeyError): own()",
        "s = k[0]",
    ],
    ["s = type('Own', ({0},), {{'__init__': lambda s: setattr(s, 'w', tf.Variable(1.0))}})()"],
    ["s = type('Own', ({0},), {{'__init__': lambda s: setattr(s, 'l', tf.keras.Layer())}})()"],
    ["s = copyreg.__newobj__({0})"],
]
USES = [
    *["repr(s)", "str(s)", "hash(s)", "iter(s)", "len(s)", "bool(s)", "int(s)", "float(s)"],
    *[
        "copy.copy(s)",
        "copy.deepcopy(s)",
        "vars(s)",
        "s == s",
        "s(1)",
        "s(tf.ones((2, 2)))",
        "s[0]",
    ],
    *["s + 1", "s @ s", "s.__enter__()", "s.__exit__(None, None, None)", "dir(s)", "s()", "del s"],
    *["s.__init__()", "gc.collect()", "isinstance(s, tf.Module)", "s(s)", "[*s]", "{s: s}"],
    *[f"pickle.loads(pickle.dumps(s, protocol={protocol}))" for protocol in range(6)],
]
# Where else a half-made object may be handed to.
TAKERS = [
    *["tf.constant(s)", "tf.Variable(s)"],
    *["tf.convert_to_tensor(s)", "tf.add(s, s)", "tf.cast(s, s)"],
    *["tf.ones((2, 2)) + s", "tf.stack([s, s])", "tf.zeros(s)", "tf.function(lambda: s)()"],
    "tf.function(lambda x: x)(s)",
    *["tf.function(s)(tf.ones((2, 2)))", "tf.nest.flatten([s, {1: s}])"],
    "tf.GradientTape().gradient(s, s)",
    *["tf.GradientTape().watch(s)", "tf.custom_gradient(s)(1.0)"],
    *["tf.keras.Sequential([s])", "tf.keras.Sequential([tf.keras.Input((2,)), s])", "tf.print(s)"],
    *["tf.keras.Sequential().add(s)", "tf.keras.Model(s, s)", "tf.keras.layers.Dense(2, name=s)"],
    *["tf.keras.layers.Dense(2)(s)", "tf.keras.layers.Dense(s)", "tf.keras.layers.Activation(s)"],
    *["tf.keras.layers.Dense(2, activation=s)", "tf.keras.layers.Dense(2, dtype=s)"],
    *["tf.keras.layers.Dense(2, kernel_initializer=s).build((2, 2))", "tf.keras.losses.get(s)"],
    *["tf.keras.layers.Dense(2, kernel_regularizer=s, bias_constraint=s).build((2, 2))"],
    *["tf.keras.metrics.get(s)", "tf.keras.optimizers.get(s)", "tf.keras.layers.serialize(s)"],
    *["setattr(tf.keras.layers.ReLU(), 'a', s)", "setattr(tf.Module(), 'a', [s])"],
    *["tf.keras.optimizers.SGD(s)", "tf.keras.optimizers.SGD().build([s])", "s.from_config({})"],
    *["tf.keras.optimizers.SGD().apply_gradients([(s, s)])", "tf.keras.utils.plot_model(s)"],
    *["tf.keras.models.clone_model(s)", "tf.keras.callbacks.CallbackList([s], model=s)"],
    *[f"tf.keras.Sequential([tf.keras.layers.Dense(2)]).compile({name}=s)" for name in
      ("optimizer", "loss", "metrics", "loss_weights")],
    *[f"tf.keras.Sequential([tf.keras.layers.Dense(2)]).compile('sgd', 'mse', metrics={value})"
      for value in ("[s]", "{'a': s}")],
    *[f"(lambda m: (m.compile('sgd', 'mse'), m.fit({arguments})))(tf.keras.Sequential("
      "[tf.keras.layers.Dense(2)]))" for arguments in
      ("s, s", "tf.ones((2, 2)), s", "tf.ones((2, 2)), tf.ones((2, 2)), callbacks=[s]")],
]  # fmt: skip
HEAD = "import contextlib, copy, copyreg, gc, pickle"
SKIPPED = {"__class__", "__new__", "__init_subclass__", "__subclasshook__", "__init__"}
SKIPPED.add("_pybind11_conduit_v1_")
GIVEN = ["", "1", "s", "tf.ones((2, 2)), s", "None", "[s]", "s, s, s"]


def _classes_in(module: types.ModuleType, path: str) -> Iterator[tuple[str, type]]:
    for name, value in sorted(vars(module).items()):
        if isinstance(value, type) and not issubclass(value, BaseException):
            yield f"{path}.{name}", value
        elif isinstance(value, types.ModuleType) and value.__name__.startswith("pelton._core."):
            yield from _classes_in(value, f"{path}.{name}")


@functools.cache
def classes() -> dict[str, type]:
    """{path: class} of all classes that the engine binds, and of the public ones."""
    tf.keras.Sequential  # noqa: B018 - binds what Keras needs
    found = {value: path for path, value in _classes_in(_core, "tf._core")}
    for target in public_names.targets():
        if target.kind == public_names.CLASS:
            found.setdefault(eval(target.path, {"tf": tf}), target.path)
    return {path: value for value, path in found.items()}


class Torture(Kind):
    """First each use and attribute of each class, made by __new__ alone; then by chance."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.table = [*self._each()]

    def _each(self) -> Iterator[list[str]]:
        for path, cls in classes().items():
            names = [name for name in dir(cls) if name not in SKIPPED]
            uses = [*USES, *(f"s.{name}" for name in names), *(f"s.{name} = 1" for name in names)]
            uses += [f"s.{name}({given})" for name in names for given in GIVEN[:4]]
            for way in WAYS[:2]:
                yield from ([*(line.format(path) for line in way), use] for use in uses)

    def _random(self, chance: random.Random) -> list[str]:
        path = chance.choice([*classes()])
        names = [name for name in dir(classes()[path]) if name not in SKIPPED]
        made = [line.format(path) for line in chance.choice(WAYS)]
        uses = [
            chance.choice(USES),
            chance.choice(TAKERS),
            chance.choice(TAKERS),
            f"s.{chance.choice(names)}({chance.choice(GIVEN)})",
            f"s.{chance.choice(names)} = {chance.choice(GIVEN[1:])}",
        ]
        return [*made, chance.choice(uses)]

    def snippet(self, index: int) -> Snippet:
        if index < len(self.table):
            return Snippet([HEAD, *self.table[index]])
        return Snippet([HEAD, *self._random(random.Random(f"{self.seed}:{index}"))])

    def fault(self, snippet: Snippet, error: BaseException) -> str | None:
        found = texts.inside(error)
        return None if found == texts.INSIDE else found  # Python's words are about the object
