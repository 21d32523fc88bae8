"""Optimizers against what real Keras computes step by step, and what they refuse."""

import numpy as np
import pytest

import pelton as tf
from pelton.keras import optimizers
from recorded.fact_file import load_facts

FACTS = load_facts("training/optimizers")
SHAPES = {name: value.shape for name, value in FACTS["initial"].items()}
PRESENT = tuple(
    "SGD RMSprop Adam AdamW Adamax Nadam Adagrad Adadelta Adafactor Ftrl Lion Lamb Muon "
    "ScheduleFreeAdamW".split()
)


def variables():
    return [tf.Variable(value, name=name) for name, value in FACTS["initial"].items()]


def gradients_of(step, targets):
    names = [target.name.split(":")[0] for target in targets]
    return [tf.constant(FACTS["gradients"][step][name]) for name in names]


def check_values(targets, expected):
    for target in targets:
        name = target.name.split(":")[0]
        np.testing.assert_allclose(target.numpy(), expected[name], rtol=1e-5, atol=5e-6)


@pytest.mark.parametrize("case", FACTS["cases"], ids=lambda case: case["name"])
def test_steps_as_keras(case):
    if "error" in case:
        with pytest.raises(ValueError) as raised:
            getattr(optimizers, case["class"])(**case["kwargs"])
        assert str(raised.value).startswith(case["error"]["message"])
        return
    if case["name"] == "old_decay_name":
        with pytest.warns(UserWarning, match="`decay` is no longer supported"):
            optimizer = optimizers.Adam(**case["kwargs"])
    else:
        optimizer = getattr(optimizers, case["class"])(
            name=case["config"]["name"], **case["kwargs"]
        )
    targets = variables()
    optimizer.build(targets)
    for step, expected in enumerate(case["steps"]):
        optimizer.apply(gradients_of(step, targets), targets)
        check_values(targets, expected)
    # Keras's Nadam keeps the product of its momenta; here it follows from the number of the step.
    own = [v for v in case["variables"] if (case["class"], v["name"]) != ("Nadam", "variable")]
    assert [v.name for v in optimizer.variables] == [v["name"] for v in own]
    for variable, expected in zip(optimizer.variables, own, strict=True):
        prefix = f"{optimizer.name}/"  # which Keras leaves out of Adafactor's unused numbers
        paths = (expected["path"], prefix + expected["path"])
        assert variable.path in paths or case["name"] == "old_decay_name"
        np.testing.assert_allclose(variable.numpy(), expected["value"], rtol=1e-5, atol=1e-6)
        assert variable.dtype == expected["value"].dtype.name
    optimizer.finalize_variable_values(targets)
    check_values(targets, case["finalized"])
    config = {**optimizer.get_config(), "name": case["config"]["name"]}
    expected = dict(case["config"])
    assert config.pop("exclude_layers", []) == expected.pop("exclude_layers", [])
    assert config == pytest.approx(expected)
    assert list(optimizer.get_config()) == list(case["config"])
    again = type(optimizer).from_config(optimizer.get_config())
    assert again.get_config() == optimizer.get_config()


@pytest.mark.parametrize("identifier", FACTS["identifiers"])
def test_identifiers_find_what_they_find_in_keras(identifier):
    expected = FACTS["identifiers"][identifier]
    if identifier == "lamb":  # which Keras has as a class, but not in its table of names
        expected = "Lamb"
    if expected in PRESENT:
        assert type(optimizers.get(identifier)).__name__ == expected
    else:
        with pytest.raises(ValueError, match="Could not interpret optimizer identifier"):
            optimizers.get(identifier)


def test_uses_as_keras():
    uses = FACTS["uses"]
    kernel, bias = variables()
    sgd = optimizers.SGD(0.1)
    with pytest.warns(UserWarning, match="Gradients do not exist for variables"):
        sgd.apply_gradients([(tf.ones((2, 3)), kernel), (None, bias)])
    np.testing.assert_array_equal(bias.numpy(), uses["none_gradient_leaves"])
    assert int(sgd.iterations.numpy()) == 1 and sgd.iterations.dtype == uses["iterations_dtype"]
    sgd.learning_rate = 0.25
    assert sgd.get_config()["learning_rate"] == uses["config_of_changed_rate"]
    assert optimizers.SGD().apply([]) is None
    for name, action in {
        "all_gradients_none": lambda: optimizers.Adam().apply_gradients([(None, kernel)]),
        "gradient_count": lambda: sgd.apply([tf.ones((2, 3))]),
    }.items():
        with pytest.raises(ValueError) as raised:
            action()
        assert str(raised.value).startswith(uses[name]["message"])


def test_unbuilt_optimizer_needs_variables():
    with pytest.raises(ValueError, match="must already be built"):
        optimizers.SGD().apply([tf.ones((2,))])


class Halving(optimizers.schedules.LearningRateSchedule):
    """1, 1/2, 1/4, ..."""

    def __init__(self, start=1.0):
        super().__init__()
        self.start = start

    def __call__(self, step):
        return self.start * 0.5**step

    def get_config(self):
        return {"start": self.start}


def test_schedule_written_in_python_follows_the_steps():
    optimizer = optimizers.SGD(learning_rate=Halving())
    variable = tf.Variable([8.0])
    for expected in (7.0, 6.5, 6.25):
        optimizer.apply([tf.ones((1,))], [variable])
        assert variable.numpy() == [expected]
    assert [v.name for v in optimizer.variables] == ["iteration"]
    assert optimizer.get_config()["learning_rate"]["config"] == {"start": 1.0}
    with pytest.raises(TypeError, match="LearningRateSchedule"):
        optimizer.learning_rate = 0.5


def test_function_as_learning_rate():
    rate = [0.5]
    optimizer = optimizers.SGD(learning_rate=lambda: rate[0])
    variable = tf.Variable([1.0])
    optimizer.apply([tf.ones((1,))], [variable])
    rate[0] = 0.25
    optimizer.apply([tf.ones((1,))], [variable])
    assert variable.numpy() == [0.25]


class Signed(optimizers.Optimizer):
    """An optimizer written in Python: steps by the sign of a running sum."""

    def __init__(self, learning_rate=0.5, **kwargs):
        super().__init__(learning_rate=learning_rate, **kwargs)

    def build(self, variables):
        if self.built:
            return
        super().build(variables)
        self.sums = [self.add_variable_from_reference(v, name="sum") for v in variables]

    def update_step(self, gradient, variable, learning_rate):
        total = self.sums[self._get_variable_index(variable)]
        self.assign_add(total, gradient)
        self.assign_sub(variable, learning_rate * tf.sign(total))


def test_python_subclass_has_slots_and_steps():
    optimizer = Signed()
    variable = tf.Variable([1.0, 1.0], name="w")
    optimizer.apply([tf.constant([3.0, -1.0])], [variable])
    optimizer.apply_gradients([(tf.constant([-1.0, 2.0]), variable)])
    np.testing.assert_array_equal(variable.numpy(), [0.0, 1.0])
    assert int(optimizer.iterations.numpy()) == 2
    assert [v.path for v in optimizer.variables][-1] == f"{optimizer.name}/w_sum"
    assert optimizer.name.startswith("signed")


def test_subclass_of_sgd_may_change_the_gradient():
    class Capped(optimizers.SGD):
        def update_step(self, gradient, variable, learning_rate):
            super().update_step(tf.minimum(gradient, 1.0), variable, learning_rate)

    variable = tf.Variable([1.0, 1.0])
    Capped(learning_rate=0.5).apply([tf.constant([3.0, 0.5])], [variable])
    np.testing.assert_array_equal(variable.numpy(), [0.5, 0.75])


def test_excluded_variables_do_not_decay():
    optimizer = optimizers.SGD(learning_rate=1.0, weight_decay=0.5)
    kernel, bias = (tf.Variable([2.0], name=name) for name in ("kernel", "bias"))
    optimizer.exclude_from_weight_decay(var_names=["bias"])
    optimizer.apply([tf.zeros((1,)), tf.zeros((1,))], [kernel, bias])
    assert kernel.numpy() == [1.0] and bias.numpy() == [2.0]
    with pytest.raises(ValueError, match="before the optimizer is built"):
        optimizer.exclude_from_weight_decay(var_names=["kernel"])


def test_the_names_of_keras_2_are_the_optimizers_of_today():
    old = optimizers.legacy
    for name in "SGD Adadelta Adagrad Adam Adamax Ftrl Nadam Optimizer RMSprop".split():
        assert getattr(old, name) is getattr(optimizers, name)


@pytest.mark.parametrize(
    ("names", "initializer", "expected"),
    [
        ("m", "ones", [1.0]),
        (["m", "v"], "zeros", [0.0, 0.0]),
        (["m", "v"], ["ones", "zeros"], [1.0, 0.0]),
    ],
)
def test_slots_of_one_name_or_several(names, initializer, expected):
    optimizer, targets = optimizers.SGD(), variables()
    slots = optimizer.add_optimizer_variables(targets, names, initializer)
    lists = [slots] if isinstance(names, str) else slots
    assert [[float(v.numpy().ravel()[0]) for v in one] for one in lists] == [
        [value] * len(targets) for value in expected
    ]
    order = [v.name.rpartition("_")[2] for v in optimizer.variables[2:]]
    assert order == [*names] * len(targets)
    with pytest.raises(ValueError, match="number of provided names must match"):
        optimizer.add_optimizer_variables(targets, ["m", "v"], ["ones"])
