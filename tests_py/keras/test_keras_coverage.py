"""docs/keras_coverage.md is true, and arguments of real Keras are taken or refused by name."""

import ast
import importlib
import inspect
import pathlib

import coverage_page
import pytest

from pelton import keras

PACKAGES = coverage_page.FACTS["packages"]
WHOLE = ("losses", "constraints", "optimizers.schedules", "ops", "models", "mixed_precision")


def module_of(package):
    return importlib.import_module("pelton.keras" + ("" if package == "keras" else f".{package}"))


CALLABLES = [
    (package, name, arguments)
    for package, names in PACKAGES.items()
    for name, arguments in names.items()
    if arguments and coverage_page.has(package, name)
]


def test_the_page_is_up_to_date():
    found = coverage_page.PAGE.read_text(encoding="utf-8")
    assert found == coverage_page.page(), "run tests_py/keras/coverage_page.py and commit the page"


@pytest.mark.parametrize("package", WHOLE)
def test_packages_that_are_whole(package):
    assert coverage_page.missing()[package] == []


def test_missing_names_say_where_they_are():
    for package, names in coverage_page.missing().items():
        if names and (package == "keras" or hasattr(keras, package.split(".")[0])):
            for name in names:
                with pytest.raises(AttributeError, match="stock Keras 3"):
                    getattr(module_of(package), name)


# Arguments of Keras's that are not taken; Python's own refusal names them.
REFUSED = {
    ("keras", "Variable"): ["layout"],  # of keras.distribution
    ("export", "ExportArchive"): ["format"],
    ("losses", "deserialize"): ["name"],
    ("metrics", "binary_crossentropy"): ["axis"],
}
# What stands first in calls of them, so that the refusal is not about a missing argument.
FIRST = {
    "Dense": (3,),
    "KerasTensor": ((2,),),
    "Variable": (1.0,),
    "binary_crossentropy": ([1.0], [0.5]),
    "sparse_top_k_categorical_accuracy": ([1], [[0.5, 0.5]]),
}
STUBS = pathlib.Path(keras.__file__).parents[1] / "_core"


def arguments_of(function):
    """The argument names of a function's syntax tree, None where it takes any."""
    given = function.args
    if given.kwarg is not None:
        return None
    return {one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)}


def declared(stub):
    """{name: arguments} of the functions and classes of a stub of the engine."""
    found = {}
    for node in ast.parse(stub.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = arguments_of(node)
        elif isinstance(node, ast.ClassDef):
            made = [one for one in node.body if getattr(one, "name", None) == "__init__"]
            if made:
                found[node.name] = arguments_of(made[0])
    return found


def taken(function):
    """The names that a call takes, None where it takes any; of the engine by its stubs, which are
    made of the tables that read the arguments."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except ValueError:
        home = function.__module__.rpartition(".")[2]
        stub = STUBS / f"{home}.pyi"
        return declared(stub)[function.__name__]
    if any(one.kind is one.VAR_KEYWORD for one in parameters):
        return None
    return {one.name for one in parameters}


@pytest.mark.parametrize(
    ("package", "name", "arguments"), CALLABLES, ids=[f"{row[0]}.{row[1]}" for row in CALLABLES]
)
def test_arguments_are_taken_or_refused_by_name(package, name, arguments):
    function = getattr(module_of(package), name)
    names = taken(function)
    lacking = [] if names is None else [one for one in arguments if one not in names]
    assert lacking == REFUSED.get((package, name), [])
    for one in lacking:
        with pytest.raises((TypeError, ValueError), match=one):
            function(*FIRST.get(name, ()), **{one: 1})
