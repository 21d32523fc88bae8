"""Learning rate schedules against the rates of real Keras, and in the training they steer."""

import bad_schedule_calls
import numpy as np
import pytest
from bad_call import check_refused

import pelton as tf
from pelton.keras import optimizers
from pelton.keras.optimizers import schedules
from recorded.fact_file import load_facts

keras = tf.keras
FACTS = load_facts("training/schedules")
CASES = [case for case in FACTS["cases"] if "error" not in case]
REFUSED = [case for case in FACTS["cases"] if "error" in case]


def make(case):
    return getattr(schedules, case["class"])(**case["kwargs"])


def assert_rates(found, case):
    # Keras computes in float32, in which a cosine's end is 1 - 1 and turns lose their fractions.
    allowed = 1e-7 + (2e-5 + 2e-8 * np.array(FACTS["steps"])) * np.abs(case["rates"])
    assert (np.abs(np.array(found) - case["rates"]) <= allowed).all(), case["name"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_rates_are_those_of_keras(case):
    schedule = make(case)
    rates = [schedule(step) for step in FACTS["steps"]]
    assert all(rate.dtype == tf.float32 and rate.shape == () for rate in rates)
    assert_rates([float(rate) for rate in rates], case)
    steps = tf.constant(FACTS["steps"], tf.int64)
    assert_rates(schedule(steps).numpy(), case)
    assert_rates(tf.function(schedule)(steps).numpy(), case)
    assert [float(rate) for rate in rates] == [float(schedule(step)) for step in steps]


@pytest.mark.parametrize(
    ("schedule", "step", "rate"),
    [
        (schedules.PolynomialDecay(0.991, 100, 0.001, 2.0, cycle=True), 417, 0.02828044258058071),
        (schedules.InverseTimeDecay(0.701, 100, 0.881), 28, 0.5622934103012085),
        (schedules.ExponentialDecay(0.301, 20, 0.671, staircase=True), 201, 0.005569185595959425),
    ],
)
def test_rates_have_the_bits_of_keras(schedule, step, rate):
    """Recorded: those of float32, whatever the kind of the step."""
    assert float(schedule(step)) == float(schedule(tf.constant(step))) == rate


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_configs_are_those_of_keras(case):
    schedule = make(case)
    assert schedule.get_config() == case["config"]
    assert list(schedule.get_config()) == list(case["config"])
    assert schedules.serialize(schedule) == case["serialized"]
    optimizer = optimizers.SGD(schedule)
    assert optimizer.get_config()["learning_rate"] == case["serialized"]
    again = optimizers.SGD.from_config(optimizer.get_config())
    assert again.get_config() == optimizer.get_config()
    for again in (
        schedules.deserialize(case["serialized"]),
        type(schedule).from_config(case["config"]),
    ):
        assert type(again) is type(schedule) and again.get_config() == case["config"]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case["name"])
def test_refuses_what_keras_refuses(case):
    with pytest.raises(ValueError) as raised:
        make(case)
    assert str(raised.value).startswith(case["error"]["message"])
    assert case["class"] in str(raised.value)


@pytest.mark.parametrize(
    ("row", "index"),
    [(row, index) for row in bad_schedule_calls.ROWS for index in range(len(row.calls))],
    ids=str,
)
def test_bad_call_is_refused(row, index):
    check_refused(row, row.calls[index])


def test_every_class_has_a_row():
    classes = {name for name in schedules.__all__ if name.endswith(("Decay", "Restarts"))}
    assert classes == {row.name for row in bad_schedule_calls.ROWS}
    assert min(len(row.calls) for row in bad_schedule_calls.ROWS) >= 5
    assert classes == {case["class"] for case in CASES}


@pytest.mark.parametrize("growth", [1.5, 3.0, 5.0, 10.0])
def test_a_restart_is_at_its_very_step(growth):
    """log(243) / log(3) is less than 5 in double precision."""
    schedule = schedules.CosineDecayRestarts(1.0, 2, t_mul=growth)
    step = 0.0
    for run in range(5):
        assert float(schedule(step)) == pytest.approx(1.0)
        assert float(schedule(tf.constant(step))) == pytest.approx(1.0, abs=1e-3)
        step += 2 * growth**run


@pytest.mark.parametrize(
    ("schedule", "step", "rate"),
    [
        (schedules.ExponentialDecay(1.0, 1, 10.0), 5000, np.inf),
        (schedules.ExponentialDecay(1.0, 2, -1.0), 1, np.nan),
        (schedules.InverseTimeDecay(1.0, 1, -1.0), 1, np.inf),
        (schedules.CosineDecayRestarts(1.0, 1, t_mul=0.5), 7, np.nan),
        (schedules.CosineDecay(0.5, 10, warmup_target=1.0, warmup_steps=10), -5, 0.25),
        (schedules.PiecewiseConstantDecay([], [0.5]), 3, 0.5),
    ],
)
def test_rates_at_the_edges(schedule, step, rate):
    np.testing.assert_equal(float(schedule(step)), rate)
    np.testing.assert_equal(float(schedule(tf.constant(step))), rate)


def test_rates_have_the_default_float_type():
    keras.backend.set_floatx("float64")
    try:
        for case in CASES:
            assert make(case)(tf.constant(3)).dtype == make(case)(3).dtype == tf.float64
    finally:
        keras.backend.set_floatx("float32")


SCHEDULES = {case["name"]: case for case in CASES}
OPTIMIZERS = {
    "SGD": lambda rate: optimizers.SGD(rate, momentum=0.5),
    "RMSprop": optimizers.RMSprop,
    "Adam": optimizers.Adam,
}


def model_of(schedule, optimizer, **options):
    keras.utils.set_random_seed(3)
    model = keras.Sequential([keras.Input((5,)), keras.layers.Dense(4, "relu")])
    model.add(keras.layers.Dense(3))
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile(OPTIMIZERS[optimizer](schedule), loss, **options)
    return model


def data():
    rng = np.random.default_rng(0)
    return rng.normal(size=(40, 5)).astype("float32"), rng.integers(0, 3, 40)


@pytest.mark.parametrize("optimizer", OPTIMIZERS)
@pytest.mark.parametrize("name", ["exponential", "cosine_warmup", "pieces", "restarts_shrink"])
def test_recorded_fit_takes_the_rate_of_each_step(name, optimizer):
    x, y = data()
    weights, losses = [], []
    for eagerly in (False, True):
        model = model_of(make(SCHEDULES[name]), optimizer, run_eagerly=eagerly)
        fitted = model.fit(x, y, batch_size=4, epochs=3, shuffle=False, verbose=0)
        weights.append(np.concatenate([w.ravel() for w in model.get_weights()]))
        losses.append(fitted.history["loss"])
        rate = float(make(SCHEDULES[name])(30))  # in double precision, then rounded
        assert float(model.optimizer.learning_rate) == pytest.approx(rate, rel=1e-6)
    np.testing.assert_array_equal(*weights)
    np.testing.assert_array_equal(*losses)


@pytest.mark.parametrize("decorate", [lambda f: f, tf.function], ids=["eager", "function"])
def test_own_loops_take_the_rate_of_each_step(decorate):
    schedule = schedules.PolynomialDecay(1.0, 8, end_learning_rate=0.125, power=2.0)
    optimizer, weight = optimizers.SGD(schedule), tf.Variable([10.0])

    @decorate
    def step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(weight * x)
        optimizer.apply_gradients([(tape.gradient(loss, weight), weight)])
        return schedule(optimizer.iterations)

    expected = 10.0
    for n in range(12):
        expected -= float(schedule(n))
        assert float(step(tf.constant([1.0]))) == pytest.approx(float(schedule(n + 1)))
        assert float(weight[0]) == pytest.approx(expected, rel=1e-5)


def test_steps_are_the_optimizers_calls_where_it_accumulates_gradients():
    schedule = schedules.PiecewiseConstantDecay([1], [1.0, 0.5])
    optimizer, weight = optimizers.SGD(schedule, gradient_accumulation_steps=2), tf.Variable([4.0])
    for _ in range(4):
        optimizer.apply([tf.ones((1,))], [weight])
    assert weight.numpy() == [4.0 - 1.0 - 0.5]
