"""Records Keras's optimizers: both variables after each of several steps, slots and configs.

Run `record_keras.py optimizers`. Every case uses the same initial values and gradients.
"""

from recorded.code_facts import error_entry
from recorded.fact_file import write_facts
from recorded.recorder import keras, made_by, np, numbers
from recorded.training.record_losses import identify

STEPS = 5
INITIAL = {"kernel": numbers("optimizer/kernel", (2, 3)), "bias": numbers("optimizer/bias", (3,))}
GRADIENTS = [
    {name: numbers(f"optimizer/{name}/{step}", value.shape) for name, value in INITIAL.items()}
    for step in range(STEPS)
]
SGD, RMSPROP, ADAM = "SGD", "RMSprop", "Adam"
CASES = {
    "sgd": (SGD, {}),
    "sgd_rate": (SGD, {"learning_rate": 0.5}),
    "sgd_momentum": (SGD, {"momentum": 0.9}),
    "sgd_nesterov": (SGD, {"momentum": 0.9, "nesterov": True}),
    "sgd_weight_decay": (SGD, {"weight_decay": 0.1}),
    "sgd_momentum_weight_decay": (SGD, {"momentum": 0.5, "weight_decay": 0.01}),
    "sgd_clipnorm": (SGD, {"learning_rate": 0.1, "clipnorm": 0.5}),
    "sgd_clipvalue": (SGD, {"learning_rate": 0.1, "clipvalue": 0.25}),
    "sgd_global_clipnorm": (SGD, {"learning_rate": 0.1, "global_clipnorm": 0.5}),
    "sgd_ema": (SGD, {"learning_rate": 0.1, "use_ema": True, "ema_momentum": 0.5}),
    "sgd_ema_overwrite": (
        SGD,
        {
            "learning_rate": 0.1,
            "use_ema": True,
            "ema_momentum": 0.5,
            "ema_overwrite_frequency": 2,
        },
    ),
    "sgd_accumulation": (SGD, {"learning_rate": 0.1, "gradient_accumulation_steps": 2}),
    "sgd_loss_scale_factor": (SGD, {"learning_rate": 0.1, "loss_scale_factor": 4.0}),
    "rmsprop": (RMSPROP, {}),
    "rmsprop_rho": (RMSPROP, {"rho": 0.5, "epsilon": 0.01}),
    "rmsprop_momentum": (RMSPROP, {"learning_rate": 0.01, "momentum": 0.9}),
    "rmsprop_centered": (RMSPROP, {"learning_rate": 0.01, "centered": True}),
    "rmsprop_centered_momentum": (
        RMSPROP,
        {"learning_rate": 0.01, "centered": True, "momentum": 0.5},
    ),
    "adam": (ADAM, {}),
    "adam_rate": (ADAM, {"learning_rate": 0.1}),
    "adam_betas": (ADAM, {"learning_rate": 0.1, "beta_1": 0.5, "beta_2": 0.9, "epsilon": 0.01}),
    "adam_amsgrad": (ADAM, {"learning_rate": 0.1, "amsgrad": True, "beta_2": 0.5}),
    "adam_weight_decay": (ADAM, {"learning_rate": 0.1, "weight_decay": 0.01}),
    "adam_clipnorm": (ADAM, {"learning_rate": 0.1, "clipnorm": 0.5}),
    "adam_global_clipnorm": (ADAM, {"learning_rate": 0.1, "global_clipnorm": 0.5}),
    "adam_accumulation": (ADAM, {"learning_rate": 0.1, "gradient_accumulation_steps": 2}),
    "adagrad": ("Adagrad", {"learning_rate": 0.1}),
    "adagrad_start": ("Adagrad", {"initial_accumulator_value": 0.5, "epsilon": 0.01}),
    "adadelta": ("Adadelta", {"learning_rate": 1.0}),
    "adadelta_rho": ("Adadelta", {"learning_rate": 0.5, "rho": 0.5, "epsilon": 0.01}),
    "adafactor": ("Adafactor", {}),
    "adafactor_rate": (
        "Adafactor",
        {"learning_rate": 0.1, "beta_2_decay": -0.5, "clip_threshold": 0.5, "epsilon_2": 0.01},
    ),
    "adafactor_weight_decay": ("Adafactor", {"learning_rate": 0.1, "weight_decay": 0.1}),
    "adafactor_clipnorm": ("Adafactor", {"learning_rate": 0.1, "clipnorm": 0.5}),
    "muon": ("Muon", {}),
    "muon_plain": ("Muon", {"learning_rate": 0.1, "nesterov": False, "rms_rate": None}),
    "muon_steps": ("Muon", {"learning_rate": 0.1, "ns_steps": 2, "momentum": 0.5}),
    "muon_weight_decay": (
        "Muon",
        {"learning_rate": 0.1, "weight_decay": 0.2, "adam_weight_decay": 0.5},
    ),
    "muon_exclude": ("Muon", {"learning_rate": 0.1, "exclude_layers": ["kern"]}),
    "muon_ratio": ("Muon", {"learning_rate": 0.1, "adam_lr_ratio": 0.25, "adam_beta_1": 0.5}),
    "schedule_free": ("ScheduleFreeAdamW", {}),
    "schedule_free_warmup": (
        "ScheduleFreeAdamW",
        {"learning_rate": 0.1, "warmup_steps": 3, "weight_decay": 0.1, "beta_2": 0.9},
    ),
    "adamax": ("Adamax", {"learning_rate": 0.1}),
    "adamax_betas": ("Adamax", {"beta_1": 0.5, "beta_2": 0.9, "epsilon": 0.01}),
    "nadam": ("Nadam", {"learning_rate": 0.1}),
    "nadam_betas": ("Nadam", {"beta_1": 0.5, "beta_2": 0.9, "epsilon": 0.01}),
    "adamw": ("AdamW", {"learning_rate": 0.1}),
    "adamw_decay": ("AdamW", {"learning_rate": 0.1, "weight_decay": 0.1, "amsgrad": True}),
    "adamw_none": ("AdamW", {"weight_decay": None}),
    "ftrl": ("Ftrl", {"learning_rate": 0.1}),
    "ftrl_sparse": (
        "Ftrl",
        {
            "learning_rate": 0.1,
            "learning_rate_power": -0.25,
            "initial_accumulator_value": 0.5,
            "l1_regularization_strength": 0.1,
            "l2_regularization_strength": 0.2,
            "l2_shrinkage_regularization_strength": 0.3,
            "beta": 0.5,
        },
    ),
    "ftrl_start": ("Ftrl", {"initial_accumulator_value": -0.1}),
    "ftrl_power": ("Ftrl", {"learning_rate_power": 0.1}),
    "ftrl_l1": ("Ftrl", {"l1_regularization_strength": -0.1}),
    "ftrl_l2": ("Ftrl", {"l2_regularization_strength": -0.1}),
    "ftrl_shrinkage": ("Ftrl", {"l2_shrinkage_regularization_strength": -0.1}),
    "lion": ("Lion", {"learning_rate": 0.1}),
    "lion_betas": ("Lion", {"learning_rate": 0.1, "beta_1": 0.5, "beta_2": 0.9}),
    "lion_beta": ("Lion", {"beta_1": 0.0}),
    "lamb": ("Lamb", {"learning_rate": 0.1}),
    "lamb_betas": (
        "Lamb",
        {"learning_rate": 0.1, "beta_1": 0.5, "beta_2": 0.9, "epsilon": 0.01},
    ),
    "lamb_decay": ("Lamb", {"weight_decay": 0.1, "clipnorm": 0.5}),
    "two_clips": (SGD, {"clipnorm": 1.0, "clipvalue": 1.0}),
    "negative_clipnorm": (SGD, {"clipnorm": -1.0}),
    "momentum_too_large": (SGD, {"momentum": 1.5}),
    "weight_decay_negative": (SGD, {"weight_decay": -0.1}),
    "ema_momentum_too_large": (SGD, {"use_ema": True, "ema_momentum": 2.0}),
    "ema_overwrite_zero": (SGD, {"use_ema": True, "ema_overwrite_frequency": 0}),
    "accumulation_one": (SGD, {"gradient_accumulation_steps": 1}),
    "unknown_argument": (ADAM, {"momentum": 0.9}),
    "old_rate_name": (ADAM, {"lr": 0.1}),
    "old_decay_name": (ADAM, {"decay": 0.1}),
}
IDENTIFIERS = (
    "sgd SGD Sgd rmsprop RMSprop adam Adam ADAM adamw adagrad adadelta adamax nadam ftrl lion "
    "adafactor muon lamb nope adamm"
).split()


def variables():
    """Returns the two variables with their fixed values."""
    return [keras.Variable(value, name=name) for name, value in INITIAL.items()]


def slot_entries(optimizer):
    """Returns the optimizer's own variables in saving order."""
    return [
        {"name": v.name, "path": v.path, "value": np.asarray(v.value)} for v in optimizer.variables
    ]


def record_case(name, cls, kwargs):
    """Applies the fixed gradients step by step and notes both variables after each."""
    keras.backend.clear_session()
    facts = {"name": name, "class": cls, "kwargs": kwargs}
    try:
        optimizer = getattr(keras.optimizers, cls)(**kwargs)
        targets = variables()
        optimizer.build(targets)
        steps = []
        for gradients in GRADIENTS:
            values = [keras.ops.convert_to_tensor(gradients[target.name]) for target in targets]
            optimizer.apply(values, targets)
            steps.append({target.name: np.asarray(target.value) for target in targets})
        facts["steps"] = steps
        facts["variables"] = slot_entries(optimizer)
        optimizer.finalize_variable_values(targets)
        facts["finalized"] = {target.name: np.asarray(target.value) for target in targets}
        facts["config"] = optimizer.get_config()
    except Exception as error:  # the refusal is the fact
        facts["error"] = error_entry(error)
    return facts


def record_uses():
    """Returns facts of other ways to step: missing gradients, wrong counts, changed rates."""
    adam, sgd = keras.optimizers.Adam(), keras.optimizers.SGD(0.1)
    kernel, bias = variables()
    uses = {"config_of_changed_rate": None}
    with np.errstate(all="ignore"):
        sgd.apply_gradients([(keras.ops.ones((2, 3)), kernel), (None, bias)])
    uses["none_gradient_leaves"] = np.asarray(bias.value)
    uses["iterations_after_one"] = np.asarray(sgd.iterations.value)
    uses["iterations_dtype"] = sgd.iterations.dtype
    sgd.learning_rate = 0.25
    uses["config_of_changed_rate"] = sgd.get_config()["learning_rate"]
    uses["all_gradients_none"] = refusal(lambda: adam.apply_gradients([(None, kernel)]))
    uses["no_gradients"] = refusal(lambda: keras.optimizers.SGD().apply([]))
    uses["unknown_variable"] = refusal(
        lambda: sgd.apply([keras.ops.ones((3,))], [keras.Variable(np.zeros(3, "float32"))])
    )
    uses["gradient_count"] = refusal(lambda: sgd.apply([keras.ops.ones((2, 3))]))
    uses["gradient_shape"] = refusal(lambda: sgd.apply([keras.ops.ones((4, 4)), None]))
    uses["rate_as_text"] = refusal(lambda: keras.optimizers.SGD(learning_rate="fast"))
    uses["repr_is_object_repr"] = " object at " in repr(sgd)
    return uses


def refusal(action):
    """Returns the error entry of an action, None where it is accepted."""
    try:
        action()
    except Exception as error:  # the refusal is the fact
        return error_entry(error)
    return None


def main():
    """Writes `optimizers.json`."""
    facts = {
        "initial": INITIAL,
        "gradients": GRADIENTS,
        "cases": [record_case(name, *case) for name, case in CASES.items()],
        "uses": record_uses(),
        "identifiers": {name: identify(keras.optimizers.get, name) for name in IDENTIFIERS},
    }
    write_facts("training/optimizers", made_by("training/record_optimizers.py"), facts)


if __name__ == "__main__":
    main()
