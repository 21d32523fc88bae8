"""Finds ``keras.src.backend.pelton`` and gives Pelton its branch where Keras asks which backend is
set. Knows Keras's text only as far as that: a chain of ``backend() == "..."`` with NumPy in it."""

import ast
import copy
import importlib
import importlib.abc
import importlib.machinery
import sys
import types
from collections.abc import Iterator, Sequence

# Keras's modules that choose by the backend's name, at module level.
CHOOSING = {
    "keras.src.backend",
    "keras.src.layers.layer",
    "keras.src.models.model",
    "keras.src.export.saved_model",
}
# The backend's name, and the one that preprocessing layers ask for beside whichever backend is set.
SERVED = ("keras.src.backend.pelton", "keras.src.backend.tensorflow")
PACKAGE = "keras_pelton.src"
# Modules that are changed once they are loaded, and our module that changes them.
TAUGHT = {
    "keras.src.backend.common.dtypes": "keras_pelton.integer_dtype",
    "keras.src.utils.backend_utils": "keras_pelton.dynamic_backend",
    "keras.src.utils.module_utils": "keras_pelton.tensorflow_module",
    "keras.src.trainers.data_adapters": "keras_pelton.datasets",
    "keras.src.layers.convolutional.base_conv": "keras_pelton.convolution_bias",
    "keras.src.ops.nn": "keras_pelton.layer_normalization",
    "keras.src.layers.normalization.batch_normalization": "keras_pelton.batch_normalization",
    "keras.src.optimizers.base_optimizer": "keras_pelton.optimizer_steps",
    "keras.src.metrics.accuracy_metrics": "keras_pelton.sparse_accuracy",
}


class _ToPelton(ast.NodeTransformer):
    """Names of the NumPy backend become those of Pelton's."""

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.ImportFrom:  # noqa: N802
        node.module = (node.module or "").replace("backend.numpy", "backend.pelton")
        for alias in node.names:
            alias.name = alias.name.replace("Numpy", "Pelton")
        return node


def _is_choice(node: ast.stmt) -> bool:
    """Whether it is ``if backend() == "numpy":``, in either spelling of the call."""
    if not isinstance(node, ast.If) or not isinstance(node.test, ast.Compare):
        return False
    left, right = node.test.left, node.test.comparators[0]
    called = ast.unparse(left) in ("backend()", "backend.backend()")
    return called and isinstance(right, ast.Constant) and right.value == "numpy"


def _branches(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a module, with those that stand behind an ``elif``."""
    for statement in body:
        yield statement
        if isinstance(statement, ast.If):
            yield from _branches(statement.orelse)


def with_pelton(source: str, name: str, filename: str) -> ast.Module:
    """Keras's module ``name`` with a branch for Pelton beside NumPy's.

    Raises ImportError where the text has not exactly one such choice."""
    tree = ast.parse(source, filename)
    found = [statement for statement in _branches(tree.body) if _is_choice(statement)]
    if len(found) != 1:
        raise ImportError(
            f"keras_pelton does not know this version of Keras: in {filename} it finds "
            f"{len(found)} places that choose the backend by name, and wants one. It knows Keras "
            '3.13 to 3.15: pip install "pelton[keras]"',
            name=name,
            path=filename,
        )
    choice = found[0]
    assert isinstance(choice, ast.If)
    numpys = copy.deepcopy(choice)
    test = choice.test
    assert isinstance(test, ast.Compare)
    test.comparators[0] = ast.copy_location(ast.Constant("pelton"), test.comparators[0])
    choice.body = [_ToPelton().visit(statement) for statement in choice.body]
    choice.orelse = [numpys]
    return ast.fix_missing_locations(tree)


class _ChoosingLoader(importlib.machinery.SourceFileLoader):
    """Loads one of Keras's modules with Pelton's branch; its bytecode is not cached."""

    def get_code(self, fullname: str) -> types.CodeType:
        path = self.get_filename(fullname)
        with open(path, encoding="utf-8") as file:
            return compile(with_pelton(file.read(), fullname, path), path, "exec")


class _TeachingLoader(importlib.machinery.SourceFileLoader):
    """Loads a module of TAUGHT, which then knows Pelton."""

    def exec_module(self, module: types.ModuleType) -> None:
        super().exec_module(module)
        importlib.import_module(TAUGHT[module.__name__]).teach(module)


class _ServingLoader(importlib.abc.Loader):
    """Puts a module of keras_pelton under the name that Keras asks for."""

    def exec_module(self, module: types.ModuleType) -> None:
        backend, parts = module.__name__.split(".")[3], module.__name__.split(".")[4:]
        served = importlib.import_module(".".join([PACKAGE, *parts]))
        if backend == "pelton":
            sys.modules[module.__name__] = served
        else:  # preprocessing layers look at the backend's name
            kept = ("__name__", "__spec__", "__loader__", "__path__")
            module.__dict__.update({k: v for k, v in vars(served).items() if k not in kept})


class Finder(importlib.abc.MetaPathFinder):
    """Serves the backend ``pelton`` and the modules that choose by the backend's name."""

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,
        target: types.ModuleType | None = None,
    ) -> importlib.machinery.ModuleSpec | None:
        if not fullname.startswith("keras.src."):
            return None
        if ".".join(fullname.split(".")[:4]) in SERVED:
            return importlib.machinery.ModuleSpec(fullname, _ServingLoader(), is_package=True)
        if fullname not in CHOOSING and fullname not in TAUGHT:
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.origin is None:
            return None
        loader = _TeachingLoader if fullname in TAUGHT else _ChoosingLoader
        spec.loader = loader(fullname, spec.origin)
        return spec


def install() -> None:
    """From now on Keras finds the backend ``pelton`` in this process."""
    if not any(isinstance(finder, Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, Finder())
