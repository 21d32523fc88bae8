"""Makes random bad calls of everything public: arguments that fit, some replaced by nasty ones."""

from __future__ import annotations

import functools
import random
from dataclasses import dataclass

from torture import public_names, texts, values
from torture.kind import Kind, Snippet
from torture.parameters import KEYWORD, KEYWORDS, REST, Parameter
from torture.public_names import CLASS, FUNCTION, METHOD, SETTER, Target

# Objects of classes whose constructor is not how users make them, or that want a whole model.
MADE = {
    "tf.Tensor": "tf.ones((2, 3))",
    "tf.Variable": "tf.Variable([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])",
    "tf.keras.Model": values.MODEL,
    "tf.keras.Sequential": values.MODEL,
    "tf.keras.callbacks.Callback": "tf.keras.callbacks.Callback()",
}
# What reads the first rows of what can be iterated over.
READ = "(lambda r: [x for _, x in zip(range(3), r)] if hasattr(r, '__iter__') else r)"
SHARES = {FUNCTION: 0.4, CLASS: 0.15, METHOD: 0.4, SETTER: 0.05}  # of the calls
Arguments = tuple[tuple[str, str], ...]  # (name or "", expression)


def text_of(arguments: Arguments) -> str:
    """The arguments as they stand in a call."""
    return ", ".join(f"{name}={text}" if name else text for name, text in arguments)


@dataclass(frozen=True)
class Call:
    """What a snippet calls, and with what."""

    target: Target
    arguments: Arguments


class Torture(Kind):
    """Bad calls; `good` holds arguments that were taken, by target."""

    TRIES = 8  # of each target, to learn arguments that it takes

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.targets = self.find()
        self.good: dict[str, list[Arguments]] = {}

    def find(self) -> tuple[Target, ...]:
        """What is called."""
        return public_names.targets()

    def warm_up(self) -> int:
        return len(self.targets) * self.TRIES

    @functools.cached_property
    def by_kind(self) -> dict[str, list[Target]]:
        """The targets of each kind."""
        return {kind: [one for one in self.targets if one.kind == kind] for kind in SHARES}

    @functools.cached_property
    def methods(self) -> dict[str, list[Target]]:
        """The methods of each class, by its path."""
        found: dict[str, list[Target]] = {}
        for target in self.targets:
            if target.kind == METHOD and not target.name.startswith("__"):
                found.setdefault(target.path, []).append(target)
        return found

    def snippet(self, index: int) -> Snippet | None:
        chance, learning = random.Random(f"{self.seed}:{index}"), index < self.warm_up()
        if learning:
            target = self.targets[index % len(self.targets)]
            if index >= len(self.targets) and str(target) in self.good:
                return None
            arguments = self._fitting(target, chance, 0.1)
        else:
            shares = {one: share for one, share in SHARES.items() if self.by_kind[one]}
            (kind,) = chance.choices([*shares], [*shares.values()])
            target = chance.choice(self.by_kind[kind])
            arguments = self._bad(target, chance)
        lines = self._lines(target, arguments, chance, learning)
        return Snippet(lines, Call(target, arguments))

    def key(self, snippet: Snippet) -> tuple[str, Arguments]:
        return str(snippet.about.target), snippet.about.arguments

    def learn(self, key: tuple[str, Arguments]) -> None:
        self.good.setdefault(key[0], []).append(key[1])

    def fault(self, snippet: Snippet, error: BaseException) -> str | None:
        return texts.fault(snippet.about.target, error)

    def _fitting(self, target: Target, chance: random.Random, optional: float) -> Arguments:
        found, by_name = [], False
        for one in target.parameters:
            if one.kind == KEYWORDS:
                continue
            if one.kind == REST and by_name:
                continue
            if one.kind == REST:
                count = chance.choice((0, 1, 1, 2))
                found += [("", chance.choice(values.fitting(one))) for _ in range(count)]
            elif one.required or chance.random() < optional:
                by_name = by_name or one.kind == KEYWORD
                found.append((one.name if by_name else "", chance.choice(values.fitting(one))))
            else:
                by_name = True  # what follows has lost its place
        return tuple(found)

    def _bad(self, target: Target, chance: random.Random) -> Arguments:
        known = self.good.get(str(target))
        if known and chance.random() < 0.5:
            arguments = [*chance.choice(known)]
        else:
            arguments = [*self._fitting(target, chance, chance.choice((0.0, 0.1, 0.5)))]
        optional = [one for one in target.parameters if self._can_be_named(one, arguments)]
        if optional and chance.random() < 0.5:
            added = chance.choice(optional)
            arguments.append((added.name, chance.choice(values.NASTY)))
        share = chance.choice((0.2, 0.5, 1.0))
        for place, (name, _) in enumerate(arguments):
            if chance.random() < share:
                arguments[place] = (name, chance.choice(values.NASTY))
        if chance.random() < 0.03:
            arguments.append(("no_such", "1"))
        return tuple(arguments)

    @staticmethod
    def _can_be_named(one: Parameter, arguments: list[tuple[str, str]]) -> bool:
        named = {name for name, _ in arguments}
        return one.kind not in (REST, KEYWORDS) and not one.required and one.name not in named

    def _object(self, path: str, chance: random.Random) -> str:
        """An expression that makes an object of the class."""
        if path in MADE:
            return MADE[path]
        known = self.good.get(path)
        made = text_of(chance.choice(known)) if known else ""
        own = f"type('Own', ({path},), {{}})" if chance.random() < 0.1 else path
        return f"{own}({made})"

    def _lines(
        self, target: Target, arguments: Arguments, chance: random.Random, learning: bool
    ) -> list[str]:
        text = text_of(arguments)
        if target.kind not in (METHOD, SETTER):
            call = f"{target.path}({text})"
            used = self._used(target, chance)
            if not learning and target.kind != CLASS and chance.random() < 0.05:
                return [f"tf.function(lambda: {call})()"]
            return [call] if learning or not used else [f"s = {call}", used]
        lines = [f"s = {self._object(target.path, chance)}"]
        others = [one for one in self.methods.get(target.path, ()) if str(one) in self.good]
        if others and chance.random() < 0.4:
            other = chance.choice(others)
            lines.append(f"s.{other.name}({text_of(chance.choice(self.good[str(other)]))})")
        if target.kind == SETTER:
            lines.append(f"setattr(s, {target.name!r}, {arguments[0][1]})")
            used = self._used(target, chance)
            return [*lines, used] if used and not learning else lines
        call = f"s.{target.name}({text})"
        is_read = not learning and ".data." in target.path and chance.random() < 0.5
        return [*lines, f"{READ}({call})" if is_read else call]

    def _used(self, target: Target, chance: random.Random) -> str:
        """Sometimes a good call of a method of what was made or changed with bad arguments."""
        known = [one for one in self.methods.get(target.path, ()) if str(one) in self.good]
        if target.kind == FUNCTION or not known or chance.random() < 0.5:
            return ""
        method = chance.choice(known)
        return f"s.{method.name}({text_of(chance.choice(self.good[str(method)]))})"
