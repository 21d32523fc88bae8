"""Metrics that are the mean of a loss's values, by their classes."""

from __future__ import annotations

import inspect
from typing import Any

from pelton._core.metrics import MeanMetricWrapper
from pelton.keras.losses import formulas
from pelton.names.named_refusals import named
from pelton.names.own_init import own_init


@named
def cosine_similarity(y_true: Any, y_pred: Any, axis: int = -1) -> Any:
    """The cosine between both, along `axis`."""
    return -formulas.cosine_similarity(y_true, y_pred, axis)


class MeanOf(MeanMetricWrapper):
    """The mean over the examples of what `_function` gives; further arguments go to it."""

    _function: Any = None
    _default_name = ""
    _direction = "down"  # which way the value improves, as callbacks ask it

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.__doc__ = f"The mean over the examples: {cls._function.__doc__}"
        if "__init__" not in vars(cls):
            own_init(cls)

    def __init__(self, name: str | None = None, dtype: Any = None, **kwargs: Any) -> None:
        options = list(inspect.signature(type(self)._function).parameters)[2:]
        unknown = sorted(kwargs.keys() - set(options))
        if unknown:
            raise TypeError(
                f"{type(self).__name__}.__init__() got an unexpected keyword argument "
                f"'{unknown[0]}'"
            )
        called = self._default_name if name is None else name
        super().__init__(type(self)._function, called, dtype, **kwargs)
        self._options = {**dict.fromkeys(options, -1), **kwargs}

    def get_config(self) -> dict[str, Any]:
        given = self.dtype
        return {"name": self.name, "dtype": getattr(given, "name", given), **self._options}

    def __repr__(self) -> str:
        return f"<{type(self).__name__} name={self.name}>"

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """Of the arguments that the config holds."""
        return cls(**config)


class MeanAbsolutePercentageError(MeanOf):
    _function = staticmethod(formulas.mean_absolute_percentage_error)
    _default_name = "mean_absolute_percentage_error"


class MeanSquaredLogarithmicError(MeanOf):
    _function = staticmethod(formulas.mean_squared_logarithmic_error)
    _default_name = "mean_squared_logarithmic_error"


class CosineSimilarity(MeanOf):
    _function = staticmethod(cosine_similarity)
    _default_name = "cosine_similarity"
    _direction = "up"


class LogCoshError(MeanOf):
    _function = staticmethod(formulas.log_cosh)
    _default_name = "logcosh"


class Hinge(MeanOf):
    _function = staticmethod(formulas.hinge)
    _default_name = "hinge"


class SquaredHinge(MeanOf):
    _function = staticmethod(formulas.squared_hinge)
    _default_name = "squared_hinge"


class CategoricalHinge(MeanOf):
    _function = staticmethod(formulas.categorical_hinge)
    _default_name = "categorical_hinge"


class KLDivergence(MeanOf):
    _function = staticmethod(formulas.kl_divergence)
    _default_name = "kl_divergence"


class Poisson(MeanOf):
    _function = staticmethod(formulas.poisson)
    _default_name = "poisson"
