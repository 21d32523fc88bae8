"""Owns Keras 2's wrappers for scikit-learn: a model that a function builds as an estimator."""

from __future__ import annotations

import inspect

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_METHODS = ("fit", "predict", "evaluate")


def _accepts(function: Callable[..., Any], name: str) -> bool:
    return name in inspect.signature(function).parameters


class _Wrapper:
    """``build_fn(**arguments)`` gives a compiled model; `sk_params` are arguments of it, of fit,
    predict and evaluate. Raises ValueError for a parameter that none of them takes."""

    def __init__(self, build_fn: Any = None, **sk_params: Any) -> None:
        self.build_fn = build_fn
        self.sk_params = sk_params
        self.check_params(sk_params)

    def _builder(self) -> Callable[..., Any]:
        return self.__call__ if self.build_fn is None else self.build_fn

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """What subclasses without `build_fn` build their model in."""
        raise TypeError(f"{type(self).__name__}: `build_fn` must be a function, got None")

    def check_params(self, params: dict[str, Any]) -> None:
        """Raises ValueError for a name that the building function, fit and predict do not have."""
        from pelton import keras

        methods = [getattr(keras.Model, name) for name in _METHODS]
        for name in params:
            known = any(_accepts(method, name) for method in [*methods, self._builder()])
            if not known and name != "nb_epoch":
                raise ValueError(f"{name} is not a legal parameter")

    def get_params(self, **params: Any) -> dict[str, Any]:
        """The parameters and `build_fn`."""
        return {**self.sk_params, "build_fn": self.build_fn}

    def set_params(self, **params: Any) -> Any:
        """Replaces parameters; returns self."""
        if "build_fn" in params:
            self.build_fn = params.pop("build_fn")
        self.check_params(params)
        self.sk_params.update(params)
        return self

    def filter_sk_params(self, function: Any, override: Any = None) -> dict[str, Any]:
        """The parameters that `function` takes, `override` last."""
        found = {k: v for k, v in self.sk_params.items() if _accepts(function, k)}
        return {**found, **(override or {})}

    def fit(self, x: Any, y: Any, **kwargs: Any) -> Any:
        """Builds a new model and trains it; returns the History."""
        builder = self._builder()
        self.model = builder(**self.filter_sk_params(builder))
        loss = getattr(self.model, "loss", None)
        name = getattr(loss, "__name__", getattr(loss, "name", loss))
        if name == "categorical_crossentropy" and len(y.shape) != 2:
            from pelton.keras.utils import to_categorical

            y = to_categorical(y)
        options = self.filter_sk_params(type(self.model).fit)
        if "nb_epoch" in self.sk_params:
            options["epochs"] = self.sk_params["nb_epoch"]
        return self.model.fit(x, y, **{**options, **kwargs})

    def _predicted(self, x: Any, kwargs: dict[str, Any]) -> Any:
        options = {"verbose": 0, **self.filter_sk_params(type(self.model).predict)}
        return self.model.predict(x, **{**options, **kwargs})


class KerasClassifier(_Wrapper):
    """A model of classes as scikit-learn's classifiers are."""

    _estimator_type = "classifier"

    def fit(self, x: Any, y: Any, **kwargs: Any) -> Any:
        """Trains on classes, as numbers or other values, or on rows of one 1.

        Raises ValueError for targets of another shape."""
        import numpy as np

        y = np.array(y)
        if len(y.shape) == 2 and y.shape[1] > 1:
            self.classes_ = np.arange(y.shape[1])
        elif len(y.shape) == 1 or (len(y.shape) == 2 and y.shape[1] == 1):
            self.classes_ = np.unique(y)
            y = np.searchsorted(self.classes_, y)
        else:
            raise ValueError(f"Invalid shape for y: {y.shape}")
        self.n_classes_ = len(self.classes_)
        return super().fit(x, y, **kwargs)

    def predict(self, x: Any, **kwargs: Any) -> Any:
        """The class of each row."""
        found = self._predicted(x, kwargs)
        if found.shape[-1] > 1:
            return self.classes_[found.argmax(axis=-1)]
        return self.classes_[(found > 0.5).astype("int32")]

    def predict_proba(self, x: Any, **kwargs: Any) -> Any:
        """The probabilities of the classes by row, two of one output."""
        import numpy as np

        found = self._predicted(x, kwargs)
        return np.hstack([1 - found, found]) if found.shape[1] == 1 else found

    def score(self, x: Any, y: Any, **kwargs: Any) -> float:
        """The share of rows whose class is right."""
        import numpy as np

        y = np.array(y)
        if len(y.shape) == 2 and y.shape[1] > 1:
            y = y.argmax(axis=-1)
        return float(np.mean(np.reshape(self.predict(x, **kwargs), -1) == np.reshape(y, -1)))


class KerasRegressor(_Wrapper):
    """A model of numbers as scikit-learn's regressors are."""

    _estimator_type = "regressor"

    def predict(self, x: Any, **kwargs: Any) -> Any:
        """The prediction of each row."""
        import numpy as np

        return np.squeeze(self._predicted(x, kwargs))

    def score(self, x: Any, y: Any, **kwargs: Any) -> float:
        """Minus the loss: larger is better."""
        options = {"verbose": 0, **self.filter_sk_params(type(self.model).evaluate), **kwargs}
        found = self.model.evaluate(x, y, **options)
        return -float(found[0] if isinstance(found, list) else found)
