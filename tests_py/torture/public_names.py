"""What is public, by walking the package: functions, classes, methods, settable attributes."""

from __future__ import annotations

import functools
import importlib
import types
from dataclasses import dataclass
from typing import Any

from make_stubs.package import public_modules, public_names
from torture import parameters
from torture.parameters import Parameter

# What reads the network, waits for a person or sets up devices, which is once per process; and
# unittest's methods.
LEFT_OUT = (
    "tf.keras.datasets.",
    "tf.sysconfig.",
    "tf.config.require_gpu",
    "tf.test.main",
    "tf.test.TestCase",
)
# What waits for another thread, as long as it takes.
WAITS = ("Coordinator.wait_for_stop", "Queue.dequeue", "Queue.enqueue")
# Python's own, which every object has, and what Python alone calls, with a name.
PLAIN = frozenset(dir(object)) - {"__eq__", "__repr__", "__hash__"} | {"__getattr__"}
FUNCTION, CLASS, METHOD, SETTER = "function", "class", "method", "setter"


@dataclass(frozen=True)
class Target:
    """Something to call or set: `path` from tf, for methods and attributes that of their class."""

    kind: str
    path: str
    name: str
    parameters: tuple[Parameter, ...]
    own_name: str = ""  # of a function that has another name than it is found by

    def __str__(self) -> str:
        return f"{self.path}.{self.name}" if self.kind in (METHOD, SETTER) else self.path


def _members(path: str, cls: type) -> list[Target]:
    """The methods and attributes that users may call and set."""
    found = []
    builtins = [base for base in cls.__mro__ if base.__module__ == "builtins"]
    for name in sorted(dir(cls)):
        member = getattr(cls, name, None)
        is_special = name.startswith("__") and name.endswith("__")
        is_plain = name in PLAIN or any(vars(one).get(name) is member for one in builtins)
        if is_plain or (name.startswith("_") and not is_special):
            continue
        if isinstance(member, property):
            if member.fset is not None:
                value = (Parameter(name, "", True, parameters.POSITIONAL),)
                found.append(Target(SETTER, path, name, value))
        elif callable(member) and not isinstance(member, type):
            found.append(Target(METHOD, path, name, parameters.of_method(cls, name)))
    return found


def targets_of(path: str, value: Any) -> list[Target]:
    """What is to be tried of one public name."""
    if isinstance(value, type):
        is_message = any("protobuf" in base.__module__ for base in value.__mro__)
        if issubclass(value, BaseException) or is_message:  # what protobuf says is its own
            return []
        made = Target(CLASS, path, value.__name__, parameters.of_method(value, "__init__"))
        return [made, *_members(path, value)]
    if callable(value) and not isinstance(value, types.ModuleType):
        name, own_name = path.rpartition(".")[2], getattr(value, "__name__", "")
        return [Target(FUNCTION, path, name, parameters.of_function(value), own_name)]
    return []


@functools.cache
def targets() -> tuple[Target, ...]:
    """Everything public, each once, by its shortest name; sorted."""
    found: dict[int, tuple[str, Any]] = {}
    for module_name in sorted(public_modules(), key=lambda name: (name.count("."), name)):
        module = importlib.import_module(module_name)
        for name in public_names(module):
            path = f"{module_name}.{name}".replace("pelton", "tf", 1)
            value = getattr(module, name)
            if not path.startswith(LEFT_OUT) and callable(value):
                found.setdefault(id(value), (path, value))
    named = sorted(found.values(), key=lambda row: row[0])
    every = (target for path, value in named for target in targets_of(path, value))
    return tuple(target for target in every if not any(one in str(target) for one in WAITS))
