"""Constructor arguments: Keras's order of them, and Python's own words for a call that is wrong."""

import pytest

from pelton.keras import (
    initializers,
    layers,
    losses,
    metrics,
    optimizers,
    regularizers,
)

WINDOW = "strides padding data_format"
WEIGHTS = (
    "use_bias kernel_initializer bias_initializer kernel_regularizer bias_regularizer "
    "activity_regularizer kernel_constraint bias_constraint"
)
BY_CHANNEL = "kernel_size strides padding depth_multiplier data_format dilation_rate activation"
DEPTHWISE = WEIGHTS.replace("kernel_", "depthwise_")
SEPARABLE = (
    "dilation_rate depth_multiplier activation use_bias depthwise_initializer "
    "pointwise_initializer bias_initializer depthwise_regularizer pointwise_regularizer "
    "bias_regularizer activity_regularizer depthwise_constraint pointwise_constraint "
    "bias_constraint"
)
STEPPING = (
    "weight_decay clipnorm clipvalue global_clipnorm use_ema ema_momentum ema_overwrite_frequency "
    "loss_scale_factor gradient_accumulation_steps name"
)
# The positional arguments of Keras's constructors, in their order.
ORDER = {
    layers.Activation: "activation",
    layers.AveragePooling1D: f"pool_size {WINDOW}",
    layers.AveragePooling2D: f"pool_size {WINDOW}",
    layers.AveragePooling3D: f"pool_size {WINDOW}",
    layers.BatchNormalization: "axis momentum epsilon center scale beta_initializer "
    "gamma_initializer moving_mean_initializer moving_variance_initializer beta_regularizer "
    "gamma_regularizer beta_constraint gamma_constraint",
    layers.Conv1D: f"filters kernel_size {WINDOW} dilation_rate groups activation {WEIGHTS}",
    layers.Conv1DTranspose: "filters kernel_size strides padding output_padding data_format "
    f"dilation_rate activation {WEIGHTS}",
    layers.Conv2D: f"filters kernel_size {WINDOW} dilation_rate groups activation {WEIGHTS}",
    layers.Conv2DTranspose: "filters kernel_size strides padding output_padding data_format "
    f"dilation_rate activation {WEIGHTS}",
    layers.Conv3D: f"filters kernel_size {WINDOW} dilation_rate groups activation {WEIGHTS}",
    layers.Conv3DTranspose: "filters kernel_size strides padding data_format output_padding "
    f"dilation_rate activation {WEIGHTS}",
    layers.Dense: f"units activation {WEIGHTS}",
    layers.DepthwiseConv1D: f"{BY_CHANNEL} {DEPTHWISE}",
    layers.DepthwiseConv2D: f"{BY_CHANNEL} {DEPTHWISE}",
    layers.Dropout: "rate noise_shape seed",
    layers.Flatten: "data_format",
    layers.GlobalAveragePooling2D: "data_format keepdims",
    layers.InputLayer: "shape batch_size dtype sparse",
    layers.LayerNormalization: "axis epsilon center scale beta_initializer gamma_initializer "
    "beta_regularizer gamma_regularizer beta_constraint gamma_constraint",
    layers.MaxPooling1D: f"pool_size {WINDOW}",
    layers.MaxPooling2D: f"pool_size {WINDOW}",
    layers.MaxPooling3D: f"pool_size {WINDOW}",
    layers.ReLU: "max_value negative_slope threshold",
    layers.Rescaling: "scale offset",
    layers.Reshape: "target_shape",
    layers.SeparableConv1D: f"filters kernel_size {WINDOW} {SEPARABLE}",
    layers.SeparableConv2D: f"filters kernel_size {WINDOW} {SEPARABLE}",
    layers.Softmax: "axis",
    losses.BinaryCrossentropy: "from_logits label_smoothing axis reduction name dtype",
    losses.CategoricalCrossentropy: "from_logits label_smoothing axis reduction name dtype",
    losses.MeanAbsoluteError: "reduction name dtype",
    losses.MeanSquaredError: "reduction name dtype",
    losses.SparseCategoricalCrossentropy: "from_logits ignore_class reduction axis name dtype",
    metrics.Accuracy: "name dtype",
    metrics.BinaryAccuracy: "name dtype threshold",
    metrics.BinaryCrossentropy: "name dtype from_logits label_smoothing",
    metrics.CategoricalAccuracy: "name dtype",
    metrics.CategoricalCrossentropy: "name dtype from_logits label_smoothing axis",
    metrics.Mean: "name dtype",
    metrics.MeanAbsoluteError: "name dtype",
    metrics.MeanSquaredError: "name dtype",
    metrics.RootMeanSquaredError: "name dtype",
    metrics.SparseCategoricalAccuracy: "name dtype",
    metrics.SparseCategoricalCrossentropy: "name dtype from_logits",
    metrics.SparseTopKCategoricalAccuracy: "k name dtype",
    metrics.Sum: "name dtype",
    metrics.TopKCategoricalAccuracy: "k name dtype",
    optimizers.Adam: f"learning_rate beta_1 beta_2 epsilon amsgrad {STEPPING}",
    optimizers.AdamW: "learning_rate weight_decay beta_1 beta_2 epsilon amsgrad "
    + STEPPING.removeprefix("weight_decay "),
    optimizers.Adadelta: f"learning_rate rho epsilon {STEPPING}",
    optimizers.Adagrad: f"learning_rate initial_accumulator_value epsilon {STEPPING}",
    optimizers.Adamax: f"learning_rate beta_1 beta_2 epsilon {STEPPING}",
    optimizers.Ftrl: "learning_rate learning_rate_power initial_accumulator_value "
    "l1_regularization_strength l2_regularization_strength l2_shrinkage_regularization_strength "
    f"beta {STEPPING}",
    optimizers.Lamb: f"learning_rate beta_1 beta_2 epsilon {STEPPING}",
    optimizers.Lion: f"learning_rate beta_1 beta_2 {STEPPING}",
    optimizers.Nadam: f"learning_rate beta_1 beta_2 epsilon {STEPPING}",
    optimizers.RMSprop: f"learning_rate rho momentum epsilon centered {STEPPING}",
    optimizers.SGD: f"learning_rate momentum nesterov {STEPPING}",
    initializers.Constant: "value",
    initializers.GlorotNormal: "seed",
    initializers.GlorotUniform: "seed",
    initializers.HeNormal: "seed",
    initializers.HeUniform: "seed",
    initializers.Identity: "gain",
    initializers.LecunNormal: "seed",
    initializers.LecunUniform: "seed",
    initializers.Ones: "",
    initializers.Orthogonal: "gain seed",
    initializers.RandomNormal: "mean stddev seed",
    initializers.RandomUniform: "minval maxval seed",
    initializers.TruncatedNormal: "mean stddev seed",
    initializers.VarianceScaling: "scale mode distribution seed",
    initializers.Zeros: "",
    regularizers.L1: "l1",
    regularizers.L2: "l2",
    regularizers.L1L2: "l1 l2",
    regularizers.OrthogonalRegularizer: "factor mode",
}
BY_CLASS = pytest.mark.parametrize("cls", ORDER, ids=lambda cls: f"{cls.__module__}.{cls.__name__}")


def test_every_class_has_its_order():
    found = {
        value
        for module in (layers, losses, metrics, optimizers, initializers, regularizers)
        for value in vars(module).values()
        if isinstance(value, type) and hasattr(value, "_fields")
    }
    assert found == set(ORDER)


@BY_CLASS
def test_arguments_come_in_keras_order(cls):
    names = [name for name, *_ in cls._fields]
    expected = ORDER[cls].split()
    assert names[: len(expected)] == expected
    assert cls.__doc__.startswith(f"{cls.__name__}({', '.join(names[:1])}")


@BY_CLASS
def test_unexpected_keyword_names_class_and_keyword(cls):
    values = {"activation": "relu", "target_shape": (1,)}
    names = [name for name, _, _, is_required in cls._fields if is_required]
    required = {name: values.get(name, 1) for name in names}
    with pytest.raises((TypeError, ValueError)) as caught:
        cls(**required, sizes=3)
    message = str(caught.value)
    assert cls.__name__ in message and "sizes" in message


@BY_CLASS
def test_too_many_arguments_are_counted(cls):
    given = [1] * (len(cls._fields) + 1)
    with pytest.raises(TypeError) as caught:
        cls(*given)
    message = str(caught.value)
    assert message.startswith(f"{cls.__name__}.__init__() takes ")
    assert message.endswith(f"but {len(given) + 1} were given")
    least = 1 + sum(is_required for *_, is_required in cls._fields)
    takes = f"{len(given)}" if least == len(given) else f"from {least} to {len(given)}"
    plural = "" if len(given) == 1 else "s"
    assert f"takes {takes} positional argument{plural} but" in message


@pytest.mark.parametrize("cls", [cls for cls in ORDER if ORDER[cls]], ids=lambda c: c.__name__)
def test_argument_given_twice_is_named(cls):
    first = cls._fields[0][0]
    with pytest.raises(TypeError) as caught:
        cls(1, **{first: 1})
    expected = f"{cls.__name__}.__init__() got multiple values for argument '{first}'"
    assert str(caught.value) == expected


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (layers.Dense, "Dense.__init__() missing 1 required positional argument: 'units'"),
        (
            layers.Conv2D,
            "Conv2D.__init__() missing 2 required positional arguments: "
            "'filters' and 'kernel_size'",
        ),
        (layers.Dropout, "Dropout.__init__() missing 1 required positional argument: 'rate'"),
    ],
)
def test_missing_arguments_are_all_named(make, message):
    with pytest.raises(TypeError) as caught:
        make()
    assert str(caught.value) == message


def test_class_derived_in_python_is_named_as_itself():
    class Mine(layers.Dense):
        pass

    with pytest.raises(TypeError, match=r"Mine\.__init__\(\) missing 1 required"):
        Mine()
    with pytest.raises(ValueError, match="passed to Mine: {'unit': 3}"):
        Mine(3, unit=3)


def test_positional_reduction_is_used():
    assert losses.MeanSquaredError("sum", "mine").get_config() == {
        "name": "mine",
        "reduction": "sum",
    }
