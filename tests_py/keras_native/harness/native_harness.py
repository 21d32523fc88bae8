"""A pytest plugin for Keras's own tests on pelton.keras: the tests and their tools come from the
installed Keras, every other module of its path is Pelton's; tests of private members are left out;
expected failures are strict."""

import functools
import importlib.abc
import importlib.machinery
import importlib.util
import os
import pathlib
import sys
import types

import private_members
import pytest

import pelton
from pelton import run
from pelton.scripts import import_paths

HOME = pathlib.Path(__file__).resolve().parents[1]
LISTS = HOME / "expected_failures"
# What the tests use to test with, taken as it is.
TOOLS = (
    "keras.src.testing",
    "keras.src.tree",
    "keras.src.api_export",
    "keras.src.utils.module_utils",
    "keras.src.backend.common.backend_utils",
    "keras.src.backend.common.dtypes",
)
BOXES = "keras.src.layers.preprocessing.image_preprocessing.bounding_boxes"
# Modules of Keras that gather what Pelton has in several.
GATHERED = {
    "keras.src.backend": (".backend", ".ops", ".config", ""),
    "keras.src.backend.common": (".backend", ".ops", ""),
    "keras.src.backend.common.global_state": (".utils", ".backend"),
    "keras.src.backend.common.keras_tensor": ("", ".backend"),
    "keras.src.backend.config": (".config", ".backend"),
    "keras.src.backend.random": (".random",),
    "keras.src.ops": (".ops", ".backend", ""),
    "keras.src.models": (".models", ".saving", ""),
    "keras.src.utils": (".utils", ".config"),
    "keras.src.utils.traceback_utils": (".config",),
    "keras.src.utils.numerical_utils": (".utils",),
    "keras.src.losses.losses": (".losses", ""),
    "keras.src.losses.loss": (".losses", ""),
    "keras.src.metrics.metric": (".metrics", ""),
    "keras.src.models.model": (".models", ""),
    "keras.src.callbacks.callback": (".callbacks",),
    "keras.src.layers.layer": (".layers",),
    "keras.src.saving": (".saving", ".models", ".utils"),
    "keras.src.backend.common.remat": ("",),
    "keras.src.backend.common.stateless_scope": ("",),
    "keras.src.layers.preprocessing.feature_space": (".utils",),
    f"{BOXES}.converters": (".utils.bounding_boxes",),
    f"{BOXES}.iou": (".utils.bounding_boxes",),
    "keras.src.utils.naming": (".backend", ".utils"),
    "keras.src.dtype_policies.dtype_policy": (".config", ".dtype_policies", ".mixed_precision", ""),
}
# Packages that tests import at the top of their files and use in some.
OPTIONAL = ("grain", "jax", "torch")
# Names that pytest asks the packages of tests for.
ASKED_BY_PYTEST = {
    "pytest_plugins",
    "setup_module",
    "setUpModule",
    "tearDownModule",
    "teardown_module",
}


def is_from_keras(name):
    """Whether the module `name` is a test or a tool of Keras, to be loaded from its files."""
    return name.endswith("_test") or any(name == one or name.startswith(one + ".") for one in TOOLS)


def is_module(path):
    """Whether Keras has a module of this path."""
    file = site_packages().joinpath(*path.split("."))
    return file.is_dir() or file.with_suffix(".py").exists()


def site_packages():
    return pathlib.Path(os.environ["KERAS_TESTS"])


class Absent:
    """A name that Pelton's Keras does not have: whichever test uses it fails."""

    def __init__(self, name):
        self.__dict__["__absent__"] = name

    def __getattr__(self, name):
        raise AttributeError(f"pelton.keras has no {self.__absent__}")

    def __call__(self, *args, **kwargs):
        raise AttributeError(f"pelton.keras has no {self.__absent__}")

    def __mro_entries__(self, bases):
        return (object,)


class AbsentPackage(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the modules of a package that is not installed, whose names are all absent."""

    def __init__(self, package):
        self.package = package

    def find_spec(self, fullname, path=None, target=None):
        if fullname.partition(".")[0] != self.package:
            return None
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True)

    def exec_module(self, module):
        def refused(cls, *args, **kwargs):
            raise AttributeError(f"there is no {module.__name__}.{cls.__name__}")

        def attribute(name):  # a class: packages ask whether values are of its classes
            if name.startswith("__") or name in ASKED_BY_PYTEST:
                raise AttributeError(name)
            return type(name, (), {"__new__": refused})

        module.__getattr__ = attribute


class Source(import_paths.ThinModule):
    """A package below ``keras.src``: what Pelton's modules have, and Keras's tools for tests."""

    def __getattr__(self, name):
        path = f"{self.__name__}.{name}"
        if is_module(path):
            return importlib.import_module(path)
        try:
            return super().__getattr__(name)
        except AttributeError:
            if name.startswith("__") or name in ASKED_BY_PYTEST:
                raise
            return Absent(path)


class Loader(importlib.abc.Loader):
    """Makes the module of a path of Keras that Pelton's modules answer for."""

    def __init__(self, owners):
        self.owners = owners

    def create_module(self, spec):
        return Source(spec.name, self.owners)

    def exec_module(self, module):
        return None


class Finder(importlib.abc.MetaPathFinder):
    """Finds Keras's tests and tools in its files and all else below ``keras.src`` in Pelton."""

    def find_spec(self, fullname, path=None, target=None):
        if not fullname.startswith("keras.src"):
            return None
        if is_from_keras(fullname):
            file = site_packages().joinpath(*fullname.split("."))
            if file.is_dir():
                return importlib.util.spec_from_file_location(
                    fullname, file / "__init__.py", submodule_search_locations=[str(file)]
                )
            return importlib.util.spec_from_file_location(fullname, file.with_suffix(".py"))
        owners = self.owners_of(fullname) or ()
        return importlib.machinery.ModuleSpec(fullname, Loader(owners), is_package=True)

    def owners_of(self, fullname):
        if fullname in GATHERED:
            return tuple(f"pelton.keras{one}" for one in GATHERED[fullname])
        now = import_paths.canonical(fullname)
        target = "pelton.keras" + now.removeprefix("keras")
        if importlib.util.find_spec(target.rpartition(".")[0]) and run._exists(target):
            return (target,)
        known = import_paths.owners_of(fullname)
        parent = fullname.rpartition(".")[0]
        return known or (self.owners_of(parent) if parent.count(".") > 1 else None)


@functools.cache
def expected(family):
    """{node id, or file: the reason} of the expected failures of a family."""
    reasons, reason = {}, ""
    file = LISTS / f"{family}.txt"
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        if line.startswith("#"):
            reason = line[1:].strip()
        elif line.strip():
            reasons[line.strip()] = reason
    return reasons


def node_of(item):
    """The node id of a test below the folder that holds Keras."""
    path = item.path.relative_to(site_packages()).as_posix()
    return path + item.nodeid[item.nodeid.find("::") :]


def pytest_configure(config):
    run.install_aliases()
    sys.meta_path.insert(0, Finder())
    install_optional_packages()
    for mark in ("requires_trainable_backend: trains", "multi_device: wants several devices"):
        config.addinivalue_line("markers", mark)
    # Keras's own modules import classes of the backend that they are told of.
    importlib.import_module("keras.src.backend.config").backend = lambda: "pelton"
    from keras.src.testing import test_case

    test_case.get_seed_generators = seed_states
    test_case.utils = types.SimpleNamespace(removesuffix=str.removesuffix)
    # Tests ask for the backend's name where they want TensorFlow's modules, which are Pelton's.
    importlib.import_module("keras.src.backend").backend = lambda: "tensorflow"
    find_classes_of_tests()
    test_case.TestCase.setUp = lambda self: pelton.keras.utils.clear_session()


def install_optional_packages():
    """Names for the packages that are not there; bfloat16 as a dtype of NumPy."""
    importlib.import_module("ml_dtypes")
    for package in OPTIONAL:
        if importlib.util.find_spec(package) is None:
            sys.meta_path.append(AbsentPackage(package))


def find_classes_of_tests():
    """Keras finds the classes of its own modules, of which its tests are some, by their paths."""
    from pelton.keras.saving import deserialize_object

    of_library = deserialize_object.library_class

    def library_class(module, name):
        file = sys.modules.get(module) if is_from_keras(module or "") else None
        return of_library(module, name) if file is None else getattr(file, name, None)

    deserialize_object.library_class = library_class


def seed_states(layer):
    """The states of a layer's seed generators; Keras's own tool asks private members for them."""
    weights = {id(weight) for weight in layer.weights}
    return [one for one in layer.variables if id(one) not in weights and "seed" in one.path]


def pytest_runtest_setup(item):
    """Numbers that a test draws without a seed are the same in each run."""
    from pelton.keras.utils import set_random_seed

    set_random_seed(1337)


def pytest_ignore_collect(collection_path, config):
    """Leaves out the files that are expected to fail as a whole."""
    if not collection_path.name.endswith("_test.py"):
        return None
    path = collection_path.relative_to(site_packages()).as_posix()
    return True if path in expected(path.split("/")[2]) else None


def pytest_collection_modifyitems(config, items):
    kept, dropped = [], []
    for item in items:
        private = private_members.of_file(item.path, site_packages())
        named = item.nodeid[item.nodeid.find("::") + 2 :].partition("[")[0].replace("::", ".")
        name = f"{item.cls.__name__}.{item.originalname}" if item.cls else named
        hits = private_members.of_test(private, name)
        (dropped if hits else kept).append(item)
        if hits and os.environ.get("SHOW_PRIVATE"):
            print("private:", node_of(item), sorted(hits))
    config.hook.pytest_deselected(items=dropped)
    items[:] = kept
    for item in kept:
        reasons = expected(item.path.relative_to(site_packages()).parts[2])
        why = reasons.get(node_of(item))
        if why is not None:
            is_sure = not why.startswith("wants ")  # a package that may be there
            item.add_marker(pytest.mark.xfail(reason=why, strict=is_sure))
