"""What recorded steps of fit, evaluate and predict, and a Sequential's record of its calls depend
on, part by part: each row changes one thing between steps, and what the steps before, under and
after the change leave is what op by op steps leave."""

import contextlib
from typing import Any, NamedTuple

import numpy as np
import pytest

import pelton as tf
from changed_settings import floatx, soft_placement
from key_parts import fields_of
from pelton import keras
from pelton.keras import layers

STEPS = 4  # recorded, recorded with gradients, compiled, run
RNG = np.random.default_rng(5)
X, Y = RNG.normal(size=(8, 6)).astype("float32"), RNG.integers(0, 3, 8)
WEIGHTS = RNG.uniform(0.5, 2, 8).astype("float32")


class Case(NamedTuple):
    """Steps of `kind` on `batch`, then `change(model)`, steps on `after`, then `undo(model)`."""

    kind: str = "train"
    batch: Any = (X, Y)
    after: Any = None  # the same batch where there is none
    change: Any = lambda model: None
    undo: Any = lambda model: None
    records: int | None = 2  # None: the model forgets those it had
    options: dict = {}  # noqa: RUF012
    scope: Any = contextlib.nullcontext  # around the steps after the change


def make(eagerly, options):
    keras.utils.set_random_seed(7)
    model = keras.Sequential(
        [
            layers.Input((6,)),
            layers.Dense(5, "relu", kernel_regularizer="l2"),
            layers.BatchNormalization(),
            layers.Dense(3),
        ]
    )
    options = {
        "optimizer": keras.optimizers.SGD(0.1, momentum=0.5),
        "loss": keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        "metrics": ["accuracy"],
        "weighted_metrics": ["accuracy"],
        **{name: given() if callable(given) else given for name, given in options.items()},
    }
    model.compile(run_eagerly=eagerly, **options)
    return model


def set_optimizer(name, value):
    return lambda model: setattr(model.optimizer, name, value)


def setting(name, value, before=None):
    """A row that sets an optimizer's setting, and sets it back."""
    return Case(change=set_optimizer(name, value), undo=set_optimizer(name, before))


def set_layer(index, name, value):
    return lambda model: setattr(model.layers[index], name, value)


def replace_layer(model):
    model.pop()
    model.add(layers.Dense(3, kernel_initializer="ones"))


def frozen(index, frozen=True):
    """Another part of the model trains from the next compile() on."""

    def change(model):
        (model if index is None else model.layers[index]).trainable = not frozen
        model.compile(
            model.optimizer, model.loss, metrics=["accuracy"], run_eagerly=model.run_eagerly
        )

    return change


def grow(model):
    model.add(layers.Dense(3))


def replaced(change):
    """`change`, then an optimizer for the new weights."""

    def both(model):
        change(model)
        replace_optimizer(model)

    return both


def replace_optimizer(model):
    model.optimizer = keras.optimizers.SGD(0.3)


def recompile(**options):
    def change(model):
        loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
        given = {"optimizer": keras.optimizers.SGD(0.1), "loss": loss, **options}
        model.compile(run_eagerly=model.run_eagerly, **given)

    return change


def halve(model):
    model.set_weights([weight * 0.5 for weight in model.get_weights()])


def scaled():
    return {"optimizer": lambda: keras.optimizers.SGD(0.1, loss_scale_factor=4.0)}


def averaged():
    return {"optimizer": lambda: keras.optimizers.SGD(0.1, use_ema=True, ema_overwrite_frequency=3)}


def decayed():
    decay = keras.optimizers.schedules.ExponentialDecay
    return {"optimizer": lambda: keras.optimizers.SGD(decay(0.2, 2, 0.5))}


def accumulated():
    return {"optimizer": lambda: keras.optimizers.SGD(0.1, gradient_accumulation_steps=3)}


BY_SUM = keras.losses.SparseCategoricalCrossentropy(True, reduction="sum")

# By what they change: a part of a key as the C++ headers name it, and how.
CASES = {
    "phase: evaluation": Case(after="test"),
    "phase: prediction": Case(after="predict"),
    "inputs: rows": Case(after=(X[:5], Y[:5])),
    "inputs: dtype of x": Case(after=(X.astype("float64"), Y), records=None),
    "inputs: dtype of y": Case(after=(X, Y.astype("int32")), records=None),
    "inputs: values": Case(after=(X * 2, Y[::-1].copy()), records=1),
    "inputs: weights of samples": Case(after=(X, Y, WEIGHTS)),
    "inputs: weights of classes": Case(after=(X, Y, {0: 2.0, 1: 0.5})),
    "inputs: other weights": Case(batch=(X, Y, WEIGHTS), after=(X, Y, WEIGHTS * 2), records=1),
    "inputs: rows of a test": Case("test", after=(X[:5], Y[:5])),
    "inputs: rows of a prediction": Case("predict", (X,), (X[:5],)),
    "inputs: rows of a call": Case("call", (X,), (X[:5],)),
    "variables: a frozen layer": Case(change=frozen(0), undo=frozen(0, False), records=1),
    "trainable: a frozen normalization": Case(change=frozen(1), undo=frozen(1, False), records=1),
    "trainable: in a test": Case(
        "test", change=set_layer(1, "trainable", False), undo=set_layer(1, "trainable", True)
    ),
    "trainable: the model": Case(change=frozen(None), undo=frozen(None, False), records=1),
    "variables: values": Case(change=halve, undo=halve, records=1),
    "variables: values in a call": Case("call", (X,), change=halve, undo=halve),
    "state: averages": Case(
        change=lambda model: model.layers[1].moving_mean.assign(tf.ones(5)), records=1
    ),
    "key: another layer": Case(change=replaced(replace_layer), records=None),
    "key: another layer in a test": Case("test", change=replace_layer),
    "key: another layer in a prediction": Case("predict", (X,), change=replace_layer),
    "key: another layer in a call": Case("call", (X,), change=replace_layer),
    "key: one more layer": Case(change=replaced(grow), records=None),
    "settings: another optimizer": Case(change=replace_optimizer, records=1),
    "settings: momentum": setting("momentum", 0.9, 0.5)._replace(records=3),
    "settings: nesterov": setting("nesterov", True, False)._replace(records=3),
    "settings: a beta": setting("beta_1", 0.5, 0.9)._replace(
        options={"optimizer": lambda: keras.optimizers.Adam(0.01)}, records=3
    ),
    "learning_rate": setting("learning_rate", 0.3, 0.1)._replace(records=1),
    "learning_rate: of a schedule": Case(options=decayed(), records=1),
    "weight_decay": setting("weight_decay", 0.1),
    "clipnorm": setting("clipnorm", 0.05),
    "clipvalue": setting("clipvalue", 0.01),
    "global_clipnorm": setting("global_clipnorm", 0.05),
    "ema_momentum": setting("ema_momentum", 0.5, 0.99)._replace(options=averaged()),
    "ema_overwrite_frequency": setting("ema_overwrite_frequency", 2, 3)._replace(
        options=averaged()
    ),
    "loss_scale: of the optimizer": Case(options=scaled(), records=1),
    "loss_scale_factor": setting("loss_scale_factor", 128.0, 4.0)._replace(options=scaled()),
    "name": setting("name", "another", "sgd")._replace(records=1),
    "use_ema": Case(options=averaged(), records=1),
    "gradient_accumulation_steps": Case(options=accumulated(), records=1),
    "compile: loss": Case(
        change=recompile(loss="mse"), after=(X, np.eye(3)[Y]), undo=recompile(), records=None
    ),
    "compile: reduction": Case(change=recompile(loss=BY_SUM), records=None),
    "compile: weights of losses": Case(change=recompile(loss_weights=3.0), records=None),
    "compile: metrics": Case(change=recompile(metrics=["accuracy"]), records=None),
    "scope: device": Case(scope=lambda: tf.device("/CPU:0"), records=1),
    "scope: a tape": Case(scope=tf.GradientTape, records=1),
    "scope: a tape around calls": Case("call", (X,), scope=tf.GradientTape, records=1),
    "scope: soft placement": Case(scope=lambda: soft_placement(False), records=1),
    "scope: training": Case("call", (X,), change=lambda m: m(X, training=True), records=1),
    "scope: float type": Case(scope=lambda: floatx("float64")),
}

for _kind, _batch in (("train", (X, Y)), ("test", (X, Y)), ("predict", (X,)), ("call", (X,))):
    CASES[f"key: an activation in a {_kind}"] = Case(
        _kind,
        _batch,
        change=set_layer(0, "activation", "tanh"),
        undo=set_layer(0, "activation", "relu"),
        records=3,
    )
    CASES[f"key: a constant in a {_kind}"] = Case(
        _kind,
        _batch,
        change=set_layer(1, "epsilon", 0.5),
        undo=set_layer(1, "epsilon", 1e-3),
        records=3,
    )

# What is no part of a row's name: where it is shown instead.
ELSEWHERE = {
    "root": "key: another layer",
    "has_call_losses": "test_call_records.py",
    "built": "test_a_model_that_is_built_by_its_first_step",
    "host_callbacks": "test_programs.py",
    "in_order": "test_threads.py",
}


def step(model, kind, batch):
    """The figures of a step, or its outputs."""
    if kind == "call":
        return model(batch[0])
    if kind == "predict":
        return model.predict_on_batch(batch[0])
    run = model.train_on_batch if kind == "train" else model.test_on_batch
    weight = batch[2] if len(batch) > 2 else None
    by_class = isinstance(weight, dict)
    named = {"class_weight" if by_class else "sample_weight": weight} if weight is not None else {}
    return run(*batch[:2], **named)


def figures(case, eagerly):
    """All that the steps leave, and how many records there are of the kinds of steps."""
    model, out = make(eagerly, case.options), []
    after = case.after or case.batch
    kind, batch = (after, case.batch) if isinstance(after, str) else (case.kind, after)
    phases = (
        (lambda model: None, case.kind, case.batch, contextlib.nullcontext),
        (case.change, kind, batch, case.scope),
        (case.undo, case.kind, case.batch, contextlib.nullcontext),
    )
    records = []
    for change, kind, batch, scope in phases:
        change(model)
        for _ in range(STEPS):
            with scope():
                out.append(np.asarray(step(model, kind, batch)))
        out += model.get_weights()
        text = tf.config.experimental.explain_program(model)
        assert "not recorded" not in text
        records.append(sum(line.startswith(STARTS) for line in text.split("\n")))
    return out, records


STARTS = ("train ", "test ", "predict ")


@pytest.mark.filterwarnings("ignore:The model does not have any trainable weights")
@pytest.mark.parametrize("name", CASES)
def test_each_part_of_the_key(name):
    case = CASES[name]
    (got, records), (expected, none) = (figures(case, eagerly) for eagerly in (False, True))
    for a, b in zip(got, expected, strict=True):
        np.testing.assert_allclose(a, b, rtol=2e-5, atol=2e-6)
    assert none == [0, 0, 0]
    if case.kind != "call" and case.records is not None:
        assert [records[0], records[2]] == [1, case.records]
        assert records[1] == min(case.records, 2)


def test_every_part_has_a_row():
    parts = [
        *fields_of("nn/training/step_programs.h", "Kind"),
        *fields_of("nn/module/model_structure.h", "ModelStructure"),
        *fields_of("nn/module/model_structure.h", "TrainedVariables"),
        *fields_of("nn/optimizers/optimizer_config.h", "OptimizerConfig"),
    ]
    assert len(parts) >= 20
    shown = {name.split(":")[0] for name in CASES} | set(ELSEWHERE)
    assert [part for part in parts if part not in shown] == []


def test_settings_that_need_other_slots_are_refused_once_built():
    for optimizer, name, value in (
        (keras.optimizers.SGD(0.1), "momentum", 0.9),
        (keras.optimizers.Adam(), "amsgrad", True),
    ):
        before = getattr(optimizer, name)
        setattr(optimizer, name, value)
        assert getattr(optimizer, name) == value == optimizer.get_config()[name]
        setattr(optimizer, name, before)
        optimizer.build([tf.Variable([1.0])])
        with pytest.raises(ValueError, match="slots per variable"):
            setattr(optimizer, name, value)
        assert getattr(optimizer, name) == before == optimizer.get_config()[name]
    with pytest.raises(ValueError, match="momentum"):
        keras.optimizers.SGD().momentum = 2.0
    with pytest.raises(ValueError, match="beta_1"):
        keras.optimizers.Adam().beta_1 = "much"


def test_steps_run_eagerly_while_they_are_told_to():
    model, other = make(False, {}), make(True, {})
    for eagerly in (False, True, False):
        model.run_eagerly = eagerly
        assert model.run_eagerly is eagerly and other.run_eagerly is True
        for _ in range(STEPS):
            both = [one.train_on_batch(X, Y) for one in (model, other)]
            np.testing.assert_allclose(*both, rtol=2e-5)


def test_a_model_that_is_built_by_its_first_step():
    left = []
    for eagerly in (False, True):
        keras.utils.set_random_seed(7)
        model = keras.Sequential([layers.Dense(5, "relu"), layers.Dense(3)])
        model.compile("sgd", "mse", run_eagerly=eagerly)
        left.append([model.train_on_batch(X, np.eye(3)[Y]) for _ in range(STEPS)])
        left[-1] += model.get_weights()
    for a, b in zip(*left, strict=True):
        np.testing.assert_allclose(a, b, rtol=2e-5, atol=2e-6)
