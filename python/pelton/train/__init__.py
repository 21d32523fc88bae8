"""tf.train: checkpoints in TensorFlow's format, and examples. Loads on first use."""

import importlib as _importlib

from pelton.names.named_refusals import public as _public

_NAMES = {
    "Checkpoint": "checkpoints.checkpoint",
    "CheckpointManager": "checkpoints.checkpoint_manager",
    **dict.fromkeys(
        "checkpoint_exists get_checkpoint_state latest_checkpoint".split(), "checkpoints.states"
    ),
    **dict.fromkeys(
        "BytesList Example Feature FeatureList FeatureLists Features FloatList Int64List "
        "SequenceExample".split(),
        "example_messages",
    ),
    "CheckpointOptions": "checkpoints.options",
    **dict.fromkeys("CheckpointView TrackableView".split(), "checkpoints.views"),
    "Coordinator": "coordination",
    "ExponentialMovingAverage": "moving_averages",
    "checkpoints_iterator": "checkpoint_watching",
    **dict.fromkeys("list_variables load_checkpoint load_variable".split(), "checkpoints.reader"),
}
__all__ = sorted([*_NAMES, "experimental"])


def __getattr__(name: str) -> object:
    if name == "experimental":
        return _importlib.import_module(f"{__name__}.experimental")
    if name in _NAMES:
        value = getattr(_importlib.import_module(f"{__name__}.{_NAMES[name]}"), name)
        if not isinstance(value, type):  # classes, of messages too, stay their module's alone
            value = globals()[name] = _public(value, __name__, name)
        return value
    from pelton.names.missing_names import missing

    raise missing(__name__, name, __dir__())


def __dir__() -> list[str]:
    return sorted({*globals(), *_NAMES, "experimental"})
