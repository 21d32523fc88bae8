"""The classes of the losses in `formulas`."""

from __future__ import annotations

import inspect
from typing import Any

from pelton._core.losses import Loss
from pelton.keras.losses import embeddings, formulas, sequences
from pelton.names.named_refusals import name_class, named

_COMMON = ("reduction", "name", "dtype")


class LibraryLoss(Loss):
    """A loss whose values `_function` gives, with the options that its constructor took."""

    _function: Any = None
    _default_name = ""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if cls.__doc__ is None:
            cls.__doc__ = f"{cls._function.__doc__} Reduced over the batch as `reduction` says."
            cls.__signature__ = _signature(cls)  # type: ignore[attr-defined]
            cls.__module__ = "pelton.keras.losses"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        cls = type(self)
        try:
            given = _signature(cls).bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{cls.__name__}.__init__() {error}") from None
        given.apply_defaults()
        options = dict(given.arguments)
        common = {name: options.pop(name) for name in _COMMON}
        super().__init__(**common)
        self._options = options
        for name, value in options.items():
            setattr(self, name, value)

    def call(self, y_true: Any, y_pred: Any) -> Any:
        return type(self)._function(y_true, y_pred, **self._options)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), **self._options}


def _signature(cls: Any) -> inspect.Signature:
    """The constructor's: the function's options, then those of all losses."""
    options = list(inspect.signature(cls._function).parameters.values())[2:]
    defaults = {"reduction": "sum_over_batch_size", "name": cls._default_name, "dtype": None}
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    common = [inspect.Parameter(name, kind, default=defaults[name]) for name in _COMMON]
    # Keras has `axis` of these two behind what all losses have.
    moved = [o for o in options if o.name == "axis" and cls.__name__ in ("Dice", "Tversky")]
    first = [o for o in options if o not in moved]
    place = 2 if cls.__name__ == "Dice" else 3
    ordered = [*first, *common[:place], *moved, *common[place:]]
    return inspect.Signature(ordered)


class MeanAbsolutePercentageError(LibraryLoss):
    _function = staticmethod(formulas.mean_absolute_percentage_error)
    _default_name = "mean_absolute_percentage_error"


class MeanSquaredLogarithmicError(LibraryLoss):
    _function = staticmethod(formulas.mean_squared_logarithmic_error)
    _default_name = "mean_squared_logarithmic_error"


class CosineSimilarity(LibraryLoss):
    _function = staticmethod(formulas.cosine_similarity)
    _default_name = "cosine_similarity"


class Huber(LibraryLoss):
    _function = staticmethod(formulas.huber)
    _default_name = "huber_loss"


class LogCosh(LibraryLoss):
    _function = staticmethod(formulas.log_cosh)
    _default_name = "log_cosh"


class Hinge(LibraryLoss):
    _function = staticmethod(formulas.hinge)
    _default_name = "hinge"


class SquaredHinge(LibraryLoss):
    _function = staticmethod(formulas.squared_hinge)
    _default_name = "squared_hinge"


class CategoricalHinge(LibraryLoss):
    _function = staticmethod(formulas.categorical_hinge)
    _default_name = "categorical_hinge"


class KLDivergence(LibraryLoss):
    _function = staticmethod(formulas.kl_divergence)
    _default_name = "kl_divergence"


class Poisson(LibraryLoss):
    _function = staticmethod(formulas.poisson)
    _default_name = "poisson"


class BinaryFocalCrossentropy(LibraryLoss):
    _function = staticmethod(formulas.binary_focal_crossentropy)
    _default_name = "binary_focal_crossentropy"


class CategoricalFocalCrossentropy(LibraryLoss):
    _function = staticmethod(formulas.categorical_focal_crossentropy)
    _default_name = "categorical_focal_crossentropy"


class CategoricalGeneralizedCrossEntropy(LibraryLoss):
    _function = staticmethod(formulas.categorical_generalized_cross_entropy)
    _default_name = "categorical_generalized_cross_entropy"


class Dice(LibraryLoss):
    _function = staticmethod(formulas.dice)
    _default_name = "dice"


class Tversky(LibraryLoss):
    _function = staticmethod(formulas.tversky)
    _default_name = "tversky"


class CTC(LibraryLoss):
    _function = staticmethod(sequences.ctc)
    _default_name = "ctc"


class Circle(LibraryLoss):
    _function = staticmethod(embeddings.circle_in_batch)
    _default_name = "circle"


_OTHER_NAMES = {
    "mean_absolute_percentage_error": "mape MAPE",
    "mean_squared_logarithmic_error": "msle MSLE",
    "log_cosh": "logcosh",
    "kl_divergence": "kld KLD kullback_leibler_divergence",
}
CLASSES = {cls.__name__: cls for cls in LibraryLoss.__subclasses__() if cls.__doc__}
FUNCTIONS = {
    alias: function
    for name in sorted({cls._function.__name__ for cls in CLASSES.values()} & vars(formulas).keys())
    for function in [named(getattr(formulas, name))]
    for alias in (name, *_OTHER_NAMES.get(name, "").split())
}
for _class in CLASSES.values():
    name_class(_class)
FUNCTIONS |= {"circle": named(embeddings.circle), "ctc": named(sequences.ctc)}
