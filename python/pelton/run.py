"""`python -m pelton.run [--keras=auto|native|stock] [--legacy] script.py args...`: runs a script
written for tensorflow on Pelton, with `-m module` a module (`-m pytest tests`); with `--legacy` one
for TensorFlow 1 or Keras 2.

`import tensorflow...` and `import keras...` give Pelton's modules, in the Python programs that the
script starts too; with stock Keras both `import keras` and `tf.keras` are the installed one's; the
rest (sys.argv, sys.path, __main__, tracebacks, exit status) is as `python script.py args...` would
have it."""

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import random
import signal
import sys
import types
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pelton.names import installed_keras
from pelton.scripts import import_paths, keras_2

ALIASES = {"tensorflow": "pelton", "keras": "pelton.keras"}
# "stock" in the programs that a script on stock Keras starts.
CHOICE = "PELTON_RUN_KERAS"
# What `tensorflow` is, of pelton.compat.legacy, in the programs that a script of old starts.
LEGACY = "PELTON_RUN_LEGACY"
_USAGE = (
    "usage: python -m pelton.run [--keras=auto|native|stock] [--legacy] "
    "(script.py | -m module) [args...]"
)


def _is_stock() -> bool:
    return os.environ.get(CHOICE) == "stock"


def _legacy_target(name: str) -> str | None:
    if os.environ.get(LEGACY) not in ("eager", "graph"):
        return None
    from pelton.compat import legacy

    return legacy.target_of(name)


def _legacy_owners(name: str) -> tuple[str, ...] | None:
    if os.environ.get(LEGACY) not in ("eager", "graph"):
        return None
    from pelton.compat import legacy

    return legacy.owners_of(name)


def _keras() -> str:
    """The module that Keras is."""
    return "keras" if _is_stock() else ALIASES["keras"]


def target_of(name: str) -> str | None:
    old = _legacy_target(name)
    if old is not None:
        return old
    name = import_paths.canonical(name)
    root, dot, rest = name.partition(".")
    if _is_stock() and root == "keras":  # what tf.keras is: Keras with its names of old
        return f"keras._tf_keras.{name}"
    return ALIASES[root] + dot + rest if root in ALIASES else None


def _exists(target: str) -> bool:
    parent, _, child = target.rpartition(".")
    if not parent:
        return importlib.util.find_spec(target) is not None
    try:
        package = importlib.import_module(parent)
    except ModuleNotFoundError:
        return False
    if isinstance(getattr(package, child, None), types.ModuleType):
        return True
    return hasattr(package, "__path__") and importlib.util.find_spec(target) is not None


class AliasLoader(importlib.abc.Loader):
    """Puts the aliased module itself under the foreign name, so both names are one module."""

    def __init__(self, target: str) -> None:
        self.target = target

    def exec_module(self, module: types.ModuleType) -> None:
        parent, _, child = self.target.rpartition(".")
        try:
            found = importlib.import_module(self.target)
        except ModuleNotFoundError:
            # Not a file of its own but a module object that its package made.
            made = getattr(sys.modules[parent], child, None) if parent else None
            if not isinstance(made, types.ModuleType):
                raise
            found = made
        sys.modules[module.__name__] = found
        if module.__name__ == "tensorflow" and keras_2.is_asked_for() and not _is_stock():
            keras_2.use_for_tf_keras()


class AliasFinder(importlib.abc.MetaPathFinder):
    """Finds `tensorflow` and `keras` and their submodules in Pelton."""

    def find_distributions(self, context: Any) -> Iterator[Any]:
        """The distribution `tensorflow`, whose version libraries ask for before they use it."""
        if context.name is None or context.name.lower() == "tensorflow":
            from pelton.scripts import distribution

            yield distribution.SpokenTensorFlow()

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,
        target: types.ModuleType | None = None,
    ) -> importlib.machinery.ModuleSpec | None:
        if _is_stock() and fullname.partition(".")[0] == "keras":
            return installed_keras.spec() if fullname == "keras" else None
        if fullname.partition(".")[0] not in (*ALIASES, "tensorflow_core", keras_2.ROOT):
            return None
        old = keras_2.spec_of(fullname, _keras())
        if old is not None:
            return old
        owners = _legacy_owners(fullname)
        if owners is not None:
            loader = import_paths.ThinLoader(owners)
            return importlib.machinery.ModuleSpec(fullname, loader, is_package=True)
        if _legacy_target(fullname) is None:
            thin = import_paths.thin_spec(fullname, _keras())
            if thin is not None:
                return thin
        alias = target_of(fullname)
        if alias is None or not _exists(alias):
            return None
        return importlib.machinery.ModuleSpec(fullname, AliasLoader(alias), is_package=True)


def install_aliases() -> None:
    """From now on `import tensorflow` and `import keras` give Pelton in this process."""
    if any(isinstance(finder, AliasFinder) for finder in sys.meta_path):
        return
    sys.meta_path.insert(0, AliasFinder())
    sys.meta_path.append(import_paths.OlderNames(_keras()))
    _speak_of_tensorflow()
    _note_python_random()
    if _is_stock():
        from pelton.scripts import keras_choice

        keras_choice.use_stock()
    if os.environ.get(LEGACY):
        from pelton.compat import legacy

        legacy.install(os.environ[LEGACY])


def _speak_of_tensorflow() -> None:
    """``tf.__version__`` says which TensorFlow is spoken, as scripts compare it."""
    import pelton
    from pelton.version import COMPILER_VERSION, GIT_VERSION, VERSION

    pelton.__version__ = VERSION
    pelton.__git_version__ = GIT_VERSION
    pelton.__compiler_version__ = COMPILER_VERSION
    variable: Any = pelton.Variable  # private names that libraries use
    variable._trainable = variable.trainable
    variable._OverloadAllOperators = classmethod(lambda cls: None)  # derived classes have them


def _note_python_random() -> None:
    """Lets Pelton see whether the script seeds Python's `random` from here on."""
    import pelton

    if not pelton._state_of_random:
        pelton._state_of_random = random.getstate()


def _share_aliases() -> None:
    """Lets the Python processes that this one starts find the modules of ``aliases``: from the
    environment, or from this path, which ``multiprocessing`` hands on."""
    rest = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(
        [installed_keras.ALIASES_FOLDER, rest] if rest else [installed_keras.ALIASES_FOLDER]
    )
    sys.path.insert(0 if sys.flags.safe_path else 1, installed_keras.ALIASES_FOLDER)


def _compile(script: str) -> types.CodeType:
    try:
        with open(script, "rb") as file:
            source = file.read()
    except OSError as error:
        print(
            f"{sys.executable}: can't open file {os.path.abspath(script)!r}: "
            f"[Errno {error.errno}] {error.strerror}",
            file=sys.stderr,
        )
        raise SystemExit(2) from None
    return compile(source, os.path.abspath(script), "exec", dont_inherit=True)


def _main_module(script: str) -> types.ModuleType:
    path = os.path.abspath(script)
    module = types.ModuleType("__main__")
    module.__file__ = path
    module.__loader__ = importlib.machinery.SourceFileLoader("__main__", path)
    module.__dict__.update(__builtins__=sys.modules["builtins"], __cached__=None)
    return module


def _report(error: BaseException, own_frames: int) -> None:
    traceback = error.__traceback__
    for _ in range(own_frames):
        traceback = traceback.tb_next if traceback else None
    sys.excepthook(type(error), error.with_traceback(traceback), traceback)


def _choose(script: str, keras: str, is_legacy: bool) -> None:
    """Notes which Keras and which TensorFlow the script and what it starts get."""
    if is_legacy:
        from pelton.compat import legacy

        os.environ[LEGACY] = legacy.kind_of(script)
    elif keras != "native":
        from pelton.scripts import keras_choice

        if keras_choice.choose(keras, script) == "stock":
            os.environ[CHOICE] = "stock"


def run_script(
    script: str, arguments: Sequence[str], keras: str = "auto", is_legacy: bool = False
) -> int:
    """Run `script` as __main__ with `arguments`; returns the exit status. SystemExit passes.

    `keras`: "native" for Pelton's own, "stock" for the installed one, "auto" for Pelton's own where
    it has all names that the script and its own modules use. With `is_legacy` the script is one of
    TensorFlow 1 or Keras 2, on Pelton's own Keras."""
    _note_python_random()
    _choose(script, keras, is_legacy)
    install_aliases()
    _share_aliases()
    sys.argv[:] = [script, *arguments]
    if not sys.flags.safe_path:
        sys.path[0] = os.path.dirname(os.path.realpath(script))
    try:
        code = _compile(script)
    except SyntaxError as error:
        _report(error, 2)
        return 1
    main = _main_module(script)
    sys.modules["__main__"] = main
    return _status_of(lambda: exec(code, main.__dict__))


def _status_of(body: Callable[[], object]) -> int:
    """The exit status of a program that `body` runs; its error is reported. SystemExit passes."""
    try:
        body()
    except SystemExit:
        raise
    except KeyboardInterrupt as error:
        _report(error, 2)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)  # so that a shell sees an interrupted program
    except BaseException as error:
        _report(error, 2)
        return 1
    return 0


def _source_of(module: str) -> str | None:
    """The file that ``-m module`` runs, looked up without an import of the packages around it; None
    where it is no Python file."""
    path: list[str] | None = None
    spec = None
    for part in [*module.split("."), "__main__"]:
        if spec is not None and spec.submodule_search_locations is None:
            break  # a module, not a package with a __main__
        spec = importlib.machinery.PathFinder.find_spec(part, path)
        if spec is None:
            return None
        path = list(spec.submodule_search_locations or ())
    is_source = spec is not None and spec.origin is not None and spec.origin.endswith(".py")
    return spec.origin if spec is not None and is_source else None


def run_module(
    module: str, arguments: Sequence[str], keras: str = "auto", is_legacy: bool = False
) -> int:
    """Run a module as __main__, found by its dotted name from the working directory on as
    ``python -m`` does; otherwise as `run_script`."""
    if not sys.flags.safe_path:
        sys.path[0] = os.getcwd()
    _note_python_random()
    source = _source_of(module)
    if source is not None:
        _choose(source, keras, is_legacy)
    install_aliases()
    _share_aliases()
    sys.argv[:] = [source or module, *arguments]
    import runpy

    return _status_of(lambda: runpy.run_module(module, run_name="__main__", alter_sys=True))


def main() -> int:
    """The command line; without a script prints its usage and returns 2."""
    words, keras, is_legacy = sys.argv[1:], "auto", False
    is_module = False
    while words and words[0].startswith("--"):
        option = words.pop(0)
        if option == "--legacy":
            is_legacy = True
        elif option.startswith("--keras="):
            keras = option.partition("=")[2]
        else:
            words.clear()
    if words[:1] == ["-m"]:
        is_module = True
        del words[0]
    if not words or words[0] == "-h" or keras not in ("auto", "native", "stock"):
        print(_USAGE, file=sys.stderr)
        return 2
    if is_legacy and keras == "stock":
        print("pelton.run: --legacy runs on Pelton's own Keras", file=sys.stderr)
        return 2
    run = run_module if is_module else run_script
    return run(words[0], words[1:], keras, is_legacy)


if __name__ == "__main__":
    sys.exit(main())
