"""What bodies and branches return must be nested as what they take: in traces and outside.

Facts of TensorFlow 2.21: a while loop takes lists for tuples, scan and map_fn do not. Its graphs
take other keys by position, which is refused here."""

import pytest

import pelton as tf

N = tf.constant(0)


def loop(body, *start):
    return lambda: tf.while_loop(lambda i, *_: i < 3, body, [N, *start])


ALIKE = {
    "tuple for list": loop(lambda i, y: (i + 1, y), N),
    "list for tuple inside": loop(lambda i, y: (i + 1, [y[0], y[1]]), (N, N)),
    "order of keys": loop(lambda i, y: (i + 1, {"b": y["b"], "a": y["a"]}), {"a": N, "b": N}),
    "one alone": lambda: tf.while_loop(lambda i: i < 3, lambda i: i + 1, [N]),
    "fold": lambda: tf.foldl(lambda a, r: [a[0] + r, a[1]], tf.range(2), (N, N)),
}


@pytest.mark.parametrize("name", ALIKE)
def test_alike(name):
    call = ALIKE[name]
    outside, inside = call(), tf.function(call)()
    tf.nest.assert_same_structure(outside, inside)


SAME = "don't have the same nested structure: "
REFUSED = {
    "fewer": (loop(lambda i, y: (i + 1,), N), ValueError, SAME + "[., .] and (.,)"),
    "more": (loop(lambda i: (i + 1, i)), ValueError, SAME + "[.] and (., .)"),
    "as many leaves": (
        loop(lambda i, y: (i + 1, y[0], y[1]), (N, N)),
        ValueError,
        "while_loop: loop_vars and what the function returned " + SAME + "[., (., .)]",
    ),
    "a leaf for a tuple": (
        loop(lambda i, y: (i + 1, y[0]), (N,)),
        ValueError,
        SAME + "[., (.,)] and (., .)",
    ),
    "a list for a dict": (
        loop(lambda i, y: (i + 1, [y["a"], y["b"]]), {"a": N, "b": N}),
        TypeError,
        SAME + "[., {'a': ., 'b': .}] and (., [., .])",
    ),
    "keys": (
        loop(lambda i, y: (i + 1, {"a": y["a"], "c": y["b"]}), {"a": N, "b": N}),
        ValueError,
        SAME + "[., {'a': ., 'b': .}] and (., {'a': ., 'c': .})",
    ),
    "scan": (
        lambda: tf.scan(lambda a, r: [a[0] + r, a[1]], tf.range(2), (N, N)),
        TypeError,
        "scan: initializer and what the function returned " + SAME + "(., .) and [., .]",
    ),
    "fold": (
        lambda: tf.foldr(lambda a, r: (a[0] + r,), tf.range(2), (N, N)),
        ValueError,
        "foldr: initializer and what the function returned " + SAME + "(., .) and (.,)",
    ),
    "map": (
        lambda: tf.map_fn(lambda r: [r, r], tf.range(2), fn_output_signature=(tf.int32, tf.int32)),
        TypeError,
        "map_fn: fn_output_signature and what the function returned " + SAME + "(., .) and [., .]",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name):
    call, kind, text = REFUSED[name]
    for f in (call, tf.function(call)):
        with pytest.raises(kind) as raised:
            f()
        assert text in str(raised.value)


BRANCHES = {
    "containers": ((N, N), [N, N], "(., .) and [., .]"),
    "number": ((N, N), (N,), "(., .) and (.,)"),
    "nesting": ([N, [N]], [[N], N], "[., [.]] and [[.], .]"),
    "keys": ({"a": N}, {"b": N}, "{'a': .} and {'b': .}"),
}


@pytest.mark.parametrize("name", BRANCHES)
def test_branches(name):
    one, other, text = BRANCHES[name]
    f = tf.function(lambda x: tf.cond(x > 0, lambda: other, lambda: one))
    with pytest.raises(TypeError) as raised:
        f(N)
    assert f"cond: branches must return the same structure, got {text}" in str(raised.value)
