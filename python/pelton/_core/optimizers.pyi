"""Types of pelton._core.optimizers. Made by `dev.py stubs`; do not edit."""

from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Mapping
from collections.abc import Sequence
from pelton._core import Tensor
from pelton._core import Variable
from pelton._types import DTypeLike
from pelton._types import ShapeLike
from pelton._types import TensorLike
from typing import Any
from typing import Self


class LearningRateSchedule:
    def __init__(self) -> None: ...
    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Self: ...
    def get_config(self) -> dict[str, Any]: ...

class Optimizer:
    def __init__(
        self,
        learning_rate: float | LearningRateSchedule | Callable[[], float],
        weight_decay: float | None = None,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        use_ema: bool = False,
        ema_momentum: float = 0.99,
        ema_overwrite_frequency: int | None = None,
        loss_scale_factor: float | None = None,
        gradient_accumulation_steps: int | None = None,
        name: str | None = None,
    ) -> None: ...
    def add_optimizer_variables(
        self,
        trainable_variables: Sequence[Variable],
        name: Any,
        initializer: Any = 'zeros',
    ) -> Any: ...
    def add_variable(
        self,
        shape: ShapeLike,
        initializer: Any = 'zeros',
        dtype: DTypeLike | None = None,
        aggregation: Any = 'none',
        layout: Any = None,
        name: str | None = None,
    ) -> Variable: ...
    def add_variable_from_reference(
        self,
        reference_variable: Variable,
        name: str | None = None,
        initializer: Any = 'zeros',
    ) -> Variable: ...
    def apply(
        self,
        grads: Iterable[Any],
        trainable_variables: Sequence[Variable] | None = None,
    ) -> None: ...
    def apply_gradients(self, grads_and_vars: Iterable[Any]) -> Variable: ...
    def assign(self, arg0: Variable, arg1: TensorLike, /) -> None: ...
    def assign_add(self, arg0: Variable, arg1: TensorLike, /) -> None: ...
    def assign_sub(self, arg0: Variable, arg1: TensorLike, /) -> None: ...
    def build(self, variables: Any) -> None: ...
    @property
    def built(self) -> bool: ...
    @built.setter
    def built(self, value: bool) -> None: ...
    @property
    def clipnorm(self) -> float | None: ...
    @clipnorm.setter
    def clipnorm(self, value: float | None) -> None: ...
    @property
    def clipvalue(self) -> float | None: ...
    @clipvalue.setter
    def clipvalue(self, value: float | None) -> None: ...
    @property
    def ema_momentum(self) -> float: ...
    @ema_momentum.setter
    def ema_momentum(self, value: float) -> None: ...
    @property
    def ema_overwrite_frequency(self) -> int | None: ...
    @ema_overwrite_frequency.setter
    def ema_overwrite_frequency(self, value: int | None) -> None: ...
    def exclude_from_weight_decay(
        self,
        var_list: Sequence[Variable] | None = None,
        var_names: Sequence[str] | None = None,
    ) -> None: ...
    def finalize_variable_values(self, var_list: Sequence[Variable]) -> None: ...
    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Self: ...
    def get_config(self) -> dict[str, Any]: ...
    @property
    def global_clipnorm(self) -> float | None: ...
    @global_clipnorm.setter
    def global_clipnorm(self, value: float | None) -> None: ...
    @property
    def gradient_accumulation_steps(self) -> int | None: ...
    @gradient_accumulation_steps.setter
    def gradient_accumulation_steps(self, value: int | None) -> None: ...
    @property
    def iterations(self) -> Any: ...
    @property
    def learning_rate(self) -> Any: ...
    @learning_rate.setter
    def learning_rate(self, value: Any) -> None: ...
    def load_own_variables(self, store: Mapping[str, Any]) -> None: ...
    @property
    def loss_scale_factor(self) -> float | None: ...
    @loss_scale_factor.setter
    def loss_scale_factor(self, value: float | None) -> None: ...
    @property
    def name(self) -> str: ...
    @name.setter
    def name(self, value: str) -> None: ...
    def save_own_variables(self, store: Any) -> None: ...
    def scale_loss(self, arg0: TensorLike, /) -> Tensor: ...
    def set_weights(self, weights: Any) -> None: ...
    def stateless_apply(
        self,
        optimizer_variables: Sequence[Any],
        grads: Sequence[Any],
        trainable_variables: Sequence[Any],
    ) -> tuple[list[Any], list[Any]]: ...
    def update_step(self, gradient: Any, variable: Any, learning_rate: Any) -> Any: ...
    @property
    def use_ema(self) -> bool: ...
    @use_ema.setter
    def use_ema(self, value: bool) -> None: ...
    @property
    def variables(self) -> list[Variable]: ...
    @property
    def weight_decay(self) -> float | None: ...
    @weight_decay.setter
    def weight_decay(self, value: float | None) -> None: ...

class SGD(Optimizer):
    def __init__(
        self,
        learning_rate: float | LearningRateSchedule | Callable[[], float] = 0.01,
        momentum: float = 0.0,
        nesterov: bool = False,
        weight_decay: float | None = None,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        use_ema: bool = False,
        ema_momentum: float = 0.99,
        ema_overwrite_frequency: int | None = None,
        loss_scale_factor: float | None = None,
        gradient_accumulation_steps: int | None = None,
        name: str | None = None,
    ) -> None: ...
    @property
    def momentum(self) -> float: ...
    @momentum.setter
    def momentum(self, value: float) -> None: ...
    @property
    def nesterov(self) -> bool: ...
    @nesterov.setter
    def nesterov(self, value: bool) -> None: ...

class RMSprop(Optimizer):
    def __init__(
        self,
        learning_rate: float | LearningRateSchedule | Callable[[], float] = 0.001,
        rho: float = 0.9,
        momentum: float = 0.0,
        epsilon: float = 1e-07,
        centered: bool = False,
        weight_decay: float | None = None,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        use_ema: bool = False,
        ema_momentum: float = 0.99,
        ema_overwrite_frequency: int | None = None,
        loss_scale_factor: float | None = None,
        gradient_accumulation_steps: int | None = None,
        name: str | None = None,
    ) -> None: ...
    @property
    def centered(self) -> bool: ...
    @centered.setter
    def centered(self, value: bool) -> None: ...
    @property
    def epsilon(self) -> float: ...
    @epsilon.setter
    def epsilon(self, value: float) -> None: ...
    @property
    def momentum(self) -> float: ...
    @momentum.setter
    def momentum(self, value: float) -> None: ...
    @property
    def rho(self) -> float: ...
    @rho.setter
    def rho(self, value: float) -> None: ...

class Adam(Optimizer):
    def __init__(
        self,
        learning_rate: float | LearningRateSchedule | Callable[[], float] = 0.001,
        beta_1: float = 0.9,
        beta_2: float = 0.999,
        epsilon: float = 1e-07,
        amsgrad: bool = False,
        weight_decay: float | None = None,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        use_ema: bool = False,
        ema_momentum: float = 0.99,
        ema_overwrite_frequency: int | None = None,
        loss_scale_factor: float | None = None,
        gradient_accumulation_steps: int | None = None,
        name: str | None = None,
    ) -> None: ...
    @property
    def amsgrad(self) -> bool: ...
    @amsgrad.setter
    def amsgrad(self, value: bool) -> None: ...
    @property
    def beta_1(self) -> float: ...
    @beta_1.setter
    def beta_1(self, value: float) -> None: ...
    @property
    def beta_2(self) -> float: ...
    @beta_2.setter
    def beta_2(self, value: float) -> None: ...
    @property
    def epsilon(self) -> float: ...
    @epsilon.setter
    def epsilon(self, value: float) -> None: ...

class AdamW(Optimizer):
    def __init__(
        self,
        learning_rate: float | LearningRateSchedule | Callable[[], float] = 0.001,
        weight_decay: float | None = 0.004,
        beta_1: float = 0.9,
        beta_2: float = 0.999,
        epsilon: float = 1e-07,
        amsgrad: bool = False,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        use_ema: bool = False,
        ema_momentum: float = 0.99,
        ema_overwrite_frequency: int | None = None,
        loss_scale_factor: float | None = None,
        gradient_accumulation_steps: int | None = None,
        name: str | None = None,
    ) -> None: ...
    @property
    def amsgrad(self) -> bool: ...
    @amsgrad.setter
    def amsgrad(self, value: bool) -> None: ...
    @property
    def beta_1(self) -> float: ...
    @beta_1.setter
    def beta_1(self, value: float) -> None: ...
    @property
    def beta_2(self) -> float: ...
    @beta_2.setter
    def beta_2(self, value: float) -> None: ...
    @property
    def epsilon(self) -> float: ...
    @epsilon.setter
    def epsilon(self, value: float) -> None: ...

class Adamax(Optimizer):
    def __init__(
        self,
        learning_rate: float | LearningRateSchedule | Callable[[], float] = 0.001,
        beta_1: float = 0.9,
        beta_2: float = 0.999,
        epsilon: float = 1e-07,
        weight_decay: float | None = None,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        use_ema: bool = False,
        ema_momentum: float = 0.99,
        ema_overwrite_frequency: int | None = None,
        loss_scale_factor: float | None = None,
        gradient_accumulation_steps: int | None = None,
        name: str | None = None,
    ) -> None: ...
    @property
    def beta_1(self) -> float: ...
    @beta_1.setter
    def beta_1(self, value: float) -> None: ...
    @property
    def beta_2(self) -> float: ...
    @beta_2.setter
    def beta_2(self, value: float) -> None: ...
    @property
    def epsilon(self) -> float: ...
    @epsilon.setter
    def epsilon(self, value: float) -> None: ...

class Nadam(Optimizer):
    def __init__(
        self,
        learning_rate: float | LearningRateSchedule | Callable[[], float] = 0.001,
        beta_1: float = 0.9,
        beta_2: float = 0.999,
        epsilon: float = 1e-07,
        weight_decay: float | None = None,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        use_ema: bool = False,
        ema_momentum: float = 0.99,
        ema_overwrite_frequency: int | None = None,
        loss_scale_factor: float | None = None,
        gradient_accumulation_steps: int | None = None,
        name: str | None = None,
    ) -> None: ...
    @property
    def beta_1(self) -> float: ...
    @beta_1.setter
    def beta_1(self, value: float) -> None: ...
    @property
    def beta_2(self) -> float: ...
    @beta_2.setter
    def beta_2(self, value: float) -> None: ...
    @property
    def epsilon(self) -> float: ...
    @epsilon.setter
    def epsilon(self, value: float) -> None: ...

class Adagrad(Optimizer):
    def __init__(
        self,
        learning_rate: float | LearningRateSchedule | Callable[[], float] = 0.001,
        initial_accumulator_value: float = 0.1,
        epsilon: float = 1e-07,
        weight_decay: float | None = None,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        use_ema: bool = False,
        ema_momentum: float = 0.99,
        ema_overwrite_frequency: int | None = None,
        loss_scale_factor: float | None = None,
        gradient_accumulation_steps: int | None = None,
        name: str | None = None,
    ) -> None: ...
    @property
    def epsilon(self) -> float: ...
    @epsilon.setter
    def epsilon(self, value: float) -> None: ...
    @property
    def initial_accumulator_value(self) -> float: ...
    @initial_accumulator_value.setter
    def initial_accumulator_value(self, value: float) -> None: ...

class Adadelta(Optimizer):
    def __init__(
        self,
        learning_rate: float | LearningRateSchedule | Callable[[], float] = 0.001,
        rho: float = 0.95,
        epsilon: float = 1e-07,
        weight_decay: float | None = None,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        use_ema: bool = False,
        ema_momentum: float = 0.99,
        ema_overwrite_frequency: int | None = None,
        loss_scale_factor: float | None = None,
        gradient_accumulation_steps: int | None = None,
        name: str | None = None,
    ) -> None: ...
    @property
    def epsilon(self) -> float: ...
    @epsilon.setter
    def epsilon(self, value: float) -> None: ...
    @property
    def rho(self) -> float: ...
    @rho.setter
    def rho(self, value: float) -> None: ...

class Ftrl(Optimizer):
    def __init__(
        self,
        learning_rate: float | LearningRateSchedule | Callable[[], float] = 0.001,
        learning_rate_power: float = -0.5,
        initial_accumulator_value: float = 0.1,
        l1_regularization_strength: float = 0.0,
        l2_regularization_strength: float = 0.0,
        l2_shrinkage_regularization_strength: float = 0.0,
        beta: float = 0.0,
        weight_decay: float | None = None,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        use_ema: bool = False,
        ema_momentum: float = 0.99,
        ema_overwrite_frequency: int | None = None,
        loss_scale_factor: float | None = None,
        gradient_accumulation_steps: int | None = None,
        name: str | None = None,
    ) -> None: ...
    @property
    def beta(self) -> float: ...
    @beta.setter
    def beta(self, value: float) -> None: ...
    @property
    def initial_accumulator_value(self) -> float: ...
    @initial_accumulator_value.setter
    def initial_accumulator_value(self, value: float) -> None: ...
    @property
    def l1_regularization_strength(self) -> float: ...
    @l1_regularization_strength.setter
    def l1_regularization_strength(self, value: float) -> None: ...
    @property
    def l2_regularization_strength(self) -> float: ...
    @l2_regularization_strength.setter
    def l2_regularization_strength(self, value: float) -> None: ...
    @property
    def l2_shrinkage_regularization_strength(self) -> float: ...
    @l2_shrinkage_regularization_strength.setter
    def l2_shrinkage_regularization_strength(self, value: float) -> None: ...
    @property
    def learning_rate_power(self) -> float: ...
    @learning_rate_power.setter
    def learning_rate_power(self, value: float) -> None: ...

class Lion(Optimizer):
    def __init__(
        self,
        learning_rate: float | LearningRateSchedule | Callable[[], float] = 0.001,
        beta_1: float = 0.9,
        beta_2: float = 0.99,
        weight_decay: float | None = None,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        use_ema: bool = False,
        ema_momentum: float = 0.99,
        ema_overwrite_frequency: int | None = None,
        loss_scale_factor: float | None = None,
        gradient_accumulation_steps: int | None = None,
        name: str | None = None,
    ) -> None: ...
    @property
    def beta_1(self) -> float: ...
    @beta_1.setter
    def beta_1(self, value: float) -> None: ...
    @property
    def beta_2(self) -> float: ...
    @beta_2.setter
    def beta_2(self, value: float) -> None: ...

class Lamb(Optimizer):
    def __init__(
        self,
        learning_rate: float | LearningRateSchedule | Callable[[], float] = 0.001,
        beta_1: float = 0.9,
        beta_2: float = 0.999,
        epsilon: float = 1e-07,
        weight_decay: float | None = None,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        use_ema: bool = False,
        ema_momentum: float = 0.99,
        ema_overwrite_frequency: int | None = None,
        loss_scale_factor: float | None = None,
        gradient_accumulation_steps: int | None = None,
        name: str | None = None,
    ) -> None: ...
    @property
    def beta_1(self) -> float: ...
    @beta_1.setter
    def beta_1(self, value: float) -> None: ...
    @property
    def beta_2(self) -> float: ...
    @beta_2.setter
    def beta_2(self, value: float) -> None: ...
    @property
    def epsilon(self) -> float: ...
    @epsilon.setter
    def epsilon(self, value: float) -> None: ...
def get(arg0: str, /) -> Optimizer: ...
def step(
    rule: str,
    variables: Sequence[Variable],
    inputs: Sequence[TensorLike],
    **kwargs: Any,
) -> None: ...
