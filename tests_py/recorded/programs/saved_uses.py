"""Saved models as programs write and read them: named tuples, variables without all sizes, names of
arguments; and specs that two others have in common."""

import tempfile
from collections import namedtuple

from recorded.programs.function_uses import described

PAIR = namedtuple("PAIR", "a b")


def loaded(tf, **parts):
    """What is read of a saved module that holds `parts`."""
    module = tf.Module()
    for name, part in parts.items():
        setattr(module, name, part)
    with tempfile.TemporaryDirectory() as folder:
        tf.saved_model.save(module, folder)
        return tf.saved_model.load(folder)


def signatures_of(function):
    return [described(one.structured_input_signature) for one in function.concrete_functions]


def named_tuples(tf):
    spec = tf.TensorSpec([])
    swap = tf.function(lambda p: PAIR(p.b, p.a), input_signature=[PAIR(spec, spec)])
    nested = tf.function(lambda x: PAIR(x, [PAIR(x, 2 * x)]), input_signature=[spec])
    found = loaded(tf, swap=swap, nested=nested)
    made, deep = found.swap(PAIR(1.0, 2.0)), found.nested(1.0)
    shown = repr(found.swap.concrete_functions[0].structured_input_signature)
    return type(made).__name__, made._fields, made.a, made.b, deep.b[0].b, shown


def variables_without_all_sizes(tf):
    found = loaded(tf, v=tf.Variable(tf.ones([2, 3]), shape=tf.TensorShape([None, 3])))
    shape = found.v.shape.as_list()
    found.v.assign(tf.ones([4, 3]))
    return shape, found.v.read_value().shape.as_list()


def names_of_arguments(tf):
    total = tf.function(lambda d, *a, **k: d["x"][0])
    total({"x": [tf.constant(1)]}, tf.constant(2), z=tf.constant(3))
    two = tf.function(lambda x, y: x - y, input_signature=[tf.TensorSpec([])] * 2)
    found = loaded(tf, total=total, two=two)
    return signatures_of(found.total), signatures_of(found.two)


def specs_in_common(tf):
    rows = tf.TensorSpec([None, 2], tf.int32)
    ragged = tf.RaggedTensorSpec([2, None], tf.int32)
    return described(
        [
            rows.most_specific_compatible_type(tf.TensorSpec([3, 2], tf.int32)),
            tf.TensorSpec([1]).most_specific_compatible_type(tf.TensorSpec([2])),
            ragged.most_specific_compatible_type(tf.RaggedTensorSpec([3, None], tf.int32)),
        ]
    )


def specs_without_any_in_common(tf):
    tf.TensorSpec([1]).most_specific_compatible_type(tf.TensorSpec([1], tf.int32))


def text_packed_in_a_nest(tf):
    tf.nest.pack_sequence_as([1, [2, 3]], "abc")


def nests_of_one_structure(tf):
    from collections import OrderedDict

    tf.nest.assert_same_structure({"a": 1}, OrderedDict(a=1))
    tf.nest.assert_same_structure(PAIR(1, 2), namedtuple("PAIR", "a b")(3, 4))


def nests_of_other_named_tuples(tf):
    tf.nest.assert_same_structure(PAIR(1, 2), namedtuple("Q", "a b")(3, 4))


def iterators_in_pipelines(tf):
    """A function of a pipeline takes what another pipeline's pass gives, from its first on."""
    numbers = iter(tf.data.Dataset.range(10).shuffle(4, seed=3))
    first = next(numbers)
    sums = list(tf.data.Dataset.range(5).map(lambda x: x + next(numbers)))
    return first, sums, next(numbers)


def iterators_in_loops(tf):
    @tf.function
    def total(it):
        found = tf.constant(0, tf.int64)
        for x in it:
            found += x
            if found > 3:
                break
        return found

    numbers = iter(tf.data.Dataset.range(6))
    return [total(numbers), total(numbers), total(numbers)]
