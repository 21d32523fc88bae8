"""Records Keras's learning rate schedules: the rates of some steps, configs and refusals.

Run `record_keras.py schedules`.
"""

from recorded.code_facts import error_entry
from recorded.fact_file import write_facts
from recorded.recorder import keras, made_by, np

STEPS = [*range(13), 19, 20, 21, 29, 33, 50, 99, 100, 101, 1000, 123456]
CASES = {
    "exponential": ("ExponentialDecay", {"decay_steps": 10, "decay_rate": 0.9}),
    "exponential_stairs": (
        "ExponentialDecay",
        {"decay_steps": 10, "decay_rate": 0.9, "staircase": True},
    ),
    "exponential_growth": ("ExponentialDecay", {"decay_steps": 1000.0, "decay_rate": 1.01}),
    "inverse_time": ("InverseTimeDecay", {"decay_steps": 10, "decay_rate": 0.5}),
    "inverse_time_stairs": (
        "InverseTimeDecay",
        {"decay_steps": 10, "decay_rate": 0.5, "staircase": True, "name": "mine"},
    ),
    "polynomial": ("PolynomialDecay", {"decay_steps": 20}),
    "polynomial_square": (
        "PolynomialDecay",
        {"decay_steps": 20, "end_learning_rate": 0.01, "power": 2.0},
    ),
    "polynomial_root": ("PolynomialDecay", {"decay_steps": 20, "power": 0.5}),
    "polynomial_cycle": ("PolynomialDecay", {"decay_steps": 10, "cycle": True}),
    "polynomial_rises": ("PolynomialDecay", {"decay_steps": 30, "end_learning_rate": 1.5}),
    "cosine": ("CosineDecay", {"decay_steps": 20}),
    "cosine_alpha": ("CosineDecay", {"decay_steps": 20, "alpha": 0.1}),
    "cosine_warmup": (
        "CosineDecay",
        {"decay_steps": 20, "warmup_target": 1.0, "warmup_steps": 8},
    ),
    "cosine_warmup_alpha": (
        "CosineDecay",
        {"decay_steps": 20, "alpha": 0.25, "warmup_target": 0.1, "warmup_steps": 3},
    ),
    "cosine_no_warmup_steps": ("CosineDecay", {"decay_steps": 20, "warmup_target": 1.0}),
    "cosine_steps_without_target": ("CosineDecay", {"decay_steps": 20, "warmup_steps": 8}),
    "restarts": ("CosineDecayRestarts", {"first_decay_steps": 10}),
    "restarts_even": ("CosineDecayRestarts", {"first_decay_steps": 10, "t_mul": 1.0}),
    "restarts_shrink": (
        "CosineDecayRestarts",
        {"first_decay_steps": 6, "t_mul": 1.5, "m_mul": 0.8, "alpha": 0.05},
    ),
    "no_steps": ("ExponentialDecay", {"decay_steps": 0, "decay_rate": 0.9}),
    "negative_steps": ("InverseTimeDecay", {"decay_steps": -1, "decay_rate": 0.9}),
    "no_polynomial_steps": ("PolynomialDecay", {"decay_steps": 0}),
    "negative_cosine_steps": ("CosineDecay", {"decay_steps": -3}),
    "no_first_steps": ("CosineDecayRestarts", {"first_decay_steps": 0}),
}
PIECES = {
    "pieces": {"boundaries": [5, 20, 100], "values": [1.0, 0.5, 0.25, 0.1]},
    "two_pieces": {"boundaries": [9], "values": [0.5, 0.05], "name": "halves"},
    "pieces_at_fractions": {"boundaries": [2.5, 9.0], "values": [3.0, 2.0, 1.0]},
    "too_many_values": {"boundaries": [5], "values": [1.0, 0.5, 0.25]},
    "too_few_values": {"boundaries": [5, 6], "values": [1.0, 0.5]},
}


def record(name, cls, kwargs):
    """Returns the rates of STEPS and the config, or the refusal."""
    facts = {"name": name, "class": cls, "kwargs": kwargs}
    try:
        schedule = getattr(keras.optimizers.schedules, cls)(**kwargs)
        facts["rates"] = np.array([np.asarray(schedule(step)) for step in STEPS])
        facts["config"] = schedule.get_config()
        facts["serialized"] = keras.optimizers.schedules.serialize(schedule)
    except Exception as error:  # the refusal is the fact
        facts["error"] = error_entry(error)
    return facts


def main():
    """Writes `schedules.json`."""
    cases = [
        record(name, cls, {"initial_learning_rate": 0.5, **kwargs})
        for name, (cls, kwargs) in CASES.items()
    ]
    cases += [record(name, "PiecewiseConstantDecay", kwargs) for name, kwargs in PIECES.items()]
    write_facts(
        "training/schedules",
        made_by("training/record_schedules.py"),
        {"steps": STEPS, "cases": cases},
    )


if __name__ == "__main__":
    main()
