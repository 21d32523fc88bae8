"""Makes random bad calls of tf.compat.v1 within graphs, whose results sessions run."""

from __future__ import annotations

import functools
import random
import types
from collections.abc import Iterator
from typing import Any

from torture import bad_calls, public_names, texts
from torture.bad_calls import Arguments, text_of
from torture.kind import Snippet
from torture.public_names import CLASS, METHOD, SETTER, Target

ROOT = "tf.compat.v1"
# What waits for queues that nobody fills, reads command lines or ends the process; and what says
# for the whole process how code runs.
LEFT_OUT = (
    *("app.", "flags.", "disable_", "enable_"),
    *(f"train.{name}" for name in ("batch", "shuffle_batch", "maybe_", "slice_input_producer")),
    *(f"train.{name}" for name in ("input_producer", "range_input_", "string_input_")),
    *("FixedLengthRecordReader", "IdentityReader", "ReaderBase", "TFRecordReader"),
    *("TextLineReader", "WholeFileReader"),
)
GRAPH = "with tf.Graph().as_default(), tf.compat.v1.Session() as session:"
RUN = (
    "session.run(tf.compat.v1.global_variables_initializer())",
    "session.run(s)",
)
# Nodes of a graph beside the nasty values of every call.
NODES = [
    "tf.compat.v1.placeholder('float32')",
    "tf.compat.v1.placeholder_with_default([1.0, 2.0], (None,))",
    "tf.compat.v1.get_variable('v', (2, 3))",
    "tf.compat.v1.Variable([1.0, 2.0])",
    "tf.compat.v1.constant([[1.0, 2.0], [3.0, 4.0]])",
    "session",
    "session.graph",
    "tf.compat.v1.no_op()",
]


def _members() -> Iterator[tuple[str, Any]]:
    """The names of TensorFlow 1 that are not TensorFlow 2's, and those of its modules."""
    import pelton.compat.v1 as v1
    from pelton.compat.v1.functions.graph_modules import NAMES
    from pelton.compat.v1.functions.renamed import DRAWS, RENAMED

    for name in sorted({*v1._OWN, *RENAMED, *DRAWS}):
        yield name, getattr(v1, name)
    for part in sorted({*v1.MODULES, *v1._PARTS, *NAMES}):
        module = getattr(v1, part)
        for name in sorted(getattr(module, "__all__", dir(module))):
            value = getattr(module, name, None)
            is_ours = str(getattr(value, "__module__", "")).startswith("pelton")
            if is_ours and not name.startswith("_"):
                yield f"{part}.{name}", value


@functools.cache
def targets() -> tuple[Target, ...]:
    """Those of tf.compat.v1, each once."""
    found: dict[int, list[Target]] = {}
    for path, value in _members():
        is_left_out = path.startswith(LEFT_OUT) or isinstance(value, types.ModuleType)
        if callable(value) and not is_left_out:
            found.setdefault(id(value), public_names.targets_of(f"{ROOT}.{path}", value))
    every = (target for group in found.values() for target in group)
    return tuple(one for one in every if not any(part in str(one) for part in public_names.WAITS))


class Torture(bad_calls.Torture):
    """Each call in a graph of its own."""

    TRIES = 2

    def find(self) -> tuple[Target, ...]:
        return targets()

    def fault(self, snippet: Snippet, error: BaseException) -> str | None:
        return texts.RAW if texts.inside(error) == texts.RAW else None

    def _bad(self, target: Target, chance: random.Random) -> Arguments:
        arguments = list(super()._bad(target, chance))
        for place, (name, _) in enumerate(arguments):
            if chance.random() < 0.25:
                arguments[place] = (name, chance.choice(NODES))
        return tuple(arguments)

    def _lines(
        self, target: Target, arguments: Arguments, chance: random.Random, learning: bool
    ) -> list[str]:
        """One line that runs a block, since what one snippet enters must be left in it."""
        if target.kind == SETTER:
            body = [f"s = {self._object(target.path, chance)}"]
            body.append(f"s.{target.name} = {arguments[0][1]}")
        elif target.kind == METHOD:
            body = [f"o = {self._object(target.path, chance)}"]
            body.append(f"s = o.{target.name}({text_of(arguments)})")
        else:
            body = [f"s = {target.path}({text_of(arguments)})"]
        if target.kind == CLASS:
            methods = [one for one in self.methods.get(target.path, ()) if str(one) in self.good]
            if methods and not learning:
                other = chance.choice(methods)
                known = text_of(chance.choice(self.good[str(other)]))
                body.append(f"s = s.{other.name}({known})")
        else:
            body += RUN
        return ["exec(" + repr("\n ".join([GRAPH, *body])) + ")"]
