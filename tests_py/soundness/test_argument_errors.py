"""What bound functions say of arguments that do not fit: function, argument, what it takes."""

import types

import pytest

import pelton as tf
from pelton import _core

K = tf.keras


def layer() -> K.layers.Dense:
    """A layer that no test changes."""
    return K.layers.Dense(3)


MEAN = K.metrics.Mean()

ROWS = [
    (
        lambda: MEAN.update_state(),
        "Mean.update_state() missing required argument: 'values'",
    ),
    (
        lambda: MEAN.update_state(1, 2, 3),
        "Mean.update_state() takes at most 2 positional arguments (3 given)",
    ),
    (
        lambda: MEAN.update_state(1, foo=3),
        "Mean.update_state() got an unexpected keyword argument 'foo'",
    ),
    (
        lambda: MEAN.update_state(1, values=3),
        "Mean.update_state() got multiple values for argument 'values'",
    ),
    (
        lambda: setattr(layer(), "trainable", "x"),
        "Dense.trainable must be bool, got 'x'",
    ),
    (
        lambda: setattr(layer(), "name", tf.ones((2, 3))),
        "Dense.name must be str, got Tensor of shape (2, 3) and dtype float32",
    ),
    (
        lambda: layer().get_weights(3),
        "Dense.get_weights() takes at most 0 positional arguments (1 given)",
    ),
    (
        lambda: layer().set_weights(3),
        "Dense.set_weights(): argument 'weights' must be Iterable, got 3",
    ),
    (
        lambda: K.optimizers.SGD().apply_gradients(3),
        "SGD.apply_gradients(): argument 'grads_and_vars' must be",
    ),
    (
        lambda: tf.as_dtype(1, 2),
        "as_dtype() takes at most 1 positional argument (2 given)",
    ),
]


@pytest.mark.parametrize(("call", "text"), ROWS, ids=[text for _, text in ROWS])
def test_text(call, text):
    """The error names function, argument, what it takes and what it got."""
    with pytest.raises(TypeError) as caught:
        call()
    assert text in str(caught.value)


def bound_functions() -> dict[str, object]:
    """{path: function} of everything that pybind11 bound, by what holds it."""
    found, seen = {}, set()

    def walk(scope, path):
        if id(scope) in seen:
            return
        seen.add(id(scope))
        for name, value in list(vars(scope).items()):
            own = str(getattr(value, "__module__", "")).startswith("pelton")
            if isinstance(value, types.ModuleType) or (isinstance(value, type) and own):
                walk(value, f"{path}.{name}")
            for part in (value, *(getattr(value, f, None) for f in ("fget", "fset", "__func__"))):
                function = getattr(part, "__func__", part)
                holder = type(getattr(function, "__self__", None)).__name__
                if "pybind11_detail_function_record" in holder:
                    found[f"{path}.{name}"] = function

    walk(_core, "_core")
    return found


def takes_nothing(function) -> bool:
    """True for functions that a call without arguments fits, as their docstrings begin."""
    return "()" in (function.__doc__ or "()").partition("\n")[0]


def said_by(call) -> str:
    """The error's text, nothing if there is none."""
    try:
        call()
    except Exception as error:
        return str(error)
    return ""


def test_no_text_of_the_binding_library():
    """Whatever function is bound, too few and too many arguments and unknown keywords are told in
    our words."""
    functions = bound_functions()
    assert len(functions) > 300
    wrong = []
    for path, function in functions.items():
        for arguments in [], [object()], [object()] * 20:
            for keywords in {}, {"no_such_argument": 1}, {"\ud800": 1}:
                if not arguments and not keywords and takes_nothing(function):
                    continue  # it would run, and what it changes hold for later tests
                text = said_by(lambda f=function, a=arguments, k=keywords: f(*a, **k))
                if "incompatible" in text and "argument types" in text:
                    wrong.append(path)
    assert wrong == []
