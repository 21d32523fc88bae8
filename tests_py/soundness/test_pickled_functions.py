"""Public functions go through pickle by their name, and come back as themselves."""

import inspect
import pickle
from operator import attrgetter

import pytest

import pelton as tf

MODULES = "audio bitwise image io linalg math nn quantization random sets signal strings train"


def functions_of(module):
    names = (name for name in dir(module) if not name.startswith("_"))
    found = {name: getattr(module, name) for name in names}
    return {name: one for name, one in found.items() if callable(one) and not inspect.isclass(one)}


@pytest.mark.parametrize("module", ["experimental.numpy", "keras.ops", *MODULES.split()])
def test_functions_come_back_as_themselves(module):
    functions = functions_of(attrgetter(module)(tf))
    assert functions
    for name, function in functions.items():
        assert pickle.loads(pickle.dumps(function)) is function, name


def test_functions_of_the_package_itself():
    functions = functions_of(tf)
    assert len(functions) > 100
    for name, function in functions.items():
        assert pickle.loads(pickle.dumps(function)) is function, name
